// Reading a run frame by frame, for the commands that look into it.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/detail/input_options.h"
#include "app/detail/options.h"
#include "base/result.h"
#include "run/outside.h"
#include "trace/conventions.h"
#include "trace/placement.h"
#include "trace/tables.h"
#include "trace/trace.h"

namespace scrutineer::app {

// What all commands that read a run take.
struct RunOptions {
  std::string file;  // the run, or a manifest (.json) that names it
  std::string lights, vehicle_types, ego;
  bool skip_bad_frames = false;
  InputOptions input;
  // Only manifests say these.
  std::string manifest, map, map_dir;
  std::map<std::string, trace::ActorOverride> actors;
  trace::Placement placement;
  // Flags win over the manifest (resolve_manifest).
  std::string columns;
  trace::TimeUnit time_unit = trace::TimeUnit::s;
  trace::Conventions conventions;

  trace::TraceSource source() const;
  std::vector<std::string> files() const;  // all that it names; some may be empty
};
void add_run(Options& options, RunOptions& run, const char* name = "FILE");
void add_lights(Options& options, std::string& file);
// If `run` names a manifest: what that says, except where flags say otherwise.
std::optional<Problem> resolve_manifest(RunOptions& run, run::Outside& outside);

// Reads the run from its beginning, each frame to `use`, and tells a waiting person how far it is. `use` may end it
// with a problem of its own. The trace is as far as it was read; `problem` is why that is not its end.
struct ReadRun {
  std::unique_ptr<trace::Trace> trace;  // null: it could not be opened
  trace::Tables tables;
  std::optional<Problem> problem;
};
using UseFrame = std::function<std::optional<Problem>(const trace::Frame& frame, const trace::Tables& tables)>;
ReadRun read_run(const RunOptions& options, std::string_view what, const UseFrame& use, run::Outside& outside);

// A problem lists the actors that there are.
Result<trace::ActorId> find_actor(const std::string& id, const ReadRun& run);

}  // namespace scrutineer::app
