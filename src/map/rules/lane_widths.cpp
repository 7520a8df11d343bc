// Rules about how wide lanes are, what they are linked to by type, and how fast one may drive on them.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <set>

#include "base/text.h"
#include "map/detail/document_reader.h"
#include "map/detail/lane_use.h"
#include "map/rules/catalogue.h"
#include "map/rules/check_context.h"
#include "map/rules/lane_links.h"

namespace scrutineer::map::rules {
namespace {

// Where the record ends: at the next one or the section's end.
double end_of(const std::vector<CubicPiece>& pieces, std::size_t i, const SourceSection& section) {
  return i + 1 < pieces.size() ? pieces[i + 1].s : section.length;
}

bool is_complete(const CubicPiece& piece) {
  return std::isfinite(piece.s) && std::isfinite(piece.cubic.a + piece.cubic.b + piece.cubic.c + piece.cubic.d);
}

template <typename Judge>
void each_lane(Check& check, Judge judge) {
  check.each(check.source().roads(), [&](const SourceRoad& road) {
    for (const SourceSection& section : road.sections)
      for (const SourceLane& lane : section.lanes)
        if (lane.side != 0) judge(road, section, lane);
  });
}

void road_lane_width(Check& check) {
  const double limit = -check.tolerance("max_negative");
  each_lane(check, [&](const SourceRoad&, const SourceSection& section, const SourceLane& lane) {
    for (std::size_t i = 0; i < lane.widths.size(); ++i) {
      const CubicPiece& piece = lane.widths[i];
      const double length = end_of(lane.widths, i, section) - piece.s;
      if (!is_complete(piece) || !std::isfinite(length)) {
        check.skip(piece.node, "a number of the width is missing");
        continue;
      }
      // A record beyond the section's end holds nowhere, but says where it would begin.
      const detail::Lowest lowest = detail::lowest(piece.cubic, std::max(length, 0.0));
      if (lowest.value >= limit) continue;
      check.report(piece.node, {.lane = &lane, .s = section.s + piece.s + lowest.at}, "the width is negative")
          .measure(lowest.value, limit, "m");
    }
  });
}

void lane_without_width(Check& check) {
  each_lane(check, [&](const SourceRoad&, const SourceSection& section, const SourceLane& lane) {
    if (lane.widths.empty() && lane.borders.empty())
      check.report(lane.node, {.lane = &lane, .s = section.s}, "has neither width nor border");
  });
}

class WidthSteps {
 public:
  explicit WidthSteps(Check& check)
      : check_(check), max_step_(check.tolerance("max_step")), min_width_(check.tolerance("min_width")) {}

  void run() {
    each_lane(check_, [&](const SourceRoad&, const SourceSection& section, const SourceLane& lane) {
      if (!detail::is_in_use(lane.type)) return;
      for (std::size_t i = 1; i < lane.widths.size(); ++i) {
        const CubicPiece &before = lane.widths[i - 1], &after = lane.widths[i];
        judge(after.node, {.lane = &lane, .s = section.s + after.s}, before.cubic.at(after.s - before.s), after.cubic.a,
              before.node, [] { return std::string("its width jumps"); });
      }
    });
    std::set<std::pair<const SourceLane*, const SourceLane*>> seen;
    for (const StatedLink& link : check_.source().links()) {
      if (link.kind == StatedLink::Kind::junction || link.from == nullptr || link.to == nullptr) continue;
      if (!detail::is_in_use(link.from->type) || link.from->links(link.from_end).size() > 1) continue;
      if (link.to->links(link.to_end).size() > 1 || !seen.insert(std::minmax(link.from, link.to)).second) continue;
      const SourceSection& section = check_.source().roads()[link.from->road].sections[link.from->section];
      const auto here = width_at(section, *link.from, link.from_end);
      const auto there = width_at(*link.to_section, *link.to, link.to_end);
      if (!here || !there) continue;
      const double s = link.from_end == ContactPoint::start ? section.s : section.s + section.length;
      judge(link.from->node, {.lane = link.from, .s = s}, *here, *there, link.to->node,
            [&] { return fmt::format("its width jumps where it goes on as {}", name_of(check_.source(), *link.to)); });
    }
  }

 private:
  // `message` makes it, if there is something to report.
  template <typename Message>
  void judge(Node node, const Where& where, double before, double after, Node other, Message message) {
    if (!(std::abs(after - before) > max_step_) || before <= min_width_ || after <= min_width_) return;
    check_.report(node, where, message()).measure(std::abs(after - before), max_step_, "m").relate(other);
  }

