// docs/pictures/approach.svg: an approach over distance, drawn from a run and from what the check found in it.
//
// After a change: SCRUTINEER_UPDATE_EXAMPLES=1 build/dev/bin/checks_test --gtest_filter='ApproachPicture*'
#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <fstream>

#include "base/svg_canvas.h"
#include "base/text.h"
#include "kit/check_tester.h"
#include "kit/data.h"
#include "kit/maps.h"
#include "kit/paths.h"
#include "map/read.h"

namespace scrutineer::checks {
namespace {

using namespace std::chrono_literals;
using trace::LightColour;

constexpr double kLine = 199.0, kHalf = 2.5;  // of road "west", and of the car
constexpr double kSpeedScale = 2.0;           // metres of the drawing for one m/s
constexpr double kBand = 32.0;                // the light's phases, above the speeds

const std::vector<kit::From<LightColour>> kPhases = {
    {0s, LightColour::green}, {3500ms, LightColour::yellow}, {6500ms, LightColour::red}};

const char* css_of(LightColour colour) {
  return colour == LightColour::green ? "green" : colour == LightColour::yellow ? "yellow" : "red";
}

LightColour shown_at(Duration time) {
  LightColour colour = kPhases.front().value;
  for (const auto& phase : kPhases)
    if (phase.at <= time) colour = phase.value;
  return colour;
}

class Plot {
 public:
  Plot() : canvas_({.title = "An approach to a junction", .world = {-66.0, -7.0, 8.0, 40.0}, .interactive = false}) {
    canvas_.style(
        ".axis{fill:none;stroke:#444;stroke-width:.15}.grid{fill:none;stroke:#ccc;stroke-width:.08}"
        ".speed{fill:none;stroke:#124;stroke-width:.5}.brake{fill:none;stroke:#124;stroke-width:.3;stroke-dasharray:1 "
        ".6}"
        ".line{fill:none;stroke:#000;stroke-width:.6}.decide{fill:none;stroke:#c22;stroke-width:.3;stroke-dasharray:.8 "
        ".5}"
        ".stop{fill:#9cf;fill-opacity:.5}.green{fill:#2a2}.yellow{fill:#ec2}.red{fill:#c22}"
        ".dot{fill:#fff;stroke:#c22;stroke-width:.3}.word{fill:#222;font-family:sans-serif}");
  }

  void line(const char* css, std::initializer_list<std::pair<double, double>> points, const char* tooltip = "") {
    SvgPath path = canvas_.path();
    for (const auto& [x, y] : points) path.to(x, y);
    canvas_.layer("plot").add(path, css, tooltip);
  }
  void box(const char* css, double x_min, double y_min, double x_max, double y_max, const char* tooltip = "") {
    SvgPath path = canvas_.path();
    path.to(x_min, y_min);
    path.to(x_max, y_min);
    path.to(x_max, y_max);
    path.to(x_min, y_max);
    path.close();
    canvas_.layer("plot").add(path, css, tooltip);
  }
  void curve(const char* css, const std::vector<std::pair<double, double>>& points, const char* tooltip) {
    SvgPath path = canvas_.path();
    for (const auto& [x, y] : points) path.to(x, y);
    canvas_.layer("plot").add(path, css, tooltip);
  }
  void dot(double x, double y, const char* number) {
    SvgPath path = canvas_.path();
    for (int i = 0; i < 24; ++i) path.to(x + 0.9 * std::cos(i * kPi / 12.0), y + 0.9 * std::sin(i * kPi / 12.0));
    path.close();
    canvas_.layer("plot").add(path, "dot");
    word(x - 0.45, y - 0.6, number, 1.6);
  }
  void word(double x, double y, const std::string& text, double size = 1.5) {
    canvas_.layer("words").add_text(x, y, size, "word", text);
  }
  SvgCanvas& canvas() { return canvas_; }

