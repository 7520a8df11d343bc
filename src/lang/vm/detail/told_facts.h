// Which facts that a run need not tell, such as the weather, what users declare can do nothing without.
//
//   while_w(conditions.precipitation >= moderate and actor.state.speed > 10mps)      // has no interval without it
//   on @top.w_clk:
//       if conditions.illumination == night: start_interval()                         // likewise
//
// Without them it never has an interval and raises no issue, which would look as if it had judged.
#pragma once

#include <vector>

#include "lang/sema/program.h"
#include "scene/facts.h"

namespace scrutineer::lang::detail {

struct ToldFacts {
  using Facts = std::vector<const scene::Fact*>;
  Facts needed;             // of the actor itself, and of the frame
  Facts needed_of_anybody;  // of some actor, whichever
  Facts asked;              // all that its code asks for without a thought of their not being told
};

// By object.
std::vector<ToldFacts> told_facts_of(const Program& program);

}  // namespace scrutineer::lang::detail
