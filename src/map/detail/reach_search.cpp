#include "map/detail/reach_search.h"

#include <algorithm>
#include <limits>

#include "map/lane_graph.h"
#include "map/lookup.h"
#include "map/road_distance.h"

namespace scrutineer::map::detail {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

ContactPoint other_end(ContactPoint end) {
  return end == ContactPoint::start ? ContactPoint::end : ContactPoint::start;
}

const RoadEnd& end_of(const Road& road, ContactPoint end) {
  return end == ContactPoint::start ? road.predecessor : road.successor;
}

std::size_t slot_of(bool is_ahead, ContactPoint entered) {
  if (is_ahead) return entered == ContactPoint::start ? kAheadFromStart : kAheadFromEnd;
  return entered == ContactPoint::start ? kBehindFromStart : kBehindFromEnd;
}

bool contains(const std::vector<LaneId>& lanes, LaneId lane) {
  return std::find(lanes.begin(), lanes.end(), lane) != lanes.end();
}

}  // namespace

ReachSearch::ReachSearch(const RoadNetwork& map, double max_distance)
    : map_(map), max_distance_(max_distance), entry_of_lane_(map.lanes().size(), 0) {}

bool ReachSearch::is_later(const Step& a, const Step& b) {
  if (a.cost != b.cost) return a.cost > b.cost;
  if (a.gone + a.way_in != b.gone + b.way_in) return a.gone + a.way_in > b.gone + b.way_in;
  if (a.lane != b.lane) return a.lane > b.lane;
  return a.entered > b.entered;
}

void ReachSearch::forget() {
  for (const LaneId lane : lanes_) entry_of_lane_[lane.index()] = 0;
  lanes_.clear();
  ways_.clear();
  progress_.clear();
  abreast_.clear();
}

void ReachSearch::search_from(LaneId ego_lane, bool along_s) {
  forget();
  ego_lane_ = ego_lane;
  along_s_ = along_s;
  search(Side::ahead);
  search(Side::behind);
  find_roads_abreast();
}

void ReachSearch::search(Side side) {
  open_.clear();
  // The ego's own road needs no way. The search begins where it ends, as if it had been entered at its other end.
  const ContactPoint exit = exit_of_own_road(side);
  const std::vector<LaneId> followed = lanes_followed_to(exit);
  const LaneSection& section = *section_at(map_.lane(ego_lane_).road, exit);
  for (std::size_t i = 0; i < section.lane_count; ++i) {
    const LaneId lane{section.first_lane + i};
    if (!leads_on(lane)) continue;
    const Step from{.cost = 0.0, .gone = 0.0, .way_in = 0.0, .shift = 0.0, .lane = lane, .entered = other_end(exit)};
    cross(side, from, contains(followed, lane) ? 0.0 : kOtherEgoLane, 0.0);
  }
  while (!open_.empty()) {
    std::pop_heap(open_.begin(), open_.end(), is_later);
    const Step step = open_.back();
    open_.pop_back();
    settle(side, step);
  }
}

void ReachSearch::settle(Side side, const Step& step) {
  const bool is_ahead = side == Side::ahead;
  const std::size_t slot = slot_of(is_ahead, step.entered);
  const std::uint32_t entry = entry_of_lane_[step.lane.index()] - 1;
  if (progress_[entry].done[slot]) return;

  const Lane& lane = map_.lane(step.lane);
  const Road& road = map_.road(lane.road);
  const Road& own_road = map_.road(map_.lane(ego_lane_).road);
  const double leaves_at =  // where the ego's line leaves its own road
      exit_of_own_road(side) == ContactPoint::start ? 0.0 : (along_s_ ? own_road.length : -own_road.length);
  const double enters_at = leaves_at + (is_ahead ? step.gone : -step.gone);
  // At the end where the road is entered the line must be at enters_at, and s is 0 or the road's length.
  ways_[entry].base[slot] = enters_at - (step.entered == ContactPoint::start ? 0.0 : kSense[slot] * road.length);
  ways_[entry].shift[slot] = step.shift;

  ways_[entry].extra[slot] = static_cast<float>(step.cost - step.gone - step.way_in);

  const bool may_change = is_first_to_change(step.lane, slot);
  progress_[entry].done[slot] = true;
  if (may_change) change_lane(side, step);
  if (!leads_on(step.lane)) return;

  const LaneSection& section = map_.section(lane.section);
  const ContactPoint exit = other_end(step.entered);
  const double length = section.s_end - section.s_begin;
  if (section_at(lane.road, exit) == &section) {
    cross(side, step, step.cost + length, step.gone + road.length);
    return;
  }
  for (const LaneId next : links_at(lane, exit)) {
    if (!leads_on(next)) continue;
    Step further = step;
    further.lane = next;
    further.cost += length;
    further.way_in += length;
    push(side, further);
  }
}

