#include <fmt/format.h>
#include <gmock/gmock.h>

#include <cmath>
#include <fstream>
#include <tuple>

#include "base/angle.h"
#include "kit/gzip.h"
#include "kit/read_run.h"
#include "kit/scratch_folder.h"

namespace scrutineer::trace {
namespace {

using kit::read_run;
using kit::ReadRun;
using namespace std::chrono_literals;
using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

// A file that is gone when the test is over.
class TestFile {
 public:
  TestFile(const std::string& name, const std::string& content) : path_(folder_.file(name)) {
    std::ofstream(path_) << content;
  }
  const std::string& path() const { return path_; }

 private:
  kit::ScratchFolder folder_;
  std::string path_;
};

const std::string kHead =
    "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n\n<!-- generated\n<timestep> -->\n\n<fcd-export>\n";

ReadRun read(const std::string& body) { return read_run(kHead + body + "</fcd-export>\n", {.file = "fcd.xml"}); }
// Of one vehicle, whose attributes are given beside its id.
ReadRun read_vehicle(const std::string& attributes) {
  return read("<timestep time=\"0.00\">\n<vehicle id=\"a\" " + attributes + "/>\n</timestep>\n");
}

TEST(SumoFcd, ReadsAnExport) {
  const ReadRun run = read(R"(    <timestep time="10.00">
        <vehicle id="0" x="100.00" y="50.00" angle="90.00" type="DEFAULT_VEHTYPE" speed="13.5" pos="5.10" lane="E0_0" slope="0.00" acceleration="2.00"/>
        <vehicle id="b" x="10.00" y="0.00" angle="0.00" type="DEFAULT_BIKETYPE" speed="0" pos="5.10" lane="E0_0" slope="0.00" acceleration="-1.00"/>
        <person id="p" x="1.00" y="2.00" angle="180.00" speed="1.30" pos="1.0" edge="E0" slope="0.00"/>
    </timestep>
    <timestep time="10.10">
        <vehicle id="b" x="10.00" y="1.00" angle="0.00" type="DEFAULT_BIKETYPE" speed="0" pos="5.10" lane="E0_0" slope="0.00"/>
    </timestep>
    <timestep time="10.20"/>
)");
  ASSERT_EQ(run.problem, "");
  EXPECT_EQ(run.trace->format(), "sumo");
  EXPECT_EQ(run.tables.start_seconds(), 10.0);
  ASSERT_EQ(run.frames.size(), 3U);
  EXPECT_EQ(run.frames[1].time, Time(100ms));
  EXPECT_THAT(run.ids(0), ElementsAre("0", "b", "p"));
  EXPECT_THAT(run.ids(1), ElementsAre("b"));
  EXPECT_THAT(run.ids(2), ElementsAre());

  const ActorState& car = *run.state(0, "0");
  EXPECT_DOUBLE_EQ(car.x, 97.5);  // the centre, behind the front bumper
  EXPECT_DOUBLE_EQ(car.y, 50.0);
  EXPECT_DOUBLE_EQ(car.yaw, 0.0);
  EXPECT_EQ(car.speed, 13.5);
  EXPECT_EQ(car.ax, 2.0);
  EXPECT_TRUE(car.fields.has(Field::speed));
  EXPECT_TRUE(car.fields.has(Field::acceleration));
  EXPECT_FALSE(car.fields.has(Field::velocity));
  EXPECT_FALSE(car.fields.has(Field::z));
  EXPECT_FALSE(run.state(1, "b")->fields.has(Field::acceleration));

  const ActorState& bicycle = *run.state(0, "b");
  EXPECT_NEAR(bicycle.x, 10.0, 1e-12);
  EXPECT_NEAR(bicycle.y, -0.8, 1e-12);
  EXPECT_DOUBLE_EQ(bicycle.yaw, 90.0 * kDegree);
  EXPECT_NEAR(bicycle.ay, -1.0, 1e-12);
  EXPECT_EQ(run.info("b").category, Category::bicycle);

  const ActorState& person = *run.state(0, "p");
  EXPECT_EQ(person.x, 1.0);
  EXPECT_EQ(person.y, 2.0);
  EXPECT_TRUE(run.info("p").is_vru);
  EXPECT_THAT(run.tables.notes(),
              ElementsAre("car 0 has no (complete) size: 5 x 1.8 x 1.5 m is taken, and for others of its category"));
}

TEST(SumoFcd, TurnsCompassAngles) {
  struct Case {
    const char* angle;
    double yaw;
  };
  const Case cases[] = {{"0", 90.0},    {"90", 0.0},   {"180", -90.0}, {"270", 180.0},
                        {"315", 135.0}, {"360", 90.0}, {"-90", 180.0}};
  for (const auto& [angle, yaw] : cases) {
    const ReadRun run = read_vehicle("x=\"0\" y=\"0\" angle=\"" + std::string(angle) + "\"");
    ASSERT_EQ(run.problem, "") << angle;
    EXPECT_NEAR(run.state(0, "a")->yaw, yaw * kDegree, 1e-12) << angle;
  }
}

TEST(SumoFcd, ReadsHeightSlopeAndSignals) {
  const ReadRun run = read_vehicle("x=\"0\" y=\"0\" z=\"10\" angle=\"90\" slope=\"30\" signals=\"10\"");
  ASSERT_EQ(run.problem, "");
  const ActorState& state = *run.state(0, "a");
  EXPECT_NEAR(state.pitch, -30.0 * kDegree, 1e-12);  // the nose is up
  EXPECT_NEAR(state.z, 10.0 - 1.25, 1e-12);
  EXPECT_TRUE(state.fields.has(Field::z));
  EXPECT_EQ(state.indicator, Indicator::left);
  EXPECT_EQ(state.brake_light, BrakeLight::on);
}

TEST(SumoFcd, ReadsAnyXml) {
  struct Case {
    const char* name;
    std::string body;
    const char* id;
  };
  const Case cases[] = {
      {"other order", "<timestep time='0'><vehicle y='2' angle='90' x='4.5' id='a'/></timestep>", "a"},
      {"several lines",
       "<timestep\n time = \"0\" >\n<vehicle\n  id=\"a\"\n\tx=\"4.5\"\r\n y=\"2\" angle=\"90\"\n/></timestep >", "a"},
      {"entities",
       "<timestep time=\"0\"><vehicle id=\"a&lt;&#66;&#x43;&amp;\" x=\"4.5\" y=\"2\" angle=\"90\"/></timestep>",
       "a<BC&"},
      {"angle brackets in values",
       "<timestep time=\"0\"><vehicle id=\"a>b\" x=\"4.5\" y=\"2\" angle=\"90\"/></timestep>", "a>b"},
      {"comments",
       "<timestep time=\"0\"><!-- <vehicle id=\"c\"/> --><vehicle id=\"a\" x=\"4.5\" y=\"2\" angle=\"90\"/></timestep>",
       "a"},
      {"elements with content",
       "<timestep time=\"0\"><vehicle id=\"a\" x=\"4.5\" y=\"2\" angle=\"90\"><param key=\"k\"/></vehicle></timestep>",
       "a"},
      {"unknown elements",
       "<meta/><timestep time=\"0\">text<bird id=\"c\"/><vehicle id=\"a\" x=\"4.5\" y=\"2\" angle=\"90\"/></timestep>",
       "a"},
      {"a comment longer than any block",
       "<timestep time=\"0\"><!--" + std::string(1'000'000, '-') +
           "x--><vehicle id=\"a\" x=\"4.5\" y=\"2\" angle=\"90\"/></timestep>",
       "a"},
  };
  for (const auto& [name, body, id] : cases) {
    const ReadRun run = read(body);
    ASSERT_EQ(run.problem, "") << name;
    ASSERT_THAT(run.ids(0), ElementsAre(id)) << name;
    EXPECT_DOUBLE_EQ(run.state(0, id)->x, 2.0) << name;
    EXPECT_DOUBLE_EQ(run.state(0, id)->y, 2.0) << name;
  }
}

TEST(SumoFcd, TellsWhatItLeavesOut) {
  const std::string vehicle = "<vehicle id=\"a\" x=\"4.5\" y=\"2\" angle=\"90\"><param key=\"k\"/></vehicle>";
  const ReadRun all = read("<timestep time=\"0\">" + vehicle + "</timestep>");
  for (const std::string& note : all.tables.notes()) EXPECT_THAT(note, Not(HasSubstr("left out")));
  const ReadRun some = read("<timestep time=\"0\">" + vehicle +
                            "</timestep>\n<timestep time=\"1\"><vehicel id=\"a\"/><bird/></timestep>");
  EXPECT_EQ(some.problem, "");
  EXPECT_THAT(some.tables.notes(),
              Contains(HasSubstr("other than vehicle, person and container are left out: first vehicel in line ")));
}

// Tags lie across the borders of what is read at once.
TEST(SumoFcd, ReadsLongRuns) {
  std::string body;
  for (int frame = 0; frame < 2000; ++frame) {
    body += "<timestep time=\"" + std::to_string(frame) + "\">\n";
    for (int id = frame / 500; id < 10; ++id)
      body += "  <vehicle id=\"v" + std::to_string(id) + "\" x=\"" + std::to_string(frame + id) +
              ".5\" y=\"0\" angle=\"90\"/>\n";
    body += "</timestep>\n";
  }
  const ReadRun run = read(body);
  ASSERT_EQ(run.problem, "");
  ASSERT_EQ(run.frames.size(), 2000U);
  for (std::size_t frame = 0; frame < 2000; ++frame) {
    ASSERT_EQ(run.frames[frame].actors.size(), 10 - frame / 500);
    for (const ActorState& state : run.frames[frame].actors)
      ASSERT_EQ(state.x, static_cast<double>(frame + state.actor.index()) - 2.0);
  }
}

TEST(SumoFcd, TakesSizesFromVehicleTypes) {
  const TestFile types("types.xml", R"(<additional>
    <vType id="long" length="8" vClass="truck"/>
    <vTypeDistribution id="d"><vType id="small" length="3.5" width="1.6" height="1.4" probability="1"/></vTypeDistribution>
    <vType id="walker" vClass="pedestrian" width="0.6"><param key="a" value="b"/></vType>
</additional>)");
  const ReadRun run = read_run(kHead + R"(<timestep time="0"><vehicle id="t" x="8" y="0" angle="90" type="long"/>
    <vehicle id="s" x="0" y="0" angle="90" type="small"/><person id="p" x="0" y="9" angle="90" type="walker"/>
    <vehicle id="u" x="0" y="50" angle="90" type="unheard"/></timestep></fcd-export>)",
                               {.file = "fcd.xml", .vehicle_types = types.path()});
  ASSERT_EQ(run.problem, "");
  EXPECT_EQ(run.info("t").category, Category::truck);
  EXPECT_EQ(run.info("t").length, 8.0);
  EXPECT_EQ(run.info("t").width, 2.4);
  EXPECT_EQ(run.state(0, "t")->x, 4.0);
  EXPECT_EQ(run.info("s").height, 1.4);
  EXPECT_EQ(run.info("p").width, 0.6);
  EXPECT_TRUE(run.info("u").size_is_default);
  EXPECT_FALSE(run.info("s").size_is_default);
  EXPECT_THAT(run.tables.notes(), testing::Contains("type unheard of actor u and perhaps others are not in " +
                                                    types.path() + ": the usual class and size are taken"));
}

TEST(SumoFcd, LeavesOutThoseWhoRide) {
  const ReadRun run = read(
      "<timestep time=\"0\"><vehicle id=\"a\" x=\"0\" y=\"0\" angle=\"0\"/><person id=\"p\" x=\"0\" y=\"0\" "
      "angle=\"0\" vehicle=\"a\"/><container id=\"c\" x=\"0\" y=\"9\" angle=\"0\"/></timestep>");
  ASSERT_EQ(run.problem, "");
  EXPECT_THAT(run.ids(0), ElementsAre("a", "c"));
  EXPECT_EQ(run.info("c").category, Category::object);
}

// As randomTrips numbers them.
TEST(SumoFcd, TellsVehiclesAndPersonsOfOneIdApart) {
  const auto step = [](int time, int x, bool has_vehicle) {
    const std::string attributes = fmt::format("id=\"0\" y=\"0\" angle=\"90\" x=\"{}\"", x);
    return fmt::format("<timestep time=\"{}\">{}<person {}/><container {}/></timestep>", time,
                       has_vehicle ? "<vehicle " + attributes + "/>" : "", attributes, attributes);
  };
  const ReadRun run = read(step(0, 0, true) + step(1, 10, false) + step(2, 20, true));
  ASSERT_EQ(run.problem, "");
  EXPECT_THAT(run.ids(2), ElementsAre("0", "person:0", "container:0"));
  EXPECT_EQ(run.info("0").category, Category::car);
  EXPECT_EQ(run.info("person:0").category, Category::person);
  EXPECT_EQ(run.state(1, "person:0")->x, 10.0);
  EXPECT_EQ(run.state(2, "0")->x, 17.5) << "the centre, half a length behind the front";
  EXPECT_THAT(run.tables.notes(), testing::Contains(HasSubstr("vehicles, persons or containers have the same id, first "
                                                              "0: who comes later is called by its kind, too, here "
                                                              "person:0")));
  EXPECT_EQ(run.tables.actors().size(), 3U);
}

TEST(SumoFcd, SaysWhereABadFileIsBad) {
  struct Case {
    const char* name;
    std::string text;  // behind the head, which has 6 lines
    const char* problem;
  };
  const std::string step = "<timestep time=\"1\">\n";
  const Case cases[] = {
      {"bad number", step + "<vehicle id=\"a\" x=\"1,5\" y=\"0\" angle=\"0\"/></timestep></fcd-export>",
       "fcd.xml:8:20: frame 0: vehicle \"a\": x must be a number, found \"1,5\""},
      {"bad number on another line", step + "<vehicle id=\"a\" x=\"1\"\n y=\"0\" angle=\"N\"/></timestep></fcd-export>",
       "fcd.xml:9:15: frame 0: vehicle \"a\": angle must be a number, found \"N\""},
      {"bad signals", step + "<vehicle id=\"a\" x=\"1\" y=\"0\" angle=\"0\" signals=\"x\"/></timestep></fcd-export>",
       "fcd.xml:8:48: frame 0: vehicle \"a\": signals must be a whole number, found \"x\""},
      {"no position", step + "<vehicle id=\"a\" x=\"1\" angle=\"0\"/></timestep></fcd-export>",
       "fcd.xml:8: frame 0: vehicle \"a\": attribute y is missing"},
      {"no id", step + "<person x=\"1\" angle=\"0\"/></timestep></fcd-export>",
       "fcd.xml:8: frame 0: person: attribute id is missing"},
      {"no time", "<timestep>\n</timestep></fcd-export>", "fcd.xml:7: frame 0: timestep: attribute time is missing"},
      {"bad time", "<timestep time=\"soon\">\n</timestep></fcd-export>",
       "fcd.xml:7:17: frame 0: time must be seconds, found \"soon\""},
      {"hours and minutes", "<timestep time=\"1:00:00:01\">\n</timestep></fcd-export>",
       "fcd.xml:7:17: frame 0: time must be seconds, found \"1:00:00:01\"; run SUMO without --human-readable-time"},
      {"time repeats", "<timestep time=\"1\"/>\n<timestep time=\"1.0\"/></fcd-export>",
       "fcd.xml:8: frame 1: time 1 s is that of the frame before, which is at 1 s"},
      {"NaN", step + "<vehicle id=\"a\" x=\"nan\" y=\"0\" angle=\"0\"/></timestep></fcd-export>",
       "fcd.xml:8: frame 0: actor a: x must be a number within +-1e7, found nan"},
      {"NaN for an angle", step + "<vehicle id=\"a\" x=\"1\" y=\"0\" angle=\"nan\"/></timestep></fcd-export>",
       "fcd.xml:8:36: frame 0: vehicle \"a\": angle must be a number, found nan"},
      {"cut off in a tag", step + "</timestep>\n<timestep time=\"2\">\n<vehicle id=\"a\" x=\"1",
       "fcd.xml:10: frame 1: the file ends inside a tag"},
      {"cut off in a timestep", step + "<vehicle id=\"a\" x=\"1\" y=\"0\" angle=\"0\"/>\n",
       "fcd.xml:8: frame 0: the file ends inside the timestep of line 7"},
      {"cut off between timesteps", step + "</timestep>\n", "fcd.xml:8: frame 1: the file ends before </fcd-export>"},
      {"nested", step + step + "</timestep></timestep></fcd-export>",
       "fcd.xml:8: frame 0: a timestep inside a timestep"},
      {"no tag", step + "<vehicle id=a/></timestep></fcd-export>", "fcd.xml:8: frame 0: this is no XML tag"},
      {"open comment", "<!-- ", "fcd.xml:7: frame 0: a comment is not closed"},
      {"no timesteps", "</fcd-export>", "fcd.xml: holds no frames"},
  };
  for (const auto& [name, text, problem] : cases)
    EXPECT_EQ(read_run(kHead + text, {.file = "fcd.xml"}).problem, problem) << name;
}

// As SUMO 1.15 writes it.
std::string with_options(const std::string& options) {
  return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n\n<!-- generated on 2026-11-16 by Eclipse SUMO sumo Version "
         "1.15.0\n"
         "<configuration>\n    <output>\n        <fcd-output value=\"f.xml\"/>\n" +
         options +
         "    </output>\n</configuration>\n-->\n\n<fcd-export>\n<timestep time=\"0\"><vehicle id=\"a\" x=\"10.467953\" "
         "y=\"52.341160\" angle=\"90\"/></timestep>\n</fcd-export>\n";
}

TEST(SumoFcd, RefusesDegrees) {
  const std::string refused =
      "fcd.xml: its positions are degrees of longitude and latitude (fcd-output.geo): let SUMO write it without "
      "--fcd-output.geo, or turn them into the net's metres (convertLonLat2XY of SUMO's sumolib)";
  struct Case {
    const char* name;
    const char* options;
    std::string problem;
  };
  const Case cases[] = {
      {"metres", "", ""},
      {"degrees", "<fcd-output.geo value=\"true\"/>", refused},
      {"degrees, said otherwise", "<fcd-output.geo value=\"yes\"/>", refused},
      {"metres, said so", "<fcd-output.geo value=\"false\"/>", ""},
  };
  for (const auto& [name, options, problem] : cases)
    EXPECT_EQ(read_run(with_options(options), {.file = "fcd.xml"}).problem, problem) << name;
}

TEST(SumoFcd, DropsBadTimestepsWhole) {
  const ReadRun run =
      read_run(kHead +
                   "<timestep time=\"0\"/><timestep time=\"1\"><vehicle id=\"a\"/><vehicle id=\"b\" x=\"0\" y=\"0\" "
                   "angle=\"0\"/></timestep>"
                   "<timestep time=\"2\"><vehicle id=\"b\" x=\"0\" y=\"0\" angle=\"0\"/></timestep></fcd-export>",
               {.file = "fcd.xml", .skip_bad_frames = true});
  ASSERT_EQ(run.problem, "");
  ASSERT_EQ(run.frames.size(), 2U);
  EXPECT_EQ(run.frames[1].time, Time(2s));
  EXPECT_EQ(run.tables.counts().bad_frames, 1U);
}

TEST(SumoFcd, SaysWhereBadVehicleTypesAreBad) {
  struct Case {
    const char* name;
    const char* text;
    const char* problem;  // behind the file's name
  };
  const Case cases[] = {
      {"bad number", "<additional>\n<vType id=\"a\" length=\"long\"/></additional>",
       ":2:23: vType \"a\": length must be a number above 0, found \"long\""},
      {"negative", "<vType id=\"a\" width=\"-1\"/>",
       ":1:22: vType \"a\": width must be a number above 0, found \"-1\""},
      {"unknown class", "<vType id=\"a\" vClass=\"plane\"/>", ":1:23: vType \"a\": vClass \"plane\" is unknown"},
      {"no id", "<vType/>", ":1: vType: attribute id is missing"},
      {"no XML", "length,width", ": is no XML: elements vType were expected"},
  };
  for (const auto& [name, text, problem] : cases) {
    const TestFile types("types.xml", text);
    EXPECT_EQ(read_run(kHead + "</fcd-export>", {.file = "fcd.xml", .vehicle_types = types.path()}).problem,
              types.path() + problem)
        << name;
  }
}

TEST(SumoLights, GivesTheStateOfEveryLink) {
  const TestFile lights("tls.xml", R"(<tlsStates>
    <tlsState time="0.00" id="C" programID="0" phase="0" state="rGyuoO"/>
    <tlsState time="0.00" id="D" programID="0" phase="0" state="gYs"/>
    <tlsState time="0.50" id="C" programID="0" phase="1" state="GGGGGG"/>
    <tlsState time="1.00" id="C" programID="0" phase="1" state="rrrrrr"/>
</tlsStates>)");
  const ReadRun run =
      read_run(kHead + "<timestep time=\"0.00\"/><timestep time=\"1.00\"/><timestep time=\"2.00\"/></fcd-export>",
               {.file = "fcd.xml", .lights = lights.path()});
  ASSERT_EQ(run.problem, "");
  ASSERT_EQ(run.tables.lights().size(), 9U);
  EXPECT_EQ(run.tables.lights()[1].id, "C/1");
  EXPECT_THAT(run.tables.lights()[7].references, ElementsAre("D_1"));
  std::vector<LightColour> colours;
  for (const LightState& state : run.frames[0].lights) colours.push_back(state.colour);
  using enum LightColour;
  EXPECT_THAT(colours, ElementsAre(red, green, yellow, red_yellow, yellow, off, green, yellow, green));
  EXPECT_EQ(run.frames[0].lights[4].mode, LightMode::flashing_yellow);
  EXPECT_EQ(run.frames[0].lights[5].mode, LightMode::off);
  ASSERT_EQ(run.frames[1].lights.size(), 6U);
  EXPECT_EQ(run.frames[1].lights[3].colour, red);
  EXPECT_TRUE(run.frames[2].lights.empty());
}

TEST(SumoLights, SaysWhereABadFileIsBad) {
  struct Case {
    const char* name;
    const char* text;
    const char* problem;  // behind the file's name
  };
  const Case cases[] = {
      {"no state", "<tlsState time=\"0\" id=\"C\"/>", ":1: frame 0: tlsState: attribute state is missing"},
      {"unknown letter", "<tlsState time=\"0\" id=\"C\" state=\"rx\"/>",
       ":1:34: frame 0: state \"rx\": 'x' is unknown; known are r u y Y g G s o O"},
      {"bad time", "<tlsState time=\"?\" id=\"C\" state=\"r\"/>", ":1:17: frame 0: time must be seconds, found \"?\""},
      {"hours and minutes", "<tlsState time=\"00:00:01\" id=\"C\" state=\"r\"/>",
       ":1:17: frame 0: time must be seconds, found \"00:00:01\"; run SUMO without --human-readable-time"},
      {"time goes back", "<tlsState time=\"0\" id=\"C\" state=\"r\"/>\n<tlsState time=\"-1\" id=\"C\" state=\"r\"/>",
       ":2:17: frame 0: time is earlier than in the state before"},
  };
  for (const auto& [name, text, problem] : cases) {
    const TestFile lights("tls.xml", text);
    EXPECT_EQ(
        read_run(kHead + "<timestep time=\"5\"/></fcd-export>", {.file = "fcd.xml", .lights = lights.path()}).problem,
        lights.path() + problem)
        << name;
  }
}

TEST(SumoFcd, IsTheSameRunWhenPacked) {
  std::string text = kHead;
  for (int step = 0; step < 500; ++step) {
    const std::string x = std::to_string(step) + ".25";
    text += "<timestep time=\"" + std::to_string(step) + ".10\">\n";
    text +=
        "<vehicle id=\"a\" x=\"" + x + "\" y=\"2\" angle=\"90\" type=\"DEFAULT_VEHTYPE\" speed=\"1\" lane=\"E_0\"/>\n";
    if (step % 3 == 0) text += "<person id=\"p\" x=\"1\" y=\"" + x + "\" angle=\"0\" speed=\"1\" edge=\"E\"/>\n";
    text += "</timestep>\n";
  }
  text += "</fcd-export>\n";
  const ReadRun plain = read_run(text, {.file = "fcd.xml"});
  const ReadRun packed = read_run(kit::gzip(text), {.file = "fcd.xml.gz"});
  ASSERT_EQ(plain.problem, "");
  ASSERT_EQ(packed.problem, "");
  EXPECT_EQ(packed.trace->format(), "sumo");
  ASSERT_EQ(plain.frames.size(), 500U);
  ASSERT_EQ(packed.frames.size(), plain.frames.size());
  for (std::size_t i = 0; i < plain.frames.size(); ++i) {
    EXPECT_EQ(packed.frames[i].time, plain.frames[i].time);
    EXPECT_EQ(packed.ids(i), plain.ids(i));
    for (std::size_t k = 0; k < plain.frames[i].actors.size(); ++k) {
      const ActorState &a = plain.frames[i].actors[k], &b = packed.frames[i].actors[k];
      EXPECT_EQ(std::tie(a.x, a.y, a.yaw, a.speed), std::tie(b.x, b.y, b.yaw, b.speed));
    }
  }
}

}  // namespace
}  // namespace scrutineer::trace
