#include "trace/detail/osi_lanes.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <unordered_set>

#include "base/quantity.h"
#include "trace/detail/osi_lane_records.h"
#include "trace/detail/osi_wire.h"

namespace scrutineer::trace::osi {
namespace {

using map::LaneLine;
using map::LaneMap;
using map::LanePoint;
using map::LaneType;
using map::MapLane;
using map::Travel;

constexpr std::uint32_t kDriving = 2, kIntersection = 4;              // Lane.Classification.Type
constexpr std::uint32_t kAgainstS = 3, kBothWays = 4;                 // LogicalLane.MoveDirection
constexpr std::uint32_t kGiveWay = 16, kStop = 17, kSpeedLimit = 52;  // TrafficSign.MainSign.Classification.Type
constexpr std::uint32_t kSymbolic = 3;                                // RoadMarking.Classification.Type

constexpr double kAssumedWidth = 3.5;                  // metres, of lanes without borders and neighbours
constexpr double kLeastWidth = 2.2, kMostWidth = 5.0;  // metres between the centres of neighbours
constexpr double kOverhang = 5.0;                      // metres by which a border may be longer than its lane
constexpr double kOneHead = 2.0;                       // metres: bulbs nearer than this are one light

std::string text_of(Id id) { return fmt::format("{}", id); }

std::vector<std::string> texts_of(const std::vector<Id>& ids) {
  std::vector<std::string> texts;
  texts.reserve(ids.size());
  for (const Id id : ids) texts.push_back(text_of(id));
  return texts;
}

// Lane.Classification.Subtype and LogicalLane.Type have the same numbers from 2 on.
LaneType type_of(std::uint32_t number) {
  constexpr LaneType kTypes[] = {
      LaneType::other,   LaneType::other, LaneType::driving,    LaneType::biking,   LaneType::sidewalk,
      LaneType::parking, LaneType::stop,  LaneType::restricted, LaneType::border,   LaneType::shoulder,
      LaneType::exit,    LaneType::entry, LaneType::on_ramp,    LaneType::off_ramp, LaneType::connecting_ramp,
      LaneType::median,  LaneType::curb,  LaneType::rail,       LaneType::tram};
  return number < std::size(kTypes) ? kTypes[number] : LaneType::other;
}

LaneType type_of(const PhysicalLane& lane) {
  const bool is_for_driving = lane.type == kDriving || lane.type == kIntersection;
  if (lane.subtype < 2) return is_for_driving ? LaneType::driving : LaneType::other;
  return type_of(lane.subtype);
}

double apart(const LanePoint& a, const LanePoint& b) { return std::hypot(a.x - b.x, a.y - b.y); }

// How far along a line its point nearest to this one is.
double way_to(const LaneLine& line, const LanePoint& point) {
  double nearest = std::numeric_limits<double>::infinity(), found = 0.0, way = 0.0;
  for (std::size_t i = 0; i + 1 < line.size(); ++i) {
    const double dx = line[i + 1].x - line[i].x, dy = line[i + 1].y - line[i].y, length = std::hypot(dx, dy);
    if (length == 0.0) continue;
    const double part =
        std::clamp(((point.x - line[i].x) * dx + (point.y - line[i].y) * dy) / (length * length), 0.0, 1.0);
    const double distance = std::hypot(point.x - line[i].x - part * dx, point.y - line[i].y - part * dy);
    if (distance < nearest) {
      nearest = distance;
      found = way + part * length;
    }
    way += length;
  }
  return found;
}

double length_of(const LaneLine& line) {
  double sum = 0.0;
  for (std::size_t i = 1; i < line.size(); ++i) sum += apart(line[i - 1], line[i]);
  return sum;
}

// The part of a line between two ways along it.
LaneLine part_of(const LaneLine& line, double begin, double end) {
  LaneLine part;
  double way = 0.0;
  const auto between = [](const LanePoint& a, const LanePoint& b, double share) {
    return LanePoint{a.x + share * (b.x - a.x), a.y + share * (b.y - a.y), a.z + share * (b.z - a.z)};
  };
  for (std::size_t i = 0; i + 1 < line.size(); ++i) {
    const double length = apart(line[i], line[i + 1]);
    if (length > 0.0 && way + length > begin && way < end) {
      if (part.empty()) part.push_back(way < begin ? between(line[i], line[i + 1], (begin - way) / length) : line[i]);
      part.push_back(way + length > end ? between(line[i], line[i + 1], (end - way) / length) : line[i + 1]);
    }
    way += length;
  }
  return part;
}

class LaneReader {
 public:
  LaneReader(LaneMessages messages, const std::string& file) : from_(std::move(messages)) {
    map_.file = file;
    map_.origin = "OSI lanes";
    map_.geo_reference = from_.proj;
  }

