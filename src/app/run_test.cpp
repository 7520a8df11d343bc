#include "app/run.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <ostream>
#include <set>

#include "app/detail/command.h"
#include "kit/fake_world.h"
#include "kit/maps.h"
#include "kit/plugins.h"
#include "kit/xodr_writer.h"
#include "live/simulators.h"

namespace scrutineer::app {
namespace {

using testing::HasSubstr;
using testing::Not;

FakeWorld world() {
  FakeWorld world;
  kit::Crossing crossing;
  crossing.lights = kit::Crossing::Lights::on_arms;
  crossing.stop_lines = kit::Crossing::StopLines::signals;
  world.files.content["town.xodr"] = kit::to_xodr(kit::four_way_crossing(crossing));
  world.files.content["straight.xodr"] = kit::to_xodr(kit::straight_road());
  // A gap of a metre between two linked roads.
  map::Document torn = kit::two_roads();
  for (map::Geometry& geometry : torn.roads[1].geometries) geometry.x += 1.0;
  world.files.content["torn.xodr"] = kit::to_xodr(torn);
  world.files.content["empty.xodr"] = "";
  world.files.content["text.xodr"] = "roads are long";
  world.files.content["other.xodr"] = "<html><body/></html>";
  world.files.folders = {"folder"};
  world.files.unwritable = {"locked.svg", "locked.json"};
  return world;
}

struct Case {
  const char* name;
  const char* command_line;
  int code;
  std::vector<const char*> says;            // on the standard output, in any order
  std::vector<const char*> complains = {};  // on the error stream
};

void check(const std::vector<Case>& cases) {
  for (const auto& [name, command_line, code, says, complains] : cases) {
    FakeWorld outside = world();
    const Ran ran = outside.run(words(command_line));
    EXPECT_EQ(ran.code, code) << name << ": " << ran.err;
    for (const char* part : says) EXPECT_THAT(ran.out, HasSubstr(part)) << name;
    for (const char* part : complains) EXPECT_THAT(ran.err, HasSubstr(part)) << name;
    EXPECT_FALSE(outside.progress.running) << name;
    // A refusal is one line, and nothing else complains.
    EXPECT_EQ(std::ranges::count(ran.err, '\n'), code == kNotEvaluated ? 1 : 0) << name << ": " << ran.err;
    EXPECT_TRUE(code != kNotEvaluated || ran.out.empty()) << name;
  }
}

TEST(Run, AnswersWhatItIsAsked) {
  check({
      {"version", "--version", 0, {"scrutineer 0."}},
      {"version, by its letter", "-v", 0, {"scrutineer 0."}},
      {"version, by its capital letter", "-V", 0, {"scrutineer 0."}},
      {"version behind help", "--help --version", 0, {"scrutineer 0."}},
      {"help", "--help", 0, {"map", "docs", "Examples:", "scrutineer check"}},
      {"help of a group", "map --help", 0, {"info", "check", "draw", "locate", "Examples:"}},
      {"help of info", "map info --help", 0, {"FILE", "--signals", "--format", "Examples:"}},
      {"help of check", "map check --help", 0, {"xqar", "--output", "Examples:"}},
      {"help of draw", "map draw --help", 0, {"--labels", "--around", "Examples:"}},
      {"help of locate", "map locate --help", 0, {"X", "Y", "Z", "Examples:"}},
      {"help of runs", "trace --help", 0, {"info", "convert", "draw", "Examples:"}},
      {"help of trace info", "trace info --help", 0, {"FILE", "--lights", "--all", "Examples:"}},
      {"help of trace convert", "trace convert --help", 0, {"IN", "OUT", "--lights-out", "Examples:"}},
      {"help of trace draw", "trace draw --help", 0, {"--map", "--actor", "--ego", "Examples:"}},
      {"help of an evaluation", "check --help", 0, {"RUN", "--map", "--set", "--out", "Examples:"}},
      {"help of lists", "list --help", 0, {"checkers", "settings", "Examples:"}},
      {"help of a list", "list settings --help", 0, {"--format", "Examples:"}},
      {"help of explain", "explain --help", 0, {"NAME", "--format", "Examples:"}},
      {"help of docs", "docs --help", 0, {"--write", "--check", "Examples:"}},
      {"short help", "map draw -h", 0, {"--labels"}},
  });
}

TEST(Run, RefusesBadUsageInOneLine) {
  check({
      {"nothing", "", 2, {}, {"nothing to do: scrutineer RUN --map MAP.xodr checks a run (see scrutineer --help)"}},
      {"half a command", "map", 2, {}, {"info, check, draw, locate, convert (see scrutineer map --help)"}},
      {"no such command", "fly", 2, {}, {"\"fly\" is no command"}},
      {"a slip", "mpa info town.xodr", 2, {}, {"\"mpa\" is no command; did you mean scrutineer map?"}},
      {"a slip further in",
       "map chekc town.xodr",
       2,
       {},
       {"\"chekc\" is no command; did you mean scrutineer map check?"}},
      {"no file", "map info", 2, {}, {"FILE is required", "(see scrutineer map info --help)"}},
      {"no output", "map draw town.xodr", 2, {}, {"--output is required"}},
      {"no such option", "map info town.xodr --loud", 2, {}, {"--loud"}},
      {"two files", "map info town.xodr straight.xodr", 2, {}, {"straight.xodr"}},
      {"no such format", "map info town.xodr --format xml", 2, {}, {"\"xml\" is none of json|text"}},
      {"format of another command", "map locate town.xodr 0 0 --format xqar", 2, {}, {"\"xqar\" is none of"}},
      {"y missing", "map locate town.xodr 1", 2, {}, {"Y is required"}},
      {"not a number", "map locate town.xodr one 2", 2, {}, {"one"}},
      {"not finite", "map locate town.xodr nan 2", 2, {}, {"finite"}},
      {"too small a drawing", "map draw town.xodr -o x.svg --width 3", 2, {}, {"--width"}},
      {"a window of no size", "map draw town.xodr -o x.svg --around 0 0 0", 2, {}, {"radius above 0"}},
      {"a window beyond all bounds", "map draw town.xodr -o x.svg --around 0 0 1e18", 2, {}, {"at most 10000000 m"}},
      {"a window without radius", "map draw town.xodr -o x.svg --around 0 0", 2, {}, {"--around"}},
      {"docs do nothing", "docs", 2, {}, {"docs"}},
      {"docs do both", "docs --write docs --check docs", 2, {}, {"docs"}},
  });
}

TEST(Run, RefusesBadInputInOneLine) {
  std::vector<Case> cases;
  const std::pair<const char*, const char*> files[] = {{"missing.xodr", "missing.xodr: cannot open"},
                                                       {"folder", "folder: is a folder"},
                                                       {"empty.xodr", "empty.xodr"},
                                                       {"text.xodr", "text.xodr"},
                                                       {"other.xodr", "other.xodr: is a web page, not a map"}};
  // map check tells what is wrong in them: map_check_test.cpp.
  const char* commands[] = {"map info {}", "map draw {} -o x.svg", "map locate {} 0 0"};
  std::vector<std::string> command_lines;
  command_lines.reserve(std::size(files) * std::size(commands));
  for (const auto& [file, message] : files) {
    for (const std::string command : commands) {
      command_lines.push_back(command);
      command_lines.back().replace(command.find("{}"), 2, file);
      cases.push_back({command_lines.back().c_str(), command_lines.back().c_str(), 2, {}, {message}});
    }
  }
  check(cases);
}

TEST(Run, TellsWhatIsInAMap) {
  check({
      {"text",
       "map info town.xodr",
       0,
       {"town.xodr", "OpenDRIVE 1.8", "roads", "of which 12 connecting", "Lanes by type", "driving",
        "Signals by kind"}},
      {"signals", "map info town.xodr --signals", 0, {"light_east", "line_east"}},
      {"json", "map info straight.xodr --format json", 0, {"\"file\": \"straight.xodr\"", "\"count\": 1"}},
  });
}

TEST(Run, ChecksAMap) {
  check({
      {"sound", "map check straight.xodr", 0, {"straight.xodr"}},
      {"an error", "map check torn.xodr", 1, {"road"}},
      {"json", "map check torn.xodr --format json", 1, {"{"}},
      {"xqar", "map check torn.xodr --format xqar", 1, {"<?xml"}},
      {"into a file", "map check torn.xodr --format json -o found.json", 1, {"found.json: ", "error"}},
      {"into a file that cannot be written",
       "map check torn.xodr -o locked.json",
       2,
       {},
       {"locked.json: cannot write"}},
  });
}

TEST(Run, LocatesAPoint) {
  check({
      {"on a lane", "map locate straight.xodr 40 -1.75", 0, {"-1", "driving", "40.000", "-1.750"}},
      {"negative x", "map locate town.xodr -50 1.5", 0, {"west"}},
      {"negative fraction", "map locate straight.xodr 40 -.5", 0, {"-0.500"}},
      {"zero without a sign", "map locate straight.xodr 40 -1e-9", 0, {" 0.000 "}},
      {"two levels", "map locate straight.xodr 40 -1.75 20", 0, {"No lane contains (40, -1.75, 20)"}},
      {"beside the road",
       "map locate straight.xodr 40 -5.5",
       0,
       {"No lane contains (40, -5.5)", "2.00 m away: road 1, lane -1"}},
      {"far away", "map locate straight.xodr 90000 90000", 0, {"within 1000 m"}},
      {"json", "map locate straight.xodr 40 -1.75 --format json", 0, {"\"lane\": -1", "\"nearest\": null"}},
      {"json beside", "map locate straight.xodr 40 -5.5 --format json", 0, {"\"positions\": []", "\"distance\": 2.0"}},
  });
}

TEST(Run, LocatesATableOfPoints) {
  FakeWorld outside = world();
  outside.files.content["points.csv"] = "id,x,y\na,40,-1.75\nb,40,-5.5\n";
  outside.files.content["/dev/stdin"] = "40,-1.75\n";
  outside.files.content["bad.csv"] = "x,y\n40,-1.75\n40,here\n";
  const std::string added = "lanes,road,lane,lane_type,junction,s,t,offset,width,height,heading,distance\n";
  const std::string place = "1,1,-1,driving,,40.000,-1.750,0.000,3.500,0.000,0.000000,0.000\n";
  struct PointsCase {
    const char* name;
    const char* line;
    int code;
    std::string out;
    const char* error;  // a part of it
  };
  const PointsCase cases[] = {
      {"a file", "map locate straight.xodr --points points.csv", 0,
       "id,x,y," + added + "a,40,-1.75," + place +
           "b,40,-5.5,0,1,-1,driving,,40.000,-5.500,-3.750,3.500,0.000,0.000000,2.000\n",
       ""},
      {"standard input", "map locate straight.xodr --points -", 0, "x,y," + added + "40,-1.75," + place, ""},
      {"a bad row", "map locate straight.xodr --points bad.csv", 2, "x,y," + added + "40,-1.75," + place,
       "bad.csv:3: y must be a finite number, found \"here\""},
      {"no such file", "map locate straight.xodr --points gone.csv", 2, "", "gone.csv"},
      {"a point, too", "map locate straight.xodr 1 2 --points points.csv", 2, "", "together with --points"},
      {"JSON", "map locate straight.xodr --points points.csv --format json", 2, "", "CSV only"},
      {"all of one point", "map locate straight.xodr 1 2 --all", 2, "", "--all needs --points"},
      {"neither", "map locate straight.xodr", 2, "", "X is required"},
  };
  for (const PointsCase& c : cases) {
    const Ran ran = outside.run(words(c.line));
    EXPECT_EQ(ran.code, c.code) << c.name;
    EXPECT_EQ(ran.out, c.out) << c.name;
    EXPECT_THAT(ran.err, HasSubstr(c.error)) << c.name;
  }
}

TEST(Run, WritesDrawings) {
  FakeWorld outside = world();
  const Ran ran = outside.run(words("map draw torn.xodr -o torn.svg --labels"));
  EXPECT_EQ(ran.code, 0) << ran.err;
  EXPECT_THAT(ran.out, HasSubstr("torn.svg"));
  const std::string& svg = outside.files.content["torn.svg"];
  EXPECT_THAT(svg, HasSubstr("<title>torn.xodr</title>"));
  EXPECT_THAT(svg, HasSubstr("#mark"));
  EXPECT_THAT(outside.progress.begun, testing::Contains("drawing torn.xodr"));

  outside.run(words("map draw straight.xodr -o still.svg --still --around 50 0 20"));
  EXPECT_THAT(outside.files.content["still.svg"], Not(HasSubstr("<script>")));
  // Programs that know no variables of CSS can show it.
  EXPECT_THAT(outside.files.content["still.svg"], Not(HasSubstr("var(--zoom")));
  EXPECT_THAT(svg, HasSubstr("var(--zoom"));
  EXPECT_THAT(svg, HasSubstr("style=\"max-width:100%;height:auto\""));
  check({{"unwritable", "map draw town.xodr -o locked.svg", 2, {}, {"locked.svg: cannot write"}},
         {"a folder", "map draw town.xodr -o folder", 2, {}, {"folder: cannot write"}}});
}

TEST(Run, WritesDrawingsAsPng) {
  SCRUTINEER_NEEDS_PLUGIN("scrutineer_png", "pictures");
  FakeWorld outside = world();
  const Ran ran = outside.run(words("map draw torn.xodr -o torn.png --labels"));
  EXPECT_EQ(ran.code, 0) << ran.err;
  EXPECT_THAT(outside.files.content["torn.png"], testing::StartsWith("\x89PNG"));
  const kit::PluginFolder nowhere("no such folder");
  EXPECT_THAT(outside.run(words("map draw torn.xodr -o other.png")).err,
              HasSubstr("other.png: PNG pictures need librsvg"));
}

TEST(Run, WritesAndChecksItsDocs) {
  FakeWorld outside = world();
  EXPECT_EQ(outside.run(words("docs --check docs")).code, kFound);
  EXPECT_THAT(outside.run(words("docs --check docs")).out, HasSubstr("docs/opendrive_coverage.md is missing"));
  EXPECT_EQ(outside.run(words("docs --write docs")).code, kFine);
  EXPECT_EQ(outside.run(words("docs --check docs")).code, kFine);
  outside.files.content["docs/opendrive_coverage.md"] += "more";
  const Ran stale = outside.run(words("docs --check docs"));
  EXPECT_EQ(stale.code, kFound);
  EXPECT_THAT(stale.out, HasSubstr("out of date; mend it with: scrutineer docs --write docs"));
}

TEST(Run, ColoursOnlyWhenAsked) {
  EXPECT_THAT(world().run(words("map info town.xodr")).out, Not(HasSubstr("\033[")));
  EXPECT_THAT(world().run(words("map info town.xodr"), true).out, HasSubstr("\033["));
  EXPECT_THAT(world().run(words("map info nowhere"), true).err, HasSubstr("\033["));
}

TEST(Run, SaysWhenItsOutputIsLost) {
  FakeWorld outside = world();
  std::ostream closed(nullptr);
  std::ostringstream err;
  Outside broken{outside.files, outside.folders, outside.progress, {closed, err}};
  const auto arguments = words("map info town.xodr");
  EXPECT_EQ(run(arguments, broken), kNotEvaluated);
  EXPECT_THAT(err.str(), HasSubstr("cannot write to the standard output"));
}

std::vector<std::string> lines_of(const std::string& text) {
  std::istringstream stream(text);
  std::vector<std::string> lines;
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

// Command lines that are broken as a shell reads them, in one line again.
std::string one_line(std::string text) {
  for (std::size_t at = text.find(" \\\n"); at != std::string::npos; at = text.find(" \\\n", at))
    text.replace(at, text.find_first_not_of(' ', at + 3) - at, " ");
  return text;
}

// Help comes from the rows, so a row is all that a command needs to be found.
TEST(Commands, AreRowsThatHelpKnows) {
  std::set<std::string_view> names;
  for (const Command& command : commands()) {
    EXPECT_TRUE(names.insert(command.name).second) << command.name;
    EXPECT_FALSE(command.summary.empty()) << command.name;
    FakeWorld outside;
    const std::string name(command.name), group = name.substr(0, name.find(' '));
    const Ran own = outside.run(words(name + " --help"));
    EXPECT_EQ(own.code, kFine) << name;
    EXPECT_THAT(one_line(own.out), HasSubstr(std::string(command.example))) << name;
    for (const std::string& line : lines_of(own.out)) EXPECT_LE(line.size(), 80U) << name << ": " << line;
    const std::string above = group == name ? "--help" : group + " --help";
    EXPECT_THAT(outside.run(words(above)).out, HasSubstr(name.substr(name.find(' ') + 1))) << name;
  }
  for (const live::SimulatorRow& simulator : live::simulators())
    EXPECT_TRUE(names.contains("live " + std::string(simulator.name))) << simulator.name;
}

}  // namespace
}  // namespace scrutineer::app
