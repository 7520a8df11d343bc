// No command writes over the files that it was made from: neither by name, nor by a link, nor in other words.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <map>
#include <sstream>

#include "app/run.h"
#include "kit/data.h"
#include "kit/fake_world.h"
#include "kit/paths.h"
#include "kit/scratch_folder.h"
#include "report/report.h"
#include "run/real_files.h"
#include "run/real_folders.h"

namespace scrutineer::app {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

// A folder of real files: examples, a result of one of them, and links. In command lines @ is this folder.
class OverwrittenInputs : public testing::Test {
 protected:
  void SetUp() override {
    const struct {
      const char *from, *to;
    } files[] = {
        {"maps/town.xodr", "town.xodr"},           {"runs/departure/run.csv", "run.csv"},
        {"runs/departure/run.fcd.xml", "fcd.xml"}, {"runs/departure/run.vtypes.xml", "vtypes.xml"},
        {"runs/red_light/run.csv", "red.csv"},     {"runs/red_light/lights.csv", "lights.csv"},
        {"odd/shuttle.yaml", "odd.yaml"},          {"teleporter/loop.json", "loop.json"},
    };
    for (const auto& [from, to] : files) fs::copy_file(kit::source_dir() / "examples" / from, folder_.path() / to);
    write("run.json", R"({"trace": "run.csv", "map": "town.xodr", "config": ["my.osc"]})");
    write("my.osc", "# nothing\n");
    ASSERT_NE(run("map check @/town.xodr --write-baseline @/known.txt").code, kNotEvaluated);
    fs::create_directory(folder_.path() / "maps");
    fs::copy_file(folder_.path() / "town.xodr", folder_.path() / "maps" / "town.xodr");
    fs::create_symlink("run.csv", folder_.path() / "link.csv");
    fs::create_symlink("town.xodr", folder_.path() / "link.svg");
    ASSERT_NE(run("check @/run.json --odd @/odd.yaml --out @/result").code, kNotEvaluated);
  }

  void write(const std::string& name, const std::string& content) { files_.write(folder_.file(name), content); }

  Ran run(const std::string& line) {
    std::vector<std::string> arguments = words(line);
    for (std::string& word : arguments)
      if (word.starts_with("@/")) word.replace(0, 1, folder_.path().string());
    std::ostringstream out, err;
    Outside outside{{files_, folders_, progress_}, {out, err, false, false}};
    const int code = app::run(arguments, outside);
    return {code, out.str(), err.str()};
  }

  std::map<std::string, std::string> contents() const {
    std::map<std::string, std::string> all;
    for (const auto& entry : fs::recursive_directory_iterator(folder_.path()))
      if (entry.is_regular_file()) all[entry.path().string()] = kit::read_text(entry.path());
    return all;
  }

