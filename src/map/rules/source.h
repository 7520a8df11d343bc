// A map's XML as the rules see it: every element that they ask for, with what could be read of it and its node.
//
// Nothing is refused here: a number that is missing or cannot be read is NaN, an id is the file's own text. Lists keep
// the order of the file.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <optional>
#include <pugixml.hpp>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "map/detail/lane_ends.h"
#include "map/detail/line_counter.h"
#include "map/model.h"
#include "map/rules/holding.h"

namespace scrutineer::map::rules {

using Node = pugi::xml_node;

double number_of(Node node, const char* attribute);               // NaN: missing or no finite number
std::optional<int> integer_of(Node node, const char* attribute);  // nothing: missing or no integer
std::string_view text_of(Node node, const char* attribute);       // empty: missing
inline bool has(Node node, const char* attribute) { return !node.attribute(attribute).empty(); }
inline bool is_named(Node node, std::string_view name) { return node.name() == name; }
// Of the temporary lanes of 1.9, which are not read?
inline bool is_of_temporary_layer(Node node, const char* layer = "layer") {
  return text_of(node, layer) == "temporary";
}

struct Version {
  int major = 0, minor = 0;
  auto operator<=>(const Version&) const = default;
};
Version version_of(std::string_view text);  // "1.7" or "1.7.0"

struct CubicPiece {
  Node node;
  double s = 0.0;  // as written: sOffset of lane records
  Cubic cubic;     // a coefficient that is missing or unreadable is NaN
};

struct LaneReference {
  Node node;
  std::optional<int> number;
};

struct SourceLane {
  Node node;
  std::size_t road = 0, section = 0;
  int side = 0;  // 1 in <left>, -1 in <right>, 0 in <center>
  std::optional<int> id;
  LaneType type = LaneType::none;
  bool level = false;
  LaneDirection direction = LaneDirection::standard;
  std::vector<LaneReference> predecessors, successors;
  std::vector<CubicPiece> widths, borders;

  const std::vector<LaneReference>& links(ContactPoint end) const {
    return end == ContactPoint::start ? predecessors : successors;
  }
  bool names(ContactPoint end, int number) const;
};

struct SourceSection {
  Node node;
  double s = 0.0;
  double length = 0.0;            // to the next section of its sides or the road's end; NaN: unknown
  bool is_single_side = false;    // the lanes of the other side go on as the section before has them
  std::vector<SourceLane> lanes;  // left, center, right, as the file lists them

  const SourceLane* find(int number) const;  // not lane 0
  // Is it about the lanes of this side (1 left, -1 right)?
  bool concerns(int side) const {
    return !is_single_side || std::ranges::any_of(lanes, [&](const SourceLane& lane) { return lane.side == side; });
  }

  // Lanes left and right by number, the first of each; empty where there are few.
  std::vector<std::pair<int, std::size_t>> lanes_by_number;
};

struct SourceLink {  // <predecessor> or <successor> of a road; an empty node: there is none
  Node node;
  std::string_view type, id;
  std::optional<ContactPoint> contact;

  bool is_road() const { return type == "road"; }
  bool is_junction() const { return type == "junction"; }
  explicit operator bool() const { return !node.empty(); }
};

struct SourceGeometry {
  Node node, shape;  // the shape's node is empty if there is none that is known
  double s = 0.0, x = 0.0, y = 0.0, heading = 0.0, length = 0.0;
  std::optional<Geometry> geometry;  // nothing: a number of it is missing
};

struct SourceRoad {
  Node node;
  std::size_t index = 0;
  std::string_view id, junction;  // junction: empty for -1
  double length = 0.0;
  bool left_hand = false;
  SourceLink predecessor, successor;
  std::vector<SourceGeometry> geometries;
  std::vector<CubicPiece> elevations, superelevations, offsets;
  std::vector<SourceSection> sections;
  HoldingRecords holding_sections;
  std::array<HoldingRecords, 2> holding_sides;  // right and left, if a section is about one side
  bool has_single_sides = false;
  std::vector<std::pair<double, std::size_t>> sections_by_s;  // sorted; those whose s is a number

