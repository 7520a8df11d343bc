#include "kit/drive_path.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <optional>
#include <stdexcept>

#include "map/lookup.h"

namespace scrutineer::kit {

using map::DirectedLane;
using map::LaneId;
using map::RoadNetwork;
using map::RoadPoint;

namespace {

class FreePath final : public DrivePath {
 public:
  FreePath(const Pose& start, double curvature) : start_(start), curvature_(curvature) {}

  PathPoint at(double distance, double) override {
    const double turn = curvature_ * distance;
    // Half the angle gives the chord, also where the line is almost straight.
    const double chord = turn == 0.0 ? distance : distance * std::sin(turn / 2.0) / (turn / 2.0);
    return {.x = start_.x + chord * std::cos(start_.heading + turn / 2.0),
            .y = start_.y + chord * std::sin(start_.heading + turn / 2.0),
            .heading = start_.heading + turn,
            .curvature = curvature_};
  }

 private:
  Pose start_;
  double curvature_;
};

// The ways of a lane in both directions of travel: of wrong-way drivers the lanes that lead here come next.
std::vector<DirectedLane> lanes_after(const RoadNetwork& map, DirectedLane lane) {
  std::vector<DirectedLane> after;
  for (const LaneId next : links_at(map.lane(lane.lane), lane.exit())) {
    const bool enters_at_start = touching_end(map, lane.lane, lane.exit(), next) == map::ContactPoint::start;
    after.push_back({next, enters_at_start});
  }
  return after;
}

DirectedLane turned(DirectedLane lane) { return {lane.lane, !lane.along_s}; }

double length_of(const RoadNetwork& map, DirectedLane lane) {
  return map.lane(lane.lane).s_end - map.lane(lane.lane).s_begin;
}

// Heading as driven at the lane's entry (false) or exit.
double heading_at_end(const RoadNetwork& map, DirectedLane lane, bool at_exit) {
  const map::Lane& its = map.lane(lane.lane);
  const RoadPoint point = point_at(map, lane.lane, lane.along_s == at_exit ? its.s_end : its.s_begin, 0.0);
  return lane.along_s ? point.heading : point.heading + std::numbers::pi;
}

class LanePath final : public DrivePath {
 public:
  LanePath(const RoadNetwork& map, const LaneStart& start) : map_(map) {
    const map::RoadId road = map.find_road(start.road);
    if (!road.valid()) throw std::runtime_error(fmt::format("the map has no road {}", start.road));
    const LaneId lane = map.find_lane(road, start.s, start.lane);
    if (!lane.valid())
      throw std::runtime_error(fmt::format("road {} has no lane {} at s = {}", start.road, start.lane, start.s));
    DirectedLane first = as_travelled(map, lane);
    if (start.against_traffic) first = turned(first);
    const map::Lane& its = map.lane(lane);
    const double driven = first.along_s ? start.s - its.s_begin : its.s_end - start.s;
    pieces_.push_back({first, -driven, length_of(map, first) - driven});
    for (const std::string& name : start.via) go_to(name);
  }

  PathPoint at(double distance, double left) override {
    const Piece& piece = piece_at(distance);
    const map::Lane& lane = map_.lane(piece.lane.lane);
    const bool along = piece.lane.along_s;
    const double side = along ? 1.0 : -1.0;
    const double s = along ? lane.s_begin + (distance - piece.begin) : lane.s_end - (distance - piece.begin);
    const RoadPoint centre = point_at(map_, piece.lane.lane, s, 0.0);
    const RoadPoint middle = point_at(map_, lane.road, s, 0.0);
    const double t =
        (centre.y - middle.y) * std::cos(middle.heading) - (centre.x - middle.x) * std::sin(middle.heading);

    // The rise is taken over 0.2 m around the place, or as much as the lane's section has.
    const double half = 0.5 * std::min(0.2, lane.s_end - lane.s_begin);
    const double mid = std::clamp(s, lane.s_begin + half, lane.s_end - half);
    const auto height = [&](double at_s) { return point_at(map_, piece.lane.lane, at_s, side * left).z; };
    const double before = height(mid - half), here = height(mid), behind = height(mid + half);
    const double bank = point_at(map_, piece.lane.lane, s, side * left + 0.5).z -
                        point_at(map_, piece.lane.lane, s, side * left - 0.5).z;
    return {.x = centre.x,
            .y = centre.y,
            .z = height(s),
            .heading = along ? centre.heading : centre.heading + std::numbers::pi,
            .curvature = side * centre.curvature,
            .stretch = (1.0 - middle.curvature * t) / std::cos(centre.heading - middle.heading),
            .grade = side * (behind - before) / (2.0 * half),
            .bend = (behind - 2.0 * here + before) / (half * half),
            .bank = side * bank};
  }

