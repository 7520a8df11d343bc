// <header> and <controller>.
#include "base/text.h"
#include "map/detail/document_reader.h"

namespace scrutineer::map::detail {

void DocumentReader::read_header(Element& header) {
  HeaderRecord& out = document_.header;
  check_version(header);
  out.name = text_or_empty(header, "name");
  out.version = text_or_empty(header, "version");
  out.date = text_or_empty(header, "date");
  out.north = optional_number(header, "north");
  out.south = optional_number(header, "south");
  out.east = optional_number(header, "east");
  out.west = optional_number(header, "west");
  out.vendor = text_or_empty(header, "vendor");
  read_children(header);
}

// Any version is read as well as it can be: real files often claim an older one than they follow.
void DocumentReader::check_version(Element& header) {
  const std::string_view major = text_or_empty(header, "revMajor");
  const std::string_view minor = text_or_empty(header, "revMinor");
  const std::optional<long long> major_number = parse_integer(major);
  const std::optional<long long> minor_number = parse_integer(minor);
  constexpr long long kLargest = 1000;
  const auto is_small = [](const std::optional<long long>& n) { return n && *n >= 0 && *n <= kLargest; };
  if (!is_small(major_number) || !is_small(minor_number)) {
    warn(header.node, fmt::format("revMajor {} and revMinor {} are no version of OpenDRIVE: read as 1.9", shown(major),
                                  shown(minor)));
    return;
  }
  document_.header.rev_major = static_cast<int>(*major_number);
  document_.header.rev_minor = static_cast<int>(*minor_number);
  const bool is_known = *major_number == 1 && *minor_number >= 1 && *minor_number <= 9;
  if (!is_known)
    warn(header.node, fmt::format("OpenDRIVE {}.{} is read as far as it agrees with 1.1 to 1.9", major, minor));
}

void DocumentReader::read_geo_reference(Element& reference) {
  std::string& out = document_.header.geo_reference;
  out.clear();
  for (const pugi::xml_node& part : reference.node.children())
    if (part.type() == pugi::node_cdata || part.type() == pugi::node_pcdata) out += part.value();
  out = trim(out);
}

void DocumentReader::read_offset(Element& offset) {
  document_.header.offset_x = number(offset, "x");
  document_.header.offset_y = number(offset, "y");
  document_.header.offset_z = number_or_zero(offset, "z");
  document_.header.offset_heading = number_or_zero(offset, "hdg");
  read_children(offset);
}

void DocumentReader::read_controller(Element& controller) {
  controller_ = &document_.controllers.emplace_back();
  controller_->id = text(controller, "id");
  controller_->line = {line_of(controller.node)};
  controller_->name = text_or_empty(controller, "name");
  read_children(controller);
  controller_ = nullptr;
}

void DocumentReader::read_control(Element& control) {
  controller_->signal_ids.emplace_back(text(control, "signalId"));
  read_children(control);
}

}  // namespace scrutineer::map::detail
