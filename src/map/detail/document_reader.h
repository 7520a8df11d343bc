// Turns the XML tree of one OpenDRIVE file into a Document.
//
// The element table (element_table.cpp) says which function reads which element; a function reads the attributes of
// its element into the record under construction and lets read_children() do the rest. The depth of the recursion is
// the table's, whatever the file's is.
//
// The first problem ends the reading: fail() keeps it, and every loop stops at failed(). Until then attribute
// functions return harmless values, so nobody checks after each of them.
#pragma once

#include <fmt/format.h>

#include <array>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "base/result.h"
#include "map/detail/element.h"
#include "map/detail/element_table.h"
#include "map/detail/line_counter.h"
#include "map/model.h"

namespace scrutineer::map::detail {

class DocumentReader {
 public:
  // `text` is what the tree was parsed from: line numbers are counted in it.
  DocumentReader(std::string_view text, std::string file_name, std::vector<std::string> warnings);
  Result<Document> read(const pugi::xml_document& tree);

  // ---- the element table's functions -------------------------------------------------------------------------------
  void read_children(Element& parent);  // also the whole reader of elements that only hold others
  void skip_include(Element& include);

  void read_header(Element& header);  // read_header.cpp
  void read_geo_reference(Element& reference);
  void read_offset(Element& offset);
  void read_controller(Element& controller);
  void read_control(Element& control);

  void read_road(Element& road);  // read_roads.cpp
  void read_road_predecessor(Element& link);
  void read_road_successor(Element& link);
  void read_road_type(Element& type);
  void read_road_speed(Element& speed);
  void read_elevation(Element& elevation);
  void read_superelevation(Element& superelevation);

  void read_geometry(Element& geometry);  // read_geometry.cpp
  void read_line(Element& line);
  void read_arc(Element& arc);
  void read_spiral(Element& spiral);
  void read_poly3(Element& poly);
  void read_param_poly3(Element& poly);

  void read_lanes(Element& lanes);  // read_lanes.cpp
  void read_lane_offset(Element& offset);
  void read_lane_section(Element& section);
  void read_left(Element& left);
  void read_right(Element& right);
  void read_lane(Element& lane);
  void read_center_lane(Element& lane);
  void read_lane_predecessor(Element& link);
  void read_lane_successor(Element& link);
  void read_width(Element& width);
  void read_border(Element& border);
  void read_lane_speed(Element& speed);
  void read_lane_access(Element& access);
  void read_access_restriction(Element& restriction);
  void read_road_mark(Element& mark);  // read_road_marks.cpp

  void read_signal(Element& signal);  // read_signals.cpp
  void read_signal_validity(Element& validity);
  void read_signal_dependency(Element& dependency);
  void read_signal_link(Element& reference);
  void read_signal_reference(Element& reference);
  void read_reference_validity(Element& validity);

  void read_object(Element& object);  // read_objects.cpp
  void read_object_validity(Element& validity);
  void read_outline(Element& outline);
  void read_corner_road(Element& corner);
  void read_corner_local(Element& corner);
  void read_bridge(Element& bridge);
  void read_tunnel(Element& tunnel);

  void read_junction(Element& junction);  // read_junctions.cpp
  void read_connection(Element& connection);
  void read_lane_link(Element& link);
  void read_priority(Element& priority);
  void read_junction_controller(Element& controller);
  void read_boundary_segment(Element& segment);

 private:
  // ---- problems ----------------------------------------------------------------------------------------------------
  bool failed() const { return problem_.has_value(); }
  void fail(const pugi::xml_node& node, std::string_view message);
  void warn(const pugi::xml_node& node, std::string_view message);
  // For what is odd in the same way all over a file: said once for each `word`.
  void warn_once(const pugi::xml_node& node, std::string_view word, std::string_view message);
  std::uint32_t line_of(const pugi::xml_node& node);
  void skip(const pugi::xml_node& node, const ElementRow* parent, const ElementRow* row);

