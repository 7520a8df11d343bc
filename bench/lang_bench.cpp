// What checkers written in the language cost beside the same ones in C++, over the same run; and what compiling costs.
//
//   make bench                                        everything
//   build/release/bin/lang_bench
//
// cpp, osc: of one instance in one frame, with the facts that it asks for, without what the scene costs anyway (the
// same run evaluated without checks, in turns of one process). own: an instance whose body is ten operations on its own
// variables, without facts. compile: 2,000 lines. docs/performance.md holds them against the bounds.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <functional>
#include <limits>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "checks/catalogue.h"
#include "kit/maps.h"
#include "kit/traffic.h"
#include "lang/compile.h"
#include "map/read.h"
#include "watch/engine.h"
#include "watch/per_actor.h"
#include "watch/wording.h"

namespace scrutineer {
namespace {

constexpr int kTurns = 9;

// ---- the three in C++ -----------------------------------------------------------------------------------------------

struct Plain {
  static watch::Finding finding(double worst) {
    watch::Finding finding;
    finding.is_issue = false;
    finding.data = {worst};
    return finding;
  }
};

struct FastNative {
  struct Instance {
    double limit = 13.0, worst = 0.0;
  };
  static Instance create(const watch::Setup&) { return {}; }
  static bool violated(const Instance& self, const watch::View& at) {
    return at.scene.motion.speed(at.slot) > self.limit;
  }
  static void measure(Instance& self, const watch::View& at, bool starts) {
    const double speed = at.scene.motion.speed(at.slot);
    self.worst = starts ? speed : std::max(self.worst, speed);
  }
  static watch::Finding finding(const Instance& self, const watch::Closing&) { return Plain::finding(self.worst); }
};

// Closer to the one in front than 2 s.
struct TailNative {
  struct Instance {
    double least = 2.0, worst = 0.0;
  };
  static Instance create(const watch::Setup&) { return {}; }
  static double gap(const watch::View& at) {
    const scene::InFront front = at.scene.relations.object_in_front(at.slot);
    if (!front.other.valid()) return std::numeric_limits<double>::quiet_NaN();
    return front.gap / at.scene.motion.speed(at.slot);
  }
  static bool violated(const Instance& self, const watch::View& at) {
    return at.scene.motion.speed(at.slot) > 1.0 && gap(at) < self.least;
  }
  static void measure(Instance& self, const watch::View& at, bool starts) {
    self.worst = starts ? gap(at) : std::min(self.worst, gap(at));
  }
  static watch::Finding finding(const Instance& self, const watch::Closing&) { return Plain::finding(self.worst); }
};

// In front of the ego and to its left, by less than 5 s and 5 m.
struct ZoneNative {
  struct Instance {
    double gap = std::numeric_limits<double>::quiet_NaN(), lat = gap;
  };
  static Instance create(const watch::Setup&) { return {}; }
  static bool violated(Instance& self, const watch::View& at) {
    const scene::Slot ego = at.scene.actors.ego();
    if (!ego.valid()) return false;
    const auto centre = at.scene.relations.road_distance(at.slot);
    const auto ahead = at.scene.relations.road_distance_ahead(at.slot);
    if (!centre || !ahead) return false;
    const double speed = at.scene.motion.speed(ego);
    if (speed != 0.0) self.gap = ahead->lon / speed;
    self.lat = centre->lat;
    return self.gap > 0.0 && self.gap < 5.0 && self.lat > 0.01 && self.lat < 5.0;
  }
  static void measure(Instance&, const watch::View&, bool) {}
  static watch::Finding finding(const Instance& self, const watch::Closing&) { return Plain::finding(self.gap); }
};

template <typename Judge>
watch::Check native(std::string_view name) {
  return watch::make_violation_check<Judge>({.name = name, .metrics = {{"worst", "", "The worst."}}});
}

// ---- and in the language --------------------------------------------------------------------------------------------

constexpr std::string_view kFast = R"osc(
struct fast_data inherits any_watcher_data:
    var worst: speed
    record(worst, unit: mps)

watcher modifier fast(fast_data):
    limit: speed = 13mps
    on @top.w_clk:
        var v: speed = actor.state.speed
        if v > limit:
            if data == null:
                start_interval()
        elif data != null:
            end_interval()
    on @i_clock:
        if not (actor.state.speed <= data.worst):
            data.worst = actor.state.speed

global modifier vehicle.g:
    watcher fast is fast()
)osc";

constexpr std::string_view kTail = R"osc(
struct tail_data inherits any_watcher_data:
    var worst: time
    record(worst, unit: s)

watcher modifier tail(tail_data):
    least: time = 2s
    var gap: time
    on @top.w_clk:
        var v: speed = actor.state.speed
        if v > 1mps:
            gap = actor.gap_to_object_in_front() / v
            if gap < least:
                if data == null:
                    start_interval()
            elif data != null:
                end_interval()
        elif data != null:
            end_interval()
    on @i_clock:
        if not (gap >= data.worst):
            data.worst = gap

global modifier vehicle.g:
    watcher tail is tail()
)osc";

