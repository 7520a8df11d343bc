#include "map/detail/junction_area.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "map/detail/junction_boundary.h"
#include "map/detail/lazy_areas.h"
#include "map/detail/polygon_union.h"

namespace scrutineer::map::detail {
namespace {

// Chords and the union's grid together stay within kAreaError.
constexpr double kChordError = 0.007;
static_assert(kChordError + kUnionGrid < kAreaError);
// A boundary is surface that no strip has, so it is followed as finely as distances to the surface are exact.
constexpr double kBoundaryError = 0.0002;
// Per strip: more only follows from an absurd curvature or width, and bounds what those can cost.
constexpr double kMaxSteps = 1000.0;
constexpr std::size_t kLongestChain = 200;
constexpr double kHeightSpacing = 1.0;  // metres between places whose height is kept

// The connecting roads: those that say they belong to the junction. (A direct junction's connections lead to roads that
// do not.)
template <typename Visit>
void for_each_road(const RoadNetwork& map, JunctionId junction, Visit visit) {
  for (const RoadId road : map.junction(junction).connecting_roads) {
    if (map.road(road).junction == junction) visit(road);
  }
}

// Gathers the surface of roads as rings that do not cross themselves: few and long ones, for a union costs by the ring.
class SurfaceRings {
 public:
  explicit SurfaceRings(const RoadNetwork& map) : map_(map) {}

  void add_road(RoadId road) {
    const auto strips = map_.strips_of(road);
    std::vector<Chain> open;  // those that reach up to the begin of the strip
    for (std::size_t i = 0; i < strips.size(); ++i) {
      const Strip& strip = strips[i];
      std::vector<Chain> continued;
      for_each_run(map_, map_.section(SectionId(strip.section)), [&](Run run) {
        Chain chain = sections_of(strip, run);
        if (is_folded(chain)) {
          has_folds_ = true;
          for (std::size_t k = 1; k < chain.size(); ++k) add_ring(std::span(chain).subspan(k - 1, 2));
          chain.erase(chain.begin(), chain.end() - 1);
        } else if (const auto before = std::ranges::find_if(open, [&](const Chain& c) { return continues(c, chain); });
                   before != open.end()) {
          before->insert(before->end(), chain.begin() + 1, chain.end());
          chain = std::move(*before);
          open.erase(before);
        }
        continued.push_back(std::move(chain));
        if (i + 1 < strips.size()) add_bridges(strip, run, strips[i + 1]);
      });
      for (const Chain& chain : open) add_ring(chain);
      open = std::move(continued);
    }
    for (const Chain& chain : open) add_ring(chain);
  }

  std::unique_ptr<JunctionGround> ground(bool has_boundary) {
    auto made = std::make_unique<JunctionGround>(
        JunctionGround{.rings = std::move(rings_), .z_min = z_min_, .z_max = z_max_, .heights = std::move(heights_)});
    if (!has_boundary && !has_folds_) made->filled.emplace(made->rings);
    return made;
  }

 private:
  using Chain = std::vector<CrossSection>;

  Chain sections_of(const Strip& strip, Run run) {
    const Cubic& right = map_.borders_of(strip)[run.right];
    const Cubic& left = map_.borders_of(strip)[run.left];
    const Bend bend = bend_of(strip);
    const double bound = std::max(bend_bound(map_, strip, bend, right), bend_bound(map_, strip, bend, left));
    const double wanted = std::ceil(strip.length * std::sqrt(bound / (8.0 * kChordError)));
    const int steps = static_cast<int>(wanted < kMaxSteps ? std::max(wanted, 1.0) : kMaxSteps);
    const SideLine right_line(map_, strip, right), left_line(map_, strip, left);
    Chain chain;
    for (int i = 0; i <= steps; ++i) {
      const double ds = strip.length * i / steps;
      chain.push_back({spot_on(right_line, ds), spot_on(left_line, ds)});
    }
    keep_heights_of(right_line, left_line);
    return chain;
  }

  // Inside of a curve narrower than the road the borders run backwards: is a piece between two cross-sections not
  // counter-clockwise at all of its corners?
  static bool is_folded(const Chain& chain) {
    const auto turns_right = [](const Spot& p, const Spot& q, const Spot& r) {
      return (q.x - p.x) * (r.y - q.y) - (q.y - p.y) * (r.x - q.x) < 0.0;
    };
    for (std::size_t i = 1; i < chain.size(); ++i) {
      const CrossSection& a = chain[i - 1];
      const CrossSection& b = chain[i];
      if (turns_right(a.left, a.right, b.right) || turns_right(a.right, b.right, b.left) ||
          turns_right(b.right, b.left, a.left) || turns_right(b.left, a.left, a.right)) {
        return true;
      }
    }
    return false;
  }

