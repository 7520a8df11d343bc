// What a report keeps of a run, taken while the run is evaluated again.
//
//   RecordingBuilder builder(found, checks);
//   watch::evaluate(..., {.look = [&](auto& scene, auto* lights) { builder.look(scene, lights); },
//                         .plots = &builder});
//   const Recording recording = builder.finish();
//
// Everybody's poses at most ten times a second, every frame around an actor's issues; the facts of each actor at those
// poses, less often where that would be too much; the lines that checks give for the pictures of their issues.
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "report/found.h"
#include "report/light_collector.h"
#include "report/windows.h"
#include "scene/facts.h"
#include "scene/lights.h"
#include "trace/frame.h"
#include "watch/check.h"
#include "watch/clock.h"
#include "watch/plot.h"

namespace scrutineer::report {

// One stretch of kept frames in which an actor is there.
struct Presence {
  std::uint32_t first = 0, count = 0;  // kept frames
  bool only_regular = false;           // of those, only the regular ones
};

struct RecordedActor {
  trace::ActorInfo info;
  bool is_ego = false;
  std::vector<Presence> presences;
  std::vector<std::uint32_t> frames;  // of each pose
  std::vector<double> x, y, yaw;      // yaw without jumps by full turns
  std::vector<float> speed;           // NaN: not known
  // By fact of Recording::facts; each at these of the poses. Empty: never there.
  std::vector<std::vector<float>> signals;
  std::vector<std::uint32_t> signal_poses;
};

// What a check sampled of one actor.
struct RecordedPlot {
  std::vector<std::uint32_t> frames;
  std::vector<std::vector<float>> lines;
};

struct Recording {
  std::vector<Time> times;  // of the frames kept
  std::vector<bool> regular;
  std::vector<RecordedActor> actors;                                    // by ActorId
  std::vector<const scene::Fact*> facts;                                // that are one number of an actor, but speed
  std::map<std::pair<std::string, std::uint32_t>, RecordedPlot> plots;  // by check and actor
  std::vector<RecordedLight> lights;
};

struct RecordingLimits {
  std::size_t window_poses = 150'000;      // beyond the regular ones
  std::size_t window_signals = 1'500'000;  // values at those
  std::size_t signals = 6'000'000;         // values at the regular ones, of all but the ego
};

class RecordingBuilder final : public watch::PlotSink {
 public:
  explicit RecordingBuilder(const Found& found, RecordingLimits limits = {});

  // After every frame.
  void look(scene::Scene& scene, const scene::LightHeads* lights);
  // Good once; the builder is empty then.
  Recording finish();

  bool wants(const watch::CheckInfo& check, trace::ActorId actor, Time now) override;
  void take(const watch::CheckInfo& check, trace::ActorId actor, Time now, std::span<const double> values) override;

 private:
  struct Following {  // of one actor
    bool known = false;
    Windows full_rate, full_rate_signals;
    std::uint32_t last_frame = 0;  // kept frame of its last pose, + 1; 0: none
    bool last_was_full = false;
  };

  void begin_frame(Time now);
  void know(scene::Scene& scene, scene::Slot slot);
  void take_pose(scene::Scene& scene, scene::Slot slot, bool full);
  void take_signals(scene::Scene& scene, scene::Slot slot, RecordedActor& actor);
  void thin_signals();
  std::uint32_t frame() const { return static_cast<std::uint32_t>(recording_.times.size()); }

  RecordingLimits limits_;
  std::map<std::string, Windows> full_rate_, full_rate_signals_;
  std::map<std::pair<std::string, std::string>, Windows> plot_windows_;  // by check and actor's id
  std::map<std::pair<std::string_view, std::uint32_t>, Windows*> plot_windows_of_;
  watch::PeriodicClock clock_;
  Time now_{};
  bool has_begun_ = false;   // the current frame was looked at
  bool is_regular_ = false;  // ... and is one of the regular ones
  bool any_window_ = false;  // ... or somebody's
  std::uint32_t regular_count_ = 0;
  Windows all_windows_;
  std::vector<Following> following_;
  std::uint32_t stride_ = 1;
  std::size_t signals_taken_ = 0;
  LightCollector lights_;
  Recording recording_;
};

}  // namespace scrutineer::report
