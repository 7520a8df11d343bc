#include "map/detail/lane_roads.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "map/detail/lane_use.h"
#include "map/detail/limits.h"
#include "map/road_network.h"

namespace scrutineer::map::detail {
namespace {

constexpr double kSamePoint = 1e-3;   // metres
constexpr double kOnChord = 1e-4;     // metres: a point this near to a straight line is no corner of it
constexpr double kSameT = 3e-3;       // metres: what widths are simplified by
constexpr double kSameHeight = 5e-3;  // metres
constexpr double kSameRoll = 1e-4;    // radians
constexpr double kLeastTilt = 0.03;   // metres between the heights of both edges: less is no roll
constexpr double kShortest = 0.01;    // metres: of a reference line
constexpr double kLeastInner = 0.5;   // of the length of a road's middle: a border shorter than that is that of a turn
constexpr double kSquareWidth = 0.5;  // metres: narrower ends do not show how the road is cut off

// A value over s, linear between stations.
struct Station {
  double s = 0.0, value = 0.0;
};
using Profile = std::vector<Station>;

double value_at(const Profile& profile, double s) {
  const auto next = std::ranges::upper_bound(profile, s, {}, &Station::s);
  if (next == profile.begin()) return profile.front().value;
  if (next == profile.end()) return profile.back().value;
  const Station& a = *std::prev(next);
  return a.value + (next->value - a.value) * (s - a.s) / (next->s - a.s);
}

// The same within `tolerance`, with as few stations as one pass finds.
void simplify(Profile& profile, double tolerance) {
  if (profile.size() < 3) return;
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  Station anchor = profile.front();
  double low = -kInfinity, high = kInfinity;
  std::size_t kept = 1;
  for (std::size_t i = 1; i < profile.size(); ++i) {
    const Station& next = profile[i];
    const double slope = (next.value - anchor.value) / (next.s - anchor.s);
    if (i > 1 && (slope < low || slope > high)) {
      anchor = profile[i - 1];
      profile[kept++] = anchor;
      low = -kInfinity;
      high = kInfinity;
    }
    low = std::max(low, (next.value - tolerance - anchor.value) / (next.s - anchor.s));
    high = std::min(high, (next.value + tolerance - anchor.value) / (next.s - anchor.s));
  }
  profile[kept++] = profile.back();
  profile.resize(kept);
}

std::vector<CubicRecord> records_of(const Profile& profile) {
  std::vector<CubicRecord> records;
  records.reserve(profile.size());
  for (std::size_t i = 0; i + 1 < profile.size(); ++i) {
    const double slope = (profile[i + 1].value - profile[i].value) / (profile[i + 1].s - profile[i].s);
    records.push_back({profile[i].s, {profile[i].value, slope, 0.0, 0.0}});
  }
  if (profile.size() == 1) records.push_back({profile[0].s, {profile[0].value, 0.0, 0.0, 0.0}});
  return records;
}

// In the order of the road's s, without points that are one.
LaneLine in_order(const LaneLine& line, bool is_turned) {
  LaneLine points;
  points.reserve(line.size());
  const auto add = [&](const LanePoint& p) {
    if (points.empty() || plane_distance(p, points.back()) > kSamePoint) points.push_back(p);
  };
  if (is_turned)
    std::for_each(line.rbegin(), line.rend(), add);
  else
    std::for_each(line.begin(), line.end(), add);
  return points;
}

// Without points that lie on the straight line between their neighbours.
LaneLine without_idle_points(const LaneLine& line) {
  if (line.size() < 3) return line;
  LaneLine points;
  points.reserve(line.size());
  points.push_back(line.front());
  for (std::size_t i = 1; i + 1 < line.size(); ++i) {
    const LanePoint &a = points.back(), &b = line[i], &c = line[i + 1];
    const double dx = c.x - a.x, dy = c.y - a.y, chord = plane_distance(a, c);
    const double along = ((b.x - a.x) * dx + (b.y - a.y) * dy) / (chord * chord);
    const double off = std::abs((b.x - a.x) * dy - (b.y - a.y) * dx) / chord;
    const double height = std::abs(a.z + along * (c.z - a.z) - b.z);
    const bool is_idle = chord > kSamePoint && along > 0.0 && along < 1.0 && off < kOnChord && height < kSamePoint;
    if (!is_idle) points.push_back(b);
  }
  points.push_back(line.back());
  return points;
}

class RoadMaker {
 public:
  RoadMaker(const LaneMap& map, TrafficRule rule, const LaneGroup& group) : map_(map), rule_(rule), group_(group) {}

