// Results made by hand, for tests: a small one of every kind of content, and some that are hard to write.
#pragma once

#include <chrono>
#include <limits>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "results/run_result.h"
#include "results/write_folder.h"

namespace scrutineer::results {

inline std::shared_ptr<const watch::Kpi> sample_kpi() {
  static const auto kpi = std::make_shared<const watch::Kpi>(
      watch::Kpi{{.name = "nearness",
                  .summary = "How near others are.",
                  .doc = "Counted.",
                  .of_actors = {{"count", "", "How many times."}, {"duration", "s", "How long."}},
                  .of_totals = {{"count", "", "How many times."},
                                {"share", "%", "Of the run."},
                                {"most", "", "Who was near most."}},
                  .totals = {{"total", "Everybody."}, {"total_persons", "Persons only."}}},
                 {}});
  return kpi;
}

// What the sample's checks declare.
inline const std::vector<watch::Check>& sample_checks() {
  using watch::MetricRole;
  using watch::Severity;
  static const std::vector<watch::Check> checks = {
      {{.name = "collision",
        .summary = "Two actors touch.",
        .doc = "Boxes overlap in plan and in height.",
        .remedy = "Look at who drove.",
        .kinds = {{"collision", Severity::error, Severity::error, "Two others collided."},
                  {"collision_in_sut_control", Severity::error, Severity::error, "The SUT collided."}},
        .metrics = {{"side", "", "Where the actor was hit."},
                    {"delta_v", "m/s", "The difference of velocities.", MetricRole::value},
                    {"was_braking", "", "Whether it braked."}}},
       {}},
      {{.name = "road_departure",
        .summary = "A vehicle leaves the road.",
        .kinds = {{"road_departure", Severity::error, Severity::warning, "It left the road."}}},
       {}},
      {{.name = "speed_policy",
        .summary = "A vehicle drives faster than it should.",
        .kinds = {{"speed_policy", Severity::warning, Severity::ignore, "It was too fast."}},
        .metrics = {{"extreme_value", "m/s", "The highest speed.", MetricRole::value},
                    {"limit", "m/s", "The limit.", MetricRole::limit},
                    {"excess", "m/s", "How far beyond."}},
        .kpi = sample_kpi()},
       {}},
      {{.name = "ttc_policy",
        .summary = "A collision is near.",
        .kinds = {{"ttc_policy", Severity::error, Severity::info, "It came too close."}}},
       {}},
  };
  return checks;
}

inline constexpr std::uint32_t kCollision = 0, kRoadDeparture = 1, kSpeedPolicy = 2, kTtcPolicy = 3;

inline Time at_seconds(double seconds) { return Time{*from_seconds(seconds)}; }

// Nothing found, nothing skipped.
inline RunResult empty_result() {
  RunResult result;
  result.engine_version = "0.1.0";
  result.trace = {"run.osi", "osi"};
  result.info = resolved_info({}, std::nullopt, "0.1.0");
  return result;
}

// One error and one warning whose severity was changed of the ego, one error of another, one check skipped.
inline RunResult small_result() {
  using State = watch::CheckOutcome::State;
  RunResult result = empty_result();
  result.map = MapUsed{"town.xodr", 2};
  result.info = resolved_info({}, trace::Driver::sut_driver, "0.1.0");
  watch::Evaluation& evaluation = result.evaluation;
  for (const watch::Check& check : sample_checks()) {
    evaluation.infos.push_back(std::make_shared<const watch::CheckInfo>(check.info));
    evaluation.checks.push_back({.name = std::string(check.info.name), .instances = 2});
  }
  evaluation.checks[kRoadDeparture] = {.name = "road_departure", .state = State::skipped, .reason = "there is no map"};
  evaluation.checks[kTtcPolicy].notes = {"7 - truck was not judged from 0s to 2s: its speed is not known"};
  evaluation.frames = 246;
  evaluation.actors = 2;
  evaluation.end = at_seconds(12.25);
  const watch::ActorRef ego{"0", 1, trace::Category::car, true}, truck{"7", 2, trace::Category::truck, false};
  evaluation.ego = ego;
  evaluation.issues = {
      {.check = kSpeedPolicy,
       .time = at_seconds(1.2),
       .kind = "speed_policy",
       .category = watch::Category::sut,
       .severity = watch::Severity::warning,
       .original_severity = watch::Severity::error,
       .reason = "a test track",
       .actor = ego,
       .driver = trace::Driver::sut_driver,
       .start = at_seconds(0.4),
       .end = at_seconds(1.2),
       .message = "Ego 0 drove 162 km/h (45 m/s), faster than the 150 km/h (41.67 m/s) that it should, for 0.8 s "
                  "(setting: policy.max_speed)",
       .details = "[1.200s] Max. policy speed limit of 150kph was exceeded. 0 - SUT - sut_driver speed: 162kph "
                  "(configurable as policy.max_speed)",
       .data = {45.0, 41.666666666666664, 3.3333333333333357}},
      {.check = kRoadDeparture,
       .time = at_seconds(6.5),
       .kind = "road_departure",
       .category = watch::Category::other,
       .severity = watch::Severity::error,
       .actor = truck,
       .start = at_seconds(6.0),
       .end = at_seconds(6.5),
       .message = "Truck 7 left the road",
       .notes = {"within 20 m of an anomaly of the map: map.zig_zag, road 12, s 30.1 m"}},
      {.check = kCollision,
       .time = at_seconds(12.25),
       .kind = "collision_in_sut_control",
       .category = watch::Category::sut,
       .severity = watch::Severity::error,
       .actor = ego,
       .other = truck,
       .driver = trace::Driver::sut_driver,
       .start = at_seconds(12.25),
       .end = at_seconds(12.25),
       .message = "Ego 0 collided with truck 7",
       .details = "front against rear",
       .data = {std::string("front"), 3.5, true}},
  };
  evaluation.intervals = {
      {.check = kSpeedPolicy,
       .actor = ego,
       .start = at_seconds(0.4),
       .end = at_seconds(1.2),
       .data = {45.0, 41.666666666666664, 3.3333333333333357}},
      {.check = kCollision,
       .actor = ego,
       .other = truck,
       .start = at_seconds(12.25),
       .end = at_seconds(12.25),
       .ended_by = watch::EndedBy::run_end,
       .data = {std::string("front"), 3.5, true}},
  };
  evaluation.kpis = {{sample_kpi(),
                      {.actors = {{truck, {2.0, 1.25}}},
                       .totals = {{2.0, 10.204081632653061, std::string("7")}, {0.0, 0.0, std::string()}},
                       .line = "Nearness: 10.2 % of the run"}}};
  result.metrics = {{"distance_driven", 240.5, "m"}};
  result.notes = {"nothing names the ego: 0 (car), the first vehicle, is taken"};
  evaluation.messages = {{at_seconds(0.4), "info", "vehicle.mine.fast", "0", "at 45mps"},
                         {at_seconds(1.2), "debug", "vehicle.mine.fast", "0", "over"},
                         {at_seconds(12.25), "warning", "", "", "top.info.mine: null access"}};
  return result;
}

// What no evaluation should meet, but some day will: names that break formats, numbers that do not exist, an end
// midway.
inline RunResult hostile_result() {
  using State = watch::CheckOutcome::State;
  RunResult result = small_result();
  result.trace.file = "runs/a b,\"c\"\n:<script>&\xFF.osi";
  result.map->file = "</testsuites>]]>";
  result.incomplete_reason = "run.osi: frame 12: x is nan\nand \"more\"";
  watch::Evaluation& evaluation = result.evaluation;
  evaluation.checks[kTtcPolicy] = {.name = "ttc_policy",
                                   .state = State::failed,
                                   .reason = "threw <bad>\x1b[31m & \"worse\"",
                                   .instances = 1,
                                   .notes = {"7 -\n<b>\xFF\x1b[31m was not judged"}};
  evaluation.issues[0].actor.id = "<script>alert('1')</script>\r\n=1+1,\"x\"";
  evaluation.issues[0].message =
      std::string("a\0b", 3) + " \x1b[2J \xC3\x28 ]]> \xEF\xBF\xBF \xE2\x80\xAE right to left";
  evaluation.issues[0].data = {std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity()};
  evaluation.issues[2].actor.id =
      "\xE2\x80\xAE"
      "\xD7\x90\xD7\x91\xD7\x92";
  evaluation.issues[2].other->id = std::string(300, 'x') + "-tail";
  evaluation.issues[2].details = "line 1\nline 2";
  evaluation.issues[2].data = {std::string("\xFF\xFE"), -std::numeric_limits<double>::infinity(), false};
  evaluation.intervals[0].actor = evaluation.issues[0].actor;
  evaluation.intervals[0].data = evaluation.issues[0].data;
  evaluation.kpis[0].result.actors[0].actor.id = evaluation.issues[0].actor.id;
  evaluation.kpis[0].result.totals[1] = {std::numeric_limits<double>::infinity(),
                                         std::numeric_limits<double>::quiet_NaN(), std::string("a,\"b\"\xFF\n")};
  evaluation.kpis[0].result.line = "Nearness of \x1b[2J <b>";
  evaluation.messages[0].text = "\x1b[2J\n</script> \xFF";
  evaluation.messages[0].actor = evaluation.issues[0].actor.id;
  evaluation.messages_left_out = 7;
  result.metrics = {{"na\"me\xFF", std::numeric_limits<double>::quiet_NaN(), ""}, {"of_text", std::string("\x01"), ""}};
  return result;
}

inline RunResult large_result(std::size_t issues = 10'000) {
  RunResult result = small_result();
  const watch::Issue issue = result.evaluation.issues[0];
  const watch::IntervalRecord interval = result.evaluation.intervals[0];
  result.evaluation.issues.assign(issues, issue);
  result.evaluation.intervals.assign(issues, interval);
  for (std::size_t i = 0; i < issues; ++i) {
    const Time time{std::chrono::milliseconds(10 * i)};
    watch::Issue& one = result.evaluation.issues[i];
    one.time = one.start = one.end = time;
    result.evaluation.intervals[i].start = result.evaluation.intervals[i].end = time;
  }
  return result;
}

inline std::vector<std::pair<std::string, RunResult>> sample_results() {
  RunResult without_map = small_result(), passed = small_result();
  without_map.map.reset();
  passed.evaluation.issues.clear();
  return {{"empty", empty_result()},    {"small", small_result()},    {"hostile", hostile_result()},
          {"large", large_result(500)}, {"without_map", without_map}, {"passed", passed}};
}

// All files of a result's folder.
inline std::vector<ResultFile> files_of(const RunResult& result, std::string manifest = "{}\n") {
  Documents documents(result);
  return result_files(documents, std::move(manifest));
}

}  // namespace scrutineer::results