 private:
  struct Piece {
    DirectedLane lane;
    double begin, end;  // distances
  };

  std::string name_of(DirectedLane lane) const {
    const map::Lane& its = map_.lane(lane.lane);
    return fmt::format("lane {} of road {}", its.number, map_.road(its.road).id);
  }

  void append(DirectedLane lane) {
    const double begin = pieces_.back().end;
    pieces_.push_back({lane, begin, begin + length_of(map_, lane)});
  }

  // Over the fewest lanes to any lane of that road.
  void go_to(const std::string& name) {
    const map::RoadId road = map_.find_road(name);
    if (!road.valid()) throw std::runtime_error(fmt::format("the map has no road {}", name));
    const DirectedLane first = pieces_.back().lane;
    std::vector<DirectedLane> reached = {first};
    std::vector<std::size_t> from = {0};
    for (std::size_t i = 0; i < reached.size(); ++i) {
      if (i > 0 && map_.lane(reached[i].lane).road == road) {
        std::vector<DirectedLane> way;
        for (std::size_t at = i; at != 0; at = from[at]) way.push_back(reached[at]);
        for (auto lane = way.rbegin(); lane != way.rend(); ++lane) append(*lane);
        return;
      }
      for (const DirectedLane next : lanes_after(map_, reached[i])) {
        if (std::find(reached.begin(), reached.end(), next) != reached.end()) continue;
        reached.push_back(next);
        from.push_back(i);
      }
    }
    throw std::runtime_error(fmt::format("{} does not lead to road {} without a lane change", name_of(first), name));
  }

  // Of what comes after the lane, the one whose far end turns least away.
  std::optional<DirectedLane> straightest_after(DirectedLane lane) const {
    std::optional<DirectedLane> best;
    double least = 0.0;
    const double heading = heading_at_end(map_, lane, true);
    for (const DirectedLane next : lanes_after(map_, lane)) {
      const double turn = std::abs(std::remainder(heading_at_end(map_, next, true) - heading, 2.0 * std::numbers::pi));
      if (best && turn >= least - 1e-9) continue;
      best = next;
      least = turn;
    }
    return best;
  }

  const Piece& piece_at(double distance) {
    constexpr double kSlack = 1e-6;  // rounding at the very end of a lane that leads nowhere
    while (distance > pieces_.back().end) {
      const auto next = straightest_after(pieces_.back().lane);
      if (!next) {
        if (distance <= pieces_.back().end + kSlack) break;
        throw std::runtime_error(fmt::format("{} ends {:.3f} m from the start and leads nowhere",
                                             name_of(pieces_.back().lane), pieces_.back().end));
      }
      append(*next);
    }
    while (distance < pieces_.front().begin) {
      const auto before = straightest_after(turned(pieces_.front().lane));
      if (!before) {
        if (distance >= pieces_.front().begin - kSlack) break;
        throw std::runtime_error(fmt::format("{} begins {:.3f} m before the start and nothing leads to it",
                                             name_of(pieces_.front().lane), -pieces_.front().begin));
      }
      const double end = pieces_.front().begin;
      pieces_.push_front({turned(*before), end - length_of(map_, *before), end});
    }
    const auto is_after = [distance](const Piece& piece) { return distance <= piece.end; };
    const auto found = std::find_if(pieces_.begin(), pieces_.end(), is_after);
    return found == pieces_.end() ? pieces_.back() : *found;
  }

  const RoadNetwork& map_;
  std::deque<Piece> pieces_;
};

}  // namespace

std::unique_ptr<DrivePath> free_path(const Pose& start, double curvature) {
  return std::make_unique<FreePath>(start, curvature);
}

std::unique_ptr<DrivePath> lane_path(const RoadNetwork& map, const LaneStart& start) {
  return std::make_unique<LanePath>(map, start);
}

}  // namespace scrutineer::kit
