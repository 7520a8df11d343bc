#include "map/rules/source.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <limits>
#include <memory>
#include <utility>

#include "base/text.h"
#include "map/detail/element.h"
#include "map/detail/lane_types.h"
#include "map/rules/lane_links.h"

namespace scrutineer::map::rules {
namespace {

// Up to so many siblings or lanes are looked through, one after the other; of more a list is kept.
constexpr std::size_t kFew = 32;

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

double finite_number(std::string_view text) {
  const std::optional<double> value = parse_number(text);
  return value && std::isfinite(*value) ? *value : kNaN;
}

// number_of() of an element whose attributes are asked for in the order in which they mostly stand.
double next_number(detail::Element& element, const char* attribute) {
  const char* text = element.find(attribute);
  return text == nullptr ? kNaN : finite_number(text);
}

// Braces keep the order in which the numbers are asked for.
CubicPiece piece_of(Node node, const char* s_name) {
  detail::Element from{.node = node};
  return {node,
          next_number(from, s_name),
          {next_number(from, "a"), next_number(from, "b"), next_number(from, "c"), next_number(from, "d")}};
}

std::optional<ContactPoint> contact_of(Node node, const char* name) {
  const std::string_view word = text_of(node, name);
  if (word == "start") return ContactPoint::start;
  if (word == "end") return ContactPoint::end;
  return std::nullopt;
}

SourceLink link_of(Node node) {
  if (!node) return {};
  return {node, text_of(node, "elementType"), text_of(node, "elementId"), contact_of(node, "contactPoint")};
}

bool is_finite(const Cubic& cubic) {
  return std::isfinite(cubic.a) && std::isfinite(cubic.b) && std::isfinite(cubic.c) && std::isfinite(cubic.d);
}

// The shape as the library computes with it; nothing if a number is missing.
std::optional<std::variant<Line, Arc, Spiral, Poly3, ParamPoly3>> shape_of(Node shape, double length) {
  if (is_named(shape, "line")) return Line{};
  if (is_named(shape, "arc")) {
    const double curvature = number_of(shape, "curvature");
    if (std::isfinite(curvature)) return Arc{curvature};
  } else if (is_named(shape, "spiral")) {
    const Spiral spiral{number_of(shape, "curvStart"), number_of(shape, "curvEnd")};
    if (std::isfinite(spiral.curvature_begin) && std::isfinite(spiral.curvature_end)) return spiral;
  } else if (is_named(shape, "poly3")) {
    const Cubic v{number_of(shape, "a"), number_of(shape, "b"), number_of(shape, "c"), number_of(shape, "d")};
    if (is_finite(v)) return Poly3{v};
  } else if (is_named(shape, "paramPoly3")) {
    const Cubic u{number_of(shape, "aU"), number_of(shape, "bU"), number_of(shape, "cU"), number_of(shape, "dU")};
    const Cubic v{number_of(shape, "aV"), number_of(shape, "bV"), number_of(shape, "cV"), number_of(shape, "dV")};
    if (is_finite(u) && is_finite(v)) return ParamPoly3{u, v, text_of(shape, "pRange") == "arcLength" ? length : 1.0};
  }
  return std::nullopt;
}

SourceGeometry geometry_of(Node node) {
  detail::Element from{.node = node};
  SourceGeometry out{node,
                     {},
                     next_number(from, "s"),
                     next_number(from, "x"),
                     next_number(from, "y"),
                     next_number(from, "hdg"),
                     next_number(from, "length"),
                     {}};
  for (const Node child : node.children()) {
    for (const std::string_view name : {"line", "arc", "spiral", "poly3", "paramPoly3"})
      if (!out.shape && is_named(child, name)) out.shape = child;
  }
  const bool complete = std::isfinite(out.s) && std::isfinite(out.x) && std::isfinite(out.y) &&
                        std::isfinite(out.heading) && std::isfinite(out.length) && out.length > 0.0;
  if (!complete || !out.shape) return out;
  if (const auto shape = shape_of(out.shape, out.length))
    out.geometry = Geometry{out.s, out.x, out.y, out.heading, out.length, *shape};
  return out;
}

void read_lane_children(SourceLane& lane) {
  for (const Node child : lane.node.children()) {
    const std::string_view name = child.name();
    if (name == "width") {
      lane.widths.push_back(piece_of(child, "sOffset"));
    } else if (name == "border") {
      lane.borders.push_back(piece_of(child, "sOffset"));
    } else if (name == "link") {
      for (const Node link : child.children()) {
        if (is_of_temporary_layer(link)) continue;
        if (is_named(link, "predecessor")) lane.predecessors.push_back({link, integer_of(link, "id")});
        if (is_named(link, "successor")) lane.successors.push_back({link, integer_of(link, "id")});
      }
    }
  }
}

LaneDirection direction_of(std::string_view word) {
  if (word == "reversed") return LaneDirection::reversed;
  return word == "both" ? LaneDirection::both : LaneDirection::standard;
}

void index_lanes(SourceSection& section) {
  if (section.lanes.size() <= kFew) return;
  auto& index = section.lanes_by_number;
  for (std::size_t i = 0; i < section.lanes.size(); ++i)
    if (section.lanes[i].side != 0 && section.lanes[i].id) index.emplace_back(*section.lanes[i].id, i);
  std::ranges::sort(index);
}

bool is_true(std::string_view word) { return word == "true" || word == "1"; }

// Where sections hold, and how far.
void measure_sections(SourceRoad& road) {
  const auto begin_of = [](const SourceSection& section) { return section.s; };
  road.holding_sections = HoldingRecords(road.sections, begin_of);
  for (const int side : {-1, 1}) {
    if (!road.has_single_sides) break;
    road.holding_sides[side > 0 ? 1 : 0] = HoldingRecords(
        road.sections, [&](const SourceSection& section) { return section.concerns(side) ? section.s : kNaN; });
  }
  for (std::size_t i = 0; i < road.sections.size(); ++i) {
    SourceSection& section = road.sections[i];
    const SourceSection* next = i + 1 < road.sections.size() ? &road.sections[i + 1] : nullptr;
    if (section.is_single_side) next = road.section_beside(i, ContactPoint::end, section.concerns(1) ? 1 : -1);
    section.length = (next != nullptr ? next->s : road.length) - section.s;
  }
}

}  // namespace

double number_of(Node node, const char* attribute) { return finite_number(node.attribute(attribute).value()); }

std::optional<int> integer_of(Node node, const char* attribute) {
  const std::optional<long long> value = parse_integer(node.attribute(attribute).value());
  if (!value || *value > std::numeric_limits<int>::max() || *value < std::numeric_limits<int>::min())
    return std::nullopt;
  return static_cast<int>(*value);
}

std::string_view text_of(Node node, const char* attribute) { return node.attribute(attribute).value(); }

Version version_of(std::string_view text) {
  Version version;
  const char* const begin = text.data();
  const char* const end = begin + text.size();
  const auto major = std::from_chars(begin, end, version.major);
  if (major.ptr != end && *major.ptr == '.') std::from_chars(major.ptr + 1, end, version.minor);
  return version;
}

bool SourceLane::names(ContactPoint end, int number) const {
  return std::ranges::any_of(links(end), [&](const LaneReference& link) { return link.number == number; });
}

const SourceLane* SourceSection::find(int number) const {
  if (!lanes_by_number.empty()) {
    const auto found = std::ranges::lower_bound(lanes_by_number, number, {}, &std::pair<int, std::size_t>::first);
    return found == lanes_by_number.end() || found->first != number ? nullptr : &lanes[found->second];
  }
  for (const SourceLane& lane : lanes)
    if (lane.side != 0 && lane.id == number) return &lane;
  return nullptr;
}

const SourceSection* SourceRoad::section_at(ContactPoint end) const {
  if (sections.empty()) return nullptr;
  return end == ContactPoint::start ? &sections.front() : &sections.back();
}

const SourceSection* SourceRoad::section_at(double s) const {
  if (sections.empty()) return nullptr;
  return &sections[holding_sections.at(s).value_or(0)];
}

const SourceSection* SourceRoad::section_at(ContactPoint end, int number) const {
  if (!has_single_sides || number == 0) return section_at(end);
  const auto concerned = [&](const SourceSection& section) { return section.concerns(number > 0 ? 1 : -1); };
  if (end == ContactPoint::start) {
    const auto found = std::ranges::find_if(sections, concerned);
    return found == sections.end() ? nullptr : &*found;
  }
  const auto found = std::find_if(sections.rbegin(), sections.rend(), concerned);
  return found == sections.rend() ? nullptr : &*found;
}

const SourceSection* SourceRoad::section_at(double s, int number) const {
  if (!has_single_sides || number == 0) return section_at(s);
  const auto found = holding_sides[number > 0 ? 1 : 0].at(s);
  return found ? &sections[*found] : section_at(ContactPoint::start, number);
}

const SourceSection* SourceRoad::section_beside(std::size_t section, ContactPoint end, int side) const {
  const bool back = end == ContactPoint::start;
  while (back ? section > 0 : section + 1 < sections.size()) {
    section = back ? section - 1 : section + 1;
    if (sections[section].concerns(side)) return &sections[section];
  }
  return nullptr;
}

const SourceLane* SourceRoad::lane_from(double s, int number) const {
  for (const auto& [begin, section] :
       std::ranges::equal_range(sections_by_s, s, {}, &std::pair<double, std::size_t>::first))
    if (const SourceLane* found = sections[section].find(number)) return found;
  return nullptr;
}

Source::Source(std::unique_ptr<pugi::xml_document> tree, std::string_view text)
    : tree_(std::move(tree)), lines_(text), root_(tree_->document_element()) {
  header_ = root_.child("header");
  const auto major = integer_of(header_, "revMajor"), minor = integer_of(header_, "revMinor");
  if (major && minor) version_ = {*major, *minor};
  std::size_t roads = 0, junctions = 0;
  for (const Node child : root_.children()) {
    if (is_named(child, "road")) ++roads;
    if (is_named(child, "junction")) ++junctions;
  }
  if (!is_open_drive()) return;
  roads_.reserve(roads);
  junctions_.reserve(junctions);
  for (const Node child : root_.children()) {
    const std::string_view name = child.name();
    if (name == "road") {
      read_road(child);
    } else if (name == "junction") {
      read_junction(child);
    } else if (name == "controller") {
      controllers_.push_back(child);
      controllers_by_id_.try_emplace(text_of(child, "id"), child);
    }
  }
  for (std::size_t i = 0; i < signals_.size(); ++i) signals_by_id_.try_emplace(signals_[i].id, i);
  for (std::size_t i = 0; i < objects_.size(); ++i) objects_by_id_.try_emplace(objects_[i].id, i);
}

Source::~Source() = default;

bool Source::is_open_drive() const { return is_named(root_, "OpenDRIVE"); }

void Source::read_road(Node node) {
  SourceRoad& road = roads_.emplace_back();
  road.node = node;
  road.index = roads_.size() - 1;
  road.id = text_of(node, "id");
  road.junction = text_of(node, "junction");
  if (road.junction == "-1") road.junction = {};
  road.length = number_of(node, "length");
  road.left_hand = text_of(node, "rule") == "LHT";
  roads_by_id_.try_emplace(road.id, road.index);
  for (const Node child : node.children()) {
    const std::string_view name = child.name();
    if (name == "link") {
      road.predecessor = link_of(child.child("predecessor"));
      road.successor = link_of(child.child("successor"));
    } else if (name == "planView") {
      for (const Node geometry : child.children("geometry")) road.geometries.push_back(geometry_of(geometry));
    } else if (name == "elevationProfile") {
      for (const Node piece : child.children("elevation")) road.elevations.push_back(piece_of(piece, "s"));
    } else if (name == "lateralProfile") {
      for (const Node piece : child.children("superelevation")) road.superelevations.push_back(piece_of(piece, "s"));
    }
  }
  read_lanes(road);
  read_items(road);
}

void Source::read_lanes(SourceRoad& road) {
  for (const Node lanes : road.node.children("lanes")) {
    if (is_of_temporary_layer(lanes)) continue;
    for (const Node child : lanes.children()) {
      if (is_named(child, "laneOffset")) road.offsets.push_back(piece_of(child, "s"));
      if (!is_named(child, "laneSection")) continue;
      SourceSection& section = road.sections.emplace_back();
      section.node = child;
      section.s = number_of(child, "s");
      section.is_single_side = is_true(text_of(child, "singleSide"));
      road.has_single_sides |= section.is_single_side;
      for (const Node group : child.children()) {
        const std::string_view name = group.name();
        const int side = name == "left" ? 1 : name == "right" ? -1 : 0;
        if (side == 0 && name != "center") continue;
        for (const Node node : group.children("lane")) {
          SourceLane& lane = section.lanes.emplace_back();
          lane.node = node;
          lane.road = road.index;
          lane.section = road.sections.size() - 1;
          lane.side = side;
          lane.id = integer_of(node, "id");
          lane.type = detail::lane_type_of(text_of(node, "type"));
          lane.level = is_true(text_of(node, "level"));
          lane.direction = direction_of(text_of(node, "direction"));
          read_lane_children(lane);
        }
      }
    }
  }
  measure_sections(road);
  for (std::size_t i = 0; i < road.sections.size(); ++i) {
    if (!std::isnan(road.sections[i].s)) road.sections_by_s.emplace_back(road.sections[i].s, i);
    index_lanes(road.sections[i]);
  }
  std::ranges::sort(road.sections_by_s);
}

void Source::read_items(const SourceRoad& road) {
  const auto add = [&](std::vector<SourceItem>& list, Node node) {
    list.push_back({node, road.index, text_of(node, "id"), number_of(node, "s"), number_of(node, "t")});
  };
  for (const Node child : road.node.child("objects").children()) {
    const std::string_view name = child.name();
    if (name == "object") add(objects_, child);
    if (name == "objectReference") add(object_references_, child);
    if (name == "tunnel" || name == "bridge") add(structures_, child);
  }
  for (const Node child : road.node.child("signals").children()) {
    const std::string_view name = child.name();
    if (name == "signal") add(signals_, child);
    if (name == "signalReference") add(signal_references_, child);
  }
}

void Source::read_junction(Node node) {
  SourceJunction& junction = junctions_.emplace_back();
  junction.node = node;
  junction.id = text_of(node, "id");
  junction.type = text_of(node, "type");
  junctions_by_id_.try_emplace(junction.id, junctions_.size() - 1);
  for (const Node child : node.children("connection")) {
    SourceConnection& connection = junction.connections.emplace_back();
    connection.node = child;
    connection.incoming = text_of(child, "incomingRoad");
    connection.connecting = text_of(child, "connectingRoad");
    connection.linked = text_of(child, "linkedRoad");
    // A direct junction has no connecting roads, but netconvert wants the linked one under that name, too.
    if (junction.is_direct() && connection.connecting == connection.linked) connection.connecting = {};
    connection.contact = contact_of(child, "contactPoint");
    for (const Node link : child.children("laneLink")) {
      if (is_of_temporary_layer(link, "fromLayer") || is_of_temporary_layer(link, "toLayer")) continue;
      connection.links.push_back({link, integer_of(link, "from"), integer_of(link, "to")});
    }
  }
}

const SourceRoad* Source::find_road(std::string_view id) const {
  const auto found = roads_by_id_.find(id);
  return found == roads_by_id_.end() ? nullptr : &roads_[found->second];
}

const SourceJunction* Source::find_junction(std::string_view id) const {
  const auto found = junctions_by_id_.find(id);
  return found == junctions_by_id_.end() ? nullptr : &junctions_[found->second];
}

const SourceItem* Source::find_signal(std::string_view id) const {
  const auto found = signals_by_id_.find(id);
  return found == signals_by_id_.end() ? nullptr : &signals_[found->second];
}

const SourceItem* Source::find_object(std::string_view id) const {
  const auto found = objects_by_id_.find(id);
  return found == objects_by_id_.end() ? nullptr : &objects_[found->second];
}

Node Source::find_controller(std::string_view id) const {
  const auto found = controllers_by_id_.find(id);
  return found == controllers_by_id_.end() ? Node{} : found->second;
}

const std::vector<StatedLink>& Source::links() const {
  if (!links_) links_ = std::make_unique<const std::vector<StatedLink>>(stated_links(*this));
  return *links_;
}

// From 1; 0: the only one of its name.
std::size_t Source::place_among_siblings(Node node) const {
  const std::string_view name = node.name();
  std::size_t place = 0, looked_at = 0;
  Node sibling = node;
  for (; sibling && looked_at < kFew; sibling = sibling.previous_sibling(), ++looked_at)
    place += is_named(sibling, name);
  if (!sibling) {
    if (place > 1) return place;
    for (sibling = node.next_sibling(); sibling && looked_at < kFew; sibling = sibling.next_sibling(), ++looked_at)
      if (is_named(sibling, name)) return 1;
    if (!sibling) return 0;
  }
  number_children(node.parent());
  return places_.at(node.hash_value());
}

void Source::number_children(Node parent) const {
  if (!numbered_.insert(parent.hash_value()).second) return;
  std::unordered_map<std::string_view, std::size_t> counts;
  for (const Node child : parent.children()) places_[child.hash_value()] = ++counts[child.name()];
  for (const Node child : parent.children())
    if (counts[child.name()] == 1) places_[child.hash_value()] = 0;
}

std::string Source::xpath(Node node) const {
  if (!node || node.type() == pugi::node_document) return "";
  if (node == root_) return fmt::format("/{}", node.name());
  const Node parent = node.parent();
  std::size_t place = place_among_siblings(node);
  if (parent == root_) place = std::max<std::size_t>(place, 1);  // roads and junctions are always numbered
  return fmt::format("{}/{}{}", xpath(parent), node.name(), place == 0 ? "" : fmt::format("[{}]", place));
}

std::uint32_t Source::line(Node node) const {
  const std::ptrdiff_t offset = node.offset_debug();
  return offset < 0 ? 0 : lines_.line_at(static_cast<std::size_t>(offset));
}

std::optional<double> value_at(const std::vector<CubicPiece>& pieces, double ds) {
  const CubicPiece* holding = nullptr;
  for (const CubicPiece& piece : pieces)
    if (piece.s <= ds || holding == nullptr) holding = &piece;
  if (holding == nullptr) return std::nullopt;
  const double value = holding->cubic.at(ds - holding->s);
  return std::isfinite(value) ? std::optional(value) : std::nullopt;
}

std::optional<double> width_at(const SourceSection& section, const SourceLane& lane, ContactPoint end) {
  return value_at(lane.widths, end == ContactPoint::start ? 0.0 : section.length);
}

}  // namespace scrutineer::map::rules
