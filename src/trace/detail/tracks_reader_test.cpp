// Drone and track data: real and laid-out samples against what others decoded, and tables made up here.
#include <gmock/gmock.h>

#include <cmath>
#include <fstream>
#include <nlohmann/json.hpp>
#include <numbers>

#include "kit/data.h"
#include "kit/read_run.h"
#include "kit/scratch_folder.h"
#include "trace/recognise.h"

namespace scrutineer::trace {
namespace {

using kit::ReadRun;
using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using Json = nlohmann::json;

constexpr double kPi = std::numbers::pi;

std::filesystem::path sample_dir() { return kit::data_dir() / "inputs" / "tracks"; }
ReadRun sample(const std::string& name) { return kit::read_run_file({.file = (sample_dir() / name).string()}); }
Json expected_of(const char* name) { return Json::parse(kit::read_text(sample_dir() / "expected" / name)); }

double apart(double a, double b) { return std::abs(std::remainder(a - b, 2 * kPi)); }

// The first and the last frame that an actor is in.
std::pair<std::size_t, std::size_t> life_of(const ReadRun& run, const std::string& id) {
  std::size_t first = run.frames.size(), last = 0;
  for (std::size_t i = 0; i < run.frames.size(); ++i) {
    if (run.state(i, id) == nullptr) continue;
    first = std::min(first, i);
    last = i;
  }
  return {first, last};
}

std::size_t frames_of(const ReadRun& run, const std::string& id) {
  std::size_t count = 0;
  for (std::size_t i = 0; i < run.frames.size(); ++i) count += run.state(i, id) != nullptr ? 1 : 0;
  return count;
}

double raw_seconds(const ReadRun& run, std::size_t frame) {
  return run.tables.start_seconds() + to_seconds(run.frames[frame].time);
}

// ---- the samples ------------------------------------------------------------------------------------------------------

const std::map<std::string, Category> kClasses = {{"Car", Category::car},         {"Truck", Category::truck},
                                                  {"car", Category::car},         {"van", Category::van},
                                                  {"truck", Category::truck},     {"truck_bus", Category::truck},
                                                  {"bus", Category::bus},         {"motorcycle", Category::motorcycle},
                                                  {"bicycle", Category::bicycle}, {"pedestrian", Category::person}};

// `suffix`: what the truth adds to the names of values whose sign it changed.
void expect_state(const ReadRun& run, std::size_t frame, const std::string& id, const Json& truth, const char* suffix) {
  const double digits = *suffix == '\0' ? 1e-3 : 5.1e-3;  // the truth is not rounded, but highD's columns are
  const ActorState& state = *run.state(frame, id);
  EXPECT_NEAR(raw_seconds(run, frame), truth["t"].get<double>(), 1e-9);
  EXPECT_NEAR(state.x, truth["x"].get<double>(), digits);
  EXPECT_NEAR(state.y, truth[std::string("y") + suffix].get<double>(), digits);
  EXPECT_LT(apart(state.yaw, truth["yaw"].get<double>()), 1e-4);  // the truth has 4 digits
  EXPECT_TRUE(state.fields.has(Field::velocity));
  EXPECT_TRUE(state.fields.has(Field::acceleration));
  if (truth.contains("speed")) {
    EXPECT_NEAR(std::hypot(state.vx, state.vy), truth["speed"].get<double>(), 1e-3);
  } else {
    EXPECT_NEAR(state.vx, truth["vx"].get<double>(), digits);
    EXPECT_NEAR(state.vy, truth["vy_right_handed"].get<double>(), 1e-3);
  }
}

TEST(TracksReader, DroneDataIsAsDecoded) {
  SCRUTINEER_NEEDS_DATA();
  struct Case {
    const char *name, *file, *format, *suffix;
  };
  const Case cases[] = {{"highD", "highD_layout_01_tracks.csv", "highd", "_right_handed"},
                        {"inD", "inD_layout_00_tracks.csv", "ind", ""},
                        {"exiD", "exiD_layout_01_tracks.csv", "exid", ""}};
  const Json all = expected_of("levelx_layouts.json");
  for (const auto& [name, file, format, suffix] : cases) {
    const Json tracks = all[name]["tracks"];
    const ReadRun run = sample(file);
    ASSERT_EQ(run.problem, "") << name;
    EXPECT_EQ(run.trace->format(), format);
    EXPECT_EQ(run.tables.actors().size(), tracks.size()) << name;
    EXPECT_EQ(run.tables.host_id(), std::nullopt) << name;
    for (const auto& [id, track] : tracks.items()) {
      SCOPED_TRACE(testing::Message() << name << ", track " << id);
      const ActorInfo& info = run.info(id);
      EXPECT_EQ(info.category, kClasses.at(track["cls"].get<std::string>()));
      const double length = track["length"], width = track["width"];
      EXPECT_TRUE(info.size_is_default);  // none of them has heights
      if (length > 0.0) {
        EXPECT_NEAR(info.length, length, 1e-3);
        EXPECT_NEAR(info.width, width, 1e-3);
      } else {
        EXPECT_GT(info.length, 0.3);  // the usual one
      }
      EXPECT_EQ(frames_of(run, id), track["frames"].get<std::size_t>());
      const auto [first, last] = life_of(run, id);
      expect_state(run, first, id, track["first"], suffix);
      expect_state(run, last, id, track["last"], suffix);
    }
  }
}

TEST(TracksReader, TracksWithTimestampsAreAsDecoded) {
  SCRUTINEER_NEEDS_DATA();
  const Json expected = expected_of("interaction_like.json");
  EXPECT_EQ(expected.size(), 4U);
  for (const auto& [file, truth] : expected.items()) {
    if (!truth.contains("per_track")) continue;
    SCOPED_TRACE(file);
    const ReadRun run = sample(file);
    ASSERT_EQ(run.problem, "");
    EXPECT_EQ(run.trace->format(), file.starts_with("sind") ? "sind" : "interaction");
    EXPECT_EQ(run.tables.actors().size(), truth["tracks"].get<std::size_t>());
    EXPECT_NEAR(raw_seconds(run, 0), truth["t"][0].get<double>(), 1e-3);
    EXPECT_NEAR(raw_seconds(run, run.frames.size() - 1), truth["t"][1].get<double>(), 1e-3);
    std::size_t rows = 0;
    for (const Frame& frame : run.frames) rows += frame.actors.size();
    EXPECT_EQ(rows, truth["rows"].get<std::size_t>());
    for (const auto& [id, track] : truth["per_track"].items()) {
      SCOPED_TRACE(id);
      EXPECT_EQ(frames_of(run, id), track["rows"].get<std::size_t>());
      const auto [first, last] = life_of(run, id);
      for (const auto& [frame, values] : {std::pair{first, track["first"]}, std::pair{last, track["last"]}}) {
        const ActorState& state = *run.state(frame, id);
        EXPECT_NEAR(raw_seconds(run, frame), values["t"].get<double>(), 5.1e-5);  // the truth has four digits
        EXPECT_NEAR(state.x, values["x"].get<double>(), 1e-3);
        EXPECT_NEAR(state.y, values["y"].get<double>(), 1e-3);
        EXPECT_NEAR(state.vx, values["vx"].get<double>(), 1e-3);
        EXPECT_NEAR(state.vy, values["vy"].get<double>(), 1e-3);
        if (!values["psi"].is_null()) {
          EXPECT_LT(apart(state.yaw, values["psi"].get<double>()), 1e-6);
          EXPECT_NEAR(run.info(id).length, values["length"].get<double>(), 1e-9);
          EXPECT_NEAR(run.info(id).width, values["width"].get<double>(), 1e-9);
        } else {
          EXPECT_TRUE(state.yaw_is_course);
          EXPECT_LT(apart(state.yaw, std::atan2(state.vy, state.vx)), 1e-9);
          EXPECT_EQ(run.info(id).category, Category::person);
        }
      }
    }
  }
}

TEST(TracksReader, LightsOfSinD) {
  SCRUTINEER_NEEDS_DATA();
  const ReadRun run = kit::read_run_file({.file = (sample_dir() / "sind_xian_ped_smoothed_tracks.csv").string(),
                                          .lights = (sample_dir() / "sind_xian_traffic_lights.csv").string()});
  ASSERT_EQ(run.problem, "");
  ASSERT_EQ(run.tables.lights().size(), 2U);
  EXPECT_EQ(run.tables.lights()[0].id, "Traffic light 1");
  std::vector<std::pair<double, LightColour>> first;
  for (std::size_t i = 0; i < run.frames.size(); ++i)
    for (const LightState& state : run.frames[i].lights)
      if (state.light.index() == 0 && (first.empty() || first.back().second != state.colour))
        first.emplace_back(raw_seconds(run, i), state.colour);
  ASSERT_GE(first.size(), 3U);                   // changes while nobody is there are seen later
  EXPECT_EQ(first[0].second, LightColour::red);  // from the beginning, without a time
  EXPECT_EQ(first[1].second, LightColour::green);
  EXPECT_GE(first[1].first, 63.5635);
  EXPECT_LT(first[1].first, 65.0);
}

// ---- made up ----------------------------------------------------------------------------------------------------------

constexpr const char* kHighD = "frame,id,x,y,width,height,xVelocity,yVelocity,xAcceleration,yAcceleration,laneId\n";
constexpr const char* kInD = "recordingId,trackId,frame,xCenter,yCenter,heading,width,length,xVelocity,yVelocity\n";
constexpr const char* kInteraction = "track_id,frame_id,timestamp_ms,agent_type,x,y,vx,vy,psi_rad,length,width\n";

void put(const std::filesystem::path& file, const std::string& text) { std::ofstream(file) << text; }

ReadRun read_text(const std::string& text, const std::string& columns = "", bool skips = false) {
  return kit::read_run(text, {.file = "run.csv", .skip_bad_frames = skips, .columns = columns});
}

TEST(TracksReader, FilesBesideSayMore) {
  const kit::ScratchFolder folder;
  put(folder.path() / "07_tracks.csv",
      std::string(kHighD) + "1,4,10,20,4,2,-30,0.5,1,0.1,2\n11,4,7,20,4,2,-30,0,1,0,2\n");
  put(folder.path() / "07_tracksMeta.csv", "id,width,height,numFrames,class,drivingDirection\n4,4,2,2,Truck,1\n");
  put(folder.path() / "07_recordingMeta.csv", "id,frameRate,locationId\n7,10,2\n");
  const ReadRun run = kit::read_run_file({.file = (folder.path() / "07_tracks.csv").string()});
  ASSERT_EQ(run.problem, "");
  ASSERT_EQ(run.frames.size(), 2U);
  EXPECT_EQ(run.frames[1].time, Time(std::chrono::seconds(1)));
  EXPECT_EQ(run.info("4").category, Category::truck);
  EXPECT_THAT(run.tables.notes(), ElementsAre("truck 4 has no height: 2.4 m is taken, and for others of its category"));
  const ActorState& state = *run.state(0, "4");
  EXPECT_EQ(state.x, 12.0);
  EXPECT_EQ(state.y, -21.0);
  EXPECT_EQ(state.vy, -0.5);
  EXPECT_EQ(state.ay, -0.1);
  EXPECT_EQ(state.yaw, kPi);
  EXPECT_FALSE(state.yaw_is_course);
}

TEST(TracksReader, WithoutFilesBesideTheUsualIsTaken) {
  const ReadRun run = read_text(std::string(kHighD) + "1,4,10,20,4,2,-30,0.5,1,0.1,2\n26,4,7,20,4,2,-30,0,1,0,2\n");
  ASSERT_EQ(run.problem, "");
  EXPECT_EQ(run.frames[1].time, Time(std::chrono::seconds(1)));
  EXPECT_EQ(run.state(0, "4")->yaw, kPi);
  EXPECT_THAT(run.tables.notes(), Contains(HasSubstr("no recordingMeta file beside it")));
  EXPECT_THAT(run.tables.notes(), Contains(HasSubstr("no tracksMeta file beside it")));
}

TEST(TracksReader, PeopleBesideVehiclesJoin) {
  const kit::ScratchFolder folder;
  put(folder.path() / "vehicle_tracks_003.csv",
      std::string(kInteraction) + "1,1,100,car,5,6,1,0,0,4,2\n1,2,200,car,5.1,6,1,0,0,4,2\n");
  put(folder.path() / "pedestrian_tracks_003.csv",
      "track_id,frame_id,timestamp_ms,agent_type,x,y,vx,vy\nP1,2,200,pedestrian/bicycle,1,2,0,1\n");
  const ReadRun run = kit::read_run_file({.file = (folder.path() / "vehicle_tracks_003.csv").string()});
  ASSERT_EQ(run.problem, "");
  EXPECT_THAT(run.ids(0), ElementsAre("1"));
  EXPECT_THAT(run.ids(1), ElementsAre("1", "P1"));
  EXPECT_EQ(run.info("P1").type, ActorType::person);
  EXPECT_NEAR(run.state(1, "P1")->yaw, kPi / 2, 1e-12);
}

TEST(TracksReader, OneCaseIsOneRun) {
  const std::string text =
      "case_id," + std::string(kInteraction) + "1.0,1,1,100,car,5,6,1,0,0,4,2\n2.0,1,1,100,car,8,6,1,0,0,4,2\n";
  EXPECT_THAT(read_text(text).problem,
              HasSubstr("holds 2 runs, one for each value of case_id: choose one with --columns "
                        "'case_id==1.0'"));
  const ReadRun second = read_text(text, "case_id==2");
  ASSERT_EQ(second.problem, "");
  EXPECT_EQ(second.trace->format(), "interaction");
  EXPECT_EQ(second.state(0, "1")->x, 8.0);
}

TEST(TracksReader, BadTables) {
  const std::string two = std::string(kInteraction) + "1,1,100,car,5,6,1,0,0,4,2\n1,2,200,car,6,6,1,0,0,4,2\n";
  const std::string other = "2,1,100,car,5,16,1,0,0,4,2\n2,2,200,car,6,16,1,0,0,4,2\n";
  struct Case {
    const char* name;
    std::string text;
    std::size_t frames;
    const char* problem;
  };
  const Case cases[] = {
      {"a header alone", kInteraction, 0, "holds no frames"},
      {"cut within the last row", two + other + "3,1,10", 2,
       "run.csv:6: frame 2: the row has 3 cells, the header has 11"},
      {"a short row", two + "7,8\n" + other, 1, "run.csv:4: frame 1: the row has 2 cells"},
      {"no number", two + "3,2,200,car,abc,6,1,0,0,4,2\n" + other, 1, "x must be a number, found \"abc\""},
      {"not a number", two + "3,2,200,car,nan,6,1,0,0,4,2\n" + other, 1, "actor 3: x must be a number within"},
      {"no time", two + "3,2,soon,car,1,6,1,0,0,4,2\n" + other, 1, "timestamp_ms must be"},
      {"no id", two + ",2,200,car,1,6,1,0,0,4,2\n" + other, 1, "track_id is empty"},
      {"a negative size", two + "3,2,200,car,1,6,1,0,0,-4,2\n" + other, 1, "length must be 0 to 1e7 m, found -4"},
      {"a track twice in a frame", two + "1,2,200,car,6,6,1,0,0,4,2\n", 1, "actor 1 comes twice in this frame"},
      {"time goes back in a track", two + "1,1,100,car,6,6,1,0,0,4,2\n" + other, 0,
       "time 0.1 s is earlier than 0.2 s, that of the row before of actor 1"},
      {"a far place", two + "3,2,200,car,1e8,6,1,0,0,4,2\n" + other, 1, "actor 3: x must be a number within +-1e7"},
  };
  for (const auto& [name, text, frames, problem] : cases) {
    const ReadRun run = read_text(text);
    EXPECT_THAT(run.problem, HasSubstr(problem)) << name;
    EXPECT_EQ(run.frames.size(), frames) << name;
  }
  const ReadRun skipping = read_text(two + "7,8\n" + other, "", true);
  EXPECT_EQ(skipping.problem, "");
  EXPECT_EQ(skipping.tables.counts().bad_frames, 1U);
}

TEST(TracksReader, MissingRowsAreTold) {
  const kit::ScratchFolder folder;
  put(folder.path() / "01_tracks.csv", std::string(kInD) + "1,0,0,5,6,90,2,4,0,1\n1,0,1,5,6.04,90,2,4,0,1\n");
  put(folder.path() / "01_tracksMeta.csv", "recordingId,trackId,numFrames,class\n1,0,3,car\n1,1,5,car\n");
  const ReadRun run = kit::read_run_file({.file = (folder.path() / "01_tracks.csv").string()});
  EXPECT_EQ(run.frames.size(), 2U);
  EXPECT_THAT(run.problem,
              HasSubstr("track 0 should have 3 rows, as 01_tracksMeta.csv says, but has 2: the file is cut off"));
  put(folder.path() / "01_recordingMeta.csv", "frameRate\n-3\n");
  EXPECT_THAT(kit::read_run_file({.file = (folder.path() / "01_tracks.csv").string()}).problem,
              HasSubstr("01_recordingMeta.csv:2:1: frameRate must be above 0 Hz, found -3"));
}

TEST(TracksReader, EachFamilyIsRecognised) {
  struct Case {
    const char *name, *header, *format;
  };
  const Case cases[] = {
      {"highD", kHighD, "highd"},
      {"inD", kInD, "ind"},
      {"exiD", "recordingId,trackId,frame,xCenter,yCenter,heading,width,length,laneletId\n", "exid"},
      {"INTERACTION", kInteraction, "interaction"},
      {"TAF-BW, in another order", "agent_type,x,y,track_id,frame_id,timestamp_ms,psi_rad,vx,vy,length,width\n",
       "interaction"},
      {"people of INTERACTION", "track_id,frame_id,timestamp_ms,agent_type,x,y,vx,vy\n", "interaction"},
      {"SinD", "track_id,frame_id,timestamp_ms,agent_type,x,y,vx,vy,yaw_rad,heading_rad,length,width,ax,ay\n", "sind"},
      {"our own", "time,id,type,x,y,length,width,height\n", "csv"},
  };
  for (const auto& [name, header, format] : cases) EXPECT_EQ(recognise(header, "run.csv").format, format) << name;
}

// ---- columns that somebody named --------------------------------------------------------------------------------------

TEST(Columns, MeanWhatIsSaidOfThem) {
  struct Case {
    const char *name, *columns, *text;
    double x, yaw, vx;
  };
  const Case cases[] = {
      {"names", "time=t,id=who,x=pos_x,y=pos_y,yaw=heading,vx=v_x,vy=v_y",
       "t,who,pos_x,pos_y,heading,v_x,v_y\n0,7,12.5,3,0.5,2,0\n", 12.5, 0.5, 2.0},
      {"units", "time=t:ms,id=who,x=px:cm,y=py:cm,yaw=h:deg,vx=vx:km/h,vy=vy:km/h",
       "t,who,px,py,h,vx,vy\n0,7,1250,300,90,36,0\n", 12.5, kPi / 2, 10.0},
      {"own names need no naming", "x=px", "time,id,px,y,yaw,vx,vy\n0,7,12.5,3,1,2,0\n", 12.5, 1.0, 2.0},
      {"a compass", "yaw=h:deg_north", "time,id,x,y,h,vx,vy\n0,7,12.5,3,90,2,0\n", 12.5, 0.0, 2.0},
      {"negated", "y=-north,yaw=-h:deg", "time,id,x,north,h,vx,vy\n0,7,12.5,-3,90,2,0\n", 12.5, -kPi / 2, 2.0},
      {"semicolons and decimal commas", "x=px", "time;id;px;y;yaw;vx;vy\n0,0;7;12,5;3;1;2,0;0\n", 12.5, 1.0, 2.0},
      {"tabs", "x=px", "time\tid\tpx\ty\tyaw\tvx\tvy\n0\t7\t12.5\t3\t1\t2\t0\n", 12.5, 1.0, 2.0},
      {"names with signs in them", "x=\"pos, x\",vx=v:x", "time,id,\"pos, x\",y,yaw,v:x,vy\n0,7,12.5,3,1,2,0\n", 12.5,
       1.0, 2.0},
      {"blanks", " x = px , yaw = h : deg ", "time,id,px,y,h ,vx,vy\n0,7,12.5,3,90,2,0\n", 12.5, kPi / 2, 2.0},
  };
  for (const auto& [name, columns, text, x, yaw, vx] : cases) {
    const ReadRun run = read_text(text, columns);
    ASSERT_EQ(run.problem, "") << name;
    EXPECT_EQ(run.trace->format(), "columns") << name;
    const ActorState& state = *run.state(0, "7");
    EXPECT_NEAR(state.x, x, 1e-12) << name;
    EXPECT_NEAR(state.y, 3.0, 1e-12) << name;
    EXPECT_LT(apart(state.yaw, yaw), 1e-12) << name;
    EXPECT_NEAR(state.vx, vx, 1e-12) << name;
  }
}

TEST(Columns, SayTheRest) {
  const ReadRun run = read_text(
      "frame;track;class;x;y;l;w;blink;stop;who\n5;a;Pedestrian;1;2;0;;off;;\n10;b;lorry;1;2;8;2.5;left;1;hero\n10;a;"
      "Pedestrian;1.5;2;;;;0;\n",
      "time=frame:10Hz,id=track,type=class,length=l,width=w,indicator=blink,brake_light=stop,role=who");
  ASSERT_EQ(run.problem, "");
  ASSERT_EQ(run.frames.size(), 2U);
  EXPECT_EQ(run.frames[1].time, Time(std::chrono::milliseconds(500)));
  EXPECT_EQ(run.info("a").category, Category::person);
  EXPECT_EQ(run.info("b").category, Category::truck);
  EXPECT_EQ(run.info("b").length, 8.0);
  EXPECT_EQ(run.tables.host_id(), "b");
  EXPECT_EQ(run.state(1, "b")->indicator, Indicator::left);
  EXPECT_EQ(run.state(1, "b")->brake_light, BrakeLight::on);
  EXPECT_TRUE(run.state(0, "a")->yaw_is_course);
  EXPECT_FALSE(run.state(0, "a")->fields.has(Field::velocity));
}

// A table of ours may be read with --columns only because one of its columns is meant otherwise.
TEST(Columns, AllOfScrutineerCsvMayBeMeant) {
  const ReadRun run = read_text(
      "time,id,type,x,y,yaw,driver,av_state,parent\n0,t,trailer,1,2,90,,,a\n0,a,truck,5,2,90,SUT_driver,active,\n"
      "0,u,trailer,9,2,90,Max,unknown,gone\n1,v,trailer,9,9,0,Eva,,a\n",
      "yaw=yaw:deg_north");
  ASSERT_EQ(run.problem, "");
  EXPECT_EQ(run.info("t").parent, ActorId(1));
  EXPECT_EQ(run.info("v").parent, ActorId(1));
  EXPECT_FALSE(run.info("u").parent.valid() || run.info("a").parent.valid());
  EXPECT_EQ(run.state(0, "a")->driver, Driver::sut_driver);
  EXPECT_EQ(run.state(0, "a")->av_state, AvState::active);
  EXPECT_FALSE(run.state(0, "u")->fields.has(Field::driver) || run.state(0, "u")->fields.has(Field::av_state));
  const std::vector<std::string> notes(run.tables.notes().begin(), run.tables.notes().end());
  EXPECT_THAT(notes, testing::Contains("actor u is a part of actor gone, which never comes"));
  EXPECT_THAT(notes, testing::Contains("driver \"Max\" in line 4 is unknown, and left out like others; known are "
                                       "sut_driver, ftx_driver, hybrid_driver, external_driver"));
  EXPECT_EQ(read_text("time,id,x,y,parent\n0,a,1,2,a\n", "x=x").problem,
            "run.csv:2: frame 0: actor a would be a part of itself");
}

TEST(Columns, OneMayMeanSeveralThings) {
  const ReadRun run = read_text("t,kind,px,py,size\n0,bus,1,2,120\n",
                                "time=t,id=kind,type=kind,x=px,y=py,length=size:cm,width=size:mm");
  ASSERT_EQ(run.problem, "");
  EXPECT_EQ(run.info("bus").category, Category::bus);
  EXPECT_DOUBLE_EQ(run.info("bus").length, 1.2);
  EXPECT_DOUBLE_EQ(run.info("bus").width, 0.12);
}

TEST(Columns, MaySayTypesAndSizesInLaterRows) {
  const ReadRun run =
      read_text("time,id,type,x,y,length,width\n0,a,,1,2,,\n1,a,bus,1,2,12,2.5\n2,a,bus,1,2,0,2.5\n", "x=x");
  ASSERT_EQ(run.problem, "");
  EXPECT_EQ(run.info("a").category, Category::bus);
  EXPECT_EQ(run.info("a").length, 12.0);
  EXPECT_EQ(run.info("a").width, 2.5);
  EXPECT_THAT(run.tables.notes(), testing::Not(testing::Contains(HasSubstr("change their size"))));
}

TEST(Columns, UnknownTypesAreNotedOnceEach) {
  const ReadRun run = read_text("time,id,type,x,y\n0,a,robot,1,2\n0,b,Robot,9,2\n0,c,robot,19,2\n", "x=x");
  ASSERT_EQ(run.problem, "");
  EXPECT_EQ(run.info("c").category, Category::other_vehicle);
  const std::vector<std::string> notes(run.tables.notes().begin(), run.tables.notes().end());
  EXPECT_EQ(std::ranges::count_if(notes, [](const std::string& note) { return note.starts_with("type"); }), 2);
  EXPECT_THAT(notes, testing::Contains("type \"robot\" of actor a and perhaps others is unknown: they are taken as "
                                       "other_vehicle"));
}

TEST(Columns, WithoutIdsItIsTheEgo) {
  const ReadRun run = read_text("t,lat_x,lat_y,v\n0,1,2,3\n0.1,1.3,2,3\n", "time=t,x=lat_x,y=lat_y,speed=v");
  ASSERT_EQ(run.problem, "");
  EXPECT_EQ(run.tables.host_id(), "ego");
  EXPECT_EQ(run.state(1, "ego")->speed, 3.0);
  EXPECT_TRUE(run.state(1, "ego")->fields.has(Field::speed));
}

TEST(Columns, Refused) {
  const char* const table = "t,id,px,y\n0,7,1,2\n";
  struct Case {
    const char *name, *columns, *text, *problem;
  };
  const Case cases[] = {
      {"an unknown target", "time=t,xx=px", table,
       "--columns: xx is nothing that a column can mean (did you mean x?); known are time, x"},
      {"no sign", "time", table, "\"time\" should be TARGET=COLUMN"},
      {"nothing behind it", "x=", table, "\"x=\" should be TARGET=COLUMN"},
      {"twice", "x=px,x=y", table, "x is named twice"},
      {"a quote", "x=\"px", table, "a quote is not closed"},
      {"no such column", "time=t,x=pxx", table,
       "--columns names pxx, but there is no such column (did you mean px?); there are t, id, px, y"},
      {"an unknown unit", "time=t,x=px:furlong", table,
       "the unit of x must be one of m, cm, mm, km, ft, found furlong"},
      {"a unit of something else", "time=t,x=px:deg", table, "the unit of x must be one of m"},
      {"a compass that tells pitch", "time=t,x=px,pitch=y:deg_north", table,
       "the unit of pitch must be one of rad, deg,"},
      {"an unknown time", "time=t:h,x=px", table, "the unit of time must be s, ms, us, ns, or a count of frames"},
      {"a unit of words", "time=t,x=px,type=id:m", table, "type is no number, and has no unit"},
      {"a needed one is missing", "x=px", table,
       "has no column time, and --columns does not say which one means it (time=COLUMN)"},
      {"a filter of nothing", "time=t,x=px,run==3", table, "--columns names run, but there is no such column"},
      {"no table", "x=px", "<?xml version=\"1.0\"?>", "is no table: --columns is for CSV"},
      {"a filter of what has none", "run==3", "<?xml version=\"1.0\"?>", "is no table: --columns is for CSV"},
  };
  for (const auto& [name, columns, text, problem] : cases)
    EXPECT_THAT(read_text(text, columns).problem, HasSubstr(problem)) << name;
}

TEST(Columns, ChooseRows) {
  const ReadRun run = read_text("time,id,x,y,run\n0,a,1,2,1\n0,a,5,6,2\n", "run==2");
  ASSERT_EQ(run.problem, "");
  EXPECT_EQ(run.state(0, "a")->x, 5.0);
}

}  // namespace
}  // namespace scrutineer::trace
