#include "watch/engine.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <stdexcept>

#include "watch/per_actor.h"
#include "watch/wording.h"

namespace scrutineer::watch {
namespace {

using namespace std::chrono_literals;
using namespace literals;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using trace::ActorId;

// ---- checks for these tests: an interval while x is above a limit ---------------------------------------------------

constexpr Parameter<Distance> kLimit{"far_away.limit", 10.0_m, "Further than this is far."};

struct FarAway {
  enum class Kind : std::uint8_t { far_away };

  struct Metrics {
    double furthest;
    void fields(auto& field) { field("furthest", furthest, "m", "How far."); }
  };

  struct Instance {
    double limit, furthest = 0.0;
  };
  static Instance create(const Setup& setup) { return {setup.get(kLimit).si()}; }
  static bool violated(const Instance& self, const View& at) { return at.state().x > self.limit; }
  static void measure(Instance& self, const View& at, bool starts) {
    self.furthest = starts ? at.state().x : std::max(self.furthest, at.state().x);
  }
  static Finding<FarAway> finding(const Instance& self, const Closing& closing) {
    Finding<FarAway> finding;
    finding.message = describe(closing.subject) + " was far away";
    finding.data = Metrics{.furthest = self.furthest};
    return finding;
  }
};

Check far_away(std::string_view name = "far_away") {
  return make_violation_check<FarAway>(
      {.name = name,
       .kinds =
           kinds_of<FarAway::Kind>({{FarAway::Kind::far_away, name, Severity::error, Severity::warning, "Far away."}}),
       .parameters = {&kLimit}});
}

struct Throwing : FarAway {
  static bool violated(const Instance& self, const View& at) {
    if (at.state().x > self.limit) throw std::runtime_error("x is too much for it");
    return false;
  }
};
Check throwing() {
  return make_violation_check<Throwing>({.name = "throwing",
                                         .kinds = {{"throwing", Severity::error, Severity::error, "Never."}},
                                         .parameters = {&kLimit}});
}

struct Undeclared : FarAway {
  static Instance create(const Setup& setup) { return {setup.get(kLimit).si()}; }
};
Check undeclared() {
  return make_violation_check<Undeclared>(
      {.name = "undeclared", .kinds = {{"undeclared", Severity::error, Severity::error, "Never."}}});
}

// ---- runs: rows of x by actor, one frame per 100 ms; NaN: not there -------------------------------------------------

constexpr double kGone = std::numeric_limits<double>::quiet_NaN();

class MadeRun {
 public:
  explicit MadeRun(std::vector<std::vector<double>> rows, std::string ego = "") : rows_(std::move(rows)) {
    for (std::size_t i = 0; i < rows_.size(); ++i) {
      trace::ActorInfo info;
      info.id = std::to_string(i);
      info.category = trace::Category::car;
      info.length = 4.0;
      info.width = 2.0;
      info.height = 1.5;
      infos_.push_back(info);
      if (info.id == ego) ego_ = ActorId(i);
    }
  }

  // What `between` announces comes before the frame of that number.
  Evaluation evaluate(const std::vector<Check>& checks, const Settings& settings, EngineInputs inputs = {},
                      const std::function<void(Engine&, std::size_t)>& between = {}) {
    Engine engine(checks, settings, std::move(inputs));
    if (ego_.valid()) engine.announce(EgoIs{ego_});
    events.clear();
    for (std::size_t f = 0; f < rows_.front().size(); ++f) {
      trace::Frame frame;
      frame.time = Time(100ms * f);
      frame.number = f;
      for (std::size_t i = 0; i < rows_.size(); ++i) {
        if (std::isnan(rows_[i][f])) continue;
        trace::ActorState state;
        state.actor = ActorId(i);
        state.x = rows_[i][f];
        frame.actors.push_back(state);
      }
      if (between) between(engine, f);
      for (const Event& event : engine.step(frame, infos_)) events.push_back(in_words(event));
    }
    return engine.finish();
  }

