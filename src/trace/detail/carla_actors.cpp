#include "trace/detail/carla_actors.h"

#include <algorithm>
#include <iterator>

#include "base/text.h"

namespace scrutineer::trace::carla {

namespace {

// The types of actors that the server knows.
enum Type : std::uint8_t { type_other, type_vehicle, type_walker, type_light, type_sign, type_sensor };

struct Attributes {
  std::string_view role, base_type, wheels;
};

Attributes read_attributes(PacketReader& packet) {
  Attributes attributes;
  const std::size_t count = packet.u16();
  for (std::size_t i = 0; i < count && packet.is_good(); ++i) {
    packet.u8();  // its type; values are texts whatever it is
    const std::string_view name = packet.text(), value = packet.text();
    if (name == "role_name") attributes.role = value;
    if (name == "base_type") attributes.base_type = value;
    if (name == "number_of_wheels") attributes.wheels = value;
  }
  return attributes;
}

struct NamedCategory {
  std::string_view name;
  Category category;
};

// Of the attribute base_type, which there is since 0.9.14.
constexpr NamedCategory kBaseTypes[] = {
    {"car", Category::car}, {"truck", Category::truck},           {"van", Category::van},
    {"bus", Category::bus}, {"motorcycle", Category::motorcycle}, {"bicycle", Category::bicycle},
};

// Before that only the blueprint tells. What is not here is a car, or on two wheels a motorcycle.
constexpr NamedCategory kModels[] = {
    {"carlamotors.carlacola", Category::truck},
    {"carlamotors.firetruck", Category::truck},
    {"carlamotors.european_hgv", Category::truck},
    {"mitsubishi.fusorosa", Category::bus},
    {"ford.ambulance", Category::van},
    {"mercedes.sprinter", Category::van},
    {"volkswagen.t2", Category::van},  // t2_2021, too
    {"bh.crossbike", Category::bicycle},
    {"diamondback.century", Category::bicycle},
    {"gazelle.omafiets", Category::bicycle},
};

Category category_of_vehicle(std::string_view blueprint, const Attributes& attributes) {
  const auto* const base = std::ranges::find(kBaseTypes, to_lower(attributes.base_type), &NamedCategory::name);
  if (base != std::end(kBaseTypes)) return base->category;
  constexpr std::string_view kVehicle = "vehicle.";
  const std::string_view model = blueprint.starts_with(kVehicle) ? blueprint.substr(kVehicle.size()) : blueprint;
  for (const NamedCategory& known : kModels)
    if (model.starts_with(known.name)) return known.category;
  return attributes.wheels == "2" ? Category::motorcycle : Category::car;
}

// Before 0.9.12 sensors are of the type "other", and 5 means that nobody knows: the blueprint tells best.
Kind kind_of(std::uint8_t type, std::string_view blueprint) {
  if (type == type_vehicle) return Kind::vehicle;
  if (type == type_walker) return Kind::walker;
  if (type == type_light) return Kind::light;
  if (type == type_sign) return Kind::sign;
  if (type == type_sensor || blueprint.starts_with("sensor.")) return Kind::sensor;
  return blueprint.starts_with("static.prop") ? Kind::prop : Kind::nobody;
}

}  // namespace

Spawned read_spawned(PacketReader& packet, VectorWidth width) {
  Spawned spawned;
  spawned.id = packet.u32();
  const std::uint8_t type = packet.u8();
  spawned.location = packet.vector(width);
  packet.skip(size_of_vector(width));  // the rotation: it comes with every position
  packet.u32();                        // the number of the description
  spawned.blueprint = packet.text();
  const Attributes attributes = read_attributes(packet);
  spawned.kind = kind_of(type, spawned.blueprint);
  if (spawned.kind == Kind::vehicle) {
    spawned.category = category_of_vehicle(spawned.blueprint, attributes);
    spawned.is_hero = attributes.role == "hero" || attributes.role == "ego_vehicle";
  } else {
    spawned.category = spawned.kind == Kind::walker ? Category::person : Category::object;
    spawned.is_of_town = attributes.role.empty();  // what somebody spawns has a role
  }
  return spawned;
}

VectorWidth width_of_vectors(std::string_view event_add) {
  for (const VectorWidth width : {VectorWidth::single, VectorWidth::twice}) {
    PacketReader packet(event_add);
    const std::size_t count = packet.u16();
    if (count == 0) return VectorWidth::unknown;
    for (std::size_t i = 0; i < count && packet.is_good(); ++i) {
      packet.skip(4 + 1 + 2 * size_of_vector(width) + 4);
      packet.text();
      read_attributes(packet);
    }
    if (packet.is_whole()) return width;
  }
  return VectorWidth::unknown;
}

}  // namespace scrutineer::trace::carla
