// Real SUMO sessions: evaluation beside the simulator, the Teleporter in it, and a simulator that fails.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cmath>
#include <csignal>
#include <cstdlib>
#include <functional>
#include <limits>
#include <numbers>
#include <set>

#include "base/angle.h"
#include "kit/data.h"
#include "kit/hostile_peer.h"
#include "kit/maps.h"
#include "kit/random.h"
#include "kit/run_writers.h"
#include "kit/sumo.h"
#include "kit/xodr_writer.h"
#include "live/session.h"
#include "live/sumo/process.h"
#include "live/sumo/sumo_simulator.h"
#include "live/sumo_net.h"
#include "map/lane_graph.h"
#include "map/read.h"

namespace scrutineer::live::sumo {
namespace {

using trace::ActorState;

// A map, its net in a folder of its own, and what a session on it needs.
struct World {
  std::shared_ptr<const map::RoadNetwork> map;
  kit::TemporaryFolder folder;
  run::Run run{run::catalogue_only()};

  std::string net() const { return folder.file("net.xml"); }
  SumoOptions options() const {
    return {.net = net(), .ego = "ego", .vehicles = 20, .seed = 3, .log = folder.file("sumo.log")};
  }
  SessionInputs inputs(Simulator& simulator) {
    run.map = map;
    run.ego = "ego";
    return {.run = run, .simulator = simulator};
  }
};

std::unique_ptr<World> world_of(const std::string& name) {
  auto world = std::make_unique<World>();
  world->map = kit::load_map(name);
  const auto problem = convert_map(kit::map_path(name).string(), world->net(), world->folder.file("netconvert.log"));
  EXPECT_FALSE(problem) << to_string(*problem);
  return world;
}

std::unique_ptr<World> world_of(const map::Document& document) {
  auto world = std::make_unique<World>();
  world->map = map::build_network(document);
  kit::write_file(world->folder.file("map.xodr"), kit::to_xodr(document));
  const auto problem = convert_map(world->folder.file("map.xodr"), world->net(), world->folder.file("netconvert.log"));
  EXPECT_FALSE(problem) << to_string(*problem);
  return world;
}

std::string name_of(const map::RoadNetwork& map, map::LaneId lane) {
  const map::Lane& info = map.lane(lane);
  const map::Road& road = map.road(info.road);
  return fmt::format("{}/{}/{}", road.id, info.section.index() - road.first_section, info.number);
}

double length_of(const map::RoadNetwork& map, map::LaneId lane) {
  return map.lane(lane).s_end - map.lane(lane).s_begin;
}

// Lanes that lead into each other over some 250 m, no road twice, the last one long enough for a box; empty: not from
// here.
std::vector<map::LaneId> stretch_from(const map::RoadNetwork& map, map::LaneId lane) {
  std::vector<map::LaneId> found;
  std::set<std::size_t> roads;
  for (double length = 0.0; length < 600.0;) {
    const map::Lane& info = map.lane(lane);
    if (!map::is_driving(info.type) || !roads.insert(info.road.index()).second) return {};
    found.push_back(lane);
    length += length_of(map, lane);
    if (length > 250.0 && length_of(map, lane) > 40.0 && !map.road(info.road).junction.valid() && found.size() > 2)
      return found;
    const auto next = map::next_lanes(map, lane);
    if (next.empty()) return {};
    lane = next.front();
  }
  return {};
}

struct Stretch {
  std::string window = "[0, 12]";
  bool everywhere = false;            // candidates also in junctions and on the ends of lanes
  bool midpoint_in_junction = false;  // else it is where the last lane begins
};

// The ego starts on the first lanes of a stretch and drives into the box on its last.
Result<teleport::Config> stretch_config(const map::RoadNetwork& map, const Stretch& wanted = {}) {
  std::vector<map::LaneId> stretch;
  for (std::uint32_t start = 0; start < map.lanes().size() && stretch.empty(); ++start)
    stretch = stretch_from(map, map::LaneId(start));
  if (stretch.empty()) return Problem{{}, "the map has no such stretch"};
  const map::LaneId last = stretch.back();
  const map::Lane& info = map.lane(last);
  const double s = map::as_travelled(map, last).along_s ? info.s_begin + 20.0 : info.s_end - 20.0;
  const map::RoadPoint box = map::point_at(map, last, s, 0.0);
  const auto is_in_junction = [&](map::LaneId lane) { return map.road(map.lane(lane).road).junction.valid(); };
  std::size_t midpoint = stretch.size() - 1;
  while (wanted.midpoint_in_junction && midpoint > 0 && !is_in_junction(stretch[midpoint])) --midpoint;
  std::string sources;
  for (std::size_t i = 0; i < midpoint + (wanted.midpoint_in_junction ? 1 : 0); ++i)
    if (wanted.everywhere || !is_in_junction(stretch[i]))
      sources += fmt::format("{}\"{}\"", sources.empty() ? "" : ", ", name_of(map, stretch[i]));
  return teleport::read_config(
      fmt::format(R"({{"triggerBox": {{"x": {}, "y": {}, "length": 4, "width": 3, "yaw": {}}},
                       "laneSpawnSources": [{}], "midpointSegment": "{}", "midpointSegmentFraction": {},
                       "includeSegmentEndpoints": {}, "targetArrivalWindow": {}, "seed": 5}})",
                  box.x, box.y, box.heading * 180.0 / std::numbers::pi, sources, name_of(map, stretch[midpoint]),
                  wanted.midpoint_in_junction ? 1.0 : 0.0, wanted.everywhere, wanted.window),
      "stretch.json");
}

