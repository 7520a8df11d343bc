// scrutineer trace draw: where the actors of a run went, as a picture.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <optional>
#include <ostream>

#include "app/detail/command.h"
#include "app/detail/read_run.h"
#include "app/detail/shared_options.h"
#include "app/detail/words.h"
#include "app/detail/write_drawing.h"
#include "base/counted.h"
#include "base/printable.h"
#include "base/text.h"
#include "map/draw.h"
#include "run/load.h"
#include "run/named_map.h"
#include "run/overwritten.h"
#include "trace/draw_paths.h"
#include "trace/summary.h"

namespace scrutineer::app {

namespace {

struct TraceDrawOptions {
  RunOptions run;
  std::string map;  // empty: a plain grid
  std::string map_dir;
  std::string output;
  std::vector<std::string> actors;  // only these; empty: all
  double width = 1600.0;            // pixels
  bool still = false;               // no script inside
  bool everybody = false;           // in full, however many there are
};

// Of a run with more actors than this only the ego and those who came near it are drawn in full.
constexpr std::size_t kMostInFull = 24;
constexpr double kNear = 50.0;  // metres

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

// How near everybody came to the ego.
class Nearness {
 public:
  explicit Nearness(std::string ego) : id_(std::move(ego)) {}

  void add(const trace::Frame& frame, std::span<const trace::ActorInfo> actors) {
    least_.resize(actors.size(), std::numeric_limits<double>::infinity());
    if (!ego_.valid()) ego_ = found(frame, actors);
    const auto ego = std::ranges::find(frame.actors, ego_, &trace::ActorState::actor);
    if (ego == frame.actors.end()) return;
    for (const trace::ActorState& state : frame.actors) {
      double& least = least_[state.actor.index()];
      least = std::min(least, std::hypot(state.x - ego->x, state.y - ego->y));
    }
  }

  // Which actors are drawn faintly, by ActorId, because they never came near `ego`; empty: none.
  std::vector<bool> faint(trace::ActorId ego) const {
    if (!ego.valid() || ego != ego_ || least_.size() <= kMostInFull) return {};
    std::vector<double> sorted = least_;
    std::ranges::nth_element(sorted, sorted.begin() + kMostInFull);
    const double most = std::min(kNear, sorted[kMostInFull]);
    std::vector<bool> faint(least_.size());
    for (std::size_t i = 0; i < least_.size(); ++i) faint[i] = i != ego.index() && least_[i] >= most;
    return faint;
  }

 private:
  trace::ActorId found(const trace::Frame& frame, std::span<const trace::ActorInfo> actors) const {
    const auto at = [&](auto found) {
      return found == actors.end() ? trace::ActorId()
                                   : trace::ActorId(static_cast<std::size_t>(found - actors.begin()));
    };
    if (!id_.empty()) return at(std::ranges::find(actors, id_, &trace::ActorInfo::id));
    if (const auto host = at(std::ranges::find_if(actors, &trace::ActorInfo::is_host)); host.valid()) return host;
    const auto vehicle = std::ranges::find_if(frame.actors, [&](const trace::ActorState& state) {
      return actors[state.actor.index()].type == trace::ActorType::vehicle;
    });
    return vehicle == frame.actors.end() ? trace::ActorId() : vehicle->actor;
  }