  std::optional<LaneMap> read() {
    if (from_.lanes.empty() && from_.logical_lanes.empty()) return std::nullopt;
    for (const PhysicalLane& lane : from_.lanes) physical_.try_emplace(lane.id, &lane);
    if (!read_logical_lanes()) read_physical_lanes();
    if (map_.lanes.empty()) return std::nullopt;
    add_signs();
    add_lights();
    add_stop_lines();
    note_what_is_missing();
    return std::move(map_);
  }

 private:
  // ---- logical lanes --------------------------------------------------------------------------------------------------

  // All of them, or false: one lacks its borders.
  bool read_logical_lanes() {
    if (from_.logical_lanes.empty()) return false;
    for (const LogicalLane& from : from_.logical_lanes) {
      MapLane lane{.id = text_of(from.id), .type = type_of(from.type)};
      lane.travel = from.move == kAgainstS ? Travel::against : from.move == kBothWays ? Travel::both : Travel::along;
      lane.left = logical_border(from.left_borders, from);
      lane.right = logical_border(from.right_borders, from);
      if (lane.left.size() < 2 || lane.right.size() < 2) {
        map_.lanes.clear();
        return false;
      }
      lane.predecessors = texts_of(from.before);
      lane.successors = texts_of(from.after);
      lane.left_neighbours = texts_of(from.left_lanes);
      lane.right_neighbours = texts_of(from.right_lanes);
      for (const Id id : from.physical) {
        const auto physical = physical_.find(id);
        if (physical != physical_.end() && physical->second->type == kIntersection) lane.in_junction = true;
        logical_of_[id].push_back(from.id);
      }
      set_speed(lane, from.speed);
      map_.lanes.push_back(std::move(lane));
    }
    is_logical_ = true;
    return true;
  }

  // Borders of one side, in the order of s and cut off where the lane begins and ends.
  LaneLine logical_border(const std::vector<Id>& ids, const LogicalLane& lane) const {
    std::vector<const BorderLine*> lines;
    for (const Id id : ids)
      if (const auto found = from_.logical_borders.find(id);
          found != from_.logical_borders.end() && found->second.points.size() > 1)
        lines.push_back(&found->second);
    std::ranges::stable_sort(lines, {}, [](const BorderLine* line) { return line->stations.front(); });
    LaneLine all;
    for (const BorderLine* line : lines) {
      for (std::size_t i = 0; i < line->points.size(); ++i) {
        const double s = line->stations[i];
        const auto at = [&](std::size_t other, double wanted) {
          const double share = (wanted - s) / (line->stations[other] - s);
          const LanePoint &a = line->points[i], &b = line->points[other];
          return LanePoint{a.x + share * (b.x - a.x), a.y + share * (b.y - a.y), a.z + share * (b.z - a.z)};
        };
        const bool is_before = lane.has_range && s < lane.start_s, is_behind = lane.has_range && s > lane.end_s;
        if (is_before && i + 1 < line->points.size() && line->stations[i + 1] > lane.start_s)
          all.push_back(at(i + 1, lane.start_s));
        else if (is_behind && i > 0 && line->stations[i - 1] < lane.end_s)
          all.push_back(at(i - 1, lane.end_s));
        else if (!is_before && !is_behind)
          all.push_back(line->points[i]);
      }
    }
    return all;
  }

  // ---- lanes ----------------------------------------------------------------------------------------------------------

