// What distances to the road surface need beyond the strips: which of their lanes are surface, bounds of how they bend,
// and the patches that bridge gaps and lengthen dead ends.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "map/detail/grid_index.h"
#include "map/detail/patch.h"
#include "map/road_network.h"

namespace scrutineer::map::detail {

struct StripSurface {
  Run first{0, 0};                   // most strips have one run; right == left: none
  std::uint32_t more = 0;            // the others: where they begin in the list of further runs ...
  std::uint32_t more_end = 0;        // ... and where they end
  float z_min = 0.0F, z_max = 0.0F;  // of its surface
  float second = 0.0F, turn = 0.0F, turn_change = 0.0F, slowest = 1.0F;  // its Bend

  Bend bend() const { return {second, turn, turn_change, slowest}; }
};

class SurfaceIndex {
 public:
  explicit SurfaceIndex(const RoadNetwork& map);

  const StripSurface& of_strip(std::uint32_t index) const { return strips_[index]; }
  // The runs of a strip beyond the first.
  std::span<const Run> more_runs(const StripSurface& strip) const {
    return std::span(more_runs_).subspan(strip.more, strip.more_end - strip.more);
  }

  std::span<const Patch> patches() const { return patches_; }
  const GridIndex& patch_grid() const { return *patch_grid_; }

 private:
  void add_strips(const RoadNetwork& map);
  void add_patches(const RoadNetwork& map);

  std::vector<StripSurface> strips_;
  std::vector<Run> more_runs_;
  std::vector<Patch> patches_;
  std::unique_ptr<const GridIndex> patch_grid_;
};

// Made on first use.
const SurfaceIndex& surface_index(const RoadNetwork& map);

}  // namespace scrutineer::map::detail
