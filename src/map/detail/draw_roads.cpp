// Lanes, lower ones first.
//
// Roads cross above each other, so a drawing by file order would put some bridges below the roads they cross. The unit
// of the order is the lane section; the connecting roads of a junction are one unit, because there the lanes that
// carry traffic have to lie above all sidewalks and shoulders of the other connecting roads.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <string>
#include <tuple>
#include <vector>

#include "base/text.h"
#include "map/detail/draw_layers.h"
#include "map/detail/lane_paint.h"
#include "map/lookup.h"
#include "map/outline.h"

namespace scrutineer::map::detail {

namespace {

constexpr double kLevel = 2.0;              // metres of height that make a section lie above another one
constexpr double kArrowSpacing = 25.0;      // metres
constexpr double kNarrowestForArrow = 1.2;  // metres of lane
constexpr double kShortestForArrow = 2.0;   // metres of lane section

struct Unit {
  std::vector<SectionId> sections;
  long level = 0;
  bool in_junction = false;
};

double height_of(const RoadNetwork& map, SectionId id) {
  const LaneSection& section = map.section(id);
  return point_at(map, section.road, 0.5 * (section.s_begin + section.s_end), 0.0).z;
}

std::vector<Unit> units_of(const RoadNetwork& map) {
  struct InJunction {
    std::vector<SectionId> sections;
    double lowest = std::numeric_limits<double>::infinity(), highest = -lowest;
  };
  std::map<JunctionId, InJunction> junctions;
  std::vector<Unit> units;
  const auto add = [&units](std::vector<SectionId> sections, double height, bool in_junction) {
    units.push_back({std::move(sections), std::lround(height / kLevel), in_junction});
  };
  for (std::size_t i = 0; i < map.sections().size(); ++i) {
    const SectionId id(i);
    const double height = height_of(map, id);
    const JunctionId junction = map.road(map.section(id).road).junction;
    if (!junction.valid()) {
      add({id}, height, false);
      continue;
    }
    InJunction& inside = junctions[junction];
    inside.sections.push_back(id);
    inside.lowest = std::min(inside.lowest, height);
    inside.highest = std::max(inside.highest, height);
  }
  for (auto& [junction, inside] : junctions) {
    if (inside.highest - inside.lowest < kLevelHeight) {
      add(std::move(inside.sections), 0.5 * (inside.lowest + inside.highest), true);
    } else {  // an interchange: its own roads cross above each other
      for (const SectionId id : inside.sections) add({id}, height_of(map, id), true);
    }
  }
  std::ranges::sort(units, {},
                    [](const Unit& unit) { return std::tuple(unit.level, !unit.in_junction, unit.sections.front()); });
  return units;
}

void add_line(SvgPath& path, const Polyline& line) {
  path.lift();
  for (const Vertex& vertex : line) path.to(vertex.x, vertex.y);
}

SvgBox box_of(const Polyline& line) {
  constexpr double kInfinite = std::numeric_limits<double>::infinity();
  SvgBox box{kInfinite, kInfinite, -kInfinite, -kInfinite};
  for (const Vertex& vertex : line) {
    box.x_min = std::min(box.x_min, vertex.x);
    box.y_min = std::min(box.y_min, vertex.y);
    box.x_max = std::max(box.x_max, vertex.x);
    box.y_max = std::max(box.y_max, vertex.y);
  }
  return box;
}

class RoadPainter {
 public:
  RoadPainter(const RoadNetwork& map, SvgCanvas& canvas) : map_(map), canvas_(canvas), layer_(canvas.layer("roads")) {}

  void paint(const Unit& unit) {
    std::vector<LaneId> seen;
    for (const int rank : {0, 1, 2})
      for (const SectionId section : unit.sections)
        for (const LaneId lane : lanes_of(section))
          if (paint_of(map_.lane(lane).type).rank == rank && paint_lane(lane)) seen.push_back(lane);

    SvgPath edges = canvas_.path(), borders = canvas_.path(), middles = canvas_.path(), ways = canvas_.path(),
            arrows = canvas_.path();
    for (const LaneId lane : seen) {
      if (unit.in_junction)
        add_way(lane, ways);
      else
        add_borders(lane, edges, borders, middles);
      add_arrows(lane, unit.in_junction, arrows);
    }
    layer_.add(edges, "edge");
    layer_.add(borders, "border");
    layer_.add(middles, "middle");
    layer_.add(ways, "way");
    layer_.add(arrows, "arrow");
  }

  void add_legend() {
    canvas_.legend_heading("Lanes");
    for (const LanePaint& paint : lane_paints())
      if (std::ranges::find(used_, &paint) != used_.end())
        canvas_.legend_area("lane " + std::string(paint.css_class), paint.name);
    canvas_.legend_symbol("arrow", 6.0, "direction of traffic");
  }

 private:
  std::vector<LaneId> lanes_of(SectionId id) const {
    const LaneSection& section = map_.section(id);
    std::vector<LaneId> lanes;
    lanes.reserve(section.lane_count);
    for (std::size_t i = 0; i < section.lane_count; ++i) lanes.emplace_back(section.first_lane + i);
    return lanes;
  }

  // False if there is nothing of it to see.
  bool paint_lane(LaneId id) {
    const Polyline ring = lane_polygon(map_, id, error_);
    if (ring.empty() || !box_of(ring).overlaps(canvas_.world())) return false;
    const Lane& lane = map_.lane(id);
    const LanePaint& paint = paint_of(lane.type);
    SvgPath path = canvas_.path();
    add_line(path, ring);
    path.close();
    layer_.add(path, "lane " + std::string(paint.css_class),
               fmt::format("road {}, lane {} ({}), s {} to {}", map_.road(lane.road).id, lane.number, lane.type_name,
                           rounded(lane.s_begin, 2), rounded(lane.s_end, 2)));
    if (std::ranges::find(used_, &paint) == used_.end()) used_.push_back(&paint);
    return true;
  }