  kit::ScratchFolder folder_;
  run::RealFiles files_;
  run::RealFolders folders_;
  run::FakeProgress progress_;
};

TEST_F(OverwrittenInputs, AreRefusedByEveryCommandThatWritesAFile) {
  const struct {
    const char *name, *line;
  } cases[] = {
      {"check, the run", "check @/run.csv --odd @/odd.yaml --odd-report @/run.csv"},
      {"check, the run by another path", "check @/run.csv --odd @/odd.yaml --odd-report @/maps/../run.csv"},
      {"check, the run by a link", "check @/run.csv --odd @/odd.yaml --odd-report @/link.csv"},
      {"check, the domain", "check @/run.csv --odd @/odd.yaml --odd-report @/odd.yaml"},
      {"check, the map", "check @/run.csv --map @/town.xodr --odd @/odd.yaml --odd-report @/town.xodr"},
      {"check, the lights", "check @/red.csv --lights @/lights.csv --odd @/odd.yaml --odd-report @/lights.csv"},
      {"check, the manifest", "check @/run.json --odd @/odd.yaml --odd-report @/run.json"},
      {"check, what the manifest names", "check @/run.json --odd @/odd.yaml --odd-report @/my.osc"},
      {"report, the run", "report @/result -o @/run.csv"},
      {"report, the run by a link", "report @/result -o @/link.csv"},
      {"report, the map", "report @/result -o @/town.xodr"},
      {"report, the domain", "report @/result -o @/odd.yaml"},
      {"report, a configuration", "report @/result -o @/my.osc"},
      {"report, the result", "report @/result -o @/result/coverage/runtime_data.json"},
      {"report, its manifest", "report @/result -o @/result/run.json"},
      {"report, another file of it", "report @/result/ -o @/result/cod.csv"},
      {"report, a picture", "report @/result --png 1 -o @/link.svg"},
      {"map draw", "map draw @/town.xodr -o @/town.xodr"},
      {"map draw, a link", "map draw @/town.xodr -o @/link.svg"},
      {"map convert", "map convert @/town.xodr @/maps/../town.xodr"},
      {"map check", "map check @/town.xodr -o @/town.xodr"},
      {"map check, the page", "map check @/town.xodr --report @/town.xodr"},
      {"map check, the baseline", "map check @/town.xodr --write-baseline @/town.xodr"},
      {"map check, the baseline in place", "map check @/town.xodr --baseline @/known.txt --write-baseline @/known.txt"},
      {"map check, one of a folder", "map check @/maps -o @/maps/town.xodr"},
      {"trace convert", "trace convert @/run.csv @/link.csv"},
      {"trace convert, vehicle types", "trace convert @/fcd.xml @/vtypes.xml --vehicle-types @/vtypes.xml"},
      {"trace convert, the manifest's map", "trace convert @/run.json @/town.xodr"},
      {"trace draw", "trace draw @/run.csv -o @/run.csv"},
      {"trace draw, the map", "trace draw @/run.csv --map @/town.xodr -o @/link.svg"},
      {"teleporter plan", "teleporter plan @/loop.json --map @/town.xodr -o @/loop.json"},
      {"teleporter plan, the map", "teleporter plan @/loop.json --map @/town.xodr -o @/link.svg"},
      {"live, the map", "live osi --stdin --map @/town.xodr --record @/town.xodr"},
      {"live, the configuration", "live osi --stdin --config @/my.osc --events @/my.osc"},
      {"live, the manifest beside the recording", "live osi --stdin --manifest @/run.json --record @/run.osi"},
      {"live, the Teleporter, by its log",
       "live sumo --attach 1 --map @/town.xodr --teleporter @/loop.json --teleport-log @/loop.json"},
      {"live, the map, by the Teleporter's log",
       "live sumo --attach 1 --map @/town.xodr --teleporter @/loop.json --teleport-log @/link.svg"},
  };
  const auto before = contents();
  for (const auto& [name, line] : cases) {
    const Ran ran = run(line);
    EXPECT_EQ(ran.code, kNotEvaluated) << name << ": " << ran.out;
    EXPECT_THAT(ran.err, HasSubstr("so it cannot be written to")) << name;
    EXPECT_EQ(ran.out, "") << name;
    const auto after = contents();
    EXPECT_TRUE(after == before) << name;
    if (after != before) break;
  }
}

// A result's folder is replaced as a whole, so nothing that is read may be one of its files.
TEST_F(OverwrittenInputs, AreNotRemovedWithAFormerResult) {
  fs::copy_file(folder_.path() / "run.csv", folder_.path() / "result" / "issues.csv",
                fs::copy_options::overwrite_existing);
  fs::copy_file(folder_.path() / "town.xodr", folder_.path() / "result" / "map.xodr");
  const auto before = contents();
  const Ran refused = run("check @/result/issues.csv --map @/town.xodr --out @/maps/../result");
  EXPECT_EQ(refused.code, kNotEvaluated) << refused.out;
  EXPECT_THAT(refused.err, HasSubstr("issues.csv: is read from, and belongs to the result in"));
  EXPECT_TRUE(contents() == before);
  // A map is kept: it may be nowhere else.
  EXPECT_NE(run("check @/run.csv --map @/result/map.xodr --out @/result").code, kNotEvaluated);
  EXPECT_EQ(contents()[folder_.file("result/map.xodr")], contents()[folder_.file("town.xodr")]);
}

TEST_F(OverwrittenInputs, TwoOutputsAreTwoFiles) {
  const struct {
    const char *name, *line, *says;
  } cases[] = {
      {"list and page", "map check @/town.xodr -o @/new --report @/new", "new would be written twice"},
      {"in other words", "map check @/town.xodr -o @/new --write-baseline @/maps/../new", "new would be written twice"},
      {"the result", "check @/run.json --odd @/odd.yaml --out @/new --odd-report @/new/./run.json",
       "run.json: is a file of the result"},
      {"its page", "check @/run.json --odd @/odd.yaml --out @/new --report --odd-report @/new/report.html",
       "report.html: is a file of the result"},
      {"a recording and its manifest", "live osi --stdin --record @/new.json", "new.json would be written twice"},
      {"a recording and events", "live osi --stdin --record @/new.osi --events @/new.osi", "would be written twice"},
      {"events and teleports",
       "live sumo --attach 1 --map @/town.xodr --teleporter @/loop.json --teleport-log @/new --events @/new",
       "would be written twice"},
  };
  const auto before = contents();
  for (const auto& [name, line, says] : cases) {
    const Ran ran = run(line);
    EXPECT_EQ(ran.code, kNotEvaluated) << name;
    EXPECT_THAT(ran.err, HasSubstr(says)) << name;
    EXPECT_TRUE(contents() == before) << name;
  }
}

// What was written before may be replaced, and a device holds nothing that could be lost.
TEST_F(OverwrittenInputs, OtherFilesMayBe) {
  if (report::page_template().empty()) GTEST_SKIP() << "built without npm";
  const char* const lines[] = {
      "report @/result",
      "report @/result -o @/result/report.html",
      "report @/result -o @/page.html",
      "report @/result -o @/page.html",
      "map draw @/town.xodr -o @/town.svg",
      "map draw @/town.xodr -o @/town.svg",
      "map check @/town.xodr --baseline @/known.txt -o /dev/null --report /dev/null",
      "trace draw @/run.csv -o @/run.svg",
      "check @/run.json --odd @/odd.yaml --odd-report @/cod.yaml --disable road_departure",
      "check @/run.json --odd @/odd.yaml --odd-report @/cod.yaml --disable road_departure",
  };
  for (const char* line : lines) {
    const Ran ran = run(line);
    EXPECT_NE(ran.code, kNotEvaluated) << line << ": " << ran.err;
  }
}

}  // namespace
}  // namespace scrutineer::app
