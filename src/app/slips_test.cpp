// Slips of the hand on the command line, and what is answered: what is wrong, and the next thing to type.
#include <gmock/gmock.h>

#include <algorithm>

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

void put(FakeWorld& world, const std::string& path, std::string content) {
  world.files.content[path] = content;
  world.folders.files[path] = std::move(content);
}

// runs/: a map, a run on it in three formats, and files that people have beside them.
FakeWorld world() {
  FakeWorld world;
  world.folders.folders = {"", "runs", "bag", "empty", "many", "many/a", "mixed"};
  world.files.folders = {"runs", "bag", "empty", "many", "many/a", "mixed"};
  map::Document document = kit::straight_road(1000.0);
  put(world, "runs/town.xodr", kit::to_xodr(document));
  const auto map = map::build_network(std::move(document));
  kit::Scenario scenario({.map = map.get(), .duration = 2s});
  scenario.add({.id = "0", .is_ego = true}).start_at("1", -1, 200.0).speed(10.0);
  const kit::RunData run = scenario.run();
  put(world, "runs/run.csv", kit::to_csv(run));
  put(world, "runs/run.osi", kit::to_osi(run));
  put(world, "runs/fcd.xml", kit::to_fcd(run));
  put(world, "runs/run.json", R"({"trace": "run.csv", "map": "town.xodr"})");
  put(world, "runs/comma.json", "{\"trace\": \"run.csv\",\n}");
  put(world, "runs/quotes.json", "{'trace': 'run.csv'}");
  put(world, "runs/key.json", R"({"tracce": "run.csv"})");
  put(world, "runs/half.xodr", "<OpenDRIVE><header revMajor=\"1\" revMinor=4/>");
  put(world, "runs/town.net.xml", "<net version=\"1.9\"><location netOffset=\"0,0\"/></net>");
  put(world, "runs/town.rou.xml", "<routes/>");
  put(world, "runs/cut_in.xosc", "<OpenSCENARIO/>");
  put(world, "runs/sim.dat", std::string("\x02\0\0\0", 4) + "town.xodr" + std::string(100, '\0'));
  put(world, "runs/carla.log", std::string("\x01\0\x0E\0", 4) + "CARLA_RECORDER");
  put(world, "runs/drive.bag", "#ROSBAG V2.0\n");
  put(world, "runs/mine.osc", "# nothing\n");
  put(world, "bag/metadata.yaml", "rosbag2_bagfile_information:\n");
  put(world, "many/a/run.json", R"({"trace": "run.csv"})");
  put(world, "mixed/README.md", "# Runs\n");
  put(world, "mixed/z.csv", kit::to_csv(run));
  put(world, "runs/report.html", "<!doctype html><html></html>");
  return world;
}

struct Slip {
  const char *name, *line, *answer, *next;
};

