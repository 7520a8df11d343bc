#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "map/rules/catalogue.h"
#include "map/rules/check_context.h"

namespace scrutineer::map::rules {
namespace {

constexpr double kTolerance = 0.01;          // metres
constexpr double kToleranceByLength = 1e-4;  // of the road's length

void judge_sums(Check& check) {
  const RoadNetwork& map = check.map();
  const double base = check.tolerance("tolerance"), by_length = check.tolerance("tolerance_by_length");
  for (std::size_t i = 0; i < map.roads().size(); ++i) {
    const Road& road = map.roads()[i];
    const PieceLengths& pieces = road.pieces;
    const double tolerance = base + by_length * road.length;
    const auto report = [&](double s, double difference, const auto& message) {  // which is made only if it is needed
      if (std::abs(difference) <= tolerance) return false;
      Finding finding = finding_at(map, RoadId(i), std::clamp(s, 0.0, road.length));
      finding.measured = std::abs(difference);
      finding.threshold = tolerance;
      finding.unit = "m";
      finding.message = message();
      check.report(std::move(finding));
      return true;
    };
    const double stated = pieces.geometries - road.length;
    const double s = pieces.first_break.value_or(std::min(pieces.geometries, road.length));
    const bool reported = report(s, stated, [&] {
      return fmt::format("its geometries are together {:.3f} m long, the road is {:.3f} m", pieces.geometries,
                         road.length);
    });
    if (!reported) {
      report(s, pieces.curves - road.length, [&] {
        return fmt::format("its geometries say that they are together {:.3f} m long, but their curves measure {:.3f} m",
                           pieces.geometries, pieces.curves);
      });
    }
    // By their s, lane sections leave out what lies before the first one, and the last one is as long as is left.
    report(pieces.first_section, pieces.first_section,
           [&] { return fmt::format("its first lane section begins only at s {:.3f}", pieces.first_section); });
    report(road.length, std::max(0.0, pieces.last_section - road.length), [&] {
      return fmt::format("its last lane section begins at s {:.3f}, beyond the road's end at {:.3f}",
                         pieces.last_section, road.length);
    });
  }
}

}  // namespace

MapRule sub_sections_sum() {
  return {
      .uid = "scrutineer.internal:xodr:1.1.0:map.sub_sections_sum",
      .group = "geometry",
      .title = "The pieces of a road are together as long as the road.",
      .doc =
          "The lengths of a road's geometries add up to its length, as they are stated and, for poly3 and "
          "paramPoly3, as long as the curves really are; so do its lane sections, each from its s to the next "
          "one's. A difference within tolerance + tolerance_by_length * length is rounding.",
      .why = "Some s have no geometry or no lanes, or two, and programs disagree about where something is on the road.",
      .remedy =
          "Correct the road's length, or the length and s of the geometry where they first part (the finding's s).",
      .level = Level::error,
      .drives = true,
      .needs = Needs::network,
      .tolerances = {{"tolerance", "m", "Differences up to this are rounding on any road.", kTolerance},
                     {"tolerance_by_length", "m/m", "Added per metre of road.", kToleranceByLength}},
      .run = judge_sums,
  };
}

}  // namespace scrutineer::map::rules
