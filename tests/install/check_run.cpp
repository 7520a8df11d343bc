// Checks a run through the library: check_run MAP TRACE prints every issue.
#include <iostream>

#include "checks/catalogue.h"
#include "map/read.h"
#include "trace/trace.h"
#include "watch/evaluate.h"

using namespace scrutineer;

int main(int count, char** words) {
  if (count != 3) return 2;
  const auto map = map::read_xodr_file(words[1]);
  const auto trace = trace::open_trace({.file = words[2]});
  if (!map || !trace) return 2;
  const auto checks = checks::catalogue();
  const auto outcome = watch::evaluate(checks, watch::Settings(checks), {.trace = **trace, .map = map->get()});
  for (const watch::Issue& issue : outcome.evaluation.issues) std::cout << issue.message << '\n';
  return outcome.evaluation.issues.empty() ? 0 : 1;
}
