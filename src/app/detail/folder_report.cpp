#include "app/detail/folder_report.h"

#include <fmt/format.h>

#include "app/detail/words.h"
#include "base/located_json.h"
#include "results/write_folder.h"
#include "run/overwritten.h"

namespace scrutineer::app {
namespace {

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

}  // namespace

int with_result_folder(const std::string& folder, Outside& outside, const std::function<int(EvaluatedRun&)>& use) {
  const std::string result_file = folder + "/" + std::string(results::kResultFile);
  const auto result = outside.files.read(result_file);
  if (!result) return refuse(outside, why_no_result(folder, result.problem(), outside));
  std::optional<trace::Manifest> manifest;
  const std::string manifest_file = folder + "/run.json";
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
                   .notices = std::move(notices),
                   .made_from = run::files_of_result(folder)};
  for (std::string& file : run::files_of(used)) run.made_from.push_back(std::move(file));
  if (manifest) let_be_read_again(run, *manifest, outside);
  auto episodes = read_episodes(folder, outside);
  if (!episodes) return refuse(outside, episodes.problem());
  run.episodes = *std::move(episodes);
  return use(run);
}

}  // namespace scrutineer::app
