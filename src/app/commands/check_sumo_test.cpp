// scrutineer check --sumo: all files of a run are found from one of them.
#include <gmock/gmock.h>

#include <filesystem>
#include <fstream>
#include <sstream>

#include "kit/fake_world.h"
#include "kit/maps.h"
#include "kit/paths.h"
#include "kit/run_writers.h"
#include "kit/scenario.h"
#include "kit/sumo.h"
#include "kit/xodr_writer.h"
#include "map/read.h"
#include "run/real_files.h"
#include "run/real_folders.h"

namespace scrutineer::app {
namespace {

using namespace std::chrono_literals;
using testing::HasSubstr;
using testing::Not;
namespace fs = std::filesystem;

// sim/: what SUMO reads and writes, and the map beside it.
FakeWorld world() {
  FakeWorld world;
  world.folders.folders = {"", "sim"};
  world.files.folders = {"sim"};
  map::Document document = kit::straight_road(1000.0);
  const std::string map_text = kit::to_xodr(document);
  const auto map = map::build_network(std::move(document));
  kit::Scenario scenario({.map = map.get(), .duration = 2s});
  scenario.add({.id = "0"}).start_at("1", -1, 200.0).speed(10.0);
  const std::pair<const char*, std::string> files[] = {
      {"sim/town.xodr", map_text},
      {"sim/town.net.xml",
       "<!-- <opendrive-files value=\"maps/town.xodr\"/> -->\n<net><location netOffset=\"0.00,0.00\"/></net>"},
      {"sim/town.sumocfg",
       "<configuration><net-file value=\"town.net.xml\"/><route-files value=\"town.rou.xml\"/>"
       "<fcd-output value=\"fcd.xml\"/></configuration>"},
      {"sim/town.rou.xml", "<routes/>"},
      {"sim/fcd.xml", kit::to_fcd(scenario.run())},
  };
  for (const auto& [path, content] : files) world.files.content[path] = world.folders.files[path] = content;
  return world;
}

void remove(FakeWorld& world, const std::string& path) {
  world.files.content.erase(path);
  world.folders.files.erase(path);
}
void add(FakeWorld& world, const std::string& path, const std::string& content) {
  world.files.content[path] = world.folders.files[path] = content;
}

TEST(CheckSumo, FindsARunFromOneOfItsFiles) {
  struct Case {
    const char *name, *line;
  };
  const Case cases[] = {
      {"a folder", "check --sumo sim"},
      {"a folder by itself", "check sim"},
      {"a configuration", "check --sumo sim/town.sumocfg"},
      {"a configuration by itself", "sim/town.sumocfg"},
      {"a net and a run", "check --sumo sim/town.net.xml sim/fcd.xml"},
      {"both by themselves", "check sim/fcd.xml sim/town.net.xml"},
      {"a net, and the run beside it", "check --sumo sim/town.net.xml"},
  };
  for (const auto& [name, line] : cases) {
    FakeWorld outside = world();
    const Ran ran = outside.run(words(std::string(line) + " --ego 0 --format json"));
    EXPECT_EQ(ran.code, kFine) << name << ": " << ran.err;
    EXPECT_THAT(ran.out, HasSubstr("\"file\": \"sim/fcd.xml\"")) << name;
    EXPECT_THAT(ran.out, HasSubstr("\"file\": \"sim/town.xodr\"")) << name;
  }
}

TEST(CheckSumo, SaysWhatIsMissing) {
  struct Case {
    const char* name;
    void (*change)(FakeWorld&);
    const char *line, *answer;
  };
  const Case cases[] = {
      {"a run that is named and not there", [](FakeWorld& world) { remove(world, "sim/fcd.xml"); }, "check --sumo sim",
       "sim/town.sumocfg: names the run sim/fcd.xml, which is not there; let SUMO drive it: sumo -c sim/town.sumocfg"},
      {"no run",
       [](FakeWorld& world) {
         remove(world, "sim/fcd.xml");
         add(world, "sim/town.sumocfg", "<configuration><net-file value=\"town.net.xml\"/></configuration>");
       },
       "check --sumo sim",
       "sim: holds no run of SUMO; let it write one: sumo -c sim/town.sumocfg --fcd-output sim/fcd.xml "
       "--fcd-output.acceleration --step-length 0.1"},
      {"two runs",
       [](FakeWorld& world) {
         add(world, "sim/other.xml", world.files.content["sim/fcd.xml"]);
         add(world, "sim/town.sumocfg", "<configuration><net-file value=\"town.net.xml\"/></configuration>");
       },
       "check --sumo sim", "holds several runs; name one: scrutineer check --sumo sim/town.sumocfg sim/fcd.xml"},
      {"two configurations", [](FakeWorld& world) { add(world, "sim/b.sumocfg", "<configuration/>"); },
       "check --sumo sim", "holds several SUMO configurations; name one: scrutineer check --sumo sim/b.sumocfg"},
      {"no net", [](FakeWorld& world) { remove(world, "sim/town.net.xml"); }, "check --sumo sim",
       "names the net sim/town.net.xml, which is not there"},
      {"something else", [](FakeWorld&) {}, "check --sumo sim/town.rou.xml", "is nothing that --sumo takes"},
      {"nothing", [](FakeWorld&) {}, "check --sumo sim/elsewhere", "sim/elsewhere: cannot be opened"},
      {"a run that is no run of SUMO", [](FakeWorld& world) { add(world, "sim/run.csv", "time,id,x,y\n"); },
       "check --sumo sim sim/run.csv sim/fcd.xml", "is a second run"},
  };
  for (const auto& [name, change, line, answer] : cases) {
    FakeWorld outside = world();
    change(outside);
    const Ran ran = outside.run(words(line));
    EXPECT_EQ(ran.code, kNotEvaluated) << name;
    EXPECT_THAT(ran.err, HasSubstr(answer)) << name;
  }
}

Ran run_here(const std::vector<std::string>& arguments) {
  run::RealFiles files;
  run::RealFolders folders;
  run::NoProgress progress;
  std::ostringstream out, err;
  Outside outside{{files, folders, progress}, {out, err}};
  const int code = run(arguments, outside);
  return {code, out.str(), err.str()};
}

// examples/sumo, as SUMO drives it: there is no map, so the net is converted, and its lights are tied to it.
TEST(CheckSumo, ConvertsTheNetWhereThereIsNoMap) {
  SCRUTINEER_NEEDS_SUMO();
  const kit::TemporaryFolder folder;
  const std::string sim = folder.file("crossing");
  fs::copy(kit::source_dir() / "examples" / "sumo", sim);
  ASSERT_EQ(std::system(("sumo -c '" + sim + "/crossing.sumocfg' > /dev/null 2>&1").c_str()), 0);
  const Ran ran = run_here({"check", "--sumo", sim, "--ego", "ego", "--out", folder.file("out")});
  EXPECT_EQ(ran.code, kFound) << ran.err;
  EXPECT_THAT(ran.out, HasSubstr("run_red_light"));
  EXPECT_THAT(ran.out, Not(HasSubstr("no traffic lights")));
  EXPECT_THAT(ran.err, HasSubstr("crossing.net.xml was converted into one"));
  EXPECT_THAT(ran.err, HasSubstr("scrutineer map info " + folder.file("out/map.xodr") + " lists them"));
  EXPECT_THAT(run_here({"check", "--sumo", sim, "--ego", "ego"}).err,
              HasSubstr("; --out DIR keeps the map, and scrutineer map info DIR/map.xodr lists them\n"))
      << "nothing that does not exist";
  const std::string map = kit::read_text(folder.path() / "out" / "map.xodr");
  EXPECT_THAT(map, Not(HasSubstr("generated on")));
  EXPECT_THAT(map, Not(HasSubstr(" date=")));
  // The result can be made again from what it names, to the same bytes.
  const Ran again = run_here({"check", folder.file("out"), "--out", folder.file("again")});
  EXPECT_EQ(again.code, kFound) << again.err;
  EXPECT_EQ(kit::read_text(folder.path() / "out" / "issues.csv"),
            kit::read_text(folder.path() / "again" / "issues.csv"));
  // Also in its own place, as often as one likes: the map is nowhere else.
  for (int i = 0; i < 2; ++i) {
    const Ran in_place = run_here({"check", folder.file("out/run.json"), "--out", folder.file("out")});
    EXPECT_EQ(in_place.code, kFound) << in_place.err;
    EXPECT_EQ(kit::read_text(folder.path() / "out" / "map.xodr"), map);
  }
}

// netconvert numbers the lanes of such nets from the wrong side: lights for those who turn would hold for others.
TEST(CheckSumo, ConvertsNoNetWithLeftHandTraffic) {
  const kit::TemporaryFolder folder;
  const std::string sim = folder.file("crossing");
  fs::copy(kit::source_dir() / "examples" / "sumo", sim);
  std::string net = kit::read_text(folder.path() / "crossing" / "crossing.net.xml");
  net.insert(net.find("<net ") + 5, "lefthand=\"true\" ");
  std::ofstream(sim + "/crossing.net.xml") << net;
  std::ofstream(sim + "/fcd.xml") << "<fcd-export><timestep time=\"0\"/></fcd-export>";
  const Ran ran = run_here({"check", "--sumo", sim});
  EXPECT_EQ(ran.code, kNotEvaluated);
  EXPECT_THAT(ran.err, HasSubstr("crossing.net.xml: cannot be converted into a map: traffic keeps to the left in it"));
}

// netconvert moves nets to where no coordinate is below 0, unless it is told not to: positions are put back.
TEST(CheckSumo, PutsBackWhatNetconvertMoved) {
  FakeWorld outside = world();
  std::string& fcd = outside.files.content["sim/fcd.xml"];
  for (std::size_t at = fcd.find(" y=\""); at != std::string::npos; at = fcd.find(" y=\"", at + 1)) {
    const std::size_t begin = at + 4, end = fcd.find('"', begin);
    fcd.replace(begin, end - begin, std::to_string(std::stod(fcd.substr(begin, end - begin)) + 50.0));
  }
  const Ran moved = outside.run(words("check --sumo sim --ego 0"));
  EXPECT_NE(moved.code, kFine) << "the run lies beside the map";
  std::string& net = outside.files.content["sim/town.net.xml"];
  net.replace(net.find("0.00,0.00"), 9, "0.00,50.00");
  const Ran put_back = outside.run(words("check --sumo sim --ego 0"));
  EXPECT_EQ(put_back.code, kFine) << put_back.err << put_back.out;
}

TEST(CheckSumo, FindsTheMapThatTheNetWasMadeFrom) {
  SCRUTINEER_NEEDS_SUMO();
  const kit::SumoRun sumo = kit::run_sumo({.map = "Town10HD", .duration = 20s});
  const Ran named = run_here({"check", sumo.fcd.string(), "--map", sumo.map.string(), "--sumo-net", sumo.net.string(),
                              "--vehicle-types", sumo.vehicle_types.string(), "--lights", sumo.lights.string()});
  const Ran found = run_here({"check", "--sumo", sumo.net.string(), sumo.fcd.string()});
  EXPECT_EQ(found.code, named.code) << found.err;
  EXPECT_EQ(found.out, named.out);
}

}  // namespace
}  // namespace scrutineer::app