 private:
  SvgCanvas canvas_;
};

// The front's distance before the line and the speed, in every frame.
struct Sample {
  Duration time;
  double before, speed;
};

std::vector<Sample> samples_of(const kit::RunData& run) {
  std::vector<Sample> samples;
  for (std::size_t i = 0; i < run.frames.size(); ++i) {
    const trace::ActorState& ego = *run.state(i, "ego");
    const double before = -(ego.x + kHalf) - 16.0;  // the line is at x = -16
    samples.push_back({run.frames[i].time.time_since_epoch(), before, std::hypot(ego.vx, ego.vy)});
  }
  return samples;
}

std::string draw() {
  const auto map =
      map::build_network(kit::four_way_crossing({.arm_length = 200.0, .lights = kit::Crossing::Lights::on_arms}));
  kit::Scenario scenario({.map = map.get(), .duration = 11s});
  scenario.add({.id = "ego", .is_ego = true})
      .start_at("west", -1, kLine - kHalf - 80.0)
      .via({"west_east"})
      .speed({{0s, 11.0}, {4500ms, 11.0}, {6500ms, 9.0}, {8s, 9.5}});
  scenario.light("west", "light_west", kPhases);
  const kit::RunData run = scenario.run();
  const kit::Found found = kit::CheckTester("approach_junction").on(*map).run(run);
  if (found.issues().size() != 1) throw std::runtime_error("the picture's run has another issue than it shows");
  const double d = found.number(0, "yellow_start_distance"), v = found.number(0, "yellow_start_speed");
  const double passed_at = found.number(0, "speed");
  constexpr double kStopFrom = 3.0, kStopTo = -0.3, kBraking = 2.0;

  Plot plot;
  for (int before = 0; before <= 60; before += 10) {
    plot.line("grid", {{-before, 0.0}, {-before, 30.0}});
    plot.word(-before - 1.0, -2.2, std::to_string(before));
  }
  for (int speed = 0; speed <= 12; speed += 4) {
    plot.line("grid", {{-62.0, speed * kSpeedScale}, {6.0, speed * kSpeedScale}});
    plot.word(-65.0, speed * kSpeedScale - 0.5, std::to_string(speed));
  }
  plot.word(-61.0, 27.5, "speed, m/s");
  plot.word(-40.0, -5.0, "metres from the vehicle's front to the line");
  plot.box("stop", -kStopFrom, 0.0, -kStopTo, 30.0, "where a vehicle that has to stop is expected to stand");

  std::vector<std::pair<double, double>> speeds;
  std::optional<Sample> phase;  // where it began
  const auto draw_phase = [&](double until) {
    const char* colour = css_of(shown_at(phase->time));
    plot.box(colour, -phase->before, kBand, -until, kBand + 2.0, colour);
  };
  for (const Sample& sample : samples_of(run)) {
    if (-sample.before < -62.0 || -sample.before > 6.0) continue;
    speeds.emplace_back(-sample.before, sample.speed * kSpeedScale);
    const bool changes = phase && shown_at(sample.time) != shown_at(phase->time);
    if (changes) draw_phase(sample.before);
    if (!phase || changes) phase = sample;
  }
  draw_phase(-speeds.back().first);
  plot.word(-62.0, kBand + 3.0, "what the light showed when the vehicle was there");
  plot.curve("speed", speeds, "the vehicle");

  // The way to a stop from where the vehicle should have reacted.
  std::vector<std::pair<double, double>> braking;
  const double from = -(d + kStopTo), way = v * v / (2.0 * kBraking);
  for (int i = 0; i <= 40; ++i) {
    const double driven = way * i / 40.0;
    braking.emplace_back(from + driven, std::sqrt(std::max(0.0, v * v - 2.0 * kBraking * driven)) * kSpeedScale);
  }
  plot.curve("brake", braking, "with the deceleration that is expected of everybody");
  plot.line("line", {{0.0, 0.0}, {0.0, 30.0}}, "the reference line");
  plot.line("decide", {{-kStopTo, 0.0}, {-kStopTo, kBand}}, "the decision point");
  plot.line("axis", {{-62.0, 30.0}, {-62.0, 0.0}, {6.0, 0.0}});
  plot.dot(from, v * kSpeedScale, "1");
  plot.dot(-kStopTo, passed_at * kSpeedScale, "2");
  plot.word(from + 1.5, v * kSpeedScale + 1.5, "S = " + rounded(v, 1) + " m/s, " + rounded(d, 1) + " m to go");
  plot.word(from + way - 15.5, 2.0, "stops after " + rounded(way, 1) + " m");
  return plot.canvas().svg();
}

TEST(ApproachPicture, IsWhatTheManualShows) {
  const std::string file = (kit::source_dir() / "docs" / "pictures" / "approach.svg").string(), drawn = draw();
  if (std::getenv("SCRUTINEER_UPDATE_EXAMPLES") != nullptr) std::ofstream(file) << drawn;
  EXPECT_TRUE(kit::read_text(file) == drawn) << file << ": update it with the command at the top";
}

}  // namespace
}  // namespace scrutineer::checks
