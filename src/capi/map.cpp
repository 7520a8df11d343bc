// Maps and questions about them, for many points at once.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>
#include <utility>
#include <vector>

#include "capi/detail/call.h"
#include "capi/detail/map_handle.h"
#include "map/lane_graph.h"
#include "map/lookup.h"
#include "map/road_distance.h"
#include "map/routes.h"
#include "map/signals.h"
#include "map/speed.h"
#include "map/surface.h"
#include "run/real_files.h"
#include "run/real_folders.h"

namespace scrutineer::capi {
namespace {

constexpr double kNone = std::numeric_limits<double>::quiet_NaN();

Failed open_map(const std::string& file, scr_map*& map) {
  run::RealFiles files;
  run::RealFolders folders;
  run::NoProgress progress;
  run::Outside outside{files, folders, progress};
  auto loaded = run::load_checked_map(file, outside);
  if (!loaded) return bad_input(loaded.problem());
  map = new scr_map(*std::move(loaded));
  return std::nullopt;
}

Failed read_map(std::string content, std::string name, scr_map*& map) {
  run::RealFiles files;
  run::RealFolders folders;
  run::NoProgress progress;
  run::Outside outside{files, folders, progress};
  auto loaded = run::check_map({.file = std::move(name), .xodr = std::move(content)}, outside);
  if (!loaded) return bad_input(loaded.problem());
  map = new scr_map(*std::move(loaded));
  return std::nullopt;
}

void write_nowhere(scr_position& out) {
  out = {};
  out.size = sizeof(scr_position);
  out.road_index = out.lane_index = -1;
  out.s = out.t = out.offset = out.width = out.heading = out.height = kNone;
}

void write_position(const scr_map& map, const map::RoadPosition& at, std::size_t lanes, scr_position& out) {
  const scr_map::LaneFacts& lane = map.lanes[at.lane.index()];
  out.size = sizeof(scr_position);
  out.road = lane.road;
  out.lane = lane.number;
  out.road_index = lane.road_index;
  out.lane_index = static_cast<std::int32_t>(at.lane.index());
  out.lane_count = static_cast<std::int32_t>(lanes);
  out.is_along_s = lane.is_along_s ? 1 : 0;
  out.s = at.s;
  out.t = at.t;
  out.offset = at.offset;
  out.width = at.width;
  out.heading = at.heading();
  out.height = at.height;
}

// A position that a caller gives back: it may be anything.
struct GivenPlace {
  map::LaneId lane;
  map::RoadPosition position;  // on that lane
};
Failed read_place(const map::RoadNetwork& network, const scr_position& given, GivenPlace& place) {
  if (given.size != sizeof(scr_position)) return wrong_size("scr_position", given.size, sizeof(scr_position));
  place = {};
  if (given.lane_index == -1) return std::nullopt;  // on no lane
  if (given.lane_index < 0 || static_cast<std::size_t>(given.lane_index) >= network.lanes().size())
    return wrong_argument(
        fmt::format("lane_index {} is none of this map's {} lanes", given.lane_index, network.lanes().size()));
  if (!std::isfinite(given.s) || !std::isfinite(given.offset))
    return wrong_argument("s and offset of a position must be numbers");
  place.lane = map::LaneId(static_cast<std::size_t>(given.lane_index));
  const map::Lane& lane = network.lane(place.lane);
  const double s = std::clamp(given.s, lane.s_begin, lane.s_end);
  const map::LaneSpan span = map::lane_span(network, place.lane, s);
  const map::RoadPoint point = map::point_at(network, lane.road, s, span.centre() + given.offset);
  const map::RoadPoint on_line = map::point_at(network, lane.road, s, 0.0);
  place.position = {.road = lane.road,
                    .lane = place.lane,
                    .s = s,
                    .t = span.centre() + given.offset,
                    .offset = given.offset,
                    .width = span.width(),
                    .height = point.z,
                    .tangent_x = std::cos(on_line.heading),
                    .tangent_y = std::sin(on_line.heading)};
  return std::nullopt;
}

// Where a point that a caller gives is, and how high; nothing: any level.
std::optional<double> level_of(const double* xyz) { return std::isnan(xyz[2]) ? std::nullopt : std::optional(xyz[2]); }

Failed check_points(const scr_map* map, std::int64_t n, const double* xyz, const void* out) {
  if (map == nullptr) return is_null("map");
  if (auto failed = check_array(xyz, n, "xyz")) return failed;
  return check_array(out, n, "out");
}

template <typename Struct>
Failed check_out(const Struct* out, std::int64_t n, std::string_view type) {
  if (auto failed = check_array(out, n, "out")) return failed;
  return n == 0 ? std::nullopt : check_struct(out, "out", type);
}

Failed locate(const scr_map& map, std::span<const double> xyz, scr_position* out) {
  std::vector<map::RoadPosition> found;
  for (std::size_t i = 0; 3 * i < xyz.size(); ++i) {
    const double* point = xyz.data() + 3 * i;
    found.clear();
    if (std::isfinite(point[0]) && std::isfinite(point[1]))
      map::locate(map.network(), {point[0], point[1]}, level_of(point), found);
    if (found.empty())
      write_nowhere(out[i]);
    else
      write_position(map, found.front(), found.size(), out[i]);
  }
  return std::nullopt;
}

void write_route_lane(const map::RoadNetwork& network, const map::DirectedLane& from, scr_route_lane& out) {
  const map::Lane& lane = network.lane(from.lane);
  out = {};
  out.size = sizeof(scr_route_lane);
  out.lane = lane.number;
  out.road = network.road(lane.road).id.c_str();
  out.road_index = static_cast<std::int32_t>(lane.road.index());
  out.lane_index = static_cast<std::int32_t>(from.lane.index());
  out.is_along_s = from.along_s ? 1 : 0;
  out.s_begin = lane.s_begin;
  out.s_end = lane.s_end;
}

void write_signal(const map::RoadNetwork& network, const map::SignalAhead& from, scr_signal& out) {
  out = {};
  out.size = sizeof(scr_signal);
  out.lane_index = static_cast<std::int32_t>(from.lane.index());
  out.id = from.place.signal.valid() ? network.signal(from.place.signal).record.id.c_str()
                                     : network.object(from.place.object).record.id.c_str();
  // Lights name the road where the signal itself stands.
  out.road =
      network.road(from.place.signal.valid() ? network.signal(from.place.signal).road : from.place.road).id.c_str();
  out.kind = map::to_string(from.place.meaning.kind);
  out.s = from.place.s;
  out.t = from.place.t;
  out.distance = from.distance;
}

std::size_t as_size(std::int64_t count) { return static_cast<std::size_t>(count); }

}  // namespace
}  // namespace scrutineer::capi

