// <junction>.
#include "base/text.h"
#include "map/detail/document_reader.h"

namespace scrutineer::map::detail {

void DocumentReader::read_junction(Element& junction) {
  junction_ = &document_.junctions.emplace_back();
  junction_->id = text(junction, "id");
  junction_->name = text_or_empty(junction, "name");
  const std::string_view type = text_or_empty(junction, "type");
  if (type == "direct") {
    junction_->kind = JunctionRecord::Kind::direct;
  } else if (type == "virtual") {
    junction_->kind = JunctionRecord::Kind::virtual_;
  } else if (type == "crossing") {
    junction_->kind = JunctionRecord::Kind::crossing;
  } else if (type != "default" && !type.empty()) {
    warn(junction.node,
         fmt::format("type should be default, direct, virtual or crossing, found {}: taken as default", shown(type)));
  }
  if (!failed()) {
    const auto [first, is_new] = junction_nodes_.try_emplace(junction_->id, junction.node);
    if (!is_new) fail(junction.node, fmt::format("the id is used twice, first in line {}", line_of(first->second)));
  }
  read_children(junction);
  junction_ = nullptr;
}

void DocumentReader::read_connection(Element& connection) {
  connection_ = &junction_->connections.emplace_back();
  connection_->id = text_or_empty(connection, "id");
  connection_->line = {line_of(connection.node)};
  connection_->incoming_road = text_or_empty(connection, "incomingRoad");
  connection_->connecting_road = text_or_empty(connection, "connectingRoad");
  // A direct junction has no road of its own: its connections lead straight into the other road.
  if (connection_->connecting_road.empty()) connection_->connecting_road = text_or_empty(connection, "linkedRoad");
  const std::optional<ContactPoint> contact = contact_point(connection);
  connection_->contact = contact.value_or(ContactPoint::start);

  // Virtual connections have neither road nor contact point; what they only hint at is not used.
  const bool is_virtual = text_or_empty(connection, "type") == "virtual";
  if (!is_virtual) {
    if (connection_->incoming_road.empty()) warn(connection.node, "attribute incomingRoad is missing");
    if (connection_->connecting_road.empty()) {
      warn(connection.node, "attribute connectingRoad is missing");
    } else if (!contact) {
      warn(connection.node, "attribute contactPoint is missing: taken as start");
    }
  }
  read_children(connection);
  connection_ = nullptr;
}

void DocumentReader::read_lane_link(Element& link) {
  JunctionLaneLink out;
  out.from = integer(link, "from");
  out.to = integer(link, "to");
  const bool is_temporary = is_of_temporary_layer(link, "fromLayer") || is_of_temporary_layer(link, "toLayer");
  if (!is_temporary) connection_->lane_links.push_back(out);
  read_children(link);
}

void DocumentReader::read_priority(Element& priority) {
  JunctionPriority out;
  out.high = text_or_empty(priority, "high");
  out.low = text_or_empty(priority, "low");
  junction_->priorities.push_back(std::move(out));
  read_children(priority);
}

void DocumentReader::read_junction_controller(Element& controller) {
  junction_->controllers.emplace_back(text(controller, "id"));
  read_children(controller);
}

void DocumentReader::read_boundary_segment(Element& segment) {
  JunctionBoundarySegment out;
  const std::string_view type = text(segment, "type");
  out.road = text(segment, "roadId");
  if (type == "lane") {
    out.kind = JunctionBoundarySegment::Kind::lane;
    out.boundary_lane = integer(segment, "boundaryLane");
    // "begin", "end" or an s; files also write "start".
    const auto place = [&](const char* name, std::string_view usual, std::optional<double>& s, bool& is_other_end) {
      const std::string_view word = text(segment, name);
      const bool is_begin = word == "begin" || word == "start";
      if (is_begin || word == "end") {
        is_other_end = is_begin != (usual == "begin");
      } else {
        s = number(segment, name);
      }
    };
    place("sStart", "begin", out.s_start, out.s_start_is_end);
    place("sEnd", "end", out.s_end, out.s_end_is_begin);
  } else if (type == "joint") {
    out.contact = contact_point(segment).value_or(ContactPoint::start);
    out.joint_lane_start = optional_integer(segment, "jointLaneStart");
    out.joint_lane_end = optional_integer(segment, "jointLaneEnd");
  } else {
    fail(segment.node, fmt::format("type must be lane or joint, found {}", shown(type)));
  }
  junction_->boundary.push_back(std::move(out));
  read_children(segment);
}

}  // namespace scrutineer::map::detail
