#include "map/write_xodr.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string_view>
#include <variant>

#include "base/text.h"
#include "map/road_marks.h"

namespace scrutineer::map {
namespace {

// Writes one element after the other; what has children is closed by the destructor of its Element.
class Xml {
 public:
  class Element {
   public:
    Element(Xml& xml, std::string_view tag) : xml_(xml), tag_(tag) {
      xml_.finish_start_tag();
      xml_.indent();
      xml_.text_ += '<';
      xml_.text_ += tag;
      xml_.start_tag_is_open_ = true;
      ++xml_.depth_;
    }
    ~Element() {
      --xml_.depth_;
      if (xml_.start_tag_is_open_) {
        xml_.text_ += "/>\n";
        xml_.start_tag_is_open_ = false;
        return;
      }
      if (!holds_text_) xml_.indent();
      xml_.text_ += "</" + tag_ + ">\n";
    }
    Element(const Element&) = delete;
    Element& operator=(const Element&) = delete;

    Element& with(std::string_view name, std::string_view value) {
      xml_.text_ += ' ';
      xml_.text_ += name;
      xml_.text_ += "=\"" + xml_escaped(value) + "\"";
      return *this;
    }
    Element& with(std::string_view name, const char* value) { return with(name, std::string_view(value)); }
    Element& with(std::string_view name, double value) { return with(name, std::string_view(shortest(value))); }
    Element& with(std::string_view name, int value) { return with(name, std::string_view(std::to_string(value))); }
    Element& with(std::string_view name, bool value) { return with(name, value ? "true" : "false"); }
    // Left out where it says nothing.
    Element& with_some(std::string_view name, const std::string& value) {
      return value.empty() ? *this : with(name, std::string_view(value));
    }
    Element& with_some(std::string_view name, const std::optional<double>& value) {
      return value ? with(name, *value) : *this;
    }

    // Instead of child elements.
    void text(std::string_view text) {
      xml_.text_ += '>' + xml_escaped(text);
      xml_.start_tag_is_open_ = false;
      holds_text_ = true;
    }

   private:
    Xml& xml_;
    std::string tag_;
    bool holds_text_ = false;
  };

  Element element(std::string_view tag) { return Element(*this, tag); }

  std::string take() { return std::move(text_); }

 private:
  void finish_start_tag() {
    if (start_tag_is_open_) text_ += ">\n";
    start_tag_is_open_ = false;
  }
  void indent() { text_.append(2 * depth_, ' '); }