  std::string id_;  // empty: the host, else the first vehicle
  trace::ActorId ego_;
  std::vector<double> least_;  // by ActorId, metres
};

// What the ego passed and what is near that, where others are drawn faintly; else all that the shown actors passed.
std::optional<SvgBox> drawn_window(const trace::PathCollector& collector, std::span<const trace::ActorInfo> actors,
                                   const std::vector<bool>& shown, const std::vector<bool>& faint, trace::ActorId ego) {
  if (faint.empty()) return window_of(collector, actors, shown);
  std::vector<bool> only_ego(actors.size(), false);
  only_ego[ego.index()] = true;
  const auto window = window_of(collector, actors, only_ego);
  if (!window) return window;
  return SvgBox{window->x_min - kNear, window->y_min - kNear, window->x_max + kNear, window->y_max + kNear};
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

// The map that is named, or that the run carries; null: none.
Result<std::unique_ptr<const map::RoadNetwork>> map_of(const TraceDrawOptions& options, Outside& outside) {
  if (!options.map.empty()) return run::load_map(options.map, outside);
  if (auto content = run::find_map_of_run(options.run.file, outside))
    return run::build_map(*std::move(content), outside);
  return std::unique_ptr<const map::RoadNetwork>();
}

// With what the manifest says, and the map found that the run names; an output that would lie over an input is a problem.
Result<TraceDrawOptions> resolved(TraceDrawOptions options, Outside& outside) {
  if (const auto problem = resolve_manifest(options.run, outside)) return *problem;
  if (options.map.empty()) options.map = options.run.map;
  if (options.map_dir.empty()) options.map_dir = options.run.map_dir;
  trace::Manifest named;
  named.trace = options.run.file;
  named.map = options.map;
  named.map_dir = options.map_dir;
  if (const auto problem = run::find_named_map(named, outside)) return *problem;
  options.map = named.map;
  std::vector<std::string> inputs = options.run.files();
  inputs.push_back(options.map);
  if (const auto problem = run::overwritten({options.output}, inputs, outside)) return *problem;
  return options;
}

// All that the drawing is made of.
struct RunDrawing {
  const ReadRun& run;
  const trace::RunSummary& summary;
  std::unique_ptr<const map::RoadNetwork> map;  // null: there is none
  std::vector<bool> faint;                      // by ActorId; empty: nobody is
  SvgBox window;
};

std::string subtitle_of(const RunDrawing& drawn) {
  std::string text =
      fmt::format("{}, {} s, {}", counted(drawn.summary.frames, "frame"), rounded(to_seconds(drawn.summary.end), 3),
                  counted(drawn.run.tables.actors().size(), "actor"));
  if (drawn.map) text += ", on " + base_name(drawn.map->file());
  if (!drawn.faint.empty()) text += "; in colour those who came near the ego";
  if (drawn.run.problem) text += "; the run ends here with a fault";
  return text;
}

// The map, or a grid of metres.
SvgCanvas ground_of(const RunDrawing& drawn, const TraceDrawOptions& options) {
  const std::string title = base_name(options.run.file), subtitle = subtitle_of(drawn);
  const bool is_interactive = !options.still && !is_png(options.output);
  if (drawn.map)
    return map::draw(*drawn.map, {.title = title,
                                  .subtitle = subtitle,
                                  .quiet = true,
                                  .marks = {},
                                  .window = drawn.window,
                                  .width = options.width,
                                  .interactive = is_interactive});
  SvgCanvas canvas({.title = title,
                    .subtitle = subtitle,
                    .world = drawn.window,
                    .width = options.width,
                    .interactive = is_interactive});
  trace::draw_grid(canvas);
  return canvas;
}

void say_what_was_drawn(const RunDrawing& drawn, const std::vector<bool>& shown, const std::string& output,
                        Outside& outside) {
  const std::size_t all = drawn.run.tables.actors().size();
  const std::size_t count = shown.empty() ? all : static_cast<std::size_t>(std::ranges::count(shown, true));
  outside.screen.out << fmt::format("{}: {} of {} over {} s\n", printable(output), count, counted(all, "actor"),
                                    rounded(to_seconds(drawn.summary.end), 3));
  if (!drawn.faint.empty())
    outside.screen.out << fmt::format("{} of them are drawn faintly, far from the ego; --everybody draws all in full\n",
                                      std::ranges::count(drawn.faint, true));
  outside.screen.out.flush();
}

int trace_draw(const TraceDrawOptions& given, Outside& outside) {
  const auto found = resolved(given, outside);
  if (!found) return refuse(outside, found.problem());
  const TraceDrawOptions& options = *found;
  // The map first: it is the smaller one, and a wrong name is soon noticed.
  auto loaded = map_of(options, outside);
  if (!loaded) return refuse(outside, loaded.problem());
  trace::Summarizer summarizer;
  trace::PathCollector collector;
  Nearness nearness(options.run.ego);
  const auto look = [&](const trace::Frame& frame, const trace::Tables& tables) {
    summarizer.add(frame, tables.actors());
    collector.add(frame);
    nearness.add(frame, tables.actors());
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
  std::vector<bool> faint = options.everybody || !options.actors.empty() ? std::vector<bool>() : nearness.faint(*ego);
  const auto window = drawn_window(collector, actors, *shown, faint, *ego);
  if (!window)
    return refuse(outside, Problem{{.file = options.run.file}, "no frame has an actor: there is nothing to draw"});

  outside.progress.begin("drawing " + options.run.file);
  const RunDrawing drawn{run, summary, *std::move(loaded), std::move(faint), *window};
  SvgCanvas canvas = ground_of(drawn, options);
  draw_paths(collector, actors,
             {.shown = *shown, .faint = drawn.faint, .ego = *ego, .jumps = jumps_of(summary, *shown, run)}, canvas);
  if (const auto problem = write_drawing(canvas.svg(), options.output, 1.0, outside)) return refuse(outside, *problem);
  outside.progress.end();
  say_what_was_drawn(drawn, *shown, options.output, outside);
  return run.problem ? refuse(outside, *run.problem) : kFine;
}

void add_options(Options& options, TraceDrawOptions& values) {
  add_run(options, values.run);
  options.add("--map", values.map, "The OpenDRIVE map to draw below; without it the manifest's, or a grid of metres",
              "FILE");
  options.add("--map-dir", values.map_dir, "A folder of maps, of which the run names one", "DIR");
  options.add("-o,--output", values.output, "The drawing to write: SVG, or PNG where it ends in .png", "FILE")
      .required();
  options.add("--actor", values.actors, "Draw only this actor; can be given several times", "ID");
  options.add("--ego", values.run.ego, "Highlight this actor", "ID");
  options.flag("--everybody", values.everybody,
               fmt::format("Draw all in full; else, of more than {}, only those who came near the ego", kMostInFull));
  add_width(options, values.width);
  options.flag("--still", values.still, "Leave out the script that lets a browser zoom and move");
}

}  // namespace

Command trace_draw_command() {
  return {.name = "trace draw",
          .turn = 70,
          .summary = "Draw the paths of a run as SVG or PNG, over its map",
          .example = "scrutineer trace draw examples/runs/town.csv --map examples/maps/town.xodr -o run.svg",
          .declare = declare<TraceDrawOptions, add_options, trace_draw>,
          .more = kDrawingHelp};
}

}  // namespace scrutineer::app
