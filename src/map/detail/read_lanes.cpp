// <lanes>: lane offset, lane sections and their lanes.
#include <algorithm>
#include <cstring>
#include <iterator>
#include <utility>

#include "base/text.h"
#include "map/detail/border_widths.h"
#include "map/detail/document_reader.h"
#include "map/detail/lane_types.h"
#include "map/detail/limits.h"

namespace scrutineer::map::detail {

void DocumentReader::read_lanes(Element& lanes) {
  // OpenDRIVE 1.9 can have a second, temporary set of lanes for road works.
  if (is_of_temporary_layer(lanes)) {
    const char* const note =
        "temporary lanes (road works) are not read: what drives there is judged by the permanent ones";
    std::vector<std::string>& notes = document_.notes;
    if (std::ranges::find(notes, note) == notes.end()) notes.emplace_back(note);
    return warn(lanes.node, "the temporary layer is not read");
  }
  read_children(lanes);
  if (!failed()) complete_single_sides(lanes);
}

void DocumentReader::read_lane_offset(Element& offset) {
  read_cubic(offset, "s", 0.0, road_->lane_offsets);
  read_children(offset);
  if (failed()) return;
  const CubicRecord& record = road_->lane_offsets.back();
  const pugi::xml_node next = offset.node.next_sibling(offset.node.name());
  const double end = next ? parse_number(next.attribute("s").value()).value_or(road_->length) : road_->length;
  check_lateral(offset, record.cubic, std::min(end, road_->length) - record.s, "the lane offset");
}

// ---- sections -------------------------------------------------------------------------------------------------------

void DocumentReader::read_lane_section(Element& section) {
  std::vector<LaneSectionRecord>& sections = road_->sections;
  const double s = ordered_s(section, "s", 0.0, sections.empty() ? std::nullopt : std::optional(sections.back().s));
  const bool single = flag(section, "singleSide");
  if (failed()) return;
  if (s >= road_->length)
    return warn(section.node, fmt::format("left out: the road ends at s {}", shortest(road_->length)));

  section_ = &sections.emplace_back();
  section_->s = s;
  section_sides_.push_back({.single = single, .left_end = road_->length, .right_end = road_->length});
  read_children(section);
  if (!failed()) check_lane_numbers(section);
  if (!failed()) check_borders(section);
  section_ = nullptr;
  if (failed() || sections.size() < 2) return;

  // Two singleSide sections may begin at the same s, one for each side: together they are one.
  LaneSectionRecord& before = sections[sections.size() - 2];
  SectionSides& sides_before = section_sides_[sections.size() - 2];
  const SectionSides sides = section_sides_.back();
  if (before.s != s) return;
  const bool complement =
      sides.single && sides_before.single && !(sides.left && sides_before.left) && !(sides.right && sides_before.right);
  if (!complement) return warn(section.node, "replaces the laneSection before, which begins at the same s");
  std::ranges::move(sections.back().lanes, std::back_inserter(before.lanes));
  std::ranges::sort(before.lanes, {}, &LaneRecord::number);
  sides_before.left |= sides.left;
  sides_before.right |= sides.right;
  sections.pop_back();
  section_sides_.pop_back();
}

void DocumentReader::read_left(Element& left) {
  section_sides_.back().left = true;
  side_ = 1;
  side_end_ = section_sides_.back().left_end = side_end(left.node);
  read_children(left);
}

void DocumentReader::read_right(Element& right) {
  section_sides_.back().right = true;
  side_ = -1;
  side_end_ = section_sides_.back().right_end = side_end(right.node);
  read_children(right);
}

// Where the lanes of <left> or <right> end: at the next section that says something about this side.
double DocumentReader::side_end(const pugi::xml_node& side) const {
  const pugi::xml_node section = side.parent();
  for (pugi::xml_node next = section.next_sibling(section.name()); next; next = next.next_sibling(section.name())) {
    const bool single = std::strcmp(next.attribute("singleSide").value(), "true") == 0;
    if (single && !next.child(side.name())) continue;
    return std::min(parse_number(next.attribute("s").value()).value_or(road_->length), road_->length);
  }
  return road_->length;
}

// Puts the section's lanes into ascending order and looks at their numbers.
void DocumentReader::check_lane_numbers(Element& section) {
  std::vector<LaneRecord>& lanes = section_->lanes;
  // Files list lanes from left to right, so turning them round is mostly all there is to do.
  if (!std::ranges::is_sorted(lanes, {}, &LaneRecord::number)) {
    std::ranges::reverse(lanes);
    if (!std::ranges::is_sorted(lanes, {}, &LaneRecord::number)) std::ranges::sort(lanes, {}, &LaneRecord::number);
  }
  for (std::size_t i = 1; i < lanes.size(); ++i) {
    const int before = lanes[i - 1].number, here = lanes[i].number;
    if (before == here) return fail(section.node, fmt::format("lane {} is there twice", here));
  }
  // Numbers count outward from lane 0 without gaps.
  int left = 0, right = 0;
  for (const LaneRecord& lane : lanes) ++(lane.number > 0 ? left : right);
  const bool complete = lanes.empty() || (lanes.front().number >= -right && lanes.back().number <= left);
  if (!complete) {
    std::string numbers;
    for (const LaneRecord& lane : lanes) numbers += fmt::format("{}{}", numbers.empty() ? "" : ", ", lane.number);
    warn(section.node, fmt::format("lanes are not numbered without gaps: found {}", numbers));
  }
}

// A border is a t, so that of a right lane is below that of the lane within. Some programs write how far away it is,
// which is told and taken as meant; a lane on the other side of the road that makes no sense as that is refused.
void DocumentReader::check_borders(Element& section) {
  for (const int side : {-1, 1}) {
    const LaneSide lanes = lanes_of_side(*section_, side);
    const bool has_borders = std::ranges::any_of(lanes, [](const LaneRecord* lane) { return !lane->borders.empty(); });
    if (!has_borders) continue;
    const double s_end = side > 0 ? section_sides_.back().left_end : section_sides_.back().right_end;
    if (!(s_end > section_->s)) continue;
    const auto widths = bordered_widths(lanes, road_->lane_offsets, section_->s, s_end, false);
    const auto wrong = std::ranges::find_if(widths, [](const BorderedWidth& w) { return w.reach < kWrongSide; });
    if (wrong == widths.end()) {
      for (const BorderedWidth& w : widths) {
        if (w.narrowest < kNegativeWidth)
          warn(section.node, fmt::format("lane {}: the width at s {} is {} m", w.lane, rounded(w.narrowest_at, 3),
                                         rounded(w.narrowest, 4)));
      }
      continue;
    }
    const auto turned = bordered_widths(lanes, road_->lane_offsets, section_->s, s_end, true);
    const bool fits = std::ranges::all_of(turned, [](const BorderedWidth& w) { return w.narrowest >= kWrongSide; });
    if (!fits)
      return fail(section.node, fmt::format("lane {}: its border lies on the other side of the road, {} m from lane 0",
                                            wrong->lane, rounded(-wrong->reach, 2)));
    warn(section.node, fmt::format("the borders of its {} lanes lie on the other side of the road: taken as distances",
                                   side > 0 ? "left" : "right"));
    for (LaneRecord* lane : lanes) {
      for (CubicRecord& record : lane->borders) record.cubic = Cubic{} - record.cubic;
    }
  }
}

// ---- lanes ----------------------------------------------------------------------------------------------------------

void DocumentReader::read_center_lane(Element& lane) {
  const int number = integer(lane, "id");
  if (number != 0) warn(lane.node, "left out: the lane in <center> must be lane 0");
  read_children(lane);
  finish_marks(section_->centre_marks);
}

void DocumentReader::read_lane(Element& lane) {
  const int number = integer(lane, "id");
  if (failed()) return;
  if (number == 0) return warn(lane.node, "left out: lane 0 belongs into <center>");
  if ((number > 0) != (side_ > 0))
    warn(lane.node, fmt::format("stands in <{}>, but its number says the other side, which is taken",
                                side_ > 0 ? "left" : "right"));
  if (section_->lanes.size() >= kMaxLanesInSection)
    return fail(lane.node, fmt::format("a section must have at most {} lanes", kMaxLanesInSection));
  if (++lanes_read_ > kMaxLanes) return fail(lane.node, fmt::format("a file must have at most {} lanes", kMaxLanes));

  lane_ = &section_->lanes.emplace_back();
  lane_->number = number;
  lane_->line = {line_of(lane.node)};
  lane_->type_name = text_or_empty(lane, "type");
  lane_->type = lane_type_of(lane_->type_name);
  if (lane_->type == LaneType::other) {
    warn_once(lane.node, "lane type " + lane_->type_name,
              fmt::format("type {} is none of the standard's lane types", shown(lane_->type_name)));
  }
  lane_->level = flag(lane, "level");
  if (const std::string_view direction = text_or_empty(lane, "direction"); direction == "both") {
    lane_->direction = LaneDirection::both;
  } else if (direction == "reversed") {
    lane_->direction = LaneDirection::reversed;
  } else if (direction != "standard" && !direction.empty()) {
    warn(lane.node,
         fmt::format("direction should be standard, reversed or both, found {}: taken as standard", shown(direction)));
  }
  read_children(lane);
  if (!failed()) check_widths(lane);
  finish_marks(lane_->marks);
  lane_ = nullptr;
}

void DocumentReader::read_lane_predecessor(Element& link) {
  const int number = integer(link, "id");
  if (!is_of_temporary_layer(link)) lane_->predecessors.push_back(number);
  read_children(link);
}

void DocumentReader::read_lane_successor(Element& link) {
  const int number = integer(link, "id");
  if (!is_of_temporary_layer(link)) lane_->successors.push_back(number);
  read_children(link);
}

void DocumentReader::read_width(Element& width) {
  read_cubic(width, "sOffset", section_->s, lane_->widths);
  read_children(width);
}

void DocumentReader::read_border(Element& border) {
  read_cubic(border, "sOffset", section_->s, lane_->borders);
  read_children(border);
}

void DocumentReader::check_widths(Element& lane) {
  if (!lane_->widths.empty() && !lane_->borders.empty()) {
    warn(lane.node, "has <width> and <border>: <border> is ignored");
    lane_->borders.clear();
  }
  const bool by_width = lane_->borders.empty();
  std::vector<CubicRecord>& records = by_width ? lane_->widths : lane_->borders;
  if (records.empty()) {
    warn(lane.node, "has no <width>: taken as 0 m wide");
    records.push_back({section_->s, {}});
    return;
  }
  if (records.front().s > section_->s) {
    if (records.front().s > section_->s + kSameS) {
      warn(lane.node, fmt::format("the first {} begins at sOffset {}, wanted 0: taken as 0 m before",
                                  by_width ? "width" : "border", shortest(records.front().s - section_->s)));
      records.insert(records.begin(), CubicRecord{section_->s, {}});
    } else {
      records.front().s = section_->s;
    }
  }

  for (std::size_t i = 0; i < records.size(); ++i) {
    const double length = (i + 1 < records.size() ? std::min(records[i + 1].s, side_end_) : side_end_) - records[i].s;
    if (length <= 0.0) continue;
    check_lateral(lane, records[i].cubic, length, by_width ? "the width" : "the border");
    if (failed() || !by_width) continue;
    const Lowest low = lowest(records[i].cubic, length);
    if (low.value < kNegativeWidth)
      warn(lane.node,
           fmt::format("the width at s {} is {} m", rounded(records[i].s + low.at, 3), rounded(low.value, 4)));
  }
}

void DocumentReader::read_lane_speed(Element& speed) {
  std::vector<LaneSpeedRecord>& speeds = lane_->speeds;
  const double s =
      ordered_s(speed, "sOffset", section_->s, speeds.empty() ? std::nullopt : std::optional(speeds.back().s));
  speeds.push_back({s, speed_limit(speed)});
  read_children(speed);
}

void DocumentReader::read_lane_access(Element& access) {
  std::vector<LaneAccessRecord>& accesses = lane_->accesses;
  const double s =
      ordered_s(access, "sOffset", section_->s, accesses.empty() ? std::nullopt : std::optional(accesses.back().s));
  LaneAccessRecord& out = accesses.emplace_back();
  out.s = s;
  const std::string_view rule = text_or_empty(access, "rule");
  out.allow = rule == "allow";
  if (rule != "allow" && rule != "deny" && !rule.empty())
    warn(access.node, fmt::format("rule should be allow or deny, found {}: taken as deny", shown(rule)));
  if (const std::string_view restriction = text_or_empty(access, "restriction"); !restriction.empty())
    out.restrictions.emplace_back(restriction);
  read_children(access);
}

void DocumentReader::read_access_restriction(Element& restriction) {
  lane_->accesses.back().restrictions.emplace_back(text(restriction, "type"));
  read_children(restriction);
}

// ---- singleSide -----------------------------------------------------------------------------------------------------

namespace {

// Cuts a list of records at `s`: what holds from there on is returned, beginning with what held at `s`, moved to it.
template <typename Record, typename Move>
std::vector<Record> cut_off(std::vector<Record>& records, double s, Move move) {
  const auto later = std::ranges::lower_bound(records, s, {}, &Record::s);
  std::vector<Record> rest;
  const bool begins_there = later != records.end() && later->s == s;
  if (later != records.begin() && !begins_there) {
    // All records that begin where the last one does: only access lists have several that hold together.
    const auto first = std::ranges::lower_bound(records.begin(), later, std::prev(later)->s, {}, &Record::s);
    std::transform(first, later, std::back_inserter(rest), move);
  }
  std::move(later, records.end(), std::back_inserter(rest));
  records.erase(later, records.end());
  return rest;
}

// Cuts a lane in two at `s`; both halves keep its number. The returned half is the one behind.
LaneRecord cut_off(LaneRecord& lane, double s) {
  const auto moved_cubic = [s](const CubicRecord& r) { return CubicRecord{s, r.cubic.moved_to(s - r.s)}; };
  const auto moved = [s](auto record) {
    record.s = s;
    return record;
  };
  LaneRecord rest;
  rest.number = lane.number;
  rest.line = lane.line;
  rest.type = lane.type;
  rest.type_name = lane.type_name;
  rest.level = lane.level;
  rest.direction = lane.direction;
  rest.predecessors = {lane.number};
  rest.successors = std::exchange(lane.successors, {lane.number});
  rest.widths = cut_off(lane.widths, s, moved_cubic);
  rest.borders = cut_off(lane.borders, s, moved_cubic);
  rest.speeds = cut_off(lane.speeds, s, moved);
  rest.accesses = cut_off(lane.accesses, s, moved);
  rest.marks = cut_off(lane.marks, s, moved);
  return rest;
}

}  // namespace

void DocumentReader::complete_single_sides(Element& lanes) {
  std::vector<LaneSectionRecord>& sections = road_->sections;
  for (std::size_t i = 1; i < sections.size(); ++i) {
    const SectionSides& sides = section_sides_[i];
    if (!sides.single) continue;
    for (LaneRecord& lane : sections[i - 1].lanes) {
      if (lane.number > 0 ? sides.left : sides.right) continue;
      sections[i].lanes.push_back(cut_off(lane, sections[i].s));
      lanes_read_ += 1 + sections[i].lanes.back().accesses.size();
    }
    if (lanes_read_ > kMaxLanes) return fail(lanes.node, fmt::format("a file must have at most {} lanes", kMaxLanes));
    std::ranges::sort(sections[i].lanes, {}, &LaneRecord::number);
  }
}

}  // namespace scrutineer::map::detail
