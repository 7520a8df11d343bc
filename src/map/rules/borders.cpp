// Rules about lanes that are given by their borders.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "map/detail/document_reader.h"
#include "map/rules/catalogue.h"
#include "map/rules/check_context.h"

namespace scrutineer::map::rules {
namespace {

// How far out the outer border of a lane lies, over one stretch on which it is one cubic: |t|, from `begin` on.
struct Reach {
  Cubic cubic;
  double begin = 0.0, length = 0.0;
};

// The stretches of a section on which both lists are one cubic each; a first record after 0 holds from its s on.
template <typename Judge>
void each_stretch(const SourceSection& section, const std::vector<CubicPiece>& a, const std::vector<CubicPiece>& b,
                  Judge judge) {
  std::vector<double> cuts;
  for (const auto* list : {&a, &b})
    for (const CubicPiece& piece : *list) cuts.push_back(piece.s);
  cuts.push_back(section.length);
  std::ranges::sort(cuts);
  const auto begin_of = [](const CubicPiece& piece) { return piece.s; };
  const HoldingRecords holding_a(a, begin_of), holding_b(b, begin_of);
  const auto at = [](const std::vector<CubicPiece>& list, const HoldingRecords& holding,
                     double s) -> std::optional<Cubic> {
    const auto found = holding.at(s);
    if (!found) return std::nullopt;
    return list[*found].cubic.moved_to(s - list[*found].s);
  };
  for (std::size_t i = 0; i + 1 < cuts.size(); ++i) {
    const double length = std::min(cuts[i + 1], section.length) - cuts[i];
    if (!(length > 0.0)) continue;
    const auto first = at(a, holding_a, cuts[i]), second = at(b, holding_b, cuts[i]);
    if (first && second) judge(*first, *second, cuts[i], length);
  }
}

void overlap_with_inner_lanes(Check& check) {
  const double limit = check.tolerance("max_overlap");
  check.each(check.source().roads(), [&](const SourceRoad& road) {
    for (const SourceSection& section : road.sections) {
      for (const SourceLane& outer : section.lanes) {
        if (outer.side == 0 || !outer.id || outer.borders.empty()) continue;
        for (const SourceLane& inner : section.lanes) {
          const bool is_further_in = inner.side == outer.side && inner.id && std::abs(*inner.id) < std::abs(*outer.id);
          if (!is_further_in || inner.borders.empty()) continue;
          detail::Lowest deepest{0.0, 0.0};
          each_stretch(section, outer.borders, inner.borders,
                       [&](const Cubic& far, const Cubic& near, double begin, double length) {
                         const Cubic outward = outer.side > 0 ? far - near : near - far;
                         const detail::Lowest lowest = detail::lowest(outward, length);
                         if (lowest.value < deepest.value) deepest = {lowest.value, begin + lowest.at};
                       });
          if (deepest.value >= -limit) continue;
          check
              .report(outer.node, {.lane = &outer, .s = section.s + deepest.at},
                      fmt::format("its border lies further in than that of lane {}", *inner.id))
              .measure(-deepest.value, limit, "m")
              .relate(inner.node);
        }
      }
    }
  });
}

void border_crosses_centre(Check& check) {
  const double limit = check.tolerance("max_crossing");
  check.each(check.source().roads(), [&](const SourceRoad& road) {
    for (const SourceSection& section : road.sections) {
      for (const SourceLane& lane : section.lanes) {
        if (lane.side == 0 || lane.borders.empty() || !lane.widths.empty()) continue;
        detail::Lowest deepest{0.0, 0.0};
        const std::vector<CubicPiece> centre = {{lane.node, 0.0, {}}};
        each_stretch(section, lane.borders, centre,
                     [&](const Cubic& border, const Cubic&, double begin, double length) {
                       const Cubic outward = lane.side > 0 ? border : Cubic{} - border;
                       const detail::Lowest lowest = detail::lowest(outward, length);
                       if (lowest.value < deepest.value) deepest = {lowest.value, begin + lowest.at};
                     });
        if (deepest.value >= -limit) continue;
        check
            .report(lane.node, {.lane = &lane, .s = section.s + deepest.at, .t = 0.0},
                    "its border lies on the other side of the center lane")
            .measure(-deepest.value, limit, "m");
      }
    }
  });
}

void no_offset_if_border_defined(Check& check) {
  check.each(check.source().roads(), [&](const SourceRoad& road) {
    if (road.offsets.empty()) return;
    for (const SourceSection& section : road.sections) {
      for (const SourceLane& lane : section.lanes) {
        if (lane.borders.empty()) continue;
        check
            .report(lane.borders.front().node, {.lane = &lane, .s = section.s},
                    "the lane has a border, though the road has a laneOffset")
            .relate(road.offsets.front().node);
        return;
      }
    }
  });
}

}  // namespace

std::vector<MapRule> border_rules() {
  return {
      {.uid = "asam.net:xodr:1.4.0:road.lane.border.overlap_with_inner_lanes",
       .group = "borders",
       .title = "Borders of outer lanes lie further out.",
       .doc = "On one side of a lane section the border of a lane further out never lies further in than that of a "
              "lane further "
              "in, by more than max_overlap.",
       .why = "Lanes overlap, or have a negative width.",
       .remedy = "Correct the borders.",
       .level = Level::error,
       .drives = true,
       .tolerances = {{"max_overlap", "m", "Borders may cross by this, which is rounding.", 1e-6}},
       .peer = "ASAM's checker also looks at stationary points outside of the section.",
       .run = overlap_with_inner_lanes},
      {.uid = "scrutineer.internal:xodr:1.1.0:map.border_crosses_centre",
       .group = "borders",
       .title = "Borders lie on their side of the center lane.",
       .doc = "The border of a left lane is not below 0, that of a right lane not above, by more than max_crossing.",
       .why = "The lane has a negative width, which nothing else shows.",
       .remedy = "Correct the border; t is positive to the left.",
       .level = Level::error,
       .drives = true,
       .tolerances = {{"max_crossing", "m", "Borders may cross the center by this.", 0.01}},
       .run = border_crosses_centre},
      {.uid = "asam.net:xodr:1.4.0:road.lanes.lane_offset.no_offset_if_border_defined",
       .group = "borders",
       .title = "Borders and laneOffset exclude each other.",
       .doc = "A road with a laneOffset has no border in any of its lanes; one finding per road.",
       .why = "It is not defined whether borders move with the offset.",
       .remedy = "Write widths.",
       .level = Level::error,
       .run = no_offset_if_border_defined},
  };
}

}  // namespace scrutineer::map::rules
