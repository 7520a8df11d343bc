// scrutineer report: a finished run as one page for people.

#include <ostream>

#include "app/detail/command.h"
#include "app/detail/folder_report.h"
#include "app/detail/max_memory.h"
#include "app/detail/words.h"
#include "app/detail/write_pictures.h"
#include "results/write_folder.h"
#include "run/overwritten.h"

namespace scrutineer::app {

namespace {

struct ReportOptions {
  std::string folder;        // a result's
  std::string output;        // empty: in that folder
  std::vector<int> png;      // pictures of these issues instead of the page ...
  bool pictures = false;     // ... or of the worst of each kind and actor ...
  bool every_issue = false;  // ... or of all
  std::string max_memory;    // empty: no limit
};

int write_all(const ReportOptions& options, Outside& outside) {
  return with_result_folder(options.folder, outside, [&](EvaluatedRun& run) {
    if (const auto problem = run::overwritten({options.output}, run.made_from, outside))
      return refuse(outside, *problem);
    if (options.pictures || !options.png.empty()) {
      if (!options.output.empty() && (options.pictures || options.png.size() != 1))
        return refuse(outside, "-o names one file, and there would be several pictures");
      const auto written = write_pictures(run,
                                          {.issues = options.pictures ? std::vector<int>() : options.png,
                                           .every_issue = options.every_issue,
                                           .with_svg = options.pictures,
                                           .folder = options.folder + "/" + std::string(results::kPicturesFolder),
                                           .output = options.output},
                                          outside);
      if (!written) return refuse(outside, written.problem());
      outside.screen.out << *written;
      return kFine;
    }
    const std::string output =
        options.output.empty() ? options.folder + "/" + std::string(results::kReportFile) : options.output;
    const auto written = write_report(run, output, outside);
    if (!written) return refuse(outside, written.problem());
    outside.screen.out << *written;
    return kFine;
  });
}

int report(const ReportOptions& options, Outside& outside) {
  return with_max_memory(options.max_memory, outside, [&] { return write_all(options, outside); });
}

void add_options(Options& options, ReportOptions& values) {
  options.add("DIR", values.folder, "A result's folder, as check --out writes it").required();
  options.add("-o,--output", values.output, "The page to write, instead of DIR/report.html", "FILE");
  options.add("--png", values.png, "Draw a picture of this issue instead of the page; may be given several times",
              "ISSUE");
  const Option pictures =
      options.flag("--pictures", values.pictures,
                   "Draw the worst issue of each kind and actor instead of the page, as PNG and as SVG");
  options.flag("--every-issue", values.every_issue, "With --pictures: a picture of each issue").needs(pictures);
  add_max_memory(options, values.max_memory);
}

}  // namespace

Command report_command() {
  return {.name = "report",
          .turn = 90,
          .summary = "Show a finished run: one page that opens in any browser",
          .example = "scrutineer check examples/runs/departure/run.json --out out; scrutineer report out",
          .declare = declare<ReportOptions, add_options, report>,
          .more = "\nMap and run are read again where DIR/run.json says that they are. docs/report.md has more.\n"};
}

}  // namespace scrutineer::app
