// Sessions beside a simulator that only plays back a made run.

#include "live/session.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "kit/scenario.h"

namespace scrutineer::live {
namespace {

using namespace std::chrono_literals;
using testing::ElementsAre;
using testing::IsEmpty;

class Playback final : public Simulator {
 public:
  explicit Playback(const kit::Scenario& scenario) : trace_(scenario.as_trace()) {}

  Result<bool> next(trace::Step& step) override { return trace_->next(step); }
  std::string_view format() const override { return trace_->format(); }
  const std::string& file() const override { return trace_->file(); }
  std::optional<Problem> relocate(trace::ActorId, const teleport::Destination&, const std::string&) override {
    return std::nullopt;
  }
  bool is_relocating() const override { return false; }
  Result<bool> has_way(std::span<const map::Point>) override { return true; }
  Result<std::size_t> remove_vehicles(double, double, double, double, trace::ActorId) override { return 0; }
  std::optional<Problem> send(trace::ActorId, const std::string&) override { return std::nullopt; }
  std::string goal_at(double, double) override { return {}; }
  double step_seconds() const override { return 0.1; }
  std::string version() const override { return "playback"; }

 private:
  std::unique_ptr<trace::Trace> trace_;
};

// Who reverses too fast from 1 s to 2 s: that is an error of severity error, raised at 2 s or when it is known to be over.
kit::Scenario reversing(const std::string& who) {
  kit::Scenario scenario({.duration = 10s});
  double y = 0.0;
  for (const std::string id : {"ego", "7"}) {
    auto& car = scenario.add({.id = id, .is_ego = id == "ego"}).start_free({0.0, y, 0.0});
    y += 10.0;
    if (id == who)
      car.speed({{0s, 5.0}, {1s, 5.0}, {1s, -5.0}, {2s, -5.0}, {2s, 5.0}});
    else
      car.speed(5.0);
  }
  return scenario;
}

TEST(Session, EndsWithAnErrorOfTheEgo) {
  struct Case {
    const char* name;
    const char* who;
    const char* severity;  // of speed_physical
    bool ends_with_error;
    bool is_ended;
  };
  const Case cases[] = {
      {"the ego's error", "ego", "error", true, true},
      {"the ego's error, to go on", "ego", "error", false, false},
      {"the ego's error that lets the run go on", "ego", "error_continue", true, false},
      {"the ego's warning", "ego", "warning", true, false},
      {"somebody else's error", "7", "error", true, false},
      {"nobody's", "nobody", "error", true, false},
  };
  for (const Case& c : cases) {
    Playback simulator(reversing(c.who));
    run::Run run{run::catalogue_only()};
    ASSERT_EQ(run.settings.severity(std::string("speed_physical=") + c.severity), std::nullopt);
    const SessionOutcome outcome =
        run_session({.run = run, .simulator = simulator, .ends_with_error = c.ends_with_error});
    ASSERT_TRUE(outcome.run.result) << c.name;
    EXPECT_EQ(outcome.run.fault, std::nullopt) << c.name;
    const double end = to_seconds(outcome.run.result->evaluation.end);
    if (c.is_ended) {
      EXPECT_LT(end, 3.0) << c.name;
      EXPECT_THAT(outcome.run.notes,
                  testing::Contains(testing::HasSubstr("the ego's error speed_physical ends the run")))
          << c.name;
    } else {
      EXPECT_EQ(end, 10.0) << c.name;
    }
  }
}

}  // namespace
}  // namespace scrutineer::live
