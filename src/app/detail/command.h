// A command, declared once: its words on the command line, its help, its options and what it does.
//
//   Command map_info_command() {
//     return {.name = "map info",
//             .turn = 10,
//             .summary = "Count what is in a map, and what was skipped",
//             .example = "scrutineer map info examples/maps/town.xodr",
//             .declare = declare<MapInfoOptions, add_options, run_map_info>};
//   }
//
// One more command is its source in app/commands/, where it is found (cmake/ScrutineerRegistry.cmake), and its test.
#pragma once

#include <functional>
#include <memory>
#include <string_view>
#include <vector>

#include "app/detail/options.h"
#include "app/run.h"

namespace scrutineer::app {

struct Command {
  using Start = std::function<int(Outside&)>;

  std::string_view name;  // all of its words; the first of two is its group's
  int turn = 1'000;       // its place in the help
  std::string_view summary;
  std::string_view example = {};  // a command line; empty: none
  Start (*declare)(Options&);     // what it returns runs the command with the values that were given
  std::string_view more = {};     // what else its help tells, with line ends
};

// For Command::declare: a command whose options are one struct.
template <typename Values, void (*add_options)(Options&, Values&), int (*start)(const Values&, Outside&)>
Command::Start declare(Options& options) {
  const auto values = std::make_shared<Values>();
  add_options(options, *values);
  return [values](Outside& outside) { return start(*values, outside); };
}

// Commands that begin with the same word.
struct CommandGroup {
  std::string_view name, summary, example;
};

// In the order of the help.
std::vector<CommandGroup> command_groups();
std::vector<Command> commands();
std::vector<Command> all_commands();  // as they are found

}  // namespace scrutineer::app
