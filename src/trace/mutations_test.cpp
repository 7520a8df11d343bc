// Damaged files of every format: whatever the bytes, reading ends, in order, with frames or a problem.
//
// A few hundred per format run with the other tests. `make fuzz-traces` runs SCRUTINEER_MUTATIONS=3000 of each with the
// sanitizers; SCRUTINEER_MUTATION=17 repeats a single one.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <chrono>
#include <cmath>
#include <cstdlib>
#include <iostream>
#include <random>

#include "base/text.h"
#include "kit/carla_log.h"
#include "kit/data.h"
#include "kit/mcap_records.h"
#include "kit/read_run.h"
#include "kit/run_writers.h"
#include "kit/scenario.h"
#include "kit/wire_message.h"

namespace scrutineer::trace {
namespace {

using kit::WireMessage;

std::optional<std::uint32_t> number_from(const char* variable) {
  const char* value = std::getenv(variable);
  const auto number = value == nullptr ? std::nullopt : parse_integer(value);
  return number && *number >= 0 ? std::optional(static_cast<std::uint32_t>(*number)) : std::nullopt;
}

// A run with everything that the decoder looks at.
WireMessage message(std::uint64_t frame) {
  const auto id = [](std::uint64_t value) { return WireMessage().varint(1, value); };
  const auto base = [frame](std::uint32_t polygon) {
    WireMessage its_base = WireMessage().triple(1, 4.0, 2.0, 1.5).triple(2, static_cast<double>(frame), 2.0, 0.75);
    its_base.triple(3, 0.0, 0.0, 0.5);
    for (const double x : {2.0, -2.0, 0.0}) its_base.inner(polygon, WireMessage().number(1, x).number(2, x / 2));
    return its_base;
  };
  const WireMessage classification =
      WireMessage().varint(1, 16).inner(2, WireMessage().varint(1, 3).varint(7, 3)).varint(3, 1).inner(4, id(4));
  const WireMessage reference = WireMessage().text(2, "net.asam.opendrive").text(3, "17");
  WireMessage truth;
  truth.inner(1, WireMessage().varint(1, 3).varint(2, 7))
      .inner(2, WireMessage().varint(1, frame).varint(2, 5))
      .inner(3, id(3));
  truth.inner(4, WireMessage().inner(1, id(8)).inner(2, base(4)).inner(3, WireMessage().varint(1, 9)));
  truth.inner(
      5,
      WireMessage().inner(1, id(3)).inner(2, base(7).triple(4, 1.0, 0.0, 0.0)).varint(3, 2).inner(6, classification));
  truth.inner(5, WireMessage().inner(1, id(4)).inner(2, base(7)).varint(3, 2));
  truth.inner(7, WireMessage()
                     .inner(1, id(9))
                     .inner(2, base(4))
                     .inner(3, WireMessage().varint(1, 2).varint(2, 2).varint(3, 3))
                     .inner(5, reference));
  const WireMessage host = WireMessage().inner(12, WireMessage().varint(1, 23).varint(3, 6));
  return WireMessage().inner(2, WireMessage().varint(1, frame)).inner(6, host).inner(7, truth).inner(8, id(3));
}

std::string small_osi() {
  std::string file;
  for (std::uint64_t frame = 0; frame < 12; ++frame) file += kit::framed(message(frame));
  return file;
}

// Without checksums, so that damage reaches what is behind them.
std::string small_mcap(std::string_view compression) {
  using namespace kit::mcap;
  std::string content = schema(1, "osi3.SensorView") + channel(1, 1, "view"), chunks;
  for (std::uint64_t frame = 0; frame < 12; ++frame) {
    content += kit::mcap::message(1, frame, trace::message(frame).bytes());
    if (frame % 4 != 3) continue;
    chunks += compression == "unchunked" ? content : chunk(compression, content, {.checksum = 0});
    content.clear();
  }
  return file(chunks);
}

std::string damaged(std::string bytes, std::mt19937& random) {
  const auto below = [&random](std::size_t limit) { return limit == 0 ? 0 : random() % limit; };
  const std::size_t times = 1 + below(4);
  for (std::size_t i = 0; i < times && !bytes.empty(); ++i) {
    const std::size_t at = below(bytes.size());
    const std::size_t length = std::min<std::size_t>(1 + below(40), bytes.size() - at);
    switch (below(7)) {
      case 0:  // one bit
        bytes[at] = static_cast<char>(bytes[at] ^ (1 << below(8)));
        break;
      case 1:  // one byte
        bytes[at] = static_cast<char>(random());
        break;
      case 2:  // a byte that means much in lengths and numbers
        bytes[at] = "\x00\x7f\x80\xff"[below(4)];
        break;
      case 3:
        bytes.erase(at, length);
        break;
      case 4:
        bytes.insert(at, bytes.substr(below(bytes.size()), length));
        break;
      case 5:
        bytes.replace(at, length, length, '\xff');
        break;
      default:
        bytes.resize(at);
    }
  }
  return bytes;
}

struct Tally {
  std::uint32_t good = 0, bad = 0;
};

void run_one(const std::string& bytes, bool skips, Tally& tally, const std::string& columns = "") {
  const kit::ReadRun run = kit::read_run(bytes, {.file = "run", .skip_bad_frames = skips, .columns = columns});
  run.problem.empty() ? ++tally.good : ++tally.bad;
  for (std::size_t k = 0; k < run.frames.size(); ++k) {
    const Frame& frame = run.frames[k];
    ASSERT_TRUE(k == 0 || frame.time > run.frames[k - 1].time);
    for (const ActorState& state : frame.actors) {
      ASSERT_LT(state.actor.index(), run.tables.actors().size());
      ASSERT_TRUE(std::abs(state.x) <= 1e7 && std::abs(state.vx) <= 1e7);
    }
    for (const LightState& state : frame.lights) ASSERT_LT(state.light.index(), run.tables.lights().size());
  }
  // A problem is one line that a terminal can show.
  for (const char c : run.problem) ASSERT_GE(static_cast<unsigned char>(c), 0x20) << run.problem;
}

Tally run_all(std::string_view name, const std::vector<std::string>& originals, std::uint32_t count) {
  using Clock = std::chrono::steady_clock;
  constexpr auto kLongest = std::chrono::seconds(20);  // with sanitizers on a busy machine; usually milliseconds
  const auto only = number_from("SCRUTINEER_MUTATION");
  Tally tally;
  for (std::uint32_t seed = only.value_or(0); seed < (only ? *only + 1 : count); ++seed) {
    SCOPED_TRACE(testing::Message() << "repeat with SCRUTINEER_MUTATION=" << seed << " (" << name << ")");
    std::mt19937 random(seed);
    const auto begin = Clock::now();
    run_one(damaged(originals[seed % originals.size()], random), seed % 8 >= 4, tally);
    EXPECT_LT(Clock::now() - begin, kLongest);
    if (testing::Test::HasFailure()) break;
  }
  if (!only) {  // both outcomes are common, or this test looks at nothing
    EXPECT_GT(tally.bad, count / 10) << name;
    EXPECT_GT(tally.good, count / 100) << name;
  }
  if (std::getenv("SCRUTINEER_MUTATIONS") != nullptr)
    std::cerr << name << ": " << tally.bad << " end with a problem, " << tally.good << " do not" << std::endl;
  return tally;
}

std::uint32_t mutations() { return number_from("SCRUTINEER_MUTATIONS").value_or(300); }

TEST(TraceMutations, OsiReaderSurvives) {
  const std::string plain = small_osi();
  const std::string packed = kit::zstd_packed(plain);
  run_all("OSI", {plain, plain, plain, packed}, mutations());
}

TEST(TraceMutations, McapReaderSurvives) {
  run_all("MCAP", {small_mcap("unchunked"), small_mcap(""), small_mcap("zstd"), small_mcap("lz4")}, mutations());
}

std::string small_carla_log(bool doubles) {
  kit::CarlaLog log("Carla/Maps/Town01", doubles);
  for (std::uint32_t frame = 0; frame < 12; ++frame) {
    const double time = 0.1 * frame, way = 100.0 * frame;
    log.frame(time);
    if (frame == 0)
      log.add({.id = 1, .role = "hero"})
          .add({.id = 2, .type = 2, .blueprint = "walker.pedestrian.0001"})
          .add({.id = 3, .type = 3, .blueprint = "traffic.traffic_light", .role = ""})
          .add({.id = 4, .type = 0, .blueprint = "static.prop.streetbarrier", .role = "prop"})
          .box(1)
          .box(2, {20.0, 20.0, 90.0}, {})
          .box(4);
    if (frame == 8) log.remove(2);
    log.pose(1, {way, 10.0, 0.0}, {0.0, 0.0, 15.0}).pose(4, {way, 0.0, 0.0});
    if (frame < 8) log.pose(2, {0.0, way, 90.0}).walk(2, 1.5F);
    log.light(3, static_cast<std::uint8_t>(frame % 4)).lamps(1, frame * 8).kinematics(1, {10.0, 0.0, 0.0});
    if (frame == 5) log.collision(1, 4).collision(1, 0xFFFFFFFF);
    log.end();
    if (frame == 6) log.packet(40, "unknown");
  }
  return log.bytes();
}

TEST(TraceMutations, CarlaReaderSurvives) {
  const std::string single = small_carla_log(false);
  run_all("CARLA", {single, single, small_carla_log(true), kit::zstd_packed(single)}, mutations());
}

// Of each family a table as text, sorted by track.
std::vector<std::string> track_tables() {
  std::string highd = "frame,id,x,y,width,height,xVelocity,yVelocity,xAcceleration,yAcceleration,laneId\n";
  std::string exid = "recordingId,trackId,frame,xCenter,yCenter,heading,width,length,xVelocity,yVelocity,laneletId\n";
  std::string interaction = "case_id,track_id,frame_id,timestamp_ms,agent_type,x,y,vx,vy,psi_rad,length,width\n";
  std::string sind = "track_id;frame_id;timestamp_ms;agent_type;x;y;vx;vy;ax;ay\n";
  for (int track = 1; track <= 3; ++track) {
    for (int frame = track; frame < 10; ++frame) {
      highd += fmt::format("{},{},{}.5,20,4.5,1.8,30,0.1,0,0,2\n", frame, track, frame);
      exid += fmt::format("7,{},{},{}.5,20,90,1.8,4.5,0,30,12;13\n", track, frame, frame);
      interaction += fmt::format("1.0,{},{},{}00,car,{}.5,20,10,0,0.5,4.5,1.8\n", track, frame, frame, frame);
      sind += fmt::format("P{};{};{},1;pedestrian;{},5;20;1;0;0;0\n", track, frame, frame * 100, frame);
    }
  }
  return {highd, exid, interaction, sind};
}

TEST(TraceMutations, TrackReadersSurvive) { run_all("tracks", track_tables(), mutations()); }

TEST(TraceMutations, NamedColumnsSurvive) {
  Tally tally;
  const std::string table = track_tables()[3];
  const std::string columns = "time=timestamp_ms:ms,id=track_id,type=agent_type,yaw=-ax:deg_north,speed=vx:km/h";
  for (std::uint32_t seed = 0; seed < mutations(); ++seed) {
    SCOPED_TRACE(seed);
    std::mt19937 random(seed);
    // Either the table is damaged, or what is said of it.
    if (seed % 2 == 0)
      run_one(damaged(table, random), seed % 8 >= 4, tally, columns);
    else
      run_one(table, false, tally, damaged(columns, random));
    if (testing::Test::HasFailure()) break;
  }
  EXPECT_GT(tally.bad, mutations() / 10);
  EXPECT_GT(tally.good, mutations() / 200);
}

TEST(TraceMutations, TextReadersSurvive) {
  using namespace std::chrono_literals;
  kit::Scenario scenario({.step = 100ms, .duration = 1s});
  scenario.add({.id = "3", .is_ego = true}).start_free({}).speed(10.0).indicator({{0s, Indicator::left}});
  scenario.add({.id = "4", .category = Category::trailer, .parent = "3"}).behind("3", 8.0);
  scenario.add({.id = "5", .category = Category::person}).start_free({1.0, 2.0, 3.0}).appears(300ms);
  const kit::RunData run = scenario.run();
  run_all("text", {to_csv(run), to_fcd(run), to_esmini_csv(run)}, mutations());
}

TEST(TraceMutations, ReadersSurviveOnRealRuns) {
  std::vector<std::string> originals;
  const std::vector<std::string> names =
      kit::has_data() ? std::vector<std::string>{"pmsf/example_sv_trace.osi", "lichtblick/MovingHostWithStopLine.mcap"}
                      : std::vector<std::string>{"following_seen.osi", "following.mcap"};
  for (const std::string& name : names) originals.push_back(kit::read_text(kit::data_dir() / "runs" / name));
  run_all("real runs", originals, mutations() / 10);
}

}  // namespace
}  // namespace scrutineer::trace
