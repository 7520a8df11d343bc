#include "trace/detail/sumo_types.h"

#include <fmt/format.h>

#include "base/text.h"
#include "trace/detail/xml_scanner.h"
#include "trace/recognise.h"

namespace scrutineer::trace {

namespace {

struct ClassEntry {
  std::string_view name;
  SumoType type;
};

// SUMO's own defaults per class, from its documentation of vehicle types.
constexpr Size kCarSize{5.0, 1.8, 1.5};
constexpr ClassEntry kClasses[] = {
    {"passenger", {Category::car, kCarSize}},
    {"private", {Category::car, kCarSize}},
    {"taxi", {Category::car, kCarSize}},
    {"hov", {Category::car, kCarSize}},
    {"vip", {Category::car, kCarSize}},
    {"evehicle", {Category::car, kCarSize}},
    {"army", {Category::car, kCarSize}},
    {"authority", {Category::car, kCarSize}},
    {"custom1", {Category::car, kCarSize}},
    {"custom2", {Category::car, kCarSize}},
    {"ignoring", {Category::car, kCarSize}},
    {"emergency", {Category::van, {6.5, 2.16, 2.86}}},
    {"delivery", {Category::van, {6.5, 2.16, 2.86}}},
    {"bus", {Category::bus, {12.0, 2.5, 3.4}}},
    {"coach", {Category::bus, {14.0, 2.6, 4.0}}},
    {"truck", {Category::truck, {7.1, 2.4, 2.4}}},
    {"trailer", {Category::truck, {16.5, 2.55, 4.0}}},  // a truck with its trailer, as one box
    {"motorcycle", {Category::motorcycle, {2.2, 0.9, 1.5}}},
    {"moped", {Category::motorcycle, {2.1, 0.8, 1.7}}},
    {"bicycle", {Category::bicycle, {1.6, 0.65, 1.7}}},
    {"scooter", {Category::scooter, {1.2, 0.5, 1.7}}},
    {"wheelchair", {Category::wheelchair, {0.8, 0.5, 1.5}}},
    {"pedestrian", {Category::person, {0.215, 0.478, 1.719}}},
    {"tram", {Category::tram, {22.0, 2.4, 3.2}}},
    {"rail_urban", {Category::train, {109.5, 3.0, 3.6}}},
    {"rail", {Category::train, {135.0, 2.84, 3.75}}},
    {"rail_electric", {Category::train, {200.0, 2.95, 3.89}}},
    {"rail_fast", {Category::train, {200.0, 2.95, 3.89}}},
    {"subway", {Category::train, {109.5, 3.0, 3.6}}},
    {"cable_car", {Category::tram, {22.0, 2.4, 3.2}}},
    {"ship", {Category::other_vehicle, {17.0, 4.0, 4.0}}},
    {"container", {Category::object, {6.1, 2.4, 2.6}}},
};

Problem unreadable(const XmlScanner& tags, const XmlAttribute& attribute, std::string_view id) {
  return {tags.place_of(attribute),
          fmt::format("vType \"{}\": {} must be a number above 0, found \"{}\"", id, attribute.name, attribute.raw)};
}

Result<SumoType> read_type(const XmlScanner& tags, std::string_view id) {
  SumoType type = *sumo_class("passenger");
  if (const XmlAttribute* vehicle_class = tags.find("vClass")) {
    const auto known = sumo_class(vehicle_class->raw);
    if (!known) {
      return Problem{tags.place_of(*vehicle_class),
                     fmt::format("vType \"{}\": vClass \"{}\" is unknown", id, vehicle_class->raw)};
    }
    type = *known;
  }
  for (const auto& [name, value] : {std::pair{"length", &type.size.length}, std::pair{"width", &type.size.width},
                                    std::pair{"height", &type.size.height}}) {
    const XmlAttribute* attribute = tags.find(name);
    if (attribute == nullptr) continue;
    const auto number = parse_number(attribute->raw);
    if (!number || !(*number > 0.0)) return unreadable(tags, *attribute, id);
    *value = *number;
  }
  return type;
}

}  // namespace

std::optional<SumoType> sumo_class(std::string_view name) {
  for (const ClassEntry& entry : kClasses)
    if (entry.name == name) return entry.type;
  return std::nullopt;
}

// What a run uses that defines no types of its own.
SumoTypes::SumoTypes() {
  for (const auto& [id, vehicle_class] :
       {std::pair{"DEFAULT_BIKETYPE", "bicycle"}, std::pair{"DEFAULT_PEDTYPE", "pedestrian"},
        std::pair{"DEFAULT_TAXITYPE", "taxi"}, std::pair{"DEFAULT_RAILTYPE", "rail"},
        std::pair{"DEFAULT_CONTAINERTYPE", "container"}})
    types_.emplace(id, *sumo_class(vehicle_class));
}

Result<SumoTypes> SumoTypes::read(const std::string& file, SharedHashes hashes) {
  auto bytes = ByteSource::open(file, std::move(hashes));
  if (!bytes) return bytes.problem();
  const auto filled = bytes->fill(kDecisiveSize);
  if (!filled && bytes->window().empty()) return filled.problem();
  const Recognised found = recognise(bytes->window().substr(0, kDecisiveSize), file);
  if (found.kind != FileKind::sumo_definitions && !found.title.empty())
    return Problem{{.file = file},
                   fmt::format("is {}, and defines no vehicle types: --vehicle-types takes the routes or additional "
                               "file of SUMO that holds vType elements",
                               found.kind == FileKind::run ? "a run" : found.title)};
  XmlScanner tags(*std::move(bytes));
  SumoTypes all;
  std::string memory;
  bool has_tags = false;
  for (;;) {
    const auto more = tags.next();
    if (!more) return more.problem();
    if (!*more) break;
    has_tags = true;
    if (tags.name() != "vType" || tags.kind() == XmlScanner::Kind::close) continue;
    const XmlAttribute* attribute = tags.find("id");
    if (attribute == nullptr) return Problem{tags.place(), "vType: attribute id is missing"};
    const std::string id(xml_decoded(attribute->raw, memory));
    const auto type = read_type(tags, id);
    if (!type) return type.problem();
    all.types_.insert_or_assign(id, *type);
  }
  if (!has_tags) return Problem{{.file = file}, "is no XML: elements vType were expected"};
  return all;
}

const SumoType* SumoTypes::find(const std::string& id) const {
  const auto found = types_.find(id);
  return found == types_.end() ? nullptr : &found->second;
}

}  // namespace scrutineer::trace
