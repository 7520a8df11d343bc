// What distances to the road surface need beyond the strips: which of their lanes are surface, bounds of how they bend,
// and the patches that bridge gaps and lengthen dead ends.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "map/detail/grid_index.h"
#include "map/detail/lazy_areas.h"
#include "map/detail/patch.h"
#include "map/road_network.h"

namespace scrutineer::map::detail {

// A part of a strip's surface that is quick to recognise, in one cache line: between two parabolas and two lines
// across.
//
// With w = v - bulge u (length - u), the right border lies below w_min, the left one above w_max (u and v: the strip's
// local frame). The end cross-sections are where u + tilt v is 0 and where it is length. So the surface's outline winds
// around every point between, and each of them is covered. Empty (w_min > w_max) if there is no such part.
//
// That of a straight strip reaches on over those that continue it, because few bodies are within one strip alone.
struct alignas(64) SureSurface {
  // From the cross-sections, for what rounding to floats may add: metres.
  static constexpr double kMargin = 1e-4;

  double origin_x = 0.0, origin_y = 0.0, cos = 1.0, sin = 0.0;  // of the strip, or of the first that it continues
  float w_min = 1.0F, w_max = 0.0F;
  float bulge = 0.0F, length = 0.0F;
  float begin_tilt = 0.0F, end_tilt = 0.0F;
  float z_min = 0.0F, z_max = 0.0F;  // all of the strip's surface lies between these heights

  bool is_rectangle() const { return bulge == 0.0F && begin_tilt == 0.0F && end_tilt == 0.0F; }
  double across(double u, double v) const { return v - bulge * u * (length - u); }
  // How far ahead of the begin's and before the end's cross-section, measured along u.
  double behind_begin(double u, double v) const { return u + begin_tilt * v - kMargin; }
  double before_end(double u, double v) const { return length - kMargin - u - end_tilt * v; }

  // Nothing is said of points for which this is false.
  bool holds(double x, double y) const {
    const double dx = x - origin_x, dy = y - origin_y;
    const double u = cos * dx + sin * dy, v = cos * dy - sin * dx;
    const double w = across(u, v);
    return w >= w_min && w <= w_max && behind_begin(u, v) >= 0.0 && before_end(u, v) >= 0.0;
  }
};

// A run of a strip, with upper bounds of the second derivatives of its borders.
struct SurfaceRun : Run {
  float right_bend = 0.0F, left_bend = 0.0F;
};
SurfaceRun with_bends(const RoadNetwork& map, const Strip& strip, const Bend& bend, Run run);

struct StripSurface {
  SurfaceRun first{};          // most strips have one run; right == left: none
  std::uint32_t more = 0;      // the others: where they begin in the list of further runs ...
  std::uint32_t more_end = 0;  // ... and where they end
};

class SurfaceIndex {
 public:
  explicit SurfaceIndex(const RoadNetwork& map);

  std::size_t strip_count() const { return strips_.size(); }
  const SureSurface& sure(std::uint32_t strip) const { return sure_[strip]; }
  const StripSurface& of_strip(std::uint32_t strip) const { return strips_[strip]; }
  // The runs of a strip beyond the first.
  std::span<const SurfaceRun> more_runs(const StripSurface& strip) const {
    return std::span(more_runs_).subspan(strip.more, strip.more_end - strip.more);
  }

  std::span<const Patch> patches() const { return patches_; }
  const GridIndex& patch_grid() const { return *patch_grid_; }

 private:
  void add_strips(const RoadNetwork& map);
  void join_straight_strips(const RoadNetwork& map);
  void add_patches(const RoadNetwork& map);

  std::vector<SureSurface> sure_;
  std::vector<StripSurface> strips_;
  std::vector<SurfaceRun> more_runs_;
  std::vector<Patch> patches_;
  std::unique_ptr<const GridIndex> patch_grid_;
};

const SurfaceIndex& make_surface_index(const RoadNetwork& map);

// Made on first use.
inline const SurfaceIndex& surface_index(const RoadNetwork& map) {
  const SurfaceIndex* made = map.lazy_areas().surface.made();
  return made != nullptr ? *made : make_surface_index(map);
}

}  // namespace scrutineer::map::detail
