// A run that is evaluated one frame at a time, with all that run/ adds to an evaluation.
//
//   SteppedRun stepped(run, trace, sinks);
//   while (stepped.advance()) ... stepped.evaluation() ...
//   const Outcome outcome = stepped.finish();
//
// evaluate() (run.h) is a loop around this.
#pragma once

#include <memory>
#include <span>

#include "run/run.h"
#include "watch/stepped_evaluation.h"

namespace scrutineer::run {

class SteppedRun {
 public:
  // The run and the trace must outlive it.
  SteppedRun(Run& run, trace::Trace& trace, const watch::Sinks& sinks = {});
  ~SteppedRun();
  SteppedRun(const SteppedRun&) = delete;
  SteppedRun& operator=(const SteppedRun&) = delete;

  // Evaluates the next frame, as watch::SteppedEvaluation does.
  bool advance();
  watch::SteppedEvaluation& evaluation();
  // To be called once.
  Outcome finish();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace scrutineer::run
