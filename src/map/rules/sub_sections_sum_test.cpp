#include "kit/map_check_testing.h"
#include "kit/maps.h"
#include "map/rules/catalogue.h"

namespace scrutineer::map::rules {
namespace {

using testing::ElementsAre;
using testing::ElementsAreArray;

using Places = std::vector<std::string>;

// A road of 60 m and 40 m with two lane sections: 1 cm + 0.01 % of 100 m is a tolerance of 2 cm.
RoadRecord road_in_pieces() {
  return kit::RoadBuilder("1").line(60.0).line(40.0).lanes({-1, 1}).section(30.0).lanes({-1, 1}).record();
}

TEST(SubSectionsSum, ComparesPiecesWithTheRoad) {
  struct Case {
    const char* name;
    void (*change)(RoadRecord&);
    Places expected;
  };
  const Case cases[] = {
      {"sound", [](RoadRecord&) {}, {}},
      {"last geometry short, just below", [](RoadRecord& r) { r.geometries[1].length -= 0.0199; }, {}},
      {"last geometry short, just above", [](RoadRecord& r) { r.geometries[1].length -= 0.0201; }, {"1@100"}},
      {"last geometry long, just below", [](RoadRecord& r) { r.geometries[1].length += 0.0199; }, {}},
      {"last geometry long, just above", [](RoadRecord& r) { r.geometries[1].length += 0.0201; }, {"1@100"}},
      {"first geometry short", [](RoadRecord& r) { r.geometries[0].length -= 1.0; }, {"1@60"}},
      {"first geometry long", [](RoadRecord& r) { r.geometries[0].length += 1.0; }, {"1@60"}},
      {"first section late, just below", [](RoadRecord& r) { r.sections[0].s = 0.0199; }, {}},
      {"first section late, just above", [](RoadRecord& r) { r.sections[0].s = 0.0201; }, {"1@0"}},
      {"last section beyond the end, just below", [](RoadRecord& r) { r.sections[1].s = 100.0199; }, {}},
      {"last section beyond the end, just above", [](RoadRecord& r) { r.sections[1].s = 100.0201; }, {"1@100"}},
      {"road stated shorter", [](RoadRecord& r) { r.length = 99.0; }, {"1@99"}},
  };
  for (const Case& c : cases) {
    RoadRecord road = road_in_pieces();
    c.change(road);
    EXPECT_THAT(places_found(sub_sections_sum(), kit::MapBuilder().road(road).build()), ElementsAreArray(c.expected))
        << c.name;
  }
}

TEST(SubSectionsSum, AllowsMoreOnALongRoad) {
  for (const auto& [excess, expected] : {std::pair{1.0099, 0U}, std::pair{1.0101, 1U}}) {
    RoadRecord road = kit::RoadBuilder("1").line(10000.0).record();
    road.geometries[0].length += excess;
    EXPECT_EQ(places_found(sub_sections_sum(), kit::MapBuilder().road(road).build()).size(), expected) << excess;
  }
}

TEST(SubSectionsSum, MeasuresCurves) {
  for (const auto& [excess, expected] : {std::pair{0.0, 0U}, std::pair{0.009, 0U}, std::pair{0.1, 1U}}) {
    RoadRecord road = kit::RoadBuilder("1").param_poly3({0.0, 40.0, -2.0, 0.0}, {0.0, 0.0, 6.0, -3.0}).record();
    road.geometries[0].length += excess;
    road.length += excess;  // the stated lengths agree with each other; only the curve is shorter
    const auto findings = findings_in(sub_sections_sum(), kit::MapBuilder().road(road).build());
    ASSERT_EQ(findings.size(), expected) << excess;
    if (expected == 1U) {
      EXPECT_NEAR(findings[0].measured, excess, 1e-4);
      EXPECT_THAT(findings[0].message, testing::HasSubstr("their curves measure"));
    }
  }
}

TEST(SubSectionsSum, SaysWhatDiffers) {
  RoadRecord road = road_in_pieces();
  road.geometries[0].length -= 1.0;
  const auto findings = findings_in(sub_sections_sum(), kit::MapBuilder().road(road).build());
  ASSERT_EQ(findings.size(), 1U);
  EXPECT_EQ(findings[0].level, Level::error);
  EXPECT_NEAR(findings[0].measured, 1.0, 1e-9);
  EXPECT_NEAR(findings[0].threshold, 0.02, 1e-12);
  EXPECT_EQ(findings[0].message, "its geometries are together 99.000 m long, the road is 100.000 m");
  EXPECT_FALSE(findings[0].lane_number.has_value());
}

TEST(SubSectionsSum, FindsNothingInSoundMaps) {
  for (const auto& [name, document] : kit::all_generated_maps()) {
    EXPECT_THAT(places_found(sub_sections_sum(), document), ElementsAre()) << name;
  }
}

}  // namespace
}  // namespace scrutineer::map::rules