using namespace scrutineer;
using namespace scrutineer::capi;

scr_map::scr_map(run::LoadedMap with) : loaded(std::move(with)) {
  const map::RoadNetwork& own = network();
  lanes.reserve(own.lanes().size());
  for (std::size_t i = 0; i < own.lanes().size(); ++i) {
    const map::Lane& lane = own.lanes()[i];
    lanes.push_back({.road = own.road(lane.road).id.c_str(),
                     .road_index = static_cast<std::int32_t>(lane.road.index()),
                     .number = lane.number,
                     .is_along_s = map::drives_along_s(own, map::LaneId(i))});
  }
}

extern "C" {

scr_map* scr_map_open(const char* file, scr_error** error) {
  scr_map* map = nullptr;
  call(error, [&]() -> Failed {
    std::string_view path;
    if (auto failed = read_text(file, "file", path)) return failed;
    return open_map(std::string(path), map);
  });
  return map;
}

scr_map* scr_map_read(const char* content, int64_t size, const char* name, scr_error** error) {
  scr_map* map = nullptr;
  call(error, [&]() -> Failed {
    std::string_view called;
    if (content == nullptr) return is_null("content");
    if (auto failed = check_array(content, size, "content")) return failed;
    if (auto failed = read_text(name, "name", called)) return failed;
    return read_map(std::string(content, as_size(size)), std::string(called), map);
  });
  return map;
}

scr_map* scr_map_share(scr_map* map) {
  if (map != nullptr) ++map->references;
  return map;
}

void scr_map_close(scr_map* map) {
  if (map != nullptr && --map->references == 0) delete map;
}

int32_t scr_map_locate(const scr_map* map, int64_t n, const double* xyz, scr_position* out, scr_error** error) {
  return call(error, [&]() -> Failed {
    if (auto failed = check_points(map, n, xyz, out)) return failed;
    if (auto failed = check_out(out, n, "scr_position")) return failed;
    return locate(*map, {xyz, 3 * as_size(n)}, out);
  });
}

int32_t scr_map_nearest(const scr_map* map, int64_t n, const double* xyz, double radius, scr_position* out,
                        double* distances, scr_error** error) {
  return call(error, [&]() -> Failed {
    if (auto failed = check_points(map, n, xyz, out)) return failed;
    if (auto failed = check_out(out, n, "scr_position")) return failed;
    if (!(radius >= 0.0 && radius <= 1e7)) return wrong_argument("radius must be 0 to 1e7 m");
    for (std::size_t i = 0; i < as_size(n); ++i) {
      const double* point = xyz + 3 * i;
      std::optional<map::NearLane> found;
      if (std::isfinite(point[0]) && std::isfinite(point[1]))
        found = map::nearest_lane(map->network(), {point[0], point[1]}, radius, level_of(point));
      if (found)
        write_position(*map, found->position, found->distance == 0.0 ? 1 : 0, out[i]);
      else
        write_nowhere(out[i]);
      if (distances != nullptr) distances[i] = found ? found->distance : kNone;
    }
    return std::nullopt;
  });
}

int32_t scr_map_find_lane(const scr_map* map, const char* road, double s, int32_t lane, scr_position* out,
                          scr_error** error) {
  return call(error, [&]() -> Failed {
    if (map == nullptr) return is_null("map");
    std::string_view name;
    if (auto failed = read_text(road, "road", name)) return failed;
    if (auto failed = check_struct(out, "out", "scr_position")) return failed;
    if (!std::isfinite(s)) return wrong_argument("s must be a number");
    const map::RoadNetwork& network = map->network();
    const map::RoadId found = network.find_road(name);
    if (!found.valid()) return bad_input({{.file = network.file()}, fmt::format("there is no road {}", name)});
    const map::LaneId id = network.find_lane(found, s, lane);
    if (!id.valid())
      return bad_input({{.file = network.file()}, fmt::format("road {} has no lane {} at s {}", name, lane, s)});
    scr_position wanted{};
    wanted.size = sizeof(scr_position);
    wanted.lane_index = static_cast<std::int32_t>(id.index());
    wanted.s = std::clamp(s, 0.0, network.road(found).length);
    GivenPlace place;
    if (auto failed = read_place(network, wanted, place)) return failed;
    write_position(*map, place.position, 1, *out);
    return std::nullopt;
  });
}

int32_t scr_map_point(const scr_map* map, int64_t n, const scr_position* at, scr_point* out, scr_error** error) {
  return call(error, [&]() -> Failed {
    if (map == nullptr) return is_null("map");
    if (auto failed = check_array(at, n, "at")) return failed;
    if (auto failed = check_out(out, n, "scr_point")) return failed;
    for (std::size_t i = 0; i < as_size(n); ++i) {
      GivenPlace place;
      if (auto failed = read_place(map->network(), at[i], place)) return failed;
      map::RoadPoint point{kNone, kNone, kNone, kNone, kNone};
      if (place.lane.valid()) point = map::point_at(map->network(), place.lane, place.position.s, at[i].offset);
      out[i] = {sizeof(scr_point), 0, point.x, point.y, point.z, point.heading, point.curvature};
    }
    return std::nullopt;
  });
}

int32_t scr_map_road_distance(const scr_map* map, const scr_position* ego, double ego_heading, int64_t n,
                              const scr_position* places, double* out, scr_error** error) {
  return call(error, [&]() -> Failed {
    if (map == nullptr) return is_null("map");
    if (auto failed = check_struct(ego, "ego", "scr_position")) return failed;
    if (auto failed = check_array(places, n, "places")) return failed;
    if (auto failed = check_array(out, n, "out")) return failed;
    if (!std::isfinite(ego_heading)) return wrong_argument("ego_heading must be a number");
    GivenPlace from;
    if (auto failed = read_place(map->network(), *ego, from)) return failed;
    map::RoadReach reach(map->network());
    if (from.lane.valid()) reach.move_ego(from.position, map::faces_along_s(from.position, ego_heading));
    for (std::size_t i = 0; i < as_size(n); ++i) {
      GivenPlace to;
      if (auto failed = read_place(map->network(), places[i], to)) return failed;
      std::optional<map::RoadDistance> found;
      if (from.lane.valid() && to.lane.valid()) found = reach.distance_to(to.position);
      out[2 * i] = found ? found->lon : kNone;
      out[2 * i + 1] = found ? found->lat : kNone;
    }
    return std::nullopt;
  });
}

int32_t scr_map_surface_distance(const scr_map* map, int64_t n, const double* xyz, double max_distance, double* out,
                                 scr_error** error) {
  return call(error, [&]() -> Failed {
    if (auto failed = check_points(map, n, xyz, out)) return failed;
    if (!(max_distance >= 0.0 && max_distance <= 1e7)) return wrong_argument("max_distance must be 0 to 1e7 m");
    map::SurfaceHint hint;
    for (std::size_t i = 0; i < as_size(n); ++i) {
      const double* point = xyz + 3 * i;
      const bool is_point = std::isfinite(point[0]) && std::isfinite(point[1]);
      out[i] = is_point
                   ? map::distance_to_surface(map->network(), {point[0], point[1]}, level_of(point), max_distance, hint)
                   : kNone;
    }
    return std::nullopt;
  });
}

int32_t scr_map_legal_speed(const scr_map* map, int64_t n, const scr_position* at, double* out, scr_error** error) {
  return call(error, [&]() -> Failed {
    if (map == nullptr) return is_null("map");
    if (auto failed = check_array(at, n, "at")) return failed;
    if (auto failed = check_array(out, n, "out")) return failed;
    for (std::size_t i = 0; i < as_size(n); ++i) {
      GivenPlace place;
      if (auto failed = read_place(map->network(), at[i], place)) return failed;
      out[i] = kNone;
      if (!place.lane.valid()) continue;
      const map::LegalSpeed legal = map::legal_speed(map->network(), place.lane, place.position.s);
      if (legal.kind == map::LegalSpeed::Kind::limit) out[i] = legal.max.si();
      if (legal.kind == map::LegalSpeed::Kind::no_limit) out[i] = std::numeric_limits<double>::infinity();
    }
    return std::nullopt;
  });
}

int32_t scr_map_route(const scr_map* map, const scr_position* from, const scr_position* to, scr_route_lane* out,
                      int64_t capacity, int64_t* count, double* length, scr_error** error) {
  return call(error, [&]() -> Failed {
    if (map == nullptr) return is_null("map");
    if (from == nullptr || to == nullptr) return is_null(from == nullptr ? "from" : "to");
    if (count == nullptr) return is_null("count");
    if (auto failed = check_out(out, capacity, "scr_route_lane")) return failed;
    GivenPlace begin, end;
    if (auto failed = read_place(map->network(), *from, begin)) return failed;
    if (auto failed = read_place(map->network(), *to, end)) return failed;
    std::optional<map::Route> route;
    if (begin.lane.valid() && end.lane.valid())
      route = map::shortest_route(map->network(), {begin.lane, begin.position.s}, {end.lane, end.position.s});
    *count = route ? static_cast<std::int64_t>(route->lanes.size()) : 0;
    if (length != nullptr) *length = route ? route->length.si() : kNone;
    for (std::int64_t i = 0; i < *count && i < capacity; ++i)
      write_route_lane(map->network(), route->lanes[as_size(i)], out[i]);
    return std::nullopt;
  });
}

int32_t scr_map_signals_ahead(const scr_map* map, const scr_position* at, double distance, scr_signal* out,
                              int64_t capacity, int64_t* count, scr_error** error) {
  return call(error, [&]() -> Failed {
    if (map == nullptr) return is_null("map");
    if (at == nullptr) return is_null("at");
    if (count == nullptr) return is_null("count");
    if (auto failed = check_out(out, capacity, "scr_signal")) return failed;
    if (!(distance >= 0.0 && distance <= 1e5)) return wrong_argument("distance must be 0 to 1e5 m");
    GivenPlace place;
    if (auto failed = read_place(map->network(), *at, place)) return failed;
    std::vector<map::SignalAhead> found;
    if (place.lane.valid()) found = map::signals_ahead(map->network(), place.lane, place.position.s, distance);
    *count = static_cast<std::int64_t>(found.size());
    for (std::int64_t i = 0; i < *count && i < capacity; ++i) write_signal(map->network(), found[as_size(i)], out[i]);
    return std::nullopt;
  });
}

}  // extern "C"
