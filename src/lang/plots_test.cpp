// What pictures of the issues of users' checkers show: what `plot` declares, else what their intervals measure.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "kit/marked_errors.h"
#include "kit/run_program.h"

namespace scrutineer::lang {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

constexpr std::string_view kWatcher = R"osc(
extend issue_kind: [fast]
struct fast_data inherits any_watcher_data:
    var top_speed: speed = 0mps
watcher modifier goes_fast(fast_data):
    limit: speed = 15mps
    var now: speed
    on @top.w_clk:
        now = actor.state.speed
        if now > limit and data == null:
            start_interval()
    on @i_clock:
        data.top_speed = actor.state.speed
    PLOT
global modifier vehicle.speeds:
    checker above is goes_fast(limit: 12mps) with:
        it.sut_issue(severity: warning, kind: fast)
        WITH
)osc";

std::string with_plots(std::string of_type, std::string of_instance) {
  std::string text(kWatcher);
  text.replace(text.find("PLOT"), 4, of_type.empty() ? "var unused: int" : of_type);
  text.replace(text.find("WITH"), 4, of_instance);
  return text;
}

// Takes everything of the ego.
struct Taking final : watch::PlotSink {
  bool wants(const watch::CheckInfo& check, trace::ActorId actor, Time) override {
    return check.name == "vehicle.speeds.above" && actor.index() == 0;
  }
  void take(const watch::CheckInfo&, trace::ActorId, Time now, std::span<const double> values) override {
    std::string line = rounded(to_seconds(now), 1) + ":";
    for (const double value : values) line += " " + (std::isnan(value) ? "-" : rounded(value, 2));
    lines.push_back(line);
  }
  std::vector<std::string> lines;
};

const watch::CheckInfo& info_of(const kit::Ran& ran, std::string_view name) {
  for (const watch::Check& check : ran.checks)
    if (check.info.name == name) return check.info;
  throw std::logic_error("there is no such check");
}

// "TITLE: NAME [UNIT] ROLE, ..."
std::vector<std::string> declared(const kit::Ran& ran) {
  std::vector<std::string> plots;
  for (const watch::PlotInfo& plot : info_of(ran, "vehicle.speeds.above").plots) {
    std::string text(plot.title);
    for (const watch::PlotLine& line : plot.lines)
      text += (text == plot.title ? ": " : ", ") + std::string(line.name) + " [" + std::string(line.unit) + "]" +
              (line.role == watch::LineRole::limit ? " limit" : "");
    plots.push_back(std::move(text));
  }
  return plots;
}

TEST(Plots, AreDeclaredByTypesAndCheckers) {
  struct Case {
    const char *name, *of_type, *of_instance;
    std::vector<std::string> plots;
    const char *at_start, *later;  // the first lines of 0 s and of 2 s
  };
  const Case cases[] = {
      {"a value and its limit",
       "plot(now, limit: limit)",
       "",
       {"now and its limit: now [m/s], limit [m/s] limit"},
       "0: 10 12",
       "2: 15 12"},
      {"in a unit, with words",
       "plot(now, limit: limit, unit: kph, text: \"How fast\")",
       "",
       {"How fast: now [kph], limit [kph] limit"},
       "0: 36 43.2",
       "2: 54 43.2"},
      {"without a limit",
       "plot(actor.state.speed * 2)",
       "",
       {"actor.state.speed * 2: actor.state.speed * 2 [m/s]"},
       "0: 20",
       "2: 30"},
      {"of the checker",
       "",
       "plot(actor.state.acceleration, limit: 4mpsps)",
       {"acceleration and its limit: acceleration [m/s^2], limit [m/s^2] limit"},
       "0: 0 4",
       "2: 5 4"},
      {"of both",
       "plot(now)",
       "plot(actor.state.speed)",
       {"now: now [m/s]", "speed: speed [m/s]"},
       "0: 10 10",
       "2: 15 15"},
      {"of data, which is there now and then",
       "plot(data.top_speed)",
       "",
       {"top_speed: top_speed [m/s]"},
       "0: -",
       "2: 15"},
      {"none: what the intervals measure", "", "", {"top_speed: top_speed [m/s]"}, "0: -", "2: 15"},
  };
  for (const Case& c : cases) {
    Taking taking;
    const kit::Ran ran = kit::run(with_plots(c.of_type, c.of_instance), kit::two_cars(), nullptr, {}, {}, &taking);
    EXPECT_EQ(declared(ran), c.plots) << c.name;
    ASSERT_EQ(taking.lines.size(), 31U) << c.name;
    EXPECT_EQ(taking.lines[0], c.at_start) << c.name;
    EXPECT_EQ(taking.lines[20], c.later) << c.name;
    EXPECT_THAT(ran.issues("vehicle.speeds.above"), ElementsAre("fast of ego, warning")) << c.name;
  }
}

