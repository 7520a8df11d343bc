// Cross-sections of the road surface, and what joins two of them.
#pragma once

#include <cstdint>
#include <optional>

#include "map/detail/side_line.h"
#include "map/road_network.h"

namespace scrutineer::map::detail {

// Neighbouring lanes that are road surface (of any type but `none`), as places among a strip's borders.
struct Run {
  std::uint16_t right, left;
};

// Calls visit(Run) for each run of the section, rightmost first. Lanes keep their types over a section.
template <typename Visit>
void for_each_run(const RoadNetwork& map, const LaneSection& section, Visit visit) {
  std::uint16_t right = 0;
  for (std::uint16_t i = 0; i <= section.lane_count; ++i) {
    const bool surface =
        i < section.lane_count && map.lanes()[section.first_lane + std::size_t{i}].type != LaneType::none;
    if (surface) continue;
    if (i > right) visit(Run{right, i});
    right = static_cast<std::uint16_t>(i + 1);
  }
}

struct Spot {
  double x, y, z;
};

struct CrossSection {
  Spot right, left;

  CrossSection turned() const { return {left, right}; }
};

inline Spot spot_on(const SideLine& line, double ds) {
  const Local p = line.at(ds);
  return {to_world_x(line.strip(), p), to_world_y(line.strip(), p), line.height(ds)};
}

inline CrossSection cross_section(const RoadNetwork& map, const Strip& strip, Run run, double ds) {
  const auto borders = map.borders_of(strip);
  return {spot_on(SideLine(map, strip, borders[run.right]), ds), spot_on(SideLine(map, strip, borders[run.left]), ds)};
}

// A convex piece of surface, counter-clockwise; two corners may coincide.
struct Patch {
  Spot corners[4];
};

// Gaps up to this are no end of the road.
inline constexpr double kBridgedGap = 0.5;  // metres
// Beyond an end that leads nowhere the road goes on straight for this long.
inline constexpr double kExtension = 10.0;  // metres
// Narrower gaps need no patch: nothing that asks for distances sees them.
inline constexpr double kHairline = 1e-4;  // metres

// What closes the gap between two cross-sections, `from` seen in the direction that leads out of its road and `to` in
// the one that leads into its own: where both have surface across and the gap is at most kBridgedGap wide. Nothing
// where they touch or overlap.
std::optional<Patch> bridge(const CrossSection& from, const CrossSection& to);

// The surface of kExtension metres beyond a cross-section seen in the direction that leads out of its road, rising
// `slope` per metre.
Patch extension(const CrossSection& end, double slope);

}  // namespace scrutineer::map::detail