TEST(SumoSession, PutsTheEgoExactlyWhereItIsToBeAndLetsItDriveOn) {
  SCRUTINEER_NEEDS_LIVE_SUMO();
  constexpr std::size_t kTeleports = 100;  // on each map
  for (const char* name : {"Town01", "multi_intersections"}) {
    const auto world = world_of(name);
    const auto config = stretch_config(*world->map);
    ASSERT_TRUE(config) << to_string(config.problem());
    auto plan = teleport::plan_lanes(*world->map, *config);
    ASSERT_TRUE(plan) << to_string(plan.problem());
    teleport::Teleporter teleporter(*config, *plan);
    // SUMO's drivers accelerate by up to 2.6 m/s^2 and brake by 4.5: what is beyond this is the jump's.
    ASSERT_FALSE(world->run.settings.set("policy.max_acceleration=3mpsps"));
    ASSERT_FALSE(world->run.settings.set("policy.min_acceleration=-10mpsps"));
    auto sumo = SumoSimulator::start(world->options());
    ASSERT_TRUE(sumo) << to_string(sumo.problem());

    trace::Frame last;
    std::vector<trace::ActorInfo> actors;
    std::size_t landed = 0;
    SessionInputs inputs = world->inputs(**sumo);
    inputs.teleporter = &teleporter;
    inputs.episodes = kTeleports;
    inputs.goal = (*sumo)->goal_at(config->trigger_box.x, config->trigger_box.y);
    inputs.record = [&](const trace::Frame& frame, const trace::Tables& tables) -> std::optional<Problem> {
      last = frame;
      actors.assign(tables.actors().begin(), tables.actors().end());
      return std::nullopt;
    };
    inputs.on_teleport = [&](const teleport::LogRow& row) -> std::optional<Problem> {
      ++landed;
      const teleport::Destination& wanted = row.choice.destination;
      for (const ActorState& state : last.actors) {
        const double away = std::hypot(state.x - wanted.x, state.y - wanted.y);
        if (actors[state.actor.index()].id != "ego") {
          EXPECT_GT(away, config->clearance_radius) << name << ", teleport " << landed;
          continue;
        }
        EXPECT_LT(away, 0.01) << name << ", teleport " << landed;
        EXPECT_LT(std::abs(std::remainder(state.yaw - wanted.heading, 2.0 * std::numbers::pi)), 0.1 * kDegree)
            << name << ", teleport " << landed;
        EXPECT_EQ(std::hypot(state.vx, state.vy), 0.0) << name << ", teleport " << landed;
      }
      return std::nullopt;
    };
    const SessionOutcome outcome = run_session(inputs);
    ASSERT_FALSE(outcome.run.fault) << to_string(*outcome.run.fault);
    EXPECT_EQ(landed, kTeleports) << name;
    ASSERT_EQ(outcome.relocations.size(), kTeleports) << name;
    // It reached the midpoint, and the box behind it, in every episode.
    for (std::size_t i = 1; i < outcome.episodes.size(); ++i)
      EXPECT_TRUE(outcome.episodes[i].arrival.has_value()) << name << ", episode " << i;
    // The jump itself is nobody's fault.
    const std::set<std::string> about_motion{"teleportation",        "perceived_teleport",  "speed_physical",
                                             "turn_physical",        "acceleration_policy", "jerk_policy",
                                             "acceleration_physical"};
    for (const watch::Issue& issue : outcome.run.result->evaluation.issues) {
      if (!issue.actor.is_ego || !about_motion.contains(issue.kind)) continue;
      for (const trace::Relocation& jump : outcome.relocations)
        EXPECT_FALSE(issue.end >= jump.start && issue.start <= jump.end + std::chrono::milliseconds(200))
            << name << ": " << issue.message;
    }
  }
}

