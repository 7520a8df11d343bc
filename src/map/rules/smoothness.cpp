// Rules about what meets: lanes and roads in the plane, in height and in heading.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "base/quantity.h"
#include "map/detail/lane_centre.h"
#include "map/detail/lane_ends.h"
#include "map/detail/lane_use.h"
#include "map/lane_graph.h"
#include "map/lookup.h"
#include "map/rules/catalogue.h"
#include "map/rules/check_context.h"

namespace scrutineer::map::rules {
namespace {

using detail::LaneEnd;
using detail::LaneEndSection;

constexpr double kRounding = 1e-6;  // metres of s
constexpr double kMeets = 0.5;      // metres: what is further apart is a finding of map.connected_lanes

double gap_between(Point a, Point b) { return std::hypot(a.x - b.x, a.y - b.y); }

// Two lane ends that are linked, `here` being where traffic notices what is wrong.
struct LinkedEnds {
  LaneEnd here, there;
  LaneEndSection section, other;
};

bool comes_first(const RoadNetwork& map, LaneEnd end, LaneEnd other) {
  const bool out = leads_out(map, end), other_out = leads_out(map, other);
  return out != other_out ? out : end < other;
}

// Every link between lanes that `fits` takes, once.
template <typename Fits, typename Judge>
void each_pair(const RoadNetwork& map, Fits fits, Judge judge) {
  for (std::size_t i = 0; i < map.lanes().size(); ++i) {
    if (!fits(map.lanes()[i].type)) continue;
    for (const ContactPoint end : {ContactPoint::start, ContactPoint::end}) {
      const LaneEnd here{LaneId(i), end};
      if (links_at(map.lanes()[i], end).empty()) continue;
      std::optional<LaneEndSection> section;
      for (const LaneEnd there : linked_ends(map, here)) {
        if (!fits(map.lane(there.lane).type) || !comes_first(map, here, there)) continue;
        if (!section) section = cross_section(map, here);
        const auto other = cross_section(map, there);
        if (section && other) judge(LinkedEnds{here, there, *section, *other});
      }
    }
  }
}

// ---- horizontal gaps ------------------------------------------------------------------------------------------------

// Seen from outside the end: a lane that is left at its start has left and right exchanged.
struct Edges {
  Point left, right;
};
Edges edges_outward(const LaneEndSection& section, ContactPoint end) {
  if (end == ContactPoint::end) return {section.left, section.right};
  return {section.right, section.left};
}

LaneEndSection point_section(Point point) { return {.left = point, .right = point, .centre = point}; }

class HorizontalGaps {
 public:
  explicit HorizontalGaps(Check& check) : check_(check), map_(check.map()), max_gap_(check.tolerance("max_gap")) {}

  void run() {
    for (std::size_t i = 0; i < map_.lanes().size(); ++i) {
      if (!is_drivable(map_.lanes()[i].type)) continue;
      for (const ContactPoint end : kBothEnds) {
        const LaneEnd here{LaneId(i), end};
        if (links_at(map_.lanes()[i], end).empty()) continue;
        const auto section = cross_section(map_, here);
        if (section) look_at(here, *section, linked_ends(map_, here));
      }
    }
  }

 private:
  // The lanes of one road that a lane goes on as lie beside each other, and together are as wide as it.
  void look_at(LaneEnd here, const LaneEndSection& section, std::vector<LaneEnd> linked) {
    std::erase_if(linked, [&](LaneEnd there) { return !is_drivable(map_.lane(there.lane).type); });
    std::ranges::sort(linked, {}, [&](LaneEnd there) { return std::pair(map_.lane(there.lane).road, there); });
    for (std::size_t first = 0; first < linked.size();) {
      std::size_t last = first;
      while (last + 1 < linked.size() && map_.lane(linked[last + 1].lane).road == map_.lane(linked[first].lane).road &&
             linked[last + 1].end == linked[first].end)
        ++last;
      if (last > first) {
        judge_split(here, section, std::span(linked).subspan(first, last - first + 1));
      } else if (comes_first(map_, here, linked[first]) && !is_merged(here, linked[first])) {
        judge_pair(here, section, linked[first]);
      }
      first = last + 1;
    }
  }

