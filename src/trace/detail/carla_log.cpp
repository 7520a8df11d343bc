#include "trace/detail/carla_log.h"

#include <array>

namespace scrutineer::trace::carla {

namespace {

constexpr std::string_view kMagic = "CARLA_RECORDER";
constexpr std::string_view kWithoutLayers = "_Opt";

constexpr std::array<std::string_view, 24> kNames = {"FrameStart",
                                                     "FrameEnd",
                                                     "EventAdd",
                                                     "EventDel",
                                                     "EventParent",
                                                     "Collision",
                                                     "Position",
                                                     "State",
                                                     "AnimVehicle",
                                                     "AnimWalker",
                                                     "VehicleLight",
                                                     "SceneLight",
                                                     "Kinematics",
                                                     "BoundingBox",
                                                     "PlatformTime",
                                                     "PhysicsControl",
                                                     "TrafficLightTime",
                                                     "TriggerVolume",
                                                     "FrameCounter",
                                                     "WalkerBones",
                                                     "VisualTime",
                                                     "21",
                                                     "22",
                                                     "23"};

}  // namespace

std::string_view name_of(PacketId id) {
  const auto index = static_cast<std::size_t>(id);
  return index < kNames.size() ? kNames[index] : "unknown";
}

bool has_magic(std::string_view head) {
  PacketReader header(head);
  header.u16();  // the version
  return header.text() == kMagic;
}

std::optional<Header> read_header(std::string_view head) {
  PacketReader bytes(head);
  Header header;
  header.version = bytes.u16();
  if (bytes.text() != kMagic) return std::nullopt;
  bytes.i64();  // when it was recorded
  header.map = bytes.text();
  if (!bytes.is_good()) return std::nullopt;
  header.size = head.size() - bytes.left();
  return header;
}

std::string plain_map_name(std::string_view map) {
  map = map.substr(map.find_last_of("/\\") + 1);  // npos + 1 is 0
  if (map.ends_with(kWithoutLayers)) map.remove_suffix(kWithoutLayers.size());
  return std::string(map);
}

}  // namespace scrutineer::trace::carla