// `make teleports` drives more of them.
std::size_t wanted_episodes() {
  const char* const wanted = std::getenv("SCRUTINEER_EPISODES");
  return wanted == nullptr ? 20 : std::stoul(wanted);
}

// The ego's in this frame; NaN: it is not there.
double distance_from(const teleport::Destination& wanted, const trace::Frame& frame, const trace::Tables& tables) {
  for (const ActorState& state : frame.actors)
    if (tables.actors()[state.actor.index()].id == "ego") return std::hypot(state.x - wanted.x, state.y - wanted.y);
  return std::numeric_limits<double>::quiet_NaN();
}

// The window is as long as the longest way takes.
constexpr const char* kAll = "[0, 90]";
double longest(const teleport::LanePlan& plan) {
  return std::ranges::max(plan.candidates, {}, &teleport::Candidate::estimated_time).estimated_time;
}

// SUMO draws the lanes in junctions anew, and the ego stands on them.
constexpr double kCutCorner = 2.0;  // metres

// Also where lanes lie over each other: the ego takes the one it was given.
TEST(SumoSession, ArrivesFromEveryCandidate) {
  SCRUTINEER_NEEDS_LIVE_SUMO();
  const std::size_t episodes = wanted_episodes();
  struct Case {
    const char* name;
    Stretch stretch;
  };
  const Case cases[] = {
      {"the closest", {.window = "[0, 0]", .everywhere = true}},
      {"all", {.window = kAll, .everywhere = true}},
      {"midpoint in a junction", {.window = kAll, .everywhere = true, .midpoint_in_junction = true}},
  };
  fmt::print("{:<20} {:<24} {:>10} {:>6} {:>8} {:>8}\n", "map", "choice", "candidates", "drawn", "episodes", "arrived");
  for (const char* map : {"Town01", "Town07", "multi_intersections"}) {
    const auto world = world_of(map);
    for (const auto& [name, stretch] : cases) {
      const std::string where = fmt::format("{}, {}", map, name);
      auto config = stretch_config(*world->map, stretch);
      ASSERT_TRUE(config) << where << ": " << to_string(config.problem());
      auto plan = teleport::plan_lanes(*world->map, *config);
      ASSERT_TRUE(plan) << where << ": " << to_string(plan.problem());
      if (stretch.window == kAll) config->target_arrival_window = {0.0, longest(*plan)};
      teleport::Teleporter teleporter(*config, *plan);
      auto sumo = SumoSimulator::start(world->options());
      ASSERT_TRUE(sumo) << where << ": " << to_string(sumo.problem());
      const auto gone = keep_drivable(teleporter, **sumo);
      ASSERT_TRUE(gone) << where << ": " << to_string(gone.problem());
      EXPECT_EQ(*gone, 0U) << where;
      SessionInputs inputs = world->inputs(**sumo);
      inputs.teleporter = &teleporter;
      inputs.episodes = episodes;
      inputs.goal = (*sumo)->goal_at(config->trigger_box.x, config->trigger_box.y);
      std::function<double(const teleport::Destination&)> distance;
      inputs.record = [&](const trace::Frame& frame, const trace::Tables& tables) -> std::optional<Problem> {
        distance = [&](const teleport::Destination& wanted) { return distance_from(wanted, frame, tables); };
        return std::nullopt;
      };
      inputs.on_teleport = [&](const teleport::LogRow& row) -> std::optional<Problem> {
        EXPECT_LT(distance(row.choice.destination), kCutCorner) << where << ": " << teleport::log_line(row);
        return std::nullopt;
      };
      const SessionOutcome outcome = run_session(inputs);
      ASSERT_FALSE(outcome.run.fault) << where << ": " << to_string(*outcome.run.fault);
      EXPECT_EQ(outcome.episodes.size(), episodes + 1) << where;
      std::size_t arrived = 0;
      std::set<std::pair<std::string, std::uint32_t>> drawn;
      for (std::size_t i = 1; i < outcome.episodes.size(); ++i) {
        const Episode& episode = outcome.episodes[i];
        if (episode.arrival) ++arrived;
        drawn.insert({episode.teleport->choice.spawn_lane, episode.teleport->choice.sample_index});
        EXPECT_TRUE(episode.arrival.has_value())
            << where << ", episode " << i << ": " << teleport::log_line(*episode.teleport);
      }
      fmt::print("{:<20} {:<24} {:>10} {:>6} {:>8} {:>8}\n", map, name, teleporter.plan().candidates.size(),
                 drawn.size(), outcome.episodes.size() - 1, arrived);
    }
  }
}

