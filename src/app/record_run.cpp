#include "app/record_run.h"

#include <fmt/format.h>

#include <algorithm>

#include "app/side_files.h"
#include "map/road_marks.h"
#include "trace/placement.h"
#include "trace/read_ahead.h"
#include "watch/evaluate.h"

namespace scrutineer::app {

std::vector<std::string> changed_inputs(const trace::Manifest& manifest, Outside& outside) {
  std::vector<std::string> changes;
  for (const auto& [file, hash] : manifest.hashes) {
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

// Only those with issues are drawn, and only they need to run again.
std::vector<watch::Check> with_issues(std::span<const watch::Check> checks, const report::Found& found) {
  std::vector<watch::Check> chosen;
  for (const watch::Check& check : checks)
    if (std::ranges::any_of(found.issues, [&](const auto& issue) { return issue.checker == check.info.name; }))
      chosen.push_back(check);
  return chosen;
}

}  // namespace

RecordedRun record_run(const trace::Manifest& manifest, const report::Found& found,
                       std::span<const watch::Check> checks, const watch::Settings& settings, Outside& outside) {
  RecordedRun run;
  const auto give_up = [&](const Problem& problem) {
    run.notices.push_back(to_string(problem));
    return std::move(run);
  };
  auto files = read_side_files(manifest, outside);
  if (!files) return give_up(files.problem());
  auto opened = outside.files.open_trace(trace_source(manifest));
  if (!opened) return give_up(opened.problem());
  const auto trace = read_ahead(placed(*std::move(opened), manifest.placement));

  std::uint64_t frames = 0;
  outside.progress.begin("reading " + manifest.trace);
  const auto progress = [&](Time time) {
    constexpr std::uint64_t kFramesBetweenNews = 256;
    if (++frames % kFramesBetweenNews == 0)
      outside.progress.begin(
          fmt::format("reading {}: {} of {} frames, {:.0f} s", manifest.trace, frames, found.frames, to_seconds(time)));
  };
  const std::vector<watch::Check> drawn = with_issues(checks, found);
  report::Recorder recorder(found);
  const watch::RunOutcome outcome = watch::evaluate(
      drawn, settings,
      {.trace = *trace,
       .map = files->map.get(),
       .ego_named = manifest.ego,
       .plans = files->plans ? &*files->plans : nullptr,
       .relocations = files->relocations,
       .light_ties = files->light_ties,
       .differences = manifest.derive.value_or(1),
       .stop_on_error = manifest.stop_on_error,
       .progress = progress,
       .look = [&](scene::Scene& scene, const scene::LightHeads* lights) { recorder.look(scene, lights); },
       .plots = &recorder});
  if (!outcome.is_usable) return give_up(*outcome.fault);
  run.recording = recorder.finish();
  if (files->map) {
    outside.progress.begin("drawing " + manifest.map);
    auto text = outside.files.read(manifest.map);
    std::vector<map::RoadMark> marks;
    if (text) marks = map::read_road_marks(*files->map, *std::move(text));
    run.map = report::piece_around(*files->map, marks, *run.recording);
  }
  return run;
}

}  // namespace scrutineer::app
