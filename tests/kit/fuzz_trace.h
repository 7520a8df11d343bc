// What the fuzzers of trace readers share.
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>

#include "kit/fuzz.h"
#include "trace/trace.h"

namespace scrutineer::kit {

// To its end. Frames must be in order, what they name in the tables, and a problem one line that a terminal can show.
inline void read_all(std::string bytes, const trace::TraceSource& source) {
  const auto check_problem = [](const Problem& problem) {
    const std::string text = to_string(problem);
    for (const char c : text) require(static_cast<unsigned char>(c) >= 0x20, "a problem", text);
  };
  auto opened = trace::open_trace(std::move(bytes), source);
  if (!opened) return check_problem(opened.problem());
  trace::Step step;
  trace::Tables tables;
  Time last{};
  for (std::uint64_t frames = 0;; ++frames) {
    const auto more = advance(**opened, step, tables);
    if (!more) return check_problem(more.problem());
    if (!*more) return;
    require(frames == 0 || step.frame.time > last, "times go back");
    last = step.frame.time;
    for (const trace::ActorState& state : step.frame.actors) {
      require(state.actor.index() < tables.actors().size(), "an actor is in no table");
      require(std::abs(state.x) <= 1e7 && std::abs(state.y) <= 1e7, "an actor is nowhere");
    }
    for (const trace::LightState& state : step.frame.lights)
      require(state.light.index() < tables.lights().size(), "a light is in no table");
  }
}

}  // namespace scrutineer::kit
