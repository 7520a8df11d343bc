// scrutineer report: a finished run as one page for people.

#include <fmt/format.h>

#include <ostream>

#include "app/commands.h"
#include "app/printable.h"
#include "app/record_run.h"
#include "app/run_settings.h"
#include "checks/catalogue.h"
#include "report/report.h"
#include "results/write_folder.h"

namespace scrutineer::app {

namespace {

std::string sized(std::size_t bytes) {
  const double kilobytes = static_cast<double>(bytes) / 1000.0;
  return kilobytes < 1000.0 ? fmt::format("{:.0f} kB", kilobytes) : fmt::format("{:.1f} MB", kilobytes / 1000.0);
}

}  // namespace

int write_report(const ReportRun& run, const std::string& output, Outside& outside) {
  if (report::page_template().empty())
    return refuse(outside, "this program was built without npm, and so without the report's page");
  const auto found = report::read_found(run.result, run.result_file);
  if (!found) return refuse(outside, found.problem());
  std::vector<std::string> notices = run.notices;
  RecordedRun recorded;
  if (run.manifest != nullptr) {
    recorded = record_run(*run.manifest, *found, run.checks, run.settings, outside);
    notices.insert(notices.end(), recorded.notices.begin(), recorded.notices.end());
  }
  outside.progress.begin("writing " + output);
  const std::string page = report::report_page({.result = run.result,
                                                .found = *found,
                                                .checks = run.checks,
                                                .notices = notices,
                                                .recording = recorded.recording ? &*recorded.recording : nullptr,
                                                .map = recorded.map ? &*recorded.map : nullptr});
  if (const auto problem = outside.files.write(output, page)) return refuse(outside, *problem);
  outside.progress.end();
  for (const std::string& notice : notices) outside.screen.err << "note: " << printable(notice, 400) << '\n';
  outside.screen.out << fmt::format("{}: {}, opens in any browser\n", printable(output), sized(page.size()));
  return kFine;
}

int report(const ReportOptions& options, Outside& outside) {
  const std::string result_file = options.folder + "/" + std::string(results::kResultFile);
  const auto result = outside.files.read(result_file);
  if (!result)
    return refuse(outside, Problem{result.problem().place,
                                   result.problem().message + "; a result's folder is wanted, as check --out makes one"});
  const std::vector<watch::Check> checks = checks::catalogue();
  watch::Settings settings(checks);
  ReportRun run{.result = *result, .result_file = result_file, .checks = checks, .settings = settings};

  const std::string manifest_file = options.folder + "/run.json";
  std::optional<trace::Manifest> manifest;
  if (const auto text = outside.files.read(manifest_file); !text) {
    run.notices.push_back(to_string(text.problem()));
  } else if (auto read = trace::read_manifest(*text, manifest_file); !read) {
    return refuse(outside, read.problem());
  } else {
    manifest = *std::move(read);
  }
  if (manifest) {
    if (const auto problem = apply_settings(*manifest, settings)) return refuse(outside, *problem);
    outside.progress.begin("comparing the run's files");
    const std::vector<std::string> changes = changed_inputs(*manifest, outside);
    run.notices.insert(run.notices.end(), changes.begin(), changes.end());
    if (changes.empty()) run.manifest = &*manifest;
  }
  if (run.manifest == nullptr)
    run.notices.emplace_back("There is no top view, and there are no plots: the run cannot be read again as it was.");
  return write_report(run, options.output.empty() ? options.folder + "/report.html" : options.output, outside);
}

}  // namespace scrutineer::app
