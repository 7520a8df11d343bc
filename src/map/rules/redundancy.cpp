// What a file says twice, and what it holds.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>

#include "base/quantity.h"
#include "base/text.h"
#include "map/rules/catalogue.h"
#include "map/rules/check_context.h"

namespace scrutineer::map::rules {
namespace {

// Is the second record the first one gone on? `length` is how far the second holds.
bool goes_on(const CubicPiece& first, const CubicPiece& second, double length, double limit) {
  const double l = std::max(length, 1.0);
  const Cubic moved = first.cubic.moved_to(second.s - first.s) - second.cubic;
  return std::abs(moved.a) < limit && std::abs(moved.b) * l < limit && std::abs(moved.c) * l * l < limit &&
         std::abs(moved.d) * l * l * l < limit;
}

// One finding per road and kind of record, with a count.
class Repetitions {
 public:
  Repetitions(Check& check, const SourceRoad& road)
      : check_(check), road_(road), limit_(check.tolerance("max_difference")) {}

  void look_at(const std::vector<CubicPiece>& pieces, double end, const char* kind, const Where& where, double base) {
    for (std::size_t i = 1; i < pieces.size(); ++i) {
      const double until = i + 1 < pieces.size() ? pieces[i + 1].s : end;
      if (!goes_on(pieces[i - 1], pieces[i], until - pieces[i].s, limit_)) continue;
      Where place = where;
      place.s = base + pieces[i].s;
      add(pieces[i].node, pieces[i - 1].node, kind, place);
    }
  }

  void look_at_lines() {
    for (std::size_t i = 1; i < road_.geometries.size(); ++i) {
      const SourceGeometry &a = road_.geometries[i - 1], &b = road_.geometries[i];
      if (!is_named(a.shape, "line") || !is_named(b.shape, "line")) continue;
      const double turn = std::abs(std::remainder(b.heading - a.heading, 2.0 * kPi));
      const double gap =
          std::hypot(b.x - (a.x + a.length * std::cos(a.heading)), b.y - (a.y + a.length * std::sin(a.heading)));
      if (turn < limit_ && gap < kSamePlace) add(b.node, a.node, "line", {.road = &road_, .s = b.s});
    }
  }

 private:
  static constexpr double kSamePlace = 0.01;  // metres

  void add(Node node, Node before, const char* kind, const Where& where) {
    Finding*& first = found_[kind];
    if (first != nullptr) {
      ++first->count;
      return;
    }
    first = &check_.report(node, where, fmt::format("this {} says the same as the one before it", kind))
                 .relate(before)
                 .finding();
  }

  Check& check_;
  const SourceRoad& road_;
  double limit_;
  std::map<std::string_view, Finding*> found_;
};

void avoid_redundant_info(Check& check) {
  check.each(check.source().roads(), [&](const SourceRoad& road) {
    Repetitions repetitions(check, road);
    const Where on_road{.road = &road};
    repetitions.look_at(road.elevations, road.length, "elevation", on_road, 0.0);
    repetitions.look_at(road.superelevations, road.length, "superelevation", on_road, 0.0);
    repetitions.look_at(road.offsets, road.length, "laneOffset", on_road, 0.0);
    for (const SourceSection& section : road.sections) {
      for (const SourceLane& lane : section.lanes) {
        if (lane.side == 0) continue;
        repetitions.look_at(lane.widths, section.length, "width", {.lane = &lane}, section.s);
        repetitions.look_at(lane.borders, section.length, "border", {.lane = &lane}, section.s);
      }
    }
    repetitions.look_at_lines();
  });
}

void statistic(Check& check) {
  const Source& source = check.source();
  check.note("roads", std::to_string(source.roads().size()));
  check.note("junctions", std::to_string(source.junctions().size()));
  double length = 0.0;
  for (const SourceRoad& road : source.roads()) length += std::isfinite(road.length) ? road.length : 0.0;
  check.note("length in m", rounded(length, 1));
  std::map<std::string, std::size_t> signals, objects;
  for (const SourceItem& item : source.signals())
    ++signals[fmt::format("{}_{}", text_of(item.node, "type"), text_of(item.node, "subtype"))];
  for (const SourceItem& item : source.objects()) ++objects[std::string(text_of(item.node, "type"))];
  for (const auto& [type, count] : signals) check.note("signals " + type, std::to_string(count));
  for (const auto& [type, count] : objects) check.note("objects " + type, std::to_string(count));
}

}  // namespace

std::vector<MapRule> redundancy_rules() {
  return {
      {.uid = "asam.net:xodr:1.7.0:performance.avoid_redundant_info",
       .group = "redundancy",
       .title = "Nothing is said twice.",
       .doc = "Two consecutive records of elevation, superelevation, laneOffset, or of width or border of a lane are "
              "not the "
              "same cubic: the first, moved to where the second begins, differs from it by max_difference or more over "
              "the "
              "stretch on which the second holds (at least 1 m). Two consecutive lines do not have the same heading, "
              "unless the second begins elsewhere. One finding per road and kind, with a count.",
       .why = "The file is larger and slower to read than it need be; nothing else.",
       .remedy = "Leave out the later record.",
       .level = Level::information,
       .tolerances = {{"max_difference", "m", "Smaller differences are none.", 1e-6}},
       .peer = "ASAM's checker compares the cubics at s = 0, where they differ more the farther along the road they "
               "are, and takes a line that jumps sideways for the same one.",
       .run = avoid_redundant_info},
      {.uid = "openmsl.net:xodr:1.4.0:statistic",
       .group = "redundancy",
       .title = "What is in the map is counted.",
       .doc = "Roads, junctions, signals by type and subtype, objects by type, and the length of all roads, as "
              "metadata of "
              "the result. It demands nothing and finds nothing.",
       .why = "Readers of a result want to know what was looked at.",
       .remedy = "Nothing.",
       .level = Level::information,
       .peer = "openMSL's checker writes each count as an issue.",
       .run = statistic},
  };
}

}  // namespace scrutineer::map::rules
