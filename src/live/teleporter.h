// Relocates the ego whenever it drives into the trigger box. It only decides; the caller, which runs the simulator,
// carries out the actions.
//
//   Teleporter teleporter(config, std::move(plan));
//   for (const Action& action : teleporter.step(now, ego_centre)) ...   // every frame: clear, move the ego, or warn
//   const LogRow row = teleporter.arrived(now);                         // when the ego stands at its destination
//
// Between the trigger and arrived() the ego is being teleported: driving into the box again does nothing.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <random>
#include <string>
#include <variant>
#include <vector>

#include "base/time.h"
#include "live/teleporter_candidates.h"
#include "live/teleporter_config.h"

namespace scrutineer::live::teleport {

// Even draws that are the same on every machine.
class Draws {
 public:
  explicit Draws(std::uint64_t seed) : generator_(seed) {}
  double between(double low, double high) {
    return low + (high - low) * static_cast<double>(generator_() >> 11U) * 0x1p-53;
  }
  std::size_t one_of(std::size_t count) {
    return std::min(static_cast<std::size_t>(between(0.0, static_cast<double>(count))), count - 1);
  }

 private:
  std::mt19937_64 generator_;
};

struct Destination {
  double x = 0.0, y = 0.0, z = 0.0, heading = 0.0;  // of the ego's centre; heading in radians
  map::LaneId lane;                                 // invalid: a point of RandomPoint
  // Points on the centres of the lanes that the ego is to drive along from here; empty: it drives where its goal leads
  // it. The way tells which lane is meant where several lie over each other.
  std::vector<map::Point> way = {};
};

// Where the ego is.
struct Centre {
  double x = 0.0, y = 0.0;
  std::optional<double> z = {};  // nothing: the simulator knows no heights, and a box's height does not count
};

// A destination that was drawn, with the arrival time that was aimed at and the one that is expected.
struct Choice {
  Destination destination;
  std::string spawn_lane;  // "12/0/-1", or "RandomPoint"
  std::uint32_t sample_index = 0;
  double distance_to_midpoint = 0.0;  // these three are NaN for RandomPoint
  double estimated_time = 0.0;
  double target_time = 0.0;
  bool reached_cruise = false;
};

// One row of the log.
struct LogRow {
  Time timestamp{};
  std::string midpoint_segment;  // empty for RandomPoint
  Choice choice;
};
std::string log_header();  // both without the end of the line
std::string log_line(const LogRow& row);

struct ClearArea {  // remove every other vehicle within the radius
  double x = 0.0, y = 0.0, radius = 0.0;
};
struct MoveEgo {
  Destination destination;
};
struct Warning {
  std::string message;
};
using Action = std::variant<ClearArea, MoveEgo, Warning>;

class Teleporter {
 public:
  // `plan` is of config's lanes; empty for RandomPoint.
  Teleporter(Config config, LanePlan plan);

  // What to do in this frame, in order. `ego` is its centre, nothing if it is not there.
  std::vector<Action> step(Time now, std::optional<Centre> ego);
  // The ego stands where MoveEgo sent it.
  LogRow arrived(Time now);

  bool is_teleporting() const { return choice_.has_value(); }
  const std::optional<Choice>& choice() const { return choice_; }  // of the teleport under way
  Time due() const { return due_; }                                // when the ego is moved in that one
  std::size_t teleports() const { return teleports_; }
  const Config& config() const { return config_; }
  const LanePlan& plan() const { return plan_; }

  // Keeps only the candidates that this is true of; how many are gone. To be asked before the first step.
  std::size_t keep_candidates(const std::function<bool(const Candidate&)>& is_good);

  // The next choice, as a teleport would draw it; nothing if no candidate reaches the midpoint.
  std::optional<Choice> choose();

 private:
  std::vector<Action> trigger(Time now);
  ClearArea clearing() const;

  Config config_;
  LanePlan plan_;
  Draws draws_;
  std::optional<Centre> last_;    // the ego's in the frame before; nothing after a relocation
  std::optional<Choice> choice_;  // of the teleport under way
  Time due_{};
  bool is_moving_ = false;
  bool has_warned_ = false;
  std::size_t teleports_ = 0;
};

// Does the way from one point to the other lead into the box from outside?
bool drives_into(const TriggerBox& box, Centre from, Centre to);

}  // namespace scrutineer::live::teleport
