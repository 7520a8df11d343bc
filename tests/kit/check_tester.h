// One check on made-up runs: a test is a table of descriptions with the issues that must come of each.
//
//   const CheckTester tester("speed_physical");
//   EXPECT_THAT(tester.run(scenario).issues(), ElementsAre("speed_physical of 7, 1.2 to 3.4, error"));
//   EXPECT_EQ(tester.with("physical.max_speed=130kph").run(scenario).issues(), ...);
#pragma once

#include <gtest/gtest.h>

#include <map>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "base/text.h"
#include "checks/catalogue.h"
#include "kit/run_data.h"
#include "kit/scenario.h"
#include "scene/lights.h"
#include "trace/light_ties.h"
#include "trace/planned_path.h"
#include "watch/engine.h"

namespace scrutineer::kit {

// What an evaluation found, in the words of tests.
struct Found {
  watch::Evaluation evaluation;
  std::shared_ptr<const std::vector<watch::Check>> checks;  // whose declarations the evaluation refers to

  // "KIND of ACTOR, START to END, SEVERITY", and " with OTHER" behind the actor where there is one; in the result's
  // order.
  std::vector<std::string> issues() const {
    std::vector<std::string> lines;
    for (const watch::Issue& issue : evaluation.issues) {
      std::string line = issue.kind + " of " + issue.actor.id;
      if (issue.other) line += " with " + issue.other->id;
      line += ", " + rounded(to_seconds(issue.start), 6) + " to " + rounded(to_seconds(issue.end), 6) + ", ";
      lines.push_back(line + std::string(to_word(issue.severity)));
    }
    return lines;
  }
  // "ACTOR, START to END, ENDED_BY".
  std::vector<std::string> intervals() const {
    std::vector<std::string> lines;
    for (const watch::IntervalRecord& record : evaluation.intervals)
      lines.push_back(record.actor.id + (record.other ? " with " + record.other->id : std::string()) + ", " +
                      rounded(to_seconds(record.start), 6) + " to " + rounded(to_seconds(record.end), 6) + ", " +
                      std::string(to_word(record.ended_by)));
    return lines;
  }
  // What people are told.
  std::vector<std::string> messages() const {
    std::vector<std::string> lines;
    for (const watch::Issue& issue : evaluation.issues) lines.push_back(issue.message);
    return lines;
  }
  // The same with the parameter's path, and what else there is to know.
  std::vector<std::string> sentences() const {
    std::vector<std::string> lines;
    for (const watch::Issue& issue : evaluation.issues) lines.push_back(issue.details);
    return lines;
  }
  // "completed", "skipped: REASON" or "failed: REASON".
  std::string status() const {
    const watch::CheckOutcome& outcome = evaluation.checks.at(0);
    return std::string(to_word(outcome.state)) + (outcome.reason.empty() ? "" : ": " + outcome.reason);
  }
  const std::vector<std::string>& notes() const { return evaluation.checks.at(0).notes; }
  // Of the n-th issue; throws if there is none.
  watch::Value metric(std::size_t issue, std::string_view name) const {
    const watch::Issue& found = evaluation.issues.at(issue);
    const auto& metrics = evaluation.infos.at(found.check)->metrics;
    for (std::size_t i = 0; i < metrics.size(); ++i)
      if (metrics[i].name == name) return found.data.at(i);
    throw std::runtime_error("no metric " + std::string(name));
  }
  double number(std::size_t issue, std::string_view name) const { return std::get<double>(metric(issue, name)); }
  std::string text(std::size_t issue, std::string_view name) const {
    return std::get<std::string>(metric(issue, name));
  }
};

class CheckTester {
 public:
  // Only this check runs.
  explicit CheckTester(std::string_view check)
      : CheckTester([&](const watch::CheckInfo& info) { return info.name == check; }, check) {}
  // Only the watchers of this KPI run.
  static CheckTester of_kpi(std::string_view kpi) {
    return {[&](const watch::CheckInfo& info) { return info.kpi && info.kpi->info.name == kpi; }, kpi};
  }

