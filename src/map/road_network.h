// The road network: one immutable value made from one OpenDRIVE file, or from lanes (lane_map.h).
//
//   auto map = read_xodr_file("town.xodr");                    // map/read.h
//   if (!map) return map.problem();
//   for (const RoadPosition& at : locate(**map, {x, y}))       // map/lookup.h
//     fmt::print("{} s {}\n", (*map)->road(at.road).id, at.s);
//
// This header holds the data; questions about it are free functions: lookup.h (points and road positions), lane_graph.h
// and routes.h (what leads where), road_distance.h, surface.h, junctions.h, speed.h, signals.h, outline.h (polylines).
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "map/ids.h"
#include "map/model.h"

namespace scrutineer::map {

// A stretch of a road over which the reference line is one quintic in s and every lane border one cubic.
//
// Lines are exact; arcs, clothoids and cubics are cut so finely that the quintic stays within kCurveError of the true
// curve (detail/strips.cpp has the bound). Evaluation and projection use the same polynomial, so a round trip returns
// what went in.
inline constexpr double kCurveError = 1e-6;  // metres

// Polynomials as strips store them: the high coefficients as floats. Their terms are corrections of metres at most, so
// what is lost is far below kCurveError, and a strip fits into three cache lines.
//
// The reference line in a strip's local frame is sum of (u(i), v(i)) ds^(i+1). What belongs to u and to v lies side by
// side, because both are always evaluated together (detail/uv_pair.h).
struct StripLine {
  double low[2][2] = {};
  float high[3][2] = {};
  float mean_curvature = 0.0F, v_middle = 0.0F;  // where projections start: the latter is v half-way

  constexpr double u(int i) const { return i < 2 ? low[i][0] : static_cast<double>(high[i - 2][0]); }
  constexpr double v(int i) const { return i < 2 ? low[i][1] : static_cast<double>(high[i - 2][1]); }
  constexpr void set(int i, double u, double v) {
    if (i < 2) {
      low[i][0] = u;
      low[i][1] = v;
    } else {
      high[i - 2][0] = static_cast<float>(u);
      high[i - 2][1] = static_cast<float>(v);
    }
  }
};
struct StripHeight {
  double a = 0.0, b = 0.0;
  float c = 0.0F, d = 0.0F;

