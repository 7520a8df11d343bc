// Programs beside the checks of the catalogue: they hear, freeze and multiply these.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "kit/program_runs.h"
#include "watch/per_actor.h"

namespace scrutineer::lang {
namespace {

using testing::ElementsAre;

constexpr watch::Parameter<Distance> kLimit{"native.limit", Distance::from_si(10.0), "Further than this is far."};

struct Native {
  struct Metrics {
    double furthest;
    std::string reason;

    void fields(auto& field) {
      field("furthest", furthest, "m", "How far.");
      field("reason", reason, "", "Why.");
    }
  };

  struct Instance {
    double limit, furthest = 0.0;
  };
  static Instance create(const watch::Setup& setup) { return {setup.get(kLimit).si()}; }
  static bool violated(const Instance& self, const watch::View& at) { return at.state().x > self.limit; }
  static void measure(Instance& self, const watch::View& at, bool starts) {
    self.furthest = starts ? at.state().x : std::max(self.furthest, at.state().x);
  }
  static watch::Finding<Native> finding(const Instance& self, const watch::Closing&) {
    watch::Finding<Native> finding;
    finding.message = "native";
    finding.data = Metrics{.furthest = self.furthest, .reason = "too_far"};
    return finding;
  }
};
watch::Check native(bool for_npc = true) {
  return watch::make_violation_check<Native>(
      {.name = "native",
       .for_npc = for_npc,
       .kinds = {{"native", watch::Severity::error, watch::Severity::warning, "Far."}},
       .parameters = {&kLimit}});
}

TEST(ProgramRun, HearsTheCataloguesChecks) {
  ProgramBuilder make;
  ObjectType listener;
  listener.name = "listener";
  for (const auto& [event, word] :
       {std::pair(EventKind::interval_start, "i_start"), std::pair(EventKind::interval_clock, "i_clock")}) {
    Handler handler = saying(make, event, word);
    handler.check = make.text_index("native");
    listener.handlers.push_back(handler);
  }
  Handler end;
  end.event = EventKind::interval_end;
  end.check = make.text_index("native");
  end.body = make.function(
      "end", {make.evaluate(make.intrinsic(
                 "logger.log_info", {make.texts({{make.metric(1, TypeKind::text), ""}, {make.metric(0), "m"}})}))});
  listener.handlers.push_back(end);
  make.declaration(watcher("listener", make.object(std::move(listener)), {kVehicles}));
  EXPECT_THAT(run(make.program(), {{1, 11, 12, 1}, {1, 1, 1, 1}}, {}, {native()}).messages(),
              ElementsAre("0.1 0 i_start", "0.1 0 i_clock", "0.2 0 i_clock", "0.3 0 too_far12m"));
}

TEST(ProgramRun, FreezesTheCataloguesChecks) {
  ProgramBuilder make;
  ObjectType freezer;
  freezer.name = "freezer";
  freezer.handlers.push_back(
      {.event = EventKind::start,
       .body = make.function("freeze", {make.set_check_mode("native", make.own_actor(), true)})});
  make.declaration(watcher("freezer", make.object(std::move(freezer)), {kSut}));
  EXPECT_THAT(run(make.program(), {{11, 11}, {11, 11}}, {}, {native()}).intervals(),
              ElementsAre("native of 1, 0 to 0.1 by run_end, 11, too_far"));
}

TEST(ProgramRun, MakesMoreInstancesOfTheCataloguesChecks) {
  struct Case {
    const char* name;
    std::function<void(ProgramBuilder&, Declaration&)> change;
    std::vector<std::string> issues;
  };
  const auto details = [](ProgramBuilder& make) {
    const auto replaced = make.intrinsic(
        "string.replace", {make.metric(1, TypeKind::text), make.text("_"), make.text(" ")}, TypeKind::text);
    return make.returning("details", make.texts({{replaced, ""}, {make.text(": "), ""}, {make.metric(0), "m"}}));
  };
  const Case cases[] = {
      {"as it is", [](ProgramBuilder&, Declaration&) {}, {"native of 1, warning: "}},
      {"a watcher raises nothing",
       [](ProgramBuilder&, Declaration& declaration) { declaration.is_checker = false; },
       {}},
      {"with its own settings",
       [](ProgramBuilder&, Declaration& declaration) {
         declaration.settings.push_back({"native.limit", {}, 100.0, {}});
       },
       {}},
      {"with its own words",
       [&](ProgramBuilder& make, Declaration& declaration) {
         declaration.issues.push_back({.kind = "native",
                                       .kind_meaning = {},
                                       .severity = make.returning("severity", make.number(1.0)),
                                       .details = details(make)});
       },
       {"native of 1, info: too far: 12m"}},
      {"under another kind",
       [&](ProgramBuilder&, Declaration& declaration) {
         declaration.issues.push_back({.kind = "mine",
                                       .kind_meaning = "Mine.",
                                       .severity = kNone,
                                       .details = kNone,
                                       .sut = watch::Severity::error,
                                       .other = watch::Severity::error});
       },
       {"mine of 1, error: "}},
  };
  for (const auto& [name, change, issues] : cases) {
    ProgramBuilder make;
    Declaration declaration;
    declaration.name = "npc_vehicle.mine";
    declaration.built_in = "native";
    declaration.whom = {kNpcs};
    declaration.is_checker = true;
    change(make, declaration);
    make.declaration(std::move(declaration));
    // The original watches the ego only, which is not far away.
    const Outcome outcome = run(make.program(), {{1, 1, 1}, {11, 12, 1}}, {}, {native(false)});
    std::vector<std::string> lines;
    for (const watch::Issue& issue : outcome.evaluation.issues) {
      EXPECT_EQ(outcome.evaluation.infos[issue.check]->name, "npc_vehicle.mine") << name;
      lines.push_back(issue.kind + " of " + issue.actor.id + ", " + std::string(to_word(issue.severity)) + ": " +
                      (issue.details.starts_with('[') ? "" : issue.details));  // the check's own
    }
    EXPECT_EQ(lines, issues) << name;
  }
}

}  // namespace
}  // namespace scrutineer::lang
