// The runs that others recorded, against what data/README.md says of them.
#include <gmock/gmock.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "kit/data.h"
#include "kit/read_run.h"

namespace scrutineer::trace {
namespace {

using kit::read_run_file;
using kit::ReadRun;
using testing::ElementsAre;
using testing::HasSubstr;

ReadRun read(std::string_view name, bool skip_bad_frames = false) {
  return read_run_file({.file = (kit::data_dir() / "runs" / name).string(), .skip_bad_frames = skip_bad_frames});
}

unsigned bits(std::initializer_list<Field> fields) {
  Fields all;
  for (const Field field : fields) all.set(field);
  return all.bits;
}

TEST(RealRuns, AreWhatIsSaidOfThem) {
  SCRUTINEER_NEEDS_DATA();
  const unsigned esmini = bits({Field::velocity, Field::acceleration, Field::yaw_rate, Field::z});
  const unsigned tracked = bits({Field::z, Field::pitch_roll});
  const unsigned full = bits({Field::velocity, Field::acceleration, Field::yaw_rate, Field::z, Field::pitch_roll,
                              Field::indicator, Field::brake_light});
  struct Case {
    const char* name;
    const char* format;
    std::size_t frames, actors;
    double duration, step;
    unsigned fields;
    std::optional<std::string> host;
    std::size_t lights = 0;
  };
  const Case cases[] = {
      {"omega-prime/acc-test.osi", "osi", 1010, 2, 33.297, 0.033, esmini, std::nullopt},
      {"omega-prime/highway_merge.osi", "osi", 433, 6, 14.256, 0.033, esmini, std::nullopt},
      {"omega-prime/pedestrian.osi", "osi", 434, 2, 14.289, 0.033, esmini, std::nullopt},
      {"omega-prime/osi_centerline_example.mcap", "mcap", 91, 14, 8.99964, 0.1,
       bits({Field::velocity, Field::acceleration, Field::z}), "225"},
      {"pmsf/dronetracker_119_cutout.mcap", "mcap", 364, 2, 18.15, 0.05, tracked, "1"},
      {"pmsf/example_sv_trace.osi", "osi", 547, 2, 18.2182, 0.0333667, tracked, "1"},
      {"pmsf/nurbs_trajectory_3d.mcap", "mcap", 400, 4, 19.95, 0.05, full, "13"},
      {"lichtblick/MovingHostWithStopLine.mcap", "mcap", 152, 1, 6.04, 0.04, full, "0"},
      {"lichtblick/disappearingVehicle.mcap", "mcap", 364, 2, 18.15, 0.05, tracked, "1"},
      {"lichtblick/testBrakeAndIndicatorLights.mcap", "mcap", 502, 2, 5.01, 0.01, full, "0", 3},
  };
  for (const auto& [name, format, frames, actors, duration, step, fields, host, lights] : cases) {
    const ReadRun run = read(name);
    ASSERT_EQ(run.problem, "") << name;
    EXPECT_EQ(run.trace->format(), format) << name;
    ASSERT_EQ(run.frames.size(), frames) << name;
    EXPECT_EQ(run.tables.actors().size(), actors) << name;
    EXPECT_NEAR(to_seconds(run.frames.back().time), duration, 1e-4) << name;
    EXPECT_EQ(run.tables.host_id(), host) << name;
    EXPECT_EQ(run.tables.lights().size(), lights) << name;
    EXPECT_TRUE(run.tables.notes().empty()) << name << ": " << run.tables.notes()[0];
    for (const ActorInfo& info : run.tables.actors()) {
      EXPECT_EQ(info.is_host, info.id == host) << name;
      EXPECT_FALSE(info.size_is_default) << name;
    }
    for (std::size_t i = 0; i < frames; ++i) {
      if (i > 0) {
        EXPECT_NEAR(to_seconds(run.frames[i].time - run.frames[i - 1].time), step, 3e-4) << name << ", frame " << i;
      }
      for (const ActorState& state : run.frames[i].actors)
        EXPECT_EQ(state.fields.bits, fields) << name << ", frame " << i;
    }
  }
}

TEST(RealRuns, Categories) {
  SCRUTINEER_NEEDS_DATA();
  const ReadRun merge = read("omega-prime/highway_merge.osi");
  EXPECT_EQ(merge.info("0").category, Category::car);
  EXPECT_EQ(merge.info("4").category, Category::motorcycle);
  EXPECT_EQ(merge.info("5").category, Category::bus);
  const ReadRun walk = read("omega-prime/pedestrian.osi");
  EXPECT_EQ(walk.info("1").type, ActorType::person);
  EXPECT_TRUE(walk.info("1").is_vru);
  EXPECT_NEAR(walk.info("1").height, 1.8, 1e-6);
  EXPECT_EQ(read("pmsf/nurbs_trajectory_3d.mcap").info("13").category, Category::van);
}

TEST(RealRuns, PositionsFollowVelocities) {
  SCRUTINEER_NEEDS_DATA();
  for (const char* name :
       {"omega-prime/acc-test.osi", "omega-prime/highway_merge.osi", "omega-prime/osi_centerline_example.mcap"}) {
    const ReadRun run = read(name);
    double worst = 0.0;
    for (std::size_t i = 1; i < run.frames.size(); ++i) {
      const double step = to_seconds(run.frames[i].time - run.frames[i - 1].time);
      for (const ActorState& now : run.frames[i].actors) {
        const ActorState* before = run.state(i - 1, run.tables.actors()[now.actor.index()].id);
        if (before == nullptr) continue;
        const double dx = now.x - before->x - step * (now.vx + before->vx) / 2;
        const double dy = now.y - before->y - step * (now.vy + before->vy) / 2;
        worst = std::max(worst, std::hypot(dx, dy));
      }
    }
    EXPECT_LT(worst, 0.25) << name;
  }
}

TEST(RealRuns, ActorsStandOnTheGround) {
  SCRUTINEER_NEEDS_DATA();
  const ReadRun run = read("pmsf/example_sv_trace.osi");
  for (const Frame& frame : run.frames)
    for (const ActorState& state : frame.actors) ASSERT_NEAR(state.z, 0.0, 1e-9);
}

TEST(RealRuns, TheTrackersJumpsAreThere) {
  SCRUTINEER_NEEDS_DATA();
  const ReadRun run = read("pmsf/example_sv_trace.osi");
  std::vector<double> times, lengths;
  for (std::size_t i = 2; i < run.frames.size(); ++i) {
    const ActorState &a = *run.state(i - 2, "2"), &b = *run.state(i - 1, "2"), &c = *run.state(i, "2");
    // What the position does beyond going on as it did.
    const double jump = std::hypot(c.x - 2 * b.x + a.x, c.y - 2 * b.y + a.y);
    const double before = times.empty() ? -1.0 : times.back();
    const double now = to_seconds(run.frames[i].time);
    if (jump < 1.0 || now - before < 0.1) continue;  // a jump shows in the next step as well
    times.push_back(std::round(now * 100) / 100);
    lengths.push_back(std::hypot(c.x - b.x, c.y - b.y));
  }
  EXPECT_THAT(times, ElementsAre(13.25, 14.08, 14.91, 15.75, 16.58, 17.42));
  for (const double length : lengths) {
    EXPECT_GT(length, 1.2);
    EXPECT_LT(length, 2.0);
  }
}

TEST(RealRuns, AVehicleDisappears) {
  SCRUTINEER_NEEDS_DATA();
  const ReadRun run = read("lichtblick/disappearingVehicle.mcap");
  std::set<std::size_t> counts;
  for (std::size_t i = 0; i < run.frames.size(); ++i) counts.insert(run.frames[i].actors.size());
  EXPECT_THAT(counts, ElementsAre(1, 2));
}

TEST(RealRuns, ActorsComeAndGo) {
  SCRUTINEER_NEEDS_DATA();
  const ReadRun run = read("omega-prime/osi_centerline_example.mcap");
  EXPECT_THAT(run.ids(0), ElementsAre("192", "193", "194", "195", "197", "225"));
  EXPECT_NE(run.ids(0), run.ids(90));
}

TEST(RealRuns, IndicatorsBrakesAndBulbsChange) {
  SCRUTINEER_NEEDS_DATA();
  const ReadRun run = read("lichtblick/testBrakeAndIndicatorLights.mcap");
  std::set<Indicator> indicators;
  std::set<BrakeLight> brakes;
  for (const Frame& frame : run.frames) {
    for (const ActorState& state : frame.actors) {
      indicators.insert(state.indicator);
      brakes.insert(state.brake_light);
    }
    EXPECT_EQ(frame.lights.size(), 3U);
  }
  EXPECT_GT(indicators.size(), 1U);
  EXPECT_THAT(brakes, ElementsAre(BrakeLight::off, BrakeLight::on));
}

TEST(RealRuns, FaultyOnesEndWithTheFaultAndItsFrame) {
  SCRUTINEER_NEEDS_DATA();
  struct Case {
    const char* name;
    const char* problem;
    std::size_t frames;
  };
  const Case cases[] = {
      {"faulty/time_runs_backwards.osi",
       "time_runs_backwards.osi: frame 50, byte 6080: time 1.0001 s is earlier than that of the frame before, which is "
       "at 50.005 s",
       50},
      {"faulty/latlon_and_nan.osi",
       "latlon_and_nan.osi: frame 0, byte 0: actor 2: x must be a number within +-1e7, found nan", 0},
      {"faulty/ros1_not_osi.mcap",
       "ros1_not_osi.mcap: holds no OSI: none of its channels has osi3.GroundTruth or osi3.SensorView as protobuf. It "
       "holds "
       "/sim/groundtruth_topic (osi_3_msgs/osi_GroundTruth, ros1msg)",
       0},
  };
  for (const auto& [name, problem, frames] : cases) {
    const ReadRun run = read(name);
    EXPECT_THAT(run.problem, HasSubstr(problem)) << name;
    EXPECT_EQ(run.frames.size(), frames) << name;
  }
}

TEST(RealRuns, TimeGoesBackFourTimes) {
  SCRUTINEER_NEEDS_DATA();
  // Five times the same 50 seconds: skipping leaves the first of them.
  const ReadRun run = read("faulty/time_runs_backwards.osi", true);
  EXPECT_EQ(run.problem, "");
  EXPECT_EQ(run.frames.size(), 50U);
  EXPECT_EQ(run.tables.counts().bad_frames, 200U);
}

}  // namespace
}  // namespace scrutineer::trace
