#include "app/write_report.h"

#include <fmt/format.h>

#include <ostream>

#include "app/printable.h"
#include "app/record_run.h"
#include "report/report.h"

namespace scrutineer::app {

namespace {

std::string sized(std::size_t bytes) {
  const double kilobytes = static_cast<double>(bytes) / 1000.0;
  return kilobytes < 1000.0 ? fmt::format("{:.0f} kB", kilobytes) : fmt::format("{:.1f} MB", kilobytes / 1000.0);
}

}  // namespace

Result<std::string> write_report(const EvaluatedRun& run, const std::string& output, Outside& outside) {
  if (report::page_template().empty())
    return Problem{{}, "this program was built without npm, and so without the report's page"};
  const auto found = report::read_found(run.result, run.result_file);
  if (!found) return found.problem();
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
  if (const auto problem = outside.files.write(output, page)) return *problem;
  outside.progress.end();
  for (const std::string& notice : notices) outside.screen.err << "note: " << printable(notice, 400) << '\n';
  return fmt::format("{}: {}, opens in any browser\n", printable(output), sized(page.size()));
}

}  // namespace scrutineer::app
