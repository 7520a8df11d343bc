#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "kit/fake_world.h"
#include "kit/lane_maps.h"
#include "kit/maps.h"
#include "kit/osi_lanes.h"
#include "kit/xodr_writer.h"
#include "map/read.h"

namespace scrutineer::app {
namespace {

using testing::HasSubstr;

std::string crossing_lanes() {
  return kit::osi_file(kit::lanes_of(*map::build_network(kit::four_way_crossing()), 0.05));
}

TEST(MapConvert, WritesWhatIsReadAsTheSameMap) {
  const struct {
    const char *name, *file;
    std::string content;
    const char* told;
  } cases[] = {
      {"OpenDRIVE", "town.xodr", kit::to_xodr(kit::four_way_crossing()), "OpenDRIVE 1.7, "},
      {"OSI lanes", "run.osi", crossing_lanes(), "note: the lanes come without speed limits"},
  };
  for (const auto& c : cases) {
    FakeWorld outside;
    outside.files.content[c.file] = c.content;
    const Ran ran = outside.run({"map", "convert", c.file, "out.xodr"});
    EXPECT_EQ(ran.code, kFine) << c.name << ": " << ran.err;
    EXPECT_THAT(ran.out, HasSubstr(c.told)) << c.name;
    const auto written = map::read_xodr(outside.files.content["out.xodr"], "out.xodr");
    ASSERT_TRUE(written) << c.name;
    EXPECT_EQ((*written)->junctions().size(), 1U) << c.name;
    EXPECT_EQ((*written)->header().rev_minor, 7) << c.name;
  }
}

TEST(MapConvert, RefusesWithAReason) {
  const struct {
    const char *name, *in, *out, *why;
  } cases[] = {
      {"onto itself", "town.xodr", "./town.xodr", "./town.xodr is read from, so it cannot be written to"},
      {"another format", "town.xodr", "town.net.xml", "must end in .xodr"},
      {"not there", "nowhere.xodr", "out.xodr", "nowhere.xodr"},
      {"no map", "page.html", "out.xodr", "is a web page, not a map"},
  };
  for (const auto& c : cases) {
    FakeWorld outside;
    outside.files.content["town.xodr"] = kit::to_xodr(kit::straight_road());
    outside.files.content["page.html"] = "<html></html>";
    const Ran ran = outside.run({"map", "convert", c.in, c.out});
    EXPECT_EQ(ran.code, kNotEvaluated) << c.name;
    EXPECT_THAT(ran.err, HasSubstr(c.why)) << c.name;
  }
}

// The other commands about maps take the run, too, and call its lanes by their own ids.
TEST(MapConvert, RunsStandForTheMapThatTheyCarry) {
  FakeWorld outside;
  outside.files.content["run.osi"] = crossing_lanes();
  const Ran info = outside.run({"map", "info", "run.osi"});
  EXPECT_EQ(info.code, kFine) << info.err;
  EXPECT_THAT(info.out, HasSubstr("OSI lanes"));
  const Ran check = outside.run({"map", "check", "run.osi", "--rule-set", "drive"});
  EXPECT_EQ(check.code, kFine) << check.out << check.err;
  const Ran located = outside.run({"map", "locate", "run.osi", "50", "-1.5"});
  EXPECT_EQ(located.code, kFine) << located.err;
  EXPECT_THAT(located.out, HasSubstr("lane id"));
}

}  // namespace
}  // namespace scrutineer::app