  Check& check_;
  double max_step_, min_width_;
};

void width_steps(Check& check) { WidthSteps(check).run(); }

// The longest stretch of the section over which the lane's width fits, sampled by metres.
template <typename Fits>
double longest_stretch(const SourceSection& section, const SourceLane& lane, Fits fits) {
  constexpr double kStep = 1.0;
  constexpr double kMostSteps = 2000.0;
  const double step = std::max(kStep, section.length / kMostSteps);
  double longest = 0.0, current = 0.0;
  std::size_t record = 0;
  for (double ds = 0.0; ds <= section.length; ds += step) {
    while (record + 1 < lane.widths.size() && lane.widths[record + 1].s <= ds) ++record;
    const CubicPiece& piece = lane.widths[record];
    current = fits(piece.cubic.at(ds - piece.s)) ? current + step : 0.0;
    longest = std::max(longest, current);
  }
  return longest;
}

void lane_too_narrow(Check& check) {
  const double least = check.tolerance("min_width"), most = check.tolerance("max_width"),
               ended = check.tolerance("ended_width"), over = check.tolerance("over_length");
  each_lane(check, [&](const SourceRoad&, const SourceSection& section, const SourceLane& lane) {
    if (lane.type != LaneType::driving || lane.widths.empty() || !(section.length > over)) return;
    if (!std::ranges::all_of(lane.widths, is_complete)) return;
    const double narrow = longest_stretch(section, lane, [&](double w) { return w >= ended && w < least; });
    const double wide = longest_stretch(section, lane, [&](double w) { return w > most; });
    const Where where{.lane = &lane, .s = section.s + 0.5 * section.length};
    const double width = value_at(lane.widths, 0.5 * section.length).value_or(kNowhere);
    if (narrow > over)
      check.report(lane.node, where, fmt::format("is narrow over {:.0f} m", narrow)).measure(width, least, "m");
    if (wide > over)
      check.report(lane.node, where, fmt::format("is wide over {:.0f} m", wide)).measure(width, most, "m");
  });
}

bool is_not_for_vehicles(LaneType type) {
  switch (type) {
    case LaneType::none:
    case LaneType::shoulder:
    case LaneType::median:
    case LaneType::sidewalk:
    case LaneType::walking:
    case LaneType::curb:
      return true;
    default:
      return false;
  }
}

void lane_type_changes(Check& check) {
  std::set<std::pair<const SourceLane*, const SourceLane*>> seen;
  for (const StatedLink& link : check.source().links()) {
    if (link.from == nullptr || link.to == nullptr || !seen.insert(std::minmax(link.from, link.to)).second) continue;
    const bool from_vehicles = is_for_vehicles(link.from->type), to_vehicles = is_for_vehicles(link.to->type);
    const LaneType other = from_vehicles ? link.to->type : link.from->type;
    if (from_vehicles == to_vehicles || !is_not_for_vehicles(other)) continue;
    const SourceSection& section = check.source().roads()[link.from->road].sections[link.from->section];
    const double s = link.from_end == ContactPoint::start ? section.s : section.s + section.length;
    check
        .report(link.from->node, {.lane = link.from, .s = s},
                fmt::format("is a {} lane, but linked to {}, a {} lane", text_of(link.from->node, "type"),
                            name_of(check.source(), *link.to), text_of(link.to->node, "type")))
        .relate(link.to->node);
  }
}

// ---- speeds ---------------------------------------------------------------------------------------------------------

constexpr double kKmhPerMps = 3.6, kKmhPerMph = 1.609344;

// In km/h; nothing for "no limit", "undefined", what is no number and unknown units.
std::optional<double> kmh_of(Node speed) {
  const double value = number_of(speed, "max");
  if (!std::isfinite(value)) return std::nullopt;
  const std::string_view unit = text_of(speed, "unit");
  if (unit.empty() || unit == "m/s") return value * kKmhPerMps;
  if (unit == "km/h") return value;
  if (unit == "mph") return value * kKmhPerMph;
  return std::nullopt;
}

// All speeds of a map: of road types and of lanes.
template <typename Judge>
void each_speed(Check& check, Judge judge) {
  check.each(check.source().roads(), [&](const SourceRoad& road) {
    for (const Node type : road.node.children("type"))
      if (const Node speed = type.child("speed")) judge(road, nullptr, speed, std::max(number_of(type, "s"), 0.0));
    for (const SourceSection& section : road.sections)
      for (const SourceLane& lane : section.lanes)
        for (const Node speed : lane.node.children("speed"))
          judge(road, &lane, speed, section.s + number_of(speed, "sOffset"));
  });
}

void speed_implausible(Check& check) {
  const double most = check.tolerance("max_speed"), least = check.tolerance("min_speed");
  each_speed(check, [&](const SourceRoad& road, const SourceLane* lane, Node speed, double s) {
    const Where where{.road = &road, .lane = lane, .s = s};
    const std::string_view unit = text_of(speed, "unit");
    if (!unit.empty() && unit != "m/s" && unit != "km/h" && unit != "mph") {
      check.report(speed, where, fmt::format("the unit is \"{}\", not m/s, km/h or mph", unit));
    } else if (const auto kmh = kmh_of(speed); kmh && (*kmh > most || *kmh < least)) {
      check
          .report(speed, where,
                  fmt::format("the speed limit is {} {}", text_of(speed, "max"), unit.empty() ? "m/s (no unit)" : unit))
          .measure(*kmh, *kmh > most ? most : least, "km/h");
    }
  });
}

struct SpeedRange {
  const char *type, *least_name, *most_name;
  double least, most;
};
constexpr SpeedRange kRanges[] = {
    {"rural", "rural_min", "rural_max", 50, 100},
    {"motorway", "motorway_min", "motorway_max", 80, 999},
    {"town", "town_min", "town_max", 10, 100},
    {"lowSpeed", "low_speed_min", "low_speed_max", 10, 30},
    {"pedestrian", "pedestrian_min", "pedestrian_max", 1, 20},
    {"bicycle", "bicycle_min", "bicycle_max", 1, 40},
    {"townExpressway", "town_expressway_min", "town_expressway_max", 80, 130},
    {"townCollector", "town_collector_min", "town_collector_max", 50, 100},
    {"townArterial", "town_arterial_min", "town_arterial_max", 50, 90},
    {"townPrivate", "town_private_min", "town_private_max", 10, 30},
    {"townLocal", "town_local_min", "town_local_max", 10, 30},
    {"townPlayStreet", "town_play_street_min", "town_play_street_max", 10, 30},
};

std::vector<Tolerance> range_tolerances() {
  std::vector<Tolerance> all;
  for (const SpeedRange& range : kRanges) {
    all.push_back({range.least_name, "km/h", "Lowest usual limit on such a road.", range.least});
    all.push_back({range.most_name, "km/h", "Highest usual limit on such a road.", range.most});
  }
  return all;
}

// The types of one road, by s.
class RoadTypes {
 public:
  RoadTypes() = default;
  explicit RoadTypes(const SourceRoad& road) {
    for (const Node node : road.node.children("type")) types_.push_back(node);
    holding_ = HoldingRecords(types_, [](Node node) { return number_of(node, "s"); });
  }

