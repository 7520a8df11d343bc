#include "kit/road_builder.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <utility>

#include "map/road_network.h"

namespace scrutineer::kit {

using namespace map;

RoadBuilder::RoadBuilder(std::string id) { road_.id = std::move(id); }

RoadBuilder& RoadBuilder::name(std::string name) {
  road_.name = std::move(name);
  return *this;
}

RoadBuilder& RoadBuilder::rule(TrafficRule rule) {
  road_.rule = rule;
  return *this;
}

RoadBuilder& RoadBuilder::in_junction(std::string junction) {
  road_.junction = std::move(junction);
  return *this;
}

// ---- plan view ------------------------------------------------------------------------------------------------------

RoadBuilder& RoadBuilder::start(double x, double y, double heading) {
  if (!road_.geometries.empty()) throw std::logic_error("start() comes before the first piece");
  start_ = {x, y, heading};
  return *this;
}

Pose RoadBuilder::pose() const { return road_.geometries.empty() ? start_ : end_pose(road_.geometries.back()); }

RoadBuilder& RoadBuilder::piece(double length, std::variant<Line, Arc, Spiral, Poly3, ParamPoly3> shape) {
  const Pose from = pose();
  road_.geometries.push_back({road_.length, from.x, from.y, from.heading, length, shape});
  road_.length += length;
  return *this;
}

RoadBuilder& RoadBuilder::line(double length) { return piece(length, Line{}); }
RoadBuilder& RoadBuilder::arc(double length, double curvature) { return piece(length, Arc{curvature}); }

RoadBuilder& RoadBuilder::spiral(double length, double curvature_begin, double curvature_end) {
  return piece(length, Spiral{curvature_begin, curvature_end});
}

RoadBuilder& RoadBuilder::poly3(double u_end, const Cubic& v) {
  const Poly3 shape{v};
  return piece(arc_length(shape, u_end), shape);
}

RoadBuilder& RoadBuilder::param_poly3(const Cubic& u, const Cubic& v, double p_end) {
  const ParamPoly3 shape{u, v, p_end};
  return piece(arc_length(shape, p_end), shape);
}

RoadBuilder& RoadBuilder::bend_to(const Pose& target) {
  constexpr double kSmall = 1e-9;
  const Pose from = pose();
  const double c = std::cos(from.heading), s = std::sin(from.heading);
  const double ahead = (target.x - from.x) * c + (target.y - from.y) * s;
  const double left = (target.y - from.y) * c - (target.x - from.x) * s;
  const double turn = normalised_angle(target.heading - from.heading);
  if (std::abs(turn) < kSmall && std::abs(left) < kSmall) return line(ahead);
  // The lines through both poses meet `first` ahead of the one and `last` before the other.
  const double last = left / std::sin(turn);
  const double first = ahead - last * std::cos(turn);
  if (std::abs(turn) < 1e-3 || first < kSmall || last < kSmall) {
    const double reach = std::hypot(ahead, left);
    return param_poly3(hermite(0.0, reach, ahead, reach * std::cos(turn), 1.0),
                       hermite(0.0, 0.0, left, reach * std::sin(turn), 1.0));
  }
  const double tangent = std::min(first, last);
  const double radius = tangent / std::tan(0.5 * std::abs(turn));
  if (first - tangent > kSmall) line(first - tangent);
  arc(radius * std::abs(turn), std::copysign(1.0 / radius, turn));
  if (last - tangent > kSmall) line(last - tangent);
  return *this;
}

// ---- lanes ----------------------------------------------------------------------------------------------------------

LaneSectionRecord& RoadBuilder::last_section() {
  if (road_.sections.empty()) section(0.0);
  return road_.sections.back();
}

LaneRecord& RoadBuilder::lane_of(LaneSectionRecord& section, int number) {
  const auto found = std::ranges::find(section.lanes, number, &LaneRecord::number);
  if (found == section.lanes.end()) throw std::logic_error("there is no lane " + std::to_string(number));
  return *found;
}

RoadBuilder& RoadBuilder::section(double s) {
  LaneSectionRecord added;
  added.s = s;
  road_.sections.push_back(std::move(added));
  section_links_.emplace_back();
  return *this;
}

RoadBuilder& RoadBuilder::lanes(std::initializer_list<int> numbers, double width, LaneType type) {
  for (const int number : numbers) lane(number, width, type);
  return *this;
}

RoadBuilder& RoadBuilder::lane(int number, double width, LaneType type) {
  LaneSectionRecord& section = last_section();
  LaneRecord added;
  added.number = number;
  added.type = type;
  added.type_name = to_string(type);
  added.widths = {{section.s, {width, 0.0, 0.0, 0.0}}};
  section.lanes.insert(std::ranges::upper_bound(section.lanes, number, {}, &LaneRecord::number), std::move(added));
  return *this;
}

RoadBuilder& RoadBuilder::lane_type(int number, LaneType type) {
  LaneRecord& lane = lane_of(last_section(), number);
  lane.type = type;
  lane.type_name = to_string(type);
  return *this;
}

RoadBuilder& RoadBuilder::lane_direction(int number, LaneDirection direction) {
  lane_of(last_section(), number).direction = direction;
  return *this;
}

RoadBuilder& RoadBuilder::width(int number, const Cubic& cubic, double ds) {
  LaneSectionRecord& section = last_section();
  LaneRecord& lane = lane_of(section, number);
  if (ds == 0.0) lane.widths.clear();
  lane.widths.push_back({section.s + ds, cubic});
  return *this;
}

RoadBuilder& RoadBuilder::border(int number, const Cubic& cubic, double ds) {
  LaneSectionRecord& section = last_section();
  LaneRecord& lane = lane_of(section, number);
  lane.widths.clear();
  lane.borders.push_back({section.s + ds, cubic});
  return *this;
}

RoadBuilder& RoadBuilder::lane_speed(int number, Speed max, double ds) {
  LaneSectionRecord& section = last_section();
  lane_of(section, number).speeds.push_back({section.s + ds, {SpeedLimit::Kind::limit, max}});
  return *this;
}

RoadBuilder& RoadBuilder::mark(int number, MarkType type, MarkColour colour, double ds) {
  LaneSectionRecord& section = last_section();
  (number == 0 ? section.centre_marks : lane_of(section, number).marks).push_back({section.s + ds, type, colour, 0.0F});
  return *this;
}

RoadBuilder& RoadBuilder::lane_access(int number, bool allow, std::vector<std::string> who, double ds) {
  LaneSectionRecord& section = last_section();
  lane_of(section, number).accesses.push_back({section.s + ds, allow, std::move(who)});
  return *this;
}

RoadBuilder& RoadBuilder::continues(int from, int to) {
  last_section();
  section_links_.back().push_back({from, to});
  return *this;
}

// ---- profiles and types ---------------------------------------------------------------------------------------------

RoadBuilder& RoadBuilder::elevation(double s, const Cubic& cubic) {
  road_.elevations.push_back({s, cubic});
  return *this;
}

RoadBuilder& RoadBuilder::superelevation(double s, const Cubic& cubic) {
  road_.superelevations.push_back({s, cubic});
  return *this;
}

RoadBuilder& RoadBuilder::lane_offset(double s, const Cubic& cubic) {
  road_.lane_offsets.push_back({s, cubic});
  return *this;
}

RoadBuilder& RoadBuilder::type(double s, std::string type) {
  road_.types.push_back({s, std::move(type), {}, {}});
  return *this;
}

RoadBuilder& RoadBuilder::speed(double s, Speed max, std::string type) {
  road_.types.push_back({s, std::move(type), {}, SpeedLimit{SpeedLimit::Kind::limit, max}});
  return *this;
}

RoadBuilder& RoadBuilder::speed(double s, SpeedLimit::Kind kind, std::string type) {
  road_.types.push_back({s, std::move(type), {}, SpeedLimit{kind, {}}});
  return *this;
}

// ---- links ----------------------------------------------------------------------------------------------------------

RoadBuilder& RoadBuilder::predecessor_road(std::string id, ContactPoint contact) {
  road_.predecessor = RoadLink{RoadLink::Kind::road, std::move(id), contact, {}};
  return *this;
}

RoadBuilder& RoadBuilder::successor_road(std::string id, ContactPoint contact) {
  road_.successor = RoadLink{RoadLink::Kind::road, std::move(id), contact, {}};
  return *this;
}

RoadBuilder& RoadBuilder::predecessor_junction(std::string id) {
  road_.predecessor = RoadLink{RoadLink::Kind::junction, std::move(id), {}, {}};
  return *this;
}

RoadBuilder& RoadBuilder::successor_junction(std::string id) {
  road_.successor = RoadLink{RoadLink::Kind::junction, std::move(id), {}, {}};
  return *this;
}

RoadBuilder& RoadBuilder::lane_predecessor(int number, int linked) {
  end_links_.push_back({ContactPoint::start, number, linked});
  return *this;
}

RoadBuilder& RoadBuilder::lane_successor(int number, int linked) {
  end_links_.push_back({ContactPoint::end, number, linked});
  return *this;
}

// ---- signals and objects --------------------------------------------------------------------------------------------

RoadBuilder& RoadBuilder::signal(SignalRecord signal) {
  road_.signals.push_back(std::move(signal));
  return *this;
}

RoadBuilder& RoadBuilder::signal_reference(SignalReferenceRecord reference) {
  road_.signal_references.push_back(std::move(reference));
  return *this;
}

RoadBuilder& RoadBuilder::object(ObjectRecord object) {
  road_.objects.push_back(std::move(object));
  return *this;
}

RoadRecord RoadBuilder::record() const {
  RoadBuilder finished = *this;
  if (road_.sections.empty()) finished.lanes({-1, 1});
  RoadRecord& road = finished.road_;
  for (std::size_t i = 1; i < road.sections.size(); ++i) {
    LaneSectionRecord& before = road.sections[i - 1];
    LaneSectionRecord& after = road.sections[i];
    std::vector<JunctionLaneLink> links = finished.section_links_[i];
    if (links.empty()) {
      for (const LaneRecord& lane : before.lanes)
        if (find_lane(after, lane.number) != nullptr) links.push_back({lane.number, lane.number});
    }
    for (const auto& [from, to] : links) {
      finished.lane_of(before, from).successors.push_back(to);
      finished.lane_of(after, to).predecessors.push_back(from);
    }
  }
  for (const auto& [end, lane, linked] : finished.end_links_) {
    if (end == ContactPoint::start) {
      finished.lane_of(road.sections.front(), lane).predecessors.push_back(linked);
    } else {
      finished.lane_of(road.sections.back(), lane).successors.push_back(linked);
    }
  }
  return road;
}

// ---- helpers --------------------------------------------------------------------------------------------------------

Cubic hermite(double a, double b, double c, double d, double length) {
  const double rise = (c - a) / length;
  return {a, b, (3.0 * rise - 2.0 * b - d) / length, (b + d - 2.0 * rise) / (length * length)};
}

namespace {

SignalRecord signal(std::string id, std::string type, double s, double t, Orientation orientation) {
  SignalRecord record;
  record.id = std::move(id);
  record.type = std::move(type);
  record.subtype = "-1";
  record.country = "OpenDRIVE";
  record.s = s;
  record.t = t;
  record.orientation = orientation;
  return record;
}

}  // namespace

SignalRecord light(std::string id, double s, double t, Orientation orientation) {
  SignalRecord record = signal(std::move(id), "1000001", s, t, orientation);
  record.dynamic = true;
  record.z_offset = 3.0;
  return record;
}

SignalRecord stop_sign(std::string id, double s, double t, Orientation orientation) {
  SignalRecord record = signal(std::move(id), "206", s, t, orientation);
  record.z_offset = 2.0;
  return record;
}

SignalRecord yield_sign(std::string id, double s, double t, Orientation orientation) {
  SignalRecord record = signal(std::move(id), "205", s, t, orientation);
  record.z_offset = 2.0;
  return record;
}

SignalRecord stop_line(std::string id, double s, double t, Orientation orientation) {
  return signal(std::move(id), "294", s, t, orientation);
}

ObjectRecord stop_line_object(std::string id, double s, double t, double width, Orientation orientation) {
  ObjectRecord record;
  record.id = std::move(id);
  record.name = "stop line";
  record.type = "roadMark";
  record.subtype = "stopLine";
  record.s = s;
  record.t = t;
  record.length = 0.3;
  record.width = width;
  record.orientation = orientation;
  return record;
}

ObjectRecord crosswalk(std::string id, double s, double t, double width) {
  constexpr double kHalfLength = 2.0;
  ObjectRecord record;
  record.id = std::move(id);
  record.type = "crosswalk";
  record.s = s;
  record.t = t;
  record.length = 2.0 * kHalfLength;
  record.width = width;
  record.orientation = Orientation::both;
  const double half = 0.5 * width;
  record.outlines = {{{false, -kHalfLength, -half, 0.0},
                      {false, kHalfLength, -half, 0.0},
                      {false, kHalfLength, half, 0.0},
                      {false, -kHalfLength, half, 0.0}}};
  return record;
}

}  // namespace scrutineer::kit