  const SourceLink& link(ContactPoint end) const { return end == ContactPoint::start ? predecessor : successor; }
  const SourceSection* section_at(ContactPoint end) const;
  const SourceSection* section_at(double s) const;
  // The same, of those that are about the side of this lane number; of any for lane 0.
  const SourceSection* section_at(ContactPoint end, int number) const;
  const SourceSection* section_at(double s, int number) const;
  // The one that follows at this end of a section, of those that are about this side; null: the road ends there.
  const SourceSection* section_beside(std::size_t section, ContactPoint end, int side) const;
  // The lane with this number of a section that begins exactly at s; null: there is none.
  const SourceLane* lane_from(double s, int number) const;
  double s_of(ContactPoint end) const { return end == ContactPoint::start ? 0.0 : length; }
};

struct SourceConnection {
  Node node;
  std::string_view incoming, connecting, linked;
  std::optional<ContactPoint> contact;
  struct LaneLink {
    Node node;
    std::optional<int> from, to;
  };
  std::vector<LaneLink> links;
};

struct SourceJunction {
  Node node;
  std::string_view id, type;
  std::vector<SourceConnection> connections;

  bool is_direct() const { return type == "direct"; }
  bool is_virtual() const { return type == "virtual"; }
  bool is_crossing() const { return type == "crossing"; }
};

// A signal, object, or reference to one, on a road.
struct SourceItem {
  Node node;
  std::size_t road = 0;
  std::string_view id;
  double s = 0.0, t = 0.0;
};

struct StatedLink;

class Source {
 public:
  // The tree and the text that it was parsed from; the text must outlive the source.
  Source(std::unique_ptr<pugi::xml_document> tree, std::string_view text);
  ~Source();

  const pugi::xml_document& tree() const { return *tree_; }
  Node root() const { return root_; }
  Node header() const { return header_; }
  Version version() const { return version_; }
  bool is_open_drive() const;

  const std::vector<SourceRoad>& roads() const { return roads_; }
  const std::vector<SourceJunction>& junctions() const { return junctions_; }
  const std::vector<SourceItem>& signals() const { return signals_; }
  const std::vector<SourceItem>& signal_references() const { return signal_references_; }
  const std::vector<SourceItem>& objects() const { return objects_; }
  const std::vector<SourceItem>& object_references() const { return object_references_; }
  const std::vector<SourceItem>& structures() const { return structures_; }  // tunnels and bridges
  const std::vector<Node>& controllers() const { return controllers_; }

  const SourceRoad* find_road(std::string_view id) const;
  const SourceJunction* find_junction(std::string_view id) const;
  const SourceItem* find_signal(std::string_view id) const;
  const SourceItem* find_object(std::string_view id) const;
  Node find_controller(std::string_view id) const;

  // Of lane_links.h, resolved when first asked for. Rules of one map run one after the other.
  const std::vector<StatedLink>& links() const;

  std::string xpath(Node node) const;  // "/OpenDRIVE/road[3]/lanes/laneSection[1]/left/lane[2]"
  std::uint32_t line(Node node) const;

 private:
  void read_road(Node node);
  void read_lanes(SourceRoad& road);
  void read_items(const SourceRoad& road);
  void read_junction(Node node);
  std::size_t place_among_siblings(Node node) const;
  void number_children(Node parent) const;

  std::unique_ptr<pugi::xml_document> tree_;
  mutable detail::LineCounter lines_;
  mutable std::unique_ptr<const std::vector<StatedLink>> links_;
  Node root_, header_;
  Version version_;
  std::vector<SourceRoad> roads_;
  std::vector<SourceJunction> junctions_;
  std::vector<SourceItem> signals_, signal_references_, objects_, object_references_, structures_;
  std::vector<Node> controllers_;
  std::unordered_map<std::string_view, std::size_t> roads_by_id_, junctions_by_id_, signals_by_id_, objects_by_id_;
  std::unordered_map<std::string_view, Node> controllers_by_id_;
  // Of the children of elements with many, by hash: the place of each among those of its name, 0 for the only one. Filled
  // when a path leads there.
  mutable std::unordered_map<std::size_t, std::size_t> places_;
  mutable std::unordered_set<std::size_t> numbered_;  // elements whose children are in it
};

using detail::kBothEnds;
constexpr ContactPoint other_end(ContactPoint end) {
  return end == ContactPoint::start ? ContactPoint::end : ContactPoint::start;
}
constexpr const char* word_of(ContactPoint end) { return end == ContactPoint::start ? "start" : "end"; }
constexpr const char* link_word(ContactPoint end) { return end == ContactPoint::start ? "predecessor" : "successor"; }

// The value of the record that holds at `ds` from where the lane's section begins; nothing: there is no record.
std::optional<double> value_at(const std::vector<CubicPiece>& pieces, double ds);
// The width of the lane at the section's start or end by its width records; nothing: unknown.
std::optional<double> width_at(const SourceSection& section, const SourceLane& lane, ContactPoint end);

}  // namespace scrutineer::map::rules
