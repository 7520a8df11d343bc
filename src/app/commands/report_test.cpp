#include "report/report.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "kit/fake_world.h"
#include "kit/maps.h"
#include "kit/plugins.h"
#include "kit/run_writers.h"
#include "kit/scenario.h"
#include "kit/xodr_writer.h"
#include "map/read.h"

namespace scrutineer::app {
namespace {

using namespace std::chrono_literals;
using testing::HasSubstr;
using testing::Not;

// A straight road, and an ego on it that is too fast for a while; the result of it is in out/.
class ReportCommand : public testing::Test {
 protected:
  void SetUp() override {
    if (report::page_template().empty()) GTEST_SKIP() << "built without npm";
    const map::Document document = kit::straight_road(1000.0);
    put("town.xodr", kit::to_xodr(document));
    const auto map = map::build_network(document);
    kit::Scenario scenario({.map = map.get(), .duration = 5s});
    scenario.add({.id = "0", .is_ego = true})
        .start_at("1", -1, 10.0)
        .speed({{0s, 30.0}, {1s, 30.0}, {2s, 60.0}, {3s, 30.0}});
    put("run.csv", kit::to_csv(scenario.run()));
    ASSERT_EQ(world_.run(words("check --map town.xodr --trace run.csv --out out")).code, kFound);
    share();
  }
  // In-memory files and folders are two worlds: what one has, the other gets.
  void share() {
    for (const auto& [path, content] : world_.folders.files) world_.files.content[path] = content;
  }
  void put(const std::string& path, const std::string& content) {
    world_.files.content[path] = content;
    world_.folders.files[path] = content;
  }
  std::string page(const std::string& path = "out/report.html") { return world_.files.content[path]; }

