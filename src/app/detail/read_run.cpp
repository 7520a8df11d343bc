#include "app/detail/read_run.h"

#include <fmt/format.h>

#include <algorithm>

#include "app/detail/check_inputs.h"
#include "base/printable.h"
#include "run/load.h"
#include "trace/formats.h"
#include "trace/recognise.h"

namespace scrutineer::app {

namespace {

std::string ids_of(std::span<const trace::ActorInfo> actors) {
  constexpr std::size_t kMost = 20, kLongest = 40;
  std::string text;
  for (std::size_t i = 0; i < std::min(kMost, actors.size()); ++i)
    text += (text.empty() ? "" : ", ") + printable(actors[i].id, kLongest);
  if (actors.size() > kMost) text += fmt::format(" and {} more", actors.size() - kMost);
  return text;
}

bool is_manifest(const std::string& file, run::Outside& outside) {
  if (file.ends_with(".json")) return true;
  if (outside.folders.is_stream(file)) return false;
  const auto head = outside.files.head(file);
  return head && trace::recognise(*head, file).kind == trace::FileKind::manifest;
}

}  // namespace

Result<trace::ActorId> find_actor(const std::string& id, const ReadRun& run) {
  const auto actors = run.tables.actors();
  const auto found = std::ranges::find(actors, id, &trace::ActorInfo::id);
  if (found != actors.end()) return trace::ActorId(static_cast<std::size_t>(found - actors.begin()));
  return Problem{{.file = run.trace->file()}, fmt::format("there is no actor {}; there are {}", id, ids_of(actors))};
}

trace::TraceSource RunOptions::source() const {
  return {.file = file,
          .lights = lights,
          .vehicle_types = vehicle_types,
          .actors = actors,
          .skip_bad_frames = skip_bad_frames,
          .ego_is_named = !ego.empty(),
          .time_unit = time_unit,
          .columns = columns};
}

std::vector<std::string> RunOptions::files() const { return {file, manifest, lights, vehicle_types, map}; }

void add_lights(Options& options, std::string& file) {
  options.add("--lights", file, "Traffic lights of the run: " + list_of(trace::light_formats()), "FILE");
}

void add_run(Options& options, RunOptions& run, const char* name) {
  options
      .add(name, run.file,
           fmt::format("A run: {};\nalso packed (.gz, .zst), or the manifest of one: run.json",
                       list_of(trace::trace_formats())))
      .required();
  add_lights(options, run.lights);
  options.add("--vehicle-types", run.vehicle_types, "SUMO's vehicle types, for sizes and classes", "FILE");
  options.flag("--skip-bad-frames", run.skip_bad_frames, "Drop frames that are not sound, and go on after them");
  add_input(options, run.input);
}

std::optional<Problem> resolve_manifest(RunOptions& run, run::Outside& outside) {
  if (const auto found = outside.folders.look(run.file); found && *found == results::Folders::Found::folder) {
    const auto names = outside.folders.names(run.file);
    if (names && std::ranges::find(*names, "run.json") == names->end()) return no_run_in(run.file, *names, "", outside);
    run.file += run.file.ends_with('/') ? "run.json" : "/run.json";
  }
  if (!is_manifest(run.file, outside)) return run.input.apply(run.time_unit, run.conventions, run.columns);
  const auto manifest = run::load_manifest(run.file, outside);
  if (!manifest) return manifest.problem();
  run.manifest = run.file;
  run.file = manifest->trace;
  if (run.lights.empty()) run.lights = manifest->lights;
  if (run.vehicle_types.empty()) run.vehicle_types = manifest->vehicle_types;
  if (run.ego.empty()) run.ego = manifest->ego.value_or("");
  run.skip_bad_frames = run.skip_bad_frames || manifest->skip_bad_frames;
  run.map = manifest->map;
  run.actors = manifest->actors;
  run.placement = manifest->placement;
  run.time_unit = manifest->time_unit;
  run.conventions = manifest->conventions;
  run.columns = manifest->columns;
  run.map_dir = manifest->map_dir;
  return run.input.apply(run.time_unit, run.conventions, run.columns);
}

ReadRun read_run(const RunOptions& options, std::string_view what, const UseFrame& use, run::Outside& outside) {
  constexpr std::uint64_t kFramesBetweenNews = 1024;
  outside.progress.begin(fmt::format("{} {}", what, options.file));
  auto opened = outside.files.open_trace(options.source());
  if (!opened) return {.trace = nullptr, .tables = {}, .problem = opened.problem()};
  ReadRun run{.trace = placed(as_meant(*std::move(opened), options.conventions), options.placement),
              .tables = {},
              .problem = std::nullopt};
  trace::Step step;
  const trace::Frame& frame = step.frame;
  for (;;) {
    const auto more = advance(*run.trace, step, run.tables);
    if (!more) run.problem = more.problem();
    if (!more || !*more) return run;
    if (const std::uint64_t read = run.tables.counts().frames; read % kFramesBetweenNews == 0)
      outside.progress.begin(
          fmt::format("{} {}: {} frames, {:.0f} s", what, options.file, read, to_seconds(frame.time)));
    if (auto problem = use(frame, run.tables)) {
      if (problem->place.file.empty()) problem->place = {.file = options.file, .frame = frame.number};
      run.problem = std::move(problem);
      return run;
    }
  }
}

}  // namespace scrutineer::app