  void read_physical_lanes() {
    for (const PhysicalLane& lane : from_.lanes)
      if (is_whole_junction(lane)) whole_junctions_.insert(lane.id);
    note_sharers();
    for (const PhysicalLane& from : from_.lanes) {
      if (is_whole_junction(from)) continue;
      MapLane lane{.id = text_of(from.id), .type = type_of(from)};
      lane.travel = from.runs_with_points ? Travel::along : Travel::against;
      lane.in_junction = from.type == kIntersection;
      lane.centre = from.centre;
      set_physical_borders(from, lane);
      for (const LanePairing& pairing : from.pairings) {
        if (pairing.has_before && !whole_junctions_.contains(pairing.before))
          lane.predecessors.push_back(text_of(pairing.before));
        if (pairing.has_after && !whole_junctions_.contains(pairing.after))
          lane.successors.push_back(text_of(pairing.after));
      }
      lane.left_neighbours = texts_of(neighbours(from, from.left_lanes, from.left_borders));
      lane.right_neighbours = texts_of(neighbours(from, from.right_lanes, from.right_borders));
      map_.lanes.push_back(std::move(lane));
    }
    for (std::size_t i = 0; i < map_.lanes.size(); ++i) place_of_.try_emplace(map_.lanes[i].id, i);
    for (const PhysicalLane& lane : from_.lanes)
      if (is_whole_junction(lane)) add_ways_through(lane);
  }

  // esmini has one lane for a whole junction, which only says which lanes lead to which.
  static bool is_whole_junction(const PhysicalLane& lane) {
    return lane.type == kIntersection && lane.centre.size() < 2 && lane.left_borders.empty() &&
           lane.right_borders.empty();
  }

  // Lanes that have a border in common are neighbours, whether they say so or not.
  void note_sharers() {
    for (const PhysicalLane& lane : from_.lanes)
      for (const std::vector<Id>* side : {&lane.left_borders, &lane.right_borders})
        for (const Id border : *side) sharers_[border].push_back(lane.id);
  }

  // Those at the nearest border first: lists may name more than direct neighbours.
  std::vector<Id> neighbours(const PhysicalLane& lane, const std::vector<Id>& named,
                             const std::vector<Id>& borders) const {
    std::vector<Id> found;
    const auto add = [&](Id id) {
      if (id != lane.id && std::ranges::find(found, id) == found.end()) found.push_back(id);
    };
    for (const Id border : borders)
      for (const Id id : sharers_.at(border)) add(id);
    for (const Id id : named) add(id);
    return found;
  }

  void set_physical_borders(const PhysicalLane& from, MapLane& lane) {
    lane.left = physical_border(from.left_borders, from.centre);
    lane.right = physical_border(from.right_borders, from.centre);
    if (lane.left.size() > 1 && lane.right.size() > 1) return;
    if (from.centre.size() < 2) return;
    // One border, or none: the width is twice the way from the centre line to it, or to half-way to the neighbour.
    const LaneLine& border = lane.left.size() > 1 ? lane.left : lane.right;
    if (border.size() > 1) {
      const double half = distance_at_middle(from.centre, border);
      MapLane both;
      set_borders(both, from.centre, 2.0 * half);
      (lane.left.size() > 1 ? lane.right : lane.left) = lane.left.size() > 1 ? both.right : both.left;
      ++half_known_;
      return;
    }
    const auto width = width_by_neighbours(from);
    width ? ++widths_by_neighbours_ : ++widths_assumed_;
    set_borders(lane, from.centre, width.value_or(kAssumedWidth));
  }

  static double distance_at_middle(const LaneLine& centre, const LaneLine& border) {
    const LanePoint& middle = centre[centre.size() / 2];
    const LaneLine foot = part_of(border, way_to(border, middle) - 1e-3, way_to(border, middle) + 1e-3);
    return foot.empty() ? 0.5 * kAssumedWidth : apart(middle, foot.front());
  }

  std::optional<double> width_by_neighbours(const PhysicalLane& lane) const {
    double nearest = kMostWidth;
    for (const std::vector<Id>* side : {&lane.left_lanes, &lane.right_lanes}) {
      for (const Id id : *side) {
        const auto other = physical_.find(id);
        if (other == physical_.end() || other->second->centre.size() < 2 || other->second == &lane) continue;
        const double distance = distance_at_middle(lane.centre, other->second->centre);
        if (distance > kLeastWidth) nearest = std::min(nearest, distance);
      }
    }
    return nearest < kMostWidth ? std::optional(nearest) : std::nullopt;
  }