  FakeWorld world_;
};

TEST_F(ReportCommand, WritesAPageBesideTheResult) {
  const Ran ran = world_.run(words("report out"));
  EXPECT_EQ(ran.code, kFine);
  EXPECT_THAT(ran.out, HasSubstr("out/report.html: "));
  EXPECT_EQ(ran.err, "");
  for (const char* part : {"result", "about", "frames", "poses", "signals-0", "plots", "map"})
    EXPECT_THAT(page(), HasSubstr("data-part=\"" + std::string(part) + "\"")) << part;
}

TEST_F(ReportCommand, WritesWhereItIsTold) {
  EXPECT_EQ(world_.run(words("report out -o there.html")).code, kFine);
  EXPECT_THAT(page("there.html"), HasSubstr("data-part=\"poses\""));
}

TEST_F(ReportCommand, SaysWhatChangedAndLeavesOutTheTopView) {
  struct Case {
    const char *name, *file, *content, *notice;
  };
  const Case cases[] = {
      {"the map", "town.xodr", "<OpenDRIVE/>", "note: town.xodr is not what it was when the run was evaluated."},
      {"the run", "run.csv", "time,id\n", "note: run.csv is not what it was when the run was evaluated."},
      {"the manifest is gone", "out/run.json", nullptr, "note: out/run.json: cannot open"},
      {"the run is gone", "run.csv", nullptr, "note: run.csv: "},
  };
  for (const Case& c : cases) {
    const auto files = world_.files.content;
    const auto folders = world_.folders.files;
    if (c.content == nullptr) {
      world_.files.content.erase(c.file);
      world_.folders.files.erase(c.file);
    } else {
      put(c.file, c.content);
    }
    const Ran ran = world_.run(words("report out"));
    EXPECT_EQ(ran.code, kFine) << c.name;
    EXPECT_THAT(ran.err, HasSubstr(c.notice)) << c.name;
    EXPECT_THAT(page(), HasSubstr("data-part=\"result\"")) << c.name;
    EXPECT_THAT(page(), Not(HasSubstr("data-part=\"poses\""))) << c.name;
    world_.files.content = files;
    world_.folders.files = folders;
  }
}

TEST_F(ReportCommand, ShowsALiveRunThatNobodyRecorded) {
  put("out/run.json", R"({"map": "town.xodr", "info": {"sim": {"simulator_name": "SUMO"}}})");
  put("out/episodes.csv", "episode,start,end,duration\n0,0,2,2\n1,2,5,3\n");
  const Ran ran = world_.run(words("report out"));
  EXPECT_EQ(ran.code, kFine) << ran.err;
  EXPECT_THAT(ran.err, HasSubstr("note: The run was live, and nobody recorded it: --record or --report does."));
  EXPECT_THAT(page(), Not(HasSubstr("data-part=\"poses\"")));
  put("out/episodes.csv", "episode,start,end\n0,a,2\n");
  const Ran broken = world_.run(words("report out"));
  EXPECT_EQ(broken.code, kNotEvaluated);
  EXPECT_THAT(broken.err, HasSubstr("out/episodes.csv:2: is no list of episodes"));
}

TEST_F(ReportCommand, RefusesWhatIsNoResult) {
  struct Case {
    const char *name, *arguments, *message;
  };
  const Case cases[] = {
      {"nothing there", "report elsewhere", "elsewhere/coverage/runtime_data.json: cannot open"},
      {"no folder named", "report", "DIR is required"},
      {"a report without a folder", "check run.csv --report", "--report needs --out DIR"},
      {"no place for the report", "check --trace run.csv --report", "--report needs --out DIR"},
  };
  for (const auto& [name, arguments, message] : cases) {
    const Ran ran = world_.run(words(arguments));
    EXPECT_EQ(ran.code, kNotEvaluated) << name;
    EXPECT_THAT(ran.err, HasSubstr(message)) << name;
  }
  put("out/coverage/runtime_data.json", "{}");
  EXPECT_THAT(world_.run(words("report out")).err, HasSubstr("is no result of this program's version"));
}

TEST_F(ReportCommand, DrawsPicturesOfIssues) {
  SCRUTINEER_NEEDS_PLUGIN("scrutineer_png", "pictures");
  EXPECT_EQ(world_.run(words("report out --png 1")).out, "out/pictures/issue-1.png\n");
  EXPECT_THAT(page("out/pictures/issue-1.png"), testing::StartsWith("\x89PNG"));
  EXPECT_EQ(world_.run(words("report out --png 1 -o there.svg")).out, "there.svg\n");
  EXPECT_THAT(page("there.svg"), testing::StartsWith("<svg "));
  const Ran all = world_.run(words("report out --pictures"));
  EXPECT_THAT(all.out, HasSubstr("out/pictures: "));
  EXPECT_THAT(page("out/pictures/issue-2.svg"), HasSubstr("</svg>"));
}

TEST_F(ReportCommand, RefusesPicturesThatCannotBe) {
  struct Case {
    const char *name, *arguments, *message;
  };
  const Case cases[] = {
      {"no such issue", "report out --png 99", "there is no issue 99; there are 1 to "},
      {"one file for several", "report out --png 1 --png 2 -o x.png", "there would be several pictures"},
      {"no number", "report out --png x", "--png"},
      {"every issue of what", "report out --every-issue", "--every-issue"},
  };
  for (const auto& [name, arguments, message] : cases) {
    const Ran ran = world_.run(words(arguments));
    EXPECT_EQ(ran.code, kNotEvaluated) << name;
    EXPECT_THAT(ran.err, HasSubstr(message)) << name;
  }
  put("run.csv", "another");
  EXPECT_THAT(world_.run(words("report out --png 1")).err, HasSubstr("run.csv is not what it was"));
}

TEST_F(ReportCommand, ComesWithTheCheckToo) {
  const Ran ran = world_.run(words("check --map town.xodr --trace run.csv --out out2 --report --format json"));
  EXPECT_EQ(ran.code, kFound);
  EXPECT_THAT(ran.out, Not(HasSubstr("opens in any browser")));
  EXPECT_THAT(ran.err, HasSubstr("out2/report.html: "));
  EXPECT_THAT(page("out2/report.html"), HasSubstr("data-part=\"poses\""));
}

TEST_F(ReportCommand, MayBeReplacedWithItsResult) {
  world_.folders.files["out/report.html"] = "a former one";
  EXPECT_EQ(world_.run(words("check --map town.xodr --trace run.csv --out out")).code, kFound);
  EXPECT_FALSE(world_.folders.files.contains("out/report.html"));
}

TEST_F(ReportCommand, SaysThatAPipeCannotBeReadAgain) {
  world_.folders.streams = {"run.csv"};
  const Ran ran = world_.run(words("check --map town.xodr --trace run.csv --out out2 --report"));
  EXPECT_EQ(ran.code, kFound);
  const char* const why =
      "run.csv is a pipe or a device, which cannot be read again: this report cannot be made a second time.";
  EXPECT_THAT(ran.err, HasSubstr(why));
  EXPECT_THAT(page("out2/report.html"), Not(HasSubstr("data-part=\"poses\"")));
  share();
  EXPECT_THAT(world_.run(words("report out2")).err, HasSubstr("the run cannot be read again as it was"));
}

TEST_F(ReportCommand, OfACheckShowsOnlyWhatWasEvaluated) {
  world_.folders.files["run.csv"] = "another run by the same name";
  struct Case {
    const char* name;
    const char* options;
    bool is_shown;
  };
  const Case cases[] = {
      {"still in memory", "", true},
      {"not kept where memory is limited", " --max-memory 1000000GB", false},
  };
  for (const auto& [name, options, is_shown] : cases) {
    const Ran ran =
        world_.run(words(std::string("check --map town.xodr --trace run.csv --out out2 --report") + options));
    EXPECT_EQ(ran.code, kFound) << name;
    EXPECT_EQ(ran.err.find("note: run.csv is not what it was when the run was evaluated.") == std::string::npos,
              is_shown)
        << name;
    EXPECT_EQ(page("out2/report.html").find("data-part=\"poses\"") != std::string::npos, is_shown) << name;
  }
}

}  // namespace
}  // namespace scrutineer::app