constexpr Slip kSlips[] = {
    {"nothing", "", "nothing to do", "scrutineer RUN --map MAP.xodr"},
    {"a command misspelt", "chekc runs/run.csv", "\"chekc\" is no command", "did you mean scrutineer check?"},
    {"a command of another program", "validate runs/run.csv", "\"validate\" is no command; there are map, trace, check",
     "see scrutineer --help"},
    {"a group without its command", "map", "a command is missing, one of info", "see scrutineer map --help"},
    {"a command of a group misspelt", "trace inof runs/run.csv", "\"inof\" is no command",
     "did you mean scrutineer trace info?"},
    {"help of something else", "help chek", "\"chek\" is no command", "did you mean scrutineer check?"},
    {"a run that is not there", "runs/rnu.csv", "runs/rnu.csv: cannot be opened", "did you mean runs/run.csv?"},
    {"the same behind check", "check runs/run.cvs", "runs/run.cvs: cannot be opened", "did you mean runs/run.csv?"},
    {"an option misspelt", "check runs/run.csv --mpa runs/town.xodr", "check has no option --mpa",
     "did you mean --map?"},
    {"one dash", "check runs/run.csv -map runs/town.xodr", "check has no option -map", "did you mean --map?"},
    {"capitals", "check runs/run.csv --MAP runs/town.xodr", "check has no option --MAP", "did you mean --map?"},
    {"an underscore", "check runs/run.csv --fail_on sut", "check has no option --fail_on", "did you mean --fail-on?"},
    {"an option with its value", "check runs/run.csv --mapp=runs/town.xodr", "check has no option --mapp;",
     "did you mean --map?"},
    {"another word for it", "check runs/run.csv --xodr runs/town.xodr", "check has no option --xodr",
     "did you mean --map?"},
    {"a format as an option", "check runs/run.csv --json", "check has no option --json", "did you mean --format json?"},
    {"an option of another command", "check runs/run.csv --around 1", "check has no option --around",
     "scrutineer map draw has"},
    {"an option that hides what is missing", "map draw runs/town.xodr --ouput x.svg", "map draw has no option --ouput",
     "did you mean --output?"},
    {"no value", "check runs/run.csv --map", "--map needs a value", "--map FILE"},
    {"too few values", "map draw runs/town.xodr -o x.svg --around 1 2", "--around needs 3 values",
     "--around X Y RADIUS"},
    {"a value twice", "check runs/run.csv --map runs/town.xodr --map runs/town.xodr", "--map is given 2 times",
     "see scrutineer check --help"},
    {"a word for a number", "map draw runs/town.xodr -o x.svg --width wide", "takes a number from 400 to 20000",
     "see scrutineer map draw --help"},
    {"out of range", "check runs/run.csv --derive 7", "takes a whole number from 0 to 3, found \"7\"", "--derive"},
    {"a number that is none", "check runs/run.csv --offset nan,0",
     "--offset: takes a number from -1000000000 to 1000000000", "--offset"},
    {"time that runs back", "live sumo --map runs/town.xodr --duration -5", "--duration: takes a number from 0.001",
     "--duration"},
    {"no such port", "live sumo --attach 99999999", "--attach: takes a whole number from 1 to 65535", "--attach"},
    {"a choice misspelt", "check runs/run.csv --format jsn", "\"jsn\" is none of json|", "did you mean json?"},
    {"a file missing", "map info", "FILE is required", "scrutineer map info [OPTIONS] FILE"},
    {"a word too many", "map info runs/town.xodr runs/town.xodr", "is one word too many",
     "scrutineer map info [OPTIONS] FILE"},
    {"options that exclude each other", "docs --write a --check b", "--write and --check cannot stand together",
     "give one of them"},
    {"no run at all", "check", "a run is missing", "scrutineer check RUN --map MAP.xodr"},
    {"a map alone", "check runs/town.xodr", "is a map; name a run beside it",
     "scrutineer check RUN --map runs/town.xodr"},
    {"map and run swapped", "check --map runs/run.osi --trace runs/town.xodr", "--map and --trace are swapped",
     "scrutineer check --map runs/town.xodr --trace runs/run.osi"},
    {"a run for a map", "check runs/run.csv --map runs/run.osi", "runs/run.osi: is a run, not a map",
     "name it with --trace"},
    {"a map for a run", "trace info runs/town.xodr", "is an OpenDRIVE map, not a run",
     "scrutineer map info runs/town.xodr"},
    {"a net for a map", "check runs/run.csv --map runs/town.net.xml", "is a SUMO net, not a map",
     "netconvert -s runs/town.net.xml --opendrive-output map.xodr"},
    {"a net for a run", "trace info runs/town.net.xml", "is a SUMO net, not a run",
     "scrutineer check --sumo runs/town.net.xml FCD"},
    {"routes for a run", "check runs/town.rou.xml", "is a file of SUMO's routes", "name it with --vehicle-types"},
    {"a scenario for a run", "runs/cut_in.xosc", "is an OpenSCENARIO XML scenario, not a run",
     "esmini --osc runs/cut_in.xosc --headless"},
    {"esmini's recording", "check runs/sim.dat", "is an esmini recording (.dat), not a run", "--csv_logger run.csv"},
    {"CARLA's recording, cut off", "check runs/carla.log", "ends within the header of the recording", ""},
    {"a bag of ROS 1", "check runs/drive.bag", "is a ROS 1 bag, not a run", "docs/traces.md"},
    {"a bag of ROS 2", "check bag", "is a ROS 2 bag", "docs/traces.md"},
    {"a bag of ROS 2 to look into", "trace info bag", "is a ROS 2 bag", "docs/traces.md"},
    {"a configuration for a run", "check runs/mine.osc", "is a configuration in OpenSCENARIO DSL, not a run",
     "name it with --config"},
    {"a run for a configuration", "check runs/run.json --config runs/run.csv",
     "runs/run.csv: is a run, not a configuration", ".osc files"},
    {"a manifest for a configuration", "lint runs/run.json", "runs/run.json: is a manifest, not a configuration",
     ".osc files"},
    {"a run for a report", "report runs/run.csv", "runs/run.csv: is no result",
     "scrutineer check runs/run.csv --out DIR --report"},
    {"a report for a run", "check runs/report.html", "is a web page, not a run", "open it in a browser"},
    {"a folder of runs", "check many", "is a folder without run.json", "scrutineer check many/*/run.json"},
    {"a folder with a run among others", "check mixed", "is a folder without run.json", "scrutineer check mixed/z.csv"},
    {"a folder to look into", "trace info mixed", "is a folder without run.json", "name the run in it: mixed/z.csv"},
    {"a folder without a run", "check empty", "is a folder without run.json", "scrutineer check empty/RUN"},
    {"a comma too many in a manifest", "check runs/comma.json", "runs/comma.json:2:1: is no JSON",
     "there is a comma too many before }"},
    {"single quotes in a manifest", "check runs/quotes.json", "runs/quotes.json:1:2: is no JSON",
     "texts are in double quotes"},
    {"a key misspelt", "check runs/key.json", "key \"tracce\" is unknown", "did you mean trace?"},
    {"a map that is broken", "map info runs/half.xodr", "runs/half.xodr:1: is not well-formed XML",
     "an attribute is not written as name=\"value\""},
    {"a blank for an equals sign", "check runs/run.json --set policy.max_speed 40kph", "expected PATH=VALUE",
     "policy.max_speed=130kph"},
    {"no unit", "check runs/run.json --set policy.max_speed=40", "policy.max_speed=40", "such as"},
    {"an impossible value", "check runs/run.json --set policy.max_speed=-5kph", "policy.max_speed=-5kph", "above 0kph"},
    {"braking forwards", "check runs/run.json --set policy.min_acceleration=3mpsps", "policy.min_acceleration=3mpsps",
     "at most 0mpsps"},
    {"bounds that exclude each other", "check runs/run.json --set policy.min_speed=200kph",
     "policy.min_speed=200kph is above policy.max_speed=150kph", "set them so that it is below"},
    {"a setting misspelt", "check runs/run.json --set policy.max_sped=40kph", "policy.max_sped",
     "did you mean \"policy.max_speed\"?"},
    {"a checker that is nowhere near", "check runs/run.json --enable foo", "there is no checker \"foo\"",
     "scrutineer list checkers"},
    {"a kind that is nowhere near", "check runs/run.json --severity foo=error", "there is no kind of issue \"foo\"",
     "scrutineer list checkers"},
    {"a drawing that is none", "map draw runs/town.xodr -o town.bmp", "drawings are SVG or PNG, not .bmp",
     "name it town.svg"},
    {"a checker misspelt", "check runs/run.json --enable jerk_polcy", "there is no checker \"jerk_polcy\"",
     "did you mean \"jerk_policy\"?"},
    {"a kind misspelt", "explain colision", "\"colision\" is no checker", "did you mean collision?"},
    {"several runs as JSON", "check runs/run.csv runs/run.osi --format json", "--format json is about one run",
     "--out DIR writes it for each"},
    {"a report without a folder", "check runs/run.csv --report", "--report needs --out DIR", "--out DIR"},
    {"no such ego", "check runs/run.json --ego ego", "ego", "0"},
};