// Of a section's lanes only the one that is reached first need offer a change to the others, and the first one of those
// whose traffic runs with the ego: from there changes cost less.
bool ReachSearch::is_first_to_change(LaneId lane, std::size_t slot) const {
  const LaneSection& section = map_.section(map_.lane(lane).section);
  const bool with_ego = runs_with_ego(lane, slot);
  for (std::size_t i = 0; i < section.lane_count; ++i) {
    const LaneId other{section.first_lane + i};
    const std::uint32_t entry = entry_of_lane_[other.index()];
    if (entry == 0 || !progress_[entry - 1].done[slot]) continue;
    if (!with_ego || runs_with_ego(other, slot)) return false;
  }
  return true;
}

// To all lanes of the section, and of the next one: a road goes on even where no lane of it does.
void ReachSearch::change_lane(Side side, const Step& from) {
  const SectionId here = map_.lane(from.lane).section;
  const LaneSection& section = map_.section(here);
  const Road& road = map_.road(section.road);
  const std::size_t slot = slot_of(side == Side::ahead, from.entered);
  const bool with_ego = runs_with_ego(from.lane, slot);
  const auto change_to = [&](const LaneSection& target, double length) {
    Step changed = from;
    changed.way_in += length;
    for (std::size_t i = 0; i < target.lane_count; ++i) {
      changed.lane = LaneId{target.first_lane + i};
      if (changed.lane == from.lane) continue;
      const bool turns_around = !with_ego && !runs_against_ego(changed.lane, slot);
      changed.cost = from.cost + length + (turns_around ? kOtherDirection : kOtherLane);
      push(side, changed);
    }
  };
  change_to(section, 0.0);
  const bool forward = from.entered == ContactPoint::start;
  const std::size_t last = forward ? road.first_section + road.section_count - std::size_t{1} : road.first_section;
  if (here.index() == last) return;
  change_to(map_.section(SectionId{forward ? here.index() + 1 : here.index() - 1}), section.s_end - section.s_begin);
}

void ReachSearch::cross(Side side, const Step& from, double cost, double gone) {
  if (gone > max_distance_) return;
  const ContactPoint exit = other_end(from.entered);
  const bool is_ahead = side == Side::ahead;
  const double left_of_exit = kSense[slot_of(is_ahead, from.entered)] * centre_at(from.lane, exit);
  for (const LaneId next : links_at(map_.lane(from.lane), exit)) {
    if (!leads_on(next)) continue;
    const ContactPoint entered = touching_end(map_, from.lane, exit, next);
    const double left_of_entry = kSense[slot_of(is_ahead, entered)] * centre_at(next, entered);
    push(side, {.cost = cost,
                .gone = gone,
                .way_in = 0.0,
                .shift = from.shift + left_of_entry - left_of_exit,
                .lane = next,
                .entered = entered});
  }
}

void ReachSearch::push(Side side, const Step& step) {
  if (step.gone + step.way_in > max_distance_) return;
  const std::size_t slot = slot_of(side == Side::ahead, step.entered);
  const std::uint32_t entry = entry_for(step.lane);
  double& best = progress_[entry].cost[slot];
  if (progress_[entry].done[slot] || best < step.cost) return;
  best = step.cost;
  open_.push_back(step);
  std::push_heap(open_.begin(), open_.end(), is_later);
}

std::uint32_t ReachSearch::entry_for(LaneId lane) {
  std::uint32_t& entry = entry_of_lane_[lane.index()];
  if (entry == 0) {
    lanes_.push_back(lane);
    ways_.push_back({{kInfinity, kInfinity, kInfinity, kInfinity}, {}, {}});
    progress_.push_back({{kInfinity, kInfinity, kInfinity, kInfinity}, {}});
    entry = static_cast<std::uint32_t>(lanes_.size());
  }
  return entry - 1;
}

void ReachSearch::find_roads_abreast() {
  const RoadId own_id = map_.lane(ego_lane_).road;
  const Road& own = map_.road(own_id);
  if (!own.junction.valid() || !own.predecessor.road.valid() || !own.successor.road.valid()) return;
  const auto same_end = [](const RoadEnd& a, const RoadEnd& b) { return a.road == b.road && a.contact == b.contact; };
  const double travel = along_s_ ? 1.0 : -1.0;
  for (const RoadId other_id : map_.junction(own.junction).connecting_roads) {
    const Road& other = map_.road(other_id);
    if (other_id == own_id || other.length <= 0.0) continue;
    const bool alike = same_end(own.predecessor, other.predecessor) && same_end(own.successor, other.successor);
    const bool reversed = same_end(own.predecessor, other.successor) && same_end(own.successor, other.predecessor);
    if (!alike && !reversed) continue;
    RoadAbreast found;
    found.road = other_id;
    found.sense = alike ? travel : -travel;
    found.scale = found.sense * own.length / other.length;
    found.base = alike ? 0.0 : travel * own.length;
    double at_start = 0.0, at_end = 0.0;
    const ContactPoint own_at_start = alike ? ContactPoint::start : ContactPoint::end;
    if (!carry_over(own_at_start, other_id, ContactPoint::start, found.sense, at_start)) continue;
    if (!carry_over(other_end(own_at_start), other_id, ContactPoint::end, found.sense, at_end)) continue;
    found.shift = at_start;
    found.shift_slope = (at_end - at_start) / other.length;
    abreast_.push_back(found);
  }
}