  // Pieces in the order of the centre line, each turned as it runs, and no longer than the lane.
  LaneLine physical_border(const std::vector<Id>& ids, const LaneLine& centre) const {
    struct Piece {
      double way = 0.0;
      LaneLine points;
    };
    std::vector<Piece> pieces;
    for (const Id id : ids) {
      const auto found = from_.borders.find(id);
      if (found == from_.borders.end() || found->second.points.size() < 2) continue;
      Piece piece{0.0, found->second.points};
      if (centre.size() > 1) {
        const double first = way_to(centre, piece.points.front()), last = way_to(centre, piece.points.back());
        if (last < first) std::ranges::reverse(piece.points);
        piece.way = std::min(first, last);
      }
      pieces.push_back(std::move(piece));
    }
    std::ranges::stable_sort(pieces, {}, &Piece::way);
    LaneLine all;
    for (const Piece& piece : pieces) all.insert(all.end(), piece.points.begin(), piece.points.end());
    if (all.size() < 2 || centre.size() < 2) return all;
    const double length = length_of(all), begin = way_to(all, centre.front()), end = way_to(all, centre.back());
    const bool is_longer = begin > kOverhang || length - end > kOverhang;
    if (is_longer && end > begin)
      all = part_of(all, begin > kOverhang ? begin : 0.0, length - end > kOverhang ? end : length);
    return as_long_as(centre, std::move(all));
  }

  // A dashed line ends with its last dash, metres before its lane does: it goes on beside the centre line.
  static LaneLine as_long_as(const LaneLine& centre, LaneLine border) {
    const LaneLine forward = beside(centre, border.back());
    border.insert(border.end(), forward.begin(), forward.end());
    LaneLine backward = centre;
    std::ranges::reverse(backward);
    LaneLine before = beside(backward, border.front());
    std::ranges::reverse(before);
    border.insert(border.begin(), before.begin(), before.end());
    return border;
  }

  // The rest of the centre line behind its point nearest to `from`, moved sideways to it.
  static LaneLine beside(const LaneLine& centre, const LanePoint& from) {
    // Metres: at the end of a curve the border's last point is a little before the centre line's, seen from its chord.
    constexpr double kMissing = 0.5;
    const double way = way_to(centre, from);
    const LaneLine rest = part_of(centre, way, length_of(centre));
    if (rest.size() < 2 || length_of(rest) < kMissing) return {};
    const double heading = heading_of(rest[0], rest[1]);
    const double offset = (from.y - rest[0].y) * std::cos(heading) - (from.x - rest[0].x) * std::sin(heading);
    MapLane shifted;
    set_borders(shifted, rest, 2.0 * std::abs(offset));
    LaneLine line = offset > 0.0 ? std::move(shifted.left) : std::move(shifted.right);
    line.erase(line.begin());
    return line;
  }

  // ---- ways through a junction of one lane ----------------------------------------------------------------------------

  // A cut across a lane where traffic leaves (or enters) it, seen in the direction of travel.
  struct Gate {
    LanePoint left, right;
    double heading = 0.0;
  };

  static double heading_of(const LanePoint& a, const LanePoint& b) { return std::atan2(b.y - a.y, b.x - a.x); }

  // Where the lane touches the junction: its own pairing tells which end; else traffic does.
  static Gate gate_of(const PhysicalLane& from, const MapLane& lane, Id junction, bool leaves) {
    bool at_end = (lane.travel != Travel::against) == leaves;
    for (const LanePairing& pairing : from.pairings) {
      if (pairing.has_before && pairing.before == junction) at_end = false;
      if (pairing.has_after && pairing.after == junction) at_end = true;
    }
    const LaneLine &l = lane.left, &r = lane.right;
    // Headed as the points run at that end; traffic leaves at the last point, and enters at the first, or all is turned.
    const double heading = at_end ? heading_of(l[l.size() - 2], l.back()) : heading_of(l[0], l[1]);
    if (at_end == leaves) return at_end ? Gate{l.back(), r.back(), heading} : Gate{l.front(), r.front(), heading};
    return at_end ? Gate{r.back(), l.back(), heading + kPi} : Gate{r.front(), l.front(), heading + kPi};
  }

