#include "trace/detail/checked_trace.h"

#include <gmock/gmock.h>

#include <deque>
#include <functional>
#include <limits>

namespace scrutineer::trace {
namespace {

using namespace std::chrono_literals;
using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr double kInfinity = std::numeric_limits<double>::infinity();

// Frames as a test writes them down.
struct Script {
  struct Step {
    Duration time{};
    std::vector<ActorState> actors;
    std::optional<std::string> problem;
    bool can_continue = true;
  };
  std::vector<std::string> actors;
  std::deque<Step> steps;
};

class ScriptedSource final : public FrameSource {
 public:
  explicit ScriptedSource(Script script, const std::map<std::string, ActorOverride>& overrides = {})
      : FrameSource(TraceSource{.actors = overrides}), script_(std::move(script)) {
    for (const std::string& id : script_.actors)
      (void)actors_.add({.id = id, .length = 4.0, .width = 2.0, .height = 1.5});
  }
  Result<bool> next(RawFrame& frame) override {
    ++line_;
    if (script_.steps.empty()) return false;
    const Script::Step step = script_.steps.front();
    script_.steps.pop_front();
    can_continue_ = step.can_continue;
    if (step.problem) return Problem{place(), *step.problem};
    frame.time = step.time;
    frame.actors = step.actors;
    frame.lights.clear();
    return true;
  }
  bool can_continue() const override { return can_continue_; }
  Place place() const override { return {.line = line_}; }

