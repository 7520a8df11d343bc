#include "app/detail/suite_page.h"

#include <fmt/format.h>

#include <filesystem>
#include <optional>
#include <sstream>
#include <vector>

#include "app/detail/folder_report.h"
#include "app/detail/words.h"
#include "base/printable.h"
#include "base/text.h"
#include "report/page.h"
#include "results/write_folder.h"

namespace scrutineer::app {
namespace {

std::string reports(std::size_t count) { return fmt::format("{} {}", count, count == 1 ? "report" : "reports"); }

// Gives runs whose folders were kept the way to their reports, and makes reports that are missing.
class RunReports {
 public:
  RunReports(suite::SuitePage& page, const SuitePageOptions& options, std::string folder, Outside& outside)
      : page_(page), options_(options), folder_(std::move(folder)), outside_(outside) {}

  void link() {
    std::vector<bool> is_known(page_.runs.size(), false);
    // In the order in which people look at them.
    for (const suite::PageFinding& finding : page_.findings) {
      if (is_known[finding.run]) continue;
      is_known[finding.run] = true;
      link(page_.runs[finding.run], true);
    }
    for (std::size_t i = 0; i < page_.runs.size(); ++i)
      if (!is_known[i]) link(page_.runs[i], false);
  }

  std::string said() const {
    std::string text;
    if (made_ > 0) text += fmt::format("; {} of runs made", reports(made_));
    if (missing_ > 0)
      text += fmt::format("; {} {} issues and no report yet (--run-reports {} makes all)", missing_,
                          missing_ == 1 ? "run has" : "runs have", missing_ + failed_);
    if (failed_ > 0) text += fmt::format("; {} could not be made: {}", reports(failed_), first_failure_);
    return text;
  }

 private:
  void link(suite::PageRun& run, bool has_issues) {
    if (run.folder.empty()) return;
    const std::string file = run.folder + "/" + std::string(results::kReportFile);
    if (!is_there(file)) {
      if (!has_issues || !is_there(run.folder + "/" + std::string(results::kResultFile))) return;
      if (made_ + failed_ == options_.run_reports) {
        ++missing_;
        return;
      }
      if (!make(run, file)) return;
    }
    const auto real = outside_.folders.canonical(file);
    if (real) run.report = std::filesystem::path(*real).lexically_relative(folder_).generic_string();
  }

  bool is_there(const std::string& file) const {
    const auto found = outside_.folders.look(file);
    return found && *found == results::Folders::Found::file;
  }

  // What it has to say is for the report's own reader.
  bool make(const suite::PageRun& run, const std::string& file) {
    outside_.progress.begin("making the report of " + run.key);
    std::ostringstream out, err;
    Outside quiet{{outside_.files, outside_.folders, outside_.progress}, {out, err}};
    const int code = with_result_folder(run.folder, quiet, [&](EvaluatedRun& evaluated) {
      const auto written = write_report(evaluated, file, quiet);
      return written ? kFine : refuse(quiet, written.problem());
    });
    if (code == kFine) {
      ++made_;
      return true;
    }
    if (failed_++ == 0) first_failure_ = trim(err.str());
    return false;
  }

  suite::SuitePage& page_;
  const SuitePageOptions& options_;
  std::string folder_;
  Outside& outside_;
  std::size_t made_ = 0, missing_ = 0, failed_ = 0;
  std::string first_failure_;
};

// Nobody's files are lost: a page that is none of ours stays. Ours hold their data in parts.
std::optional<Problem> other_page(const std::string& file, Outside& outside) {
  const auto found = outside.folders.look(file);
  if (!found || *found != results::Folders::Found::file) return std::nullopt;
  const auto text = outside.files.read(file);
  if (!text || text->find("data-part=") != std::string::npos) return std::nullopt;
  return Problem{{.file = file}, "is not replaced: it is no page of a suite; name a new or empty folder"};
}

}  // namespace

void add_run_reports(Options& options, SuitePageOptions& values) {
  options
      .add("--run-reports", values.run_reports,
           "Make the missing reports of this many runs with kept folders, the worst first", "N")
      .within(0, 100'000'000)
      .shows_default("100");
}

Result<std::string> write_suite_page(store::Store& store, const suite::PageQuestion& question,
                                     const SuitePageOptions& options, Outside& outside) {
  if (report::suite_template().empty())
    return Problem{{},
                   "this program was built without npm, and so without the page of a suite; first: "
                   "scripts/install-deps run && make build"};
  const std::string output = options.folder + "/index.html";
  if (auto problem = other_page(output, outside)) return *std::move(problem);
  outside.progress.begin("reading " + question.suite);
  auto page = suite::read_page(store, question);
  if (!page) return page.problem();
  if (auto problem = outside.folders.make_folder(options.folder)) return *std::move(problem);
  auto folder = outside.folders.canonical(options.folder);
  if (!folder) return folder.problem();
  RunReports run_reports(*page, options, std::move(*folder), outside);
  run_reports.link();
  outside.progress.begin("writing " + output);
  const std::string text = suite::suite_page(*page);
  if (auto problem = outside.files.write(output, text)) return *std::move(problem);
  outside.progress.end();
  return fmt::format("{}: {:.1f} MB, opens in any browser{}\n", printable(output),
                     static_cast<double>(text.size()) / 1e6, run_reports.said());
}

}  // namespace scrutineer::app