  // A smooth line from one place and heading to another.
  static LaneLine smooth_line(const LanePoint& a, double a_heading, const LanePoint& b, double b_heading) {
    const double reach = apart(a, b);
    const int steps = std::clamp(static_cast<int>(reach), 4, 60);
    LaneLine line;
    for (int i = 0; i <= steps; ++i) {
      const double p = static_cast<double>(i) / steps, q = 1.0 - p;
      const double ha = q * q * (1.0 + 2.0 * p), hb = p * p * (1.0 + 2.0 * q), ta = p * q * q * reach,
                   tb = -p * p * q * reach;
      line.push_back({ha * a.x + hb * b.x + ta * std::cos(a_heading) + tb * std::cos(b_heading),
                      ha * a.y + hb * b.y + ta * std::sin(a_heading) + tb * std::sin(b_heading), ha * a.z + hb * b.z});
    }
    return line;
  }

  void add_ways_through(const PhysicalLane& junction) {
    for (const LanePairing& pairing : junction.pairings) {
      if (!pairing.has_before || !pairing.has_after) continue;
      const auto in = place_of_.find(text_of(pairing.before)), out = place_of_.find(text_of(pairing.after));
      if (in == place_of_.end() || out == place_of_.end()) continue;
      if (map_.lanes[in->second].left.size() < 2 || map_.lanes[out->second].left.size() < 2) continue;
      if (map_.lanes[in->second].right.size() < 2 || map_.lanes[out->second].right.size() < 2) continue;
      const Gate from = gate_of(*physical_.at(pairing.before), map_.lanes[in->second], junction.id, true);
      const Gate to = gate_of(*physical_.at(pairing.after), map_.lanes[out->second], junction.id, false);
      MapLane way{.id = fmt::format("{}:{}-{}", junction.id, pairing.before, pairing.after)};
      way.left = smooth_line(from.left, from.heading, to.left, to.heading);
      way.right = smooth_line(from.right, from.heading, to.right, to.heading);
      way.predecessors = {text_of(pairing.before)};
      way.successors = {text_of(pairing.after)};
      way.in_junction = true;
      way.junction = text_of(junction.id);
      map_.lanes.push_back(std::move(way));
      ++ways_made_;
    }
  }

  // ---- signs, lights, stop lines --------------------------------------------------------------------------------------

  static void set_speed(MapLane& lane, double speed) {
    if (speed > 0.0) lane.speed = map::SpeedLimit{map::SpeedLimit::Kind::limit, Speed::from_si(speed)};
  }

  // As the map's lanes are called.
  std::vector<std::string> lanes_of(const StandingThing& thing) const {
    if (!is_logical_) return texts_of(thing.lanes);
    if (!thing.logical_lanes.empty()) return texts_of(thing.logical_lanes);
    std::vector<std::string> found;
    for (const Id id : thing.lanes)
      if (const auto logical = logical_of_.find(id); logical != logical_of_.end())
        for (const Id lane : logical->second) found.push_back(text_of(lane));
    return found;
  }

  // By the sign's own country and code; else those of OSI's types that evaluations know, by their German numbers.
  void add_signs() {
    for (const StandingThing& sign : from_.signs) {
      map::MapSignal signal{.record = {}, .position = sign.position, .lanes = lanes_of(sign)};
      map::SignalRecord& record = signal.record;
      record.id = text_of(sign.id);
      record.country = sign.country;
      record.type = sign.code;
      record.subtype = sign.sub_code;
      record.text = sign.text;
      if (sign.has_value) record.value = sign.value;
      if (sign.unit == 3) record.unit = "km/h";
      if (sign.unit == 4) record.unit = "mph";
      if (record.type.empty()) {
        record.country = "DE";
        record.type = sign.sign_type == kStop         ? "206"
                      : sign.sign_type == kGiveWay    ? "205"
                      : sign.sign_type == kSpeedLimit ? "274"
                                                      : "";
      }
      if (sign.sign_type == kSpeedLimit) limit_speeds(signal.lanes, speed_of(sign.value, sign.unit));
      map_.signals.push_back(std::move(signal));
    }
  }

