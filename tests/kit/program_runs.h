// Programs of the language put together by hand, run on rows of places: for tests of what runs them.
//
//   const Outcome outcome = run(program, {{0.0, 12.0, 14.0}, {50.0, 50.0, kGone}});
//   EXPECT_THAT(outcome.intervals(), ElementsAre("far of 0, 0.1 to 0.2 by run_end, 14"));
#pragma once

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <limits>
#include <memory>
#include <string>
#include <vector>

#include "base/text.h"
#include "kit/program_builder.h"
#include "lang/lower/lower.h"
#include "lang/lower/verify.h"
#include "lang/vm/program_run.h"
#include "lang/vm/runner.h"
#include "watch/engine.h"

namespace scrutineer::lang {

using namespace std::chrono_literals;
using kit::ProgramBuilder;

inline constexpr double kGone = std::numeric_limits<double>::quiet_NaN();

// ---- runs: rows of x by actor, one frame per 100 ms; NaN: not there; the first actor is the ego ---------------------

struct Outcome {
  watch::Evaluation evaluation;
  std::vector<watch::Check> checks;
  std::shared_ptr<const Image> image;

  // "CHECK of ACTOR, START to END by REASON: METRICS"
  std::vector<std::string> intervals() const {
    std::vector<std::string> lines;
    for (const watch::IntervalRecord& record : evaluation.intervals) {
      std::string line = std::string(evaluation.infos[record.check]->name) + " of " + record.actor.id + ", " +
                         rounded(to_seconds(record.start), 3) + " to " + rounded(to_seconds(record.end), 3) + " by " +
                         std::string(to_word(record.ended_by));
      for (const watch::Value& value : record.data) line += ", " + text(value);
      lines.push_back(std::move(line));
    }
    return lines;
  }
  // "KIND of ACTOR at TIME, SEVERITY (CATEGORY)"
  std::vector<std::string> issues() const {
    std::vector<std::string> lines;
    for (const watch::Issue& issue : evaluation.issues)
      lines.push_back(issue.kind + " of " + issue.actor.id + " at " + rounded(to_seconds(issue.time), 3) + ", " +
                      std::string(to_word(issue.severity)) + " (" + std::string(to_word(issue.category)) + ")");
    return lines;
  }
  std::vector<std::string> messages() const {
    std::vector<std::string> lines;
    for (const watch::LogMessage& message : evaluation.messages)
      lines.push_back(rounded(to_seconds(message.time), 3) + " " + message.actor + " " + message.text);
    return lines;
  }
  static std::string text(const watch::Value& value) {
    if (const auto* number = std::get_if<double>(&value)) return shortest(*number);
    if (const auto* truth = std::get_if<bool>(&value)) return *truth ? "true" : "false";
    return std::get<std::string>(value);
  }
};

inline std::shared_ptr<const Image> image_of(const Program& program) {
  std::vector<Diagnostic> diagnostics;
  Code code = lower(program, diagnostics);
  EXPECT_TRUE(diagnostics.empty());
  EXPECT_EQ(verify(code, program), std::nullopt);
  auto sources = std::make_shared<Sources>();
  sources->add("my.osc", "first line\nsecond line\n");
  return make_image(program, std::move(code), std::move(sources));
}

using Between = std::function<void(watch::Engine&, std::size_t)>;

inline Outcome run(const Program& program, const std::vector<std::vector<double>>& rows, const Between& between = {},
                   std::vector<watch::Check> catalogue = {}, const std::vector<std::string>& settings_given = {}) {
  Outcome outcome;
  outcome.image = image_of(program);
  auto kept = std::make_shared<std::vector<watch::Check>>(catalogue);
  outcome.checks = std::move(catalogue);
  for (watch::Check& check : make_checks(outcome.image, *kept)) outcome.checks.push_back(std::move(check));
  watch::Settings settings(outcome.checks);
  for (const std::string& given : settings_given) EXPECT_EQ(settings.set(given), std::nullopt);
  ProgramRun program_run(outcome.image);
  watch::Engine engine(outcome.checks, settings, {.companion = &program_run});
  std::vector<trace::ActorInfo> infos;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    trace::ActorInfo info;
    info.id = std::to_string(i);
    info.category = trace::Category::car;
    info.length = 4.0;
    info.width = 2.0;
    infos.push_back(info);
  }
  engine.announce(watch::EgoIs{trace::ActorId(0)});
  for (std::size_t f = 0; f < rows.front().size(); ++f) {
    trace::Frame frame;
    frame.time = Time(100ms * f);
    frame.number = f;
    for (std::size_t i = 0; i < rows.size(); ++i) {
      if (std::isnan(rows[i][f])) continue;
      trace::ActorState state;
      state.actor = trace::ActorId(i);
      state.x = rows[i][f];
      frame.actors.push_back(state);
    }
    if (between) between(engine, f);
    engine.step(frame, infos);
  }
  outcome.evaluation = engine.finish();
  return outcome;
}

