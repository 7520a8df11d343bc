#include "app/side_files.h"

#include "app/commands.h"

namespace scrutineer::app {

Result<SideFiles> read_side_files(const trace::Manifest& used, Outside& outside) {
  SideFiles files;
  if (!used.map.empty()) {
    auto map = load_map(used.map, outside);
    if (!map) return map.problem();
    files.map = *std::move(map);
  }
  if (!used.planned_path.empty()) {
    auto content = outside.files.read(used.planned_path);
    if (!content) return content.problem();
    auto plans = trace::PlannedPaths::open(*std::move(content), used.planned_path);
    if (!plans) return plans.problem();
    files.plans.emplace(*std::move(plans));
  }
  if (!used.relocations.empty()) {
    auto content = outside.files.read(used.relocations);
    if (!content) return content.problem();
    auto relocations = trace::read_relocations(*std::move(content), used.relocations);
    if (!relocations) return relocations.problem();
    files.relocations = *std::move(relocations);
  }
  if (!used.sumo_net.empty()) {
    auto content = outside.files.read(used.sumo_net);
    if (!content) return content.problem();
    auto net = trace::read_sumo_net(*std::move(content), used.sumo_net);
    if (!net) return net.problem();
    files.light_ties = *std::move(net);
  }
  return files;
}

}  // namespace scrutineer::app