  constexpr double at(double ds) const {
    return a + ds * (b + ds * (static_cast<double>(c) + ds * static_cast<double>(d)));
  }
  constexpr double slope(double ds) const {
    return b + ds * (2.0 * static_cast<double>(c) + ds * 3.0 * static_cast<double>(d));
  }
};

struct alignas(64) Strip {
  // First cache line: enough to reject a point that is not here.
  double origin_x, origin_y;         // the point of the reference line at `s_begin`
  double cos, sin;                   // of the chord's heading; the local frame has u along the chord, v to its left
  float u_min, u_max, v_min, v_max;  // box of the strip's surface in the local frame, outermost border to border
  double s_begin, length;
  // Second: all that a straight strip needs.
  StripHeight elevation;       // z of the reference line over ds
  std::uint32_t first_border;  // into RoadNetwork::borders: rightmost first, one more than lanes
  std::uint32_t first_lane;    // LaneId of the rightmost lane
  std::uint32_t road;
  std::uint32_t section;
  std::uint32_t superelevation;  // 1 + index into RoadNetwork::superelevations, 0: flat
  std::uint16_t lane_count;
  bool straight;
  bool lanes_in_order;         // no border crosses another, so a t lies in at most one lane
  float gap_begin, gap_end;    // metres to the neighbouring strip of the road
  float kink_begin, kink_end;  // |heading step| to it in radians
  // Third: the reference line. A straight strip is u = ds, v = 0.
  StripLine line;
};
static_assert(sizeof(Strip) == 192);

struct Lane {
  RoadId road;
  SectionId section;
  int number = 0;
  std::string id;  // what its format calls the lane; empty in OpenDRIVE, where road, s and number do
  LaneType type = LaneType::none;
  std::string type_name;
  bool level = false;
  LaneDirection direction = LaneDirection::standard;
  double s_begin = 0.0, s_end = 0.0;  // of its section
  std::vector<LaneId> predecessors;   // at s_begin: lanes it touches there, whichever way their s runs
  std::vector<LaneId> successors;     // at s_end
  // The links above hold whichever side stated them. These say whether the lane's own element, or a junction's
  // laneLink, names a lane there that is in use (detail/lane_use.h).
  bool states_predecessor = false, states_successor = false;
  std::vector<LaneSpeedRecord> speeds;
  std::vector<LaneAccessRecord> accesses;
  std::vector<LaneMarkRecord> marks;  // along its border away from the reference line
};

struct LaneSection {
  RoadId road;
  double s_begin = 0.0, s_end = 0.0;
  std::uint32_t first_lane = 0;  // LaneIds are dense: first_lane .. first_lane + lane_count, ascending lane numbers
  std::uint16_t lane_count = 0;
  std::uint16_t right_count = 0;                   // how many of them have a negative number
  std::uint32_t first_strip = 0, strip_count = 0;  // 0 strips: a section too short to have a surface
  std::vector<LaneMarkRecord> centre_marks;        // between left and right lanes
};

// What a road's end is tied to, resolved.
struct RoadEnd {
  RoadId road;                                 // valid: linked directly to this road ...
  ContactPoint contact = ContactPoint::start;  // ... at this end of it
  JunctionId junction;                         // valid: leads into this junction
};

// What the file says of a road's length, piece by piece; kept because nothing else shows whether it adds up.
struct PieceLengths {
  double geometries = 0.0;            // sum of the geometries' length attributes
  double curves = 0.0;                // the same, but poly3 and paramPoly3 as long as their curves are
  std::optional<double> first_break;  // s of the first geometry that does not begin where the one before it ends
  double first_section = 0.0, last_section = 0.0;  // s of the lane sections
};

struct Road {
  std::string id, name;
  double length = 0.0;
  TrafficRule rule = TrafficRule::right_hand;
  JunctionId junction;  // valid: a connecting road of it
  RoadEnd predecessor, successor;
  std::uint32_t first_strip = 0, strip_count = 0;
  std::uint32_t first_section = 0, section_count = 0;
  std::uint32_t first_signal = 0, signal_count = 0;
  std::uint32_t first_object = 0, object_count = 0;
  std::vector<RoadTypeRecord> types;
  std::vector<SignalReferenceRecord> signal_references;
  std::vector<StructureRecord> structures;
  PieceLengths pieces;
};

struct Signal {
  RoadId road;
  SignalRecord record;
};

struct Object {
  RoadId road;
  ObjectRecord record;
};

struct Connection {
  RoadId incoming, connecting;
  ContactPoint contact = ContactPoint::start;
  std::vector<JunctionLaneLink> lane_links;
  SourceLine line = {};
};

struct Junction {
  std::string id, name;
  JunctionRecord::Kind kind = JunctionRecord::Kind::standard;
  std::vector<Connection> connections;   // sorted; only those whose roads exist: the others are named in warnings()
  std::vector<RoadId> connecting_roads;  // without duplicates, ascending
  std::vector<JunctionPriority> priorities;
  std::vector<std::string> controllers;
  std::vector<JunctionBoundarySegment> boundary;
};

struct Controller {
  std::string id, name;
  std::vector<SignalId> signals;
};

struct Extent {
  double x_min = 0.0, y_min = 0.0, x_max = 0.0, y_max = 0.0;
};

namespace detail {
class GridIndex;
struct LazyAreas;
struct NetworkBuilder;
}  // namespace detail

class RoadNetwork {
 public:
  RoadNetwork(const RoadNetwork&) = delete;
  RoadNetwork& operator=(const RoadNetwork&) = delete;
  ~RoadNetwork();

