// Every kind of question to a map that may be damaged: each must be answered, and with finite numbers.
//
//   EXPECT_EQ(kit::first_bad_answer(*map), "");
#pragma once

#include <cmath>
#include <cstddef>
#include <optional>
#include <random>
#include <string>

#include "map/junctions.h"
#include "map/lane_graph.h"
#include "map/lookup.h"
#include "map/outline.h"
#include "map/road_distance.h"
#include "map/routes.h"
#include "map/signal_controls.h"
#include "map/speed.h"
#include "map/surface.h"

namespace scrutineer::kit {

class MapAsker {
 public:
  explicit MapAsker(const map::RoadNetwork& map) : map_(map) {}

  // What was not finite; empty: everything was.
  std::string run() {
    ask_along_roads();
    ask_anywhere();
    ask_lanes();
    ask_junctions();
    return bad_;
  }

 private:
  // Every nth of a list, so that large maps cost no more than small ones.
  template <typename Ask>
  static void for_some(std::size_t count, std::size_t most, Ask ask) {
    const std::size_t step = count / most + 1;
    for (std::size_t i = 0; i < count; i += step) ask(i);
  }
  void expect(bool holds, const char* what) {
    if (!holds && bad_.empty()) bad_ = what;
  }
  static bool is_finite(const map::RoadPoint& p) {
    return std::isfinite(p.x) && std::isfinite(p.y) && std::isfinite(p.z) && std::isfinite(p.heading) &&
           std::isfinite(p.curvature);
  }

  void ask_along_roads() {
    std::optional<map::RoadPosition> last;
    map::RoadReach reach(map_);
    for_some(map_.roads().size(), 20, [&](std::size_t i) {
      const map::RoadId road(i);
      const double length = map_.road(road).length;
      for (const double s : {-1.0, 0.0, 0.3 * length, length, length + 1.0}) {
        const map::RoadPoint point = point_at(map_, road, s, -1.5);
        expect(is_finite(point), "a point of a road");
        for (const map::RoadPosition& at : locate(map_, {point.x, point.y}, point.z)) {
          expect(std::isfinite(at.s) && std::isfinite(at.t) && std::isfinite(at.width) && std::isfinite(at.height),
                 "a position on a road");
          static_cast<void>(legal_speed(map_, at.lane, at.s));
          if (last) {
            static_cast<void>(follow(map_, {point.x, point.y}, *last));
            reach.move_ego(*last, true);
            static_cast<void>(reach.distance_to(at));
          }
          last = at;
        }
        static_cast<void>(locate_on_road(map_, {point.x, point.y}, road));
        static_cast<void>(nearest_lane(map_, {point.x + 5.0, point.y - 5.0}, 20.0));
      }
    });
  }

  void ask_anywhere() const {
    std::mt19937 random(1);
    const map::Extent& extent = map_.extent();
    const auto part = [&] { return static_cast<double>(random() % 1000) / 1000.0; };
    for (int i = 0; i < 20; ++i) {
      const map::Point point{extent.x_min + part() * (extent.x_max - extent.x_min),
                             extent.y_min + part() * (extent.y_max - extent.y_min)};
      static_cast<void>(locate(map_, point));
      static_cast<void>(nearest_lane(map_, point, 50.0));
      static_cast<void>(junctions_containing(map_, point));
      static_cast<void>(distance_to_surface(map_, point, {}, 20.0));
    }
  }

  void ask_lanes() {
    map::RouteFinder finder(map_);
    for_some(map_.lanes().size(), 20, [&](std::size_t i) {
      const map::LaneId lane(i);
      const double s = map_.lane(lane).s_begin;
      expect(is_finite(point_at(map_, lane, s, 0.0)), "a point of a lane");
      expect(std::isfinite(lane_span(map_, lane, s).width()), "a lane's width");
      static_cast<void>(lane_polygon(map_, lane, 0.1));
      static_cast<void>(next_lanes(map_, lane));
      static_cast<void>(neighbour_left(map_, lane));
      static_cast<void>(opposite(map_, lane));
      static_cast<void>(signals_ahead(map_, lane, s, 100.0));
      static_cast<void>(finder.find({map::LaneId(0), 0.0}, {lane, s}, {.max_length = Distance::from_si(2000.0)}));
    });
  }

  void ask_junctions() const {
    for_some(map_.junctions().size(), 5, [&](std::size_t i) {
      static_cast<void>(junction_area(map_, map::JunctionId(i)));
      static_cast<void>(junction_controls(map_, map::JunctionId(i)));
    });
    for (std::size_t i = 0; i < map_.roads().size(); ++i) static_cast<void>(signal_places(map_, map::RoadId(i)));
  }

  const map::RoadNetwork& map_;
  std::string bad_;
};

inline std::string first_bad_answer(const map::RoadNetwork& map) { return MapAsker(map).run(); }

}  // namespace scrutineer::kit