 private:
  Script script_;
  std::uint32_t line_ = 0;
  bool can_continue_ = true;
};

ActorState at(std::size_t actor, double x = 0.0) { return {.actor = ActorId(actor), .x = x}; }

struct Outcome {
  std::vector<std::uint64_t> numbers;
  std::vector<Duration> times;
  std::string problem;
  TraceCounts counts;
  std::vector<std::string> notes;
};

Outcome read_all(Script script, bool skip_bad_frames = false,
                 const std::map<std::string, ActorOverride>& overrides = {}) {
  auto trace = make_checked_trace(std::make_unique<ScriptedSource>(std::move(script), overrides),
                                  {.format = "csv", .file = "run.csv", .skip_bad_frames = skip_bad_frames});
  Outcome outcome;
  Step step;
  Tables tables;
  for (;;) {
    const auto more = advance(*trace, step, tables);
    if (!more) {
      outcome.problem = to_string(more.problem());
      EXPECT_EQ(to_string(trace->next(step).problem()), outcome.problem) << "a trace that ended stays so";
      EXPECT_EQ(step, Step()) << "and has nothing more to tell";
      break;
    }
    if (!*more) break;
    outcome.numbers.push_back(step.frame.number);
    outcome.times.push_back(step.frame.time.time_since_epoch());
  }
  outcome.counts = tables.counts();
  outcome.notes.assign(tables.notes().begin(), tables.notes().end());
  return outcome;
}

TEST(CheckedTrace, CountsTimeFromTheFirstFrame) {
  const Outcome outcome = read_all({.steps = {{.time = -3s}, {.time = -2s}, {.time = 5s}}});
  EXPECT_EQ(outcome.problem, "");
  EXPECT_THAT(outcome.times, ElementsAre(0s, 1s, 8s));
  EXPECT_THAT(outcome.numbers, ElementsAre(0, 1, 2));
}

TEST(CheckedTrace, FaultsEndTheTraceWithTheFrameThatHasThem) {
  const auto with = [](std::function<void(ActorState&)> change) {
    ActorState state = at(1);
    change(state);
    return Script{
        .actors = {"a", "b"},
        .steps = {{.time = 1s, .actors = {at(0), at(1)}}, {.time = 2s, .actors = {at(0), state}}, {.time = 3s}}};
  };
  const auto timed = [](Duration second) {
    return Script{.actors = {}, .steps = {{.time = 1s}, {.time = second}, {.time = 3s}}};
  };
  struct Case {
    const char* name;
    Script script;
    const char* problem;
  };
  const Case cases[] = {
      {"time goes back", timed(900ms),
       "run.csv:2: frame 1: time 0.9 s is earlier than that of the frame before, which is at 1 s"},
      {"time repeats", timed(1s), "run.csv:2: frame 1: time 1 s is that of the frame before, which is at 1 s"},
      {"x", with([](ActorState& s) { s.x = kNan; }),
       "run.csv:2: frame 1: actor b: x must be a number within +-1e7, found nan"},
      {"y", with([](ActorState& s) { s.y = kInfinity; }), "actor b: y must be a number within +-1e7, found inf"},
      {"z", with([](ActorState& s) { s.z = -1.1e7; }), "actor b: z must be a number within +-1e7, found -11000000"},
      {"yaw", with([](ActorState& s) { s.yaw = kNan; }), "actor b: yaw"},
      {"pitch", with([](ActorState& s) { s.pitch = kNan; }), "actor b: pitch"},
      {"roll", with([](ActorState& s) { s.roll = kNan; }), "actor b: roll"},
      {"vx", with([](ActorState& s) { s.vx = kNan; }), "actor b: vx"},
      {"vy", with([](ActorState& s) { s.vy = kNan; }), "actor b: vy"},
      {"vz", with([](ActorState& s) { s.vz = kNan; }), "actor b: vz"},
      {"ax", with([](ActorState& s) { s.ax = kNan; }), "actor b: ax"},
      {"ay", with([](ActorState& s) { s.ay = kNan; }), "actor b: ay"},
      {"az", with([](ActorState& s) { s.az = -kInfinity; }), "actor b: az"},
      {"yaw_rate", with([](ActorState& s) { s.yaw_rate = kNan; }), "actor b: yaw_rate"},
      {"speed", with([](ActorState& s) { s.speed = kNan; }), "actor b: speed"},
      {"twice", with([](ActorState& s) { s.actor = ActorId(0); }),
       "run.csv:2: frame 1: actor a comes twice in this frame"},
      {"what the reader says", Script{.actors = {}, .steps = {{.time = 1s}, {.problem = "bad row"}, {.time = 3s}}},
       "run.csv:2: frame 1: bad row"},
  };
  for (const auto& [name, script, problem] : cases) {
    const Outcome outcome = read_all(script);
    EXPECT_THAT(outcome.problem, HasSubstr(problem)) << name;
    EXPECT_EQ(outcome.counts.frames, 1U) << name;

    const Outcome skipping = read_all(script, true);
    EXPECT_EQ(skipping.problem, "") << name;
    EXPECT_THAT(skipping.numbers, ElementsAre(0, 2)) << name;
    EXPECT_THAT(skipping.times, ElementsAre(0s, 2s)) << name;
    EXPECT_EQ(skipping.counts.bad_frames, 1U) << name;
    ASSERT_TRUE(skipping.counts.first_bad) << name;
    EXPECT_EQ(to_string(*skipping.counts.first_bad), outcome.problem) << name;
  }
}

TEST(CheckedTrace, CannotSkipWhatTheReaderCannotReadBeyond) {
  const Outcome outcome =
      read_all({.steps = {{.time = 1s}, {.problem = "the file ends here", .can_continue = false}, {.time = 3s}}}, true);
  EXPECT_EQ(outcome.problem, "run.csv:2: frame 1: the file ends here");
  EXPECT_EQ(outcome.counts.frames, 1U);
}

TEST(CheckedTrace, AnAbsentActorMayComeBack) {
  const Outcome outcome = read_all(
      {.actors = {"a"}, .steps = {{.time = 1s, .actors = {at(0)}}, {.time = 2s}, {.time = 3s, .actors = {at(0)}}}});
  EXPECT_EQ(outcome.problem, "");
}

TEST(CheckedTrace, ARunWithoutAnyGoodFrameIsAProblem) {
  EXPECT_EQ(read_all({}).problem, "run.csv: holds no frames");
  const Outcome all_bad = read_all({.steps = {{.problem = "bad row"}, {.problem = "worse row"}}}, true);
  EXPECT_EQ(all_bad.problem, "run.csv:1: frame 0: none of 2 frames is good: bad row");
}

TEST(CheckedTrace, TimesAtTheEndsOfTheClockDoNotOverflow) {
  const Outcome outcome = read_all({.steps = {{.time = Duration::min()}, {.time = Duration::max()}}});
  EXPECT_THAT(outcome.problem, HasSubstr("frame 1: time 9223372036.854775807 s is absurd"));
}

TEST(CheckedTrace, AppliesTheManifestsDrivers) {
  auto trace = make_checked_trace(
      std::make_unique<ScriptedSource>(Script{.actors = {"a", "b"}, .steps = {{.time = 1s, .actors = {at(0), at(1)}}}},
                                       std::map<std::string, ActorOverride>{{"b", {.driver = Driver::ftx_driver}}}),
      {.format = "csv", .file = "run.csv"});
  Step step;
  ASSERT_TRUE(trace->next(step));
  const Frame& frame = step.frame;
  EXPECT_FALSE(frame.actors[0].fields.has(Field::driver));
  EXPECT_TRUE(frame.actors[1].fields.has(Field::driver));
  EXPECT_EQ(frame.actors[1].driver, Driver::ftx_driver);
}

TEST(CheckedTrace, NotesWhomTheManifestMeansInVain) {
  const Outcome outcome = read_all({.actors = {"a"}, .steps = {{.time = 1s}}}, false, {{"c", {.vru = true}}});
  EXPECT_THAT(outcome.notes, ElementsAre("there is no actor c, of which the manifest speaks"));
}

}  // namespace
}  // namespace scrutineer::trace