  // A sign holds for the lanes that it is assigned to; a rule of the lane itself says more.
  void limit_speeds(const std::vector<std::string>& lanes, double speed) {
    for (MapLane& lane : map_.lanes)
      if (!lane.speed && std::ranges::find(lanes, lane.id) != lanes.end()) set_speed(lane, speed);
  }

  // Bulbs beside each other that hold for the same lanes are one light, called as the first of them.
  void add_lights() {
    for (const StandingThing& bulb : from_.lights) {
      const std::vector<std::string> lanes = lanes_of(bulb);
      const auto is_of = [&](const map::MapSignal& head) {
        return head.record.dynamic && apart(head.position, bulb.position) < kOneHead && head.lanes == lanes;
      };
      if (std::ranges::any_of(map_.signals, is_of)) continue;
      map::MapSignal head{.record = {}, .position = bulb.position, .lanes = lanes};
      head.record.id = text_of(bulb.id);
      head.record.country = "OpenDRIVE";
      head.record.type = is_for_people(bulb.icon) ? "1000002" : "1000001";
      head.record.subtype = "-1";
      head.record.dynamic = true;
      map_.signals.push_back(std::move(head));
    }
  }

  // TrafficLight.Classification.Icon.
  static bool is_for_people(std::uint32_t icon) { return icon >= 15 && icon <= 17; }

  void add_stop_lines() {
    for (const StandingThing& marking : from_.markings) {
      if (marking.type != kSymbolic || marking.sign_type != kStop) continue;
      const double x = -0.5 * marking.width * std::sin(marking.yaw), y = 0.5 * marking.width * std::cos(marking.yaw);
      const LanePoint& p = marking.position;
      map_.stop_lines.push_back(
          {text_of(marking.id), {p.x - x, p.y - y, p.z}, {p.x + x, p.y + y, p.z}, lanes_of(marking)});
    }
  }

  // ---- notes ----------------------------------------------------------------------------------------------------------

  void note_what_is_missing() {
    if (widths_by_neighbours_ + widths_assumed_ > 0)
      map_.notes.push_back(
          fmt::format("{} lanes have a centre line but no borders: {} are taken as wide as the way to their neighbour, "
                      "{} as {} m wide",
                      widths_by_neighbours_ + widths_assumed_, widths_by_neighbours_, widths_assumed_, kAssumedWidth));
    if (half_known_ > 0)
      map_.notes.push_back(fmt::format(
          "{} lanes have a border on one side only: the other is as far from the centre line", half_known_));
    if (ways_made_ > 0)
      map_.notes.push_back(
          fmt::format("{} ways through junctions were drawn from lane to lane, as the file has junctions without lanes",
                      ways_made_));
    std::string missing;
    const auto lacks = [&](bool is_there, const char* what) {
      if (!is_there) missing += (missing.empty() ? "" : ", ") + std::string(what);
    };
    lacks(std::ranges::any_of(map_.lanes, [](const MapLane& lane) { return lane.speed.has_value(); }), "speed limits");
    lacks(!map_.signals.empty(), "signs and lights");
    lacks(!map_.stop_lines.empty(), "stop lines");
    if (!missing.empty()) map_.notes.push_back("the lanes come without " + missing);
  }

  LaneMessages from_;
  LaneMap map_;
  std::unordered_map<Id, const PhysicalLane*> physical_;
  std::unordered_map<Id, std::vector<Id>> logical_of_, sharers_;
  std::unordered_map<std::string, std::size_t> place_of_;
  std::unordered_set<Id> whole_junctions_;
  bool is_logical_ = false;
  std::size_t widths_by_neighbours_ = 0, widths_assumed_ = 0, half_known_ = 0, ways_made_ = 0;
};

}  // namespace

std::optional<LaneMap> read_lanes(std::string_view ground_truth, const std::string& file) {
  return LaneReader(read_lane_messages(ground_truth), file).read();
}

std::string read_map_reference(std::string_view ground_truth) {
  pbf_reader reader = reader_of(ground_truth);
  while (reader.next()) {
    if (reader.tag_and_type() == bytes(15)) return std::string(view_of(reader));
    reader.skip();
  }
  return {};
}

}  // namespace scrutineer::trace::osi
