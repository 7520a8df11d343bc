#include <algorithm>

#include "app/detail/command.h"

namespace scrutineer::app {

std::vector<Command> commands() {
  std::vector<Command> all = all_commands();
  std::ranges::stable_sort(all, {}, &Command::turn);
  return all;
}

std::vector<CommandGroup> command_groups() {
  return {
      {"map", "Look into road maps", "scrutineer map info examples/maps/town.xodr"},
      {"trace", "Look into recorded runs", "scrutineer trace info examples/runs/town.csv"},
      {"odd", "Look into operational design domains", "scrutineer odd explain examples/odd/motorway.yaml"},
      {"lang", "Look into the compiler of configuration files", "scrutineer lang library object_state"},
      {"suite", "Evaluate many runs, keep what was found, and ask about it",
       "scrutineer suite run night1 --store nights.db --name night1"},
      {"live", "Evaluate beside a simulator that is running",
       "scrutineer live sumo --map examples/maps/town.xodr --duration 30"},
      {"teleporter", "Plan the relocation of the ego in a live simulation",
       "scrutineer teleporter plan examples/teleporter/loop.json --map examples/maps/town.xodr"},
      {"list", "List the checkers, or what can be set", "scrutineer list checkers"},
  };
}

}  // namespace scrutineer::app