  std::optional<MadeRoad> make() {
    const std::size_t count = group_.lanes.size();
    borders_.reserve(count + 1);
    for (std::size_t i = 0; i <= count; ++i) borders_.push_back(border(i));
    LaneLine reference = cleared(told_or_middle_line());
    const bool is_on_border = length_of(reference) <= kShortest;
    const std::optional<std::size_t> centre = is_on_border ? usable_centre() : group_.centre;
    if (!centre) return std::nullopt;
    if (is_on_border) reference = cleared(borders_[*centre]);
    MadeRoad road{{}, fitted(reference), count, *centre};
    RoadRecord& record = road.record;
    record.id = map_.lanes[first_in_file()].id;
    record.length = road.line.length();
    record.rule = rule_;
    set_heights(record, road.line, reference);
    LaneSectionRecord& section = record.sections.emplace_back();
    section.lanes.resize(count);
    // Outward from the reference line, each lane as wide as its outer border says.
    Profile middle{{0.0, 0.0}, {record.length, 0.0}};
    if (!is_on_border) {
      middle = t_of(road.line, borders_[*centre]);
      for (const Station& at : middle) widest_ = std::max(widest_, std::abs(at.value));
      record.lane_offsets = records_of(middle);
    }
    Profile inner = middle;
    for (std::size_t i = *centre; i < count; ++i) add_lane(road, i, i + 1, inner);
    inner = middle;
    for (std::size_t i = *centre; i-- > 0;) add_lane(road, i, i, inner);
    section.centre_marks = marks_of(road, *centre);
    if (widest_ > kMaxLateral || record.length > kMaxRoadLength) return std::nullopt;
    return road;
  }

 private:
  OrientedLane lane(std::size_t position) const {
    const GroupedLane& at = group_.lanes[position];
    return {map_.lanes[at.lane], at.is_turned};
  }

  std::uint32_t first_in_file() const { return std::ranges::min(group_.lanes, {}, &GroupedLane::lane).lane; }

  // Border i is left of lane i. Where neighbours disagree by centimetres, that of the lane nearer to the centre counts.
  bool is_of_left_lane(std::size_t i) const { return i > 0 && (i > group_.centre || i == group_.lanes.size()); }

  LaneLine border(std::size_t i) const {
    const bool of_left_lane = is_of_left_lane(i);
    const OrientedLane from = lane(of_left_lane ? i - 1 : i);
    return in_order(of_left_lane ? from.stored_right() : from.stored_left(), from.is_turned);
  }

  // Of border i: what one of its two lanes says, first the one whose border counts.
  std::vector<LaneMarkRecord> marks_of(const MadeRoad& road, std::size_t i) const {
    const bool of_left_lane = is_of_left_lane(i);
    std::vector<LaneMarkRecord> marks = marks_of(road, i, of_left_lane);
    const bool has_other = of_left_lane ? i < group_.lanes.size() : i > 0;
    return marks.empty() && has_other ? marks_of(road, i, !of_left_lane) : marks;
  }

  std::vector<LaneMarkRecord> marks_of(const MadeRoad& road, std::size_t i, bool of_left_lane) const {
    const OrientedLane from = lane(of_left_lane ? i - 1 : i);
    const std::vector<MapMark>& marks = of_left_lane != from.is_turned ? from.lane.right_marks : from.lane.left_marks;
    std::vector<LaneMarkRecord> records;
    for (std::size_t k = 0; k < marks.size(); ++k) {
      // Along s the last one of a turned lane is the first, and begins where the next one did.
      const std::size_t at = from.is_turned ? marks.size() - 1 - k : k;
      const LanePoint& begin = marks[from.is_turned ? std::min(at + 1, marks.size() - 1) : at].begin;
      const double s = k == 0 ? 0.0 : road.line.nearest_to(begin).s;
      if (!records.empty() && s <= records.back().s) records.pop_back();
      records.push_back({.s = records.empty() ? 0.0 : s,
                         .type = marks[at].type,
                         .colour = marks[at].colour,
                         .width = marks[at].width});
    }
    return records;
  }

