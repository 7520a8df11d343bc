// Runs as C programs hand them over: frames of scr_actor and scr_light.
//
//   const CRun run(*trace);                        // trace::Trace
//   for (const CFrame& frame : run.frames())
//     scr_session_step(session, frame.time_ns, frame.actors.data(), ...);
#pragma once

#include <cstdint>
#include <deque>
#include <limits>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "capi/scrutineer.h"
#include "trace/trace.h"

namespace scrutineer::kit {

struct CFrame {
  std::int64_t time_ns = 0;
  std::vector<scr_actor> actors;
  std::vector<scr_light> lights;
};

class CRun {
 public:
  // Reads the trace to its end.
  explicit CRun(trace::Trace& trace) {
    trace::Step step;
    trace::Tables tables;
    for (;;) {
      const auto more = trace::advance(trace, step, tables);
      if (!more) throw std::runtime_error(to_string(more.problem()));
      if (!*more) return;
      add(step.frame, tables);
    }
  }
  CRun(const CRun&) = delete;
  CRun& operator=(const CRun&) = delete;

  const std::vector<CFrame>& frames() const { return frames_; }

 private:
  const char* keep(const std::string& text) {
    for (const std::string& known : texts_)
      if (known == text) return known.c_str();
    return texts_.emplace_back(text).c_str();
  }

  void add(const trace::Frame& frame, const trace::Tables& tables) {
    CFrame& made = frames_.emplace_back();
    const auto start = from_seconds(tables.start_seconds());
    made.time_ns = (frame.time.time_since_epoch() + start.value_or(Duration())).count();
    for (const trace::ActorState& state : frame.actors) made.actors.push_back(actor_of(state, tables));
    for (const trace::LightState& state : frame.lights) {
      const trace::LightInfo& info = tables.lights()[state.light.index()];
      made.lights.push_back({sizeof(scr_light), static_cast<std::int32_t>(state.colour),
                             static_cast<std::int32_t>(state.mode), 0, keep(info.road), keep(info.id)});
    }
  }

  scr_actor actor_of(const trace::ActorState& state, const trace::Tables& tables) {
    const trace::ActorInfo& info = tables.actors()[state.actor.index()];
    scr_actor actor;
    scr_actor_init(&actor);
    actor.id = keep(info.id);
    if (info.parent.valid()) actor.parent = keep(tables.actors()[info.parent.index()].id);
    actor.type = static_cast<std::int32_t>(info.category);
    actor.role = info.is_host ? SCR_ROLE_EGO : SCR_ROLE_NONE;
    if (!info.size_is_default) {
      actor.length = info.length;
      actor.width = info.width;
      actor.height = info.height;
    }
    const auto has = [&](trace::Field field) { return state.fields.has(field); };
    if (has(trace::Field::driver)) actor.driver = static_cast<std::int32_t>(state.driver) + 1;
    actor.av_state = static_cast<std::int32_t>(state.av_state);
    actor.indicator = static_cast<std::int32_t>(state.indicator);
    actor.brake_light = static_cast<std::int32_t>(state.brake_light);
    actor.x = state.x;
    actor.y = state.y;
    if (!state.yaw_is_course) actor.yaw = state.yaw;
    if (has(trace::Field::z)) actor.z = state.z;
    if (has(trace::Field::pitch_roll)) actor.pitch = state.pitch, actor.roll = state.roll;
    if (has(trace::Field::velocity)) actor.vx = state.vx, actor.vy = state.vy, actor.vz = state.vz;
    if (has(trace::Field::acceleration)) actor.ax = state.ax, actor.ay = state.ay, actor.az = state.az;
    if (has(trace::Field::yaw_rate)) actor.yaw_rate = state.yaw_rate;
    return actor;
  }

  std::deque<std::string> texts_;
  std::vector<CFrame> frames_;
};

}  // namespace scrutineer::kit
