// What checks and sessions have in common: the manifest as it is given, and the result as it is wanted.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "capi/detail/call.h"
#include "capi/scrutineer.h"
#include "results/folders.h"
#include "results/write_folder.h"
#include "run/hashing_files.h"
#include "run/real_files.h"
#include "run/real_folders.h"
#include "run/run.h"

namespace scrutineer::capi {

// The file system, with the hashes of all that was read.
class World {
 public:
  run::Outside& outside() { return outside_; }
  results::Folders& folders() { return folders_; }
  const run::HashingFiles& hashing() const { return hashing_; }

 private:
  run::RealFiles files_;
  run::RealFolders folders_;
  run::NoProgress progress_;
  run::HashingFiles hashing_{files_};
  run::Outside outside_{hashing_, folders_, progress_};
};

struct RunRequest {
  trace::Manifest manifest;
  std::string out;         // empty: no files are wanted
  scr_map* map = nullptr;  // one reference of it is held; null: the manifest's

  RunRequest() = default;
  ~RunRequest() { scr_map_close(map); }
  RunRequest(const RunRequest&) = delete;
  RunRequest& operator=(const RunRequest&) = delete;
};
// `is_live`: there need be no trace.
Failed read_request(const char* manifest_json, const scr_run_options* options, bool is_live, World& world,
                    RunRequest& request);
// Opens the run, with the request's map if it has one. Moves the manifest out of the request.
Failed open_run(RunRequest& request, World& world, bool is_live, std::optional<run::Run>& run);

// Makes the JSON of the outcome's result, and writes the result's files to `out` if there is a folder.
Failed give_result(run::Outcome& outcome, run::Run& run, const std::string& out,
                   std::optional<results::ResultFolder>& folder, World& world, std::string& json);

}  // namespace scrutineer::capi
