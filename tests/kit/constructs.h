// Small programs, each of one construct of the language, with what happens when they run.
//
//   const Construct cases[] = {{"say", "...", {"hello"}}};
//   expect_all(cases);
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "kit/run_program.h"
#include "kit/scenario.h"

namespace scrutineer::kit {

// Two cars on a plain, one behind the other: the ego drives at 10 m/s and from 1 s on speeds up by 5 m/s^2; the other
// one drives at 10 m/s, 30 m ahead. 3 s, a frame each 100 ms.
inline RunData two_cars_on_a_plain() {
  using namespace std::chrono_literals;
  Scenario scenario({.map = nullptr, .step = 100ms, .duration = 3s});
  scenario.add({.id = "ego", .is_ego = true}).start_free({0.0, 0.0, 0.0}).speed({{0s, 10.0}, {1s, 10.0}, {3s, 20.0}});
  scenario.add({.id = "7"}).start_free({30.0, 0.0, 0.0}).speed(10.0);
  return scenario.run();
}

// What happens when the program runs, in this order: what it says ("TEXT"), intervals of its watchers ("NAME of ACTOR
// from START to END: METRIC=VALUE, ..."), its issues, and those that its rules changed ("KIND of ACTOR: SEVERITY,
// DETAILS"), what it adds to the run's info ("info PATH = VALUE"). If it does not compile: the diagnostics. Imports
// are among `files`.
inline std::vector<std::string> what_happens(std::string_view source, const RunData& data,
                                             const std::map<std::string, std::string>& files = {}) {
  const lang::SourceText file{"my.osc", std::string(source)};
  const lang::Compilation compilation = lang::compile(
      {&file, 1}, {.catalogue = catalogue(), .open_import = [&](const std::string& path) -> Result<std::string> {
                     const auto found = files.find(path);
                     if (found == files.end()) return Problem{{}, "there is no such file"};
                     return found->second;
                   }});
  if (!compilation.diagnostics.empty() || !compilation.program)
    return {render(compilation.diagnostics, *compilation.sources)};
  std::vector<watch::Check> all = catalogue();
  all.insert(all.end(), compilation.program->checks().begin(), compilation.program->checks().end());
  watch::Settings settings(all);
  if (const auto problem = compilation.program->apply(settings)) return {problem->message};
  const auto companion = compilation.program->start();
  watch::Engine engine(all, settings, {.companion = companion.get()});
  for (std::size_t i = 0; i < data.actors.size(); ++i)
    if (data.actors[i].is_host) engine.announce(watch::EgoIs{trace::ActorId(i)});
  for (const trace::Frame& frame : data.frames) engine.step(frame, data.actors);
  const watch::Evaluation evaluation = engine.finish();

  const auto is_built_in = [&](std::string_view name) {
    return std::ranges::any_of(catalogue(), [&](const watch::Check& check) { return check.info.name == name; });
  };
  std::vector<std::string> lines;
  for (const watch::LogMessage& message : evaluation.messages) lines.push_back(message.text);
  for (const watch::IntervalRecord& record : evaluation.intervals) {
    const watch::CheckInfo& info = *evaluation.infos[record.check];
    if (is_built_in(info.name)) continue;
    std::string line = std::string(info.name) + " of " + record.actor.id + " from " +
                       rounded(to_seconds(record.start), 3) + " to " + rounded(to_seconds(record.end), 3);
    for (std::size_t i = 0; i < record.data.size(); ++i)
      line += (i == 0 ? ": " : ", ") + std::string(info.metrics[i].name) + "=" + Ran::text(record.data[i]);
    lines.push_back(std::move(line));
  }
  for (const watch::Issue& issue : evaluation.issues) {
    const bool is_own = !is_built_in(evaluation.infos[issue.check]->name);
    if (!is_own && issue.reason.empty()) continue;
    const std::string more = is_own ? Ran::said_of(issue) : issue.reason;
    lines.push_back(issue.kind + " of " + issue.actor.id + ": " + std::string(to_word(issue.severity)) +
                    (more.empty() ? "" : ", " + more));
  }
  for (const watch::InfoValue& value : evaluation.info)
    lines.push_back("info " + value.path + " = " + Ran::text(value.value));
  return lines;
}

struct Construct {
  const char* name;
  const char* source;
  std::vector<std::string> happens;
};
// Runs each on two_cars_on_a_plain().
inline void expect_all(std::span<const Construct> cases) {
  const RunData drive = two_cars_on_a_plain();
  for (const Construct& c : cases) EXPECT_EQ(what_happens(c.source, drive), c.happens) << c.name;
}

}  // namespace scrutineer::kit
