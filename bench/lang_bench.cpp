// What checkers written in the language cost beside the same ones in C++, over the same run; and what compiling costs.
//
//   make bench                                        everything
//   build/release/bin/lang_bench
//   build/release/bin/lang_bench 100 zone osc 3       only this, three times: for a profiler that counts instructions
//
// cpp, osc: of one instance in one frame, with the facts that it asks for, without what the scene costs anyway (the
// same run evaluated without checks, in turns of one process). own: an instance whose body is ten operations on its own
// variables, without facts. compile: 2,000 lines. Both sides must find the same intervals with the same data, else
// nothing is measured. docs/performance.md tells what came out.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <ctime>
#include <functional>
#include <limits>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "checks/catalogue.h"
#include "kit/figures.h"
#include "kit/maps.h"
#include "kit/traffic.h"
#include "lang/compile.h"
#include "map/read.h"
#include "watch/engine.h"
#include "watch/per_actor.h"

namespace scrutineer {
namespace {

constexpr int kTurns = 25;
constexpr double kMostRatio = 1.5, kMostOwn = 60.0, kMostCompiling = 20.0;  // times, ns, ms

// ---- the three in C++ -----------------------------------------------------------------------------------------------

struct Plain {
  struct Metrics {
    double worst;
    void fields(auto& field) { field("worst", worst, "", "The worst."); }
  };

  static watch::Finding<Plain> finding(double worst) {
    watch::Finding<Plain> finding;
    finding.is_issue = false;
    finding.data = Metrics{.worst = worst};
    return finding;
  }
};

struct FastNative {
  using Metrics = Plain::Metrics;
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
  static watch::Finding<Plain> finding(const Instance& self, const watch::Closing&) {
    return Plain::finding(self.worst);
  }
};

// Closer to the one in front than 2 s.
struct TailNative {
  using Metrics = Plain::Metrics;
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
  static watch::Finding<Plain> finding(const Instance& self, const watch::Closing&) {
    return Plain::finding(self.worst);
  }
};

// In front of the ego and to its left, by less than 5 s and 5 m.
struct ZoneNative {
  using Metrics = Plain::Metrics;
  struct Instance {
    double gap = std::numeric_limits<double>::quiet_NaN(), lat = gap, worst = gap;
  };
  static Instance create(const watch::Setup&) { return {}; }
  static bool violated(Instance& self, const watch::View& at) {
    const scene::Slot ego = at.scene.actors.ego();
    if (!ego.valid()) return false;
    const map::RoadDistance* centre = at.scene.relations.road_distance(at.slot);
    const auto ahead = at.scene.relations.road_distance_ahead(at.slot);
    if (centre == nullptr || !ahead) return false;
    const double speed = at.scene.motion.speed(ego);
    if (speed != 0.0) self.gap = ahead->lon / speed;
    self.lat = centre->lat;
    return self.gap > 0.0 && self.gap < 5.0 && self.lat > 0.01 && self.lat < 5.0;
  }
  static void measure(Instance& self, const watch::View&, bool starts) {
    self.worst = starts ? self.gap : std::min(self.worst, self.gap);
  }
  static watch::Finding<Plain> finding(const Instance& self, const watch::Closing&) {
    return Plain::finding(self.worst);
  }
};

template <typename Judge>
watch::Check native(std::string_view name) {
  return watch::make_violation_check<Judge>({.name = name});
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
        if actor.state.speed > data.worst:
            data.worst = actor.state.speed

global modifier vehicle.fast_of:
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
    on @i_start:
        data.worst = gap
    on @i_clock:
        if gap < data.worst:
            data.worst = gap

global modifier vehicle.tail_of:
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
    on @i_start:
        data.worst = gap
    on @i_clock:
        if gap < data.worst:
            data.worst = gap

global modifier vehicle.zone_of:
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

global modifier vehicle.ten_of:
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

watch::Evaluation evaluate(const Run& run, const std::vector<watch::Check>& checks, watch::Companion* companion) {
  const watch::Settings settings(checks);
  watch::Engine engine(checks, settings, {.map = run.map.get(), .companion = companion});
  engine.announce(watch::EgoIs{trace::ActorId(0)});
  for (const trace::Frame& frame : run.data.frames) engine.step(frame, run.data.actors);
  watch::Evaluation evaluation = engine.finish();
  for (const watch::CheckOutcome& outcome : evaluation.checks)
    if (outcome.state != watch::CheckOutcome::State::completed)
      throw std::runtime_error(fmt::format("{}: {}", outcome.name, outcome.reason));
  for (const watch::Issue& issue : evaluation.issues)
    if (issue.kind == "evaluation_error") throw std::runtime_error(issue.message);
  return evaluation;
}

// The intervals, one per line, with what they measured.
std::vector<std::string> found(const watch::Evaluation& evaluation) {
  std::vector<std::string> lines;
  for (const watch::IntervalRecord& record : evaluation.intervals) {
    const auto& metrics = evaluation.infos[record.check]->metrics;
    const auto worst = std::ranges::find(metrics, std::string_view("worst"), [](const auto& one) { return one.name; });
    const watch::Value& value = record.data[static_cast<std::size_t>(worst - metrics.begin())];
    lines.push_back(fmt::format("{} from {} to {} ns, by {}: {}", record.actor.id,
                                record.start.time_since_epoch().count(), record.end.time_since_epoch().count(),
                                to_word(record.ended_by), std::get<double>(value)));
  }
  return lines;
}

lang::Compilation compiled(std::string_view text, const std::vector<watch::Check>& catalogue) {
  const lang::SourceText file{"bench.osc", std::string(text)};
  lang::Compilation made = lang::compile({&file, 1}, {.catalogue = catalogue});
  if (!made.program) throw std::runtime_error(lang::render(made.diagnostics, *made.sources));
  return made;
}

// Of the processor: others that use the machine count less than by the wall clock.
double seconds(const std::function<void()>& work) {
  const auto now = [] {
    timespec time{};
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) * 1e-9;
  };
  const double began = now();
  work();
  return now() - began;
}

struct Case {
  std::string_view name;
  std::vector<watch::Check> native;  // none: only in the language
  std::string source;
};

// Turns of one thing.
class Times {
 public:
  void add(double seconds) { seconds_.push_back(seconds); }
  double least() const { return *std::ranges::min_element(seconds_); }
  double median() const {
    std::vector<double> sorted = seconds_;
    std::ranges::nth_element(sorted, sorted.begin() + static_cast<std::ptrdiff_t>(sorted.size() / 2));
    return sorted[sorted.size() / 2];
  }

