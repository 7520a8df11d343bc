// What an OpenDRIVE file says, as plain values: the part of it that Scrutineer reads.
//
// Lengths are metres, angles radians, counter-clockwise; s runs along a road's reference line in the plane, t to its
// left. A list of cubics holds for each record from its s to the next one's.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "base/quantity.h"
#include "map/ids.h"

namespace scrutineer::map {

// The line of its file that says it; 0: it comes from no file. Records that say the same are equal wherever they stand.
struct SourceLine {
  std::uint32_t number = 0;
  constexpr bool operator==(const SourceLine&) const { return true; }
};

// a + b*ds + c*ds^2 + d*ds^3
struct Cubic {
  double a = 0.0, b = 0.0, c = 0.0, d = 0.0;

  constexpr double at(double ds) const { return a + ds * (b + ds * (c + ds * d)); }
  constexpr double slope(double ds) const { return b + ds * (2.0 * c + ds * 3.0 * d); }
  // The same curve, counted from `ds` on.
  constexpr Cubic moved_to(double ds) const { return {at(ds), slope(ds), c + 3.0 * d * ds, d}; }
  constexpr Cubic operator+(const Cubic& o) const { return {a + o.a, b + o.b, c + o.c, d + o.d}; }
  constexpr Cubic operator-(const Cubic& o) const { return {a - o.a, b - o.b, c - o.c, d - o.d}; }
  constexpr bool is_zero() const { return a == 0.0 && b == 0.0 && c == 0.0 && d == 0.0; }
  bool operator==(const Cubic&) const = default;
};

struct CubicRecord {
  double s = 0.0;  // where it starts: road s, also for lane widths (their sOffset is resolved)
  Cubic cubic;
  bool operator==(const CubicRecord&) const = default;
};

// ---- plan view ------------------------------------------------------------------------------------------------------

struct Line {
  bool operator==(const Line&) const = default;
};
struct Arc {
  double curvature = 0.0;
  bool operator==(const Arc&) const = default;
};
struct Spiral {  // curvature linear in s
  double curvature_begin = 0.0, curvature_end = 0.0;
  bool operator==(const Spiral&) const = default;
};
struct Poly3 {  // v(u) in the local frame, followed by true arc length
  Cubic v;
  bool operator==(const Poly3&) const = default;
};
struct ParamPoly3 {  // u(p), v(p) in the local frame, p in [0, p_end], followed by true arc length
  Cubic u, v;
  double p_end = 1.0;
  bool operator==(const ParamPoly3&) const = default;
};

struct Geometry {
  double s = 0.0, x = 0.0, y = 0.0, heading = 0.0, length = 0.0;
  std::variant<Line, Arc, Spiral, Poly3, ParamPoly3> shape;
  bool operator==(const Geometry&) const = default;
};

// ---- roads and lanes ------------------------------------------------------------------------------------------------

enum class TrafficRule { right_hand, left_hand };

// A speed as the file gives it. "no limit" and "undefined" are told apart from each other and from silence.
struct SpeedLimit {
  enum class Kind { limit, no_limit, undefined };
  Kind kind = Kind::undefined;
  Speed max;  // for Kind::limit
  bool operator==(const SpeedLimit&) const = default;
};

struct RoadTypeRecord {  // <type>: valid from s on
  double s = 0.0;
  std::string type;     // "motorway", "town", ...
  std::string country;  // "DE"; empty: not given
  std::optional<SpeedLimit> speed;
  bool operator==(const RoadTypeRecord&) const = default;
};

enum class ContactPoint { start, end };

struct RoadLink {  // <predecessor> or <successor> of a road
  enum class Kind { road, junction };
  Kind kind = Kind::road;
  std::string element_id;               // as in the file
  std::optional<ContactPoint> contact;  // for roads
  std::optional<double> element_s;      // virtual junctions: where on the other road
  SourceLine line = {};
  bool operator==(const RoadLink&) const = default;
};

enum class LaneType {
  none,
  driving,
  shoulder,
  border,
  stop,
  restricted,
  parking,
  median,
  biking,
  sidewalk,
  walking,
  curb,
  bidirectional,
  exit,
  entry,
  on_ramp,
  off_ramp,
  connecting_ramp,
  slip_lane,
  bus,
  taxi,
  hov,
  tram,
  rail,
  road_works,
  special1,
  special2,
  special3,
  mway_entry,
  mway_exit,
  shared,
  other
};

enum class LaneDirection { standard, reversed, both };  // 1.8's lane direction, relative to the traffic rule

struct LaneSpeedRecord {
  double s = 0.0;  // road s
  SpeedLimit speed;
  bool operator==(const LaneSpeedRecord&) const = default;
};

struct LaneAccessRecord {
  double s = 0.0;
  bool allow = false;  // rule="allow": only these; false: "deny" these
  std::vector<std::string> restrictions;
  bool operator==(const LaneAccessRecord&) const = default;
};

// The standard's types and colours of road marks; a colour it does not know, and none, are `standard` (white).
enum class MarkType : std::uint8_t {
  none,
  solid,
  broken,
  solid_solid,  // double lines: the inner one first; of lane 0 the left one
  solid_broken,
  broken_solid,
  broken_broken,
  botts_dots,
  grass,
  curb,
  edge,
  other
};
enum class MarkColour : std::uint8_t { standard, white, yellow, red, blue, green, orange, violet, black, other };

// What is painted along the border of a lane away from the reference line, from here to the next record.
struct LaneMarkRecord {
  double s = 0.0;  // road s
  MarkType type = MarkType::none;
  MarkColour colour = MarkColour::standard;
  float width = 0.0F;  // metres; 0: the file does not say
  bool operator==(const LaneMarkRecord&) const = default;
};
inline constexpr float kBoldMarkWidth = 0.25F;

struct LaneRecord {
  int number = 0;  // never 0
  std::string id;  // what its format calls the lane; empty in OpenDRIVE, where road, s and number do
  LaneType type = LaneType::none;
  std::string type_name;  // as in the file
  bool level = false;
  LaneDirection direction = LaneDirection::standard;
  std::vector<int> predecessors, successors;  // lane numbers in the linked section or road
  std::vector<CubicRecord> widths;            // if empty, `borders` holds the outer border's t
  std::vector<CubicRecord> borders;
  std::vector<LaneSpeedRecord> speeds;
  std::vector<LaneAccessRecord> accesses;
  std::vector<LaneMarkRecord> marks;
  SourceLine line = {};
  bool operator==(const LaneRecord&) const = default;
};

struct LaneSectionRecord {
  double s = 0.0;
  // Ascending by number (rightmost first), without lane 0. A singleSide section is already completed by the reader
  // with the lanes of the other side's section that holds there.
  std::vector<LaneRecord> lanes;
  std::vector<LaneMarkRecord> centre_marks;  // of lane 0
  bool operator==(const LaneSectionRecord&) const = default;
};

// ---- signals and objects --------------------------------------------------------------------------------------------

enum class Orientation { with_s, against_s, both };  // "+", "-", "none"

struct LaneValidity {
  int from = 0, to = 0;  // lane numbers, ordered from <= to
  bool operator==(const LaneValidity&) const = default;
};

struct SignalDependency {
  std::string signal_id, type;
  bool operator==(const SignalDependency&) const = default;
};

struct SignalRecord {
  std::string id, name, type, subtype, country, country_revision, text, unit;
  double s = 0.0, t = 0.0, z_offset = 0.0, h_offset = 0.0, width = 0.0, height = 0.0;
  std::optional<double> value;
  bool dynamic = false;
  bool invalidated = false;  // 1.9: covered or crossed out; it holds for nobody, nor do references to it
  Orientation orientation = Orientation::both;
  std::vector<LaneValidity> validities;  // empty: no <validity>; orientation decides
  std::vector<SignalDependency> dependencies;
  std::vector<std::string> referenced_signals;  // <reference elementType="signal">
  bool operator==(const SignalRecord&) const = default;
};

struct SignalReferenceRecord {  // a signal that is physically elsewhere also holds here
  std::string signal_id;
  double s = 0.0, t = 0.0;
  Orientation orientation = Orientation::both;
  std::vector<LaneValidity> validities;
  bool operator==(const SignalReferenceRecord&) const = default;
};

struct ObjectCorner {
  bool road_coordinates = false;  // cornerRoad: s, t, dz; cornerLocal: u, v, z
  double a = 0.0, b = 0.0, z = 0.0;
  bool operator==(const ObjectCorner&) const = default;
};

struct ObjectRecord {
  std::string id, name, type, subtype;
  double s = 0.0, t = 0.0, z_offset = 0.0, heading = 0.0;
  double length = 0.0, width = 0.0, height = 0.0, radius = 0.0;
  bool invalidated = false;  // as of signals
  Orientation orientation = Orientation::both;
  std::vector<LaneValidity> validities;
  std::vector<std::vector<ObjectCorner>> outlines;
  bool operator==(const ObjectRecord&) const = default;
};

struct StructureRecord {  // a bridge or a tunnel
  enum class Kind : std::uint8_t { bridge, tunnel };
  std::string id, name, type;
  Kind kind = Kind::bridge;
  double s = 0.0, length = 0.0;
  bool operator==(const StructureRecord&) const = default;
};

struct RoadRecord {
  std::string id, name;
  std::string junction;  // file id of the junction it is a connecting road of; empty: none
  double length = 0.0;
  TrafficRule rule = TrafficRule::right_hand;
  std::optional<RoadLink> predecessor, successor;
  std::vector<RoadTypeRecord> types;
  std::vector<Geometry> geometries;
  std::vector<CubicRecord> elevations, superelevations, lane_offsets;
  std::vector<LaneSectionRecord> sections;
  std::vector<SignalRecord> signals;
  std::vector<SignalReferenceRecord> signal_references;
  std::vector<ObjectRecord> objects;
  std::vector<StructureRecord> structures;
  SourceLine line = {};
  bool operator==(const RoadRecord&) const = default;
};

// ---- junctions and controllers --------------------------------------------------------------------------------------

struct JunctionLaneLink {
  int from = 0, to = 0;
  bool operator==(const JunctionLaneLink&) const = default;
};

struct JunctionConnection {
  std::string id, incoming_road, connecting_road;  // direct junctions: connecting_road is the linked road
  ContactPoint contact = ContactPoint::start;      // where on the connecting (linked) road the incoming road meets it
  std::vector<JunctionLaneLink> lane_links;
  SourceLine line = {};
  bool operator==(const JunctionConnection&) const = default;
};

struct JunctionPriority {
  std::string high, low;
  bool operator==(const JunctionPriority&) const = default;
};

struct JunctionBoundarySegment {  // 1.8 <boundary>: a closed chain, counter-clockwise
  enum class Kind { lane, joint };
  Kind kind = Kind::joint;
  std::string road;
  int boundary_lane = 0;                 // lane: along this lane's outer border
  std::optional<double> s_start, s_end;  // lane; nothing: "begin"/"end" of the road
  bool s_start_is_end = false, s_end_is_begin = false;
  ContactPoint contact = ContactPoint::start;  // joint
  std::optional<int> joint_lane_start, joint_lane_end;
  bool operator==(const JunctionBoundarySegment&) const = default;
};

struct JunctionRecord {
  enum class Kind { standard, direct, virtual_, crossing };
  std::string id, name;
  Kind kind = Kind::standard;
  std::vector<JunctionConnection> connections;
  std::vector<JunctionPriority> priorities;
  std::vector<std::string> controllers;
  std::vector<JunctionBoundarySegment> boundary;
  bool operator==(const JunctionRecord&) const = default;
};

struct ControllerRecord {
  std::string id, name;
  std::vector<std::string> signal_ids;
  SourceLine line = {};
  bool operator==(const ControllerRecord&) const = default;
};

// ---- the whole file -------------------------------------------------------------------------------------------------

struct HeaderRecord {
  int rev_major = 0, rev_minor = 0;
  std::string name, version, date, vendor, geo_reference;
  std::optional<double> north, south, east, west;
  double offset_x = 0.0, offset_y = 0.0, offset_z = 0.0, offset_heading = 0.0;
  bool operator==(const HeaderRecord&) const = default;
};

// An element that was not read, how often it occurred, and where first.
struct SkippedElement {
  std::string path;  // "road/lateralProfile/shape"
  std::size_t count = 0;
  std::size_t first_line = 0;
  bool operator==(const SkippedElement&) const = default;
};

// What a map of lanes (lane_map.h) says that cannot be: it is not believed, and map checks report it.
struct LaneContradiction {
  std::string road, lane;  // ids; empty: the lane could not become part of the map
  int lane_number = 0;
  double x = 0.0, y = 0.0;
  double measured = 0.0, limit = 0.0;  // metres; both 0: nothing was measured
  std::string message;                 // as the rest of a sentence about the lane
  bool operator==(const LaneContradiction&) const = default;
};

struct Document {
  std::string file;
  std::string origin;  // what the map was made from, for people: "OSI lanes"; empty: it is OpenDRIVE
  HeaderRecord header;
  std::vector<RoadRecord> roads;
  std::vector<JunctionRecord> junctions;
  std::vector<ControllerRecord> controllers;
  std::vector<SkippedElement> skipped;  // by path
  std::vector<std::string> warnings;    // readable, with file and line: what is odd but could be read
  std::vector<std::string> notes;       // what an evaluation on it should know: what was assumed, what is missing
  std::vector<LaneContradiction> contradictions;
  bool operator==(const Document&) const = default;
};

}  // namespace scrutineer::map
