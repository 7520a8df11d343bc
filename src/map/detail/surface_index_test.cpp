#include "map/detail/surface_index.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <string>

#include "kit/data.h"
#include "kit/maps.h"
#include "map/lookup.h"
#include "map/read.h"

namespace scrutineer::map::detail {
namespace {

// Whatever a strip calls surely surface, some lane of its road holds.
void expect_sure_is_surface(const RoadNetwork& map, const std::string& name) {
  const SurfaceIndex& index = surface_index(map);
  std::mt19937 random(41);
  std::size_t with = 0, held = 0;
  std::vector<RoadPosition> found;
  for (std::uint32_t i = 0; i < map.strips().size(); ++i) {
    const SureSurface& sure = index.sure(i);
    if (sure.w_min > sure.w_max) continue;
    ++with;
    std::uniform_real_distribution<double> part(0.0, 1.0);
    for (int k = 0; k < 8; ++k) {
      // The corners first, then anywhere.
      const double a = k < 4 ? 1e-6 + (1.0 - 2e-6) * (k % 2) : part(random);
      const double b = k < 4 ? 1e-6 + (1.0 - 2e-6) * (k / 2) : part(random);
      const double along = SureSurface::kMargin + a * (sure.length - 2.0 * SureSurface::kMargin);
      const double w = sure.w_min + b * (sure.w_max - sure.w_min);
      const double tilt = sure.begin_tilt + a * (sure.end_tilt - sure.begin_tilt);
      // On a line across that is tilted as the ends are: u = along - tilt v meets w by a few rounds.
      double u = along, v = w;
      for (int round = 0; round < 20; ++round) {
        v = w + sure.bulge * u * (sure.length - u);
        u = along - tilt * v;
      }
      const Point p{sure.origin_x + sure.cos * u - sure.sin * v, sure.origin_y + sure.sin * u + sure.cos * v};
      if (!sure.holds(p.x, p.y)) continue;  // far inside of a bend the lines across meet
      ++held;
      locate(map, p, std::nullopt, found);
      EXPECT_TRUE(std::ranges::any_of(found,
                                      [&](const RoadPosition& at) {
                                        return at.road == RoadId(map.strip(i).road) &&
                                               map.lane(at.lane).type != LaneType::none && at.height >= sure.z_min &&
                                               at.height <= sure.z_max;
                                      }))
          << name << ", road " << map.road(RoadId(map.strip(i).road)).id << ", s " << map.strip(i).s_begin << " + " << u
          << ", corner " << k;
    }
  }
  EXPECT_GT(static_cast<double>(with), 0.5 * static_cast<double>(map.strips().size())) << name;
  EXPECT_GT(held, 6 * with) << name << ": of eight points of each strip";
}

TEST(SureSurface, IsSurfaceOnGeneratedMaps) {
  for (const auto& [name, document] : kit::all_generated_maps()) expect_sure_is_surface(*build_network(document), name);
}

TEST(SureSurface, IsSurfaceOnRealMaps) {
  for (const auto& path : kit::all_maps()) {
    expect_sure_is_surface(*kit::load_map(path.stem().string()), path.stem().string());
  }
}

// Patches between two ends that are not alike: a point on one side, hundreds of metres on the other.
TEST(GridIndex, StaysSmallWhateverTheBoxesAre) {
  const std::vector<BoxCorners> boxes(500, BoxCorners{{0.0, 0.1, 900.0, -900.0}, {0.0, 0.0, 1000.0, 1000.0}});
  const GridIndex index{std::span<const BoxCorners>(boxes)};
  EXPECT_LT(index.bytes(), 64U * 1024 * 1024);
  EXPECT_EQ(index.at(0.0, 990.0).size(), boxes.size());
}

}  // namespace
}  // namespace scrutineer::map::detail