  static double length_of(const LaneLine& line) {
    double sum = 0.0;
    for (std::size_t i = 1; i < line.size(); ++i) sum += plane_distance(line[i], line[i - 1]);
    return sum;
  }

  // The border that parts the directions, unless it is a mere point, as the inner border of a sharp turn may be.
  std::optional<std::size_t> usable_centre() const {
    const auto is_usable = [&](std::size_t i) { return borders_[i].size() > 1 && length_of(borders_[i]) > kShortest; };
    if (is_usable(group_.centre)) return group_.centre;
    for (std::size_t i = 0; i < borders_.size(); ++i)
      if (is_usable(i)) return i;
    return std::nullopt;
  }

  // The heading of a road that is cut off square between these two points of its edges.
  static std::optional<double> square_heading(const LanePoint& left, const LanePoint& right) {
    const double dx = left.x - right.x, dy = left.y - right.y;
    if (std::hypot(dx, dy) < kSquareWidth) return std::nullopt;
    return std::atan2(-dx, dy);
  }

  // Without points so near to each other that they only show how the file was rounded.
  static LaneLine cleared(const LaneLine& line) {
    LaneLine points;
    points.reserve(line.size());
    for (std::size_t i = 0; i < line.size(); ++i) {
      const bool is_near = !points.empty() && plane_distance(line[i], points.back()) < kShortest;
      if (is_near && i + 1 < line.size()) continue;
      if (is_near && points.size() > 1) points.pop_back();
      points.push_back(line[i]);
    }
    return points;
  }

  // What the lanes tell, or the middle of a road through a junction whose inner border is hardly more than a point, so
  // sharp is its turn. Empty: the border that parts the directions will do.
  LaneLine told_or_middle_line() const {
    const auto is_told = [&](const GroupedLane& at) { return map_.lanes[at.lane].reference.size() > 1; };
    if (std::ranges::all_of(group_.lanes, is_told)) {
      const OrientedLane first = lane(0);
      return in_order(first.lane.reference, first.is_turned);
    }
    const bool is_one_way = group_.centre == 0 || group_.centre == group_.lanes.size();
    if (!map_.lanes[group_.lanes.front().lane].in_junction || !is_one_way) return {};
    LaneLine middle = middle_line();
    return length_of(borders_[group_.centre]) < kLeastInner * length_of(middle) ? middle : LaneLine{};
  }

  // Of an odd number of lanes the middle one's, else the border in the middle.
  LaneLine middle_line() const {
    const std::size_t count = group_.lanes.size();
    if (count % 2 == 0) return borders_[count / 2];
    const OrientedLane middle = lane(count / 2);
    if (LaneLine centre = in_order(middle.lane.centre, middle.is_turned); centre.size() > 1) return centre;
    const LaneLine &left = borders_[count / 2], &right = borders_[count / 2 + 1];
    const double left_length = length_of(left), right_length = length_of(right);
    // Both borders at the same share of their lengths, where the longer one has its points.
    std::vector<double> shares;
    const auto add_shares = [&](const LaneLine& line, double length) {
      double way = 0.0;
      for (std::size_t i = 0; i < line.size(); ++i) {
        if (i > 0) way += plane_distance(line[i], line[i - 1]);
        if (length > 0.0) shares.push_back(std::min(way / length, 1.0));
      }
    };
    left_length > right_length ? add_shares(left, left_length) : add_shares(right, right_length);
    LaneLine points;
    for (const double share : shares) {
      const LanePoint a = point_at(left, share * left_length), b = point_at(right, share * right_length);
      points.push_back({0.5 * (a.x + b.x), 0.5 * (a.y + b.y), 0.5 * (a.z + b.z)});
    }
    return points;
  }

