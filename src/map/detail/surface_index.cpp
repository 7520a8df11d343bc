#include "map/detail/surface_index.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <tuple>

namespace scrutineer::map::detail {
namespace {

// One end of a road, seen from inside: the cross-sections of its surface lead out of it.
struct End {
  RoadId road;
  ContactPoint contact = ContactPoint::start;

  auto operator<=>(const End&) const = default;
};

const Strip& strip_at(const RoadNetwork& map, const End& end) {
  const auto strips = map.strips_of(end.road);
  return end.contact == ContactPoint::start ? strips.front() : strips.back();
}

CrossSection outward(const RoadNetwork& map, const End& end, Run run) {
  const Strip& strip = strip_at(map, end);
  if (end.contact == ContactPoint::end) return cross_section(map, strip, run, strip.length);
  return cross_section(map, strip, run, 0.0).turned();
}

// The run that holds a lane at the road's end; nothing for a lane of type `none` or of another section.
std::optional<Run> run_of(const RoadNetwork& map, const End& end, LaneId lane) {
  const LaneSection& section = map.section(SectionId(strip_at(map, end).section));
  std::optional<Run> found;
  for_each_run(map, section, [&](Run run) {
    const std::size_t first = section.first_lane;
    if (lane.index() >= first + run.right && lane.index() < first + run.left) found = run;
  });
  return found;
}

bool has(const std::vector<LaneId>& lanes, LaneId lane) { return std::ranges::find(lanes, lane) != lanes.end(); }

template <typename Visit>
void for_each_end(const RoadNetwork& map, Visit visit) {
  for (std::size_t i = 0; i < map.roads().size(); ++i) {
    if (map.strips_of(RoadId(i)).empty()) continue;
    for (const ContactPoint contact : {ContactPoint::start, ContactPoint::end}) visit(End{RoadId(i), contact});
  }
}

// Calls visit(lane, linked lanes) for the lanes at a road's end.
template <typename Visit>
void for_each_lane_at(const RoadNetwork& map, const End& end, Visit visit) {
  const LaneSection& section = map.section(SectionId(strip_at(map, end).section));
  for (std::size_t i = 0; i < section.lane_count; ++i) {
    const LaneId id(section.first_lane + i);
    const Lane& lane = map.lane(id);
    visit(id, end.contact == ContactPoint::start ? lane.predecessors : lane.successors);
  }
}

bool leads_nowhere(const RoadNetwork& map, const End& end) {
  const Road& road = map.road(end.road);
  if ((end.contact == ContactPoint::start ? road.predecessor : road.successor).road.valid()) return false;
  bool linked = false;
  for_each_lane_at(map, end, [&](LaneId, const std::vector<LaneId>& others) { linked = linked || !others.empty(); });
  return !linked;
}

void add_patch_within_road(const RoadNetwork& map, const Strip& before, const Strip& after,
                           std::vector<Patch>& patches) {
  const auto borders = map.borders_of(before);
  const double reach =
      std::max(std::abs(borders.front().at(before.length)), std::abs(borders.back().at(before.length)));
  if (before.gap_end + before.kink_end * reach < kHairline) return;
  for_each_run(map, map.section(SectionId(before.section)), [&](Run from) {
    for_each_run(map, map.section(SectionId(after.section)), [&](Run to) {
      const auto patch = bridge(cross_section(map, before, from, before.length), cross_section(map, after, to, 0.0));
      if (patch) patches.push_back(*patch);
    });
  });
}

// Between ends of which a lane leads to a lane of the other: the runs that hold the two lanes are joined as a whole, so
// that no cracks remain between neighbouring lanes that are shifted a little.
void add_patches_between_roads(const RoadNetwork& map, std::vector<Patch>& patches) {
  using Joint = std::tuple<End, std::uint16_t, End, std::uint16_t>;  // runs by their right border
  std::vector<Joint> joints;
  std::vector<std::array<Run, 2>> runs;
  std::vector<std::size_t> order;
  for_each_end(map, [&](const End& end) {
    for_each_lane_at(map, end, [&](LaneId lane, const std::vector<LaneId>& others) {
      const auto run = run_of(map, end, lane);
      if (!run) return;
      for (const LaneId other : others) {
        for (const ContactPoint contact : {ContactPoint::start, ContactPoint::end}) {
          const End far{map.lane(other).road, contact};
          if (!(end < far) || map.strips_of(far.road).empty()) continue;
          const Lane& linked = map.lane(other);
          if (!has(contact == ContactPoint::start ? linked.predecessors : linked.successors, lane)) continue;
          const auto far_run = run_of(map, far, other);
          if (!far_run) continue;
          joints.emplace_back(end, run->right, far, far_run->right);
          runs.push_back({*run, *far_run});
          order.push_back(order.size());
        }
      }
    });
  });
  std::ranges::sort(order, {}, [&](std::size_t i) { return joints[i]; });
  for (std::size_t i = 0; i < order.size(); ++i) {
    if (i > 0 && joints[order[i]] == joints[order[i - 1]]) continue;
    const auto& [end, run, far, far_run] = joints[order[i]];
    const auto& pair = runs[order[i]];
    const auto patch = bridge(outward(map, end, pair[0]), outward(map, far, pair[1]).turned());
    if (patch) patches.push_back(*patch);
  }
}

void add_extensions(const RoadNetwork& map, std::vector<Patch>& patches) {
  for_each_end(map, [&](const End& end) {
    if (!leads_nowhere(map, end)) return;
    const Strip& strip = strip_at(map, end);
    const bool at_start = end.contact == ContactPoint::start;
    const double slope = at_start ? -strip.elevation.slope(0.0) : strip.elevation.slope(strip.length);
    for_each_run(map, map.section(SectionId(strip.section)),
                 [&](Run run) { patches.push_back(extension(outward(map, end, run), slope)); });
  });
}

bool is_finite(const Patch& patch) {
  return std::ranges::all_of(patch.corners, [](const Spot& spot) {
    return std::abs(spot.x) < 1e9 && std::abs(spot.y) < 1e9 && std::isfinite(spot.z);
  });
}

// ---- what is surely surface ----

// The parabola that a strip's reference line follows roughly: v = bulge u (length - u).
struct Parabola {
  double bulge, length;
  double across(Local p) const { return p.v - bulge * p.u * (length - p.u); }
};

struct Reach {
  double low, high;
};

// How far a line strays from the parabola, at least and at most: at places along it, and what it may do between them.
// `bend` bounds the line's second derivative; that of the parabola's part is bulge (u'' (length - 2 u) - 2 u'^2).
Reach reach_across(const SideLine& line, double bend, const Parabola& parabola) {
  const double length = line.strip().length;
  constexpr int kPieces = 8;
  const double step = length / kPieces;
  Reach reach{parabola.across(line.at(0.0)), parabola.across(line.at(0.0))};
  Local last = line.at(0.0);
  double fastest = 0.0, farthest = std::abs(parabola.length);
  for (int i = 1; i <= kPieces; ++i) {
    const Local p = line.at(step * i);
    reach.low = std::min(reach.low, parabola.across(p));
    reach.high = std::max(reach.high, parabola.across(p));
    fastest = std::max(fastest, std::hypot(p.u - last.u, p.v - last.v) / step);
    farthest = std::max(farthest, std::abs(parabola.length - 2.0 * p.u));
    last = p;
  }
  // Between the places the line is at most bend * step faster than their mean, and strays that much further.
  fastest += bend * step;
  farthest += 2.0 * fastest * step;
  const double second = bend + std::abs(parabola.bulge) * (bend * farthest + 2.0 * fastest * fastest);
  const double stray = second * step * step / 8.0;
  return {reach.low - stray, reach.high + stray};
}

// Half of all borders run straight beside a straight line: nothing about them is in doubt.
bool runs_straight(const Strip& strip, const Cubic& border) {
  return strip.straight && strip.superelevation == 0 && is_constant(border);
}

void set_sure(const RoadNetwork& map, const Strip& strip, const SurfaceRun& run, SureSurface& sure) {
  const auto borders = map.borders_of(strip);
  const SideLine right(map, strip, borders[run.right]), left(map, strip, borders[run.left]);
  Parabola parabola{0.0, strip.length};
  double begin_tilt = 0.0, end_tilt = 0.0;
  if (!strip.straight) {
    const CurveAt begin = curve_at(strip, 0.0), middle = curve_at(strip, 0.5 * strip.length),
                  end = curve_at(strip, strip.length);
    begin_tilt = begin.dv / begin.du;
    end_tilt = end.dv / end.du;
    parabola.length = end.u + end_tilt * end.v;
    const double room = middle.u * (parabola.length - middle.u);
    if (room > 0.01) parabola.bulge = middle.v / room;
    // Cross-sections that lie nearly along the chord bound nothing.
    if (!(begin.du > 0.0 && end.du > 0.0 && std::abs(begin_tilt) < 1.0 && std::abs(end_tilt) < 1.0)) return;
  }
  // As the floats that are kept.
  parabola = {static_cast<float>(parabola.bulge), static_cast<float>(parabola.length)};
  const double w_min = runs_straight(strip, borders[run.right]) ? borders[run.right].a
                                                                : reach_across(right, run.right_bend, parabola).high;
  const double w_max =
      runs_straight(strip, borders[run.left]) ? borders[run.left].a : reach_across(left, run.left_bend, parabola).low;
  if (!(parabola.length > 0.01 && w_max - w_min > 0.01)) return;
  // A strip with several runs has the part of one: the widest.
  if (w_max - w_min < sure.w_max - sure.w_min) return;
  // Smaller by what rounding to floats may add.
  const auto inward = [](double value, double sign) {
    return static_cast<float>(value + sign * (1e-5 + 1e-6 * std::abs(value)));
  };
  sure.w_min = inward(w_min, 1.0);
  sure.w_max = inward(w_max, -1.0);
  sure.bulge = static_cast<float>(parabola.bulge);
  sure.length = static_cast<float>(parabola.length);
  sure.begin_tilt = static_cast<float>(begin_tilt);
  sure.end_tilt = static_cast<float>(end_tilt);
}

// A rectangle in the frame of a strip that grows over those that continue it.
class JoinedRectangle {
 public:
  explicit JoinedRectangle(const SureSurface& own)
      : own_(own), end_(own.length), low_(own.w_min), high_(own.w_max), z_min_(own.z_min), z_max_(own.z_max) {}

