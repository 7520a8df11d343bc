#include "report/picture.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>
#include <string>
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
                        {{.name = "speed", .unit = "m/s", .fact = "speed"},
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
                           ">threshold<", ">the metric<", "10 m<"})
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
  EXPECT_THAT(svg, Not(HasSubstr(std::string(200, 'x'))));
}

TEST(Picture, IsDrawnOverAnotherLineThanTime) {
  Drawn approach = drawn();
  approach.check.plots = {{"Approach",
                           {{.name = "distance", .unit = "m", .role = LineRole::axis},
                            {.name = "speed", .unit = "m/s", .fact = "speed"},
                            {.name = "light", .unit = "", .role = LineRole::light}}}};
  auto& plot = approach.recording.plots[{"speed_limit", 0}];
  plot.lines.resize(2);
  for (std::size_t i = 0; i < plot.frames.size(); ++i) {
    plot.lines[0][i] = 200.0F - static_cast<float>(i);
    plot.lines[1].push_back(4.0F);
  }
  const std::string svg = picture(approach);
  EXPECT_THAT(svg, HasSubstr("fill=\"#c8321f\""));
  EXPECT_THAT(svg, HasSubstr(">speed<"));
  EXPECT_THAT(svg, Not(HasSubstr(">light<")));
}

TEST(Picture, RefusesWhatIsNoDrawing) {
  SCRUTINEER_NEEDS_PLUGIN("scrutineer_png", "pictures");
  const auto png = to_png("no drawing", 1.0);
  ASSERT_FALSE(png);
  EXPECT_THAT(png.problem().message, StartsWith("the picture cannot be drawn: "));
}

}  // namespace
}  // namespace scrutineer::report
