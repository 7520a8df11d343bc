// The Teleporter over the C face drives a small simulator of the test's own: points on lanes, some traffic, and physics of
// three lines.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "base/text.h"
#include "capi/scrutineer.h"
#include "kit/data.h"
#include "kit/paths.h"

namespace scrutineer::capi {
namespace {

using testing::HasSubstr;

constexpr double kNone = std::numeric_limits<double>::quiet_NaN();
constexpr double kStep = 0.1;  // seconds

struct CloseTeleporter {
  void operator()(scr_teleporter* teleporter) const { scr_teleporter_close(teleporter); }
};
using TeleporterPointer = std::unique_ptr<scr_teleporter, CloseTeleporter>;

std::string take(char* text) {
  std::string copy = text == nullptr ? "" : text;
  scr_free(text);
  return copy;
}
std::string take(scr_error* error) {
  std::string text = scr_error_message(error);
  scr_error_free(error);
  return text;
}

class TeleporterFace : public testing::Test {
 protected:
  TeleporterFace()
      : map_(scr_map_open((kit::source_dir() / "examples/maps/town.xodr").c_str(), nullptr)),
        config_(kit::read_text(kit::source_dir() / "examples/teleporter/loop.json")) {}
  ~TeleporterFace() override { scr_map_close(map_); }
  void SetUp() override { ASSERT_NE(map_, nullptr); }

  TeleporterPointer open(std::int64_t seed = -1) const {
    return TeleporterPointer(scr_teleporter_open(map_, config_.c_str(), seed, nullptr));
  }

  scr_map* map_;
  std::string config_;
};

// A point that drives along points.
struct Driver {
  std::vector<std::pair<double, double>> way;
  double along = 0.0, speed = 0.0;

  std::pair<double, double> place() const {
    double left = along;
    for (std::size_t i = 0; i + 1 < way.size(); ++i) {
      const double dx = way[i + 1].first - way[i].first, dy = way[i + 1].second - way[i].second;
      const double length = std::hypot(dx, dy);
      if (left <= length && length > 0.0)
        return {way[i].first + dx * left / length, way[i].second + dy * left / length};
      left -= length;
    }
    return way.back();
  }
  double length() const {
    double sum = 0.0;
    for (std::size_t i = 0; i + 1 < way.size(); ++i)
      sum += std::hypot(way[i + 1].first - way[i].first, way[i + 1].second - way[i].second);
    return sum;
  }
  void drive(double cruise) {
    speed = std::min(cruise, speed + 2.6 * kStep);
    along = std::min(length(), along + speed * kStep);
  }
};

struct Drive {
  std::vector<std::string> spawn_lanes;
  std::vector<double> arrivals;
  std::size_t removed = 0, waits = 0, warnings = 0;
  double longest_wait = 0.0;
  std::string log, arrival_table;
};

// The lanes between two places as points.
std::vector<std::pair<double, double>> way_between(const scr_map* map, const scr_position& from,
                                                   const scr_position& to) {
  std::int64_t count = 0;
  EXPECT_EQ(scr_map_route(map, &from, &to, nullptr, 0, &count, nullptr, nullptr), SCR_OK);
  std::vector<scr_route_lane> lanes(static_cast<std::size_t>(count));
  if (lanes.empty()) return {};
  lanes[0].size = sizeof(scr_route_lane);
  EXPECT_EQ(scr_map_route(map, &from, &to, lanes.data(), count, &count, nullptr, nullptr), SCR_OK);
  std::vector<std::pair<double, double>> points;
  for (std::size_t i = 0; i < lanes.size(); ++i) {
    double begin = lanes[i].is_along_s != 0 ? lanes[i].s_begin : lanes[i].s_end;
    double end = lanes[i].is_along_s != 0 ? lanes[i].s_end : lanes[i].s_begin;
    if (i == 0) begin = from.s;
    if (i + 1 == lanes.size()) end = to.s;
    for (double share = 0.0; share <= 1.0; share += 0.05) {
      scr_position at{};
      at.size = sizeof(at);
      at.lane_index = lanes[i].lane_index;
      at.s = begin + share * (end - begin);
      scr_point point{};
      point.size = sizeof(point);
      EXPECT_EQ(scr_map_point(map, 1, &at, &point, nullptr), SCR_OK);
      points.emplace_back(point.x, point.y);
    }
  }
  return points;
}

scr_position locate(const scr_map* map, double x, double y) {
  const double xyz[] = {x, y, kNone};
  scr_position out{};
  out.size = sizeof(out);
  EXPECT_EQ(scr_map_locate(map, 1, xyz, &out, nullptr), SCR_OK);
  return out;
}

// Drives so many episodes. The ego drives along the way that it is given, and from its end on to the trigger box.
class SmallSimulator {
 public:
  SmallSimulator(const scr_map* map, scr_teleporter* teleporter, double box_x, double box_y)
      : map_(map), teleporter_(teleporter), box_{box_x, box_y + 20.0} {
    ego_.way = {{box_x, box_y - 40.0}, box_};
    for (int i = 0; i < 12; ++i) {  // traffic on the road that the ego is placed on
      scr_position begin{};
      begin.size = sizeof(begin);
      EXPECT_EQ(scr_map_find_lane(map_, "park_lane", 300.0, 1, &begin, nullptr), SCR_OK);
      others_[fmt::format("{}", i)] = {};
      respawn(others_[fmt::format("{}", i)], 25.0 * i);
    }
  }

