// Questions about maps, in batches, and what cannot be asked.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <string>
#include <thread>
#include <vector>

#include "capi/scrutineer.h"
#include "kit/data.h"
#include "kit/paths.h"

namespace scrutineer::capi {
namespace {

using testing::HasSubstr;

constexpr double kNone = std::numeric_limits<double>::quiet_NaN();

class CMap : public testing::Test {
 protected:
  CMap() : map_(scr_map_open((kit::source_dir() / "examples/maps/town.xodr").c_str(), nullptr)) {}
  ~CMap() override { scr_map_close(map_); }
  void SetUp() override { ASSERT_NE(map_, nullptr); }

  static std::string take(scr_error* error) {
    std::string text = scr_error_message(error);
    scr_error_free(error);
    return text;
  }
  scr_position at(double x, double y, double z = kNone) const {
    const double xyz[] = {x, y, z};
    scr_position out{};
    out.size = sizeof(out);
    EXPECT_EQ(scr_map_locate(map_, 1, xyz, &out, nullptr), SCR_OK);
    return out;
  }

  scr_map* map_;
};

TEST_F(CMap, LocatesManyPointsAtOnce) {
  const double xyz[] = {-100.0, -1.75, 0.0, -100.0, 1.75, kNone, 5000.0, 0.0, 0.0, kNone, 0.0, 0.0};
  std::vector<scr_position> out(4);
  out[0].size = sizeof(scr_position);
  ASSERT_EQ(scr_map_locate(map_, 4, xyz, out.data(), nullptr), SCR_OK);
  EXPECT_STREQ(out[0].road, "mill_road");
  EXPECT_STREQ(out[1].road, "mill_road");
  EXPECT_EQ(out[0].lane, -out[1].lane);
  EXPECT_NE(out[0].is_along_s, out[1].is_along_s);
  EXPECT_NEAR(out[0].offset, 0.0, 0.01);
  EXPECT_NEAR(out[0].t, 1.75, 0.01);  // the road comes from the other side
  for (const int nowhere : {2, 3}) {
    EXPECT_EQ(out[nowhere].road, nullptr);
    EXPECT_EQ(out[nowhere].lane_index, -1);
    EXPECT_EQ(out[nowhere].size, sizeof(scr_position));
  }
}

TEST_F(CMap, GoesThereAndBack) {
  const scr_position here = at(-100.0, -1.75);
  scr_point point{};
  point.size = sizeof(point);
  ASSERT_EQ(scr_map_point(map_, 1, &here, &point, nullptr), SCR_OK);
  EXPECT_NEAR(point.x, -100.0, 1e-6);
  EXPECT_NEAR(point.y, -1.75, 1e-6);
  scr_position found{};
  found.size = sizeof(found);
  ASSERT_EQ(scr_map_find_lane(map_, here.road, here.s, here.lane, &found, nullptr), SCR_OK);
  EXPECT_EQ(found.lane_index, here.lane_index);
  EXPECT_NEAR(found.s, here.s, 1e-9);
  EXPECT_EQ(found.offset, 0.0);
}

TEST_F(CMap, AnswersAboutPlaces) {
  const scr_position here = at(-100.0, -1.75), ahead = at(-80.0, -1.75);
  double distance[2];
  ASSERT_EQ(scr_map_road_distance(map_, &here, 0.0, 1, &ahead, distance, nullptr), SCR_OK);
  EXPECT_NEAR(distance[0], 20.0, 0.01);
  EXPECT_NEAR(distance[1], 0.0, 0.01);
  ASSERT_EQ(scr_map_road_distance(map_, &here, M_PI, 1, &ahead, distance, nullptr), SCR_OK);
  EXPECT_NEAR(distance[0], -20.0, 0.01);

  double speed = 0.0;
  ASSERT_EQ(scr_map_legal_speed(map_, 1, &here, &speed, nullptr), SCR_OK);
  EXPECT_NEAR(speed, 50.0 / 3.6, 1e-9);

  const double beside[] = {-100.0, 50.0, kNone};
  double to_surface = 0.0;
  ASSERT_EQ(scr_map_surface_distance(map_, 1, beside, 100.0, &to_surface, nullptr), SCR_OK);
  EXPECT_GT(to_surface, 30.0);
  EXPECT_LT(to_surface, 50.0);
  scr_position near{};
  near.size = sizeof(near);
  double away = 0.0;
  ASSERT_EQ(scr_map_nearest(map_, 1, beside, 100.0, &near, &away, nullptr), SCR_OK);
  EXPECT_STREQ(near.road, "mill_road");
  EXPECT_GT(away, 30.0);
}

TEST_F(CMap, FindsRoutesAndSignals) {
  const scr_position from = at(-110.0, -1.75), to = at(1.75, 60.0);
  ASSERT_NE(to.road, nullptr);
  std::int64_t count = 0;
  double length = 0.0;
  ASSERT_EQ(scr_map_route(map_, &from, &to, nullptr, 0, &count, &length, nullptr), SCR_OK);
  ASSERT_GT(count, 2);
  EXPECT_GT(length, 150.0);
  std::vector<scr_route_lane> lanes(static_cast<std::size_t>(count));
  lanes[0].size = sizeof(scr_route_lane);
  ASSERT_EQ(scr_map_route(map_, &from, &to, lanes.data(), count, &count, &length, nullptr), SCR_OK);
  EXPECT_EQ(lanes.front().lane_index, from.lane_index);
  EXPECT_EQ(lanes.back().lane_index, to.lane_index);
  EXPECT_STREQ(lanes.back().road, to.road);

  std::vector<scr_signal> signals(16);
  signals[0].size = sizeof(scr_signal);
  ASSERT_EQ(scr_map_signals_ahead(map_, &from, 300.0, signals.data(), 16, &count, nullptr), SCR_OK);
  ASSERT_GT(count, 0);
  bool has_light = false;
  for (std::int64_t i = 0; i < count; ++i)
    has_light = has_light || std::string(signals[static_cast<std::size_t>(i)].id) == "light_mill_road";
  EXPECT_TRUE(has_light);
}

TEST_F(CMap, RefusesWhatCannotBeAsked) {
  const double xyz[] = {0.0, 0.0, 0.0};
  scr_position good = at(-100.0, -1.75), out{}, bad = good;
  out.size = sizeof(out);
  double numbers[2];
  std::int64_t count = 0;
  scr_error* error = nullptr;
  const auto refused = [&](std::int32_t code, const char* message) {
    EXPECT_EQ(code, SCR_ERROR_ARGUMENT) << message;
    EXPECT_THAT(take(error), HasSubstr(message));
    error = nullptr;
  };
  refused(scr_map_locate(nullptr, 1, xyz, &out, &error), "map is NULL");
  refused(scr_map_locate(map_, 1, nullptr, &out, &error), "xyz is NULL");
  refused(scr_map_locate(map_, 1, xyz, nullptr, &error), "out is NULL");
  refused(scr_map_locate(map_, -1, xyz, &out, &error), "cannot be -1");
  refused(scr_map_nearest(map_, 1, xyz, kNone, &out, nullptr, &error), "radius");
  refused(scr_map_nearest(map_, 1, xyz, -1.0, &out, nullptr, &error), "radius");
  refused(scr_map_surface_distance(map_, 1, xyz, INFINITY, numbers, &error), "max_distance");
  refused(scr_map_find_lane(map_, nullptr, 0.0, 1, &out, &error), "road is NULL");
  refused(scr_map_find_lane(map_, "\xFF", 0.0, 1, &out, &error), "no UTF-8");
  refused(scr_map_find_lane(map_, "mill_road", kNone, 1, &out, &error), "s must be a number");
  bad.lane_index = 1'000'000;
  refused(scr_map_legal_speed(map_, 1, &bad, numbers, &error), "lane_index 1000000 is none of this map's");
  bad.lane_index = -2;
  refused(scr_map_legal_speed(map_, 1, &bad, numbers, &error), "lane_index -2");
  bad = good;
  bad.s = kNone;
  refused(scr_map_legal_speed(map_, 1, &bad, numbers, &error), "must be numbers");
  bad = good;
  bad.size = 0;
  refused(scr_map_legal_speed(map_, 1, &bad, numbers, &error), "size of scr_position is 0");
  refused(scr_map_road_distance(map_, &good, INFINITY, 1, &good, numbers, &error), "ego_heading");
  refused(scr_map_route(map_, &good, &good, nullptr, 0, nullptr, nullptr, &error), "count is NULL");
  refused(scr_map_route(map_, &good, nullptr, nullptr, 0, &count, nullptr, &error), "to is NULL");
  refused(scr_map_signals_ahead(map_, &good, kNone, nullptr, 0, &count, &error), "distance");
  scr_position small{};
  refused(scr_map_locate(map_, 1, xyz, &small, &error), "size of scr_position is 0");
  EXPECT_EQ(scr_map_find_lane(map_, "nowhere", 0.0, 1, &out, &error), SCR_ERROR_INPUT);
  EXPECT_EQ(take(error), "there is no road nowhere");
}

TEST_F(CMap, NowhereIsAnAnswer) {
  scr_position nowhere = at(5000.0, 5000.0), here = at(-100.0, -1.75);
  double numbers[2];
  std::int64_t count = 7;
  ASSERT_EQ(scr_map_legal_speed(map_, 1, &nowhere, numbers, nullptr), SCR_OK);
  EXPECT_TRUE(std::isnan(numbers[0]));
  ASSERT_EQ(scr_map_road_distance(map_, &nowhere, 0.0, 1, &here, numbers, nullptr), SCR_OK);
  EXPECT_TRUE(std::isnan(numbers[0]));
  ASSERT_EQ(scr_map_route(map_, &here, &nowhere, nullptr, 0, &count, numbers, nullptr), SCR_OK);
  EXPECT_EQ(count, 0);
  EXPECT_TRUE(std::isnan(numbers[0]));
  EXPECT_EQ(scr_map_locate(map_, 0, nullptr, nullptr, nullptr), SCR_OK);  // no points, no questions
}

TEST_F(CMap, IsReadFromMemoryAndRefusedFromThere) {
  const std::string text = kit::read_text(kit::source_dir() / "examples/maps/town.xodr");
  scr_map* map = scr_map_read(text.data(), static_cast<std::int64_t>(text.size()), "town", nullptr);
  ASSERT_NE(map, nullptr);
  EXPECT_EQ(scr_map_share(map), map);
  scr_map_close(map);
  scr_map_close(map);

  scr_error* error = nullptr;
  EXPECT_EQ(scr_map_read("no map", 6, "here.xodr", &error), nullptr);
  EXPECT_EQ(scr_error_code(error), SCR_ERROR_INPUT);
  EXPECT_STREQ(scr_error_file(error), "here.xodr");
  take(error);
  EXPECT_EQ(scr_map_read(nullptr, 0, "x", nullptr), nullptr);
  EXPECT_EQ(scr_map_read("x", -1, "x", nullptr), nullptr);
  EXPECT_EQ(scr_map_open(nullptr, &error), nullptr);
  EXPECT_EQ(take(error), "file is NULL");
  EXPECT_EQ(scr_map_open("nowhere.xodr", &error), nullptr);
  EXPECT_STREQ(scr_error_file(error), "nowhere.xodr");
  take(error);
  EXPECT_EQ(scr_map_share(nullptr), nullptr);
  scr_map_close(nullptr);
}

TEST_F(CMap, ServesManyThreads) {
  std::vector<std::jthread> threads;
  for (int i = 0; i < 4; ++i)
    threads.emplace_back([this] {
      for (int k = 0; k < 200; ++k) {
        const scr_position found = at(-100.0 + 0.1 * k, -1.75);
        double away = 0.0;
        const double xyz[] = {0.5 * k, 0.3 * k, kNone};
        EXPECT_EQ(scr_map_surface_distance(map_, 1, xyz, 50.0, &away, nullptr), SCR_OK);
        EXPECT_NE(found.road, nullptr);
      }
    });
}

}  // namespace
}  // namespace scrutineer::capi
