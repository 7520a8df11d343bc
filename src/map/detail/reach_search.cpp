#include "map/detail/reach_search.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "map/detail/lane_ends.h"
#include "map/road_distance.h"

namespace scrutineer::map::detail {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

ContactPoint other_end(ContactPoint end) {
  return end == ContactPoint::start ? ContactPoint::end : ContactPoint::start;
}

// Which way s runs on a road that is entered there, in the ego's direction of travel.
double sense_entering(bool is_ahead, ContactPoint entered) {
  return is_ahead == (entered == ContactPoint::start) ? 1.0 : -1.0;
}

}  // namespace

LaneUses::LaneUses(const RoadNetwork& map) : uses_(map.lanes().size(), 0) {
  for (const LaneSection& section : map.sections()) {
    const auto lanes = map.lanes().subspan(section.first_lane, section.lane_count);
    const bool has_vehicles = std::ranges::any_of(lanes, [](const Lane& lane) { return carries_vehicles(lane.type); });
    for (std::size_t i = 0; i < lanes.size(); ++i) {
      const LaneId lane{section.first_lane + i};
      std::uint8_t& uses = uses_[lane.index()];
      if (!has_vehicles || carries_vehicles(lanes[i].type)) uses |= kLeadsOn;
      if (allows(map, {lane, true})) uses |= kAlongS;
      if (allows(map, {lane, false})) uses |= kAgainstS;
    }
  }
}

ReachSearch::ReachSearch(const RoadNetwork& map, const LaneUses& uses, double max_counted, DirectedLane ego)
    : map_(map), uses_(uses), max_counted_(max_counted), ego_lane_(ego.lane), along_s_(ego.along_s) {}

LanesReached ReachSearch::run() {
  constexpr std::size_t kUsual = 512;  // so many are often reached, and are then not moved while more are found
  reached_.entry_of_lane.resize(map_.lanes().size(), 0);
  reached_.ways.reserve(std::min(kUsual, map_.lanes().size()));
  progress_.reserve(reached_.ways.capacity());
  search(Side::ahead);
  search(Side::behind);
  find_roads_abreast();
  reached_.ways.shrink_to_fit();  // may be kept as long as the map
  return std::move(reached_);
}

// ---- the search -----------------------------------------------------------------------------------------------------

// Ties are broken by what does not depend on how the roads are numbered or which way their s runs.
bool ReachSearch::is_later(const Step& a, const Step& b) {
  if (a.cost != b.cost) return a.cost > b.cost;
  if (a.extra != b.extra) return a.extra > b.extra;
  if (a.place != b.place) return a.place < b.place;
  if (a.shift != b.shift) return a.shift < b.shift;
  if (a.lane != b.lane) return a.lane > b.lane;
  return a.entered > b.entered;
}

void ReachSearch::search(Side side) {
  open_.clear();
  const LaneSection& section = map_.section(map_.lane(ego_lane_).section);
  for (std::size_t i = 0; i < section.lane_count; ++i) {
    Step step;
    step.lane = LaneId{section.first_lane + i};
    if (!leads_on(step.lane)) continue;
    step.extra = step.lane == ego_lane_ || !leads_on(ego_lane_) ? 0.0 : kOtherEgoLane;
    step.entered = other_end(exit_of_own_road(side));
    step.on_own_road = true;
    push(side, step);
  }
  while (!open_.empty()) {
    std::pop_heap(open_.begin(), open_.end(), is_later);
    const Step step = open_.back();
    open_.pop_back();
    settle(side, step);
  }
}

void ReachSearch::push(Side side, Step step) {
  if (step.way + step.extra > max_counted_) return;
  const std::size_t slot = slot_of(side, step);
  step.cost = std::llround((step.way + step.extra) * 1e4);
  Progress& progress = progress_[entry_for(step.lane)];
  if (progress.done[slot] || progress.cost[slot] < step.cost) return;
  progress.cost[slot] = step.cost;
  const int place = static_cast<int>(step.lane.index() - map_.section(map_.lane(step.lane).section).first_lane);
  step.place = sense_of(slot) > 0.0 ? place : -place;
  open_.push_back(step);
  std::push_heap(open_.begin(), open_.end(), is_later);
}