  std::string_view at(double s) const {
    const auto holding = holding_.at(s);
    return holding ? text_of(types_[*holding], "type") : std::string_view();
  }

 private:
  std::vector<Node> types_;
  HoldingRecords holding_;
};

void road_type_vs_speed_limit(Check& check) {
  const SourceRoad* known = nullptr;  // whose types these are
  RoadTypes types;
  each_speed(check, [&](const SourceRoad& road, const SourceLane* lane, Node speed, double s) {
    const auto kmh = kmh_of(speed);
    if (!kmh || (lane != nullptr && lane->type != LaneType::driving)) return;
    if (known != &road) types = RoadTypes(road);
    known = &road;
    const std::string_view type = types.at(s);
    for (const SpeedRange& range : kRanges) {
      if (type != range.type) continue;
      const double least = check.tolerance(range.least_name), most = check.tolerance(range.most_name);
      // Limits in m/s are rounded: 13.89 m/s are 50.004 km/h.
      if (*kmh >= least - 0.1 && *kmh <= most + 0.1) return;
      check.report(speed, {.road = &road, .lane = lane, .s = s}, fmt::format("is an unusual limit on a {} road", type))
          .measure(*kmh, *kmh < least ? least : most, "km/h");
      return;
    }
  });
}

std::vector<MapRule> width_rules() {
  return {
      {.uid = "openmsl.net:xodr:1.4.0:road.semantic.road_lane_width",
       .group = "lanes",
       .title = "No lane has a negative width.",
       .doc = "The lowest value of each width record over the stretch on which it holds is not below -max_negative.",
       .why = "Borders cross, and places on the lane do not exist.",
       .remedy = "Let the width end at 0.",
       .level = Level::error,
       .drives = true,
       .tolerances = {{"max_negative", "m", "Widths may be as far below 0 as this, which is rounding.", 0.01}},
       .peer = "openMSL's checker also reports a record whose a is below 0 by 1e-19.",
       .run = road_lane_width},
      {.uid = "scrutineer.internal:xodr:1.1.0:map.lane_without_width",
       .group = "lanes",
       .title = "Every lane has a width or a border.",
       .doc = "Left and right lanes, not the center lane.",
       .why = "CARLA ends with an assertion, others take the lane as 0 m wide.",
       .remedy = "Add a width.",
       .level = Level::error,
       .drives = true,
       .run = lane_without_width},
      {.uid = "scrutineer.internal:xodr:1.1.0:map.width_steps",
       .group = "lanes",
       .title = "Widths do not jump.",
       .doc =
           "From one width record of a lane to the next, and to the only lane that it is linked to, the width changes "
           "by at most max_step; not looked at where one side is narrower than min_width. Lanes in use only.",
       .why = "The lane's centre, and with it whatever follows it, jumps sideways.",
       .remedy = "Let the width change over some metres.",
       .drives = true,
       .tolerances = {{"max_step", "m", "Widths may jump by this.", 0.1},
                      {"min_width", "m", "Lanes narrower than this are about to end or have just begun.", 0.5}},
       .run = width_steps},
      {.uid = "scrutineer.internal:xodr:1.1.0:map.lane_too_narrow",
       .group = "lanes",
       .title = "Driving lanes are as wide as vehicles need.",
       .doc =
           "A driving lane is not narrower than min_width (though wider than ended_width) and not wider than max_width "
           "over more than over_length of its lane section.",
       .why = "Mostly it is a slip of units, or a lane of another type.",
       .remedy = "Correct the width or the type.",
       .level = Level::information,
       .tolerances = {{"min_width", "m", "Narrower lanes are too narrow for a car.", 1.8},
                      {"max_width", "m", "Wider lanes are two.", 8.0},
                      {"ended_width", "m", "Lanes narrower than this have ended.", 0.5},
                      {"over_length", "m", "Shorter stretches do not count.", 20.0}},
       .run = lane_too_narrow},
      {.uid = "scrutineer.internal:xodr:1.1.0:map.lane_type_changes",
       .group = "lanes",
       .title = "Lanes that vehicles use go on as such.",
       .doc = "No link joins a lane that vehicles use with one of the type none, shoulder, median, curb, sidewalk or "
              "walking. Once for each pair of lanes.",
       .why = "Simulated traffic stops there or drives on the sidewalk.",
       .remedy = "Correct the type of one lane, or remove the link.",
       .run = lane_type_changes},
  };
}

std::vector<MapRule> speed_rules() {
  return {
      {.uid = "scrutineer.internal:xodr:1.1.0:map.speed_implausible",
       .group = "lanes",
       .title = "Speed limits are plausible.",
       .doc =
           "Limits of road types and lanes lie between min_speed and max_speed in the unit that is stated (none: m/s), "
           "and the unit is m/s, km/h or mph.",
       .why = "Limits in km/h that are written without a unit are read as m/s.",
       .remedy = "Add the unit.",
       .level = Level::information,
       .tolerances = {{"max_speed", "km/h", "Highest limit that is plausible.", 200.0},
                      {"min_speed", "km/h", "Lowest limit that is plausible.", 5.0}},
       .run = speed_implausible},
      {.uid = "openmsl.net:xodr:1.4.0:road.road_type_vs_speed_limit",
       .group = "lanes",
       .title = "Speed limits fit the type of road.",
       .doc = "Limits of driving lanes, and of the road type itself, lie in the range that is usual for the type that "
              "holds at that s. Types without a range (unknown) are not looked at.",
       .why = "A slip of units, or a wrong type.",
       .remedy = "Correct the limit, its unit, or the road's type.",
       .level = Level::information,
       .tolerances = range_tolerances(),
       .peer = "openMSL's checker takes the road's first type, does not read the type's own speed, and reports "
               "types that it has no range for.",
       .run = road_type_vs_speed_limit},
  };
}

}  // namespace

std::vector<MapRule> lane_width_rules() {
  std::vector<MapRule> all = width_rules();
  for (const MapRule& rule : speed_rules()) all.push_back(rule);
  return all;
}

}  // namespace scrutineer::map::rules
