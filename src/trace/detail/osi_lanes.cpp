#include "trace/detail/osi_lanes.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <span>
#include <unordered_set>
#include <utility>

#include "base/quantity.h"
#include "trace/detail/lane_lines.h"
#include "trace/detail/osi_centre_lines.h"
#include "trace/detail/osi_lane_records.h"
#include "trace/detail/osi_wire.h"
#include "trace/detail/osi_words.h"

namespace scrutineer::trace::osi {
namespace {

using map::LaneLine;
using map::LaneMap;
using map::LanePoint;
using map::LaneType;
using map::MapLane;
using map::Travel;

constexpr double kOverhang = 5.0;    // metres by which a border may be longer than its lane
constexpr double kWidestMark = 2.0;  // metres: more is no line
constexpr double kOneHead = 2.0;     // metres: bulbs nearer than this are one light

std::string text_of(Id id) { return std::to_string(id); }

std::vector<std::string> texts_of(const IdList& ids) {
  std::vector<std::string> texts;
  texts.reserve(ids.size());
  for (const Id id : ids) texts.push_back(text_of(id));
  return texts;
}

LaneType type_of(const PhysicalLane& lane) {
  const bool is_for_driving = lane.type == kDrivingLane || lane.type == kIntersectionLane;
  if (lane.subtype < kNormalLane) return is_for_driving ? LaneType::driving : LaneType::other;
  return lane_type(lane.subtype);
}

// Lanes at one border, by their places in the file.
using Sharers = ShortList<std::uint32_t>;

// All of them; of very many, as only a broken file has them, those next to the lane in the file.
std::span<const std::uint32_t> those_around(std::uint32_t lane, const Sharers& sharers) {
  constexpr std::size_t kMost = 128;
  const std::span<const std::uint32_t> lanes(sharers.begin(), sharers.end());
  if (lanes.size() <= kMost) return lanes;
  const auto own = static_cast<std::size_t>(std::ranges::lower_bound(lanes, lane) - lanes.begin());
  const std::size_t begin = own < kMost / 2 ? 0 : own - kMost / 2;
  return lanes.subspan(begin, std::min(kMost, lanes.size() - begin));
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
    physical_.reserve(from_.lanes.size());
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
      MapLane lane{.id = text_of(from.id), .type = lane_type(from.type)};
      lane.travel = from.move == kMovesAgainstS   ? Travel::against
                    : from.move == kMovesBothWays ? Travel::both
                                                  : Travel::along;
      lane.left = logical_line(from.left_borders, from_.logical_borders, from);
      lane.right = logical_line(from.right_borders, from_.logical_borders, from);
      lane.reference = logical_line(from.reference_lines, from_.reference_lines, from);
      lane.left_marks = marks_of(painted(from.left_borders), {});
      lane.right_marks = marks_of(painted(from.right_borders), {});
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
        if (physical != physical_.end() && physical->second->type == kIntersectionLane) lane.in_junction = true;
        logical_of_[id].push_back(from.id);
      }
      set_speed(lane, from.speed);
      map_.lanes.push_back(std::move(lane));
    }
    is_logical_ = true;
    return true;
  }

  // What is painted, or stands, along borders of a logical lane.
  IdList painted(const IdList& logical) const {
    IdList ids;
    for (const Id id : logical)
      if (const auto found = from_.logical_borders.find(id); found != from_.logical_borders.end())
        for (const Id physical : found->second.physical) ids.push_back(physical);
    return ids;
  }

  // From the border's first point on; nothing where there is no such border, or nobody knows what it is.
  std::optional<map::MapMark> mark_of(Id id) const {
    const auto found = from_.borders.find(id);
    if (found == from_.borders.end() || found->second.points.empty()) return std::nullopt;
    const BorderLine& border = found->second;
    const auto type = mark_type(border.type);
    if (!type) return std::nullopt;
    const bool has_width = border.width > 0.0 && border.width < kWidestMark;
    return map::MapMark{border.points.front(), *type, mark_colour(border.colour),
                        has_width ? static_cast<float>(border.width) : 0.0F};
  }

  // Of the pieces of one border, each from where it begins; in the order of the centre line, where there is one.
  std::vector<map::MapMark> marks_of(const IdList& ids, const LaneLine& centre) const {
    if (ids.size() == 1) {
      const auto mark = mark_of(ids.front());
      return mark ? std::vector{*mark} : std::vector<map::MapMark>{};
    }
    struct Piece {
      double way = 0.0;
      map::MapMark mark;
    };
    std::vector<Piece> pieces;
    for (const Id id : ids) {
      const auto mark = mark_of(id);
      if (!mark) continue;
      Piece piece{0.0, *mark};
      if (centre.size() > 1) {
        const BorderLine& border = from_.borders.at(id);
        const double first = way_to(centre, border.points.front()), last = way_to(centre, border.points.back());
        if (last < first) piece.mark.begin = border.points.back();
        piece.way = std::min(first, last);
      }
      pieces.push_back(piece);
    }
    std::ranges::stable_sort(pieces, {}, &Piece::way);
    std::vector<map::MapMark> marks;
    marks.reserve(pieces.size());
    for (const Piece& piece : pieces) marks.push_back(piece.mark);
    return marks;
  }

  // Borders of one side, or the reference line, in the order of s and cut off where the lane begins and ends.
  static LaneLine logical_line(const IdList& ids, const Borders& from, const LogicalLane& lane) {
    std::vector<const BorderLine*> lines;
    for (const Id id : ids)
      if (const auto found = from.find(id); found != from.end() && found->second.points.size() > 1)
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
    close_gaps(from_.lanes);
    CentreLineBorders by_centre(physical_);
    for (const PhysicalLane& lane : from_.lanes)
      if (is_whole_junction(lane)) whole_junctions_.insert(lane.id);
    note_sharers();
    map_.lanes.reserve(from_.lanes.size());
    for (const PhysicalLane& from : from_.lanes) {
      if (is_whole_junction(from)) continue;
      MapLane lane{.id = text_of(from.id), .type = type_of(from)};
      lane.travel = from.runs_with_points ? Travel::along : Travel::against;
      lane.in_junction = from.type == kIntersectionLane;
      lane.left_marks = marks_of(from.left_borders, from.centre);
      lane.right_marks = marks_of(from.right_borders, from.centre);
      set_physical_borders(from, by_centre, lane);
      set_links(from.pairings, lane);
      lane.left_neighbours = neighbours(from, from.left_lanes, from.left_borders);
      lane.right_neighbours = neighbours(from, from.right_lanes, from.right_borders);
      map_.lanes.push_back(std::move(lane));
    }
    if (!whole_junctions_.empty()) note_places();
    for (const PhysicalLane& lane : from_.lanes)
      if (is_whole_junction(lane)) add_ways_through(lane);
    // Nobody needs them here any more.
    std::size_t made = 0;
    for (PhysicalLane& from : from_.lanes)
      if (!is_whole_junction(from)) map_.lanes[made++].centre = std::move(from.centre);
  }

  void note_places() {
    for (std::size_t i = 0; i < map_.lanes.size(); ++i) place_of_.try_emplace(map_.lanes[i].id, i);
  }

  void set_links(const std::vector<LanePairing>& pairings, MapLane& lane) const {
    const auto is_before = [&](const LanePairing& pairing) {
      return pairing.has_before && !whole_junctions_.contains(pairing.before);
    };
    const auto is_after = [&](const LanePairing& pairing) {
      return pairing.has_after && !whole_junctions_.contains(pairing.after);
    };
    lane.predecessors.reserve(static_cast<std::size_t>(std::ranges::count_if(pairings, is_before)));
    lane.successors.reserve(static_cast<std::size_t>(std::ranges::count_if(pairings, is_after)));
    for (const LanePairing& pairing : pairings) {
      if (is_before(pairing)) lane.predecessors.push_back(text_of(pairing.before));
      if (is_after(pairing)) lane.successors.push_back(text_of(pairing.after));
    }
  }

  // esmini has one lane for a whole junction, which only says which lanes lead to which.
  static bool is_whole_junction(const PhysicalLane& lane) {
    return lane.type == kIntersectionLane && lane.centre.size() < 2 && lane.left_borders.empty() &&
           lane.right_borders.empty();
  }

  // Lanes that have a border in common are neighbours, whether they say so or not.
  void note_sharers() {
    sharers_.reserve(from_.borders.size());
    for (const PhysicalLane& lane : from_.lanes)
      for (const IdList* side : {&lane.left_borders, &lane.right_borders})
        for (const Id border : *side) sharers_[border].push_back(place_in_file(lane));
  }

  std::uint32_t place_in_file(const PhysicalLane& lane) const {
    return static_cast<std::uint32_t>(&lane - from_.lanes.data());
  }

  // Those at the nearest border first: lists may name more than direct neighbours.
  std::vector<std::string> neighbours(const PhysicalLane& lane, const IdList& named, const IdList& borders) {
    std::vector<std::string> found;
    noted_by_.resize(from_.lanes.size(), 0);
    ++lists_;
    const auto add = [&](Id id) {
      const auto other = physical_.find(id);
      if (id == lane.id || other == physical_.end()) return;
      std::uint32_t& noted_by = noted_by_[place_in_file(*other->second)];
      if (noted_by == lists_) return;
      noted_by = lists_;
      found.push_back(text_of(id));
    };
    for (const Id border : borders)
      for (const std::uint32_t other : those_around(place_in_file(lane), sharers_.at(border)))
        add(from_.lanes[other].id);
    for (const Id id : named) add(id);
    return found;
  }

  void set_physical_borders(const PhysicalLane& from, CentreLineBorders& by_centre, MapLane& lane) {
    lane.left = physical_border(from.left_borders, from.centre);
    lane.right = physical_border(from.right_borders, from.centre);
    if (lane.left.size() > 1 && lane.right.size() > 1) return;
    if (from.centre.size() < 2) return;
    if (lane.left.size() < 2 && lane.right.size() < 2) {
      by_centre.set(from, lane) ? ++widths_by_neighbours_ : ++widths_assumed_;
      return;
    }
    // One border: the other is as far from the centre line.
    const LaneLine& border = lane.left.size() > 1 ? lane.left : lane.right;
    const LanePoint& middle = from.centre[from.centre.size() / 2];
    MapLane both;
    set_borders(both, from.centre, 2.0 * apart(middle, foot_on(border, middle)));
    (lane.left.size() > 1 ? lane.right : lane.left) = lane.left.size() > 1 ? both.right : both.left;
    ++half_known_;
  }

  // Does the border begin and end beside the centre line's ends? `from` and `towards` are the line's first two points.
  static bool begins_beside(const LanePoint& border, const LanePoint& from, const LanePoint& towards) {
    constexpr double kMostAlong = 0.4, kMostAcross = 10.0;  // metres
    const double dx = towards.x - from.x, dy = towards.y - from.y, px = border.x - from.x, py = border.y - from.y;
    const double length = std::hypot(dx, dy);
    return std::abs(px * dx + py * dy) < kMostAlong * length && std::abs(px * dy - py * dx) < kMostAcross * length;
  }
  static bool runs_beside(const LaneLine& border, const LaneLine& centre) {
    const std::size_t last = centre.size() - 1;
    return begins_beside(border.front(), centre[0], centre[1]) &&
           begins_beside(border.back(), centre[last], centre[last - 1]);
  }

  // Pieces in the order of the centre line, each turned as it runs, and no longer than the lane.
  LaneLine physical_border(const IdList& ids, const LaneLine& centre) {
    if (ids.size() == 1 && centre.size() > 1) {  // most borders are one line, as long as the lane
      const auto only = from_.borders.find(ids.front());
      const bool is_line = only != from_.borders.end() && only->second.points.size() > 1;
      if (is_line && runs_beside(only->second.points, centre)) {
        if (sharers_.at(ids.front()).size() == 1) return std::move(only->second.points);
        return only->second.points;
      }
    }
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
      if (sign.unit == kKilometresPerHour) record.unit = "km/h";
      if (sign.unit == kMilesPerHour) record.unit = "mph";
      if (record.type.empty()) {
        record.country = "DE";
        record.type = sign.sign_type == kStopSign         ? "206"
                      : sign.sign_type == kGiveWaySign    ? "205"
                      : sign.sign_type == kSpeedLimitSign ? "274"
                                                          : "";
      }
      if (sign.sign_type == kSpeedLimitSign) limit_speeds(signal.lanes, speed_of(sign.value, sign.unit));
      map_.signals.push_back(std::move(signal));
    }
  }

  // A sign holds for the lanes that it is assigned to; a rule of the lane itself says more.
  void limit_speeds(const std::vector<std::string>& lanes, double speed) {
    if (place_of_.empty()) note_places();
    for (const std::string& id : lanes)
      if (const auto place = place_of_.find(id); place != place_of_.end() && !map_.lanes[place->second].speed)
        set_speed(map_.lanes[place->second], speed);
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

  void add_stop_lines() {
    for (const StandingThing& marking : from_.markings) {
      if (marking.type != kSymbolicMarking || marking.sign_type != kStopSign) continue;
      const double x = -0.5 * marking.width * std::sin(marking.yaw), y = 0.5 * marking.width * std::cos(marking.yaw);
      const LanePoint& p = marking.position;
      map_.stop_lines.push_back(
          {text_of(marking.id), {p.x - x, p.y - y, p.z}, {p.x + x, p.y + y, p.z}, lanes_of(marking)});
    }
  }

  // ---- notes ----------------------------------------------------------------------------------------------------------

  void note_what_is_missing() {
    if (widths_by_neighbours_ + widths_assumed_ > 0)
      map_.notes.push_back(fmt::format(
          "{} lanes have a centre line but no borders: {} end half-way to their neighbours, {} are taken as "
          "{} m wide",
          widths_by_neighbours_ + widths_assumed_, widths_by_neighbours_, widths_assumed_, kAssumedWidth));
    if (half_known_ > 0)
      map_.notes.push_back(fmt::format(
          "{} lanes have a border on one side only: the other is as far from the centre line", half_known_));
    if (ways_made_ > 0)
      map_.notes.push_back(
          fmt::format("{} ways through junctions were drawn from lane to lane, as the file has junctions without lanes",
                      ways_made_));
    std::vector<std::string> missing;
    if (std::ranges::none_of(map_.lanes, [](const MapLane& lane) { return lane.speed.has_value(); }))
      missing.emplace_back("speed limits");
    if (map_.signals.empty()) missing.insert(missing.end(), {"signs", "lights"});
    if (map_.stop_lines.empty()) missing.emplace_back("stop lines");
    if (missing.empty()) return;
    const std::string last = std::move(missing.back());
    missing.pop_back();
    map_.notes.push_back(
        fmt::format("the lanes come without {}{}{}", fmt::join(missing, ", "), missing.empty() ? "" : " or ", last));
  }

  LaneMessages from_;
  LaneMap map_;
  std::unordered_map<Id, const PhysicalLane*> physical_;
  std::unordered_map<Id, std::vector<Id>> logical_of_;
  std::unordered_map<Id, Sharers> sharers_;  // of borders
  std::vector<std::uint32_t> noted_by_;      // by lane: the last list of neighbours that it was noted in
  std::uint32_t lists_ = 0;
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