  // ---- attributes: what is required and missing, or not what it should be, fails ---------------------------------
  std::string_view text(Element& element, const char* name);  // views of attributes hold as long as the tree does
  double number(Element& element, const char* name);
  int integer(Element& element, const char* name);
  // Optional ones. An empty text counts as not given; what is not a number is warned of and counts as not given.
  std::string_view text_or_empty(Element& element, const char* name);
  std::optional<double> optional_number(Element& element, const char* name);
  double number_or_zero(Element& element, const char* name) { return optional_number(element, name).value_or(0.0); }
  std::optional<int> optional_integer(Element& element, const char* name);
  bool flag(Element& element, const char* name);
  Orientation orientation(Element& element);
  std::optional<ContactPoint> contact_point(Element& element);
  bool is_of_temporary_layer(Element& element, const char* layer = "layer");
  LaneValidity validity(Element& element);
  SpeedLimit speed_limit(Element& element);

  // s of an element in a list that is ordered by it; `previous` is the s of the one before.
  double ordered_s(Element& element, const char* name, double base, std::optional<double> previous);
  void check_on_road(Element& element, double s);
  void read_cubic(Element& element, const char* s_name, double base, std::vector<CubicRecord>& records);
  Cubic cubic(Element& element, const char* a, const char* b, const char* c, const char* d);
  // Fails if the cubic leaves +-kMaxLateral on [0, length].
  void check_lateral(Element& element, const Cubic& cubic, double length, const char* what);

  // ---- parts of larger readers -------------------------------------------------------------------------------------
  void check_version(Element& header);
  RoadLink road_link(Element& link);
  void finish_road(Element& road);
  void set_shape(Element& shape, std::variant<Line, Arc, Spiral, Poly3, ParamPoly3> value);
  void check_turning(Element& shape, double radians);
  void check_reach(Element& poly, const Cubic& cubic, double p_end);
  void read_structure(Element& structure, StructureRecord::Kind kind);
  void check_lane_numbers(Element& section);
  void check_borders(Element& section);
  void check_widths(Element& lane);
  void finish_marks(std::vector<LaneMarkRecord>& marks) const;
  void complete_single_sides(Element& lanes);
  double side_end(const pugi::xml_node& side) const;

  std::string file_name_;
  LineCounter lines_;
  Document document_;
  std::optional<Problem> problem_;

  struct SkipKey {
    const ElementRow* parent;
    const ElementRow* row;
    bool operator==(const SkipKey&) const = default;
  };
  struct SkipHash {
    std::size_t operator()(const SkipKey& key) const {
      return std::hash<const void*>{}(key.parent) * 31 + std::hash<const void*>{}(key.row);
    }
  };
  struct Skips {
    std::size_t count = 0;
    pugi::xml_node first;
    std::string path;
  };
  std::unordered_map<SkipKey, Skips, SkipHash> known_skips_;
  SkipKey last_skip_ = {};  // skipped elements come in runs
  Skips* last_skips_ = nullptr;
  std::unordered_map<std::string, Skips> unknown_skips_;  // by path
  std::set<std::string, std::less<>> warned_words_;
  std::size_t unsaid_warnings_ = 0;

  // Where the reader is. A pointer is null outside of its element.
  RoadRecord* road_ = nullptr;
  bool has_geometry_ = false;  // the road has one, be it left out
  Geometry* geometry_ = nullptr;
  bool has_shape_ = false;
  LaneSectionRecord* section_ = nullptr;
  int side_ = 0;           // +1 in <left>, -1 in <right>
  double side_end_ = 0.0;  // s up to which the lanes of this side reach
  LaneRecord* lane_ = nullptr;
  std::size_t lanes_read_ = 0;
  SignalRecord* signal_ = nullptr;
  SignalReferenceRecord* signal_reference_ = nullptr;
  ObjectRecord* object_ = nullptr;
  JunctionRecord* junction_ = nullptr;
  JunctionConnection* connection_ = nullptr;
  ControllerRecord* controller_ = nullptr;

  struct SectionSides {  // of the current road's sections, in step with RoadRecord::sections
    bool single = false, left = false, right = false;
    double left_end = 0.0, right_end = 0.0;  // s up to which the lanes of a side reach
  };
  std::vector<SectionSides> section_sides_;
  std::unordered_map<std::string, pugi::xml_node> road_nodes_, junction_nodes_;  // by id, to find ids that occur twice
};

// The lowest value of the cubic on [0, length], and where.
struct Lowest {
  double value = 0.0, at = 0.0;
};
Lowest lowest(const Cubic& cubic, double length);

// A file's own text in a message: short, on one line, in quotes.
std::string shown(std::string_view text);

}  // namespace scrutineer::map::detail
