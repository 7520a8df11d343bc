// <objects>: stop lines, crosswalks and whatever else stands or lies on a road.
#include "map/detail/document_reader.h"

namespace scrutineer::map::detail {

void DocumentReader::read_object(Element& object) {
  object_ = &road_->objects.emplace_back();
  ObjectRecord& out = *object_;
  out.type = text_or_empty(object, "type");
  out.subtype = text_or_empty(object, "subtype");
  out.name = text_or_empty(object, "name");
  out.id = text_or_empty(object, "id");
  out.s = number(object, "s");
  out.t = number(object, "t");
  out.z_offset = number_or_zero(object, "zOffset");
  out.invalidated = flag(object, "invalidated");
  out.orientation = orientation(object);
  out.length = number_or_zero(object, "length");
  out.width = number_or_zero(object, "width");
  out.radius = number_or_zero(object, "radius");
  out.height = number_or_zero(object, "height");
  out.heading = number_or_zero(object, "hdg");
  check_on_road(object, out.s);
  read_children(object);
  object_ = nullptr;
}

void DocumentReader::read_object_validity(Element& element) {
  object_->validities.push_back(validity(element));
  read_children(element);
}

void DocumentReader::read_outline(Element& outline) {
  object_->outlines.emplace_back();
  read_children(outline);
}

void DocumentReader::read_corner_road(Element& corner) {
  ObjectCorner out{.road_coordinates = true};
  out.a = number(corner, "s");
  out.b = number(corner, "t");
  out.z = number_or_zero(corner, "dz");
  object_->outlines.back().push_back(out);
  read_children(corner);
}

void DocumentReader::read_corner_local(Element& corner) {
  ObjectCorner out{.road_coordinates = false};
  out.a = number(corner, "u");
  out.b = number(corner, "v");
  out.z = number_or_zero(corner, "z");
  object_->outlines.back().push_back(out);
  read_children(corner);
}

void DocumentReader::read_bridge(Element& bridge) { read_structure(bridge, StructureRecord::Kind::bridge); }
void DocumentReader::read_tunnel(Element& tunnel) { read_structure(tunnel, StructureRecord::Kind::tunnel); }

void DocumentReader::read_structure(Element& structure, StructureRecord::Kind kind) {
  StructureRecord out;
  out.kind = kind;
  out.id = text_or_empty(structure, "id");
  out.name = text_or_empty(structure, "name");
  out.type = text_or_empty(structure, "type");
  out.s = number_or_zero(structure, "s");
  out.length = number_or_zero(structure, "length");
  check_on_road(structure, out.s);
  read_children(structure);
  if (out.length > 0.0)
    road_->structures.push_back(std::move(out));
  else
    warn(structure.node, "left out: its length must be above 0 m");
}

}  // namespace scrutineer::map::detail
