#include "watch/companion.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>

#include "base/text.h"
#include "watch/engine.h"
#include "watch/per_actor.h"
#include "watch/wording.h"

namespace scrutineer::watch {
namespace {

using namespace std::chrono_literals;
using testing::ElementsAre;

// An interval while x is above 10.
struct FarAway {
  struct Instance {};
  static Instance create(const Setup&) { return {}; }
  static bool violated(const Instance&, const View& at) { return at.state().x > 10.0; }
  static void measure(Instance&, const View&, bool) {}
  static Finding<FarAway> finding(const Instance&, const Closing& closing) {
    Finding<FarAway> finding;
    finding.message = describe(closing.subject) + " was far away";
    return finding;
  }
};
Check far_away() {
  return make_violation_check<FarAway>(
      {.name = "far_away", .kinds = {{"far_away", Severity::error, Severity::error, "Far away."}}});
}

// Writes down what it is told, and does what the test wants.
struct Diary final : Companion {
  void begin(std::span<const CheckInfo* const> checks) override {
    for (const CheckInfo* check : checks) lines.push_back("begin " + std::string(check->name));
  }
  void begin_frame(Context& context) override {
    lines.push_back("frame " + std::to_string(frame));
    if (at_frame) at_frame(context, frame);
  }
  void end_frame(Context&) override { ++frame; }
  void interval_started(Context&, const CheckInfo& check, const ActorRef& actor) override {
    lines.push_back(std::string(check.name) + " starts of " + actor.id);
  }
  void interval_ended(Context&, const CheckInfo& check, const IntervalRecord& record) override {
    lines.push_back(std::string(check.name) + " ends of " + record.actor.id + " by " +
                    std::string(to_word(record.ended_by)));
  }
  void judge(Context&, const CheckInfo&, Issue& issue) override { issue.severity = Severity::info; }
  void finish(Context&, Evaluation& evaluation) override { evaluation.info.push_back({"model.x", 1.0}); }

  std::vector<std::string> lines;
  std::function<void(Context&, int)> at_frame;
  int frame = 0;
};

Evaluation evaluate(const std::vector<double>& xs, Diary& diary) {
  const std::vector<Check> checks{far_away()};
  const Settings settings(checks);
  Engine engine(checks, settings, {.companion = &diary});
  trace::ActorInfo info;
  info.id = "7";
  info.category = trace::Category::car;
  for (std::size_t f = 0; f < xs.size(); ++f) {
    trace::Frame frame;
    frame.time = Time(100ms * f);
    frame.number = f;
    trace::ActorState state;
    state.actor = trace::ActorId(0);
    state.x = xs[f];
    frame.actors.push_back(state);
    engine.step(frame, std::span(&info, 1));
  }
  return engine.finish();
}

TEST(Companion, IsToldWhatHappensAndHasTheLastWord) {
  Diary diary;
  const Evaluation found = evaluate({0.0, 20.0, 0.0}, diary);
  EXPECT_THAT(diary.lines, ElementsAre("begin far_away", "frame 0", "frame 1", "far_away starts of 7", "frame 2",
                                       "far_away ends of 7 by condition"));
  ASSERT_EQ(found.issues.size(), 1U);
  EXPECT_EQ(found.issues[0].severity, Severity::info);
  EXPECT_EQ(found.issues[0].original_severity, Severity::error);
  ASSERT_EQ(found.info.size(), 1U);
  EXPECT_EQ(found.info[0].path, "model.x");
}

TEST(Companion, FreezesChecks) {
  struct Case {
    const char* name;
    int freeze_at, thaw_at;
    std::vector<double> xs;
    std::vector<std::string> expected;
  };
  const Case cases[] = {
      {"before the actor's first frame is judged", 0, 99, {20.0, 20.0, 0.0}, {}},
      {"in an interval", 1, 99, {20.0, 20.0, 0.0}, {"0 to 0.1 frozen"}},
      {"and thaws it", 0, 2, {20.0, 20.0, 20.0, 0.0}, {"0.2 to 0.3 condition"}},
  };
  for (const auto& [name, freeze_at, thaw_at, xs, expected] : cases) {
    Diary diary;
    diary.at_frame = [freeze_at = freeze_at, thaw_at = thaw_at](Context& context, int frame) {
      if (frame == freeze_at) context.findings.request_freeze("far_away", trace::ActorId(0), true);
      if (frame == thaw_at) context.findings.request_freeze("far_away", trace::ActorId(0), false);
    };
    std::vector<std::string> intervals;
    for (const IntervalRecord& record : evaluate(xs, diary).intervals)
      intervals.push_back(rounded(to_seconds(record.start), 3) + " to " + rounded(to_seconds(record.end), 3) + " " +
                          std::string(to_word(record.ended_by)));
    EXPECT_EQ(intervals, expected) << name;
  }
}

}  // namespace
}  // namespace scrutineer::watch