// One long straight road, one vehicle that drives as the estimate assumes.
struct Straight {
  std::unique_ptr<World> world = world_of(kit::straight_road(900.0));
  teleport::Config config;

  Straight() {
    const double box = 700.0;
    config = *teleport::read_config(fmt::format(R"({{"triggerBox": {{"x": {}, "y": -1.75, "length": 4, "width": 3}},
                         "laneSpawnSources": ["1/0/-1"], "spawnSubdivisionSpacing": 25, "midpointSegment": "1/0/-1",
                         "midpointSegmentFraction": 0.7, "assumedAcceleration": 2.6,
                         "targetArrivalWindow": [0, 60], "seed": 11}})",
                                                box),
                                    "straight.json");
    kit::write_file(world->folder.file("run.rou.xml"),
                    "<routes><vType id=\"calm\" accel=\"2.6\" sigma=\"0\" maxSpeed=\"8.3333333\" speedDev=\"0\"/>"
                    "<trip id=\"ego\" type=\"calm\" depart=\"0\" from=\"1\" to=\"1\" departPos=\"400\"/></routes>");
    kit::write_file(world->folder.file("run.sumocfg"),
                    "<configuration><net-file value=\"net.xml\"/><route-files value=\"run.rou.xml\"/>"
                    "<step-length value=\"0.1\"/></configuration>");
  }

  SumoOptions options() const {
    return {.config = world->folder.file("run.sumocfg"), .ego = "ego", .log = world->folder.file("sumo.log")};
  }

  struct Driven {
    SessionOutcome outcome;
    std::string log;
  };
  Driven drive(std::size_t episodes) const {
    Driven driven;
    auto plan = teleport::plan_lanes(*world->map, config);
    teleport::Teleporter teleporter(config, *plan);
    auto sumo = SumoSimulator::start(options());
    EXPECT_TRUE(sumo) << to_string(sumo.problem());
    if (!sumo) return driven;
    SessionInputs inputs = world->inputs(**sumo);
    inputs.teleporter = &teleporter;
    inputs.episodes = episodes;
    inputs.goal = (*sumo)->goal_at(config.trigger_box.x, config.trigger_box.y);
    inputs.on_teleport = [&](const teleport::LogRow& row) -> std::optional<Problem> {
      driven.log += teleport::log_line(row) + "\n";
      return std::nullopt;
    };
    driven.outcome = run_session(inputs);
    return driven;
  }
};

