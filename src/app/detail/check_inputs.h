// What the words behind `scrutineer check` name: files are told by their content, whatever they are called.
//
//   auto named = sort_inputs(options.runs, outside);
//   if (!named) return refuse(outside, named.problem());
//   for (const std::string& run : named->runs) ...
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "app/run.h"
#include "base/result.h"

namespace scrutineer::app {

struct NamedInput {
  std::string file;
  bool is_manifest = false;  // else the run itself
};

struct NamedInputs {
  std::vector<NamedInput> runs;
  std::string map;                // empty: none is among them
  std::vector<std::string> sumo;  // what SUMO had: folders, configurations, nets
};

// A problem: a file is not there, or is nothing that check takes; it says what to do.
Result<NamedInputs> sort_inputs(const std::vector<std::string>& words, Outside& outside);

// That a folder with these names in it has no run.json, and what to name instead; `command` comes before it.
Problem no_run_in(const std::string& folder, const std::vector<std::string>& names, std::string_view command,
                  run::Outside& outside);

// That a file is not there, with the neighbour that is likely meant.
Problem missing(const Problem& problem, const std::string& file, Outside& outside);

// What the results of several runs are called below one folder: short, and each name once. runs/a/run.json is "a".
std::vector<std::string> names_of_runs(const std::vector<std::string>& files);

}  // namespace scrutineer::app