  static LanePoint point_at(const LaneLine& line, double way) {
    for (std::size_t i = 1; i < line.size(); ++i) {
      const double length = plane_distance(line[i], line[i - 1]);
      if (way <= length && length > 0.0) {
        const double share = way / length;
        return {line[i - 1].x + share * (line[i].x - line[i - 1].x),
                line[i - 1].y + share * (line[i].y - line[i - 1].y),
                line[i - 1].z + share * (line[i].z - line[i - 1].z)};
      }
      way -= length;
    }
    return line.back();
  }

  FittedLine fitted(const LaneLine& reference) const {
    const LanePoint &left = borders_.front().front(), &right = borders_.back().front();
    return {without_idle_points(reference), square_heading(left, right),
            square_heading(borders_.front().back(), borders_.back().back()),
            std::hypot(left.x - right.x, left.y - right.y)};
  }

  // Where the points of a border are, seen from the reference line; s ascends.
  struct PlacedPoint {
    double s, t;
    const LanePoint* point;
  };
  static std::vector<PlacedPoint> places_of(const FittedLine& line, const LaneLine& border) {
    std::vector<PlacedPoint> places;
    places.reserve(border.size());
    std::size_t piece = 0;
    for (const LanePoint& point : border) {
      const LinePlace place = line.place_of(point, piece);
      if (!places.empty() && place.s <= places.back().s + 1e-6) continue;
      places.push_back({place.s, place.t, &point});
    }
    return places;
  }

  // The t of a border from the begin of the road to its end.
  Profile t_of(FittedLine& line, const LaneLine& border) const {
    const std::vector<PlacedPoint> places = places_of(line, border);
    Profile profile;
    profile.reserve(places.size() + 2);
    const auto add = [&](double s, double t) {
      if (!profile.empty() && s - profile.back().s < 1e-6) return;
      profile.push_back({s, roll_.empty() ? t : t / std::cos(roll_at(s))});
    };
    const double length = line.length();
    const auto stations = line.stations();
    std::size_t station = 0;
    if (places.front().s > 0.0) add(0.0, places.front().t);
    for (std::size_t i = 0; i < places.size(); ++i) {
      if (places[i].s >= 0.0 && places[i].s <= length) add(places[i].s, places[i].t);
      if (i + 1 == places.size()) break;
      // Between two points the border bends as the road does, unless that leads too far from the straight line.
      for (; station < stations.size() && stations[station] < places[i + 1].s; ++station) {
        if (stations[station] <= places[i].s) continue;
        const auto t = line.cross(station, *places[i].point, *places[i + 1].point);
        const double share = (stations[station] - places[i].s) / (places[i + 1].s - places[i].s);
        const double bent = places[i].t + share * (places[i + 1].t - places[i].t);
        const bool is_needed = stations[station] == 0.0 || stations[station] == length;
        if (t && (is_needed || std::abs(*t - bent) > kMostBend)) add(stations[station], *t);
      }
    }
    if (profile.empty()) add(0.0, places.front().t);
    if (profile.back().s < length) {
      const double last = places.back().s < length ? places.back().t : profile.back().value * std::cos(roll_at(length));
      add(length, last);
    }
    if (profile.size() == 1) profile.push_back({length, profile.front().value});
    profile.back().s = length;
    simplify(profile, kSameT);
    return profile;
  }

  double roll_at(double s) const { return roll_.empty() ? 0.0 : value_at(roll_, s); }

