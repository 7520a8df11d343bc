// A whole run read into memory, for tests that look at it frame by frame.
//
//   const ReadRun run = read_run(framed({...}));            // bytes, as if in a file
//   EXPECT_EQ(run.problem, "");
//   EXPECT_EQ(run.state(0, "7")->x, 10.0);                  // actor 7 in frame 0
#pragma once

#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "trace/trace.h"

namespace scrutineer::kit {

struct ReadRun {
  std::unique_ptr<trace::Trace> trace;  // null: it could not be opened
  trace::Tables tables;                 // at its end
  std::vector<trace::Frame> frames;
  std::string problem;  // empty: it was read to its end

  const trace::ActorInfo& info(std::string_view actor) const {
    for (const trace::ActorInfo& info : tables.actors())
      if (info.id == actor) return info;
    throw std::runtime_error("no actor " + std::string(actor));
  }
  // Null: the frame does not have the actor.
  const trace::ActorState* state(std::size_t frame, std::string_view actor) const {
    for (const trace::ActorState& state : frames.at(frame).actors)
      if (tables.actors()[state.actor.index()].id == actor) return &state;
    return nullptr;
  }
  std::vector<std::string> ids(std::size_t frame) const {
    std::vector<std::string> ids;
    for (const trace::ActorState& state : frames.at(frame).actors)
      ids.push_back(tables.actors()[state.actor.index()].id);
    return ids;
  }
};

inline ReadRun read_to_the_end(Result<std::unique_ptr<trace::Trace>> trace) {
  ReadRun run;
  if (!trace) {
    run.problem = to_string(trace.problem());
    return run;
  }
  run.trace = *std::move(trace);
  trace::Step step;
  for (;;) {
    const auto more = advance(*run.trace, step, run.tables);
    if (!more) run.problem = to_string(more.problem());
    if (!more || !*more) return run;
    run.frames.push_back(step.frame);
  }
}

// `source.file` is what problems call it.
inline ReadRun read_run(std::string bytes, const trace::TraceSource& source = {.file = "run.osi"}) {
  return read_to_the_end(trace::open_trace(std::move(bytes), source));
}

inline ReadRun read_run_file(const trace::TraceSource& source) { return read_to_the_end(trace::open_trace(source)); }

}  // namespace scrutineer::kit
