#include <gmock/gmock.h>

#include <algorithm>
#include <pugixml.hpp>

#include "kit/data.h"
#include "kit/fake_world.h"
#include "kit/maps.h"
#include "kit/plugins.h"
#include "kit/xodr_writer.h"

namespace scrutineer::app {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

const std::string kRun =
    "time,id,type,x,y,z,yaw,length,width,height,role,parent\n"
    "0,a,car,10,-1.75,0,0,4.5,1.8,1.5,,\n0,b,truck,40,-1.75,0,0,6,2.5,3,ego,\n0,t,trailer,32,-1.75,0,0,8,2.5,3,,b\n"
    "1,a,car,20,-1.75,0,0,4.5,1.8,1.5,,\n1,b,truck,50,-1.75,0,0,6,2.5,3,ego,\n1,t,trailer,42,-1.75,0,0,8,2.5,3,,b\n"
    "2,a,car,30,-1.75,0,0,4.5,1.8,1.5,,\n2,b,truck,60,-1.75,0,0,6,2.5,3,ego,\n2,t,trailer,52,-1.75,0,0,8,2.5,3,,b\n";

FakeWorld world() {
  FakeWorld world;
  world.files.content["run.csv"] = kRun;
  world.files.content["map.xodr"] = kit::to_xodr(kit::straight_road());
  world.files.content["bad.csv"] = kRun + "3,a,car,x,0,0,0,4.5,1.8,1.5,,\n";
  world.files.content["empty.xml"] = "<fcd-export><timestep time=\"0.00\"/></fcd-export>";
  world.files.unwritable = {"locked.svg"};
  return world;
}

std::size_t count(const std::string& text, const std::string& part) {
  std::size_t found = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++found;
  return found;
}

TEST(TraceDraw, DrawsPaths) {
  struct Case {
    const char* name;
    const char* options;
    std::size_t lines, last_bodies;  // without those of the legend
    std::vector<const char*> has, has_not;
  };
  const Case cases[] = {
      {"over a map",
       "--map map.xodr",
       2,
       3,
       {"class=\"lane ", "b (ego), truck", ">a, car<", "3 frames, 2 s, 3 actors, on map.xodr"},
       {"class=\"metre-line\"", "direction of traffic", "t, trailer"}},
      {"without one", "", 2, 3, {"class=\"metre-line\"", ">b (ego), truck<"}, {"class=\"lane "}},
      {"another ego", "--ego a", 2, 3, {">a (ego), car<", ">b, truck<"}, {}},
      {"one actor", "--actor a", 1, 1, {">a, car<"}, {">b", "trailer"}},
      {"two actors", "--actor a --actor b", 2, 2, {">a, car<", ">b (ego), truck<"}, {"trailer"}},
      {"a part alone", "--actor t", 1, 1, {">t, trailer<"}, {">b"}},
      {"still", "--still", 2, 3, {}, {"<script>"}},
  };
  for (const auto& [name, options, lines, last_bodies, has, has_not] : cases) {
    FakeWorld outside = world();
    const Ran ran = outside.run(words(std::string("trace draw run.csv -o out.svg ") + options));
    EXPECT_EQ(ran.code, kFine) << name << ": " << ran.err;
    EXPECT_THAT(ran.out, HasSubstr("out.svg: ")) << name;
    const std::string& svg = outside.files.content["out.svg"];
    pugi::xml_document parsed;
    EXPECT_TRUE(parsed.load_string(svg.c_str())) << name;
    EXPECT_EQ(count(svg, "<path class=\"went "), 2 * lines) << name << ": in the drawing and in its legend";
    EXPECT_EQ(count(svg, "<path class=\"body last "), last_bodies) << name;
    for (const char* part : has) EXPECT_THAT(svg, HasSubstr(part)) << name;
    for (const char* part : has_not) EXPECT_THAT(svg, Not(HasSubstr(part))) << name;
    FakeWorld again = world();
    again.run(words(std::string("trace draw run.csv -o out.svg ") + options));
    EXPECT_TRUE(again.files.content["out.svg"] == svg) << name << ": the same bytes every time";
  }
}

TEST(TraceDraw, RefusesInOneLine) {
  struct Case {
    const char* name;
    const char* command_line;
    const char* complaint;
  };
  const Case cases[] = {
      {"an actor that is not there", "trace draw run.csv -o x.svg --actor z",
       "run.csv: there is no actor z; there are a, b, t"},
      {"an ego that is not there", "trace draw run.csv -o x.svg --ego z", "there is no actor z; there are a, b, t"},
      {"no map", "trace draw run.csv -o x.svg --map nowhere.xodr", "nowhere.xodr: cannot open"},
      {"no run", "trace draw nowhere.osi -o x.svg", "nowhere.osi: cannot be opened"},
      {"no output", "trace draw run.csv", "--output is required"},
      {"unwritable", "trace draw run.csv -o locked.svg", "locked.svg: cannot write"},
      {"no actors", "trace draw empty.xml -o x.svg", "no frame has an actor: there is nothing to draw"},
  };
  for (const auto& [name, command_line, complaint] : cases) {
    FakeWorld outside = world();
    const auto before = outside.files.content;
    const Ran ran = outside.run(words(command_line));
    EXPECT_EQ(ran.code, kNotEvaluated) << name;
    EXPECT_EQ(ran.out, "") << name;
    EXPECT_THAT(ran.err, HasSubstr(complaint)) << name;
    EXPECT_EQ(std::ranges::count(ran.err, '\n'), 1) << name;
    EXPECT_TRUE(outside.files.content == before) << name;
    EXPECT_FALSE(outside.progress.running) << name;
  }
}

TEST(TraceDraw, DrawsWhatAManifestNames) {
  FakeWorld outside = world();
  outside.files.content["run.json"] = R"({"trace": "run.csv", "map": "map.xodr", "ego": "a"})";
  outside.run(words("trace draw run.csv --map map.xodr --ego a -o flags.svg"));
  const Ran ran = outside.run(words("trace draw run.json -o out.svg"));
  EXPECT_EQ(ran.code, kFine) << ran.err;
  EXPECT_TRUE(outside.files.content["out.svg"] == outside.files.content["flags.svg"]);
}

TEST(TraceDraw, DrawsWhatCameBeforeAFault) {
  FakeWorld outside = world();
  const Ran ran = outside.run(words("trace draw bad.csv -o out.svg"));
  EXPECT_EQ(ran.code, kNotEvaluated);
  EXPECT_THAT(ran.err, HasSubstr("bad.csv:11:9: frame 3: x must be a number"));
  EXPECT_THAT(outside.files.content["out.svg"], HasSubstr("the run ends here with a fault"));
}

TEST(TraceDraw, IsNotFooledByHostileIds) {
  const std::string ids[] = {"<script>alert(1)</script>", "]]>", "&amp;\"'", std::string(5000, 'x'), "\xff\xfe"};
  for (const std::string& id : ids) {
    FakeWorld outside;
    std::string quoted;
    for (const char c : id) quoted += c == '"' ? "\"\"" : std::string(1, c);
    outside.files.content["run.csv"] = "time,id,type,x,y,z,yaw,length,width,height\n0,\"" + quoted +
                                       "\",car,1,2,0,0,4,2,1\n1,\"" + quoted + "\",car,9,2,0,0,4,2,1\n";
    const Ran ran = outside.run(words("trace draw run.csv -o out.svg --still"));
    ASSERT_EQ(ran.code, kFine) << ran.err;
    const std::string& svg = outside.files.content["out.svg"];
    EXPECT_THAT(svg, AllOf(Not(HasSubstr("<script")), Not(HasSubstr("xxxxxxxxxxxxxxxxxxxxxxxxx"))));
    pugi::xml_document parsed;
    EXPECT_TRUE(parsed.load_string(svg.c_str())) << id;
  }
}

TEST(TraceDraw, ManyActorsHaveAShortLegend) {
  FakeWorld outside;
  std::string& csv = outside.files.content["run.csv"];
  csv = "time,id,type,x,y,z,yaw,length,width,height\n";
  for (int time = 0; time < 2; ++time)
    for (int i = 0; i < 300; ++i)
      csv += std::to_string(time) + ",n" + std::to_string(i) + ",car," + std::to_string(10 * time) + "," +
             std::to_string(3 * i) + ",0,0,4,2,1\n";
  ASSERT_EQ(outside.run(words("trace draw run.csv -o out.svg --everybody")).code, kFine);
  EXPECT_THAT(outside.files.content["out.svg"], HasSubstr(">and 276 more<"));
  EXPECT_THAT(outside.files.content["out.svg"], Not(HasSubstr("class=\"faint-went\"")));

  // By default those who are near the ego, 3 m apart, are drawn in full, and never more than fit the legend.
  const Ran ran = outside.run(words("trace draw run.csv -o out.svg --ego n100"));
  EXPECT_THAT(ran.out, HasSubstr("300 of 300 actors"));
  EXPECT_THAT(ran.out, HasSubstr("of them are drawn faintly"));
  const std::string& svg = outside.files.content["out.svg"];
  EXPECT_THAT(svg, AllOf(HasSubstr("in colour those who came near the ego"), HasSubstr(">n100 (ego), car<"),
                         HasSubstr(">n90, car<"), Not(HasSubstr(">n80, car<")), Not(HasSubstr(" more<"))));
  EXPECT_THAT(svg, HasSubstr("<path class=\"faint-went\""));
}

TEST(TraceDraw, WritesPng) {
  SCRUTINEER_NEEDS_PLUGIN("scrutineer_png", "pictures");
  FakeWorld outside;
  outside.files.content["run.csv"] =
      "time,id,type,x,y,z,yaw,length,width,height\n0,a,car,1,2,0,0,4,2,1\n1,a,car,9,2,0,0,4,2,1\n";
  ASSERT_EQ(outside.run(words("trace draw run.csv -o out.PNG")).code, kFine);
  EXPECT_THAT(outside.files.content["out.PNG"], testing::StartsWith("\x89PNG"));
}

TEST(TraceDraw, DrawsRealRuns) {
  SCRUTINEER_NEEDS_DATA();
  struct Case {
    const char* name;
    const char* run;
    const char* map;  // empty: none
    std::vector<const char*> has;
  };
  const Case cases[] = {
      {"merge", "omega-prime/highway_merge.osi", "soderleden", {"class=\"lane ", ">4, motorcycle<"}},
      {"crossing", "omega-prime/pedestrian.osi", "fabriksgatan", {"class=\"lane ", ">1, person<"}},
      {"tracked", "pmsf/example_sv_trace.osi", "", {"class=\"metre-line\"", "6 implausible jumps", ">1 (ego), car<"}},
      {"come and go", "omega-prime/osi_centerline_example.mcap", "", {">225 (ego), car<", ">206, car<"}},
  };
  for (const auto& [name, run, map, has] : cases) {
    FakeWorld outside;
    std::vector<std::string> arguments = {"trace", "draw", (kit::data_dir() / "runs" / run).string(), "-o", "out.svg"};
    if (*map != '\0') {
      outside.files.content["map.xodr"] = kit::read_text(kit::map_path(map));
      arguments.insert(arguments.end(), {"--map", "map.xodr"});
    }
    const Ran ran = outside.run(arguments);
    EXPECT_EQ(ran.code, kFine) << name << ": " << ran.err;
    const std::string& svg = outside.files.content["out.svg"];
    pugi::xml_document parsed;
    EXPECT_TRUE(parsed.load_string(svg.c_str())) << name;
    for (const char* part : has) EXPECT_THAT(svg, HasSubstr(part)) << name;
  }
}

}  // namespace
}  // namespace scrutineer::app