TEST(SumoSession, ArrivesWhenEstimated) {
  SCRUTINEER_NEEDS_LIVE_SUMO();
  const Straight straight;
  const Straight::Driven driven = straight.drive(13);
  ASSERT_FALSE(driven.outcome.run.fault) << to_string(*driven.outcome.run.fault);
  ASSERT_EQ(driven.outcome.episodes.size(), 14U);
  for (std::size_t i = 1; i < driven.outcome.episodes.size(); ++i) {
    const Episode& episode = driven.outcome.episodes[i];
    ASSERT_TRUE(episode.arrival) << i;
    EXPECT_NEAR(*episode.arrival, episode.teleport->choice.estimated_time, 0.2) << i;
  }
}

TEST(SumoSession, ChoosesTheSameWithTheSameSeed) {
  SCRUTINEER_NEEDS_LIVE_SUMO();
  const Straight straight;
  const std::string log = straight.drive(5).log;
  EXPECT_EQ(std::ranges::count(log, '\n'), 5);
  EXPECT_EQ(straight.drive(5).log, log);
}

TEST(SumoSession, KeepsWhatItHasWhenSumoIsKilled) {
  SCRUTINEER_NEEDS_LIVE_SUMO();
  const auto world = world_of("Town01");
  auto sumo = SumoSimulator::start(world->options());
  ASSERT_TRUE(sumo) << to_string(sumo.problem());
  SessionInputs inputs = world->inputs(**sumo);
  inputs.on_frame = [&](Time now, std::size_t, std::size_t) {
    if (now == Time(std::chrono::seconds(5))) kill((*sumo)->pid(), SIGKILL);
  };
  const SessionOutcome outcome = run_session(inputs);
  ASSERT_TRUE(outcome.run.fault);
  EXPECT_NE(outcome.run.fault->message.find("SUMO was killed by signal 9 after 5 s"), std::string::npos)
      << outcome.run.fault->message;
  ASSERT_TRUE(outcome.run.result);
  EXPECT_EQ(outcome.run.result->evaluation.frames, 51U);
}

TEST(SumoSession, EndsWhenTheEgoArrives) {
  SCRUTINEER_NEEDS_LIVE_SUMO();
  const Straight straight;
  auto sumo = SumoSimulator::start(straight.options());
  ASSERT_TRUE(sumo) << to_string(sumo.problem());
  const SessionOutcome outcome = run_session(straight.world->inputs(**sumo));
  EXPECT_FALSE(outcome.run.fault) << to_string(*outcome.run.fault);
  const auto says = [](const std::string& note) {
    return note.starts_with("the ego ego left the simulation at ") && note.ends_with(" s: the run ends here");
  };
  EXPECT_TRUE(std::ranges::any_of(outcome.run.notes, says));
}

TEST(SumoSession, SaysWhyItCannotBegin) {
  SCRUTINEER_NEEDS_LIVE_SUMO();
  const Straight straight;
  struct Case {
    const char* name;
    SumoOptions options;
    std::string message;
  };
  SumoOptions missing = straight.options(), refused = straight.options(), nobody;
  missing.program = "sumo-of-yesterday";
  refused.config = straight.world->folder.file("nothing.sumocfg");
  nobody.attach = free_port();
  const Case cases[] = {
      {"SUMO is not there", missing, "the program sumo-of-yesterday is not installed"},
      {"it refuses its configuration", refused, "SUMO ended with exit code 1"},
      {"nobody listens", nobody, "SUMO could not be reached: port"},
  };
  for (const auto& [name, options, message] : cases) {
    const auto sumo = SumoSimulator::start(options);
    ASSERT_FALSE(sumo) << name;
    EXPECT_NE(to_string(sumo.problem()).find(message), std::string::npos) << name << ": " << to_string(sumo.problem());
  }
}

TEST(SumoSession, NamesAnEgoThatIsNotThere) {
  SCRUTINEER_NEEDS_LIVE_SUMO();
  const Straight straight;
  SumoOptions options = straight.options();
  options.ego = "nobody";
  options.duration = std::chrono::seconds(3);
  auto sumo = SumoSimulator::start(options);
  ASSERT_TRUE(sumo) << to_string(sumo.problem());
  SessionInputs inputs = straight.world->inputs(**sumo);
  inputs.run.ego = "nobody";
  const SessionOutcome outcome = run_session(inputs);
  ASSERT_TRUE(outcome.run.fault);
  EXPECT_NE(outcome.run.fault->message.find("nobody"), std::string::npos) << outcome.run.fault->message;
}