TEST(Slips, AreAnsweredWithTheNextThingToType) {
  static_assert(std::size(kSlips) >= 40);
  for (const auto& [name, line, answer, next] : kSlips) {
    FakeWorld outside = world();
    const Ran ran = outside.run(words(line));
    EXPECT_EQ(ran.code, kNotEvaluated) << name << ": " << ran.out;
    EXPECT_THAT(ran.err, HasSubstr(answer)) << name;
    EXPECT_THAT(ran.err, HasSubstr(next)) << name;
    EXPECT_EQ(std::ranges::count(ran.err, '\n'), 1) << name << ": " << ran.err;
    for (const char* inner : {"json.exception", "syntax error", "not expected:", "Could not convert", "subcommand",
                              "excludes", "required but", "std::", "what()"})
      EXPECT_THAT(ran.err, Not(HasSubstr(inner))) << name;
  }
}

// What is meant is done, however it is said.
TEST(Slips, ShortWaysAreNoSlips) {
  struct Case {
    const char *name, *line;
    int code;
    const char* says;
  };
  const Case cases[] = {
      {"version", "version", 0, "scrutineer 0."},
      {"version by a letter", "-v", 0, "scrutineer 0."},
      {"help", "help", 0, "Look into maps and runs:"},
      {"help of a command", "help check", 0, "Usage: scrutineer check [OPTIONS] [RUN...]"},
      {"help of a command in a group", "help map info", 0, "Usage: scrutineer map info"},
      {"a run alone", "runs/run.csv", 0, "PASS  runs/run.csv"},
      {"its manifest", "runs/run.json", 0, "PASS  runs/run.csv"},
      {"its folder", "check runs", 0, "PASS  runs/run.csv"},
      {"run and map", "check runs/run.osi runs/town.xodr", 0, "PASS  runs/run.osi"},
      {"map and run", "check runs/town.xodr runs/run.osi", 0, "PASS  runs/run.osi"},
      {"an option first", "--map runs/town.xodr runs/run.osi", 0, "PASS  runs/run.osi"},
      {"SUMO's FCD", "check runs/fcd.xml --map runs/town.xodr --ego 0", 0, "PASS  runs/fcd.xml"},
  };
  for (const auto& [name, line, code, says] : cases) {
    FakeWorld outside = world();
    const Ran ran = outside.run(words(line));
    EXPECT_EQ(ran.code, code) << name << ": " << ran.err;
    EXPECT_THAT(ran.out, HasSubstr(says)) << name;
  }
}

