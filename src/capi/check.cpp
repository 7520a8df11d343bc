// A recorded run, from a manifest to its result.
#include "capi/detail/call.h"
#include "capi/detail/run_inputs.h"

namespace scrutineer::capi {
namespace {

Failed check(const char* manifest_json, const scr_run_options* options, std::string& json) {
  RunRequest request;
  World world;
  if (auto failed = read_request(manifest_json, options, false, world, request)) return failed;
  std::optional<results::ResultFolder> folder;
  if (!request.out.empty()) {
    auto opened = results::ResultFolder::open(request.out, world.folders());
    if (!opened) return bad_input(opened.problem());
    folder.emplace(*std::move(opened));
  }
  std::optional<run::Run> run;
  if (auto failed = open_run(request, world, false, run)) return failed;
  run::Outcome outcome = run::evaluate(*run);
  run->trace.reset();  // which completes the hashes
  return give_result(outcome, *run, request.out, folder, world, json);
}

}  // namespace
}  // namespace scrutineer::capi

using namespace scrutineer::capi;

extern "C" {

void scr_run_options_init(scr_run_options* options) {
  if (options == nullptr) return;
  *options = {};
  options->size = sizeof(scr_run_options);
}

char* scr_check(const char* manifest_json, const scr_run_options* options, scr_error** error) {
  char* text = nullptr;
  call(error, [&]() -> Failed {
    std::string json;
    if (auto failed = check(manifest_json, options, json)) return failed;
    text = as_c_text(json);
    return std::nullopt;
  });
  return text;
}

}  // extern "C"
