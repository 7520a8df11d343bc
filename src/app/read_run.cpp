#include <fmt/format.h>

#include "app/commands.h"

namespace scrutineer::app {

trace::TraceSource RunOptions::source() const {
  return {
      .file = file, .lights = lights, .vehicle_types = vehicle_types, .actors = {}, .skip_bad_frames = skip_bad_frames};
}

ReadRun read_run(const RunOptions& options, std::string_view what, const UseFrame& use, Outside& outside) {
  constexpr std::uint64_t kFramesBetweenNews = 1024;
  outside.progress.begin(fmt::format("{} {}", what, options.file));
  auto opened = outside.files.open_trace(options.source());
  if (!opened) return {nullptr, opened.problem()};
  ReadRun run{*std::move(opened), std::nullopt};
  trace::Frame frame;
  for (;;) {
    const auto more = run.trace->next(frame);
    if (!more) run.problem = more.problem();
    if (!more || !*more) return run;
    if (const std::uint64_t read = run.trace->counts().frames; read % kFramesBetweenNews == 0)
      outside.progress.begin(
          fmt::format("{} {}: {} frames, {:.0f} s", what, options.file, read, to_seconds(frame.time)));
    if (auto problem = use(frame, *run.trace)) {
      if (problem->place.file.empty()) problem->place = {.file = options.file, .frame = frame.number};
      run.problem = std::move(problem);
      return run;
    }
  }
}

}  // namespace scrutineer::app