  // The outer border of a lane as the lane's width; `inner` becomes the lane's outer border.
  void add_lane(MadeRoad& road, std::size_t position, std::size_t outer_border, Profile& inner) {
    Profile outer = t_of(road.line, borders_[outer_border]);
    const double side = position >= road.centre ? -1.0 : 1.0;
    Profile widths;
    widths.reserve(inner.size() + outer.size());
    bool crosses = false;
    for (std::size_t a = 0, b = 0; a < inner.size() || b < outer.size();) {
      const double s_inner = a < inner.size() ? inner[a].s : road.line.length();
      const double s_outer = b < outer.size() ? outer[b].s : road.line.length();
      const double s = std::min(s_inner, s_outer);
      const double width = side * (value_at(outer, s) - value_at(inner, s));
      crosses = crosses || width < 0.0;
      widest_ = std::max(widest_, width);
      if (widths.empty() || s - widths.back().s > 1e-6) widths.push_back({s, std::max(width, 0.0)});
      while (a < inner.size() && inner[a].s <= s + 1e-6) ++a;
      while (b < outer.size() && outer[b].s <= s + 1e-6) ++b;
    }
    const OrientedLane from = lane(position);
    LaneRecord& out = road.record.sections[0].lanes[road.lane_count - 1 - position];
    out.number = road.number_of(position);
    out.id = from.lane.id;
    out.type = from.lane.type;
    out.type_name = to_string(from.lane.type);
    out.direction = direction_of(from, out.number);
    out.widths = records_of(widths);
    out.marks = marks_of(road, outer_border);
    if (from.lane.speed) out.speeds.push_back({0.0, *from.lane.speed});
    out.accesses = from.lane.accesses;
    if (!crosses) {
      inner = std::move(outer);
      return;
    }
    Profile realised;
    for (const Station& at : widths) realised.push_back({at.s, value_at(inner, at.s) + side * at.value});
    inner = std::move(realised);
  }

  // People walk either way, and nobody travels on a border.
  LaneDirection direction_of(const OrientedLane& from, int number) const {
    const LaneType type = from.lane.type;
    if (!is_in_use(type) || type == LaneType::sidewalk || type == LaneType::walking) return LaneDirection::standard;
    if (from.travel() == Travel::both) return LaneDirection::both;
    const bool runs_along = (number < 0) == (rule_ == TrafficRule::right_hand);
    return runs_along == (from.travel() == Travel::along) ? LaneDirection::standard : LaneDirection::reversed;
  }

  static Profile heights_of(const FittedLine& line, const LaneLine& border) {
    const std::vector<PlacedPoint> places = places_of(line, border);
    Profile heights;
    heights.reserve(places.size());
    for (const PlacedPoint& place : places) heights.push_back({place.s, place.point->z});
    return heights;
  }

  void set_heights(RoadRecord& record, FittedLine& line, const LaneLine& reference) {
    const auto is_level = [](const LaneLine& border) {
      return std::ranges::all_of(border, [&](const LanePoint& p) { return p.z == 0.0; });
    };
    if (std::ranges::all_of(borders_, is_level)) return;
    Profile heights;
    for (const Station& at : heights_of(line, reference)) {
      const double s = heights.empty() ? 0.0 : std::min(at.s, record.length);
      if (heights.empty() || s > heights.back().s + 1e-6) heights.push_back({s, at.value});
    }
    simplify(heights, kSameHeight);
    record.elevations = records_of(heights);

    const Profile left = heights_of(line, borders_.front()), right = heights_of(line, borders_.back());
    const Profile left_t = t_of(line, borders_.front()), right_t = t_of(line, borders_.back());
    double tilt = 0.0;
    Profile roll;
    for (const double s : line.stations()) {
      const double rise = value_at(left, s) - value_at(right, s), width = value_at(left_t, s) - value_at(right_t, s);
      tilt = std::max(tilt, std::abs(rise));
      if (width > kSquareWidth) roll.push_back({s, std::atan2(rise, width)});
    }
    if (tilt < kLeastTilt || roll.empty()) return;
    simplify(roll, kSameRoll);
    roll.front().s = 0.0;
    record.superelevations = records_of(roll);
    roll_ = std::move(roll);
  }

  const LaneMap& map_;
  TrafficRule rule_;
  const LaneGroup& group_;
  std::vector<LaneLine> borders_;
  Profile roll_;         // empty: level
  double widest_ = 0.0;  // of the lanes and their offset, in metres
};

}  // namespace

std::optional<MadeRoad> make_road(const LaneMap& map, TrafficRule rule, const LaneGroup& group) {
  return RoadMaker(map, rule, group).make();
}

}  // namespace scrutineer::map::detail