  const std::string& file() const { return file_; }
  const HeaderRecord& header() const { return header_; }
  const Extent& extent() const { return extent_; }  // of all lanes' surface
  std::span<const std::string> warnings() const { return warnings_; }
  std::span<const SkippedElement> skipped() const { return skipped_; }
  const std::string& origin() const { return origin_; }  // "OSI lanes"; empty: OpenDRIVE
  std::span<const std::string> notes() const { return notes_; }
  std::span<const LaneContradiction> contradictions() const { return contradictions_; }
  bool has_motorways() const { return has_motorways_; }  // is a road of that type anywhere?

  std::span<const Road> roads() const { return roads_; }
  std::span<const LaneSection> sections() const { return sections_; }
  std::span<const Lane> lanes() const { return lanes_; }
  std::span<const Junction> junctions() const { return junctions_; }
  std::span<const Signal> signals() const { return signals_; }
  std::span<const Object> objects() const { return objects_; }
  std::span<const Controller> controllers() const { return controllers_; }
  std::span<const Strip> strips() const { return strips_; }
  std::span<const Cubic> borders() const { return borders_; }                  // t over ds from the strip's begin
  std::span<const Cubic> superelevations() const { return superelevations_; }  // roll over ds, see Strip

  const Road& road(RoadId id) const { return roads_[id.index()]; }
  const Lane& lane(LaneId id) const { return lanes_[id.index()]; }
  const LaneSection& section(SectionId id) const { return sections_[id.index()]; }
  const Junction& junction(JunctionId id) const { return junctions_[id.index()]; }
  const Signal& signal(SignalId id) const { return signals_[id.index()]; }
  const Object& object(ObjectId id) const { return objects_[id.index()]; }
  const Strip& strip(std::uint32_t index) const { return strips_[index]; }
  // Of a strip: lane_count + 1 cubics, rightmost first; lane k of the section lies between borders k and k + 1.
  std::span<const Cubic> borders_of(const Strip& strip) const {
    return {borders_.data() + strip.first_border, strip.lane_count + std::size_t{1}};
  }

  std::span<const Strip> strips_of(RoadId id) const;
  std::span<const LaneSection> sections_of(RoadId id) const;
  std::span<const Signal> signals_of(RoadId id) const;  // their SignalId is road(id).first_signal + position
  std::span<const Object> objects_of(RoadId id) const;

  // By the file's id; an invalid id if there is none.
  RoadId find_road(std::string_view id) const;
  JunctionId find_junction(std::string_view id) const;
  // The lane with that number at s; invalid if there is none.
  LaneId find_lane(RoadId road, double s, int number) const;
  // The section that holds at s (the later one at a border); s is clamped to the road.
  SectionId find_section(RoadId road, double s) const;

  // For the queries of this module only.
  const detail::GridIndex& index() const { return *index_; }
  detail::LazyAreas& lazy_areas() const { return *lazy_areas_; }

 private:
  friend struct detail::NetworkBuilder;
  RoadNetwork();

  std::string file_;
  HeaderRecord header_;
  Extent extent_;
  std::vector<std::string> warnings_;
  std::vector<SkippedElement> skipped_;
  std::string origin_;
  std::vector<std::string> notes_;
  std::vector<LaneContradiction> contradictions_;
  bool has_motorways_ = false;
  std::vector<Road> roads_;
  std::vector<LaneSection> sections_;
  std::vector<Lane> lanes_;
  std::vector<Junction> junctions_;
  std::vector<Signal> signals_;
  std::vector<Object> objects_;
  std::vector<Controller> controllers_;
  std::vector<Strip> strips_;
  std::vector<Cubic> borders_;
  std::vector<Cubic> superelevations_;
  std::vector<std::pair<std::string, RoadId>> roads_by_id_;          // sorted
  std::vector<std::pair<std::string, JunctionId>> junctions_by_id_;  // sorted
  std::unique_ptr<detail::GridIndex> index_;
  std::unique_ptr<detail::LazyAreas> lazy_areas_;  // junction areas, built on first use
};

// Does traffic on the lane run along the road's s? For lanes of both directions: along.
bool drives_along_s(const RoadNetwork& map, LaneId lane);
const char* to_string(LaneType type);  // the standard's word

}  // namespace scrutineer::map
