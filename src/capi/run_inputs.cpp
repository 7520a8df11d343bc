#include "capi/detail/run_inputs.h"

#include <filesystem>
#include <utility>

#include "capi/detail/map_handle.h"
#include "results/formats.h"
#include "results/run_manifest.h"
#include "run/named_map.h"
#include "run/overwritten.h"
#include "trace/pushed_trace.h"

namespace scrutineer::capi {

namespace {

constexpr std::string_view kManifestName = "manifest";  // what problems call a text that is in no file

}  // namespace

Failed read_request(const char* manifest_json, const scr_run_options* options, bool is_live, World& world,
                    RunRequest& request) {
  std::string_view text, folder, out;
  if (auto failed = read_text(manifest_json, "manifest_json", text)) return failed;
  if (options != nullptr) {
    if (auto failed = check_struct(options, "options", "scr_run_options")) return failed;
    if (auto failed = read_optional_text(options->folder, "folder", folder)) return failed;
    if (auto failed = read_optional_text(options->out, "out", out)) return failed;
    request.out = out;
    request.map = scr_map_share(options->map);
  }
  // Paths count from where the file would be.
  const std::string file = (std::filesystem::path(folder) / kManifestName).string();
  auto manifest = is_live ? trace::read_live_manifest(text, file) : trace::read_manifest(text, file);
  if (!manifest) return bad_input(manifest.problem());
  request.manifest = *std::move(manifest);
  if (request.out.empty()) return std::nullopt;
  // What is read must not be replaced by what is written.
  std::vector<std::string> inputs = run::files_of(request.manifest);
  if (request.map != nullptr) inputs.push_back(request.map->network().file());
  if (auto problem = run::clash_with_result(request.out, inputs, world.outside()))
    return bad_input(*std::move(problem));
  return std::nullopt;
}

Failed open_run(RunRequest& request, World& world, bool is_live, std::optional<run::Run>& run) {
  if (!request.map)
    if (auto problem = run::find_named_map(request.manifest, world.outside())) return bad_input(*std::move(problem));
  run::OpenOptions options{.is_live = is_live};
  if (request.map != nullptr) {
    options.map = &request.map->loaded;
    request.manifest.map = request.map->network().file();
  }
  auto opened = run::open(std::move(request.manifest), world.outside(), options);
  if (!opened) return bad_input(opened.problem());
  run.emplace(*std::move(opened));
  return std::nullopt;
}

Failed give_result(run::Outcome& outcome, run::Run& run, const std::string& out,
                   std::optional<results::ResultFolder>& folder, World& world, std::string& json) {
  if (!outcome.result)
    return bad_input(outcome.fault ? *std::move(outcome.fault) : Problem{{}, "nothing of the run could be read"});
  results::Documents documents(*outcome.result);
  json = documents.in(results::json_format());
  if (!folder) return std::nullopt;
  run.manifest.hashes = world.hashing().hashes();
  if (outcome.result->evaluation.ego) run.manifest.ego = outcome.result->evaluation.ego->id;
  const auto manifest = results::run_manifest(run.manifest, out, world.folders());
  if (!manifest) return bad_input(manifest.problem());
  if (auto problem = folder->write(results::result_files(documents, *manifest))) return bad_input(*std::move(problem));
  return std::nullopt;
}

}  // namespace scrutineer::capi
