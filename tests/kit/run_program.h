// Programs in the language as text, run beside the whole catalogue.
//
//   const Ran ran = run("on @start:\n    logger.log_info(\"x\")\n", two_cars());
//   EXPECT_THAT(ran.messages(), ElementsAre("x"));
#pragma once

#include <gtest/gtest.h>

#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/text.h"
#include "checks/catalogue.h"
#include "kit/scenario.h"
#include "lang/compile.h"
#include "watch/engine.h"

namespace scrutineer::kit {

inline const std::vector<watch::Check>& catalogue() {
  static const std::vector<watch::Check> kChecks = checks::catalogue();
  return kChecks;
}

struct Ran {
  std::string diagnostics;
  watch::Evaluation evaluation;
  std::vector<watch::Check> checks;
  std::shared_ptr<lang::Compilation> compilation;

  // What the program's own checks found: "START to END of ACTOR: METRIC=VALUE, ..."
  std::vector<std::string> intervals(std::string_view check) const {
    std::vector<std::string> lines;
    for (const watch::IntervalRecord& record : evaluation.intervals) {
      const watch::CheckInfo& info = *evaluation.infos[record.check];
      if (info.name != check) continue;
      std::string line =
          rounded(to_seconds(record.start), 3) + " to " + rounded(to_seconds(record.end), 3) + " of " + record.actor.id;
      for (std::size_t i = 0; i < record.data.size(); ++i)
        line += (i == 0 ? ": " : ", ") + std::string(info.metrics[i].name) + "=" + text(record.data[i]);
      lines.push_back(std::move(line));
    }
    return lines;
  }
  // "KIND of ACTOR, SEVERITY: DETAILS"
  std::vector<std::string> issues(std::string_view check) const {
    std::vector<std::string> lines;
    for (const watch::Issue& issue : evaluation.issues)
      if (evaluation.infos[issue.check]->name == check)
        lines.push_back(issue.kind + " of " + issue.actor.id + ", " + std::string(to_word(issue.severity)) +
                        (said_of(issue).empty() ? "" : ": " + said_of(issue)));
    return lines;
  }
  // The details that a program gives; empty where a built-in check's own are there.
  static std::string said_of(const watch::Issue& issue) { return issue.details.starts_with('[') ? "" : issue.details; }
  std::vector<std::string> messages() const {
    std::vector<std::string> lines;
    for (const watch::LogMessage& message : evaluation.messages) lines.push_back(message.text);
    return lines;
  }
  static std::string text(const watch::Value& value) {
    if (const auto* number = std::get_if<double>(&value)) return rounded(*number, 4);
    if (const auto* truth = std::get_if<bool>(&value)) return *truth ? "true" : "false";
    return std::get<std::string>(value);
  }
};

// The text as my.osc; it may import these files.
inline lang::Compilation compiled(std::string_view source, const std::map<std::string, std::string>& imports = {}) {
  const lang::SourceText file{"my.osc", std::string(source)};
  return lang::compile({&file, 1},
                       {.catalogue = catalogue(), .open_import = [&](const std::string& path) -> Result<std::string> {
                          const auto found = imports.find(path);
                          if (found == imports.end()) return Problem{{}, "there is no such file"};
                          return found->second;
                        }});
}

// Over a run; without errors. Settings as --set takes them.
inline Ran run(std::string_view source, const RunData& data, const map::RoadNetwork* map = nullptr,
               const std::map<std::string, std::string>& imports = {},
               const std::vector<std::string>& given_settings = {}, watch::PlotSink* plots = nullptr) {
  Ran ran;
  ran.compilation = std::make_shared<lang::Compilation>(compiled(source, imports));
  ran.diagnostics = lang::render(ran.compilation->diagnostics, *ran.compilation->sources);
  EXPECT_EQ(ran.diagnostics, "");
  if (!ran.compilation->program) return ran;
  const lang::Compiled& program = *ran.compilation->program;
  ran.checks = catalogue();
  ran.checks.insert(ran.checks.end(), program.checks().begin(), program.checks().end());
  watch::Settings settings(ran.checks);
  EXPECT_EQ(program.apply(settings), std::nullopt);
  for (const std::string& given : given_settings) {
    const auto problem = settings.set(given);
    EXPECT_EQ(problem ? problem->message : "", "") << given;
  }
  const auto companion = program.start();
  watch::Engine engine(ran.checks, settings, {.map = map, .plots = plots, .companion = companion.get()});
  for (std::size_t i = 0; i < data.actors.size(); ++i)
    if (data.actors[i].is_host) engine.announce(watch::EgoIs{trace::ActorId(i)});
  for (const trace::Frame& frame : data.frames) engine.step(frame, data.actors);
  ran.evaluation = engine.finish();
  return ran;
}

// Two cars on a plain, one behind the other: the ego drives at 10 m/s and from 1 s on speeds up by 5 m/s^2; the other
// one drives at 10 m/s, 30 m ahead.
inline RunData two_cars() {
  using namespace std::chrono_literals;
  Scenario scenario({.map = nullptr, .step = 100ms, .duration = 3s});
  scenario.add({.id = "ego", .is_ego = true}).start_free({0.0, 0.0, 0.0}).speed({{0s, 10.0}, {1s, 10.0}, {3s, 20.0}});
  scenario.add({.id = "7"}).start_free({30.0, 0.0, 0.0}).speed(10.0);
  return scenario.run();
}

// What a program logs in half a second in which the ego drives 12 m/s, and the places of what went wrong in it.
inline std::vector<std::string> said(const std::string& source) {
  using namespace std::chrono_literals;
  Scenario scenario({.map = nullptr, .step = 250ms, .duration = 500ms});
  scenario.add({.id = "ego", .is_ego = true}).start_free({0.0, 0.0, 0.0}).speed(12.0);
  const Ran ran = run(source, scenario.run());
  std::vector<std::string> lines = ran.messages();
  for (const watch::Issue& issue : ran.evaluation.issues)
    if (issue.kind == "evaluation_error") {
      const std::size_t place = issue.message.find("my.osc"), end = issue.message.find(". ");
      lines.push_back(issue.message.substr(place, end - place));
    }
  return lines;
}

}  // namespace scrutineer::kit
