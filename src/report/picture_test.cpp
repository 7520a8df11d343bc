#include "report/picture.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "kit/plugins.h"

namespace scrutineer::report {
namespace {

using namespace std::chrono_literals;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;
using watch::LineRole;

const std::vector<std::string> kHostileIds{"<script>alert(1)</script>", "a\"b&c", "\xff\xfe", "a\x01z",
                                           "\xD7\x90\xE2\x80\xAE"};

// One actor that drives 10 m/s along x for 20 s, and a check that samples a threshold.
struct Drawn {
  Recording recording;
  FoundIssue issue;
  watch::CheckInfo check;
};

Drawn drawn(const std::string& id = "7") {
  Drawn drawn;
  RecordedActor actor;
  actor.info.id = id;
  actor.info.length = 4.5;
  actor.info.width = 1.8;
  RecordedPlot plot;
  plot.lines.resize(1);
  for (std::uint32_t i = 0; i <= 200; ++i) {
    drawn.recording.times.push_back(Time(i * Duration(100ms)));
    drawn.recording.regular.push_back(true);
    actor.frames.push_back(i);
    actor.x.push_back(i);
    actor.y.push_back(0.0);
    actor.yaw.push_back(0.0);
    actor.speed.push_back(10.0F);
    plot.frames.push_back(i);
    plot.lines[0].push_back(8.0F);
  }
  drawn.recording.actors.push_back(actor);
  drawn.recording.plots[{"speed_limit", 0}] = plot;
  drawn.issue = {.id = 3,
                 .checker = "speed_limit",
                 .kind = "speed_limit",
                 .severity = watch::Severity::error,
                 .actor = id,
                 .other = std::nullopt,
                 .start = Time(10s),
                 .end = Time(12s),
                 .message = "Speed limit broken by " + id,
                 .numbers = {{"limit", 9.0}}};
  drawn.check.name = "speed_limit";
  drawn.check.plots = {{"Speed against its limits",
                        {{.name = "speed", .unit = "m/s", .fact = scene::fact("speed")},
                         {.name = "threshold", .unit = "m/s", .role = LineRole::limit},
                         {.name = "the metric", .unit = "m/s", .role = LineRole::limit, .metric = "limit"}}}};
  return drawn;
}

std::string picture(const Drawn& drawn) {
  return issue_picture({.issue = drawn.issue, .check = drawn.check, .recording = drawn.recording});
}

TEST(Picture, ShowsTheIssueItsLinesAndTheMoment) {
  const std::string svg = picture(drawn());
  for (const char* part : {"speed limit", "error, 10 s, issue 3", "Speed limit broken by 7", "Speed against its limits",
                           ">threshold [m/s]<", ">the metric [m/s]<", "10 m<"})
    EXPECT_THAT(svg, HasSubstr(part));
}

TEST(Picture, LeavesOutWhatIsNotThere) {
  Drawn none = drawn();
  none.recording.actors.clear();
  none.recording.plots.clear();
  EXPECT_THAT(picture(none), HasSubstr("There is nothing to draw."));
  Drawn gaps = drawn();
  for (float& value : gaps.recording.actors[0].speed) value = std::numeric_limits<float>::quiet_NaN();
  EXPECT_THAT(picture(gaps), Not(HasSubstr("Speed against its limits")));
  EXPECT_THAT(picture(gaps), Not(HasSubstr("nan")));
}

TEST(Picture, IsSoundWhateverNamesAre) {
  for (const std::string& id : kHostileIds) {
    const std::string svg = picture(drawn(id));
    EXPECT_THAT(svg, Not(HasSubstr("<script>"))) << id;
  }
}

TEST(Picture, BecomesPng) {
  SCRUTINEER_NEEDS_PLUGIN("scrutineer_png", "pictures");
  for (const std::string& id : kHostileIds) {
    const auto png = to_png(picture(drawn(id)), 1.0);
    ASSERT_TRUE(png) << id << ": " << to_string(png.problem());
    EXPECT_THAT(*png, StartsWith("\x89PNG")) << id;
  }
}

TEST(Picture, SaysWhatPngNeedsWhereThePluginIsAbsent) {
  const kit::PluginFolder nowhere("no such folder");
  const auto png = to_png(picture(drawn()), 1.0);
  ASSERT_FALSE(png);
  EXPECT_THAT(png.problem().message, HasSubstr("PNG pictures need librsvg"));
  EXPECT_THAT(png.problem().message, HasSubstr("scripts/install-deps pictures && make build"));
}

TEST(Picture, BreaksLongMessages) {
  Drawn with_long_message = drawn();
  for (int i = 0; i < 60; ++i) with_long_message.issue.message += " word";
  with_long_message.issue.message += std::string(400, 'x');
  const std::string svg = picture(with_long_message);
  EXPECT_THAT(svg, Not(HasSubstr(std::string(125, 'x'))));
}

// Where the text of a name begins: its middle, and its baseline.
std::optional<std::pair<double, double>> place_of_name(const std::string& svg, const std::string& name) {
  const std::size_t at = svg.rfind(">" + name + "<");
  if (at == std::string::npos) return std::nullopt;
  const std::string text = svg.substr(svg.rfind("<text x=\"", at));
  return std::pair(std::stod(text.substr(9)), std::stod(text.substr(text.find(" y=\"") + 4)));
}

TEST(Picture, NamesDoNotLieOverEachOther) {
  struct Case {
    const char* name;
    double ahead;  // how far the other is before the actor, m
    bool is_concerned;
    std::optional<bool> is_above;  // nothing: the name is left out
  };
  const Case cases[] = {{"apart", 20.0, true, false},
                        {"in contact", 2.0, true, true},
                        {"a third between both", 1.0, false, std::nullopt},
                        {"a third alone", 20.0, false, false}};
  for (const auto& [name, ahead, is_concerned, is_above] : cases) {
    Drawn crash = drawn("car");
    RecordedActor other = crash.recording.actors[0];
    other.info.id = "tree";
    for (double& x : other.x) x += is_concerned ? ahead : 2.0;
    crash.issue.other = "tree";
    crash.recording.actors.push_back(other);
    if (!is_concerned) {
      RecordedActor third = crash.recording.actors[0];
      third.info.id = "third";
      for (double& x : third.x) x += ahead;
      crash.recording.actors.insert(crash.recording.actors.begin(), third);
    }
    const std::string svg = picture(crash);
    const auto car = place_of_name(svg, "car"), of_other = place_of_name(svg, is_concerned ? "tree" : "third");
    ASSERT_TRUE(car) << name;
    ASSERT_EQ(of_other.has_value(), is_above.has_value()) << name;
    if (is_above) {
      EXPECT_EQ(of_other->second < car->second, *is_above) << name;
    }
  }
}

TEST(Picture, KeepsLegendsInside) {
  Drawn many = drawn();
  many.recording.plots.clear();
  many.check.plots = {{"Speed", {{.name = "speed", .unit = "m/s", .fact = scene::fact("speed")}}}};
  EXPECT_THAT(picture(many), HasSubstr("scale(1)"));
  for (const char* const name : {"warning threshold", "error threshold"})
    many.check.plots[0].lines.push_back({.name = name, .unit = "m/s", .role = LineRole::limit, .metric = "limit"});
  EXPECT_THAT(picture(many), HasSubstr("scale(0."));
}

TEST(Picture, ShortensLongNames) {
  const Drawn with_long_name = drawn(std::string(300, 'v'));
  EXPECT_THAT(picture(with_long_name), HasSubstr(">" + std::string(15, 'v') + "...<"));
}

TEST(Picture, IsDrawnOverAnotherLineThanTime) {
  Drawn approach = drawn();
  approach.check.plots = {{"Approach",
                           {{.name = "distance", .unit = "m", .role = LineRole::axis},
                            {.name = "speed", .unit = "m/s", .fact = scene::fact("speed")},
                            {.name = "light", .unit = "", .role = LineRole::light}}}};
  auto& plot = approach.recording.plots[{"speed_limit", 0}];
  plot.lines.resize(2);
  for (std::size_t i = 0; i < plot.frames.size(); ++i) {
    plot.lines[0][i] = 200.0F - static_cast<float>(i);
    plot.lines[1].push_back(4.0F);
  }
  const std::string svg = picture(approach);
  EXPECT_THAT(svg, HasSubstr("fill=\"#c8321f\""));
  EXPECT_THAT(svg, HasSubstr(">speed [m/s]<"));
  EXPECT_THAT(svg, HasSubstr(">distance [m]<"));
  for (const char* band : {">light red<", ">the issue&apos;s interval<"}) EXPECT_THAT(svg, HasSubstr(band));
  // The distance falls while time goes on: 145 m, where the picture begins, is left of 45 m.
  const auto place_of = [&](const std::string& tick) {
    const std::string before = svg.substr(0, svg.find(">" + tick + "<"));
    return std::stod(before.substr(before.rfind("<text x=\"") + 9));
  };
  EXPECT_LT(place_of("140"), place_of("60"));
  EXPECT_THAT(svg, Not(HasSubstr(">light<")));
}

// A light for the actor, 3 m aside, with its line just ahead of where the issue was decided.
struct AtALight {
  Drawn drawn;
  MapPiece map;
};

AtALight at_a_light() {
  AtALight made{drawn(), {}};
  made.drawn.issue.decided = Time(12s);  // where x is 120
  made.drawn.issue.signal = "L";
  made.drawn.issue.signal_road = "r";
  made.map.signals = {{map::SignalId(0), map::SignalKind::traffic_light, "L", "r", "", 121.0, -3.0, 0.0},
                      {map::SignalId(1), map::SignalKind::traffic_light, "M", "r", "", 121.0, 20.0, 0.0},
                      {map::SignalId(2), map::SignalKind::stop_sign, "S", "r", "", 110.0, 20.0, 0.0}};
  made.map.stops = {{0, 0, {121.0, -3.0}, {121.0, 0.5}}};
  made.drawn.recording.lights = {{map::SignalId(0),
                                  {},
                                  {Time(0s), Time(11s), Time(13s)},
                                  {LightShown::green, LightShown::red, LightShown::flashing_yellow}},
                                 {map::SignalId(1), {}, {Time(0s)}, {LightShown::green}}};
  return made;
}

std::size_t count(const std::string& text, std::string_view part) {
  std::size_t found = 0;
  for (auto at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++found;
  return found;
}

TEST(Picture, ShowsLightsAndTheirLinesInTheStateOfTheMoment) {
  struct Case {
    const char* name;
    Time decided;
    std::size_t red, yellow, green;  // lamps, and the line in the light's colour
  };
  const Case cases[] = {{"green", Time(10s), 0, 0, 3}, {"red", Time(12s), 2, 0, 1}, {"flashing", Time(14s), 0, 2, 1}};
  for (const auto& [name, decided, red, yellow, green] : cases) {
    AtALight made = at_a_light();
    made.drawn.issue.decided = decided;
    const std::string svg = issue_picture(
        {.issue = made.drawn.issue, .check = made.drawn.check, .recording = made.drawn.recording, .map = &made.map});
    EXPECT_EQ(count(svg, "\"#e0402c\""), red) << name;
    EXPECT_EQ(count(svg, "\"#f0b400\""), yellow) << name;
    EXPECT_EQ(count(svg, "\"#22b45e\""), green) << name;
    EXPECT_EQ(count(svg, "stroke-width=\"2.5\""), 1U) << name << ": the light that it is about is ringed";
  }
}

TEST(Picture, ShowsSignsThatPeopleRecognise) {
  AtALight made = at_a_light();
  made.map.signals = {
      {map::SignalId(0), map::SignalKind::speed_limit, "A", "r", "", 121.0, -3.0, 0.0, "50"},
      {map::SignalId(1), map::SignalKind::speed_limit, "B", "r", "", 125.0, -3.0, 0.0, ""},
      {map::SignalId(2), map::SignalKind::stop_sign, "S", "r", "", 110.0, 20.0, 0.0},
      {map::SignalId(3), map::SignalKind::yield_sign, "Y", "r", "", 100.0, 20.0, 0.0},
      {map::SignalId(4), map::SignalKind::speed_limit, "far away", "r", "", 900.0, 20.0, 0.0, "70"},
  };
  const std::string svg = issue_picture(
      {.issue = made.drawn.issue, .check = made.drawn.check, .recording = made.drawn.recording, .map = &made.map});
  struct Case {
    const char *name, *part;
    std::size_t times;
  };
  const Case cases[] = {
      {"the number", ">50</text>", 1},
      {"the word", ">STOP</text>", 1},
      {"a sign that is not near", ">70</text>", 0},
      {"white with a red edge: two limits, a yield sign", "fill=\"#ffffff\" stroke=\"#c8202f\"", 3},
      {"red: the stop sign", "fill=\"#c8202f\"", 1},
  };
  for (const auto& [name, part, times] : cases) EXPECT_EQ(count(svg, part), times) << name;
}

TEST(Picture, IsOfTheMomentThatDecided) {
  AtALight made = at_a_light();
  const auto svg = [&] {
    return issue_picture(
        {.issue = made.drawn.issue, .check = made.drawn.check, .recording = made.drawn.recording, .map = &made.map});
  };
  const std::string at_the_line = svg();
  made.drawn.issue.decided.reset();  // the issue begins at 10 s, 20 m before
  EXPECT_NE(svg(), at_the_line);
  EXPECT_THAT(at_the_line, HasSubstr("translate(284.0 "));  // in the middle: the vehicle where it was decided
}

TEST(Picture, RefusesWhatIsNoDrawing) {
  SCRUTINEER_NEEDS_PLUGIN("scrutineer_png", "pictures");
  const auto png = to_png("no drawing", 1.0);
  ASSERT_FALSE(png);
  EXPECT_THAT(png.problem().message, StartsWith("the picture cannot be drawn: "));
}

}  // namespace
}  // namespace scrutineer::report