// Carries the ego's t from an end of its road over the road that both touch there to an end of another.
bool ReachSearch::carry_over(ContactPoint own_end, RoadId road, ContactPoint end, double sense, double& shift) const {
  const RoadEnd& shared = end_of(map_.road(map_.lane(ego_lane_).road), own_end);
  const bool is_ahead = own_end == exit_of_own_road(Side::ahead);
  const double shared_sense = kSense[slot_of(is_ahead, shared.contact)];
  const std::vector<LaneId> followed = lanes_followed_to(own_end);

  // From a road's centre to the shared road's, over the first pair of linked lanes, the ego's own if there is one.
  const auto offset = [&](RoadId from, ContactPoint from_end, double from_sense, double& result) {
    const LaneSection& section = *section_at(from, from_end);
    bool found = false;
    for (std::size_t i = 0; i < section.lane_count; ++i) {
      const LaneId lane{section.first_lane + i};
      const bool is_followed = contains(followed, lane);
      if (!leads_on(lane) || (found && !is_followed)) continue;
      for (const LaneId linked : links_at(map_.lane(lane), from_end)) {
        if (map_.lane(linked).road != shared.road || !leads_on(linked)) continue;
        result = shared_sense * centre_at(linked, shared.contact) - from_sense * centre_at(lane, from_end);
        found = true;
        break;
      }
      if (found && is_followed) break;
    }
    return found;
  };
  double from_own = 0.0, from_other = 0.0;
  const RoadId own = map_.lane(ego_lane_).road;
  if (!offset(own, own_end, along_s_ ? 1.0 : -1.0, from_own) || !offset(road, end, sense, from_other)) return false;
  shift = from_own - from_other;
  return true;
}

ContactPoint ReachSearch::exit_of_own_road(Side side) const {
  return along_s_ == (side == Side::ahead) ? ContactPoint::end : ContactPoint::start;
}

// The lanes that the ego's lane becomes in the section at that end of its road.
std::vector<LaneId> ReachSearch::lanes_followed_to(ContactPoint exit) const {
  const Lane& own = map_.lane(ego_lane_);
  const Road& road = map_.road(own.road);
  const SectionId last{exit == ContactPoint::start ? road.first_section
                                                   : road.first_section + road.section_count - std::size_t{1}};
  std::vector<LaneId> followed = {ego_lane_}, next;
  for (SectionId here = own.section; here != last;
       here = SectionId{exit == ContactPoint::end ? here.index() + 1 : here.index() - 1}) {
    next.clear();
    for (const LaneId lane : followed) {
      for (const LaneId other : links_at(map_.lane(lane), exit)) {
        if (!contains(next, other)) next.push_back(other);
      }
    }
    followed.swap(next);
  }
  return followed;
}

bool ReachSearch::leads_on(LaneId id) const {
  const Lane& lane = map_.lane(id);
  if (carries_vehicles(lane.type)) return true;
  const LaneSection& section = map_.section(lane.section);
  const auto lanes = map_.lanes().subspan(section.first_lane, section.lane_count);
  return std::none_of(lanes.begin(), lanes.end(), [](const Lane& other) { return carries_vehicles(other.type); });
}

bool ReachSearch::runs_with_ego(LaneId lane, std::size_t slot) const {
  return allows(map_, {lane, kSense[slot] > 0.0});
}
bool ReachSearch::runs_against_ego(LaneId lane, std::size_t slot) const {
  return allows(map_, {lane, kSense[slot] < 0.0});
}

double ReachSearch::centre_at(LaneId lane, ContactPoint end) const {
  const Lane& l = map_.lane(lane);
  return lane_span(map_, lane, end == ContactPoint::start ? l.s_begin : l.s_end).centre();
}

const LaneSection* ReachSearch::section_at(RoadId road, ContactPoint end) const {
  const auto sections = map_.sections_of(road);
  return end == ContactPoint::start ? &sections.front() : &sections.back();
}

}  // namespace scrutineer::map::detail
