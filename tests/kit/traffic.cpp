#include "kit/traffic.h"

#include <cmath>

#include "base/quantity.h"
#include "kit/random.h"
#include "map/lane_graph.h"
#include "map/lookup.h"

namespace scrutineer::kit {
namespace {

struct Waypoint {
  double x, y, z, yaw;
};

// Along lane centres from a random driving lane; empty if that leads to a dead end too soon.
std::vector<Waypoint> drive(const map::RoadNetwork& map, Random& random, std::size_t count, double step) {
  std::vector<Waypoint> places;
  auto at = map::as_travelled(map, map::LaneId(random.index(map.lanes().size())));
  if (map.lane(at.lane).type != map::LaneType::driving) return {};
  double done = random.uniform(0.0, map.lane(at.lane).s_end - map.lane(at.lane).s_begin);
  while (places.size() < count) {
    const map::Lane& lane = map.lane(at.lane);
    const double length = lane.s_end - lane.s_begin;
    for (; done < length && places.size() < count; done += step) {
      const map::RoadPoint point =
          map::point_at(map, at.lane, at.along_s ? lane.s_begin + done : lane.s_end - done, 0.0);
      places.push_back(
          {point.x, point.y, point.z, std::remainder(point.heading + (at.along_s ? 0.0 : kPi), 2.0 * kPi)});
    }
    done -= length;
    const auto next = map::next_lanes(map, at);
    if (next.empty() && places.size() < count) return {};
    if (!next.empty()) at = next[random.index(next.size())];
  }
  return places;
}

}  // namespace

RunData random_traffic(const map::RoadNetwork& map, const TrafficOptions& options) {
  RunData run;
  Random random(options.seed);
  run.frames.resize(options.frames);
  for (std::size_t i = 0; i < options.frames; ++i) {
    run.frames[i].time = Time(static_cast<std::int64_t>(i) * options.step);
    run.frames[i].number = i;
  }
  while (run.actors.size() < options.actors) {
    const double speed = random.uniform(5.0, 20.0);
    const auto places = drive(map, random, options.frames, speed * to_seconds(options.step));
    if (places.empty()) continue;
    trace::ActorInfo info;
    info.id = std::to_string(run.actors.size() + 1);
    info.is_host = run.actors.empty();
    const bool is_truck = random.index(10) == 0;
    info.category = is_truck ? trace::Category::truck : trace::Category::car;
    info.length = is_truck ? 10.0 : 4.5;
    info.width = is_truck ? 2.5 : 1.8;
    info.height = is_truck ? 3.5 : 1.5;
    for (std::size_t i = 0; i < options.frames; ++i) {
      trace::ActorState state;
      state.actor = trace::ActorId(run.actors.size());
      state.x = places[i].x;
      state.y = places[i].y;
      state.z = places[i].z;
      state.yaw = places[i].yaw;
      state.vx = speed * std::cos(state.yaw);
      state.vy = speed * std::sin(state.yaw);
      for (const auto field :
           {trace::Field::velocity, trace::Field::acceleration, trace::Field::yaw_rate, trace::Field::z})
        state.fields.set(field);
      run.frames[i].actors.push_back(state);
    }
    run.actors.push_back(std::move(info));
  }
  run.host_id = run.actors.front().id;
  return run;
}

}  // namespace scrutineer::kit