  // With more of it set: "path=value".
  CheckTester with(std::string assignment) const {
    CheckTester changed = *this;
    changed.assignments_.push_back(std::move(assignment));
    return changed;
  }
  CheckTester enabled_for(std::string_view whom) const {  // "sut", "npc", "all"
    CheckTester changed = *this;
    changed.enabled_.push_back(std::string(checks_->front().info.name) + "@" + std::string(whom));
    return changed;
  }
  CheckTester with_severity(std::string assignment) const {
    CheckTester changed = *this;
    changed.severities_.push_back(std::move(assignment));
    return changed;
  }
  CheckTester on(const map::RoadNetwork& map) const {
    CheckTester changed = *this;
    changed.map_ = &map;
    return changed;
  }
  CheckTester deriving(int differences) const {
    CheckTester changed = *this;
    changed.differences_ = differences;
    return changed;
  }
  // Announced: the actor is elsewhere in the first frame at or after this time.
  CheckTester with_relocation(std::string actor, Duration at) const {
    CheckTester changed = *this;
    changed.relocations_.emplace_back(std::move(actor), at);
    return changed;
  }
  // Still on its way elsewhere in the frames with from <= time < to: as if they did not have it.
  CheckTester on_its_way(std::string actor, Duration from, Duration to) const {
    CheckTester changed = *this;
    changed.ways_.push_back({std::move(actor), from, to});
    return changed;
  }
  // Of one actor, or of all without a name, in the first frame at or after `at`; thawed likewise.
  CheckTester frozen(Duration at, Duration until, const std::string& actor = {}) const {
    CheckTester changed = *this;
    changed.freezes_.push_back({at, true, actor});
    changed.freezes_.push_back({until, false, actor});
    return changed;
  }
  // What a file beside the run would say of its lights.
  CheckTester tied(std::vector<trace::LightTie> ties) const {
    CheckTester changed = *this;
    changed.ties_ = std::move(ties);
    return changed;
  }
  CheckTester planning(std::string plan_csv) const {
    CheckTester changed = *this;
    changed.plan_ = std::move(plan_csv);
    return changed;
  }

  Found run(const Scenario& scenario) const { return run(scenario.run()); }
  Found run(const RunData& data) const {
    watch::Settings settings(*checks_);
    settings.choose_profile("all");
    const auto must = [](const std::optional<Problem>& problem) {
      if (problem) throw std::runtime_error(to_string(*problem));
    };
    for (const std::string& assignment : assignments_) must(settings.set(assignment));
    for (const std::string& name : enabled_) must(settings.enable(name));
    for (const std::string& assignment : severities_) must(settings.severity(assignment));

    std::optional<scene::LightHeads> lights;
    if (map_ != nullptr && !data.lights.empty()) lights.emplace(*map_, ties_);
    std::optional<trace::PlannedPaths> plans;
    if (!plan_.empty()) {
      auto opened = trace::PlannedPaths::open(plan_, "plan.csv");
      if (!opened) throw std::runtime_error(to_string(opened.problem()));
      plans.emplace(*std::move(opened));
    }
    watch::Engine engine(*checks_, settings,
                         {.map = map_,
                          .lights = lights ? &*lights : nullptr,
                          .plans = plans ? &*plans : nullptr,
                          .differences = differences_});
    for (std::size_t i = 0; i < data.actors.size(); ++i)
      if (data.actors[i].is_host || data.actors[i].id == data.host_id) engine.announce(watch::EgoIs{trace::ActorId(i)});
    Time previous = Time(Duration(-1));
    for (const trace::Frame& frame : data.frames) {
      const auto due = [&](Duration at) { return Time(at) > previous && Time(at) <= frame.time; };
      for (const auto& [actor, at] : relocations_)
        for (std::size_t i = 0; i < data.actors.size(); ++i)
          if (data.actors[i].id == actor && due(at)) engine.announce(watch::Relocation{trace::ActorId(i)});
      for (const auto& [actor, from, to] : ways_)
        if (frame.time >= Time(from) && frame.time < Time(to))
          engine.announce(watch::Relocation{actor_of(data, actor), true});
      for (const auto& [at, frozen, actor] : freezes_)
        if (due(at))
          engine.announce(watch::Freeze{std::string(checks_->front().info.name), actor_of(data, actor), frozen});
      if (plans) must(plans->advance(frame.time));
      if (lights) lights->advance(frame, data.lights);
      engine.step(frame, data.actors);
      previous = frame.time;
    }
    return {engine.finish(), checks_};
  }

 private:
  template <typename Wanted>
  CheckTester(const Wanted& wanted, std::string_view name) {
    std::vector<watch::Check> found;
    for (watch::Check& candidate : checks::catalogue())
      if (wanted(candidate.info)) found.push_back(std::move(candidate));
    if (found.empty()) throw std::runtime_error("no check " + std::string(name));
    checks_ = std::make_shared<const std::vector<watch::Check>>(std::move(found));
  }

  struct Way {
    std::string actor;
    Duration from, to;
  };
  struct FreezeAt {
    Duration at;
    bool frozen;
    std::string actor;  // empty: all
  };
  static trace::ActorId actor_of(const RunData& data, std::string_view id) {
    for (std::size_t i = 0; i < data.actors.size(); ++i)
      if (data.actors[i].id == id) return trace::ActorId(i);
    return {};
  }

  std::shared_ptr<const std::vector<watch::Check>> checks_;
  std::vector<std::string> assignments_, enabled_, severities_;
  const map::RoadNetwork* map_ = nullptr;
  int differences_ = 1;
  std::vector<std::pair<std::string, Duration>> relocations_;
  std::vector<Way> ways_;
  std::vector<FreezeAt> freezes_;
  std::string plan_;
  std::vector<trace::LightTie> ties_;
};

}  // namespace scrutineer::kit
