// SUMO among the simulators.
#include "live/simulators.h"
#include "live/sumo/sumo_simulator.h"

namespace scrutineer::live {

namespace {

Result<std::unique_ptr<Simulator>> open_sumo(const Simulation& simulation) {
  auto started = sumo::SumoSimulator::start({.name = simulation.name,
                                             .config = simulation.config,
                                             .net = simulation.net,
                                             .attach = simulation.attach,
                                             .ego = simulation.ego,
                                             .vehicles = simulation.vehicles,
                                             .seed = simulation.seed,
                                             .step_length = simulation.step_length,
                                             .duration = simulation.duration,
                                             .patience = simulation.patience,
                                             .log = simulation.log,
                                             .arguments = simulation.arguments});
  if (!started) return started.problem();
  return std::unique_ptr<Simulator>(*std::move(started));
}

}  // namespace

SimulatorRow sumo_simulator() {
  return {.name = "sumo",
          .title = "SUMO",
          .summary = "SUMO over TraCI: started here, or running already",
          .open = open_sumo};
}

}  // namespace scrutineer::live
