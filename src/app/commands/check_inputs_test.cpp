// What runs lack, or have in another way than usual, as the whole program meets it.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <sstream>

#include "base/angle.h"
#include "kit/data.h"
#include "kit/fake_world.h"
#include "kit/maps.h"
#include "kit/paths.h"
#include "kit/run_writers.h"
#include "kit/scenario.h"
#include "kit/xodr_writer.h"
#include "map/read.h"

namespace scrutineer::app {
namespace {

using namespace std::chrono_literals;
using testing::HasSubstr;
using testing::Not;

using Change = std::function<void(trace::ActorState&)>;

// town.xodr is a straight road of 1 km along x, as high as said; the ego drives along it at 10 m/s, or as said.
struct Drive {
  double road_height = 0.0, speed = 10.0;
  Change change = {};
};

FakeWorld world(const Drive& drive = {}) {
  FakeWorld world;
  map::Document document = kit::straight_road(1000.0);
  document.roads[0].elevations = {{0.0, {drive.road_height, 0.0, 0.0, 0.0}}};
  world.files.content["town.xodr"] = kit::to_xodr(document);
  const auto map = map::build_network(std::move(document));
  kit::Scenario scenario({.map = map.get(), .duration = 5s});
  scenario.add({.id = "0", .is_ego = true}).start_at("1", -1, 200.0).speed(drive.speed);
  scenario.add({.id = "7"}).start_at("1", 1, 900.0).speed(10.0);
  kit::RunData run = scenario.run();
  if (drive.change)
    for (trace::Frame& frame : run.frames) std::ranges::for_each(frame.actors, drive.change);
  world.files.content["run.csv"] = kit::to_csv(run);
  world.files.content["run.osi"] = kit::to_osi(run);
  world.files.content["run.xml"] = kit::to_fcd(run);
  return world;
}

// All that it prints, notes too.
std::string text_of(FakeWorld& world, const std::string& trace, const std::string& flags = "") {
  const Ran ran = world.run(words("check --map town.xodr --trace " + trace + " --ego 0 --verbosity full " + flags));
  return ran.err + ran.out;
}

TEST(CheckInputs, HeightsThatAreNoneAreNotHeldAgainstTheRun) {
  const Change zero = [](trace::ActorState& state) { state.z = 0.0; };
  const Change none = [](trace::ActorState& state) { state.fields.clear(trace::Field::z); };
  const Change wrong = [](trace::ActorState& state) { state.z = 7.0; };
  const char* const note = "z of all actors is 0, but at 0 s a vehicle is on a road that lies at 52 m";
  struct Case {
    const char* name;
    Change change;
    const char* flags;
    bool is_judged, has_note;
  };
  const Case cases[] = {
      {"true heights", {}, "", true, false},
      {"0 throughout", zero, "", true, true},
      {"0 throughout, and told", zero, "--ignore-height", true, false},
      {"no heights", none, "", true, false},
      {"others that are wrong", wrong, "", false, false},
      {"others that are wrong, and told", wrong, "--ignore-height", true, false},
  };
  for (const Case& c : cases) {
    FakeWorld there = world({.road_height = 52.0, .change = c.change});
    for (const char* trace : {"run.csv", "run.osi", "run.xml"}) {
      const std::string text = text_of(there, trace, c.flags);
      const bool is_judged = text.find("no vehicle was ever wholly on the road") == std::string::npos;
      EXPECT_EQ(is_judged, c.is_judged) << c.name << ", " << trace << '\n' << text;
      EXPECT_EQ(text.find(note) != std::string::npos, c.has_note) << c.name << ", " << trace << '\n' << text;
    }
  }
  FakeWorld manifest = world({.road_height = 52.0, .change = wrong});
  manifest.files.content["run.json"] = R"({"map": "town.xodr", "trace": "run.csv", "ego": "0", "ignore_height": true})";
  const Ran ran = manifest.run(words("check run.json --verbosity full"));
  EXPECT_EQ(ran.err + ran.out, text_of(manifest, "run.csv", "--ignore-height"));
}

TEST(CheckInputs, ActorsHiddenBelowTheGroundAreLeftOut) {
  const Change hides_7 = [](trace::ActorState& state) {
    if (state.actor == trace::ActorId(1)) state.z = -500.0;
  };
  FakeWorld there = world({.change = hides_7});
  const std::string text = text_of(there, "run.csv");
  EXPECT_THAT(text, HasSubstr("actor 7 (z -500 m): hidden far below all roads, and left out while there"));
  EXPECT_THAT(text, Not(HasSubstr("7 - ")));
}

TEST(CheckInputs, WithoutOrientationNobodyReverses) {
  const Change faceless = [](trace::ActorState& state) { state.yaw_is_course = true; };
  const char* const note = "have no orientation: their heading is where they move to";
  for (const char* trace : {"run.csv", "run.osi"}) {
    FakeWorld told = world({.speed = -3.0}), untold = world({.speed = -3.0, .change = faceless});
    const std::string reversing = "\"kind\": \"speed_physical\"";
    EXPECT_THAT(text_of(told, trace, "--format json"), HasSubstr(reversing)) << trace;
    EXPECT_THAT(text_of(told, trace), Not(HasSubstr(note))) << trace;
    EXPECT_THAT(text_of(untold, trace, "--format json"), Not(HasSubstr(reversing))) << trace;
    EXPECT_THAT(text_of(untold, trace), HasSubstr(note)) << trace;
  }
}

// What is wrong is told first, with the flag that mends it; with that flag the result is the sound run's.
TEST(CheckInputs, NumbersThatAreMeantOtherwiseAreRecognisedAndMended) {
  const Change none = [](trace::ActorState&) {};
  struct Case {
    const char* name;
    Change change;
    std::string flag, key;
    bool is_recognised = true;
  };
  const Case cases[] = {
      {"degrees", [](trace::ActorState& state) { state.yaw /= kDegree; }, "--angle-unit deg", R"("angle_unit": "deg")"},
      {"km/h", [](trace::ActorState& state) { state.vx *= 3.6; }, "--velocity-unit kmh", R"("velocity_unit": "kmh")"},
      {"the vehicle's frame", [](trace::ActorState& state) { state.vx = std::abs(state.vx); }, "--motion-frame vehicle",
       R"("motion_frame": "vehicle")"},
      {"y mirrored", [](trace::ActorState& state) { state.y = -state.y; }, "--flip-y", R"("flip_y": true)"},
      {"the rear bumper, which only turns would show",
       [](trace::ActorState& state) { state.x -= 2.25 * std::cos(state.yaw); }, "--reference 2.25",
       R"("reference": 2.25)", false},
  };
  FakeWorld sound = world({.change = none});
  const auto issues_of = [](FakeWorld& there, const std::string& flags) {
    const std::string out =
        there.run(words("check --map town.xodr --trace run.csv --ego 0 --format json " + flags)).out;
    return out.substr(out.find("\"issues\":"), out.find("\"checks\":") - out.find("\"issues\":"));
  };
  const std::string expected = issues_of(sound, "");
  EXPECT_THAT(text_of(sound, "run.csv"), Not(HasSubstr("suspicious input")));
  for (const Case& c : cases) {
    FakeWorld there = world({.change = c.change});
    const std::string text = text_of(there, "run.csv");
    EXPECT_EQ(text.starts_with("note: suspicious input: "), c.is_recognised) << c.name << text;
    if (c.is_recognised) {
      EXPECT_THAT(text, HasSubstr(c.flag)) << c.name;
    }
    EXPECT_THAT(text_of(there, "run.csv", "--trust-input"), Not(HasSubstr("suspicious input"))) << c.name;
    EXPECT_THAT(text_of(there, "run.csv", c.flag), Not(HasSubstr("suspicious input"))) << c.name;
    EXPECT_EQ(issues_of(there, c.flag), expected) << c.name;
    there.files.content["run.json"] = R"({"map": "town.xodr", "trace": "run.csv", "ego": "0", )" + c.key + "}";
    const Ran by_key = there.run(words("check run.json --verbosity full"));
    EXPECT_EQ(by_key.err + by_key.out, text_of(there, "run.csv", c.flag)) << c.name;
  }
}

TEST(CheckInputs, MillisecondsAreRecognisedAndMended) {
  FakeWorld there = world();
  const std::string expected = text_of(there, "run.csv");
  const std::string seconds = there.files.content["run.csv"];
  std::istringstream lines(seconds);
  std::string milliseconds, line;
  std::getline(lines, line);
  milliseconds = line + "\n";
  while (std::getline(lines, line)) {
    const std::size_t comma = line.find(',');
    milliseconds += std::to_string(std::lround(1000.0 * std::stod(line.substr(0, comma)))) + line.substr(comma) + "\n";
  }
  there.files.content["run.csv"] = milliseconds;
  EXPECT_THAT(text_of(there, "run.csv"), HasSubstr("note: suspicious input: times look like milliseconds"));
  EXPECT_EQ(text_of(there, "run.csv", "--time-unit ms"), expected);
}

TEST(CheckInputs, AWrongReferenceIsRefused) {
  FakeWorld there = world();
  const Ran ran = there.run(words("check --map town.xodr --trace run.csv --reference bumper"));
  EXPECT_EQ(ran.code, 2);
  EXPECT_THAT(ran.err, HasSubstr("--reference bumper: must be centre, rear_axle, rear, front, or metres"));
}

TEST(CheckInputs, OtherSeparatorsAndDecimalCommasAreReadAlike) {
  FakeWorld there = world();
  const std::string commas = there.files.content["run.csv"], expected = text_of(there, "run.csv");
  for (const char separator : {';', '\t'}) {
    std::string text = commas;
    for (char& letter : text) letter = letter == ',' ? separator : letter == '.' ? ',' : letter;
    there.files.content["run.csv"] = text;
    EXPECT_EQ(text_of(there, "run.csv"), expected) << separator;
  }
}

TEST(CheckInputs, WhatCannotBeReadIsNamed) {
  FakeWorld there = world();
  const std::string csv = there.files.content["run.csv"];
  std::string utf16 = "\xFF\xFE", with_cr = csv;
  for (const char letter : csv) (utf16 += letter) += '\0';
  std::ranges::replace(with_cr, '\n', '\r');
  struct Case {
    const char* name;
    std::string file, content, message;
  };
  const Case cases[] = {
      {"UTF-16", "run.csv", utf16, "run.csv: is UTF-16 text: save it as UTF-8"},
      {"CR", "run.csv", with_cr, "run.csv: has lines that end with CR alone: save it with LF or CR LF"},
      {"degrees", "fcd.xml",
       "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<!-- generated by Eclipse SUMO\n<configuration>\n<output>\n"
       "<fcd-output.geo value=\"true\"/>\n</output>\n</configuration>\n-->\n<fcd-export>\n<timestep time=\"0\">"
       "<vehicle id=\"0\" x=\"10.46\" y=\"52.34\" angle=\"90\"/></timestep>\n</fcd-export>\n",
       "fcd.xml: its positions are degrees of longitude and latitude (fcd-output.geo): let SUMO write it without "
       "--fcd-output.geo, or turn them into the net's metres"},
  };
  for (const Case& c : cases) {
    there.files.content[c.file] = c.content;
    const Ran ran = there.run(words("check --map town.xodr --trace " + c.file));
    EXPECT_EQ(ran.code, kNotEvaluated) << c.name;
    EXPECT_EQ(ran.out, "") << c.name;
    EXPECT_THAT(ran.err, HasSubstr(c.message)) << c.name;
  }
}

// A unit behind a column would beat the option without a word, or both would convert.
TEST(CheckInputs, AUnitIsSaidOnce) {
  const char* const table =
      "t,car,px,py,h,v\n0,0,200,-1.75,0,36\n100,0,201,-1.75,0,36\n200,0,202,-1.75,0,36\n300,0,203,-1.75,0,36\n";
  const struct {
    const char *name, *flags, *manifest, *says;  // empty: nothing is wrong
  } cases[] = {
      {"times in two units", "--columns time=t:s,id=car,x=px,y=py --time-unit ms", "",
       "--columns says that time is in s, and --time-unit says ms: leave one of them away"},
      {"times in the same unit, of which lights have only one", "--columns time=t:ms,id=car,x=px,y=py --time-unit ms",
       "", ""},
      {"the option alone", "--columns time=t,id=car,x=px,y=py --time-unit ms", "", ""},
      {"frames, and lights in milliseconds", "--columns time=t:10Hz,id=car,x=px,y=py --time-unit ms", "", ""},
      {"angles that would be converted twice", "--columns time=t:ms,id=car,x=px,y=py,yaw=h:deg --angle-unit deg", "",
       "--columns says that yaw is in deg, and --angle-unit says deg"},
      {"angles in two units", "--columns time=t:ms,id=car,x=px,y=py,yaw=h:deg --angle-unit rad", "",
       "--columns says that yaw is in deg, and --angle-unit says rad"},
      {"yaw rates", "--columns time=t:ms,id=car,x=px,y=py,yaw_rate=h:rad/s --angle-unit deg", "",
       "--columns says that yaw_rate is in rad/s, and --angle-unit says deg"},
      {"velocities", "--columns time=t:ms,id=car,x=px,y=py,speed=v:km/h --velocity-unit kmh", "",
       "--columns says that speed is in km/h, and --velocity-unit says kmh"},
      {"units of different things", "--columns time=t:ms,id=car,x=px,y=py,yaw=h:deg,speed=v --velocity-unit kmh", "",
       ""},
      {"columns of the manifest", "--time-unit ms", R"("columns": {"time": "t:s", "id": "car", "x": "px", "y": "py"})",
       "--columns says that time is in s, and --time-unit says ms"},
      {"a convention of the manifest", "--columns time=t:ms,id=car,x=px,y=py,yaw=h:deg", R"("angle_unit": "deg")",
       "--columns says that yaw is in deg, and angle_unit says deg"},
      {"columns win over the manifest's clock", "--columns time=t:ms,id=car,x=px,y=py", R"("time_unit": "us")", ""},
  };
  for (const auto& c : cases) {
    FakeWorld world;
    world.files.content["mine.csv"] = table;
    const std::string more = *c.manifest == '\0' ? "" : std::string(", ") + c.manifest;
    world.files.content["run.json"] = R"({"trace": "mine.csv")" + more + "}";
    for (const char* command : {"check", "trace info"}) {
      const Ran ran = world.run(words(std::string(command) + " run.json " + c.flags));
      EXPECT_EQ(ran.code == kNotEvaluated, *c.says != '\0') << command << ", " << c.name << ": " << ran.err;
      EXPECT_THAT(ran.err, HasSubstr(c.says)) << command << ", " << c.name;
    }
  }
}

// A slip in one name must not make a red light one that nobody judges, in silence.
TEST(CheckInputs, TellsOfALightThatTheMapDoesNotHave) {
  const auto example = [](const char* file) { return kit::read_text(kit::source_dir() / "examples" / file); };
  std::string lights = example("runs/red_light/lights.csv");
  for (std::size_t at = 0; (at = lights.find("light_mill_road", at)) != std::string::npos;)
    lights.replace(at, 5, "ligth");
  const kit::TemporaryFolder folder;  // lights are read from the disk
  kit::write_file(folder.path() / "lights.csv", lights);
  FakeWorld world;
  world.files.content = {{"run.csv", example("runs/red_light/run.csv")}, {"town.xodr", example("maps/town.xodr")}};
  const Ran ran = world.run({"check", "run.csv", "--map", "town.xodr", "--lights", folder.file("lights.csv")});
  EXPECT_THAT(ran.err, HasSubstr("1 of the run's 4 traffic lights could not be tied to a signal of the map"));
  EXPECT_THAT(ran.err, HasSubstr("did you mean light_mill_road?"));
  EXPECT_THAT(ran.out, HasSubstr("Judged only in part:\n  approach_junction: "));
}

}  // namespace
}  // namespace scrutineer::app
