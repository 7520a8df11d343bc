#include "scene/belonging.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/text.h"

namespace scrutineer::scene {

namespace {

constexpr double kPlaceSpacing = 5.0;  // metres; well below kNearRoad

std::string text_of(const map::Extent& extent) {
  return fmt::format("x {} to {}, y {} to {} m", rounded(extent.x_min, 1), rounded(extent.x_max, 1),
                     rounded(extent.y_min, 1), rounded(extent.y_max, 1));
}

double distance(map::Point a, map::Point b) { return std::hypot(a.x - b.x, a.y - b.y); }

}  // namespace

bool Belonging::is_near_road(map::Point point) const { return map::nearest_lane(map_, point, kNearRoad).has_value(); }

std::optional<Problem> Belonging::advance(const trace::Frame& frame, std::span<const trace::ActorInfo> actors) {
  if (is_decided_) return std::nullopt;
  if (vehicle_count_ > 0 && frame.time > first_vehicle_ + kBelongingWindow) return decide();
  vehicles_.resize(std::max(vehicles_.size(), actors.size()));
  for (const trace::ActorState& state : frame.actors) {
    const trace::ActorInfo& actor = actors[state.actor.index()];
    if (actor.type != trace::ActorType::vehicle || actor.is_static || actor.parent.valid()) continue;
    const map::Point point{state.x, state.y};
    Vehicle& vehicle = vehicles_[state.actor.index()];
    if (vehicle_count_ == 0) {
      extent_ = {point.x, point.y, point.x, point.y};
      first_vehicle_ = frame.time;
    }
    extent_ = {std::min(extent_.x_min, point.x), std::min(extent_.y_min, point.y), std::max(extent_.x_max, point.x),
               std::max(extent_.y_max, point.y)};
    if (!vehicle.is_vehicle) ++vehicle_count_;
    vehicle.is_vehicle = true;
    if (vehicle.is_near) continue;
    if (is_near_road(point)) {
      vehicle.is_near = true;
      ++near_count_;
    }
    if (vehicle.places.empty() || distance(vehicle.places.back(), point) >= kPlaceSpacing)
      vehicle.places.push_back(point);
  }
  return std::nullopt;
}

std::optional<Problem> Belonging::finish() { return is_decided_ ? std::nullopt : decide(); }

std::string Belonging::Remedy::text() const {
  const bool moves = x != 0.0 || y != 0.0;
  return fmt::format("{}{}{}", flips_y ? "--flip-y" : "", flips_y && moves ? " " : "",
                     moves ? fmt::format("--offset={},{}", shortest(x), shortest(y)) : "");
}

std::optional<Problem> Belonging::decide() {
  is_decided_ = true;
  std::optional<Problem> problem;
  if (2 * near_count_ < vehicle_count_) {
    problem = Problem{
        {.file = file_},
        fmt::format("map and trace do not belong together: {} of {} vehicles of the first 5 s come within 20 m of a "
                    "road; the map {} extends over {}, the vehicles over {}; {}",
                    near_count_, vehicle_count_, map_.file(), text_of(map_.extent()), text_of(extent_), advice())};
  } else if (near_count_ < vehicle_count_) {
    for (const Remedy& remedy : remedies()) {
      if (remedy.is_guess || count_near(remedy) < vehicle_count_) continue;
      note_ = fmt::format("{} of {} vehicles of the first 5 s come within 20 m of a road; with {} all of them would",
                          near_count_, vehicle_count_, remedy.text());
      break;
    }
  }
  vehicles_ = {};
  return problem;
}

std::string Belonging::advice() const {
  for (const Remedy& remedy : remedies()) {
    const std::size_t near = count_near(remedy);
    if (2 * near >= vehicle_count_)
      return fmt::format("with {} it would be {} of {}", remedy.text(), near, vehicle_count_);
  }
  return "neither y negated nor an offset would make them fit";
}

// Those that people need most come first.
std::vector<Belonging::Remedy> Belonging::remedies() const {
  const map::HeaderRecord& header = map_.header();
  const map::Extent& road = map_.extent();
  const auto middle = [](double a, double b) { return 0.5 * (a + b); };
  const double road_x = middle(road.x_min, road.x_max), road_y = middle(road.y_min, road.y_max);
  const double run_x = middle(extent_.x_min, extent_.x_max), run_y = middle(extent_.y_min, extent_.y_max);
  std::vector<Remedy> all = {{.flips_y = true}};
  if (header.offset_x != 0.0 || header.offset_y != 0.0) {
    for (const bool flips_y : {false, true}) {
      all.push_back({flips_y, -header.offset_x, -header.offset_y});  // the run is in projected coordinates
      all.push_back({flips_y, header.offset_x, header.offset_y});
    }
  }
  for (const bool flips_y : {false, true})  // + 0.0: never -0
    all.push_back(
        {flips_y, std::round(road_x - run_x) + 0.0, std::round(road_y - (flips_y ? -run_y : run_y)) + 0.0, true});
  return all;
}

std::size_t Belonging::count_near(const Remedy& remedy) const {
  return static_cast<std::size_t>(std::ranges::count_if(vehicles_, [&](const Vehicle& vehicle) {
    return std::ranges::any_of(vehicle.places, [&](map::Point place) {
      return is_near_road({place.x + remedy.x, (remedy.flips_y ? -place.y : place.y) + remedy.y});
    });
  }));
}

}  // namespace scrutineer::scene
