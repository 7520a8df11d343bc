#include "live/sumo/sumo_simulator.h"

#include "base/plugin.h"
#include "live/sumo/detail/traci_plugin.h"

namespace scrutineer::live::sumo {

Result<std::unique_ptr<SumoSimulator>> SumoSimulator::start(const SumoOptions& options) {
  const auto start = plugin_function<decltype(scrutineer_start_sumo)>(
      {.name = "scrutineer_sumo",
       .function = "scrutineer_start_sumo",
       .what_to_do = "live runs with SUMO need its client library, and this program was built without it; first: "
                     "scripts/install-deps live && make build"});
  if (!start) return start.problem();
  Problem problem;
  std::unique_ptr<SumoSimulator> started((*start)(options, problem));
  if (!started) return problem;
  return started;
}

}  // namespace scrutineer::live::sumo
