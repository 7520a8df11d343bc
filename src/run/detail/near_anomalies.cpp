#include "run/detail/near_anomalies.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

#include "base/text.h"

namespace scrutineer::run::detail {
namespace {

std::int64_t column(double metres) { return static_cast<std::int64_t>(std::floor(metres / kNearAnomaly)); }

std::uint64_t key(std::int64_t x, std::int64_t y) {
  constexpr unsigned kHalf = 32;
  return (static_cast<std::uint64_t>(x) << kHalf) | (static_cast<std::uint64_t>(y) & 0xFFFFFFFFU);
}

std::string sentence(const map::Finding& anomaly) {
  const std::string where = anomaly.road_id.empty() ? "junction " + anomaly.junction_id : "road " + anomaly.road_id;
  return fmt::format("within {} m of an anomaly of the map: {}, {}{}{}", rounded(kNearAnomaly, 0), anomaly.rule, where,
                     anomaly.lane_number ? fmt::format(", lane {}", *anomaly.lane_number) : "",
                     std::isfinite(anomaly.s) ? fmt::format(", s {} m", rounded(anomaly.s, 1)) : "");
}

}  // namespace

NearAnomalies::NearAnomalies(std::vector<map::Finding> anomalies) : anomalies_(std::move(anomalies)) {
  std::erase_if(anomalies_, [](const map::Finding& anomaly) { return !anomaly.has_place(); });
  for (std::size_t i = 0; i < anomalies_.size(); ++i)
    for (const int dx : {-1, 0, 1})
      for (const int dy : {-1, 0, 1})
        cells_[key(column(anomalies_[i].x) + dx, column(anomalies_[i].y) + dy)].push_back(i);
}

NearAnomalies::Cell NearAnomalies::cell_at(double x, double y) const {
  const std::int64_t across = column(x), up = column(y);
  const auto found = cells_.find(key(across, up));
  const double x_begin = static_cast<double>(across) * kNearAnomaly, y_begin = static_cast<double>(up) * kNearAnomaly;
  return {x_begin, x_begin + kNearAnomaly, y_begin, y_begin + kNearAnomaly,
          found == cells_.end() ? nullptr : &found->second};
}

bool NearAnomalies::find_nearest(const std::vector<std::size_t>& among, double x, double y, Nearest& nearest) const {
  nearest.distance = kNearAnomaly;
  bool found = false;
  for (const std::size_t i : among) {
    const double distance = std::hypot(anomalies_[i].x - x, anomalies_[i].y - y);
    if (distance > nearest.distance || (found && distance == nearest.distance)) continue;
    nearest = {i, distance};
    found = true;
  }
  return found;
}

void NearAnomalies::look(const scene::Scene& scene) {
  const scene::Actors& actors = scene.actors;
  for (const scene::Slot slot : actors.present()) {
    const trace::ActorState& state = actors.state(slot);
    const auto actor = static_cast<std::size_t>(actors.uid(slot) - 1);
    if (actor >= stays_.size()) {
      stays_.resize(actor + 1);
      last_cells_.resize(actor + 1);
    }
    Cell& cell = last_cells_[actor];  // actors stay in theirs for many frames
    if (!cell.has(state.x, state.y)) cell = cell_at(state.x, state.y);
    if (cell.anomalies == nullptr) continue;
    Nearest nearest;
    if (!find_nearest(*cell.anomalies, state.x, state.y, nearest)) continue;
    std::vector<Stay>& stays = stays_[actor];
    const bool goes_on = !stays.empty() && stays.back().to == previous_ && stays.back().anomaly == nearest.anomaly;
    if (!goes_on) {
      stays.push_back({actors.time(), actors.time(), nearest.anomaly, nearest.distance});
      continue;
    }
    stays.back().to = actors.time();
    stays.back().distance = std::min(stays.back().distance, nearest.distance);
  }
  previous_ = actors.time();
}

void NearAnomalies::add_notes(std::vector<watch::Issue>& issues) const {
  for (watch::Issue& issue : issues) {
    const auto actor = static_cast<std::size_t>(issue.actor.uid - 1);
    if (actor >= stays_.size()) continue;
    const Stay* nearest = nullptr;
    for (const Stay& stay : stays_[actor])
      if (stay.from <= issue.end && stay.to >= issue.start && (nearest == nullptr || stay.distance < nearest->distance))
        nearest = &stay;
    if (nearest != nullptr) issue.notes.push_back(sentence(anomalies_[nearest->anomaly]));
  }
}

}  // namespace scrutineer::run::detail
