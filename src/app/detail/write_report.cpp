#include "app/detail/write_report.h"

#include <fmt/format.h>

#include <ostream>

#include "base/printable.h"
#include "report/report.h"
#include "results/write_folder.h"
#include "run/record.h"

namespace scrutineer::app {

namespace {

std::string sized(std::size_t bytes) {
  const double kilobytes = static_cast<double>(bytes) / 1000.0;
  return kilobytes < 1000.0 ? fmt::format("{:.0f} kB", kilobytes) : fmt::format("{:.1f} MB", kilobytes / 1000.0);
}

// As the run's settings say, for cars beside the ego; nothing if nobody looks.
std::optional<report::ZoneReach> zone_reach(const EvaluatedRun& run) {
  const trace::ActorInfo car{.category = trace::Category::car};
  report::ZoneReach reach;
  bool is_found = false;
  for (const watch::Check& check : run.configuration->checks) {
    if (!check.info.kpi || !run.settings.is_enabled(check.info, car, false)) continue;
    for (const watch::AnyParameter* parameter : check.info.parameters) {
      const auto take = [&](std::string_view name, double& into) {
        if (!parameter->path.ends_with(name)) return;
        into = std::abs(run.settings.value(*parameter, car, false));
        is_found = true;
      };
      take(".vehicle_front_max_time_gap", reach.ahead);
      take(".vehicle_back_max_time_gap", reach.behind);
      take(".vehicle_max_lat_offset", reach.aside);
    }
  }
  return is_found ? std::optional(reach) : std::nullopt;
}

}  // namespace

void let_be_read_again(EvaluatedRun& run, const trace::Manifest& manifest, Outside& outside) {
  if (manifest.trace.empty()) {
    run.notices.emplace_back("The run was live, and nobody recorded it: --record or --report does.");
    return;
  }
  outside.progress.begin("comparing the run's files");
  const std::vector<std::string> changes = run::changed_inputs(manifest, run.still_there, outside);
  run.notices.insert(run.notices.end(), changes.begin(), changes.end());
  if (changes.empty()) run.manifest = &manifest;
}

Result<std::vector<report::Episode>> read_episodes(const std::string& folder, Outside& outside) {
  const std::string file = folder + "/" + std::string(results::kEpisodesFile);
  const auto episodes = outside.files.read(file);
  if (!episodes) return std::vector<report::Episode>();
  const auto arrivals = outside.files.read(folder + "/" + std::string(results::kArrivalsFile));
  return report::read_episodes(*episodes, arrivals ? std::string_view(*arrivals) : std::string_view(), file);
}

Result<std::string> write_report(const EvaluatedRun& run, const std::string& output, Outside& outside) {
  if (report::page_template().empty())
    return Problem{{},
                   "this program was built without npm, and so without the report's page; first: "
                   "scripts/install-deps run && make build"};
  const auto found = run.found ? Result<report::Found>(*run.found) : report::read_found(run.result, run.result_file);
  if (!found) return found.problem();
  std::vector<std::string> notices = run.notices;
  if (run.manifest == nullptr)
    notices.emplace_back("There is no top view, and there are no plots: the run cannot be read again as it was.");
  run::Recorded recorded;
  if (run.manifest != nullptr) {
    recorded = run::record(*run.manifest, *found, run.configuration, outside, run.still_there);
    notices.insert(notices.end(), recorded.notices.begin(), recorded.notices.end());
  }
  std::vector<trace::ManifestArea> areas;
  if (run.manifest != nullptr) areas = run.manifest->areas;
  outside.progress.begin("writing " + output);
  const std::string page =
      report::report_page({.result = run.result,
                           .found = *found,
                           .checks = run.configuration->checks,
                           .notices = notices,
                           .recording = recorded.recording ? &*recorded.recording : nullptr,
                           .map = recorded.map ? &*recorded.map : nullptr,
                           .areas = areas,
                           .zones = zone_reach(run),
                           .episodes = run.episodes,
                           .odd = recorded.odd,
                           .given_info = run.manifest == nullptr ? JsonValue() : run.manifest->info});
  if (const auto problem = outside.files.write(output, page)) return *problem;
  outside.progress.end();
  for (const std::string& notice : notices) outside.screen.err << "note: " << printable(notice, 400) << '\n';
  return fmt::format("{}: {}, opens in any browser\n", printable(output), sized(page.size()));
}

}  // namespace scrutineer::app
