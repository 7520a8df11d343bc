// The map library held against the kit's own evaluation of real maps.
#include <gtest/gtest.h>

#include <cmath>

#include "kit/curve.h"
#include "kit/data.h"
#include "map/lookup.h"
#include "map/read.h"

namespace scrutineer::kit {
namespace {

using namespace map;

TEST(RealMaps, PointsAreWhereTheKitPutsThem) {
  constexpr double kStep = 2.1;  // metres
  for (const auto& path : all_maps()) {
    const std::string name = path.filename().string();
    const Result<Document> document = read_document(read_text(path), name);
    ASSERT_TRUE(document) << to_string(document.problem());
    const auto map = build_network(*document);
    double worst = 0.0;
    std::string where;
    for (std::size_t i = 0; i < document->roads.size(); ++i) {
      const RoadRecord& road = document->roads[i];
      for (double s = 0.01; s < road.length; s += kStep) {
        const Spot expected = spot_at(road, s, -2.0);
        const RoadPoint actual = point_at(*map, RoadId(i), s, -2.0);
        const double apart = std::hypot(actual.x - expected.x, actual.y - expected.y, actual.z - expected.z);
        if (apart <= worst) continue;
        worst = apart;
        where = "road " + road.id + " s " + std::to_string(s);
      }
    }
    EXPECT_LT(worst, 1e-5) << name << " " << where;
  }
}

}  // namespace
}  // namespace scrutineer::kit
