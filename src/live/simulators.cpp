#include "live/simulators.h"

#include <algorithm>

namespace scrutineer::live {

std::span<const SimulatorRow> simulators() {
  static const std::vector<SimulatorRow> kRows = all_simulators();
  return kRows;
}

const SimulatorRow& simulator_row(std::string_view name) {
  return *std::ranges::find(simulators(), name, &SimulatorRow::name);
}

}  // namespace scrutineer::live