constexpr std::string_view kZone = R"osc(
struct zone_data inherits any_watcher_data:
    var worst: time
    record(worst, unit: s)

watcher modifier zone(zone_data):
    min_gap: time = 0s
    max_gap: time = 5s
    min_lat: length = 1cm
    max_lat: length = 5m
    var gap: time
    var lat: length
    on @top.w_clk if sut.car != null:
        var v: speed = sut.car.state.speed
        var lon: length = sut.car.road_distance(actor, front_center, back_center, direction: lon, route_type: road)
        if v != 0mps:
            gap = lon / v
        lat = sut.car.road_distance(actor, center, center, direction: lat, route_type: road)
        if gap > min_gap and gap < max_gap and lat > min_lat and lat < max_lat:
            if data == null:
                start_interval()
        elif data != null:
            end_interval()
    on @i_clock:
        data.worst = gap

global modifier vehicle.g:
    watcher zone is zone()
)osc";

// Ten operations.
constexpr std::string_view kTen = R"osc(
watcher modifier ten(any_watcher_data):
    var a: float = 1.0
    var b: float = 0.0
    limit: float = 1000000.0
    on @top.w_clk:
        b = b + a * 0.5 - 2.0
        a = a * 0.99 + 0.01
        if b * b > limit or a < 0.0 or b + a > limit:
            b = 0.0

global modifier vehicle.g:
    watcher ten is ten()
)osc";

// ---- measuring ------------------------------------------------------------------------------------------------------

struct Run {
  std::shared_ptr<const map::RoadNetwork> map;
  kit::RunData data;
  std::size_t instance_frames = 0;
};