  // Does `next` begin where the chain ends, and turn so little against its begin that the ring cannot meet itself?
  static bool continues(const Chain& chain, const Chain& next) {
    const auto same = [](const Spot& a, const Spot& b) { return std::hypot(a.x - b.x, a.y - b.y) < kUnionGrid; };
    if (!same(chain.back().right, next.front().right) || !same(chain.back().left, next.front().left)) return false;
    const auto direction = [](const CrossSection& c) { return std::pair{c.left.x - c.right.x, c.left.y - c.right.y}; };
    const auto [from_x, from_y] = direction(chain.front());
    const auto [to_x, to_y] = direction(next.back());
    return chain.size() < kLongestChain && from_x * to_x + from_y * to_y > 0.0;
  }

  void add_ring(std::span<const CrossSection> sections) {
    if (sections.size() < 2) return;
    Ring ring;
    ring.reserve(2 * sections.size());
    for (const CrossSection& section : sections) ring.push_back({section.right.x, section.right.y});
    for (auto section = sections.rbegin(); section != sections.rend(); ++section) {
      ring.push_back({section->left.x, section->left.y});
    }
    rings_.push_back(std::move(ring));
  }

  // From the end of a run to the begin of the road's next strip.
  void add_bridges(const Strip& strip, Run run, const Strip& next) {
    const CrossSection end = cross_section(map_, strip, run, strip.length);
    for_each_run(map_, map_.section(SectionId(next.section)), [&](Run next_run) {
      const auto patch = bridge(end, cross_section(map_, next, next_run, 0.0));
      if (!patch) return;
      Ring ring;
      for (const Spot& corner : patch->corners) ring.push_back({corner.x, corner.y});
      rings_.push_back(std::move(ring));
    });
  }

  void keep_heights_of(const SideLine& right_line, const SideLine& left_line) {
    const double length = right_line.strip().length;
    const int steps = static_cast<int>(std::clamp(std::ceil(length / kHeightSpacing), 1.0, kMaxSteps));
    for (int i = 0; i <= steps; ++i) {
      for (const SideLine* line : {&right_line, &left_line}) {
        const Spot& spot = heights_.emplace_back(spot_on(*line, length * i / steps));
        z_min_ = std::min(z_min_, spot.z);
        z_max_ = std::max(z_max_, spot.z);
      }
    }
  }