  // Do other lanes of this road end in that lane as well? Then they are judged together, from there.
  bool is_merged(LaneEnd here, LaneEnd there) const {
    const LaneSection& section = map_.section(map_.lane(here.lane).section);
    std::size_t ending = 0;
    for (std::size_t i = 0; i < section.lane_count; ++i) {
      const LaneEnd other{LaneId(section.first_lane + i), here.end};
      if (is_drivable(map_.lane(other.lane).type) && detail::are_linked(map_, there, other)) ++ending;
    }
    return ending > 1;
  }

  void judge_pair(LaneEnd here, const LaneEndSection& section, LaneEnd there) {
    const auto other = cross_section(map_, there);
    if (!other) return;
    // A lane that has narrowed to a point only has to touch the other one.
    if (section.width < max_gap_ || other->width < max_gap_)
      return report(here, section, there, *other, distance(section, *other));
    const Edges mine = edges_outward(section, here.end), theirs = edges_outward(*other, there.end);
    report(here, section, there, *other,
           std::max(gap_between(mine.left, theirs.right), gap_between(mine.right, theirs.left)));
  }

  void judge_split(LaneEnd here, const LaneEndSection& section, std::span<const LaneEnd> parts) {
    const Edges mine = edges_outward(section, here.end);
    double left_gap = 1e9, right_gap = 1e9;
    std::optional<LaneEndSection> shown;
    for (const LaneEnd part : parts) {
      const auto other = cross_section(map_, part);
      if (!other) return;
      const Edges theirs = edges_outward(*other, part.end);
      left_gap = std::min(left_gap, gap_between(mine.left, theirs.right));
      right_gap = std::min(right_gap, gap_between(mine.right, theirs.left));
      // A part that reaches beyond the lane is no part of it.
      const double beyond =
          std::max(distance(section, point_section(other->left)), distance(section, point_section(other->right)));
      if (beyond > max_gap_) return report(here, section, part, *other, beyond);
      shown = other;
    }
    if (shown) report(here, section, parts.back(), *shown, std::max(left_gap, right_gap));
  }

  void report(LaneEnd here, const LaneEndSection& section, LaneEnd there, const LaneEndSection& other, double gap) {
    if (!(gap > max_gap_)) return;
    Finding finding = finding_at(map_, here.lane, section);
    finding.message = fmt::format("its edges do not meet those of {} at s {:.2f}, to which it is linked",
                                  name_of(map_, there.lane), other.s);
    check_.report(std::move(finding)).measure(gap, max_gap_, "m");
  }

