// scrutineer report: a finished run as one page for people.

#include <ostream>

#include "app/commands.h"
#include "app/configuration.h"
#include "app/record_run.h"
#include "app/run_settings.h"
#include "app/write_pictures.h"
#include "app/write_report.h"
#include "results/write_folder.h"

namespace scrutineer::app {

int report(const ReportOptions& options, Outside& outside) {
  const std::string result_file = options.folder + "/" + std::string(results::kResultFile);
  const auto result = outside.files.read(result_file);
  if (!result)
    return refuse(outside,
                  Problem{result.problem().place,
                          result.problem().message + "; a result's folder is wanted, as check --out makes one"});
  const std::string manifest_file = options.folder + "/run.json";
  std::optional<trace::Manifest> manifest;
  std::string no_manifest;
  if (const auto text = outside.files.read(manifest_file); !text) {
    no_manifest = to_string(text.problem());
  } else if (auto read = trace::read_manifest(*text, manifest_file); !read) {
    return refuse(outside, read.problem());
  } else {
    manifest = *std::move(read);
  }
  const auto configuration = read_configuration(manifest ? manifest->config : std::vector<std::string>(), outside);
  if (!configuration) return kNotEvaluated;
  watch::Settings settings(configuration->checks);
  if (const auto problem = configuration->apply(settings)) return refuse(outside, *problem);
  EvaluatedRun run{
      .result = *result, .result_file = result_file, .checks = configuration->checks, .settings = settings};
  if (!no_manifest.empty()) run.notices.push_back(no_manifest);
  if (manifest) {
    if (const auto problem = apply_settings(*manifest, settings)) return refuse(outside, *problem);
    outside.progress.begin("comparing the run's files");
    const std::vector<std::string> changes = changed_inputs(*manifest, outside);
    run.notices.insert(run.notices.end(), changes.begin(), changes.end());
    if (changes.empty()) run.manifest = &*manifest;
  }
  if (run.manifest == nullptr)
    run.notices.emplace_back("There is no top view, and there are no plots: the run cannot be read again as it was.");
  if (options.pictures || !options.png.empty()) {
    if (!options.output.empty() && (options.pictures || options.png.size() != 1))
      return refuse(outside, "-o names one file, and there would be several pictures");
    const auto written = write_pictures(run,
                                        {.issues = options.pictures ? std::vector<int>() : options.png,
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

}  // namespace scrutineer::app