Run make_run(std::size_t actors) {
  Run run;
  run.map = map::build_network(kit::grid(std::max(100, static_cast<int>(actors + actors / 5))));
  run.data = kit::random_traffic(*run.map,
                                 {.actors = actors, .frames = 40'000 / actors, .step = std::chrono::milliseconds(50)});
  for (const trace::Frame& frame : run.data.frames) run.instance_frames += frame.actors.size();
  return run;
}

std::size_t evaluate(const Run& run, const std::vector<watch::Check>& checks, watch::Companion* companion) {
  const watch::Settings settings(checks);
  watch::Engine engine(checks, settings, {.map = run.map.get(), .rules = {}, .companion = companion});
  engine.announce(watch::EgoIs{trace::ActorId(0)});
  for (const trace::Frame& frame : run.data.frames) engine.step(frame, run.data.actors);
  const watch::Evaluation evaluation = engine.finish();
  for (const watch::CheckOutcome& outcome : evaluation.checks)
    if (outcome.state == watch::CheckOutcome::State::failed) throw std::runtime_error(outcome.reason);
  for (const watch::Issue& issue : evaluation.issues)
    if (issue.kind == "evaluation_error") throw std::runtime_error(issue.message);
  return evaluation.intervals.size();
}

lang::Compilation compiled(std::string_view text, const std::vector<watch::Check>& catalogue) {
  const lang::SourceText file{"bench.osc", std::string(text)};
  lang::Compilation made = lang::compile({&file, 1}, {.catalogue = catalogue});
  if (!made.program) throw std::runtime_error(lang::render(made.diagnostics, *made.sources));
  return made;
}

double seconds(const std::function<void()>& work) {
  const auto began = std::chrono::steady_clock::now();
  work();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count();
}

void compare(std::string_view name, const Run& run, const watch::Check* native_check, std::string_view source,
             const std::vector<watch::Check>& catalogue) {
  const lang::Compilation made = compiled(source, catalogue);
  const auto& program = *made.program;
  const std::vector<watch::Check> none;
  std::vector<watch::Check> in_cpp;
  if (native_check != nullptr) in_cpp.push_back(*native_check);
  constexpr double kNever = std::numeric_limits<double>::infinity();
  double empty = kNever, cpp = kNever, osc = kNever;
  std::size_t cpp_found = 0, osc_found = 0;
  for (int turn = 0; turn < kTurns; ++turn) {
    empty = std::min(empty, seconds([&] { evaluate(run, none, nullptr); }));
    cpp = std::min(cpp, seconds([&] { cpp_found = evaluate(run, in_cpp, nullptr); }));
    osc = std::min(osc, seconds([&] {
                     const auto companion = program.start();
                     osc_found = evaluate(run, program.checks(), companion.get());
                   }));
  }
  const auto per = [&](double total) { return (total - empty) * 1e9 / static_cast<double>(run.instance_frames); };
  if (native_check == nullptr) {
    fmt::print("{:<12} {:>8} {:>8.1f}\n", name, "", per(osc));
  } else {
    fmt::print("{:<12} {:>8.1f} {:>8.1f} {:>8.2f}   {} and {} intervals\n", name, per(cpp), per(osc),
               per(osc) / per(cpp), cpp_found, osc_found);
  }
}

// Watchers, checkers and functions as people write them, about 2,000 lines.
std::string long_source() {
  std::string text = "extend issue_kind: [made]\n";
  for (int i = 0; i < 80; ++i) {
    text += fmt::format(R"osc(
# Number {0}.
struct data_{0} inherits any_watcher_data:
    var worst: speed
    var since: time

    record(worst, unit: kph, text: "The worst.")

watcher modifier watcher_{0}(data_{0}):
    limit: speed = {1}kph
    var total: time = 0s

    def over(v: speed) -> bool is (v > limit and v < 2 * limit)

    on @top.w_clk:
        if over(actor.state.speed) and data == null:
            start_interval()
        elif not over(actor.state.speed) and data != null:
            end_interval()

    on @i_clock:
        if not (actor.state.speed <= data.worst):
            data.worst = actor.state.speed

    on @i_end:
        total = total + (data.end_time - data.start_time)

global modifier vehicle.modifier_{0}:
)osc",
                        i, 30 + i);
    text += fmt::format(
        "    checker c is watcher_{0}(limit: {1}kph) with:\n"
        "        it.sut_issue(severity: warning, kind: made, details: \"$(actor.id) was at $(c.data.worst)\")\n",
        i, 50 + i);
  }
  return text;
}

void measure_compiling(const std::vector<watch::Check>& catalogue) {
  const std::string text = long_source();
  const auto lines = std::ranges::count(text, '\n');
  double best = std::numeric_limits<double>::infinity(), least = best;
  for (int turn = 0; turn < kTurns; ++turn) {
    best = std::min(best, seconds([&] { compiled(text, catalogue); }));
    least = std::min(least, seconds([&] { compiled("\n", catalogue); }));
  }
  fmt::print("compile: {} lines in {:.1f} ms, an empty file in {:.1f} ms\n", lines, best * 1e3, least * 1e3);
}

}  // namespace
}  // namespace scrutineer

int main() {
  using namespace scrutineer;
  const std::vector<watch::Check> catalogue = checks::catalogue();
  const watch::Check fast = native<FastNative>("fast"), tail = native<TailNative>("tail"),
                     zone = native<ZoneNative>("zone");
  for (const std::size_t actors : {std::size_t{20}, std::size_t{100}}) {
    const Run run = make_run(actors);
    fmt::print("{} actors: ns per instance and frame, best of {} turns\n", actors, kTurns);
    fmt::print("{:<12} {:>8} {:>8} {:>8}\n", "", "cpp", "osc", "osc/cpp");
    compare("speed", run, &fast, kFast, catalogue);
    compare("tail-gating", run, &tail, kTail, catalogue);
    compare("zone", run, &zone, kZone, catalogue);
    compare("own", run, nullptr, kTen, catalogue);
  }
  measure_compiling(catalogue);
  return 0;
}
