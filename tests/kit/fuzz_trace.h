// What the fuzzers of trace readers share.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <utility>

#include "trace/trace.h"

// To its end. Frames must be in order, and what they name in the tables.
inline void read_all(std::string bytes, const scrutineer::trace::TraceSource& source) {
  using namespace scrutineer;
  auto opened = trace::open_trace(std::move(bytes), source);
  if (!opened) return;
  trace::Step step;
  trace::Tables tables;
  Time last{};
  for (std::uint64_t frames = 0;; ++frames) {
    const auto more = advance(**opened, step, tables);
    if (!more || !*more) return;
    if (frames > 0 && step.frame.time <= last) std::abort();
    last = step.frame.time;
    for (const trace::ActorState& state : step.frame.actors)
      if (state.actor.index() >= tables.actors().size()) std::abort();
    for (const trace::LightState& state : step.frame.lights)
      if (state.light.index() >= tables.lights().size()) std::abort();
  }
}
