#include "trace/sumo_config.h"

#include <gmock/gmock.h>

namespace scrutineer::trace {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

TEST(SumoConfig, NamesInputsAndOutputs) {
  struct Case {
    const char *name, *content, *net, *fcd;
    std::vector<std::string> definitions;
  };
  const Case cases[] = {
      {"as SUMO writes it",
       R"(<configuration><input><net-file value="town.net.xml"/><route-files value="a.rou.xml, b.rou.xml"/>
          <additional-files value="lights.add.xml"/></input><output><fcd-output value="out/fcd.xml"/></output></configuration>)",
       "sim/town.net.xml",
       "sim/out/fcd.xml",
       {"sim/a.rou.xml", "sim/b.rou.xml", "sim/lights.add.xml"}},
      {"short names",
       R"(<configuration><n v="../nets/a.net.xml"/><a v="x.xml"/><r v="y.xml"/></configuration>)",
       "nets/a.net.xml",
       "",
       {"sim/y.xml", "sim/x.xml"}},
      {"with a prefix for outputs",
       R"(<configuration><output-prefix value="7_"/><fcd-output value="out/fcd.xml"/></configuration>)",
       "",
       "sim/out/7_fcd.xml",
       {}},
      {"an absolute path",
       R"(<configuration><net-file value="/nets/a.net.xml"/></configuration>)",
       "/nets/a.net.xml",
       "",
       {}},
  };
  for (const Case& c : cases) {
    const auto config = read_sumo_config(c.content, "sim/town.sumocfg");
    ASSERT_TRUE(config) << c.name << ": " << to_string(config.problem());
    EXPECT_EQ(config->net, c.net) << c.name;
    EXPECT_EQ(config->fcd, c.fcd) << c.name;
    EXPECT_EQ(config->definitions, c.definitions) << c.name;
  }
  EXPECT_FALSE(read_sumo_config("<configuration><net-file value=", "sim/town.sumocfg"));
}

TEST(SumoConfig, LooksIntoDefinitions) {
  EXPECT_TRUE(defines_vehicle_types("<routes>\n <vType id=\"a\"/>"));
  EXPECT_TRUE(defines_vehicle_types("<routes>\n <vTypeDistribution id=\"a\">"));
  EXPECT_FALSE(defines_vehicle_types("<routes>\n <vehicle id=\"a\" type=\"b\"/>"));
  EXPECT_THAT(light_outputs("<additional><timedEvent type=\"SaveTLSStates\" source=\"C\" dest=\"tls.xml\"/>"
                            "<timedEvent type=\"SaveTLSSwitchTimes\" source=\"C\" dest=\"switch.xml\"/>",
                            "sim/a.add.xml"),
              ElementsAre("sim/tls.xml"));
  EXPECT_THAT(light_outputs("<additional/>", "sim/a.add.xml"), IsEmpty());
}

TEST(SumoConfig, KnowsWhatANetWasMadeFrom) {
  const SumoNetOrigin from_map = net_origin(
      "<!-- <configuration><input><opendrive-files value=\"../town.xodr\"/></input></configuration> -->\n"
      "<net><location netOffset=\"135.50,-20.00\" convBoundary=\"0,0,1,1\"/>");
  EXPECT_EQ(from_map.map, "../town.xodr");
  EXPECT_EQ(from_map.offset, (std::pair{135.5, -20.0}));
  const SumoNetOrigin unknown = net_origin("<net>");
  EXPECT_EQ(unknown.map, "");
  EXPECT_EQ(unknown.offset, (std::pair{0.0, 0.0}));
}

}  // namespace
}  // namespace scrutineer::trace
