#include "run/detail/unused_files.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"

namespace scrutineer::run::detail {

namespace {

// A relocation is a moment; where it lasts, nothing is judged of the actor.
constexpr Duration kWorthTelling = std::chrono::seconds(1);

// How long an actor is on its way while the run lasts. Relocations are sorted by their start.
Duration time_relocated(std::span<const trace::Relocation> relocations, const std::string& id, Time end) {
  Duration total{};
  Time until{};
  for (const trace::Relocation& relocation : relocations) {
    if (relocation.id != id) continue;
    const Time from = std::max(relocation.start, until), to = std::min(relocation.end, end);
    if (to > from) total += to - from;
    until = std::max(until, to);
  }
  return total;
}

std::vector<std::string> notes_of_relocations(const FilesBeside& beside, const trace::Tables& tables, Time end) {
  const std::string& file = beside.manifest.relocations;
  const std::string until = rounded(to_seconds(end.time_since_epoch()), 3);
  if (file.empty()) return {};
  if (beside.relocations.empty()) return {fmt::format("{} relocates nobody: it has no rows", file)};
  std::vector<std::string> notes;
  for (const trace::Relocation& relocation : beside.relocations) {
    if (relocation.id.empty() ||
        std::ranges::find(tables.actors(), relocation.id, &trace::ActorInfo::id) != tables.actors().end())
      continue;
    notes.push_back(fmt::format("{} relocates actor {}, which the run does not have", file, relocation.id));
    break;  // one is enough to look into the file
  }
  const auto is_outside = [&](const trace::Relocation& relocation) {
    return relocation.start > end || relocation.end < Time{};
  };
  if (std::ranges::all_of(beside.relocations, is_outside))
    notes.push_back(fmt::format(
        "{} relocates nobody up to {} s, where the run ends: its times count from the run's first frame", file, until));
  for (const trace::ActorInfo& actor : tables.actors()) {
    const Duration relocated = time_relocated(beside.relocations, actor.id, end);
    if (relocated <= kWorthTelling) continue;
    notes.push_back(
        fmt::format("{} relocates actor {} for {} s of the run's {} s: nothing is judged of it in that time", file,
                    actor.id, rounded(to_seconds(relocated), 3), until));
  }
  return notes;
}

}  // namespace

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
  if (beside.plans != nullptr && beside.plans->most_points() == 1)
    notes.push_back(
        fmt::format("every path of {} is a single point, which leads nowhere: all points of a path have the time from "
                    "which it holds",
                    beside.manifest.planned_path));
  for (std::string& note : notes_of_relocations(beside, tables, end)) notes.push_back(std::move(note));
  const auto is_too_late = [&](const trace::EnvironmentValue& value) { return value.from > end; };
  if (!beside.manifest.environment.empty() && std::ranges::all_of(beside.environment, is_too_late))
    notes.push_back(fmt::format(
        "{} says nothing of weather and light up to {} s, where the run ends: its times count from the run's "
        "first frame",
        beside.manifest.environment, until));
  if (!beside.manifest.vehicle_types.empty() && !beside.format.empty() && beside.format != "sumo")
    notes.push_back(fmt::format("{} is not used: only runs of SUMO name vehicle types", beside.manifest.vehicle_types));
  if (beside.manifest.odd.empty() && (!beside.manifest.cod.empty() || !beside.manifest.cod_values.empty()))
    notes.push_back(fmt::format("{} is not used: the run has no operational design domain that asks for it (--odd)",
                                beside.manifest.cod.empty() ? "cod" : beside.manifest.cod));
  return notes;
}

}  // namespace scrutineer::run::detail
