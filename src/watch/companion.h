// What goes along with an evaluation beside its checks: it sees every frame before and after them, is told what they
// find as they find it, and changes issues as they are raised. The language's programs are one.
#pragma once

#include <span>

#include "watch/check.h"
#include "watch/issue.h"

namespace scrutineer::watch {

struct Context;
struct Evaluation;

// One companion serves one evaluation.
class Companion {
 public:
  virtual ~Companion() = default;
  // The declarations of all checks that run, in their order; they stay where they are.
  virtual void begin(std::span<const CheckInfo* const> checks) = 0;
  virtual void begin_frame(Context& context) = 0;
  virtual void end_frame(Context& context) = 0;
  virtual void interval_started(Context& context, const CheckInfo& check, const ActorRef& actor) = 0;
  virtual void interval_ended(Context& context, const CheckInfo& check, const IntervalRecord& record) = 0;
  // Before the issue is kept; it may change.
  virtual void judge(Context& context, const CheckInfo& check, Issue& issue) = 0;
  // All checks are done: adds what it has to say.
  virtual void finish(Context& context, Evaluation& evaluation) = 0;
};

}  // namespace scrutineer::watch
