#include "kit/random.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace scrutineer::kit {

using namespace map;

namespace {

// Lanes to choose from, each as likely as it is long.
class LaneChoice {
 public:
  template <typename Wanted>
  LaneChoice(const RoadNetwork& map, Wanted wanted) {
    double length = 0.0;
    for (std::size_t i = 0; i < map.lanes().size(); ++i) {
      const Lane& lane = map.lanes()[i];
      if (!wanted(lane) || !(lane.s_end > lane.s_begin)) continue;
      length += lane.s_end - lane.s_begin;
      lanes_.push_back(LaneId(i));
      ends_.push_back(length);
    }
    if (lanes_.empty()) throw std::runtime_error("the map has no such lane");
  }

  LaneId choose(Random& random) const {
    const double where = random.uniform(0.0, ends_.back());
    const auto found = std::ranges::upper_bound(ends_, where);
    return lanes_[static_cast<std::size_t>(std::min(found, ends_.end() - 1) - ends_.begin())];
  }

 private:
  std::vector<LaneId> lanes_;
  std::vector<double> ends_;  // summed lengths
};

LanePlace place_on(const RoadNetwork& map, LaneId id, double s, double t) {
  const RoadId road = map.lane(id).road;
  const RoadPoint point = point_at(map, road, s, t);
  return {road, id, s, t, {point.x, point.y}, point.z};
}

double distance(const RoadPoint& a, const RoadPoint& b) { return std::hypot(a.x - b.x, a.y - b.y, a.z - b.z); }

class Drive {
 public:
  Drive(const RoadNetwork& map, std::uint64_t seed) : map_(map), random_(seed) {
    const LaneChoice choice(map, [](const Lane& lane) { return lane.type == LaneType::driving; });
    lane_ = choice.choose(random_);
    along_ = drives_along_s(map, lane_);
    s_ = random_.uniform(map.lane(lane_).s_begin, map.lane(lane_).s_end);
  }

  std::vector<LanePlace> run(std::size_t step_count, double step) {
    std::vector<LanePlace> places{here()};
    while (places.size() <= step_count && advance(step)) places.push_back(here());
    return places;
  }

 private:
  LanePlace here() const { return place_on(map_, lane_, s_, lane_span(map_, lane_, s_).centre()); }

  // False where the lane ends and leads nowhere.
  bool advance(double step) {
    for (;;) {
      const Lane& lane = map_.lane(lane_);
      const double end = along_ ? lane.s_end : lane.s_begin;
      const double left = std::abs(end - s_);
      if (left >= step) {
        s_ += along_ ? step : -step;
        return true;
      }
      step -= left;
      const auto& next = along_ ? lane.successors : lane.predecessors;
      if (next.empty()) return false;
      enter(next[random_.index(next.size())], point_at(map_, lane_, end, 0.0));
    }
  }

  // At whichever end of the lane is here.
  void enter(LaneId id, const RoadPoint& from) {
    const Lane& lane = map_.lane(id);
    along_ =
        distance(from, point_at(map_, id, lane.s_begin, 0.0)) <= distance(from, point_at(map_, id, lane.s_end, 0.0));
    lane_ = id;
    s_ = along_ ? lane.s_begin : lane.s_end;
  }

  const RoadNetwork& map_;
  Random random_;
  LaneId lane_;
  bool along_ = true;
  double s_ = 0.0;
};

}  // namespace

std::vector<LanePlace> random_lane_positions(const RoadNetwork& map, std::size_t count, std::uint64_t seed,
                                             double narrowest) {
  Random random(seed);
  const LaneChoice choice(map, [](const Lane&) { return true; });
  std::vector<LanePlace> places;
  places.reserve(count);
  for (std::size_t tries = 0; places.size() < count && tries < 100 * count; ++tries) {
    const LaneId id = choice.choose(random);
    const double s = random.uniform(map.lane(id).s_begin, map.lane(id).s_end);
    const LaneSpan span = lane_span(map, id, s);
    const double t = random.uniform(span.right, span.left);
    if (span.width() >= narrowest) places.push_back(place_on(map, id, s, t));
  }
  return places;
}

std::vector<LanePlace> random_drive(const RoadNetwork& map, std::size_t step_count, std::uint64_t seed, double step) {
  return Drive(map, seed).run(step_count, step);
}

std::vector<std::vector<LanePlace>> random_drives(const RoadNetwork& map, std::size_t count, std::uint64_t seed,
                                                  double step) {
  constexpr std::size_t kLongest = 1000;  // steps
  Random seeds(seed);
  std::vector<std::vector<LanePlace>> drives;
  for (std::size_t done = 0; done < count;) {
    drives.push_back(random_drive(map, std::min(kLongest, count - done) - 1, seeds.next(), step));
    done += drives.back().size();
  }
  return drives;
}

}  // namespace scrutineer::kit