 private:
  std::vector<double> seconds_;
};

class Sides {
 public:
  Sides(const Run& run, const Case& what, const std::vector<watch::Check>& catalogue)
      : run_(run), compilation_(compiled(what.source, catalogue)), native_(what.native) {}
  watch::Evaluation nothing() const { return evaluate(run_, {}, nullptr); }
  watch::Evaluation cpp() const { return evaluate(run_, native_, nullptr); }
  watch::Evaluation osc() const {
    const auto companion = compilation_.program->start();
    return evaluate(run_, compilation_.program->checks(), companion.get());
  }
  // How many intervals both find; throws if they are not the same.
  std::size_t agree() const {
    const auto here = found(cpp()), there = found(osc());
    for (std::size_t i = 0; i < std::max(here.size(), there.size()); ++i) {
      const std::string one = i < here.size() ? here[i] : "nothing", two = i < there.size() ? there[i] : "nothing";
      if (one != two) throw std::runtime_error(fmt::format("they differ: C++ finds {}; the language {}", one, two));
    }
    return here.size();
  }

 private:
  const Run& run_;
  lang::Compilation compilation_;
  std::vector<watch::Check> native_;
};

void compare(const Case& what, const Run& run, const std::vector<watch::Check>& catalogue) {
  const Sides sides(run, what, catalogue);
  const std::size_t intervals = what.native.empty() ? 0 : sides.agree();
  Times nothing, cpp, osc;
  for (int turn = 0; turn < kTurns; ++turn) {
    nothing.add(seconds([&] { sides.nothing(); }));
    if (!what.native.empty()) cpp.add(seconds([&] { sides.cpp(); }));
    osc.add(seconds([&] { sides.osc(); }));
  }
  const auto frames = static_cast<double>(run.instance_frames);
  const auto least = [&](const Times& of) { return (of.least() - nothing.least()) * 1e9 / frames; };
  const auto median = [&](const Times& of) { return (of.median() - nothing.median()) * 1e9 / frames; };
  if (what.native.empty()) {
    fmt::print("{:<12} {:>8} {:>8.1f} {:>8} {:>8.1f}   bound {:.0f} ns\n", what.name, "", least(osc), "", median(osc),
               kMostOwn);
    kit::figure(fmt::format("lang/own/{}", run.data.actors.size()), least(osc), "ns");
    return;
  }
  fmt::print("{:<12} {:>8.1f} {:>8.1f} {:>8.1f} {:>8.1f} {:>8.2f} {:>8.2f}   bound {:.1f}; both find {} intervals\n",
             what.name, least(cpp), least(osc), median(cpp), median(osc), least(osc) / least(cpp),
             median(osc) / median(cpp), kMostRatio, intervals);
  std::string name(what.name);
  std::ranges::replace(name, ' ', '_');
  kit::figure(fmt::format("lang/over_cpp/{}/{}", name, run.data.actors.size()), least(osc) / least(cpp), "times");
}

// Watchers, checkers and functions as people write them, about 2,000 lines.
std::string long_source() {
  std::string text = "extend issue_kind: [made]\n";
  for (int i = 0; i < 66; ++i) {
    text += fmt::format(R"osc(
# Number {0}.
struct data_{0} inherits any_watcher_data:
    var worst: speed
    var since: time

    record(worst, unit: kph, text: "The worst.")

watcher modifier watcher_{0}(data_{0}):
    limit: speed = {1}kph
    var total: time = 0s

    def over(v: speed) -> bool is expression (v > limit and v < 2 * limit)

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
  Times whole, empty;
  for (int turn = 0; turn < kTurns; ++turn) {
    whole.add(seconds([&] { compiled(text, catalogue); }));
    empty.add(seconds([&] { compiled("\n", catalogue); }));
  }
  fmt::print(
      "compile: {} lines in {:.1f} ms, median {:.1f}; an empty file in {:.1f} ms, median {:.1f}   bound {:.0f} ms\n",
      lines, whole.least() * 1e3, whole.median() * 1e3, empty.least() * 1e3, empty.median() * 1e3, kMostCompiling);
  kit::figure("lang/compile/1981_lines", whole.least() * 1e3, "ms");
  kit::figure("lang/compile/empty", empty.least() * 1e3, "ms");
}

// One side of one thing, so many times.
void repeat(const Sides& sides, std::string_view side, int times) {
  for (int i = 0; i < times; ++i) {
    if (side == "nothing") {
      sides.nothing();
    } else if (side == "cpp") {
      sides.cpp();
    } else {
      sides.osc();
    }
  }
}

int run(const std::vector<std::string>& arguments) {
  const std::vector<watch::Check> catalogue = checks::catalogue();
  const watch::Check fast = native<FastNative>("fast"), tail = native<TailNative>("tail"),
                     zone = native<ZoneNative>("zone");
  const Case cases[] = {{"speed", {fast}, std::string(kFast)},
                        {"tail-gating", {tail}, std::string(kTail)},
                        {"zone", {zone}, std::string(kZone)},
                        {"all three", {fast, tail, zone}, fmt::format("{}{}{}", kFast, kTail, kZone)},
                        {"own", {}, std::string(kTen)}};
  if (arguments.size() == 4) {
    const Run run = make_run(std::stoul(arguments[0]));
    for (const Case& what : cases)
      if (what.name == arguments[1]) repeat(Sides(run, what, catalogue), arguments[2], std::stoi(arguments[3]));
    fmt::print("{} instances and frames in each\n", run.instance_frames);
    return 0;
  }
  for (const std::size_t actors : {std::size_t{20}, std::size_t{100}}) {
    const Run run = make_run(actors);
    fmt::print("{} actors: ns per instance and frame, {} turns: best, median, and the ratios of both\n", actors,
               kTurns);
    fmt::print("{:<12} {:>8} {:>8} {:>8} {:>8} {:>8} {:>8}\n", "", "cpp", "osc", "cpp", "osc", "osc/cpp", "osc/cpp");
    for (const Case& what : cases) compare(what, run, catalogue);
  }
  measure_compiling(catalogue);
  return 0;
}

}  // namespace
}  // namespace scrutineer

int main(int count, char** arguments) {
  try {
    return scrutineer::run({arguments + 1, arguments + count});
  } catch (const std::exception& problem) {
    fmt::print(stderr, "lang_bench: {}\n", problem.what());
    return 1;
  }
}