void ReachSearch::settle(Side side, const Step& step) {
  const std::size_t slot = slot_of(side, step);
  if (progress_[entry_for(step.lane)].done[slot]) return;

  // Of a section's lanes only the one that is reached first need offer a change to the others, and the first one of
  // those whose traffic runs with the ego: from there changes cost less.
  const Lane& lane = map_.lane(step.lane);
  const LaneSection& section = map_.section(lane.section);
  const bool with_ego = runs_with_ego(step.lane, slot);
  bool is_first = true, may_change = true;
  for (std::size_t i = 0; i < section.lane_count; ++i) {
    const LaneId other{section.first_lane + i};
    const std::uint32_t entry = reached_.entry_of_lane[other.index()];
    if (entry == 0 || !progress_[entry - 1].done[slot] || !leads_on(other)) continue;
    is_first = false;
    if (!with_ego || runs_with_ego(other, slot)) may_change = false;
  }
  const Way way = way_of(side, step);
  set_way(step.lane, way);
  if (is_first) {
    reach_lanes_beside(step.lane, way);
    go_on_without_links(side, step);
  }
  if (may_change) change_lane(side, step);

  const ContactPoint exit = other_end(step.entered);
  if (lane.section == last_section(lane.road, exit)) {
    cross(side, step);
    return;
  }
  Step further = step;
  further.way += length_of(step);
  for (const LaneId next : links_at(lane, exit)) {
    if (!leads_on(next)) continue;
    further.lane = next;
    push(side, further);
  }
}

ReachSearch::Way ReachSearch::way_of(Side side, const Step& step) const {
  Way way{.slot = slot_of(side, step), .shift = step.shift, .extra = static_cast<float>(step.extra)};
  if (step.on_own_road) return way;
  const bool is_ahead = side == Side::ahead;
  const double own_length = map_.road(map_.lane(ego_lane_).road).length;
  const double leaves_at =  // where the ego's line leaves its own road
      exit_of_own_road(side) == ContactPoint::start ? 0.0 : (along_s_ ? own_length : -own_length);
  const double enters_at = leaves_at + (is_ahead ? step.gone : -step.gone);
  // Where the road is entered the line must be at enters_at, and s is 0 or the road's length.
  const double entered_s = step.entered == ContactPoint::start ? 0.0 : map_.road(map_.lane(step.lane).road).length;
  way.base = enters_at - kSense[way.slot] * entered_s;
  return way;
}

void ReachSearch::set_way(LaneId lane, const Way& way) {
  const std::uint32_t entry = entry_for(lane);
  progress_[entry].done[way.slot] = true;
  LaneWays& ways = reached_.ways[entry];
  if (way.slot >= kOwnAhead) {
    ways.own_extra[way.slot - kOwnAhead] = way.extra;
    return;
  }
  ways.base[way.slot] = way.base;
  ways.shift[way.slot] = way.shift;
  ways.extra[way.slot] = way.extra;
}

// Shoulders, sidewalks and the like are reached as the road is.
void ReachSearch::reach_lanes_beside(LaneId reached, const Way& way) {
  const LaneSection& section = map_.section(map_.lane(reached).section);
  for (std::size_t i = 0; i < section.lane_count; ++i) {
    const LaneId beside{section.first_lane + i};
    if (!leads_on(beside)) set_way(beside, way);
  }
}

void ReachSearch::change_lane(Side side, const Step& from) {
  const LaneSection& section = map_.section(map_.lane(from.lane).section);
  const std::size_t slot = slot_of(side, from);
  const bool with_ego = runs_with_ego(from.lane, slot);
  Step changed = from;
  for (std::size_t i = 0; i < section.lane_count; ++i) {
    changed.lane = LaneId{section.first_lane + i};
    if (changed.lane == from.lane || !leads_on(changed.lane)) continue;
    const bool turns_around = !with_ego && !runs_against_ego(changed.lane, slot);
    changed.extra = from.extra + (turns_around ? kOtherDirection : kOtherLane);
    push(side, changed);
  }
}

// A road goes on in its next section even if no lane does.
void ReachSearch::go_on_without_links(Side side, const Step& from) {
  const SectionId here = map_.lane(from.lane).section;
  const LaneSection& section = map_.section(here);
  const ContactPoint exit = other_end(from.entered);
  if (here == last_section(section.road, exit)) return;
  for (std::size_t i = 0; i < section.lane_count; ++i) {
    const LaneId lane{section.first_lane + i};
    const auto& links = links_at(map_.lane(lane), exit);
    if (leads_on(lane) && std::ranges::any_of(links, [&](LaneId next) { return leads_on(next); })) return;
  }
  const LaneSection& next = map_.section(SectionId{exit == ContactPoint::end ? here.index() + 1 : here.index() - 1});
  Step further = from;
  further.way += length_of(from);
  further.extra += kOtherLane;
  for (std::size_t i = 0; i < next.lane_count; ++i) {
    further.lane = LaneId{next.first_lane + i};
    if (leads_on(further.lane)) push(side, further);
  }
}