  // False if so much would be lost of its width, or it would become so steep, that it is better off without the other.
  bool grow_over(const SureSurface& other, bool ahead) {
    constexpr double kMostLost = 0.1, kMostRise = 1.0;  // metres
    const Local right_begin = local(other, 0.0, other.w_min), left_begin = local(other, 0.0, other.w_max);
    const Local right_end = local(other, other.length, other.w_min), left_end = local(other, other.length, other.w_max);
    const double low = std::max({low_, right_begin.v, right_end.v}), high = std::min({high_, left_begin.v, left_end.v});
    const float z_min = std::min(z_min_, other.z_min), z_max = std::max(z_max_, other.z_max);
    if (high - low < own_.w_max - own_.w_min - kMostLost || z_max - z_min > kMostRise) return false;
    low_ = low;
    high_ = high;
    z_min_ = z_min;
    z_max_ = z_max;
    (ahead ? end_ : begin_) = ahead ? std::min(right_end.u, left_end.u) : std::max(right_begin.u, left_begin.u);
    return true;
  }

  SureSurface joined() const {
    constexpr double kRounding = 1e-5;
    SureSurface joined = own_;
    joined.origin_x += begin_ * own_.cos;
    joined.origin_y += begin_ * own_.sin;
    joined.length = static_cast<float>(end_ - begin_);
    joined.w_min = static_cast<float>(low_ + kRounding);
    joined.w_max = static_cast<float>(high_ - kRounding);
    joined.z_min = z_min_;
    joined.z_max = z_max_;
    return joined;
  }

