// The words of issues at junctions: what happened to a person; and as a sentence what the signal showed and since when,
// where the vehicle passed it and how fast, and where and how it should have stopped.
#pragma once

#include <string>
#include <vector>

#include "checks/detail/approach_verdict.h"
#include "map/signal_controls.h"
#include "watch/interval.h"

namespace scrutineer::checks {

struct PassedSignal {
  const map::RoadNetwork& map;
  const map::ApproachControl& control;
  const Passing& passing;
  std::vector<map::SignalId> others;  // that showed the same
  bool is_way_known = true;           // else the control is that of the way on which it did least wrong
  bool is_one_way = true;             // else it may take others, for which the same holds
};

std::string approach_message(const watch::ActorRef& actor, const ApproachRules& rules, ApproachIssue issue,
                             const PassedSignal& passed);
std::string approach_sentence(const watch::SubjectRef& subject, const ApproachRules& rules, ApproachIssue issue,
                              const PassedSignal& passed);

// "junction J, from lane -1 of road west by road west_east (straight) ..."
std::string approach_details(const PassedSignal& passed);

}  // namespace scrutineer::checks