void ReachSearch::cross(Side side, const Step& from) {
  const ContactPoint exit = other_end(from.entered);
  const Lane& lane = map_.lane(from.lane);
  Step step;
  step.way = from.way + length_of(from);
  step.extra = from.extra;
  step.gone = from.on_own_road ? 0.0 : from.gone + map_.road(lane.road).length;
  const double left_before = sense_of(slot_of(side, from)) * centre_at(from.lane, exit);
  for (const LaneId next : links_at(lane, exit)) {
    if (!leads_on(next)) continue;
    step.lane = next;
    step.entered = touching_end(map_, from.lane, exit, next);
    const double left_after = sense_of(slot_of(side, step)) * centre_at(next, step.entered);
    step.shift = from.shift + left_after - left_before;
    push(side, step);
  }
}

std::uint32_t ReachSearch::entry_for(LaneId lane) {
  constexpr auto kNever = std::numeric_limits<std::int64_t>::max();
  constexpr auto kNoWay = std::numeric_limits<float>::infinity();
  std::uint32_t& entry = reached_.entry_of_lane[lane.index()];
  if (entry == 0) {
    reached_.ways.push_back({{kInfinity, kInfinity, kInfinity, kInfinity}, {}, {}, {kNoWay, kNoWay}});
    progress_.push_back({{kNever, kNever, kNever, kNever, kNever, kNever}, {}});
    entry = static_cast<std::uint32_t>(reached_.ways.size());
  }
  return entry - 1;
}

// ---- roads abreast --------------------------------------------------------------------------------------------------

void ReachSearch::find_roads_abreast() {
  const RoadId own_id = map_.lane(ego_lane_).road;
  const Road& own = map_.road(own_id);
  if (!own.junction.valid()) return;
  const double travel = along_s_ ? 1.0 : -1.0;
  const auto own_begin = passage_from(own_id, ContactPoint::start, travel);
  const auto own_end = passage_from(own_id, ContactPoint::end, travel);
  if (!own_begin || !own_end) return;
  const double own_length = own_begin->length + own.length + own_end->length;

  const auto meet = [](const Passage& a, const Passage& b) {
    return a.outside.road == b.outside.road && a.outside.contact == b.outside.contact;
  };
  for (const RoadId other_id : map_.junction(own.junction).connecting_roads) {
    const Road& other = map_.road(other_id);
    if (other_id == own_id || other.length <= 0.0) continue;
    for (const double sense : {travel, -travel}) {
      const bool alike = sense == travel;
      const auto begin = passage_from(other_id, ContactPoint::start, sense);
      const auto end = passage_from(other_id, ContactPoint::end, sense);
      if (!begin || !end) break;
      if (!meet(alike ? *begin : *end, *own_begin) || !meet(alike ? *end : *begin, *own_end)) continue;
      // The same share of the whole way through the junction.
      const double length = begin->length + other.length + end->length;
      const double scale = own_length / length;
      RoadAbreast found;
      found.road = other_id;
      found.sense = sense;
      found.scale = sense * scale;
      const double own_s_at_start = (alike ? begin->length : length - begin->length) * scale - own_begin->length;
      found.base = travel * own_s_at_start;
      // The ego's t goes out at either end and back in on the other road; between the ends, in proportion.
      const double shift_begin = (alike ? own_begin : own_end)->shift - begin->shift;
      const double shift_end = (alike ? own_end : own_begin)->shift - end->shift;
      found.shift_slope = (shift_end - shift_begin) / length;
      found.shift = shift_begin + found.shift_slope * begin->length;
      reached_.abreast.push_back(found);
      break;
    }
  }
}

