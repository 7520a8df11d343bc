// scrutineer report: a finished run as one page for people.

#include <fmt/format.h>

#include <ostream>

#include "app/detail/command.h"
#include "app/detail/words.h"
#include "app/detail/write_pictures.h"
#include "app/detail/write_report.h"
#include "base/located_json.h"
#include "results/write_folder.h"

namespace scrutineer::app {

namespace {

struct ReportOptions {
  std::string folder;        // a result's
  std::string output;        // empty: in that folder
  std::vector<int> png;      // pictures of these issues instead of the page ...
  bool pictures = false;     // ... or of the worst of each kind and actor ...
  bool every_issue = false;  // ... or of all
};

// Live runs that nobody recorded have no trace: the manifest then names none, and the rest of it is read all the same.
Result<trace::Manifest> read_result_manifest(const std::string& text, const std::string& file) {
  const auto json = parse_json(text, file);
  const auto brace = text.find('{');
  if (!json || json->kind != JsonValue::Kind::object || json->find("trace") != nullptr)
    return trace::read_manifest(text, file);
  auto manifest = trace::read_manifest(
      text.substr(0, brace + 1) + "\"trace\": \"live\"" + (json->members.empty() ? "" : ",") + text.substr(brace + 1),
      file);
  if (manifest) manifest->trace.clear();
  return manifest;
}

// A run or another file in a result's place is named as that.
Problem why_no_result(const std::string& named, const Problem& problem, Outside& outside) {
  if (!outside.files.head(named))
    return {problem.place,
            problem.message + "; a result's folder is wanted, as scrutineer check RUN --out DIR makes one"};
  return {{.file = named},
          fmt::format("is no result, which is a folder; scrutineer check {} --out DIR --report makes one with its page",
                      named)};
}

int report(const ReportOptions& options, Outside& outside) {
  const std::string result_file = options.folder + "/" + std::string(results::kResultFile);
  const auto result = outside.files.read(result_file);
  if (!result) return refuse(outside, why_no_result(options.folder, result.problem(), outside));
  std::optional<trace::Manifest> manifest;
  const std::string manifest_file = options.folder + "/run.json";
  std::vector<std::string> notices;
  if (const auto text = outside.files.read(manifest_file); !text) {
    notices.push_back(to_string(text.problem()));
  } else if (auto read = read_result_manifest(*text, manifest_file); !read) {
    return refuse(outside, read.problem());
  } else {
    manifest = *std::move(read);
  }
  const trace::Manifest used = manifest.value_or(trace::Manifest());
  const auto configuration = configured(used.config, outside, used.lang_path);
  if (!configuration) return kNotEvaluated;
  const auto settings = run::settings_for(*configuration, used);
  if (!settings) return refuse(outside, settings.problem());
  EvaluatedRun run{.result = *result,
                   .result_file = result_file,
                   .configuration = configuration,
                   .settings = *settings,
                   .notices = std::move(notices)};
  if (manifest) let_be_read_again(run, *manifest, outside);
  auto episodes = read_episodes(options.folder, outside);
  if (!episodes) return refuse(outside, episodes.problem());
  run.episodes = *std::move(episodes);
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
}

void add_options(Options& options, ReportOptions& values) {
  options.add("DIR", values.folder, "A result's folder, as check --out writes it").required();
  options.add("-o,--output", values.output, "The page to write, instead of DIR/report.html", "FILE");
  options.add("--png", values.png, "Instead of the page a picture of this issue; can be given several times", "ISSUE");
  const Option pictures = options.flag("--pictures", values.pictures,
                                       "Instead of the page a picture of the worst issue of each kind and actor, as "
                                       "PNG and as SVG");
  options.flag("--every-issue", values.every_issue, "With --pictures: a picture of each issue").needs(pictures);
}

}  // namespace

Command report_command() {
  return {.name = "report",
          .summary = "Show a finished run: one page that opens in any browser",
          .example = "scrutineer check examples/runs/departure/run.json --out out; scrutineer report out",
          .declare = declare<ReportOptions, add_options, report>,
          .more = "\nMap and run are read again where DIR/run.json says that they are. docs/report.md has more.\n"};
}

}  // namespace scrutineer::app