TEST(SumoSession, EndsWithEveryHostilePeer) {
  SCRUTINEER_NEEDS_PLUGIN("scrutineer_sumo", "live");
  std::vector<kit::Hostility> peers = kit::hostilities();
  for (const kit::Hostility& hostility : kit::hostilities()) peers.push_back(kit::after_handshake(hostility));
  for (const kit::Hostility& hostility : peers) {
    const kit::HostilePeer peer(hostility);
    const auto sumo = SumoSimulator::start({.attach = peer.port(), .patience = {.seconds = 0.3}});
    ASSERT_FALSE(sumo) << hostility.name;
    EXPECT_NE(sumo.problem().message.find(hostility.blame), std::string::npos)
        << hostility.name << ": " << sumo.problem().message;
  }
}

// Answers of the right length that are full of nonsense: a problem each, and the program lives.
TEST(SumoSession, SurvivesNonsense) {
  SCRUTINEER_NEEDS_PLUGIN("scrutineer_sumo", "live");
  kit::Random random(5);
  for (int round = 0; round < 300; ++round) {
    const kit::Hostility nonsense{"nonsense",
                                  [&](const kit::PeerConnection& peer) {
                                    while (!peer.receive().empty()) {
                                      std::string content(1 + random.index(60), '\0');
                                      for (char& byte : content) byte = static_cast<char>(random.index(256));
                                      peer.send(kit::traci_message(content));
                                    }
                                  },
                                  ""};
    const kit::HostilePeer peer(round % 2 == 0 ? nonsense : kit::after_handshake(nonsense));
    EXPECT_FALSE(SumoSimulator::start({.attach = peer.port(), .patience = {.seconds = 5.0}})) << round;
  }
}

// Stopped, it neither answers nor ends.
TEST(SumoSession, KeepsWhatItHasWhenSumoIsSilent) {
  SCRUTINEER_NEEDS_LIVE_SUMO();
  struct Case {
    const char* name;
    int stop_requests;
    double timeout;
    const char* message;
  };
  const Case cases[] = {
      {"until the timeout", 0, 5.0, "SUMO could not step after 3 s: it did not answer within 5 s (--timeout)"},
      {"asked twice to stop", 2, 60.0, "SUMO could not step after 3 s: it did not answer before the run was stopped"},
  };
  const Straight straight;
  for (const auto& [name, stop_requests, timeout, message] : cases) {
    std::atomic<int> requests = 0;
    SumoOptions options = straight.options();
    options.patience = {.seconds = timeout, .stop_requests = [&] { return requests.load(); }};
    auto sumo = SumoSimulator::start(options);
    ASSERT_TRUE(sumo) << name << ": " << to_string(sumo.problem());
    SessionInputs inputs = straight.world->inputs(**sumo);
    const int wanted = stop_requests;
    inputs.on_frame = [&](Time now, std::size_t, std::size_t) {
      if (now != Time(std::chrono::seconds(3))) return;
      kill((*sumo)->pid(), SIGSTOP);
      requests = wanted;
    };
    const SessionOutcome outcome = run_session(inputs);
    ASSERT_TRUE(outcome.run.fault) << name;
    EXPECT_NE(outcome.run.fault->message.find(message), std::string::npos)
        << name << ": " << outcome.run.fault->message;
    ASSERT_TRUE(outcome.run.result) << name;
    EXPECT_EQ(outcome.run.result->evaluation.frames, 31U) << name;
    EXPECT_FALSE(outcome.run.result->is_complete()) << name;
  }
}

TEST(SumoSimulator, SaysWhatItNeedsWhereThePluginIsAbsent) {
  const kit::PluginFolder nowhere("no such folder");
  const auto simulator = SumoSimulator::start({.net = "net.xml"});
  ASSERT_FALSE(simulator);
  EXPECT_EQ(simulator.problem().message,
            "live runs with SUMO need its client library, and this program was built without it; first: "
            "scripts/install-deps live && make build");
}

}  // namespace
}  // namespace scrutineer::live::sumo