  std::vector<std::string> events;  // of all frames but what finish() did

 private:
  static std::string in_words(const Event& event) {
    if (const auto* started = std::get_if<IntervalStarted>(&event)) return "start " + started->actor.id;
    if (const auto* ended = std::get_if<IntervalRecord>(&event)) return "end " + ended->actor.id;
    return "issue " + std::get<Issue>(event).actor.id;
  }

  std::vector<std::vector<double>> rows_;
  std::vector<trace::ActorInfo> infos_;
  ActorId ego_;
};

std::vector<std::string> issues(const Evaluation& evaluation) {
  std::vector<std::string> lines;
  for (const Issue& issue : evaluation.issues)
    lines.push_back(issue.kind + " " + issue.actor.id + " " + std::string(to_word(issue.severity)) + " " +
                    std::to_string(issue.start.time_since_epoch() / 100ms) + ".." +
                    std::to_string(issue.end.time_since_epoch() / 100ms));
  return lines;
}

std::vector<std::string> endings(const Evaluation& evaluation) {
  std::vector<std::string> lines;
  for (const IntervalRecord& record : evaluation.intervals)
    lines.push_back(record.actor.id + " " + std::to_string(record.start.time_since_epoch() / 100ms) + ".." +
                    std::to_string(record.end.time_since_epoch() / 100ms) + " " +
                    std::string(to_word(record.ended_by)));
  return lines;
}

TEST(Engine, ClosesIntervalsWhereTheirConditionOrTheirActorEnds) {
  const std::vector<Check> checks{far_away()};
  const Settings settings(checks);
  struct Case {
    const char* name;
    std::vector<double> row;
    std::vector<std::string> endings;
  };
  const Case cases[] = {
      {"never far", {0, 1, 2, 3}, {}},
      {"exactly at the limit", {10, 10, 10}, {}},
      {"far in one frame", {0, 11, 0, 0}, {"0 1..2 condition"}},
      {"far to the end", {0, 11, 12, 13}, {"0 1..3 run_end"}},
      {"far in the last frame only", {0, 0, 0, 11}, {"0 3..3 run_end"}},
      {"far and gone", {0, 11, 12, kGone}, {"0 1..2 actor_gone"}},
      {"gone and back", {11, kGone, 12, 0}, {"0 0..0 actor_gone", "0 2..3 condition"}},
      {"twice", {11, 0, 11, 0}, {"0 0..1 condition", "0 2..3 condition"}},
      {"appears far away", {kGone, 11, 0, 0}, {"0 1..2 condition"}},
  };
  for (const Case& c : cases) EXPECT_EQ(endings(MadeRun({c.row}).evaluate(checks, settings)), c.endings) << c.name;
}

TEST(Engine, KeepsTheIntervalsOfThoseWhoStayWhenSeveralLeaveAtOnce) {
  const std::vector<Check> checks{far_away()};
  const Settings settings(checks);
  // 0, 2 and 3 leave together; 1 and 4 are far away before and after, 3 comes back in the place of another one.
  MadeRun run(
      {{11, kGone, kGone, kGone}, {11, 12, 13, 0}, {0, kGone, kGone, kGone}, {11, kGone, 11, 0}, {0, 11, 12, 12}});
  const Evaluation evaluation = run.evaluate(checks, settings);
  EXPECT_THAT(endings(evaluation), ElementsAre("0 0..0 actor_gone", "1 0..3 condition", "3 0..0 actor_gone",
                                               "4 1..3 run_end", "3 2..3 condition"));
}

TEST(Engine, TellsEventsAsTheyHappen) {
  const std::vector<Check> checks{far_away()};
  const Settings settings(checks);
  MadeRun run({{0, 11, 12, 0}, {0, 0, 11, 11}});
  const Evaluation evaluation = run.evaluate(checks, settings);
  EXPECT_THAT(run.events, ElementsAre("start 0", "start 1", "issue 0", "end 0"));
  EXPECT_THAT(issues(evaluation), ElementsAre("far_away 0 warning 1..3", "far_away 1 warning 2..3"));
  EXPECT_EQ(evaluation.frames, 4U);
  EXPECT_EQ(evaluation.actors, 2U);
  EXPECT_EQ(evaluation.end, Time(300ms));
}

TEST(Engine, KnowsTheEgo) {
  const std::vector<Check> checks{far_away()};
  const Settings settings(checks);
  const Evaluation evaluation = MadeRun({{11, 0}, {11, 0}}, "1").evaluate(checks, settings);
  EXPECT_THAT(issues(evaluation), ElementsAre("far_away 1 error 0..1", "far_away 0 warning 0..1"));
  EXPECT_EQ(evaluation.issues[1].category, Category::other);
  EXPECT_EQ(evaluation.issues[0].category, Category::sut);
  EXPECT_EQ(evaluation.issues[0].driver, trace::Driver::sut_driver);
  EXPECT_EQ(evaluation.issues[0].message, "1 - SUT - sut_driver was far away");
  EXPECT_EQ(evaluation.issues[0].details, "[0.100s] 1 - SUT - sut_driver was far away");
  ASSERT_TRUE(evaluation.ego);
  EXPECT_EQ(evaluation.ego->id, "1");
}

TEST(Engine, ContainsAFailingCheck) {
  const std::vector<Check> checks{throwing(), far_away(), undeclared()};
  const Settings settings(checks);
  const Evaluation evaluation = MadeRun({{0, 11, 0}}).evaluate(checks, settings);
  EXPECT_EQ(evaluation.checks[0].state, CheckOutcome::State::failed);
  EXPECT_EQ(evaluation.checks[0].reason, "x is too much for it");
  EXPECT_EQ(evaluation.checks[1].state, CheckOutcome::State::completed);
  EXPECT_THAT(evaluation.checks[2].reason, HasSubstr("reads far_away.limit, which its declaration does not name"));
  EXPECT_THAT(issues(evaluation), ElementsAre("far_away 0 warning 1..2"));
}

// Gives every issue this severity.
struct Judge final : Companion {
  explicit Judge(Severity wanted) : severity(wanted) {}
  void begin(std::span<const CheckInfo* const>) override {}
  void begin_frame(Context&) override {}
  void end_frame(Context&) override {}
  void interval_started(Context&, const CheckInfo&, const ActorRef&) override {}
  void interval_ended(Context&, const CheckInfo&, const IntervalRecord&) override {}
  void finish(Context&, Evaluation&) override {}
  void judge(Context&, const CheckInfo&, Issue& issue) override {
    issue.severity = severity;
    issue.reason = "on a closed road";
  }
  Severity severity;
};

TEST(Engine, LetsTheCompanionHaveTheLastWord) {
  const std::vector<Check> checks{far_away()};
  const Settings settings(checks);
  Judge kinder(Severity::info), silent(Severity::ignore);
  const Evaluation changed = MadeRun({{11, 0}}).evaluate(checks, settings, {.companion = &kinder});
  EXPECT_THAT(issues(changed), ElementsAre("far_away 0 info 0..1"));
  EXPECT_EQ(changed.issues[0].original_severity, Severity::warning);
  EXPECT_EQ(changed.issues[0].reason, "on a closed road");
  Judge of_two_minds(Severity::warning);  // its rules lead back to what the issue was
  const Evaluation unchanged = MadeRun({{11, 0}}).evaluate(checks, settings, {.companion = &of_two_minds});
  EXPECT_THAT(issues(unchanged), ElementsAre("far_away 0 warning 0..1"));
  EXPECT_FALSE(unchanged.issues[0].original_severity);
  EXPECT_EQ(unchanged.issues[0].reason, "");
  const Evaluation ignored = MadeRun({{11, 0}}).evaluate(checks, settings, {.companion = &silent});
  EXPECT_THAT(issues(ignored), ElementsAre());
  EXPECT_THAT(endings(ignored), ElementsAre("0 0..1 condition"));
}

TEST(Engine, TakesSettingsPerActor) {
  const std::vector<Check> checks{far_away()};
  struct Case {
    const char* name;
    std::function<std::optional<Problem>(Settings&)> set;
    std::vector<std::string> issues;
  };
  const Case cases[] = {
      {"a limit for all", [](Settings& s) { return s.set("far_away.limit=20m"); }, {}},
      {"a limit for the ego", [](Settings& s) { return s.set("sut.far_away.limit=20m"); }, {"far_away 0 warning 0..1"}},
      {"a limit for one", [](Settings& s) { return s.set("actors.0.far_away.limit=20m"); }, {"far_away 1 error 0..1"}},
      {"off for others", [](Settings& s) { return s.disable("far_away@npc"); }, {"far_away 1 error 0..1"}},
      {"off", [](Settings& s) { return s.disable("far_away"); }, {}},
      {"another severity",
       [](Settings& s) { return s.severity("far_away=info"); },
       {"far_away 1 info 0..1", "far_away 0 info 0..1"}},
      {"ignored", [](Settings& s) { return s.severity("far_away=ignore@other"); }, {"far_away 1 error 0..1"}},
  };
  for (const Case& c : cases) {
    Settings settings(checks);
    ASSERT_EQ(c.set(settings), std::nullopt) << c.name;
    EXPECT_EQ(issues(MadeRun({{11, 0}, {11, 0}}, "1").evaluate(checks, settings)), c.issues) << c.name;
  }
}

TEST(Engine, LeavesOutWhatIsTurnedOff) {
  const std::vector<Check> checks{far_away("a"), far_away("b")};
  Settings settings(checks);
  ASSERT_EQ(settings.disable("a"), std::nullopt);
  const Evaluation evaluation = MadeRun({{11, 0}}).evaluate(checks, settings);
  ASSERT_EQ(evaluation.checks.size(), 1U);
  EXPECT_EQ(evaluation.checks[0].name, "b");
  EXPECT_EQ(evaluation.infos[evaluation.issues.at(0).check]->name, "b");
}

// Whoever else might be watched if the check were about them.
TEST(Engine, LeavesOutWhatIsTurnedOffForAllThatItIsAbout) {
  struct Case {
    const char* name;
    std::vector<std::string> settings;
    bool is_left_out;
  };
  const Case cases[] = {
      {"nothing", {}, false},
      {"for its type", {"vehicle.a.enabled=false"}, true},
      {"for each role", {"sut.a.enabled=false", "npc.a.enabled=false"}, true},
      {"for another type", {"person.a.enabled=false"}, false},
      {"but not for trucks", {"vehicle.a.enabled=false", "truck.a.enabled=true"}, false},
      {"but not for one", {"vehicle.a.enabled=false", "actors.0.a.enabled=true"}, false},
  };
  const std::vector<Check> checks{far_away("a"), far_away("b")};
  for (const auto& [name, assignments, is_left_out] : cases) {
    Settings settings(checks);
    for (const std::string& assignment : assignments) ASSERT_EQ(settings.set(assignment), std::nullopt) << name;
    EXPECT_EQ(MadeRun({{11, 0}}).evaluate(checks, settings).checks.size(), is_left_out ? 1U : 2U) << name;
  }
}

TEST(Engine, FreezesAndThaws) {
  const std::vector<Check> checks{far_away()};
  const Settings settings(checks);
  const auto between = [](ActorId actor) {
    return [actor](Engine& engine, std::size_t frame) {
      if (frame == 2) engine.announce(Freeze{"far_away", actor, true});
      if (frame == 4) engine.announce(Freeze{"far_away", actor, false});
    };
  };
  MadeRun run({{11, 11, 11, 11, 11, 11}, {11, 11, 11, 11, 11, 11}});
  const Evaluation all = run.evaluate(checks, settings, {}, between({}));
  EXPECT_THAT(endings(all), ElementsAre("0 0..1 frozen", "1 0..1 frozen", "0 4..5 run_end", "1 4..5 run_end"));
  EXPECT_THAT(issues(all), ElementsAre("far_away 0 warning 4..5", "far_away 1 warning 4..5"));
  const Evaluation one = run.evaluate(checks, settings, {}, between(ActorId(1)));
  EXPECT_THAT(endings(one), ElementsAre("0 0..5 run_end", "1 0..1 frozen", "1 4..5 run_end"));

  const Evaluation never = run.evaluate(checks, settings, {}, [](Engine& engine, std::size_t frame) {
    if (frame == 0) engine.announce(Freeze{"far_away", ActorId(), true});
  });
  EXPECT_THAT(endings(never), IsEmpty());
  EXPECT_EQ(never.checks.at(0).state, CheckOutcome::State::skipped);
  EXPECT_EQ(never.checks[0].reason, "it was frozen throughout");
}

TEST(Engine, BeginsAnewAfterARelocation) {
  const std::vector<Check> checks{far_away()};
  const Settings settings(checks);
  MadeRun run({{11, 11, 11, 11, 11, 11}});
  EXPECT_THAT(endings(run.evaluate(checks, settings, {},
                                   [](Engine& engine, std::size_t frame) {
                                     if (frame == 3) engine.announce(Relocation{ActorId(0)});
                                   })),
              ElementsAre("0 0..2 relocation", "0 3..5 run_end"));
  // On its way it is not judged.
  EXPECT_THAT(endings(run.evaluate(checks, settings, {},
                                   [](Engine& engine, std::size_t frame) {
                                     if (frame == 2 || frame == 3) engine.announce(Relocation{ActorId(0), true});
                                     if (frame == 4) engine.announce(Relocation{ActorId(0)});
                                   })),
              ElementsAre("0 0..1 relocation", "0 4..5 run_end"));
}

TEST(Engine, OrdersIssuesByTimeThenCheckThenActor) {
  const std::vector<Check> checks{far_away("b"), far_away("a")};
  const Settings settings(checks);
  EXPECT_THAT(issues(MadeRun({{0, 11, 0}, {11, 0, 0}, {0, 11, 0}}).evaluate(checks, settings)),
              ElementsAre("a 1 warning 0..1", "b 1 warning 0..1", "a 0 warning 1..2", "a 2 warning 1..2",
                          "b 0 warning 1..2", "b 2 warning 1..2"));
}

TEST(Engine, SurvivesARunWithoutFrames) {
  const std::vector<Check> checks{far_away()};
  const Settings settings(checks);
  Engine engine(checks, settings, {});
  const Evaluation evaluation = engine.finish();
  EXPECT_EQ(evaluation.frames, 0U);
  EXPECT_EQ(evaluation.checks.at(0).instances, 0U);
}

// ---- how much is kept -----------------------------------------------------------------------------------------------

// Actor 0 is the ego; everybody is far away in every second frame, `times` times.
MadeRun often_far_away(std::size_t actors, std::size_t times) {
  std::vector<double> row;
  for (std::size_t i = 0; i < times; ++i) row.insert(row.end(), {20.0, 0.0});
  return MadeRun(std::vector(actors, row), "0");
}

TEST(Engine, KeepsTheFirstIssuesOfEachKindAndCountsTheRest) {
  struct Case {
    const char* name;
    std::size_t times;
    KeepLimits limits;
    std::size_t listed;
    std::vector<IssuesLeftOut> left_out;
  };
  constexpr Category kEgo = Category::sut, kOther = Category::other;
  constexpr Severity kError = Severity::error, kWarning = Severity::warning;  // the ego's, and others'
  const Case cases[] = {
      {"just within", 3, {.issues_of_kind = 6}, 9, {}},
      {"one too many of others", 3, {.issues_of_kind = 5}, 8, {{0, "far_away", kOther, kWarning, 5, 1}}},
      {"too many of both",
       3,
       {.issues_of_kind = 2},
       4,
       {{0, "far_away", kEgo, kError, 2, 1}, {0, "far_away", kOther, kWarning, 2, 4}}},
      {"just within the run's", 3, {.issues = 6}, 9, {}},
      {"too many in the run, which is no matter of the ego's",
       3,
       {.issues = 4},
       7,
       {{0, "far_away", kOther, kWarning, 4, 2}}},
      {"of each the first is kept",
       3,
       {.issues_of_kind = 0},
       2,
       {{0, "far_away", kEgo, kError, 1, 2}, {0, "far_away", kOther, kWarning, 1, 5}}},
  };
  const std::vector<Check> checks{far_away()};
  const Settings settings(checks);
  for (const auto& [name, times, limits, listed, left_out] : cases) {
    MadeRun run = often_far_away(3, times);
    const Evaluation evaluation = run.evaluate(checks, settings, {.limits = limits});
    EXPECT_EQ(evaluation.issues.size(), listed) << name;
    EXPECT_EQ(evaluation.issues_left_out, left_out) << name;
    EXPECT_EQ(evaluation.count(Severity::error), times) << name;
    EXPECT_EQ(evaluation.count(Severity::warning, Category::other), 2 * times) << name;
    EXPECT_EQ(evaluation.count(Severity::warning, Category::sut), 0U) << name;
    EXPECT_EQ(std::ranges::count_if(run.events, [](const std::string& event) { return event.starts_with("issue"); }),
              static_cast<std::ptrdiff_t>(3 * times))
        << name << ": all are told while the run goes on";
  }
}

TEST(Engine, KeepsTheFirstIntervalsOfEachCheckAndCountsTheRest) {
  struct Case {
    const char* name;
    KeepLimits limits;
    std::size_t listed, left_out;
  };
  const Case cases[] = {
      {"just within", {.intervals_of_check = 6}, 9, 0},
      {"one too many of others", {.intervals_of_check = 5}, 8, 1},
      {"too many of both", {.intervals_of_check = 2}, 4, 5},
      {"too many in the run, which is no matter of the ego's", {.intervals = 4}, 7, 2},
  };
  const std::vector<Check> checks{far_away()};
  const Settings settings(checks);
  for (const auto& [name, limits, listed, left_out] : cases) {
    const Evaluation evaluation = often_far_away(3, 3).evaluate(checks, settings, {.limits = limits});
    EXPECT_EQ(evaluation.intervals.size(), listed) << name;
    EXPECT_EQ(evaluation.checks[0].intervals_left_out, left_out) << name;
  }
}

TEST(Engine, TellsSoManyEventsOfAFrame) {
  const std::vector<Check> checks{far_away()};
  const Settings settings(checks);
  MadeRun run = often_far_away(5, 1);
  // In the first frame 5 intervals start, in the second they end, with an issue each.
  const Evaluation all = run.evaluate(checks, settings, {.limits = {.events = 5}});
  EXPECT_EQ(run.events.size(), 15U);
  EXPECT_EQ(all.events_left_out, 0U);
  const Evaluation some =
      run.evaluate(checks, settings, {.limits = {.issues_of_kind = 1, .intervals = 0, .events = 4}});
  EXPECT_EQ(run.events.size(), 8U);
  EXPECT_EQ(some.events_left_out, 7U);
  EXPECT_THAT(left_out_words(some),
              ElementsAre("of 4 issues far_away (warnings of others) only the first 1 are listed; verdict and counts "
                          "are of all",
                          "5 intervals of far_away are not listed: there were too many",
                          "7 events were not told while the run went on: there were too many in one frame"));
}

}  // namespace
}  // namespace scrutineer::watch