  Check& check_;
  const RoadNetwork& map_;
  double max_gap_;
};

void no_horizontal_gaps(Check& check) { HorizontalGaps(check).run(); }

// ---- ends of reference lines ----------------------------------------------------------------------------------------

// How far the edges of linked lanes in use of the two roads lie apart, at most. Where they meet, the reference lines may lie
// where they like, and so may lanes that nobody uses. Nothing: no lanes in use are linked.
std::optional<double> gap_of_lanes(const RoadNetwork& map, RoadId road, ContactPoint end, RoadId other,
                                   double max_gap) {
  const auto sections = map.sections_of(road);
  if (sections.empty()) return std::nullopt;
  const LaneSection& section = end == ContactPoint::start ? sections.front() : sections.back();
  std::optional<double> worst;
  for (std::size_t i = 0; i < section.lane_count; ++i) {
    const LaneEnd here{LaneId(section.first_lane + i), end};
    if (!detail::is_in_use(map.lane(here.lane).type)) continue;
    for (const LaneEnd there : linked_ends(map, here)) {
      if (map.lane(there.lane).road != other) continue;
      const auto a = cross_section(map, here), b = cross_section(map, there);
      if (!a || !b) continue;
      const Edges mine = edges_outward(*a, here.end), theirs = edges_outward(*b, there.end);
      const bool is_point = a->width < max_gap || b->width < max_gap;
      const double gap = is_point
                             ? distance(*a, *b)
                             : std::max(gap_between(mine.left, theirs.right), gap_between(mine.right, theirs.left));
      worst = std::max(worst.value_or(0.0), gap);
    }
  }
  return worst;
}

void contact_point(Check& check) {
  const double limit = check.tolerance("max_gap");
  const RoadNetwork& map = check.map();
  check.each(check.source().roads(), [&](const SourceRoad& road) {
    if (!road.junction.empty()) return;
    for (const ContactPoint end : kBothEnds) {
      const SourceLink& link = road.link(end);
      const SourceRoad* other = link && link.is_road() && link.contact ? check.source().find_road(link.id) : nullptr;
      if (other == nullptr || !other->junction.empty()) continue;
      const RoadId here = check.road_id(road), there = check.road_id(*other);
      const RoadPoint a = point_at(map, here, road.s_of(end), 0.0);
      const RoadPoint b = point_at(map, there, other->s_of(*link.contact), 0.0);
      double gap = std::max({std::abs(a.x - b.x), std::abs(a.y - b.y), std::abs(a.z - b.z)});
      if (gap <= limit) continue;
      const auto of_lanes = gap_of_lanes(map, here, end, there, limit);
      if (of_lanes) gap = *of_lanes;
      if (gap <= limit) continue;
      check
          .report(
              link.node, {.road = &road, .s = road.s_of(end)},
              fmt::format("{} not meet {} of road {} at its {}", of_lanes ? "its lanes do" : "its reference line does",
                          of_lanes ? "those" : "that", other->id, word_of(*link.contact)))
          .measure(gap, limit, "m")
          .level(of_lanes && gap <= kMeets ? Level::warning : Level::error)
          .relate(other->node);
    }
  });
}

// ---- kinks and heights ----------------------------------------------------------------------------------------------

void lane_kink(Check& check) {
  const double small = check.tolerance("max_turn"), large = check.tolerance("clear_turn"),
               least = check.tolerance("min_width");
  const RoadNetwork& map = check.map();
  each_pair(map, is_drivable, [&](const LinkedEnds& pair) {
    if (pair.section.width < least || pair.other.width < least || distance(pair.section, pair.other) > kMeets) return;
    const double turn =
        std::abs(std::remainder(pair.section.outward - (pair.other.outward + kPi), 2.0 * kPi)) * kDegrees;
    if (turn <= small) return;
    Finding finding = finding_at(map, pair.here.lane, pair.section);
    finding.message = fmt::format("has a kink where it goes on as {}", name_of(map, pair.there.lane));
    const bool is_clear = turn > large && is_for_vehicles(map.lane(pair.here.lane).type) &&
                          is_for_vehicles(map.lane(pair.there.lane).type);
    check.report(std::move(finding))
        .measure(turn, is_clear ? large : small, "deg")
        .level(is_clear ? Level::error : Level::warning);
  });
}

// The height that <height> records add to a lane's inner and outer edge.
struct Raise {
  double inner = 0.0, outer = 0.0;
};
class Raises {
 public:
  explicit Raises(const Check& check) : check_(check) {
    for (const SourceRoad& road : check.source().roads()) {
      bool any = false;
      for (const SourceSection& section : road.sections)
        for (const SourceLane& lane : section.lanes) any |= !lane.node.child("height").empty();
      has_heights_.push_back(any);
      has_shape_.push_back(!road.node.child("lateralProfile").child("shape").empty() ||
                           !road.node.child("lateralProfile").child("crossSectionSurface").empty());
    }
  }

  bool has_shape(RoadId road) const { return has_shape_[road.index()]; }

  Raise at(LaneEnd at) const {
    const Lane& lane = check_.map().lane(at.lane);
    if (!has_heights_[lane.road.index()]) return {};
    const SourceRoad& road = check_.source().roads()[lane.road.index()];
    const SourceLane* source = road.lane_from(lane.s_begin, lane.number);
    if (source == nullptr) return {};
    const double ds = at.end == ContactPoint::start ? 0.0 : road.sections[source->section].length;
    Raise raise;
    for (const Node record : source->node.children("height")) {
      // One at the end of the section says how high the lane ends, whichever way its s was rounded.
      if (number_of(record, "sOffset") > ds + kRounding) break;
      const double inner = number_of(record, "inner"), outer = number_of(record, "outer");
      raise = {std::isfinite(inner) ? inner : 0.0, std::isfinite(outer) ? outer : 0.0};
    }
    return raise;
  }