  Drive drive(std::size_t episodes) {
    Drive drive;
    for (std::int64_t frame = 0; drive.arrivals.size() < episodes && frame < 2'000'000; ++frame) {
      step(frame * 100'000'000, drive);
      if (testing::Test::HasFailure()) break;
    }
    drive.log = take(scr_teleporter_log(teleporter_, nullptr));
    drive.arrival_table = take(scr_teleporter_arrivals(teleporter_, nullptr));
    return drive;
  }

 private:
  void respawn(Driver& driver, double along) {
    const scr_position from = park_lane(370.0), to = park_lane(5.0);
    driver.way = way_between(map_, from, to);
    driver.along = along;
    driver.speed = 5.0;
  }
  scr_position park_lane(double s) const {
    scr_position at{};
    at.size = sizeof(at);
    EXPECT_EQ(scr_map_find_lane(map_, "park_lane", s, 1, &at, nullptr), SCR_OK);
    return at;
  }

  void step(std::int64_t time_ns, Drive& drive) {
    ego_.drive(50.0 / 3.6);
    if (ego_.along >= ego_.length()) go_to_box();
    for (auto& [id, other] : others_) {
      other.drive(8.0);
      if (other.along >= other.length()) respawn(other, 0.0);
    }
    std::vector<scr_actor> actors;
    for (auto& [id, other] : others_) {
      scr_actor actor;
      scr_actor_init(&actor);
      actor.id = id.c_str();
      std::tie(actor.x, actor.y) = other.place();
      actors.push_back(actor);
    }
    const auto [x, y] = ego_.place();
    const double centre[] = {x, y, kNone};
    scr_error* error = nullptr;
    ASSERT_EQ(scr_teleporter_step(teleporter_, time_ns, centre, actors.data(), static_cast<std::int64_t>(actors.size()),
                                  &error),
              SCR_OK)
        << take(error);
    const scr_command* commands = nullptr;
    std::int64_t count = 0;
    ASSERT_EQ(scr_teleporter_commands(teleporter_, &commands, &count, nullptr), SCR_OK);
    for (std::int64_t i = 0; i < count; ++i) carry_out(commands[i], drive);
  }

  void carry_out(const scr_command& command, Drive& drive) {
    switch (command.kind) {
      case SCR_COMMAND_REMOVE:
        ++drive.removed;
        EXPECT_LE(std::hypot(command.x - others_[command.actor].place().first,
                             command.y - others_[command.actor].place().second),
                  1e-9);
        respawn(others_[command.actor], 0.0);
        break;
      case SCR_COMMAND_WAIT:
        ++drive.waits;
        drive.longest_wait = std::max(drive.longest_wait, command.seconds);
        break;
      case SCR_COMMAND_PLACE:
        ASSERT_GT(command.way_count, 1);
        ego_ = {};
        for (std::int64_t k = 0; k < command.way_count; ++k)
          ego_.way.emplace_back(command.way[2 * k], command.way[2 * k + 1]);
        EXPECT_NEAR(ego_.way.front().first, command.x, 0.01);
        EXPECT_NEAR(ego_.way.front().second, command.y, 0.01);
        EXPECT_EQ(command.vx, 0.0);
        break;
      case SCR_COMMAND_DONE:
        drive.spawn_lanes.push_back(fmt::format("{} {:.3f} {:.3f}", command.spawn_lane, command.x, command.y));
        EXPECT_THAT(command.text, HasSubstr(command.spawn_lane));
        break;
      case SCR_COMMAND_ARRIVED:
        drive.arrivals.push_back(command.seconds);
        break;
      default:
        ++drive.warnings;
    }
  }