// ---- programs -------------------------------------------------------------------------------------------------------

inline ExpressionId x_of(ProgramBuilder& make, ExpressionId actor) {
  return make.intrinsic("global_position.x", {actor});
}
inline ExpressionId own_x(ProgramBuilder& make) { return x_of(make, make.own_actor()); }
inline ExpressionId far(ProgramBuilder& make, double limit = 10.0) {
  return make.binary(BinaryOperator::greater, own_x(make), make.number(limit));
}

// Data: start_time, end_time, furthest.
inline constexpr std::uint32_t kFurthest = 2;

inline std::uint32_t data(ProgramBuilder& make) {
  return make.structure({.name = "far_data",
                         .is_view = false,
                         .fields = {{"start_time", {TypeKind::number, kNone, kTime}, 0, "s"},
                                    {"end_time", {TypeKind::number, kNone, kTime}, 1, "s"},
                                    {"furthest", {TypeKind::number, kNone, kLength}, 2, "m"}},
                         .cells = 3});
}

// An interval while x is above 10, with the largest x as its metric.
inline ObjectType far_object(ProgramBuilder& make) {
  ObjectType object;
  object.name = "far";
  object.has_intervals = true;
  object.cells = 3;
  object.data = 0;
  object.data_struct = data(make);
  object.condition = make.returning("far.condition", far(make));
  object.handlers.push_back(
      {.event = EventKind::interval_clock,
       .body = make.function("far.on_i_clock",
                             {make.branch(make.logical_not(make.binary(BinaryOperator::less_equal, own_x(make),
                                                                       make.data_cell(kFurthest))),
                                          {make.assign(make.data_cell(kFurthest), own_x(make))})})});
  object.metrics.push_back({.name = "furthest",
                            .unit = "m",
                            .meaning = "How far.",
                            .type = {TypeKind::number, kNone, kLength},
                            .value = make.returning("far.furthest", make.data_cell(kFurthest))});
  return object;
}

inline Declaration watcher(std::string name, std::uint32_t object, std::vector<watch::Scope> whom) {
  Declaration declaration;
  declaration.name = std::move(name);
  declaration.object = object;
  declaration.whom = std::move(whom);
  return declaration;
}

inline const watch::Scope kVehicles{watch::Scope::Kind::type, "vehicle"};
inline const watch::Scope kNpcs{watch::Scope::Kind::role, "npc_vehicle"};
inline const watch::Scope kSut{watch::Scope::Kind::role, "sut"};

// Writes down a word, and the time and actor with it.
inline StatementId say(ProgramBuilder& make, std::string_view word) {
  return make.evaluate(make.intrinsic("logger.log_info", {make.text(word)}));
}

inline Handler saying(ProgramBuilder& make, EventKind event, std::string_view word) {
  Handler handler;
  handler.event = event;
  handler.body = make.function(std::string(word), {say(make, word)});
  return handler;
}

}  // namespace scrutineer::lang