  std::string text_ = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n";
  std::size_t depth_ = 0;
  bool start_tag_is_open_ = false;
};

const char* contact_word(ContactPoint contact) { return contact == ContactPoint::start ? "start" : "end"; }

const char* orientation_word(Orientation orientation) {
  switch (orientation) {
    case Orientation::with_s:
      return "+";
    case Orientation::against_s:
      return "-";
    case Orientation::both:
      return "none";
  }
  return "none";
}

// An offset from `from` that leads to exactly `s` when it is added again.
double offset_to(double s, double from) {
  double offset = s - from;
  for (int i = 0; i < 8 && from + offset != s; ++i) {
    const double towards = from + offset < s ? std::numeric_limits<double>::infinity() : 0.0;
    offset = std::nextafter(offset, towards);
  }
  return offset;
}

void write_cubic(Xml::Element& element, const Cubic& cubic) {
  element.with("a", cubic.a).with("b", cubic.b).with("c", cubic.c).with("d", cubic.d);
}

void write_cubics(Xml& xml, std::string_view tag, const std::vector<CubicRecord>& records) {
  for (const CubicRecord& record : records) {
    auto element = xml.element(tag);
    write_cubic(element.with("s", record.s), record.cubic);
  }
}

void write_speed(Xml& xml, std::optional<double> s_offset, const SpeedLimit& speed) {
  auto element = xml.element("speed");
  element.with_some("sOffset", s_offset);
  switch (speed.kind) {
    case SpeedLimit::Kind::limit:
      element.with("max", speed.max.si()).with("unit", "m/s");
      break;
    case SpeedLimit::Kind::no_limit:
      element.with("max", "no limit");
      break;
    case SpeedLimit::Kind::undefined:
      element.with("max", "undefined");
      break;
  }
}

// ---- roads ----------------------------------------------------------------------------------------------------------

void write_link(Xml& xml, std::string_view tag, const std::optional<RoadLink>& link) {
  if (!link) return;
  auto element = xml.element(tag);
  element.with("elementType", link->kind == RoadLink::Kind::road ? "road" : "junction");
  element.with("elementId", std::string_view(link->element_id));
  if (link->contact) element.with("contactPoint", contact_word(*link->contact));
  element.with_some("elementS", link->element_s);
}

void write_shape(Xml& xml, const Geometry&, const Line&) { xml.element("line"); }

void write_shape(Xml& xml, const Geometry&, const Arc& arc) { xml.element("arc").with("curvature", arc.curvature); }

void write_shape(Xml& xml, const Geometry&, const Spiral& spiral) {
  xml.element("spiral").with("curvStart", spiral.curvature_begin).with("curvEnd", spiral.curvature_end);
}

void write_shape(Xml& xml, const Geometry&, const Poly3& poly3) {
  auto element = xml.element("poly3");
  write_cubic(element, poly3.v);
}

Cubic scaled(const Cubic& cubic, double factor) {
  return {cubic.a, cubic.b * factor, cubic.c * factor * factor, cubic.d * factor * factor * factor};
}

void write_shape(Xml& xml, const Geometry& geometry, const ParamPoly3& shape) {
  const bool by_length = shape.p_end == geometry.length;
  const double factor = by_length ? 1.0 : shape.p_end;
  const Cubic u = scaled(shape.u, factor), v = scaled(shape.v, factor);
  auto element = xml.element("paramPoly3");
  element.with("pRange", by_length ? "arcLength" : "normalized");
  element.with("aU", u.a).with("bU", u.b).with("cU", u.c).with("dU", u.d);
  element.with("aV", v.a).with("bV", v.b).with("cV", v.c).with("dV", v.d);
}

void write_plan_view(Xml& xml, const RoadRecord& road) {
  auto plan_view = xml.element("planView");
  for (const Geometry& geometry : road.geometries) {
    auto element = xml.element("geometry");
    element.with("s", geometry.s).with("x", geometry.x).with("y", geometry.y);
    element.with("hdg", geometry.heading).with("length", geometry.length);
    std::visit([&](const auto& shape) { write_shape(xml, geometry, shape); }, geometry.shape);
  }
}

void write_types(Xml& xml, const RoadRecord& road) {
  for (const RoadTypeRecord& type : road.types) {
    auto element = xml.element("type");
    element.with("s", type.s).with("type", std::string_view(type.type)).with_some("country", type.country);
    if (type.speed) write_speed(xml, {}, *type.speed);
  }
}

void write_marks(Xml& xml, const LaneSectionRecord& section, const std::vector<LaneMarkRecord>& marks) {
  for (const LaneMarkRecord& mark : marks) {
    std::string type(mark.type == MarkType::other ? "custom" : to_string(mark.type));
    std::ranges::replace(type, '_', ' ');
    auto element = xml.element("roadMark");
    element.with("sOffset", offset_to(mark.s, section.s)).with("type", std::string_view(type));
    element.with("color", to_string(mark.colour == MarkColour::other ? MarkColour::standard : mark.colour));
    if (mark.width > 0.0F) element.with("width", static_cast<double>(mark.width));
  }
}

void write_lane(Xml& xml, const LaneSectionRecord& section, const LaneRecord& lane, bool is_old) {
  auto element = xml.element("lane");
  element.with("id", lane.number).with("type", std::string_view(lane.type_name)).with("level", lane.level);
  if (lane.direction == LaneDirection::reversed) element.with("direction", "reversed");
  if (lane.direction == LaneDirection::both) element.with("direction", "both");
  if (!lane.predecessors.empty() || !lane.successors.empty()) {
    auto link = xml.element("link");
    for (const int number : lane.predecessors) xml.element("predecessor").with("id", number);
    for (const int number : lane.successors) xml.element("successor").with("id", number);
  }
  for (const CubicRecord& record : lane.borders) {
    auto border = xml.element("border");
    write_cubic(border.with("sOffset", offset_to(record.s, section.s)), record.cubic);
  }
  for (const CubicRecord& record : lane.widths) {
    auto width = xml.element("width");
    write_cubic(width.with("sOffset", offset_to(record.s, section.s)), record.cubic);
  }
  write_marks(xml, section, lane.marks);
  for (const LaneSpeedRecord& speed : lane.speeds) write_speed(xml, offset_to(speed.s, section.s), speed.speed);
  for (const LaneAccessRecord& access : lane.accesses) {
    auto written = xml.element("access");
    written.with("sOffset", offset_to(access.s, section.s)).with("rule", access.allow ? "allow" : "deny");
    // Before 1.8 an access had one restriction, as an attribute.
    if (is_old && access.restrictions.size() == 1) {
      written.with("restriction", std::string_view(access.restrictions[0]));
      continue;
    }
    for (const std::string& who : access.restrictions) xml.element("restriction").with("type", std::string_view(who));
  }
}

// The standard lists lanes from left to right, so with descending numbers.
void write_side(Xml& xml, std::string_view tag, const LaneSectionRecord& section, int sign, bool is_old) {
  bool any = false;
  for (const LaneRecord& lane : section.lanes) any = any || sign * lane.number > 0;
  if (!any) return;
  auto side = xml.element(tag);
  for (auto lane = section.lanes.rbegin(); lane != section.lanes.rend(); ++lane)
    if (sign * lane->number > 0) write_lane(xml, section, *lane, is_old);
}

void write_lanes(Xml& xml, const RoadRecord& road, bool is_old) {
  auto lanes = xml.element("lanes");
  write_cubics(xml, "laneOffset", road.lane_offsets);
  for (const LaneSectionRecord& section : road.sections) {
    auto element = xml.element("laneSection");
    element.with("s", section.s);
    write_side(xml, "left", section, 1, is_old);
    {
      auto centre = xml.element("center");
      auto lane = xml.element("lane");
      lane.with("id", 0).with("type", "none").with("level", false);
      write_marks(xml, section, section.centre_marks);
    }
    write_side(xml, "right", section, -1, is_old);
  }
}

// ---- signals and objects --------------------------------------------------------------------------------------------

void write_validities(Xml& xml, const std::vector<LaneValidity>& validities) {
  for (const LaneValidity& validity : validities)
    xml.element("validity").with("fromLane", validity.from).with("toLane", validity.to);
}

// The standard wants tunnels before bridges.
void write_structures(Xml& xml, const std::vector<StructureRecord>& structures) {
  using Kind = StructureRecord::Kind;
  for (const Kind kind : {Kind::tunnel, Kind::bridge})
    for (const StructureRecord& structure : structures) {
      if (structure.kind != kind) continue;
      auto element = xml.element(kind == Kind::tunnel ? "tunnel" : "bridge");
      element.with("s", structure.s).with("length", structure.length).with("id", std::string_view(structure.id));
      element.with("name", std::string_view(structure.name)).with("type", std::string_view(structure.type));
    }
}

void write_objects(Xml& xml, const RoadRecord& road) {
  if (road.objects.empty() && road.structures.empty()) return;
  auto objects = xml.element("objects");
  for (const ObjectRecord& object : road.objects) {
    auto element = xml.element("object");
    element.with("id", std::string_view(object.id)).with("name", std::string_view(object.name));
    element.with("type", std::string_view(object.type)).with("subtype", std::string_view(object.subtype));
    element.with("s", object.s).with("t", object.t).with("zOffset", object.z_offset).with("hdg", object.heading);
    element.with("orientation", orientation_word(object.orientation));
    if (object.invalidated) element.with("invalidated", "true");
    const std::pair<const char*, double> sizes[] = {
        {"length", object.length}, {"width", object.width}, {"height", object.height}, {"radius", object.radius}};
    for (const auto& [name, size] : sizes)
      if (size != 0.0) element.with(name, size);
    if (!object.outlines.empty()) {
      auto outlines = xml.element("outlines");
      int number = 0;
      for (const std::vector<ObjectCorner>& outline : object.outlines) {
        auto written = xml.element("outline");
        written.with("id", number++);
        for (const ObjectCorner& corner : outline) {
          if (corner.road_coordinates) {
            xml.element("cornerRoad").with("s", corner.a).with("t", corner.b).with("dz", corner.z).with("height", 0.0);
          } else {
            xml.element("cornerLocal").with("u", corner.a).with("v", corner.b).with("z", corner.z).with("height", 0.0);
          }
        }
      }
    }
    write_validities(xml, object.validities);
  }
  write_structures(xml, road.structures);
}

void write_signals(Xml& xml, const RoadRecord& road) {
  if (road.signals.empty() && road.signal_references.empty()) return;
  auto signals = xml.element("signals");
  for (const SignalRecord& signal : road.signals) {
    auto element = xml.element("signal");
    element.with("s", signal.s).with("t", signal.t).with("id", std::string_view(signal.id));
    element.with("name", std::string_view(signal.name)).with("dynamic", signal.dynamic ? "yes" : "no");
    if (signal.invalidated) element.with("invalidated", "true");
    element.with("orientation", orientation_word(signal.orientation)).with("zOffset", signal.z_offset);
    element.with("type", std::string_view(signal.type)).with("subtype", std::string_view(signal.subtype));
    element.with_some("country", signal.country).with_some("countryRevision", signal.country_revision);
    element.with_some("value", signal.value).with_some("unit", signal.unit).with_some("text", signal.text);
    element.with("hOffset", signal.h_offset).with("width", signal.width).with("height", signal.height);
    write_validities(xml, signal.validities);
    for (const SignalDependency& dependency : signal.dependencies)
      xml.element("dependency").with("id", std::string_view(dependency.signal_id)).with_some("type", dependency.type);
    for (const std::string& id : signal.referenced_signals)
      xml.element("reference").with("elementType", "signal").with("elementId", std::string_view(id));
  }
  for (const SignalReferenceRecord& reference : road.signal_references) {
    auto element = xml.element("signalReference");
    element.with("s", reference.s).with("t", reference.t).with("id", std::string_view(reference.signal_id));
    element.with("orientation", orientation_word(reference.orientation));
    write_validities(xml, reference.validities);
  }
}

void write_road(Xml& xml, const RoadRecord& road, bool is_old) {
  auto element = xml.element("road");
  element.with("name", std::string_view(road.name)).with("length", road.length).with("id", std::string_view(road.id));
  element.with("junction", road.junction.empty() ? "-1" : road.junction);
  element.with("rule", road.rule == TrafficRule::right_hand ? "RHT" : "LHT");
  if (road.predecessor || road.successor) {
    auto link = xml.element("link");
    write_link(xml, "predecessor", road.predecessor);
    write_link(xml, "successor", road.successor);
  }
  write_types(xml, road);
  write_plan_view(xml, road);
  if (!road.elevations.empty()) {
    auto profile = xml.element("elevationProfile");
    write_cubics(xml, "elevation", road.elevations);
  }
  if (!road.superelevations.empty()) {
    auto profile = xml.element("lateralProfile");
    write_cubics(xml, "superelevation", road.superelevations);
  }
  write_lanes(xml, road, is_old);
  write_objects(xml, road);
  write_signals(xml, road);
}

// ---- junctions, controllers, header ---------------------------------------------------------------------------------

void write_boundary(Xml& xml, const JunctionRecord& junction) {
  if (junction.boundary.empty()) return;
  auto boundary = xml.element("boundary");
  for (const JunctionBoundarySegment& segment : junction.boundary) {
    auto element = xml.element("segment");
    element.with("roadId", std::string_view(segment.road));
    if (segment.kind == JunctionBoundarySegment::Kind::lane) {
      element.with("type", "lane").with("boundaryLane", segment.boundary_lane);
      const auto place = [&](const char* name, const std::optional<double>& s, bool at_end) {
        s ? element.with(name, *s) : element.with(name, at_end ? "end" : "begin");
      };
      place("sStart", segment.s_start, segment.s_start_is_end);
      place("sEnd", segment.s_end, !segment.s_end_is_begin);
    } else {
      element.with("type", "joint").with("contactPoint", contact_word(segment.contact));
      if (segment.joint_lane_start) element.with("jointLaneStart", *segment.joint_lane_start);
      if (segment.joint_lane_end) element.with("jointLaneEnd", *segment.joint_lane_end);
    }
  }
}

void write_junction(Xml& xml, const JunctionRecord& junction) {
  auto element = xml.element("junction");
  element.with("id", std::string_view(junction.id)).with("name", std::string_view(junction.name));
  const bool direct = junction.kind == JunctionRecord::Kind::direct;
  switch (junction.kind) {
    case JunctionRecord::Kind::standard:
      element.with("type", "default");
      break;
    case JunctionRecord::Kind::direct:
      element.with("type", "direct");
      break;
    case JunctionRecord::Kind::virtual_:
      element.with("type", "virtual");
      break;
    case JunctionRecord::Kind::crossing:
      element.with("type", "crossing");
      break;
  }
  for (const JunctionConnection& connection : junction.connections) {
    auto written = xml.element("connection");
    written.with("id", std::string_view(connection.id)).with_some("incomingRoad", connection.incoming_road);
    // Of direct junctions the standard wants linkedRoad; netconvert knows only connectingRoad, and refuses without.
    if (direct) written.with("linkedRoad", std::string_view(connection.connecting_road));
    written.with("connectingRoad", std::string_view(connection.connecting_road));
    written.with("contactPoint", contact_word(connection.contact));
    for (const JunctionLaneLink& link : connection.lane_links)
      xml.element("laneLink").with("from", link.from).with("to", link.to);
  }
  for (const JunctionPriority& priority : junction.priorities)
    xml.element("priority").with("high", std::string_view(priority.high)).with("low", std::string_view(priority.low));
  for (const std::string& controller : junction.controllers)
    xml.element("controller").with("id", std::string_view(controller));
  write_boundary(xml, junction);
}

void write_header(Xml& xml, const HeaderRecord& header) {
  auto element = xml.element("header");
  element.with("revMajor", header.rev_major).with("revMinor", header.rev_minor);
  element.with_some("name", header.name).with_some("version", header.version).with_some("date", header.date);
  element.with_some("vendor", header.vendor);
  element.with_some("north", header.north).with_some("south", header.south);
  element.with_some("east", header.east).with_some("west", header.west);
  if (!header.geo_reference.empty()) xml.element("geoReference").text(header.geo_reference);
  if (header.offset_x != 0.0 || header.offset_y != 0.0 || header.offset_z != 0.0 || header.offset_heading != 0.0) {
    auto offset = xml.element("offset");
    offset.with("x", header.offset_x).with("y", header.offset_y).with("z", header.offset_z);
    offset.with("hdg", header.offset_heading);
  }
}

}  // namespace

std::string to_xodr(const Document& document) {
  Xml xml;
  {
    auto root = xml.element("OpenDRIVE");
    write_header(xml, document.header);
    const bool is_old = document.header.rev_major == 1 && document.header.rev_minor < 8;
    for (const RoadRecord& road : document.roads) write_road(xml, road, is_old);
    for (const ControllerRecord& controller : document.controllers) {
      auto element = xml.element("controller");
      element.with("id", std::string_view(controller.id)).with_some("name", controller.name);
      for (const std::string& signal : controller.signal_ids)
        xml.element("control").with("signalId", std::string_view(signal));
    }
    for (const JunctionRecord& junction : document.junctions) write_junction(xml, junction);
  }
  return xml.take();
}

}  // namespace scrutineer::map
