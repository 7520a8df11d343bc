// What a run holds, gathered frame by frame in memory that grows with its actors and lights, not with its length.
//
//   Summarizer summarizer;
//   while (... advance(*trace, step, tables) ...) summarizer.add(step.frame, tables.actors());
//   const RunSummary summary = summarizer.summary();
//   summary.actors[0].distance                       // metres, of the actor with ActorId 0
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "base/time.h"
#include "trace/frame.h"
#include "trace/time_gaps.h"

namespace scrutineer::trace {

// ---- which fields are there -----------------------------------------------------------------------------------------

struct FieldName {
  Field field;
  std::string_view name;
};
inline constexpr std::array<FieldName, 10> kFieldNames = {{{Field::velocity, "velocity"},
                                                           {Field::speed, "speed"},
                                                           {Field::acceleration, "acceleration"},
                                                           {Field::yaw_rate, "yaw_rate"},
                                                           {Field::z, "z"},
                                                           {Field::pitch_roll, "pitch_roll"},
                                                           {Field::driver, "driver"},
                                                           {Field::av_state, "av_state"},
                                                           {Field::indicator, "indicator"},
                                                           {Field::brake_light, "brake_light"}}};

// Is the height all that the run does not give, as with what was seen from above? Length and width that are not the
// usual ones of its category are the run's own.
bool only_height_is_default(const ActorInfo& info);

// ---- the summary ----------------------------------------------------------------------------------------------------

enum class SpeedSource : std::uint8_t { none, positions, reported };

struct ActorSummary {
  Time first{}, last{};  // the frames that had it
  std::uint64_t frames = 0;
  std::uint64_t absences = 0;  // how often it vanished and came back
  Duration longest_absence{};
  Time longest_absence_start{};
  double top_speed = 0.0;  // m/s, the ground velocity's length
  SpeedSource speed_source = SpeedSource::none;
  double distance = 0.0;  // metres in the plane, without what happened during absences
  std::uint64_t jumps = 0;
};

// A step that leads farther than what the actor did before, or the velocity it reports, explains.
struct Jump {
  ActorId actor;
  std::uint64_t frame = 0;  // the one after it
  Time time{};
  double x = 0.0, y = 0.0;  // where it led
  double distance = 0.0;    // of the step
  double deviation = 0.0;   // metres from where the actor was to be expected
  Duration step{};
};

struct LightSummary {
  std::uint64_t statements = 0, changes = 0;
  std::uint8_t colours = 0, modes = 0;  // seen: the bit of each value of the enumerations
  std::optional<LightState> state;      // the last
};

struct Box {
  double x_min = 0.0, y_min = 0.0, x_max = 0.0, y_max = 0.0;
};

struct RunSummary {
  std::uint64_t frames = 0;
  std::uint64_t empty_frames = 0;  // without actors
  std::uint64_t actor_frames = 0;
  Time end{};                                                    // of the last frame
  std::optional<StepSummary> steps;                              // nothing: there are no two frames
  std::array<std::uint64_t, kFieldNames.size()> field_counts{};  // actor-frames that have it, as in kFieldNames
  std::vector<ActorSummary> actors;                              // by ActorId
  std::vector<LightSummary> lights;                              // by LightId
  std::optional<Box> extent;                                     // of the actors' centres
  bool has_environment = false;                                  // some frame says something of weather or light
  ActorId first_vehicle;  // of the first frame that has one: the ego where nothing else says
  // The first jumps and the longest gaps, in the order of time; the counts are of all.
  std::uint64_t jump_count = 0, gap_count = 0;
  std::vector<Jump> jumps;
  std::vector<TimeGap> gaps;

  std::uint64_t count_of(Field field) const;
};

// Lists are cut here; counts go on.
inline constexpr std::size_t kMostJumps = 1000;
inline constexpr std::size_t kMostGaps = 1000;

class Summarizer {
 public:
  // `actors` is the trace's: all that appeared up to this frame.
  void add(const Frame& frame, std::span<const ActorInfo> actors);
  RunSummary summary() const;

 private:
  // Where an actor was, and how it went on from there.
  struct Motion {
    std::uint64_t last_frame = 0;  // counted here, from 1; 0: never
    double x = 0.0, y = 0.0;
    double steady_vx = 0.0, steady_vy = 0.0;  // of the last step that was no jump
    double raw_vx = 0.0, raw_vy = 0.0;        // of the last step
    bool has_velocity = false;
  };

  void add_time(const Frame& frame);
  void add_actor(const Frame& frame, const ActorState& state);
  bool move(const Frame& frame, const ActorState& state, ActorSummary& actor, Motion& motion);
  void add_light(const LightState& state);

  RunSummary sum_;
  TimeGaps gaps_{kMostGaps};
  std::vector<Motion> motions_;  // by ActorId
  Time last_time_{};
  Duration step_{};
};

}  // namespace scrutineer::trace
