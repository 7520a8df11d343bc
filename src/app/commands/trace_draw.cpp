// scrutineer trace draw: where the actors of a run went, as a picture.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <ostream>

#include "app/detail/command.h"
#include "app/detail/read_run.h"
#include "app/detail/shared_options.h"
#include "app/detail/words.h"
#include "base/printable.h"
#include "base/text.h"
#include "map/draw.h"
#include "run/load.h"
#include "trace/draw_paths.h"
#include "trace/summary.h"

namespace scrutineer::app {

namespace {

struct TraceDrawOptions {
  RunOptions run;
  std::string map;  // empty: a plain grid
  std::string output;
  std::vector<std::string> actors;  // only these; empty: all
  double width = 1600.0;            // pixels
  bool still = false;               // no script inside
};

std::string base_name(const std::string& file) { return file.substr(file.find_last_of('/') + 1); }

// Which actors are drawn; empty: all.
Result<std::vector<bool>> shown_actors(const TraceDrawOptions& options, const ReadRun& run) {
  std::vector<bool> shown(options.actors.empty() ? 0 : run.tables.actors().size(), false);
  for (const std::string& id : options.actors) {
    const auto actor = find_actor(id, run);
    if (!actor) return actor.problem();
    shown[actor->index()] = true;
  }
  return shown;
}

Result<trace::ActorId> ego_of(const TraceDrawOptions& options, const trace::RunSummary& summary, const ReadRun& run) {
  if (!options.run.ego.empty()) return find_actor(options.run.ego, run);
  const auto actors = run.tables.actors();
  const auto host = std::ranges::find_if(actors, &trace::ActorInfo::is_host);
  if (host != actors.end()) return trace::ActorId(static_cast<std::size_t>(host - actors.begin()));
  return summary.first_vehicle;
}

std::vector<trace::DrawnJump> jumps_of(const trace::RunSummary& summary, const std::vector<bool>& shown,
                                       const ReadRun& run) {
  std::vector<trace::DrawnJump> jumps;
  for (const trace::Jump& jump : summary.jumps) {
    const std::size_t actor = jump.actor.index();
    if (actor < shown.size() && !shown[actor]) continue;
    jumps.push_back({jump.x, jump.y,
                     fmt::format("actor {}, {:.2f} s: {:.2f} m in {} ms", printable(run.tables.actors()[actor].id, 40),
                                 to_seconds(jump.time), jump.distance, rounded(to_seconds(jump.step) * 1e3, 1))});
  }
  return jumps;
}

int trace_draw(const TraceDrawOptions& given, Outside& outside) {
  TraceDrawOptions options = given;
  if (const auto problem = resolve_manifest(options.run, outside)) return refuse(outside, *problem);
  if (options.map.empty()) options.map = options.run.map;
  // The map first: it is the smaller one, and a wrong name is soon noticed.
  std::unique_ptr<const map::RoadNetwork> map;
  if (!options.map.empty()) {
    auto loaded = run::load_map(options.map, outside);
    if (!loaded) return refuse(outside, loaded.problem());
    map = *std::move(loaded);
  }
  trace::Summarizer summarizer;
  trace::PathRecorder recorder;
  const auto look = [&](const trace::Frame& frame, const trace::Tables& tables) {
    summarizer.add(frame, tables.actors());
    recorder.add(frame);
    return std::nullopt;
  };
  const ReadRun run = read_run(options.run, "reading", look, outside);
  const trace::RunSummary summary = summarizer.summary();
  if (summary.frames == 0) return refuse(outside, *run.problem);
  const auto actors = run.tables.actors();
  const auto shown = shown_actors(options, run);
  if (!shown) return refuse(outside, shown.problem());
  const auto ego = ego_of(options, summary, run);
  if (!ego) return refuse(outside, ego.problem());
  const auto window = window_of(recorder, actors, *shown);
  if (!window)
    return refuse(outside, Problem{{.file = options.run.file}, "no frame has an actor: there is nothing to draw"});

  outside.progress.begin("drawing " + options.run.file);
  const std::string title = base_name(options.run.file);
  std::string subtitle = fmt::format("{} frames, {} s, {} actor{}", summary.frames, rounded(to_seconds(summary.end), 3),
                                     actors.size(), actors.size() == 1 ? "" : "s");
  if (map) subtitle += ", on " + base_name(options.map);
  if (run.problem) subtitle += "; the run ends here with a fault";
  SvgCanvas canvas = map ? map::draw(*map, {.title = title,
                                            .subtitle = subtitle,
                                            .quiet = true,
                                            .marks = {},
                                            .window = window,
                                            .width = options.width,
                                            .interactive = !options.still})
                         : SvgCanvas({.title = title,
                                      .subtitle = subtitle,
                                      .world = *window,
                                      .width = options.width,
                                      .interactive = !options.still});
  if (!map) trace::draw_grid(canvas);
  draw_paths(recorder, actors, {.shown = *shown, .ego = *ego, .jumps = jumps_of(summary, *shown, run)}, canvas);
  if (const auto problem = outside.files.write(options.output, canvas.svg())) return refuse(outside, *problem);
  outside.progress.end();

  const std::size_t drawn =
      options.actors.empty() ? actors.size() : static_cast<std::size_t>(std::ranges::count(*shown, true));
  outside.screen.out << fmt::format("{}: {} of {} actors over {} s\n", printable(options.output), drawn, actors.size(),
                                    rounded(to_seconds(summary.end), 3));
  outside.screen.out.flush();
  return run.problem ? refuse(outside, *run.problem) : kFine;
}

void add_options(Options& options, TraceDrawOptions& values) {
  add_run(options, values.run);
  options.add("--map", values.map, "The OpenDRIVE map below; without it the manifest's, else a grid of metres", "FILE");
  options.add("-o,--output", values.output, "The SVG file to write", "FILE").required();
  options.add("--actor", values.actors, "Draw only this actor; can be given several times", "ID");
  options.add("--ego", values.run.ego, "Let this actor stand out", "ID");
  add_width(options, values.width);
  options.flag("--still", values.still, "Leave out the script that lets a browser zoom and move");
}

}  // namespace

Command trace_draw_command() {
  return {.name = "trace draw",
          .summary = "Draw the paths of a run as SVG, over its map",
          .example = "scrutineer trace draw examples/runs/town.csv --map examples/maps/town.xodr -o run.svg",
          .declare = declare<TraceDrawOptions, add_options, trace_draw>,
          .more = kDrawingHelp};
}

}  // namespace scrutineer::app
