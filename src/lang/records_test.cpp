// What `record` and `cover` put into results, and what they say of arguments that do nothing yet.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "kit/marked_errors.h"
#include "kit/run_program.h"

namespace scrutineer::lang {
namespace {

using testing::ElementsAre;

TEST(Records, OfAModifierAreOfTheTimeForWhichItExists) {
  const kit::Ran ran = kit::run(R"osc(
global modifier vehicle.speeds:
    var fastest: speed = 0mps
    on @top.w_clk:
        fastest = max(fastest, actor.state.speed)
    record(fastest, unit: kph, text: "The highest speed.")
    record(first, expression: actor.state.speed, unit: mps, event: start)
)osc",
                                kit::two_cars());
  EXPECT_THAT(ran.intervals("vehicle.speeds"),
              ElementsAre("0 to 3 of ego: fastest=72, first=10", "0 to 3 of 7: fastest=36, first=10"));
}

TEST(Records, OfAnActorReachTheResult) {
  const kit::Ran ran = kit::run(R"osc(
extend vehicle:
    var frames: int = 0
    on @top.w_clk:
        frames = frames + 1
    record(frames)
)osc",
                                kit::two_cars());
  EXPECT_THAT(ran.intervals("vehicle.on"), ElementsAre("0 to 3 of ego: frames=31", "0 to 3 of 7: frames=31"));
}

TEST(Records, SayOnceWhatHasNoEffectYet) {
  const AnalysedText text = analysed(R"osc(
struct d inherits any_watcher_data:
    var gap: time
    var is_left: bool
    cover(gap, unit: s, range: [0..5], every: 0.5, target: 3)
    cover(is_left)
    cover(both, items: [gap, is_left])
    record(hard, expression: gap, range: [0s..5s], buckets: [1s, 2s], ignore: gap < 0s)
watcher modifier m(d):
    pass
global modifier vehicle.x:
    watcher a is m()
    watcher b is m()
)osc");
  ASSERT_EQ(text.analysis.diagnostics.size(), 1U) << render(text.analysis.diagnostics, text.sources);
  const Diagnostic& told = text.analysis.diagnostics.front();
  EXPECT_EQ(told.severity, Severity::warning);
  EXPECT_EQ(told.message, "`buckets`, `every`, `ignore`, `items`, `range`, `target` of records have no effect yet");
  EXPECT_EQ(text.sources[told.span.file].line_column(told.span.begin).line, 5U);
  EXPECT_EQ(told.notes.size(), 6U);
}

TEST(Records, CheckWhatHasNoEffectYet) {
  const MarkedCase cases[] = {
      {"types and names", R"osc(
struct d inherits any_watcher_data:
    var gap: time
    var who: string
    record(a, expression: gap, range: [0m..5m])  # expect error: `range` takes times, found a range of length
    record(b, expression: gap, every: [1..2])  # expect error: `every` takes a number, found a range of int
    record(c, expression: gap, range: [0..5])  # expect error: `range` takes times, found a range of int
    record(e, expression: gap, target: 2s)  # expect error: `target` takes a whole number, found a time
    record(f, expression: gap, ignore: gpa < 1s)  # expect error: unknown name `gpa` (did you mean `gap`?)
    record(g, items: [gap, gpa])  # expect error: unknown name `gpa` (did you mean `gap`?)
    record(h, expression: who, every: 1)  # expect error: a string has no `every`
watcher modifier m(d):
    pass
)osc"},
  };
  for (const MarkedCase& c : cases) {
    AnalysedText text = analysed(c.source);
    std::erase_if(text.analysis.diagnostics,
                  [](const Diagnostic& diagnostic) { return diagnostic.severity == Severity::warning; });
    EXPECT_EQ(found_in(text), expected_in(text.sources[0])) << c.name;
  }
}

}  // namespace
}  // namespace scrutineer::lang