  // The lane's outer border, and once in a section the line between both sides. Lanes of type none are ground, not
  // road.
  void add_borders(LaneId id, SvgPath& edges, SvgPath& borders, SvgPath& middles) const {
    const Lane& lane = map_.lane(id);
    if (lane.type == LaneType::none) return;
    const LaneSection& section = map_.section(lane.section);
    const bool left = lane.number > 0;
    const std::size_t place = id.index() - section.first_lane;
    const bool outermost = left ? place + 1 == section.lane_count : place == 0;
    const bool to_nothing =
        outermost || map_.lane(LaneId(left ? id.index() + 1 : id.index() - 1)).type == LaneType::none;
    add_line(to_nothing ? edges : borders, border(map_, id, left ? Side::left : Side::right, error_));

    const bool one_sided = section.right_count == 0 || section.right_count == section.lane_count;
    if (lane.number != -1 && !(lane.number == 1 && one_sided)) return;
    SvgPath& inner = one_sided ? edges : parts_traffic(section) ? middles : borders;
    add_line(inner, border(map_, id, left ? Side::right : Side::left, error_));
  }

  // Is there traffic on both sides of the reference line?
  bool parts_traffic(const LaneSection& section) const {
    const auto carries = [&](std::size_t from, std::size_t to) {
      for (std::size_t i = from; i < to; ++i)
        if (paint_of(map_.lane(LaneId(section.first_lane + i)).type).carries_traffic()) return true;
      return false;
    };
    return carries(0, section.right_count) && carries(section.right_count, section.lane_count);
  }

  void add_way(LaneId id, SvgPath& ways) const {
    if (paint_of(map_.lane(id).type).carries_traffic()) add_line(ways, centre_line(map_, id, error_));
  }

  void add_arrows(LaneId id, bool in_junction, SvgPath& arrows) const {
    const Lane& lane = map_.lane(id);
    const double length = lane.s_end - lane.s_begin;
    if (!paint_of(lane.type).carries_traffic() || length < kShortestForArrow) return;
    const int count = in_junction ? 1 : static_cast<int>(std::max(1.0, std::floor(length / kArrowSpacing)));
    for (int i = 0; i < count; ++i) {
      const double s = lane.s_begin + length * (i + 0.5) / count;
      const double width = lane_span(map_, id, s).width();
      if (width < kNarrowestForArrow) continue;
      const RoadPoint at = point_at(map_, id, s, 0.0);
      const bool both = lane.direction == LaneDirection::both || lane.type == LaneType::bidirectional;
      const double heading = drives_along_s(map_, id) ? at.heading : at.heading + kPi;
      const double size = std::min(0.9, 0.25 * width);
      add_arrow(arrows, at, heading, size, both ? size : 0.0);
      if (both) add_arrow(arrows, at, heading + kPi, size, size);
    }
  }

  // A chevron whose tip lies `ahead` of the place.
  static void add_arrow(SvgPath& path, const RoadPoint& at, double heading, double size, double ahead) {
    const double cos = std::cos(heading), sin = std::sin(heading);
    const auto to = [&](double along, double left) {
      path.to(at.x + cos * along - sin * left, at.y + sin * along + cos * left);
    };
    path.lift();
    to(ahead - 0.5 * size, size);
    to(ahead + 0.5 * size, 0.0);
    to(ahead - 0.5 * size, -size);
  }

  const RoadNetwork& map_;
  SvgCanvas& canvas_;
  SvgLayer& layer_;
  double error_ = draw_error(canvas_);
  std::vector<const LanePaint*> used_;
};

}  // namespace

void draw_roads(const RoadNetwork& map, const DrawOptions& options, SvgCanvas& canvas) {
  // Lanes also have a thin line of their own colour, in pixels: it closes the seams between neighbours, and keeps roads
  // visible on drawings where a lane is thinner than a pixel.
  canvas.style(
      ".lane{stroke-width:.7;vector-effect:non-scaling-stroke;stroke-linejoin:round}"
      ".edge,.border,.middle,.way,.arrow{fill:none;stroke-linejoin:round;pointer-events:none}"
      ".edge{stroke:#868e9a;stroke-width:.12}.border{stroke:#fff;stroke-width:.12}"
      ".middle{stroke:#d8a32c;stroke-width:.16}.way{stroke:#717b8a;stroke-width:.1;stroke-opacity:.5}"
      ".arrow{stroke:#5d6775;stroke-width:.22;stroke-linecap:round}");
  for (const LanePaint& paint : lane_paints()) {
    const std::string_view grey = paint.rank == 2 ? "#d5d9df" : paint.rank == 1 ? "#e0e3e8" : "#e9ebee";
    canvas.style(fmt::format(".{0}{{fill:{1};stroke:{1}}}", paint.css_class, options.quiet ? grey : paint.colour));
  }
  if (options.quiet) canvas.style(".edge{stroke:#b4bac3}.middle{stroke:#fff}.way{stroke:#fff}.arrow{stroke:#b4bac3}");
  canvas.symbol("arrow", "<path class=\"arrow\" d=\"M-.4 -.8l.8 .8l-.8 .8\"/>");

  RoadPainter painter(map, canvas);
  for (const Unit& unit : units_of(map)) painter.paint(unit);
  if (!options.quiet) painter.add_legend();
}

}  // namespace scrutineer::map::detail