 private:
  const Check& check_;
  std::vector<bool> has_heights_, has_shape_;
};

// Heights of the left and right edge of a lane end, seen along s.
std::array<double, 2> edge_heights(const RoadNetwork& map, LaneEnd at, const Raise& raise) {
  const Lane& lane = map.lane(at.lane);
  const LaneSection& section = map.section(lane.section);
  const bool begin = at.end == ContactPoint::start;
  const Strip& strip = map.strip(begin ? section.first_strip : section.first_strip + section.strip_count - 1);
  const auto borders = map.borders_of(strip);
  const std::size_t place = at.lane.index() - strip.first_lane;
  const double ds = begin ? 0.0 : strip.length;
  const double slant = std::sin(detail::roll_at(map, strip, ds)), base = strip.elevation.at(ds);
  double left_t = borders[place + 1].at(ds), right_t = borders[place].at(ds);
  // A level lane keeps the height of its inner border.
  if (lane.level) (lane.number > 0 ? left_t : right_t) = lane.number > 0 ? right_t : left_t;
  const bool is_left = lane.number > 0;
  return {base + left_t * slant + (is_left ? raise.outer : raise.inner),
          base + right_t * slant + (is_left ? raise.inner : raise.outer)};
}

void vertical_gap(Check& check) {
  const double small = check.tolerance("max_step"), large = check.tolerance("clear_step");
  const RoadNetwork& map = check.map();
  const Raises raises(check);
  each_pair(map, is_drivable, [&](const LinkedEnds& pair) {
    if (distance(pair.section, pair.other) > kMeets) return;
    const RoadId road = map.lane(pair.here.lane).road, other_road = map.lane(pair.there.lane).road;
    if (raises.has_shape(road) || raises.has_shape(other_road))
      return check.skip(check.source().roads()[road.index()].node, "the height of a shape is not evaluated");
    const auto here = edge_heights(map, pair.here, raises.at(pair.here));
    const auto there = edge_heights(map, pair.there, raises.at(pair.there));
    // Left meets left where both roads run on in the same direction.
    const bool same = pair.here.end != pair.there.end;
    const double step = std::max(std::abs(here[0] - there[same ? 0 : 1]), std::abs(here[1] - there[same ? 1 : 0]));
    if (!(step > small)) return;
    Finding finding = finding_at(map, pair.here.lane, pair.section);
    finding.message =
        fmt::format("lies at another height than {}, to which it is linked", name_of(map, pair.there.lane));
    const bool is_clear = step > large && is_for_vehicles(map.lane(pair.here.lane).type);
    check.report(std::move(finding))
        .measure(step, is_clear ? large : small, "m")
        .level(is_clear ? Level::error : Level::warning);
  });
}

// How steeply the lane's centre rises as one leaves it over this end.
double slope_outward(const RoadNetwork& map, LaneEnd at) {
  const LaneSection& section = map.section(map.lane(at.lane).section);
  const bool begin = at.end == ContactPoint::start;
  const Strip& strip = map.strip(begin ? section.first_strip : section.first_strip + section.strip_count - 1);
  const double step = std::min(0.1, strip.length), ds = begin ? 0.0 : strip.length;
  const auto here = detail::centre_at(map, strip, at.lane, ds);
  const auto inside = detail::centre_at(map, strip, at.lane, begin ? step : strip.length - step);
  const double run = std::hypot(here.x - inside.x, here.y - inside.y);
  return run > 1e-6 ? (here.z - inside.z) / run : 0.0;
}

void vertical_kink(Check& check) {
  const double limit = check.tolerance("max_change"), level = check.tolerance("max_step");
  const RoadNetwork& map = check.map();
  each_pair(map, is_drivable, [&](const LinkedEnds& pair) {
    if (distance(pair.section, pair.other) > kMeets || std::abs(pair.section.z - pair.other.z) > level) return;
    const double change = std::abs(slope_outward(map, pair.here) + slope_outward(map, pair.there));
    if (!(change > limit)) return;
    Finding finding = finding_at(map, pair.here.lane, pair.section);
    finding.message = fmt::format("its slope changes at once where it goes on as {}", name_of(map, pair.there.lane));
    check.report(std::move(finding)).measure(change, limit, "m/m");
  });
}

// ---- profiles of one road -------------------------------------------------------------------------------------------

void look_at_steps(Check& check, const SourceRoad& road, const std::vector<CubicPiece>& pieces, double limit,
                   const char* what, const char* unit) {
  for (std::size_t i = 1; i < pieces.size(); ++i) {
    const double step = std::abs(pieces[i].cubic.a - pieces[i - 1].cubic.at(pieces[i].s - pieces[i - 1].s));
    if (!(step > limit) || !(pieces[i].s <= road.length)) continue;
    check.report(pieces[i].node, {.road = &road, .s = pieces[i].s}, fmt::format("the {} jumps", what))
        .measure(step, limit, unit)
        .relate(pieces[i - 1].node);
  }
}

void elevation_step(Check& check) {
  const double height = check.tolerance("max_step"), roll = check.tolerance("max_roll_step");
  check.each(check.source().roads(), [&](const SourceRoad& road) {
    look_at_steps(check, road, road.elevations, height, "elevation", "m");
    look_at_steps(check, road, road.superelevations, roll, "superelevation", "rad");
  });
}

// The largest |slope| of a cubic over [0, length]: at an end or where the slope itself is stationary.
std::pair<double, double> steepest(const Cubic& cubic, double length) {
  std::pair<double, double> best{0.0, std::abs(cubic.slope(0.0))};
  const auto consider = [&](double ds) {
    if (ds > 0.0 && ds <= length && std::abs(cubic.slope(ds)) > best.second) best = {ds, std::abs(cubic.slope(ds))};
  };
  consider(length);
  if (cubic.d != 0.0) consider(-cubic.c / (3.0 * cubic.d));
  return best;
}

bool has_vehicle_lane(const SourceRoad& road) {
  return std::ranges::any_of(road.sections, [](const SourceSection& section) {
    return std::ranges::any_of(section.lanes,
                               [](const SourceLane& lane) { return lane.side != 0 && is_for_vehicles(lane.type); });
  });
}

void grade_implausible(Check& check) {
  const double most = check.tolerance("max_slope"), most_roll = check.tolerance("max_roll");
  check.each(check.source().roads(), [&](const SourceRoad& road) {
    if (!has_vehicle_lane(road)) return;
    const auto length_of = [&](const std::vector<CubicPiece>& pieces, std::size_t i) {
      return std::max((i + 1 < pieces.size() ? pieces[i + 1].s : road.length) - pieces[i].s, 0.0);
    };
    for (std::size_t i = 0; i < road.elevations.size(); ++i) {
      const CubicPiece& piece = road.elevations[i];
      const auto [ds, slope] = steepest(piece.cubic, length_of(road.elevations, i));
      if (slope > most && piece.s <= road.length)
        check.report(piece.node, {.road = &road, .s = piece.s + ds}, "the road is very steep")
            .measure(slope, most, "m/m");
    }
    for (std::size_t i = 0; i < road.superelevations.size(); ++i) {
      const CubicPiece& piece = road.superelevations[i];
      const double length = length_of(road.superelevations, i);
      for (const double ds : {0.0, 0.5 * length, length}) {
        const double roll = std::abs(piece.cubic.at(ds)) * kDegrees;
        if (!(roll > most_roll) || !(piece.s <= road.length)) continue;
        check.report(piece.node, {.road = &road, .s = piece.s + ds}, "the road leans very much")
            .measure(roll, most_roll, "deg")
            .level(Level::information);
        break;
      }
    }
  });
}

std::vector<MapRule> plane_rules() {
  return {
      {.uid = "asam.net:xodr:1.7.0:lane_smoothness.contact_point_no_horizontal_gaps",
       .group = "smoothness",
       .title = "Linked lanes meet edge to edge.",
       .doc =
           "Inner and outer edges of linked drivable lanes lie within max_gap of each other in the plane. Where a lane "
           "goes "
           "on as several of one road, or several end in one, the outermost edges of those together count. A lane that "
           "has narrowed to a point has to touch the other. Drivable are the types of annex D and parking.",
       .why = "Borders jump, and lanes are too narrow or overlap.",
       .remedy = "Correct the widths, the laneOffset, or the link.",
       .level = Level::error,
       .needs = Needs::both,
       .tolerances = {{"max_gap", "m", "Edges may lie apart by this.", 0.01}},
       .peer =
           "ASAM's checker takes every middle one of three successors for an issue, and exchanges inner and outer "
           "for two predecessors; where the laneOffset jumps with a new section it takes the new value for the section "
           "that "
           "ends, too. Gaps between geometries of a road are map.plan_view_gap here. Where "
           "map.connected_lanes reports the same link, only that does.",
       .yields_to = "map.connected_lanes",
       .run = no_horizontal_gaps},
      {.uid = "asam.net:xodr:1.7.0:road.geometry.contact_point",
       .group = "smoothness",
       .title = "Linked roads meet.",
       .doc =
           "The ends of the reference lines of two roads that are linked without a junction lie within max_gap of each "
           "other, in x, y and z. Where lanes in use of the two are linked their edges count instead, which are a "
           "warning "
           "up to 0.5 m apart. Roads in junctions are not looked at: their ends often lie apart by design.",
       .why = "The road has a gap, or the link is wrong.",
       .remedy = "Correct the geometry or the link.",
       .level = Level::error,
       .needs = Needs::both,
       .tolerances = {{"max_gap", "m", "Ends may lie apart by this.", 0.01}},
       .peer = "ASAM's checker has 1e-6 m and also measures connecting roads; a road without a link ends it.",
       .run = contact_point},
      {.uid = "scrutineer.internal:xodr:1.1.0:map.lane_kink",
       .group = "smoothness",
       .title = "Linked lanes go on in the same direction.",
       .doc =
           "Where linked drivable lanes meet, the headings of their centre lines differ by at most max_turn; more than "
           "clear_turn is an error for lanes that vehicles use. Not looked at where one is narrower than min_width.",
       .why = "Vehicles turn in place.",
       .remedy = "Correct hdg of the road that follows, or let the width change smoothly.",
       .drives = true,
       .needs = Needs::both,
       .tolerances = {{"max_turn", "deg", "Headings may differ by this.", 2.0},
                      {"clear_turn", "deg", "From here on it is an error.", 10.0},
                      {"min_width", "m", "Narrower lanes have no direction worth the name.", 0.5}},
       .run = lane_kink},
  };
}

std::vector<MapRule> height_rules() {
  return {
      {.uid = "scrutineer.internal:xodr:1.1.0:map.vertical_gap",
       .group = "smoothness",
       .title = "Linked lanes meet in height.",
       .doc =
           "The edges of linked drivable lanes differ in z by at most max_step; more than clear_step is an error for "
           "lanes "
           "that vehicles use. Elevation, superelevation, level lanes and lane heights count; roads with a shape or a "
           "crossSectionSurface are not judged.",
       .why = "Vehicles fall or jump.",
       .remedy = "Correct the elevation of one road where they meet.",
       .drives = true,
       .needs = Needs::both,
       .tolerances = {{"max_step", "m", "Heights may differ by this.", 0.02},
                      {"clear_step", "m", "From here on it is an error.", 0.2}},
       .run = vertical_gap},
      {.uid = "scrutineer.internal:xodr:1.1.0:map.vertical_kink",
       .group = "smoothness",
       .title = "Linked lanes have the same slope.",
       .doc = "Where linked drivable lanes meet within max_step in height, the slopes of their centre lines differ by "
              "at most "
              "max_change.",
       .why = "Vehicles pitch at once.",
       .remedy = "Let the elevation of one road begin with the slope of the other.",
       .needs = Needs::both,
       .tolerances = {{"max_change", "m/m", "Slopes may differ by this.", 0.02},
                      {"max_step", "m", "Ends further apart in height are a finding of vertical_gap.", 0.02}},
       .run = vertical_kink},
      {.uid = "scrutineer.internal:xodr:1.1.0:map.elevation_step",
       .group = "smoothness",
       .title = "Profiles of a road do not jump.",
       .doc = "From one record of elevation to the next the height changes by at most max_step, from one of "
              "superelevation to "
              "the next the angle by at most max_roll_step.",
       .why = "Vehicles jump.",
       .remedy = "Compute a of the later record from the earlier one.",
       .level = Level::error,
       .drives = true,
       .tolerances = {{"max_step", "m", "Elevation may jump by this.", 0.02},
                      {"max_roll_step", "rad", "Superelevation may jump by this.", 0.01}},
       .run = elevation_step},
      {.uid = "scrutineer.internal:xodr:1.1.0:map.grade_implausible",
       .group = "smoothness",
       .title = "Roads are not steeper than vehicles can climb.",
       .doc = "The slope of the elevation of a road that vehicles use is at most max_slope; its superelevation at most "
              "max_roll, which is a note.",
       .why = "Mostly a wrong elevation.",
       .remedy = "Correct the elevation profile.",
       .tolerances = {{"max_slope", "m/m", "Steepest slope that is plausible.", 0.3},
                      {"max_roll", "deg", "Largest superelevation that is plausible.", 15.0}},
       .run = grade_implausible},
  };
}

}  // namespace

std::vector<MapRule> smoothness_rules() {
  std::vector<MapRule> all{connected_lanes(), zig_zag()};
  for (std::vector<MapRule> more : {plane_rules(), height_rules()}) all.insert(all.end(), more.begin(), more.end());
  all.push_back(roads_overlap());
  return all;
}

}  // namespace scrutineer::map::rules