TEST(Plots, GiveTablesTheirLimitAndWhereNothingElseIsRecordedTheirValue) {
  const auto roles = [](const watch::CheckInfo& info) {
    std::string text;
    for (const watch::MetricInfo& metric : info.metrics)
      text += std::string(metric.name) + (metric.role == watch::MetricRole::value   ? " value; "
                                          : metric.role == watch::MetricRole::limit ? " limit; "
                                                                                    : "; ");
    return text;
  };
  const kit::Ran typed = kit::run(with_plots("plot(now, limit: limit)", ""), kit::two_cars());
  EXPECT_EQ(roles(info_of(typed, "vehicle.speeds.above")), "top_speed value; limit limit; ");
  EXPECT_THAT(typed.intervals("vehicle.speeds.above"), ElementsAre(HasSubstr("top_speed=20, limit=12")));

  // Of a type that others share, whose limit is another.
  std::string shared = with_plots("", "plot(actor.state.speed, limit: 12mps)");
  shared += "    checker plain is goes_fast(limit: 12mps) with:\n        it.sut_issue(severity: warning, kind: fast)\n";
  const kit::Ran given = kit::run(shared, kit::two_cars());
  EXPECT_EQ(roles(info_of(given, "vehicle.speeds.above")), "top_speed value; limit limit; ");
  EXPECT_THAT(given.intervals("vehicle.speeds.above"), ElementsAre(HasSubstr("top_speed=20, limit=12")));
  EXPECT_EQ(roles(info_of(given, "vehicle.speeds.plain")), "top_speed value; ");
  EXPECT_THAT(given.intervals("vehicle.speeds.plain"), ElementsAre(HasSubstr("top_speed=20")));

  const kit::Ran ready_made = kit::run(R"osc(
extend issue_kind: [fast]
global modifier vehicle.speeds:
    checker above is while_w(actor.state.speed > 12mps) with:
        it.sut_issue(severity: warning, kind: fast)
        plot(actor.state.speed, limit: 12mps)
)osc",
                                       kit::two_cars());
  EXPECT_EQ(roles(info_of(ready_made, "vehicle.speeds.above")), "value value; limit limit; ");
  EXPECT_THAT(ready_made.intervals("vehicle.speeds.above"), ElementsAre(HasSubstr("value=20, limit=12")));
}

TEST(Plots, SayWhatIsWrong) {
  const MarkedCase cases[] = {
      {"arguments", R"osc(
struct d inherits any_watcher_data:
    var gap: time
    var who: string
watcher modifier m(d):
    limit: time
    plot()  # expect error: what to plot is missing (write `plot(expression, limit: ...)`)
    plot(data.who)  # expect error: a string cannot be plotted (plot numbers)
    plot(data.gap, 1s)  # expect error: only the first argument has no name (write `limit: ...` before a limit)
    plot(data.gap, limt: 1s)  # expect error: there is no argument `limt` (did you mean `limit`?)
    plot(data.gap, limit: 1m)  # expect error: expected a time for `limit`, found a length
    plot(data.gap, unit: kph)  # expect error: `kph` is a unit of speed, and this is a time
    plot(data.gap, text: 5)  # expect error: expected a text
    plot(data.gpa)  # expect error: `d` has no member `gpa` (did you mean `gap`?)
)osc"},
      {"where it stands", R"osc(
global modifier vehicle.x:
    plot(actor.state.speed)  # expect error: a plot belongs to a watcher (put it into a `watcher modifier`, or into a checker's `with:`)
)osc"},
  };
  expect_errors(cases);
}

}  // namespace
}  // namespace scrutineer::lang
