// The loop around an Engine, one frame at a time: for runs whose frames are pushed by another program.
//
//   SteppedEvaluation evaluation(checks, settings, {.trace = trace, ...}, sinks);
//   while (evaluation.advance())
//     for (const Event& event : evaluation.events()) ...
//   const RunOutcome outcome = evaluation.finish();
//
// evaluate() (evaluate.h) is this, so recorded, live and pushed runs are evaluated alike.
#pragma once

#include <memory>
#include <span>

#include "watch/evaluate.h"

namespace scrutineer::watch {

class SteppedEvaluation {
 public:
  // All that is given must outlive it.
  SteppedEvaluation(std::span<const Check> checks, const Settings& settings, const RunInputs& run, const Sinks& sinks);
  ~SteppedEvaluation();
  SteppedEvaluation(const SteppedEvaluation&) = delete;
  SteppedEvaluation& operator=(const SteppedEvaluation&) = delete;

  // Evaluates the trace's next frame. False: the run is over, at its end or because of fault().
  bool advance();
  // Of the last frame; good until the next.
  std::span<const Event> events() const;
  Time now() const;  // the last frame's
  const std::optional<Problem>& fault() const;

  Engine& engine();
  const trace::Tables& tables() const;
  // Ends the run here. Once.
  RunOutcome finish();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace scrutineer::watch