std::optional<ReachSearch::Passage> ReachSearch::passage_from(RoadId road, ContactPoint end, double sense) const {
  constexpr int kMostRoads = 16;  // more than any way through a junction; roads in a circle have no end
  const bool is_ahead = (end == ContactPoint::end) == (sense > 0.0);
  const JunctionId junction = map_.road(road).junction;
  Passage passage;
  for (int i = 0; i < kMostRoads; ++i) {
    passage.outside = end_of(map_.road(road), end);
    if (!passage.outside.road.valid()) return std::nullopt;
    const double next_sense = sense_entering(is_ahead, passage.outside.contact);
    const std::optional<double> shift = shift_over(road, end, sense, passage.outside, next_sense);
    if (!shift) return std::nullopt;
    passage.shift += *shift;
    road = passage.outside.road;
    if (map_.road(road).junction != junction) return passage;
    passage.length += map_.road(road).length;
    end = other_end(passage.outside.contact);
    sense = next_sense;
  }
  return std::nullopt;
}

// Over the leftmost pair of linked lanes, as the ego sees it; over the ego's own lane if it has a link there.
std::optional<double> ReachSearch::shift_over(RoadId road, ContactPoint end, double sense, const RoadEnd& next,
                                              double next_sense) const {
  if (map_.road(road).section_count == 0) return std::nullopt;
  const LaneSection& section = map_.section(last_section(road, end));
  std::optional<double> leftmost;
  for (std::size_t i = 0; i < section.lane_count; ++i) {
    const LaneId lane{section.first_lane + (sense < 0.0 ? i : section.lane_count - 1U - i)};
    if (!leads_on(lane)) continue;
    for (const LaneId linked : links_at(map_.lane(lane), end)) {
      if (map_.lane(linked).road != next.road || !leads_on(linked)) continue;
      const double shift = next_sense * centre_at(linked, next.contact) - sense * centre_at(lane, end);
      if (lane == ego_lane_) return shift;
      if (!leftmost) leftmost = shift;
    }
  }
  return leftmost;
}

// ---- helpers --------------------------------------------------------------------------------------------------------

std::size_t ReachSearch::slot_of(Side side, const Step& step) const {
  const bool from_start = step.entered == ContactPoint::start;
  if (side == Side::ahead) return step.on_own_road ? kOwnAhead : from_start ? kAheadFromStart : kAheadFromEnd;
  return step.on_own_road ? kOwnBehind : from_start ? kBehindFromStart : kBehindFromEnd;
}

double ReachSearch::sense_of(std::size_t slot) const {
  if (slot < kSense.size()) return kSense[slot];
  return along_s_ ? 1.0 : -1.0;
}

// The ego may be anywhere in its own section, so that counts as nothing.
double ReachSearch::length_of(const Step& step) const {
  const Lane& lane = map_.lane(step.lane);
  if (step.on_own_road && lane.section == map_.lane(ego_lane_).section) return 0.0;
  return lane.s_end - lane.s_begin;
}

ContactPoint ReachSearch::exit_of_own_road(Side side) const {
  return along_s_ == (side == Side::ahead) ? ContactPoint::end : ContactPoint::start;
}

bool ReachSearch::runs_with_ego(LaneId lane, std::size_t slot) const { return uses_.runs(lane, sense_of(slot) > 0.0); }

bool ReachSearch::runs_against_ego(LaneId lane, std::size_t slot) const {
  return uses_.runs(lane, sense_of(slot) < 0.0);
}

double ReachSearch::centre_at(LaneId id, ContactPoint end) const {
  const Lane& lane = map_.lane(id);
  const LaneSection& section = map_.section(lane.section);
  if (section.strip_count > 0) {
    const bool at_start = end == ContactPoint::start;
    const Strip& strip = map_.strip(section.first_strip + (at_start ? 0 : section.strip_count - 1));
    const auto borders = map_.borders_of(strip);
    const std::size_t place = id.index() - section.first_lane;
    const double ds = at_start ? 0.0 : strip.length;
    return 0.5 * (borders[place].at(ds) + borders[place + 1].at(ds));
  }
  // A section too short to have a surface has no borders to ask for; those of the lanes it joins are at the same place.
  for (const ContactPoint side : {ContactPoint::start, ContactPoint::end}) {
    for (const LaneId next : links_at(lane, side)) {
      const Lane& other = map_.lane(next);
      if (other.road == lane.road && map_.section(other.section).strip_count > 0) {
        return centre_at(next, side == ContactPoint::start ? ContactPoint::end : ContactPoint::start);
      }
    }
  }
  return 0.0;
}

SectionId ReachSearch::last_section(RoadId id, ContactPoint end) const {
  const Road& road = map_.road(id);
  return SectionId{road.first_section + (end == ContactPoint::start ? std::size_t{0} : road.section_count - 1U)};
}

}  // namespace scrutineer::map::detail
