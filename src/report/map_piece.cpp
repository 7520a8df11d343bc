#include "report/map_piece.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <unordered_set>

#include "base/quantity.h"
#include "map/lane_graph.h"
#include "map/lookup.h"
#include "map/outline.h"
#include "map/road_marks.h"
#include "map/sign_number.h"
#include "map/signal_controls.h"
#include "map/signals.h"

namespace scrutineer::report {
namespace {

constexpr double kCell = 40.0;      // metres
constexpr int kCellsAround = 2;     // cells around one that somebody was in
constexpr double kMaxError = 0.04;  // metres between what is drawn and what is there
constexpr double kStopLine = 0.4;   // metres wide

// The cells of the plane that somebody was in or near.
class Visited {
 public:
  explicit Visited(const Recording& recording) {
    for (const RecordedActor& actor : recording.actors) {
      std::uint64_t last = 0;
      for (std::size_t i = 0; i < actor.x.size(); ++i) {
        const std::int32_t x = cell(actor.x[i]), y = cell(actor.y[i]);
        if (i > 0 && key(x, y) == last) continue;
        last = key(x, y);
        if (!centres_.insert(last).second) continue;
        for (int dx = -kCellsAround; dx <= kCellsAround; ++dx)
          for (int dy = -kCellsAround; dy <= kCellsAround; ++dy) cells_.insert(key(x + dx, y + dy));
      }
    }
  }

  bool contains(double x, double y) const { return cells_.contains(key(cell(x), cell(y))); }
  // One of the line's points, or of points on it no further apart than a cell.
  bool touches(const map::Polyline& line) const {
    for (std::size_t i = 0; i < line.size(); ++i) {
      if (contains(line[i].x, line[i].y)) return true;
      if (i + 1 == line.size()) break;
      const double dx = line[i + 1].x - line[i].x, dy = line[i + 1].y - line[i].y;
      const int steps = static_cast<int>(std::hypot(dx, dy) / kCell);
      for (int k = 1; k <= steps; ++k)
        if (contains(line[i].x + dx * k / (steps + 1), line[i].y + dy * k / (steps + 1))) return true;
    }
    return false;
  }

 private:
  static std::int32_t cell(double metres) { return static_cast<std::int32_t>(std::floor(metres / kCell)); }
  static std::uint64_t key(std::int32_t x, std::int32_t y) {
    return (static_cast<std::uint64_t>(static_cast<std::uint32_t>(x)) << 32U) | static_cast<std::uint32_t>(y);
  }
  std::unordered_set<std::uint64_t> centres_, cells_;
};

std::vector<PiecePoint> points_of(const map::Polyline& line) {
  std::vector<PiecePoint> points;
  points.reserve(line.size());
  for (const map::Vertex& vertex : line) points.push_back({vertex.x, vertex.y});
  return points;
}

class PieceMaker {
 public:
  PieceMaker(const map::RoadNetwork& map, const Recording& recording)
      : map_(map), visited_(recording), road_is_near_(map.roads().size(), false) {}

  MapPiece make(const Recording& recording) && {
    add_lanes();
    if (!add_marks()) add_borders();
    add_signals();
    add_stops(recording);
    return std::move(piece_);
  }

 private:
  static std::uint32_t place_in(std::vector<std::string>& list, const std::string& word) {
    const auto found = std::ranges::find(list, word);
    if (found != list.end()) return static_cast<std::uint32_t>(found - list.begin());
    list.push_back(word);
    return static_cast<std::uint32_t>(list.size() - 1);
  }

  void add_lanes() {
    for (std::size_t i = 0; i < map_.lanes().size(); ++i) {
      const map::Lane& lane = map_.lanes()[i];
      if (lane.type == map::LaneType::none) continue;
      const map::Polyline outline = map::lane_polygon(map_, map::LaneId(i), kMaxError);
      if (outline.size() < 3 || !visited_.touches(outline)) continue;
      road_is_near_[lane.road.index()] = true;
      lanes_.push_back(map::LaneId(i));
      PieceLane shape;
      shape.kind = place_in(piece_.lane_types, map::to_string(lane.type));
      shape.points = points_of(outline);
      shape.road = place_of_road(lane.road);
      shape.number = lane.number;
      piece_.lanes.push_back(std::move(shape));
    }
  }

  std::uint32_t place_of_road(map::RoadId road) {
    const auto [known, is_new] = roads_.try_emplace(road.index(), static_cast<std::uint32_t>(piece_.roads.size()));
    if (is_new) {
      const map::Road& record = map_.road(road);
      piece_.roads.push_back(
          {record.id, record.name, record.junction.valid() ? map_.junction(record.junction).id : std::string()});
    }
    return known->second;
  }

  // Double lines are drawn as the one that must not be crossed. False: the map paints nothing.
  bool add_marks() {
    bool has_lines = false;
    for (const map::RoadMark& mark : map::road_marks(map_)) {
      if (!map::is_line(mark.type)) continue;
      has_lines = true;
      if (!road_is_near_[mark.road.index()]) continue;
      const map::Polyline line =
          map::outer_border(map_, mark.road, mark.lane_number, mark.s_begin, mark.s_end, kMaxError);
      if (line.size() < 2 || !visited_.touches(line)) continue;
      const std::string style = fmt::format("{} {} {:.2f}", map::is_solid(mark.type) ? "solid" : "broken",
                                            mark.colour == map::MarkColour::yellow ? "yellow" : "white", mark.width);
      piece_.marks.push_back({place_in(piece_.mark_styles, style), points_of(line)});
    }
    return has_lines;
  }

