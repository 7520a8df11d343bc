#include "run/detail/unused_files.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"

namespace scrutineer::run::detail {

std::vector<std::string> unused_files(const FilesBeside& beside, const trace::Tables& tables, Time end) {
  std::vector<std::string> notes;
  const double seconds = to_seconds(end.time_since_epoch());
  const std::string until = shortest(seconds);
  if (!beside.manifest.lights.empty() && tables.lights().empty())
    notes.push_back(fmt::format("{} has no light state up to {} s, where the run ends on its own clock",
                                beside.manifest.lights, shortest(tables.start_seconds() + seconds)));
  const auto has_plan = [&](const trace::ActorInfo& actor) { return beside.plans->of(actor.id) != nullptr; };
  if (beside.plans != nullptr && std::ranges::none_of(tables.actors(), has_plan))
    notes.push_back(fmt::format("{} has no path of an actor of the run up to {} s, where that ends",
                                beside.manifest.planned_path, until));
  for (const trace::Relocation& relocation : beside.relocations) {
    if (relocation.id.empty() ||
        std::ranges::find(tables.actors(), relocation.id, &trace::ActorInfo::id) != tables.actors().end())
      continue;
    notes.push_back(
        fmt::format("{} relocates actor {}, which the run does not have", beside.manifest.relocations, relocation.id));
    break;  // one is enough to look into the file
  }
  const auto is_too_late = [&](const trace::Relocation& relocation) { return relocation.start > end; };
  if (!beside.relocations.empty() && std::ranges::all_of(beside.relocations, is_too_late))
    notes.push_back(
        fmt::format("{} relocates nobody up to {} s, where the run ends: its times count from the run's first frame",
                    beside.manifest.relocations, until));
  return notes;
}

}  // namespace scrutineer::run::detail
