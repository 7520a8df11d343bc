// Runs made from a description, so that a test of a checker is a few readable lines.
//
//   Scenario scenario({.map = map.get(), .step = 100ms, .duration = 10s});
//   scenario.add({.id = "ego", .is_ego = true})
//       .start_at("1", -1, 20.0)                  // road, lane, s: drives along the lane and on to what follows it
//       .speed({{0s, 10.0}, {5s, 20.0}})          // m/s, linear between these times
//       .lateral({{2s, 0.0}, {5s, 3.5}});         // metres left of the lane's centre line
//   scenario.add({.id = "7", .category = Category::truck})
//       .start_at("1", -1, 60.0)
//       .speed(8.0)
//       .fault(jump(4s, 5.0, 0.0));
//   scenario.add({.id = "8", .category = Category::person}).start_free({10.0, 5.0, 0.3}).speed(1.5);
//   scenario.light("1", "S", {{0s, LightColour::red}, {4s, LightColour::green}});
//   const RunData run = scenario.run();         // kit/run_data.h; as_trace(run), to_osi(run), to_csv(run) ...
//
// What is reported is exact: `speed` is the speed over ground, whatever the actor does sideways; the heading is the
// path's (against it while reversing); velocity, acceleration and yaw rate are the derivatives of the motion, not
// differences of positions (on cubic geometries, whose s is not exactly their length, within 0.03 %). Where the
// description has a corner (a knot of the speed) the derivative is that of what begins there. Sideways moves are
// quintics: at rest at both ends, at most 1.875 times as fast as on average. z, pitch and roll are those of the map's
// surface, 0 without a map. Jumps and other faults change only what they name: the reported velocity does not know of
// them.
//
// A description that cannot be (a lane that ends, sideways faster than its speed) throws std::runtime_error from run().
#pragma once

#include <deque>
#include <functional>
#include <initializer_list>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/time.h"
#include "kit/drive_path.h"
#include "kit/run_data.h"
#include "map/road_network.h"
#include "trace/frame.h"

namespace scrutineer::kit {

struct MadeActor {
  std::string id;
  trace::Category category = trace::Category::car;
  bool is_ego = false;
  double length = 0.0, width = 0.0, height = 0.0;  // 0: what is usual for the category
  std::string parent = {};                         // the actor that this one is a part of, by id
  bool is_static = false;                          // only for objects
  bool is_vru = false;                             // besides those that always are
  std::vector<trace::Corner> base_polygon = {};
};

// A value that holds from a time on.
template <typename Value>
struct From {
  Duration at{};
  Value value{};
};

struct SpeedAt {
  Duration at{};
  double speed = 0.0;  // negative: backwards
};
struct OffsetAt {
  Duration at{};
  double left = 0.0;
};
struct PoseAt {
  Duration at{};
  double x = 0.0, y = 0.0, yaw = 0.0, z = 0.0;
};

// What goes wrong with one actor.
struct Fault {
  Duration from{}, to{};  // frames with from <= time < to
  std::function<void(trace::ActorState&)> change;
  bool hides = false, freezes = false;
};
Fault jump(Duration at, double dx, double dy);              // from then on it is elsewhere
Fault glitch(Duration at, double dx, double dy);            // elsewhere in the first frame from `at` only
Fault gap(Duration from, Duration to);                      // it is not there
Fault frozen(Duration from, Duration to);                   // it keeps reporting what it did at `from`
Fault not_a_number(Duration at, const std::string& field);  // "x", "vx", "yaw" ...: in that frame
Fault off_by(Duration from, Duration to, const std::string& field, double value);  // added to that field

class ActorScript {
 public:
  // ---- where it starts; the clock of its motion is the run's, and it starts when it appears ----
  ActorScript& start_at(std::string road, int lane, double s);
  ActorScript& against_traffic();                    // on its lane the wrong way
  ActorScript& via(std::vector<std::string> roads);  // where the lane leads to several
  ActorScript& start_free(const Pose& pose, double curvature = 0.0);
  // The same way, speed and sideways moves as that actor, `distance` behind it: a trailer, or a platoon.
  ActorScript& behind(std::string actor, double distance);
  // Instead of all that: where it is at some times, in straight lines between them; it stands before and after.
  ActorScript& poses(std::vector<PoseAt> poses);

  ActorScript& speed(double constant);
  ActorScript& speed(std::vector<SpeedAt> profile);  // two at one time: a sudden step
  ActorScript& lateral(double constant);
  ActorScript& lateral(std::vector<OffsetAt> profile);

  // ---- what it reports ----
  ActorScript& appears(Duration at);
  ActorScript& vanishes(Duration at);  // the first time without it
  // Exactly these of velocity, acceleration, yaw_rate, pitch_roll, z and speed; else all but speed.
  ActorScript& reports(std::initializer_list<trace::Field> fields);
  // Not reported if not said.
  ActorScript& driver(std::vector<From<trace::Driver>> profile);
  ActorScript& driver(trace::Driver constant) { return driver({{Duration{}, constant}}); }
  ActorScript& av_state(std::vector<From<trace::AvState>> profile);
  ActorScript& indicator(std::vector<From<trace::Indicator>> profile);
  ActorScript& brake_light(std::vector<From<trace::BrakeLight>> profile);

  ActorScript& fault(Fault fault);

 private:
  friend class Scenario;
  friend class ActorMotion;
  explicit ActorScript(MadeActor actor) : actor_(std::move(actor)) {}

  MadeActor actor_;
  std::optional<LaneStart> lane_start_;
  std::optional<std::pair<Pose, double>> free_start_;
  std::optional<std::pair<std::string, double>> leader_;
  std::vector<PoseAt> poses_;
  std::vector<SpeedAt> speed_;
  std::vector<OffsetAt> lateral_;
  Duration appears_{};
  std::optional<Duration> vanishes_;
  trace::Fields reports_;
  std::vector<From<trace::Driver>> driver_;
  std::vector<From<trace::AvState>> av_state_;
  std::vector<From<trace::Indicator>> indicator_;
  std::vector<From<trace::BrakeLight>> brake_light_;
  std::vector<Fault> faults_;
};

struct ScenarioOptions {
  const map::RoadNetwork* map = nullptr;  // null: only free motion
  Duration step = std::chrono::milliseconds(100);
  Duration duration = std::chrono::seconds(10);  // frames at 0, step ... up to and at this time
};

class Scenario {
 public:
  explicit Scenario(const ScenarioOptions& options) : options_(options) {}

  // The script stays valid as long as the scenario does. Actors of a frame come in the order of adding.
  ActorScript& add(MadeActor actor);
  // A traffic light's program; what holds before the first time is unknown. `mode` as in trace/frame.h.
  Scenario& light(std::string road, std::string signal, std::vector<From<trace::LightColour>> colours,
                  std::vector<From<trace::LightMode>> modes = {});
  // The run has no frames with from <= time < to.
  Scenario& lose_frames(Duration from, Duration to);

  RunData run() const;
  std::unique_ptr<trace::Trace> as_trace() const { return kit::as_trace(run()); }

 private:
  struct Light {
    std::string road, signal;
    std::vector<From<trace::LightColour>> colours;
    std::vector<From<trace::LightMode>> modes;
  };
  const ActorScript& script(const std::string& id) const;
  // With what it takes from the actor that it is behind.
  ActorScript resolved(const ActorScript& script, double& start) const;
  trace::LightInfo light_info(const Light& light) const;

  ScenarioOptions options_;
  std::deque<ActorScript> scripts_;
  std::vector<Light> lights_;
  std::vector<std::pair<Duration, Duration>> lost_;
};

}  // namespace scrutineer::kit
