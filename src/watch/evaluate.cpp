#include "watch/evaluate.h"

#include "watch/stepped_evaluation.h"

namespace scrutineer::watch {

RunOutcome evaluate(std::span<const Check> checks, const Settings& settings, const RunInputs& run, const Sinks& sinks) {
  SteppedEvaluation evaluation(checks, settings, run, sinks);
  while (evaluation.advance()) {
  }
  return evaluation.finish();
}

}  // namespace scrutineer::watch
