#include "run/record.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "run/load.h"
#include "run/run.h"

namespace scrutineer::run {

std::vector<std::string> changed_inputs(const trace::Manifest& manifest, const StillThere& still_there,
                                        Outside& outside) {
  std::vector<std::string> changes;
  std::set<std::string> files(manifest.config.begin(), manifest.config.end());
  for (const auto& [file, hash] : manifest.hashes) files.insert(file);
  files.insert({manifest.map, manifest.trace, manifest.lights, manifest.sumo_net, manifest.vehicle_types,
                manifest.planned_path, manifest.relocations, manifest.environment, manifest.odd, manifest.cod});
  for (const std::string& file : files)
    if (outside.folders.is_stream(file))
      changes.push_back(fmt::format(
          "{} is a pipe or a device, which cannot be read again: this report cannot be made a second time.", file));
  const auto is_still_there = [&](const std::string& file) {
    return (still_there.map && file == manifest.map) ||
           (still_there.steps && (file == manifest.trace || file == manifest.lights));
  };
  for (const auto& [file, hash] : manifest.hashes) {
    if (is_still_there(file) || outside.folders.is_stream(file)) continue;
    const auto now = outside.folders.sha256(file);
    if (!now) {
      changes.push_back(fmt::format("{}: {}.", file, now.problem().message));
    } else if ("sha256:" + *now != hash) {
      changes.push_back(fmt::format("{} is not what it was when the run was evaluated.", file));
    }
  }
  return changes;
}

namespace {

// Does the check compute a line of its pictures itself? All other lines are facts, which are recorded anyway, or
// metrics.
bool gives_lines(const watch::CheckInfo& check) {
  return std::ranges::any_of(check.plots, [](const watch::PlotInfo& plot) {
    return std::ranges::any_of(plot.lines,
                               [](const watch::PlotLine& line) { return line.fact == nullptr && line.metric.empty(); });
  });
}

// Only checks that found something are drawn, and only those that compute lines themselves have to run again.
std::vector<watch::Check> that_give_lines(std::span<const watch::Check> checks, const report::Found& found) {
  std::vector<watch::Check> chosen;
  for (const watch::Check& check : checks) {
    const std::string_view name = check.info.name;
    const bool has_found =
        std::ranges::any_of(found.issues, [&](const auto& issue) { return issue.checker == name; }) ||
        std::ranges::any_of(found.intervals, [&](const auto& interval) { return interval.watcher == name; });
    if (has_found && gives_lines(check.info)) chosen.push_back(check);
  }
  return chosen;
}

report::OddTracks odd_tracks(const odd::Monitor& monitor) {
  const odd::Odd& odd = monitor.domain();
  report::OddTracks modules, conditions;
  for (const odd::Module& module : odd.modules) modules.push_back({module.name, module.title, true, {}});
  for (const odd::Condition& condition : odd.conditions)
    conditions.push_back({odd.taxonomy.at(condition.about).name, odd::in_words(odd, condition), false, {}});
  for (const odd::TruthChange& change : monitor.changes())
    (change.is_module ? modules : conditions)[change.index].spans.emplace_back(
        to_seconds(change.time.time_since_epoch()), static_cast<int>(change.truth));
  std::ranges::rotate(modules.begin(), modules.begin() + static_cast<std::ptrdiff_t>(odd.root.index()),
                      modules.begin() + static_cast<std::ptrdiff_t>(odd.root.index()) + 1);
  std::ranges::move(conditions, std::back_inserter(modules));
  return modules;
}

}  // namespace

Recorded record(const trace::Manifest& manifest, const report::Found& found,
                std::shared_ptr<const Configuration> configuration, Outside& outside, const StillThere& still_there) {
  Recorded recorded;
  const auto give_up = [&](const Problem& problem) {
    recorded.notices.push_back(to_string(problem));
    return std::move(recorded);
  };
  const LoadedMap loaded{still_there.map, {}};
  auto run = open(manifest, std::move(configuration), outside,
                  {.checks_map = false, .map = loaded.network ? &loaded : nullptr, .steps = still_there.steps});
  if (!run) return give_up(run.problem());
  // All checks must run again if the configuration has watchers of its own, which may look at other checks, or if the
  // run stops at the first error, which may be any check's.
  if (run->companion == nullptr && !manifest.stop_on_error) run->checks = that_give_lines(run->checks, found);
  const bool watches_odd = run->odd && std::ranges::none_of(run->checks, [](const watch::Check& check) {
                             return check.info.name == "odd";  // which watches it itself
                           });
  outside.progress.begin("reading " + manifest.trace);
  report::RecordingBuilder builder(found);
  const Outcome outcome = evaluate(*run, {.progress = progress_of(outside, "reading " + manifest.trace, found.frames),
                                          .look =
                                              [&](scene::Scene& scene, const scene::LightHeads* lights) {
                                                builder.look(scene, lights);
                                                if (watches_odd && scene.actors.ego().valid())
                                                  run->odd->step(scene, scene.actors.ego());
                                              },
                                          .plots = &builder});
  if (!outcome.is_usable) return give_up(*outcome.fault);
  if (outcome.fault && outcome.result && outcome.result->evaluation.frames < found.frames)
    recorded.notices.push_back(fmt::format("Nothing is drawn of what came after {:.1f} s: {}.",
                                           to_seconds(outcome.result->evaluation.end), to_string(*outcome.fault)));
  recorded.recording = builder.finish();
  if (run->odd) recorded.odd = odd_tracks(*run->odd);
  if (run->map) {
    outside.progress.begin("drawing " + run->map->file());
    recorded.map = report::piece_around(*run->map, *recorded.recording);
  }
  return recorded;
}

}  // namespace scrutineer::run