  // On from where its way ends.
  void go_to_box() {
    const auto [x, y] = ego_.place();
    const scr_position here = locate(map_, x, y), there = locate(map_, box_.first, box_.second);
    const double speed = ego_.speed;
    ego_ = {};
    ego_.way = way_between(map_, here, there);
    ego_.speed = speed;
    if (ego_.way.size() < 2) ego_.way = {{x, y}, {box_.first, box_.second - 60.0}, box_};  // as points may
  }

  const scr_map* map_;
  scr_teleporter* teleporter_;
  std::pair<double, double> box_;
  Driver ego_;
  std::map<std::string, Driver> others_;
};

TEST_F(TeleporterFace, EveryEpisodeArrives) {
  constexpr std::size_t kEpisodes = 200;
  const TeleporterPointer teleporter = open();
  const Drive drive = SmallSimulator(map_, teleporter.get(), 1.75, 90.0).drive(kEpisodes);
  EXPECT_EQ(drive.arrivals.size(), kEpisodes);
  EXPECT_EQ(drive.spawn_lanes.size(), kEpisodes);
  EXPECT_EQ(drive.warnings, 0U);
  EXPECT_GT(drive.removed, 0U);  // traffic stood in the way, and was named
  EXPECT_GT(drive.waits, 4 * kEpisodes);
  EXPECT_NEAR(drive.longest_wait, 0.5, 1e-9);
  EXPECT_EQ(std::ranges::count(drive.log, '\n'), static_cast<std::ptrdiff_t>(kEpisodes + 1));
  EXPECT_EQ(std::ranges::count(drive.arrival_table, '\n'), static_cast<std::ptrdiff_t>(kEpisodes + 1));
  // The estimate's physics are the simulator's: arrivals are where they were hoped for, within a frame and a corner.
  for (const double arrival : drive.arrivals) {
    EXPECT_GT(arrival, 3.0);
    EXPECT_LT(arrival, 40.0);
  }
}

TEST_F(TeleporterFace, TheSameSeedChoosesTheSame) {
  const TeleporterPointer one = open(3), same = open(3), other = open(4);
  const Drive a = SmallSimulator(map_, one.get(), 1.75, 90.0).drive(10);
  const Drive b = SmallSimulator(map_, same.get(), 1.75, 90.0).drive(10);
  const Drive c = SmallSimulator(map_, other.get(), 1.75, 90.0).drive(10);
  EXPECT_EQ(a.log, b.log);
  EXPECT_EQ(a.arrival_table, b.arrival_table);
  EXPECT_NE(a.spawn_lanes, c.spawn_lanes);
}

TEST_F(TeleporterFace, WithoutOthersAnAreaIsCleared) {
  const TeleporterPointer teleporter = open();
  std::vector<std::int32_t> kinds;
  double x = 1.75, y = 80.0;
  for (std::int64_t frame = 0; frame < 40; ++frame) {
    const double centre[] = {x, y, 0.0};
    ASSERT_EQ(scr_teleporter_step(teleporter.get(), frame * 100'000'000, centre, nullptr, 0, nullptr), SCR_OK);
    y += 1.0;
    const scr_command* commands = nullptr;
    std::int64_t count = 0;
    ASSERT_EQ(scr_teleporter_commands(teleporter.get(), &commands, &count, nullptr), SCR_OK);
    for (std::int64_t i = 0; i < count; ++i) {
      kinds.push_back(commands[i].kind);
      if (commands[i].kind == SCR_COMMAND_CLEAR) {
        EXPECT_EQ(commands[i].radius, 15.0);
      }
      // A simulator that needs two frames.
      if (commands[i].kind == SCR_COMMAND_PLACE && kinds.size() > 10) x = commands[i].x, y = commands[i].y;
    }
    if (!kinds.empty() && kinds.back() == SCR_COMMAND_DONE) break;
  }
  using testing::ElementsAre;
  EXPECT_THAT(kinds,
              ElementsAre(SCR_COMMAND_CLEAR, SCR_COMMAND_WAIT, SCR_COMMAND_WAIT, SCR_COMMAND_WAIT, SCR_COMMAND_WAIT,
                          SCR_COMMAND_WAIT, SCR_COMMAND_CLEAR, SCR_COMMAND_PLACE, SCR_COMMAND_CLEAR, SCR_COMMAND_PLACE,
                          SCR_COMMAND_CLEAR, SCR_COMMAND_PLACE, SCR_COMMAND_DONE));
}

TEST_F(TeleporterFace, WarnsOfASimulatorThatDoesNotPlace) {
  const TeleporterPointer teleporter = open();
  std::vector<std::string> warnings;
  for (std::int64_t frame = 0; frame < 120; ++frame) {
    const double centre[] = {1.75, 80.0 + static_cast<double>(frame), kNone};
    ASSERT_EQ(scr_teleporter_step(teleporter.get(), frame * 100'000'000, centre, nullptr, 0, nullptr), SCR_OK);
    const scr_command* commands = nullptr;
    std::int64_t count = 0;
    ASSERT_EQ(scr_teleporter_commands(teleporter.get(), &commands, &count, nullptr), SCR_OK);
    for (std::int64_t i = 0; i < count; ++i)
      if (commands[i].kind == SCR_COMMAND_WARNING) warnings.emplace_back(commands[i].text);
  }
  EXPECT_THAT(warnings, testing::ElementsAre(HasSubstr("still not where it was placed")));
}

TEST_F(TeleporterFace, RefusesWhatCannotBe) {
  scr_error* error = nullptr;
  const auto refused = [&](std::int32_t code, std::int32_t wanted, const char* message) {
    EXPECT_EQ(code, wanted) << message;
    EXPECT_THAT(take(error), HasSubstr(message));
    error = nullptr;
  };
  EXPECT_EQ(scr_teleporter_open(nullptr, config_.c_str(), 1, &error), nullptr);
  EXPECT_EQ(take(error), "map is NULL");
  EXPECT_EQ(scr_teleporter_open(map_, nullptr, 1, &error), nullptr);
  EXPECT_EQ(take(error), "config_json is NULL");
  EXPECT_EQ(scr_teleporter_open(map_, "{\n\"seeed\": 1}", 1, &error), nullptr);
  EXPECT_EQ(scr_error_line(error), 2);
  EXPECT_THAT(take(error), HasSubstr("did you mean seed"));
  EXPECT_EQ(scr_teleporter_open(map_, "\xFF", 1, &error), nullptr);
  EXPECT_THAT(take(error), HasSubstr("no UTF-8"));

  const TeleporterPointer teleporter = open();
  const double good[] = {0.0, 0.0, 0.0}, bad[] = {kNone, 0.0, 0.0};
  scr_actor nobody;
  scr_actor_init(&nobody);
  nobody.id = "7";
  refused(scr_teleporter_step(nullptr, 0, good, nullptr, 0, &error), SCR_ERROR_ARGUMENT, "teleporter is NULL");
  refused(scr_teleporter_step(teleporter.get(), 0, bad, nullptr, 0, &error), SCR_ERROR_ARGUMENT, "must be numbers");
  refused(scr_teleporter_step(teleporter.get(), 0, good, nullptr, -1, &error), SCR_ERROR_ARGUMENT, "cannot be -1");
  refused(scr_teleporter_step(teleporter.get(), 0, good, &nobody, 1, &error), SCR_ERROR_ARGUMENT, "x and y must be");
  ASSERT_EQ(scr_teleporter_step(teleporter.get(), 5, good, nullptr, 0, nullptr), SCR_OK);
  refused(scr_teleporter_step(teleporter.get(), 5, good, nullptr, 0, &error), SCR_ERROR_INPUT, "time does not go on");
  EXPECT_EQ(scr_teleporter_step(teleporter.get(), 6, nullptr, nullptr, 0, nullptr), SCR_OK);  // no ego
  refused(scr_teleporter_commands(teleporter.get(), nullptr, nullptr, &error), SCR_ERROR_ARGUMENT, "commands is NULL");
  scr_teleporter_close(nullptr);
}

}  // namespace
}  // namespace scrutineer::capi
