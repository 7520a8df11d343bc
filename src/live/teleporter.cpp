#include "live/teleporter.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <utility>

#include "base/angle.h"
#include "base/text.h"

namespace scrutineer::live::teleport {

namespace {

constexpr double kNotANumber = std::numeric_limits<double>::quiet_NaN();

double radians(double degrees) { return degrees * kDegree; }

// In the box's own frame: its length along x, all measured from its centre. Without a height it is as high as the centre.
std::array<double, 3> in_box(const TriggerBox& box, const Centre& point) {
  const double cos = std::cos(radians(box.yaw_degrees)), sin = std::sin(radians(box.yaw_degrees));
  const double x = point.x - box.x, y = point.y - box.y;
  return {x * cos + y * sin, y * cos - x * sin, point.z.value_or(box.z) - box.z};
}

std::string number_or_nothing(double value) { return std::isnan(value) ? std::string() : shortest(value); }

}  // namespace

std::vector<std::array<double, 2>> TriggerBox::corners() const {
  const double cos = std::cos(radians(yaw_degrees)), sin = std::sin(radians(yaw_degrees));
  std::vector<std::array<double, 2>> corners;
  for (const auto& [along, across] : {std::pair(-0.5, -0.5), {0.5, -0.5}, {0.5, 0.5}, {-0.5, 0.5}}) {
    const double forward = along * length, left = across * width;
    corners.push_back({x + forward * cos - left * sin, y + forward * sin + left * cos});
  }
  return corners;
}

bool drives_into(const TriggerBox& box, Centre from, Centre to) {
  const std::array<double, 3> begin = in_box(box, from), end = in_box(box, to);
  const std::array<double, 3> half_sizes{0.5 * box.length, 0.5 * box.width, 0.5 * box.height};
  std::array<std::array<double, 3>, 3> axes{};
  for (std::size_t i = 0; i < axes.size(); ++i) axes[i] = {begin[i], end[i] - begin[i], half_sizes[i]};
  const auto is_inside = [&](const auto& axis) { return std::abs(axis[0]) <= axis[2]; };
  if (std::ranges::all_of(axes, is_inside)) return false;  // it was there already
  // The stretch of the way that is between each pair of sides.
  double enter = 0.0, leave = 1.0;
  for (const auto& [at, way, half] : axes) {
    if (way == 0.0) {
      if (std::abs(at) > half) return false;
      continue;
    }
    const double one = (-half - at) / way, other = (half - at) / way;
    enter = std::max(enter, std::min(one, other));
    leave = std::min(leave, std::max(one, other));
  }
  return enter <= leave;
}

std::string log_header() {
  return "timestamp,midpoint_segment,spawn_lane,sample_index,distance_to_midpoint,estimated_time,target_time,"
         "reached_cruise,spawn_x,spawn_y,spawn_z";
}

std::string log_line(const LogRow& row) {
  const Choice& choice = row.choice;
  const Destination& at = choice.destination;
  return fmt::format("{},{},{},{},{},{},{},{},{},{},{}", shortest(to_seconds(row.timestamp)),
                     csv_cell(row.midpoint_segment), csv_cell(choice.spawn_lane), choice.sample_index,
                     number_or_nothing(choice.distance_to_midpoint), number_or_nothing(choice.estimated_time),
                     number_or_nothing(choice.target_time), choice.reached_cruise, shortest(at.x), shortest(at.y),
                     shortest(at.z));
}

Teleporter::Teleporter(Config config, LanePlan plan)
    : config_(std::move(config)), plan_(std::move(plan)), draws_(config_.seed) {}

std::optional<Choice> Teleporter::choose() {
  if (config_.spawn_strategy == SpawnStrategy::random_point) {
    const std::size_t index = draws_.one_of(config_.random_spawn_points.size());
    const SpawnPoint& point = config_.random_spawn_points[index];
    return Choice{{point.x, point.y, point.z, radians(point.heading_degrees()), {}},
                  "RandomPoint",
                  static_cast<std::uint32_t>(index),
                  kNotANumber,
                  kNotANumber,
                  kNotANumber,
                  false};
  }
  if (plan_.candidates.empty()) return std::nullopt;
  const double target = draws_.between(config_.target_arrival_window.low, config_.target_arrival_window.high);
  const Candidate& best = plan_.candidates[closest_to(plan_, target)];
  return Choice{{best.at.x, best.at.y, best.at.z, best.at.heading, best.lane, way_of(plan_, best)},
                config_.lane_spawn_sources[best.source].text(),
                best.index,
                best.distance,
                best.estimated_time,
                target,
                best.reached_cruise};
}

std::size_t Teleporter::keep_candidates(const std::function<bool(const Candidate&)>& is_good) {
  const std::size_t gone = std::erase_if(plan_.candidates, [&](const Candidate& one) { return !is_good(one); });
  plan_.unreachable += gone;
  return gone;
}

ClearArea Teleporter::clearing() const {
  return {choice_->destination.x, choice_->destination.y, config_.clearance_radius};
}

std::vector<Action> Teleporter::trigger(Time now) {
  choice_ = choose();
  if (!choice_) {
    if (std::exchange(has_warned_, true)) return {};
    return {
        Warning{fmt::format("{}: the ego drove into the trigger box, but none of the {} candidates on "
                            "laneSpawnSources reaches midpointSegment {}: it is not relocated",
                            config_.file, plan_.unreachable, config_.midpoint_segment.text())}};
  }
  const double extra = draws_.between(config_.spawn_delay_range.low, config_.spawn_delay_range.high);
  due_ = now + from_seconds(config_.teleport_delay + extra).value_or(Duration::zero());  // both are bounded
  return {clearing()};
}

std::vector<Action> Teleporter::step(Time now, std::optional<Centre> ego) {
  std::vector<Action> actions;
  if (!choice_ && ego && last_ && drives_into(config_.trigger_box, *last_, *ego)) actions = trigger(now);
  last_ = ego;
  if (!choice_ || is_moving_ || now < due_) return actions;
  if (!ego) {  // it left meanwhile: there is nobody to relocate
    choice_.reset();
    return actions;
  }
  // What drove in during the delay goes, too.
  actions.emplace_back(clearing());
  actions.emplace_back(MoveEgo{choice_->destination});
  is_moving_ = true;
  return actions;
}

LogRow Teleporter::arrived(Time now) {
  const bool by_lane = config_.spawn_strategy == SpawnStrategy::lane_midpoint;
  LogRow row{now, by_lane ? config_.midpoint_segment.text() : std::string(), *choice_};
  choice_.reset();
  is_moving_ = false;
  last_.reset();
  ++teleports_;
  return row;
}

}  // namespace scrutineer::live::teleport
