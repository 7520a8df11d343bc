#include <gmock/gmock.h>

#include "kit/data.h"
#include "kit/fake_world.h"
#include "kit/paths.h"

namespace scrutineer::app {
namespace {

using ::testing::HasSubstr;

constexpr const char* kOdd = R"(ODD:
  slow:
    TITLE: Slow streets
    INCLUDE_AND:
      speed: "<= 30 km/h"
      OR:
        lane_type: [traffic_lane, bus_lane]
        number_of_lanes: 1
    EXCLUDE_OR:
      wet: true
MODULES:
  wet:
    INCLUDE_AND:
      rainfall_intensity: "> light_rain"
)";

TEST(OddCheck, CountsWhatAFileHas) {
  FakeWorld world;
  world.files.content["odd.yaml"] = kOdd;
  const Ran ran = world.run({"odd", "check", "odd.yaml"});
  EXPECT_EQ(ran.code, 0) << ran.err;
  EXPECT_THAT(ran.out, HasSubstr("odd.yaml: 2 modules and 4 conditions in 1 file; the root is slow\n"));
}

TEST(OddCheck, SaysAllThatIsWrongAndEndsWithTwo) {
  FakeWorld world;
  world.files.content["odd.yaml"] = "ODD:\n  m:\n    INCLUDE_AND: {sped: \"< 5 m/s\", lane_width: \"> 3 s\"}\n";
  const Ran ran = world.run({"odd", "check", "odd.yaml"});
  EXPECT_EQ(ran.code, 2);
  EXPECT_THAT(ran.err, HasSubstr("scrutineer: odd.yaml:3:19: \"sped\" is no concept"));
  EXPECT_THAT(ran.err, HasSubstr("scrutineer: odd.yaml:3:48: unit \"s\" does not fit \"lane_width\""));
  EXPECT_EQ(ran.out, "");
  EXPECT_EQ(world.run({"odd", "check", "missing.yaml"}).code, 2);
}

TEST(OddCheck, WarnsOnceOfWhatNothingCanEverTell) {
  FakeWorld world;
  world.files.content["odd.yaml"] =
      "TAXONOMY: {tire_pressure: boolean}\n"
      "ODD:\n  m:\n    INCLUDE_AND: {tire_pressure: true, speed: \"< 5 m/s\"}\n    EXCLUDE_OR: {tire_pressure: "
      "false}\n";
  const Ran ran = world.run({"odd", "check", "odd.yaml"});
  EXPECT_EQ(ran.code, 0) << ran.err;
  EXPECT_EQ(ran.err,
            "scrutineer: warning: odd.yaml:4:19: nothing in a map or run tells of \"tire_pressure\": it is unknown "
            "unless the manifest's cod or a program says it\n");
}

TEST(OddCheck, WarnsOfLiteralsThatNothingCanEverTell) {
  struct Case {
    const char *name, *condition, *warning;
  };
  const Case cases[] = {
      {"of several structures", "special_structures_type: [tunnel, rail_crossing, toll_plaza]",
       "scrutineer: warning: odd.yaml:4:7: nothing in a map or run tells whether \"special_structures_type\" is "
       "rail_crossing or toll_plaza: it counts as not so unless the manifest's cod or a program says it\n"},
      {"of signs", "sign_types: warning_signs",
       "scrutineer: warning: odd.yaml:4:7: nothing in a map or run tells whether \"sign_types\" is warning_signs: it "
       "counts as not so unless the manifest's cod or a program says it\n"},
      {"what is told", "special_structures_type: [tunnel, bridge, pedestrian_crossing]", ""},
      {"levels, which a number tells", "rainfall_intensity: cloudburst", ""},
  };
  for (const Case& row : cases) {
    FakeWorld world;
    world.files.content["odd.yaml"] = std::string("ODD:\n  m:\n    EXCLUDE_OR:\n      ") + row.condition + '\n';
    EXPECT_EQ(world.run({"odd", "check", "odd.yaml"}).err, row.warning) << row.name;
  }
}

TEST(OddExplain, SaysItInWords) {
  FakeWorld world;
  world.files.content["odd.yaml"] = kOdd;
  const Ran ran = world.run({"odd", "explain", "odd.yaml"});
  EXPECT_EQ(ran.code, 0) << ran.err;
  EXPECT_EQ(ran.out, R"(slow, the root
  "Slow streets"
  inside when all of these hold:
    speed is at most 30 km/h
    any of these holds:
      lane_type is bus_lane or traffic_lane
      number_of_lanes is 1
  but not when any of these holds:
    wet holds

wet
  holds when all of these hold:
    rainfall_intensity is moderate_rain, heavy_rain, violent_rain or cloudburst
)");
}

TEST(OddExplain, RefusesAFileWithoutModules) {
  FakeWorld world;
  world.files.content["odd.yaml"] = "TAXONOMY: {x: boolean}\n";
  const Ran ran = world.run({"odd", "explain", "odd.yaml"});
  EXPECT_EQ(ran.code, 2);
  EXPECT_THAT(ran.err, HasSubstr("odd.yaml: the file has no modules"));
}

}  // namespace
}  // namespace scrutineer::app
