// Names that files give to actors, roads and signals, and names of files: whatever they hold, no command prints anything
// that a terminal would obey, and none of them begins a line of its own.

#include <gmock/gmock.h>

#include <nlohmann/json.hpp>

#include "base/printable.h"
#include "base/utf8.h"
#include "kit/fake_world.h"
#include "kit/maps.h"
#include "kit/run_writers.h"
#include "kit/scenario.h"
#include "kit/xodr_writer.h"
#include "map/read.h"

namespace scrutineer::app {
namespace {

using namespace std::chrono_literals;
using testing::HasSubstr;
using testing::Not;

// What XML can hold; JSON holds escapes, too.
const std::string kHostile = "x\nEVIL\u009B2J\u202E";

FakeWorld world() {
  FakeWorld world;
  map::Document road = kit::straight_road(1000.0);
  const auto map = map::build_network(road);
  kit::Scenario scenario({.map = map.get(), .duration = 5s});
  scenario.add({.id = "0", .is_ego = true}).start_at("1", -1, 10.0).speed({{0s, 30.0}, {2s, 60.0}, {3s, 30.0}});
  world.files.content["run.csv"] = kit::to_csv(scenario.run());
  road.roads[0].id = road.roads[0].name = kHostile;
  world.files.content["road.xodr"] = world.files.content[kHostile] = kit::to_xodr(road);
  kit::Crossing crossing;
  crossing.lights = kit::Crossing::Lights::on_arms;
  map::Document signals = kit::four_way_crossing(crossing);
  for (map::RoadRecord& arm : signals.roads)
    for (map::SignalRecord& signal : arm.signals) signal.id += kHostile;
  world.files.content["signals.xodr"] = kit::to_xodr(signals);
  world.files.content["run.json"] =
      nlohmann::json{{"map", "road.xodr"},
                     {"trace", "run.csv"},
                     {"actors", {{"0", {{"name", "x\nEVIL\033[2J\033]0;title\a" + kHostile}}}}}}
          .dump();
  world.folders.files = world.files.content;
  return world;
}

// The first character that a terminal would obey.
std::string first_obeyed(std::string_view text) {
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t length = utf8_length(text.substr(at));
    if (length == 0) return "no UTF-8";
    const std::uint32_t point = utf8_code_point(text.substr(at), length);
    if (!is_printable(point) && point != '\n') return escaped_character(point);
    at += length;
  }
  return "";
}

TEST(HostileNames, DoNothingToATerminal) {
  struct Case {
    const char* name;
    std::vector<std::string> arguments;
    bool has_lines = true;  // of text; else it is a document that programs read
  };
  const Case cases[] = {
      {"a check", {"check", "run.json"}},
      {"a check in full", {"check", "run.json", "--verbosity", "full"}},
      {"a result as JSON", {"check", "run.json", "--format", "json"}},
      {"a result as SARIF", {"check", "run.json", "--format", "sarif"}},
      {"a result as JUnit", {"check", "run.json", "--format", "junit"}, false},
      {"an unknown ego", {"check", "run.json", "--ego", kHostile}},
      {"a run", {"trace", "info", "run.json"}},
      {"a run as JSON", {"trace", "info", "run.json", "--format", "json"}},
      {"a map", {"map", "info", "road.xodr"}},
      {"a map of that name", {"map", "info", kHostile}},
      {"a map as JSON", {"map", "info", "road.xodr", "--format", "json"}},
      {"signals", {"map", "info", "signals.xodr", "--signals"}},
      {"anomalies", {"map", "check", kHostile}},
      {"anomalies of signals", {"map", "check", "signals.xodr"}},
      {"a drawing", {"map", "draw", "road.xodr", "-o", kHostile + ".svg"}},
      {"a place on a lane", {"map", "locate", "road.xodr", "10", "-1"}},
      {"a place beside", {"map", "locate", "road.xodr", "10", "30"}},
      {"no such file", {"map", "info", kHostile + ".xodr"}},
      {"no such command", {kHostile}},
      {"no such option", {"map", "info", "--" + kHostile}},
      {"no such setting", {"check", "run.json", "--set", kHostile}},
      {"no such checker", {"explain", kHostile}},
  };
  for (const auto& [name, arguments, has_lines] : cases) {
    for (const bool colour : {false, true}) {
      FakeWorld outside = world();
      Ran ran = outside.run(arguments, colour);
      EXPECT_FALSE(ran.out.empty() && ran.err.empty()) << name;
      // Our own colours are what remains.
      for (std::string* text : {&ran.out, &ran.err})
        for (const char* ink : {"\033[0m", "\033[1m", "\033[2m", "\033[31m", "\033[32m", "\033[33m"})
          for (auto at = text->find(ink); colour && at != std::string::npos; at = text->find(ink))
            text->erase(at, std::string_view(ink).size());
      EXPECT_EQ(first_obeyed(ran.out), "") << name << ran.out;
      EXPECT_EQ(first_obeyed(ran.err), "") << name << ran.err;
      if (has_lines) {
        EXPECT_THAT(ran.out, Not(HasSubstr("\nEVIL"))) << name;
      }
      EXPECT_THAT(ran.err, Not(HasSubstr("\nEVIL"))) << name;
    }
  }
}

}  // namespace
}  // namespace scrutineer::app