 private:
  // A place of the other's frame in the own one.
  Local local(const SureSurface& other, double u, double v) const {
    const double dx = other.origin_x + other.cos * u - other.sin * v - own_.origin_x;
    const double dy = other.origin_y + other.sin * u + other.cos * v - own_.origin_y;
    return {own_.cos * dx + own_.sin * dy, own_.cos * dy - own_.sin * dx};
  }

  const SureSurface& own_;
  double begin_ = 0.0, end_;
  double low_, high_;
  float z_min_, z_max_;
};

// Does the second strip of a road go on straight where the first ends, without a gap that shows?
bool continues(const RoadNetwork& map, const Strip& first, const Strip& second) {
  if (!first.straight || !second.straight) return false;
  const auto borders = map.borders_of(first);
  const double reach = std::max(std::abs(borders.front().at(first.length)), std::abs(borders.back().at(first.length)));
  return first.gap_end + first.kink_end * reach < kHairline;
}

}  // namespace

SurfaceRun with_bends(const RoadNetwork& map, const Strip& strip, const Bend& bend, Run run) {
  const auto borders = map.borders_of(strip);
  const auto rounded_up = [](double value) { return static_cast<float>(value * (1.0 + 1e-6)); };
  return {run, rounded_up(bend_bound(map, strip, bend, borders[run.right])),
          rounded_up(bend_bound(map, strip, bend, borders[run.left]))};
}

SurfaceIndex::SurfaceIndex(const RoadNetwork& map) {
  add_strips(map);
  join_straight_strips(map);
  add_patches(map);
}

void SurfaceIndex::add_strips(const RoadNetwork& map) {
  strips_.resize(map.strips().size());
  sure_.resize(map.strips().size());
  for (std::size_t i = 0; i < strips_.size(); ++i) {
    const Strip& strip = map.strips()[i];
    StripSurface& surface = strips_[i];
    SureSurface& sure = sure_[i];
    sure.origin_x = strip.origin_x;
    sure.origin_y = strip.origin_y;
    sure.cos = strip.cos;
    sure.sin = strip.sin;
    surface.more = static_cast<std::uint32_t>(more_runs_.size());
    const Bend bend = bend_of(strip);
    for_each_run(map, map.section(SectionId(strip.section)), [&](Run lanes) {
      const SurfaceRun run = with_bends(map, strip, bend, lanes);
      set_sure(map, strip, run, sure);
      if (surface.first.left == surface.first.right) {
        surface.first = run;
      } else {
        more_runs_.push_back(run);
      }
    });
    surface.more_end = static_cast<std::uint32_t>(more_runs_.size());
    const HeightRange heights = height_range(map, strip);
    sure.z_min = static_cast<float>(heights.low - 1e-3);
    sure.z_max = static_cast<float>(heights.high + 1e-3);
  }
}

void SurfaceIndex::join_straight_strips(const RoadNetwork& map) {
  constexpr std::uint32_t kMostJoined = 4;  // on either side
  const std::vector<SureSurface> alone = sure_;
  const auto has_rectangle = [&](std::uint32_t i) {
    return alone[i].is_rectangle() && alone[i].w_min < alone[i].w_max;
  };
  for (const Road& road : map.roads()) {
    const std::uint32_t end = road.first_strip + road.strip_count;
    for (std::uint32_t i = road.first_strip; i < end; ++i) {
      if (!map.strip(i).straight || !has_rectangle(i)) continue;
      JoinedRectangle rectangle(alone[i]);
      for (std::uint32_t k = i + 1; k < end && k - i <= kMostJoined; ++k) {
        if (!has_rectangle(k) || !continues(map, map.strip(k - 1), map.strip(k))) break;
        if (!rectangle.grow_over(alone[k], true)) break;
      }
      for (std::uint32_t k = i; k > road.first_strip && i - k < kMostJoined; --k) {
        if (!has_rectangle(k - 1) || !continues(map, map.strip(k - 1), map.strip(k))) break;
        if (!rectangle.grow_over(alone[k - 1], false)) break;
      }
      sure_[i] = rectangle.joined();
    }
  }
}

void SurfaceIndex::add_patches(const RoadNetwork& map) {
  for (std::size_t i = 0; i < map.roads().size(); ++i) {
    const auto strips = map.strips_of(RoadId(i));
    for (std::size_t k = 1; k < strips.size(); ++k) add_patch_within_road(map, strips[k - 1], strips[k], patches_);
  }
  add_patches_between_roads(map, patches_);
  add_extensions(map, patches_);
  std::erase_if(patches_, [](const Patch& patch) { return !is_finite(patch); });
  std::vector<BoxCorners> boxes;
  for (const Patch& patch : patches_) {
    BoxCorners box{};
    for (int k = 0; k < 4; ++k) {
      box.x[k] = patch.corners[k].x;
      box.y[k] = patch.corners[k].y;
    }
    boxes.push_back(box);
  }
  patch_grid_ = std::make_unique<const GridIndex>(std::span<const BoxCorners>(boxes));
}

const SurfaceIndex& make_surface_index(const RoadNetwork& map) {
  return map.lazy_areas().surface.get([&] { return std::make_unique<const SurfaceIndex>(map); });
}

}  // namespace scrutineer::map::detail
