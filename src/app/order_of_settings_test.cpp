// Settings on the command line win over those before them, as entries of a manifest do.
#include <gtest/gtest.h>

#include "kit/fake_world.h"
#include "kit/maps.h"
#include "kit/run_writers.h"
#include "kit/scenario.h"
#include "kit/xodr_writer.h"
#include "map/read.h"

namespace scrutineer::app {
namespace {

using namespace std::chrono_literals;

// The ego drives faster than the policy.max_speed that is set below.
FakeWorld fast_drive() {
  FakeWorld world;
  world.folders.folders = {""};
  map::Document document = kit::straight_road(1000.0);
  world.files.content["town.xodr"] = kit::to_xodr(document);
  const auto map = map::build_network(std::move(document));
  kit::Scenario scenario({.map = map.get(), .duration = 5s});
  scenario.add({.id = "0", .is_ego = true}).start_at("1", -1, 200.0).speed(30.0);
  world.files.content["run.csv"] = kit::to_csv(scenario.run());
  return world;
}

// "--disable a --enable b" as the entries of a manifest.
std::string manifest_with(const std::vector<std::string>& flags) {
  std::string entries;
  for (std::size_t i = 0; i + 1 < flags.size(); i += 2)
    entries += (i > 0 ? ", " : "") + ("{\"" + flags[i].substr(2) + "\": \"" + flags[i + 1] + "\"}");
  return R"({"trace": "run.csv", "map": "town.xodr", "settings": [)" + entries + "]}";
}

TEST(OrderOfSettings, TheLaterOneWinsOnTheCommandLineAndInAManifest) {
  const struct {
    const char *name, *flags;
    bool is_judged;  // whether the ego's speed is
  } cases[] = {
      {"off, then on for the ego", "--disable speed_policy --enable speed_policy@sut", true},
      {"on for the ego, then off", "--enable speed_policy@sut --disable speed_policy", false},
      {"off, then on", "--disable speed_policy --enable speed_policy", true},
      {"on, then off by its setting", "--enable speed_policy --set speed_policy.enabled=false", false},
      {"off by its setting, then on", "--set speed_policy.enabled=false --enable speed_policy", true},
      {"off, then on by its setting", "--disable speed_policy --set speed_policy.enabled=true", true},
      {"on, then off for cars", "--enable speed_policy --set car.speed_policy.enabled=false", false},
      {"on for the ego, which is more than on or off", "--enable speed_policy@sut --set speed_policy.enabled=false",
       true},
      {"a limit twice, the last one high", "--set policy.max_speed=20kph --set policy.max_speed=200kph", false},
      {"a limit twice, the last one low", "--set policy.max_speed=200kph --set policy.max_speed=20kph", true},
      {"ignored, then an error", "--severity speed_policy=ignore --severity speed_policy=error", true},
      {"an error, then ignored", "--severity speed_policy=error --severity speed_policy=ignore", false},
      {"others between", "--disable speed_policy --set policy.max_jerk=9mpspsps --enable speed_policy", true},
      {"a profile behind what it knows nothing of", "--disable speed_policy --profile classic", false},
  };
  for (const auto& c : cases) {
    FakeWorld world = fast_drive();
    const std::string always = "--set policy.max_speed=20kph --severity speed_policy=error ";
    const Ran flags = world.run(words("check run.csv --map town.xodr " + always + c.flags));
    EXPECT_EQ(flags.out.find("speed_policy") != std::string::npos, c.is_judged)
        << c.name << ": " << flags.out << flags.err;
    world.files.content["run.json"] = manifest_with(words(always + c.flags));
    const Ran manifest = world.run(words("check run.json"));
    EXPECT_EQ(manifest.out, flags.out) << c.name << ": " << manifest.err;
  }
}

TEST(OrderOfSettings, IsKeptInTheResult) {
  FakeWorld world = fast_drive();
  const Ran ran = world.run(
      words("check run.csv --map town.xodr --out out --disable speed_policy --set policy.max_speed=90kph "
            "--severity speed_policy=error --profile classic --enable speed_policy@sut --set policy.max_speed=100kph"));
  ASSERT_EQ(ran.code, kFound) << ran.err;
  const std::string& manifest = world.folders.files["out/run.json"];
  std::size_t at = 0;
  for (const char* entry : {"\"disable\": \"speed_policy\"", "policy.max_speed=90kph", "speed_policy=error",
                            "\"profile\": \"classic\"", "speed_policy@sut", "policy.max_speed=100kph"}) {
    const std::size_t found = manifest.find(entry, at);
    ASSERT_NE(found, std::string::npos) << entry << " in " << manifest;
    at = found;
  }
}

}  // namespace
}  // namespace scrutineer::app
