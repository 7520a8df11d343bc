// CARLA recordings, drone data and tables of one's own, as the whole program meets them.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "kit/carla_log.h"
#include "kit/data.h"
#include "kit/fake_world.h"
#include "kit/maps.h"
#include "kit/xodr_writer.h"

namespace scrutineer::app {
namespace {

using testing::HasSubstr;
using testing::Not;

// A car that drives at 10 m/s along a straight road, in its right lane, and grazes a wall.
std::string carla_drive(std::string_view map) {
  kit::CarlaLog log(map);
  for (int i = 0; i <= 50; ++i) {
    log.frame(0.1 * i);
    if (i == 0) log.add({.id = 7, .role = "hero"}).box(7);
    log.pose(7, {20'000.0 + 100.0 * i, 175.0, 0.0}).kinematics(7, {10.0, 0.0, 0.0});
    if (i == 20) log.collision(7, 0xFFFFFFFF);
    log.end();
  }
  return log.bytes();
}

FakeWorld world() {
  FakeWorld world;
  const std::string town = kit::to_xodr(kit::straight_road(1000.0));
  world.files.content["maps/Town42.xodr"] = world.folders.files["maps/Town42.xodr"] = town;
  world.files.content["run.log"] = carla_drive("Carla/Maps/Town42_Opt");
  world.files.content["run.json"] = R"({"trace": "run.log", "map_dir": "maps"})";
  std::string table = "stamp_ms;car;px;py;heading_deg;kmh\n";
  for (int i = 0; i <= 50; ++i) table += std::to_string(100 * i) + ";a;" + std::to_string(200 + i) + ",5;-1,75;0;36\n";
  world.files.content["mine.csv"] = table;
  return world;
}

TEST(CheckRecordings, TheRunNamesItsMap) {
  for (const char* line : {"check run.log --map-dir maps", "check run.json"}) {
    FakeWorld here = world();
    const Ran ran = here.run(words(line));
    EXPECT_EQ(ran.code, 0) << line << ran.err;
    EXPECT_THAT(ran.out, HasSubstr("PASS  run.log")) << line;
    EXPECT_THAT(ran.err, HasSubstr("the run recorded a collision of 7 with something, which is no actor of it, at 2 s"))
        << line;
  }
  FakeWorld elsewhere = world();
  elsewhere.files.content["run.log"] = carla_drive("Town01");
  const Ran ran = elsewhere.run(words("check run.log --map-dir maps"));
  EXPECT_EQ(ran.code, 2);
  EXPECT_THAT(ran.err, HasSubstr("run.log: was driven on Town01, but maps has no Town01.xodr; it has Town42.xodr"));
}

TEST(CheckRecordings, TraceInfoTellsMapAndCollisions) {
  FakeWorld here = world();
  const Ran ran = here.run(words("trace info run.log"));
  EXPECT_EQ(ran.code, 0) << ran.err;
  EXPECT_THAT(ran.out, HasSubstr("map       Town42, as the run says"));
  EXPECT_THAT(ran.out, HasSubstr("7 with something that is no actor, 2.00 s to 2.00 s"));
}

TEST(CheckRecordings, ColumnsMakeAnyTableARun) {
  const std::string columns = "time=stamp_ms:ms,id=car,x=px,y=py,yaw=heading_deg:deg,speed=kmh:km/h";
  FakeWorld here = world();
  const Ran unnamed = here.run(words("check mine.csv --map maps/Town42.xodr"));
  EXPECT_EQ(unnamed.code, 2);
  EXPECT_THAT(unnamed.err, HasSubstr("mine.csv: is a table of no known format, with the columns stamp_ms, car, px, py, "
                                     "heading_deg, kmh. Say what they mean: --columns"));
  const Ran ran = here.run(words("check mine.csv --map maps/Town42.xodr --columns " + columns));
  EXPECT_EQ(ran.code, 0) << ran.err;
  EXPECT_THAT(ran.out, HasSubstr("PASS  mine.csv"));
  here.files.content["mine.json"] =
      R"({"trace": "mine.csv", "map": "maps/Town42.xodr", "columns": ")" + columns + "\"}";
  EXPECT_THAT(here.run(words("check mine.json")).out, HasSubstr("PASS  mine.csv"));
  const Ran converted = here.run(words("trace convert mine.csv out.csv --columns " + columns));
  EXPECT_EQ(converted.code, 0) << converted.err;
  EXPECT_THAT(here.files.content["out.csv"], HasSubstr("0.1,a,car,201.5,-1.75"));
  EXPECT_THAT(here.run(words("check mine.csv --columns yaw=heading_deg:gon")).err,
              HasSubstr("the unit of yaw must be one of rad, deg, rad_north, deg_north, found gon"));
}

TEST(CheckRecordings, AMapOfAnotherPlaceIsTold) {
  FakeWorld here = world();
  kit::CarlaLog log("Town42");
  for (int i = 0; i <= 60; ++i) {
    log.frame(0.1 * i);
    if (i == 0) log.add({.id = 7, .role = "hero"}).box(7);
    log.pose(7, {900'000.0 + 100.0 * i, -800'000.0, 0.0}).end();
  }
  here.files.content["run.log"] = log.bytes();
  const Ran ran = here.run(words("check run.log --map-dir maps"));
  EXPECT_EQ(ran.code, 2);
  EXPECT_THAT(ran.err, HasSubstr("do not belong together"));
  EXPECT_THAT(ran.err, HasSubstr("9000"));
}

TEST(CheckRecordings, RealDrivesOfCarla) {
  SCRUTINEER_NEEDS_DATA();
  const std::string run = (kit::data_dir() / "inputs/carla/DistanceBetweenVehicles_2020.log").string();
  FakeWorld here;
  here.files.content["Town01.xodr"] = kit::read_text(kit::map_path("Town01"));
  const Ran ran = here.run(words("check " + run + " --map Town01.xodr"));
  EXPECT_THAT(ran.out, HasSubstr("speed_limit"));
  EXPECT_THAT(ran.out, Not(HasSubstr("off_lane")));
  EXPECT_THAT(ran.out, Not(HasSubstr("road_departure")));
  EXPECT_THAT(ran.out, Not(HasSubstr("teleportation")));
  EXPECT_THAT(ran.out, Not(HasSubstr("could be tied")));
}

}  // namespace
}  // namespace scrutineer::app