  const RoadNetwork& map_;
  std::vector<Ring> rings_;
  bool has_folds_ = false;  // rings that may cross themselves
  double z_min_ = std::numeric_limits<double>::infinity(), z_max_ = -z_min_;
  std::vector<Spot> heights_;
};

Extent extent_of(std::span<const Ring> rings) {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  Extent extent{kInfinity, kInfinity, -kInfinity, -kInfinity};
  for (const Ring& ring : rings) {
    for (const Point& point : ring) {
      extent.x_min = std::min(extent.x_min, point.x);
      extent.y_min = std::min(extent.y_min, point.y);
      extent.x_max = std::max(extent.x_max, point.x);
      extent.y_max = std::max(extent.y_max, point.y);
    }
  }
  return rings.empty() ? Extent{} : extent;
}

std::unique_ptr<const JunctionGround> make_ground(const RoadNetwork& map, JunctionId id) {
  SurfaceRings surface(map);
  for_each_road(map, id, [&](RoadId road) { surface.add_road(road); });
  return surface.ground(!map.junction(id).boundary.empty());
}

std::unique_ptr<const JunctionArea> make_area(const RoadNetwork& map, JunctionId id) {
  auto made = std::make_unique<JunctionArea>();
  UnionOfRings united;
  if (const auto boundary = boundary_ring(map, map.junction(id), kBoundaryError)) {
    united = union_of(std::span(&*boundary, 1));
    made->by_boundary = !united.outer.empty();
  }
  if (!made->by_boundary) united = union_of(ground_of(map, id).rings);
  made->area.rings = std::move(united.outer);
  made->area.extent = extent_of(made->area.rings);
  made->index = RingIndex(made->area.rings);
  made->enclosed = made->by_boundary ? made->index : RingIndex(united.filled);
  return made;
}

}  // namespace

const JunctionArea& area_of(const RoadNetwork& map, JunctionId junction) {
  return map.lazy_areas().junctions[junction.index()].get([&] { return make_area(map, junction); });
}

const JunctionGround& ground_of(const RoadNetwork& map, JunctionId junction) {
  return map.lazy_areas().grounds[junction.index()].get([&] { return make_ground(map, junction); });
}

namespace {

FilledUnion::Place place_in(const RoadNetwork& map, JunctionId junction, Point point) {
  const auto& filled = ground_of(map, junction).filled;
  return filled ? filled->at(point.x, point.y) : FilledUnion::Place::unsure;
}

}  // namespace

bool area_contains(const RoadNetwork& map, JunctionId junction, Point point) {
  const auto place = place_in(map, junction, point);
  if (place != FilledUnion::Place::unsure) return place == FilledUnion::Place::in_ring;
  return area_of(map, junction).index.contains(point.x, point.y);
}

bool area_encloses(const RoadNetwork& map, JunctionId junction, Point point) {
  if (place_in(map, junction, point) != FilledUnion::Place::unsure) return false;
  return area_of(map, junction).enclosed.contains(point.x, point.y);
}

bool is_area_made(const RoadNetwork& map, JunctionId junction) {
  return map.lazy_areas().junctions[junction.index()].made() != nullptr;
}

bool needs_area(const RoadNetwork& map, JunctionId junction, Point point) {
  return !is_area_made(map, junction) && place_in(map, junction, point) == FilledUnion::Place::unsure;
}

JunctionBoxes::JunctionBoxes(const RoadNetwork& map) {
  std::vector<BoxCorners> boxes;
  for (std::size_t i = 0; i < map.junctions().size(); ++i) {
    constexpr double kInfinity = std::numeric_limits<double>::infinity();
    Extent extent{kInfinity, kInfinity, -kInfinity, -kInfinity};
    const auto include = [&](RoadId road) {
      for (const Strip& strip : map.strips_of(road)) {
        const BoxCorners box = corners_of(strip);
        for (int k = 0; k < 4; ++k) {
          extent.x_min = std::min(extent.x_min, box.x[k]);
          extent.y_min = std::min(extent.y_min, box.y[k]);
          extent.x_max = std::max(extent.x_max, box.x[k]);
          extent.y_max = std::max(extent.y_max, box.y[k]);
        }
      }
    };
    for_each_road(map, JunctionId(i), include);
    for (const JunctionBoundarySegment& segment : map.junctions()[i].boundary) {
      const RoadId road = map.find_road(segment.road);
      if (road.valid()) include(road);
    }
    if (!(extent.x_min <= extent.x_max)) continue;
    junctions_.push_back(JunctionId(i));
    boxes.push_back({{extent.x_min, extent.x_max, extent.x_max, extent.x_min},
                     {extent.y_min, extent.y_min, extent.y_max, extent.y_max}});
  }
  grid_ = std::make_unique<const GridIndex>(std::span<const BoxCorners>(boxes));
}

const JunctionBoxes& junction_boxes(const RoadNetwork& map) {
  return map.lazy_areas().junction_boxes.get([&] { return std::make_unique<const JunctionBoxes>(map); });
}

bool is_level(const RoadNetwork& map, JunctionId junction, Point point, double z) {
  const JunctionGround& ground = ground_of(map, junction);
  if (z >= ground.z_max - kLevelHeight && z <= ground.z_min + kLevelHeight) return true;  // wherever in it
  if (!(z >= ground.z_min - kLevelHeight && z <= ground.z_max + kLevelHeight)) return false;
  bool on_road = false;
  for (const std::uint32_t index : map.index().at(point.x, point.y)) {
    const Strip& strip = map.strip(index);
    if (map.road(RoadId(strip.road)).junction != junction) continue;
    const Local local = to_local(strip, point.x, point.y);
    if (!in_box(strip, local)) continue;
    const auto at = project(strip, local);
    if (!at) continue;
    const double roll = roll_at(map, strip, at->ds), t = at->t / std::cos(roll);
    const auto borders = map.borders_of(strip);
    if (t < borders.front().at(at->ds) || t > borders.back().at(at->ds)) continue;
    on_road = true;
    if (std::abs(strip.elevation.at(at->ds) + t * std::sin(roll) - z) <= kLevelHeight) return true;
  }
  if (on_road || ground.heights.empty()) return false;
  const auto squared_distance = [point](const Spot& spot) {
    return (spot.x - point.x) * (spot.x - point.x) + (spot.y - point.y) * (spot.y - point.y);
  };
  const Spot& nearest = *std::ranges::min_element(ground.heights, {}, squared_distance);
  return std::abs(nearest.z - z) <= kLevelHeight;
}

}  // namespace scrutineer::map::detail