TEST(Slips, AreAnsweredInAScreenHoweverLongTheWordIs) {
  FakeWorld outside = world();
  put(outside, "runs/long.json", "{\"" + std::string(100'000, 'x') + "\": 1}");
  const Ran ran = outside.run(words("check runs/long.json"));
  EXPECT_EQ(ran.code, kNotEvaluated);
  EXPECT_LT(ran.err.size(), 5100U);
}

TEST(SeveralRuns, GetALineEachAndTheLargestExitCode) {
  FakeWorld outside = world();
  put(outside, "runs/fast.json",
      R"({"trace": "run.csv", "map": "town.xodr", "settings": [{"set": "policy.max_speed=20kph"},
          {"severity": "speed_policy=error"}, {"disable": "perceived_teleport"}]})");
  struct Case {
    const char *name, *line;
    int code;
    const char* out;
  };
  const Case cases[] = {
      {"both pass", "check runs/run.json runs/run.osi", 0, "2 runs: 2 pass\n"},
      {"one fails", "check runs/run.json runs/fast.json", 1, "2 runs: 1 fail, 1 pass\n"},
      {"one cannot be judged", "check runs/fast.json runs/key.json runs/run.osi", 2,
       "3 runs: 1 fail, 1 not judged, 1 pass\n"},
  };
  for (const auto& [name, line, code, out] : cases) {
    const Ran ran = outside.run(words(line));
    EXPECT_EQ(ran.code, code) << name << ": " << ran.err;
    EXPECT_THAT(ran.out, testing::EndsWith(out)) << name;
  }
}

TEST(SeveralRuns, HaveAFolderEach) {
  FakeWorld outside = world();
  outside.folders.folders.insert("more");
  put(outside, "more/run.csv", outside.files.content["runs/run.csv"]);
  const Ran ran = outside.run(words("check runs/run.json runs/run.osi more/run.csv --out out"));
  EXPECT_EQ(ran.code, kFine) << ran.err;
  EXPECT_THAT(ran.out, HasSubstr("3 runs: 3 pass; results are in out\n"));
  for (const char* folder : {"out/runs", "out/runs-2", "out/more"})
    EXPECT_TRUE(outside.folders.files.contains(std::string(folder) + "/coverage/runtime_data.json")) << folder;
}

}  // namespace
}  // namespace scrutineer::app
