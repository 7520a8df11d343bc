// docs/pictures/zones.svg: the zones of the relevance KPI around an ego on a real map, drawn from what the scene says
// of a small thing at every place.
//
// After a change: SCRUTINEER_UPDATE_EXAMPLES=1 build/dev/bin/checks_test --gtest_filter='ZonesPicture*'
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <cstdlib>
#include <fstream>

#include "base/quantity.h"
#include "kit/data.h"
#include "kit/paths.h"
#include "map/draw.h"
#include "map/lookup.h"
#include "scene/scene.h"

namespace scrutineer::checks {
namespace {

constexpr const char* kMap = "Town10HD";
constexpr map::Point kEgo{-109.8, 24.0};        // about here, in the middle of its lane
constexpr double kSpeed = 8.0;                  // m/s
constexpr double kLength = 4.5, kWidth = 1.9;   // of the ego
constexpr double kCell = 0.4;                   // metres: how finely it looks
constexpr double kEast = 12.0, kNorth = -14.0;  // from the ego to the middle of the drawing
constexpr double kAround = 34.0;

constexpr std::array<const char*, 4> kZones{"front_left", "front_right", "back_left", "back_right"};
constexpr int kNoZone = -1;

trace::ActorState state_at(std::size_t actor, double x, double y, double yaw, double speed) {
  trace::ActorState state;
  state.actor = trace::ActorId(actor);
  state.x = x;
  state.y = y;
  state.yaw = yaw;
  state.vx = speed * std::cos(yaw);
  state.vy = speed * std::sin(yaw);
  state.fields.set(trace::Field::velocity);
  return state;
}

// With the default bounds; of something without any length.
int zone_of(scene::Scene& scene, scene::Slot slot) {
  const auto ahead = scene.relations.road_distance_ahead(slot), behind = scene.relations.road_distance_behind(slot);
  if (!ahead || !(std::abs(ahead->lat) > 0.01 && std::abs(ahead->lat) < 5.0)) return kNoZone;
  const int side = ahead->lat > 0.0 ? 0 : 1;
  if (ahead->lon > 0.0 && ahead->lon < 5.0 * kSpeed) return side;
  if (behind->lon < 0.0 && behind->lon > -1.0 * kSpeed) return 2 + side;
  return kNoZone;
}

std::string draw() {
  const auto map = kit::load_map(kMap);
  const map::RoadPosition at = map::locate(*map, kEgo).at(0);
  const map::RoadPoint ego = map::point_at(*map, at.lane, at.s, 0.0);
  const double yaw = map::drives_along_s(*map, at.lane) ? ego.heading : ego.heading + kPi;

  // One frame with a thing in every place near a lane.
  const double x_middle = ego.x + kEast, y_middle = ego.y + kNorth;
  const SvgBox window{x_middle - kAround, y_middle - kAround, x_middle + kAround, y_middle + kAround};
  const auto cells = static_cast<std::size_t>(std::floor(2.0 * kAround / kCell));
  std::vector<trace::ActorInfo> infos(1);
  infos[0] = {.id = "ego", .length = kLength, .width = kWidth, .height = 1.5};
  trace::Frame frame;
  frame.actors.push_back(state_at(0, ego.x, ego.y, yaw, kSpeed));
  std::vector<std::size_t> thing_in(cells * cells, 0);
  const auto middle = [](double from, std::size_t cell) { return from + (static_cast<double>(cell) + 0.5) * kCell; };
  for (std::size_t row = 0; row < cells; ++row) {
    for (std::size_t column = 0; column < cells; ++column) {
      const double x = middle(window.x_min, column), y = middle(window.y_min, row);
      if (!map::nearest_lane(*map, {x, y}, 5.0)) continue;
      thing_in[row * cells + column] = infos.size();
      frame.actors.push_back(state_at(infos.size(), x, y, 0.0, 0.0));
      trace::ActorInfo info;
      info.id = std::to_string(infos.size());
      info.type = trace::ActorType::plain_object;
      info.category = trace::Category::object;
      info.length = info.width = info.height = 1e-3;
      infos.push_back(std::move(info));
    }
  }
  scene::Scene scene({.map = map.get()});
  scene.actors.set_ego(trace::ActorId(0));
  scene.advance(frame, infos);

  SvgCanvas canvas = map::draw(*map, {.title = "Zones around the ego",
                                      .subtitle = "at 8 m/s, before a junction of Town10HD",
                                      .quiet = true,
                                      .marks = {},
                                      .window = window,
                                      .width = 1000.0,
                                      .interactive = false});
  canvas.style(
      ".front_left{fill:#0072b2;fill-opacity:.55}.front_right{fill:#009e73;fill-opacity:.55}"
      ".back_left{fill:#d55e00;fill-opacity:.6}.back_right{fill:#cc79a7;fill-opacity:.65}"
      ".ego{fill:#222;stroke:#fff;stroke-width:.2}");
  for (int zone = 0; zone < static_cast<int>(kZones.size()); ++zone) {
    const char* name = kZones.at(static_cast<std::size_t>(zone));
    SvgPath area = canvas.path();
    for (std::size_t row = 0; row < cells; ++row) {
      const double y = middle(window.y_min, row) - 0.5 * kCell;
      const auto is_in = [&](std::size_t column) {
        const std::size_t thing = column < cells ? thing_in[row * cells + column] : 0;
        return thing != 0 && zone_of(scene, scene.actors.slot_of(trace::ActorId(thing))) == zone;
      };
      for (std::size_t column = 0; column < cells; ++column) {
        if (!is_in(column)) continue;
        std::size_t end = column;
        while (is_in(end)) ++end;
        const double from = middle(window.x_min, column) - 0.5 * kCell, to = middle(window.x_min, end) - 0.5 * kCell;
        area.to(from, y);
        area.to(to, y);
        area.to(to, y + kCell);
        area.to(from, y + kCell);
        area.close();
        column = end;
      }
    }
    canvas.layer("zones").add(area, name, name);
    canvas.legend_area(name, name);
  }
  SvgPath body = canvas.path();
  for (const auto& [along, across] : {std::pair(1, 1), std::pair(1, -1), std::pair(-1, -1), std::pair(-1, 1)})
    body.to(ego.x + 0.5 * (along * kLength * std::cos(yaw) - across * kWidth * std::sin(yaw)),
            ego.y + 0.5 * (along * kLength * std::sin(yaw) + across * kWidth * std::cos(yaw)));
  body.close();
  canvas.layer("ego").add(body, "ego", "the ego");
  canvas.legend_area("ego", "the ego");
  return canvas.svg();
}

TEST(ZonesPicture, IsWhatTheManualShows) {
  SCRUTINEER_NEEDS_DATA();
  const std::string file = (kit::source_dir() / "docs" / "pictures" / "zones.svg").string(), drawn = draw();
  if (std::getenv("SCRUTINEER_UPDATE_EXAMPLES") != nullptr) std::ofstream(file) << drawn;
  EXPECT_TRUE(kit::read_text(file) == drawn) << file << ": update it with the command at the top";
}

}  // namespace
}  // namespace scrutineer::checks
