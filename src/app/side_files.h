// Everything beside the trace that a run may come with.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "app/outside.h"
#include "map/road_network.h"
#include "trace/manifest.h"
#include "trace/planned_path.h"
#include "trace/relocations.h"
#include "trace/sumo_net.h"

namespace scrutineer::app {

struct SideFiles {
  std::unique_ptr<const map::RoadNetwork> map;
  std::optional<trace::PlannedPaths> plans;
  std::vector<trace::Relocation> relocations;
  std::vector<trace::LightTie> light_ties;
};

Result<SideFiles> read_side_files(const trace::Manifest& used, Outside& outside);

}  // namespace scrutineer::app