  // A map that paints nothing: thin lines where lanes end, outside of junctions.
  void add_borders() {
    for (const map::LaneId lane : lanes_) {
      if (map_.road(map_.lane(lane).road).junction.valid()) continue;
      for (const map::Side side : {map::Side::right, map::Side::left}) {
        const map::Polyline line = map::border(map_, lane, side, kMaxError);
        if (line.size() >= 2)
          piece_.marks.push_back({place_in(piece_.mark_styles, "border white 0.05"), points_of(line)});
      }
    }
  }

  void add_signals() {
    for (std::size_t i = 0; i < map_.roads().size(); ++i) {
      for (const map::SignalPlace& place : map::signal_places(map_, map::RoadId(i))) {
        const map::RoadPoint at = map::point_at(map_, place.road, place.s, place.t);
        if (!visited_.contains(at.x, at.y)) continue;
        if (place.meaning.kind == map::SignalKind::stop_line) add_stop_line(place);
        if (!place.signal.valid() || place.is_reference) continue;
        if (place.meaning.kind == map::SignalKind::stop_line || place.meaning.kind == map::SignalKind::crosswalk)
          continue;
        const map::SignalRecord& record = map_.signal(place.signal).record;
        const double facing = place.orientation == map::Orientation::against_s ? 0.0 : kPi;
        piece_.signals.push_back({place.signal, place.meaning.kind, record.id, map_.road(place.road).id, record.name,
                                  at.x, at.y, at.heading + facing + record.h_offset,
                                  place.meaning.kind == map::SignalKind::speed_limit
                                      ? map::sign_number(record).value_or("")
                                      : std::string()});
      }
    }
  }

  // Across the lanes that it holds for and that are driven on.
  void add_stop_line(const map::SignalPlace& place) {
    const map::LaneSection& section = map_.section(map_.find_section(place.road, place.s));
    double right = 0.0, left = 0.0;
    bool has_lane = false;
    for (std::uint32_t i = 0; i < section.lane_count; ++i) {
      const map::LaneId lane(section.first_lane + i);
      if (!map::carries_vehicles(map_.lane(lane).type) || !map::holds_for(map_, place, lane)) continue;
      const map::LaneSpan span = map::lane_span(map_, lane, place.s);
      right = has_lane ? std::min(right, span.right) : span.right;
      left = has_lane ? std::max(left, span.left) : span.left;
      has_lane = true;
    }
    if (!has_lane) return;
    const map::RoadPoint a = map::point_at(map_, place.road, place.s, right);
    const map::RoadPoint b = map::point_at(map_, place.road, place.s, left);
    piece_.marks.push_back(
        {place_in(piece_.mark_styles, fmt::format("solid white {:.2f}", kStopLine)), {{a.x, a.y}, {b.x, b.y}}});
  }

  // Where approach_junction wants vehicles to stop, painted or not.
  void add_stops(const Recording& recording) {
    std::map<std::size_t, std::uint32_t> place_of_signal;
    for (std::uint32_t i = 0; i < piece_.signals.size(); ++i)
      place_of_signal.emplace(piece_.signals[i].signal.index(), i);
    std::map<std::pair<std::size_t, double>, std::vector<PieceStop>> lines;  // by lane and s
    for (std::size_t i = 0; i < map_.junctions().size(); ++i) {
      for (const map::ApproachControl& control : map::junction_controls(map_, map::JunctionId(i))) {
        const auto signal = place_of_signal.find(control.place.signal.index());
        if (signal == place_of_signal.end()) continue;
        const PieceStop stop{signal->second, light_of(recording, control), {}, {}};
        auto& line = lines[{control.line.lane.index(), control.line.s}];
        if (std::ranges::none_of(
                line, [&](const PieceStop& one) { return one.signal == stop.signal && one.light == stop.light; }))
          line.push_back(stop);
      }
    }
    for (auto& [key, line] : lines) add_line(map::LaneId(key.first), key.second, line);
  }

  std::optional<std::size_t> light_of(const Recording& recording, const map::ApproachControl& control) const {
    const map::LaneConnection& way = control.connection;
    for (std::size_t i = 0; i < recording.lights.size(); ++i)
      if (recording.lights[i].signal == control.place.signal &&
          recording.lights[i].is_for(map_.lane(way.incoming).road, map_.lane(way.connecting).road))
        return i;
    return std::nullopt;
  }

  void add_line(map::LaneId lane, double s, std::span<PieceStop> parts) {
    const map::LaneSpan span = map::lane_span(map_, lane, s);
    const double width = span.width() / static_cast<double>(parts.size());
    for (std::size_t i = 0; i < parts.size(); ++i) {
      const double right = span.right + width * static_cast<double>(i);
      const map::RoadPoint a = map::point_at(map_, map_.lane(lane).road, s, right);
      const map::RoadPoint b = map::point_at(map_, map_.lane(lane).road, s, right + width);
      parts[i].from = {a.x, a.y};
      parts[i].to = {b.x, b.y};
      if (visited_.contains(a.x, a.y)) piece_.stops.push_back(parts[i]);
    }
  }

  const map::RoadNetwork& map_;
  Visited visited_;
  std::map<std::size_t, std::uint32_t> roads_;  // by RoadId: place in the piece
  std::vector<bool> road_is_near_;
  std::vector<map::LaneId> lanes_;
  MapPiece piece_;
};

}  // namespace

MapPiece piece_around(const map::RoadNetwork& map, const Recording& recording) {
  return PieceMaker(map, recording).make(recording);
}

}  // namespace scrutineer::report
