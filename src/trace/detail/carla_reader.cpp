#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>
#include <utility>

#include "base/angle.h"
#include "base/counted.h"
#include "base/id.h"
#include "base/text.h"
#include "trace/detail/carla_actors.h"
#include "trace/detail/carla_log.h"
#include "trace/detail/format_rows.h"
#include "trace/detail/id_index.h"

namespace scrutineer::trace {

namespace {

using carla::Kind;
using carla::PacketId;
using carla::PacketReader;
using carla::Vector;
using carla::VectorWidth;

using SlotId = StrongId<struct CarlaSlotTag>;  // position in slots_: the order of spawning

// The largest known, the first frame of a large town, have some MB.
constexpr std::size_t kLargestPacket = 512 * 1024 * 1024;
constexpr std::size_t kFrameStartSize = 24;
constexpr std::size_t kCountSize = 2;  // of a list, in front of its records
constexpr double kCentimetre = 0.01;
// Where the ScenarioRunner parks actors until they are needed: they are not there yet.
constexpr double kUnderground = -100.0;  // metres, and so far below the highest of what stands on the ground
// A prop that is lower can be driven over, such as debris.
constexpr double kLowestObstacle = 0.2;  // metres
constexpr double kMoved = 0.1;           // metres: what moves is no part of the scenery

enum Lamp : std::uint32_t { lamp_brake = 8, lamp_right = 16, lamp_left = 32 };

// What the recording says of one of its actors, in its own units and axes.
struct Slot {
  carla::Spawned spawned;
  ActorId actor;                // not valid: it was in no frame yet, or is no traffic
  LightId light;                // of a light
  Vector box_centre, box_half;  // from its origin; zeros: not recorded
  bool is_alive = true;
  bool is_described = false;  // as it is since it was spawned last
  bool has_moved = false;     // of a prop
  bool was_hidden = false;
  bool has_place = false;  // of a prop: where it was first
  Vector first_place;
  // Which frame said so last, counted from 1.
  std::uint64_t kinematics_frame = 0, walk_frame = 0;
  Vector velocity, turning;  // m/s, degrees per second
  double walking_speed = 0.0;
  std::uint32_t lamps = 0;
  bool has_lamps = false;
};

struct Pose {
  SlotId slot;
  Vector place, rotation;  // centimetres; roll, pitch and yaw in degrees
};

// Unreal's axes: x forward, y to the right, z up; its angles turn the other way.
Vector turned(const Vector& vector, const Vector& rotation) {
  const double sr = std::sin(rotation.x * kDegree), cr = std::cos(rotation.x * kDegree);
  const double sp = std::sin(rotation.y * kDegree), cp = std::cos(rotation.y * kDegree);
  const double sy = std::sin(rotation.z * kDegree), cy = std::cos(rotation.z * kDegree);
  return {vector.x * cp * cy + vector.y * (sr * sp * cy - cr * sy) - vector.z * (cr * sp * cy + sr * sy),
          vector.x * cp * sy + vector.y * (sr * sp * sy + cr * cy) + vector.z * (cy * sr - cr * sp * sy),
          vector.x * sp - vector.y * sr * cp + vector.z * cr * cp};
}

// Degrees from -180 to 180, as they nearly always are already.
double wrapped(double degrees) { return std::abs(degrees) <= 180.0 ? degrees : std::remainder(degrees, 360.0); }

bool is_box(const Vector& half) {
  const auto fits = [](double value) { return value > 0.0 && value < 1e6; };  // false for NaN
  return fits(half.x) && fits(half.y) && fits(half.z);
}

LightColour colour_of(std::uint8_t state) {
  constexpr LightColour kColours[] = {LightColour::red, LightColour::yellow, LightColour::green, LightColour::off};
  return state < std::size(kColours) ? kColours[state] : LightColour::unknown;
}

class CarlaReader final : public FrameSource {
 public:
  CarlaReader(ByteSource bytes, std::size_t header_size, const TraceSource& source)
      : FrameSource(source), bytes_(std::move(bytes)), taken_(header_size) {}

  Result<bool> next(RawFrame& frame) override {
    begin(frame);
    for (;;) {
      auto packet = next_packet();
      if (!packet) return ended_by(packet.problem());
      if (!*packet) {
        if (is_in_frame_) return ended_by(problem("the recording ends within a frame, as if its server was stopped"));
        if (fault_) return ended_by(*std::exchange(fault_, std::nullopt));  // behind the last frame
        note_what_was_left_out();
        return false;
      }
      auto found = take(**packet, frame);
      if (found && !fault_) fault_ = std::move(found);
      if ((*packet)->id == PacketId::frame_end) break;
    }
    is_in_frame_ = false;
    can_continue_ = true;
    if (!fault_) fault_ = complete(frame);
    if (fault_) return *std::exchange(fault_, std::nullopt);
    return true;
  }

  bool can_continue() const override { return can_continue_; }
  Place place() const override { return {.byte = frame_offset_}; }

 private:
  struct Packet {
    PacketId id;
    std::string_view content;
  };

  void begin(RawFrame& frame) {
    frame.actors.clear();
    frame.lights.clear();
    frame.contacts.clear();
    poses_.clear();
    contacts_.clear();
    can_continue_ = false;
    ++frame_;
  }

  Problem problem(std::string message) const { return {{.byte = packet_offset_}, std::move(message)}; }
  Problem ended_by(Problem found) {
    note_what_was_left_out();
    return found;
  }

  // ---- packets --------------------------------------------------------------------------------------------------------

  static bool is_needed(PacketId id) {
    switch (id) {
      case PacketId::event_parent:
      case PacketId::vehicle_animation:
      case PacketId::scene_lights:
        return false;
      default:
        return id <= PacketId::bounding_box;
    }
  }

  // The next one that is needed. Nothing: the recording is over.
  Result<std::optional<Packet>> next_packet() {
    for (;;) {
      bytes_.advance(std::exchange(taken_, 0));
      packet_offset_ = bytes_.offset();
      const auto has_header = bytes_.fill(carla::kPacketHeaderSize);
      if (!has_header) return has_header.problem();
      if (!*has_header) {
        if (bytes_.window().empty()) return std::optional<Packet>();
        return problem(fmt::format("a packet begins with 5 bytes, but the file ends after {}", bytes_.window().size()));
      }
      PacketReader header(bytes_.window());
      const auto id = static_cast<PacketId>(header.u8());
      const std::size_t size = header.u32();
      if (!is_needed(id)) {
        if (id > PacketId::last_known) ++unknown_packets_, unknown_ids_.insert(static_cast<std::uint8_t>(id));
        if (auto found = skip(id, size)) return *std::move(found);
        continue;
      }
      if (auto found = fill(id, size)) return *std::move(found);
      taken_ = carla::kPacketHeaderSize + size;
      return std::optional(Packet{id, bytes_.window().substr(carla::kPacketHeaderSize, size)});
    }
  }

  std::optional<Problem> fill(PacketId id, std::size_t size) {
    const std::size_t wanted = carla::kPacketHeaderSize + size;
    if (const auto remaining = bytes_.remaining(); remaining && *remaining < wanted)
      return bytes_.change().value_or(cut_off(id, size, *remaining));
    if (size > kLargestPacket)
      return problem(fmt::format("the size of a {} packet is {} bytes, beyond any packet", carla::name_of(id), size));
    const auto has_all = bytes_.fill(wanted);
    if (!has_all) return has_all.problem();
    if (!*has_all) return cut_off(id, size, bytes_.window().size());
    return std::nullopt;
  }

  // Whatever its size: it need not fit the memory.
  std::optional<Problem> skip(PacketId id, std::size_t size) {
    std::size_t left = carla::kPacketHeaderSize + size;
    for (;;) {
      const std::size_t here = std::min(left, bytes_.window().size());
      bytes_.advance(here);
      left -= here;
      if (left == 0) return std::nullopt;
      const auto more = bytes_.fill(1);
      if (!more) return more.problem();
      if (!*more) return cut_off(id, size, carla::kPacketHeaderSize + size - left);
    }
  }

  Problem cut_off(PacketId id, std::size_t size, std::uint64_t available) const {
    return problem(fmt::format(
        "a {} packet should have {} bytes, but the file ends after {} of them, as if its server was stopped",
        carla::name_of(id), size, available - carla::kPacketHeaderSize));
  }

  std::optional<Problem> take(const Packet& packet, RawFrame& frame) {
    switch (packet.id) {
      case PacketId::frame_start:
        return start_frame(packet, frame);
      case PacketId::frame_end:
        if (is_in_frame_) return std::nullopt;
        frame_offset_ = packet_offset_;
        return problem("a frame ends that did not begin");
      case PacketId::event_add:
        return add_actors(packet);
      case PacketId::event_del:
        return each(packet, 4, [&](PacketReader& record) {
          if (const SlotId slot = ids_.find(record.u32()); slot.valid()) slots_[slot.index()].is_alive = false;
        });
      case PacketId::collision:
        return each(packet, 14, [&](PacketReader& record) {
          record.u32();  // its number
          const std::uint32_t actor = record.u32(), other = record.u32();
          record.skip(2);  // which of both is the hero
          contacts_.emplace_back(actor, other);
        });
      case PacketId::position:
        return read_poses(packet);
      case PacketId::light_state:
        return read_lights(packet, frame);
      case PacketId::walker_animation:
        return each(packet, 8, [&](PacketReader& record) {
          Slot* slot = find(record.u32());
          const double speed = record.f32();
          if (slot == nullptr) return;
          slot->walking_speed = speed;
          slot->walk_frame = frame_;
        });
      case PacketId::vehicle_lights:
        return each(packet, 8, [&](PacketReader& record) {
          Slot* slot = find(record.u32());
          const std::uint32_t lamps = record.u32();
          if (slot == nullptr) return;
          slot->lamps = lamps;
          slot->has_lamps = true;
        });
      case PacketId::kinematics:
        return each_pair(packet, [&](Slot& slot, const Vector& velocity, const Vector& turning) {
          slot.velocity = velocity;
          slot.turning = turning;
          slot.kinematics_frame = frame_;
        });
      case PacketId::bounding_box:
        return each_pair(packet, [](Slot& slot, const Vector& centre, const Vector& half) {
          const bool is_one =
              is_box(half) && std::isfinite(centre.x) && std::isfinite(centre.y) && std::isfinite(centre.z);
          slot.box_centre = is_one ? centre : Vector();
          slot.box_half = is_one ? half : Vector();
        });
      default:
        return std::nullopt;
    }
  }

  // Null: the recording never said who that is.
  Slot* find(std::uint32_t id) {
    const SlotId slot = ids_.find(id);
    if (slot.valid()) return &slots_[slot.index()];
    unknown_actors_.insert(id);
    return nullptr;
  }

  // A list whose records all have the same size.
  template <typename Use>
  std::optional<Problem> each(const Packet& packet, std::size_t record_size, const Use& use) {
    PacketReader records(packet.content);
    const std::size_t count = records.u16();
    if (packet.content.size() != kCountSize + count * record_size) {
      return problem(fmt::format("a {} packet of {} records should have {} bytes, but has {}",
                                 carla::name_of(packet.id), count, kCountSize + count * record_size,
                                 packet.content.size()));
    }
    for (std::size_t i = 0; i < count; ++i) use(records);
    return std::nullopt;
  }

  // Of actors and two vectors each.
  template <typename Use>
  std::optional<Problem> each_pair(const Packet& packet, const Use& use) {
    learn_width(packet);
    return each(packet, 4 + 2 * carla::size_of_vector(width_), [&](PacketReader& record) {
      const std::uint32_t id = record.u32();
      const Vector first = record.vector(width_), second = record.vector(width_);
      if (Slot* slot = find(id)) use(*slot, first, second);
    });
  }

  // From the size of records, where there are any.
  void learn_width(const Packet& packet) {
    if (width_ != VectorWidth::unknown || packet.content.size() <= kCountSize) return;
    const std::size_t count = PacketReader(packet.content).u16();
    const std::size_t twice = 4 + 2 * carla::size_of_vector(VectorWidth::twice);
    width_ = packet.content.size() == kCountSize + count * twice ? VectorWidth::twice : VectorWidth::single;
  }

  std::optional<Problem> start_frame(const Packet& packet, RawFrame& frame) {
    const bool was_in_frame = std::exchange(is_in_frame_, true);
    frame_offset_ = packet_offset_;
    if (was_in_frame) return problem("a frame begins before the one before it has ended");
    if (packet.content.size() < kFrameStartSize)
      return problem(fmt::format("a FrameStart packet should have 24 bytes, but has {}", packet.content.size()));
    PacketReader start(packet.content);
    start.skip(8 + 8);  // its number, and how long it takes
    const double elapsed = start.f64();
    const auto time = from_seconds(elapsed);
    if (!time) return problem(fmt::format("the time of the frame must be seconds, found {}", shortest(elapsed)));
    frame.time = *time;
    return std::nullopt;
  }

  std::optional<Problem> add_actors(const Packet& packet) {
    PacketReader records(packet.content);
    const std::size_t count = records.u16();
    if (count > 0 && width_ == VectorWidth::unknown) width_ = carla::width_of_vectors(packet.content);
    for (std::size_t i = 0; i < count && records.is_good(); ++i) {
      carla::Spawned spawned = carla::read_spawned(records, width_);
      if (records.is_good()) add(std::move(spawned));
    }
    if (records.is_whole()) return std::nullopt;
    return problem(fmt::format("an EventAdd packet of {} actors {}", count,
                               records.is_good() ? "has bytes behind the last of them" : "ends within one of them"));
  }

  void add(carla::Spawned spawned) {
    const SlotId known = ids_.find(spawned.id);
    if (known.valid() && slots_[known.index()].is_alive) {
      notes_.add(fmt::format("actor {} is spawned twice: the first time counts", spawned.id));
      return;
    }
    if (spawned.kind == Kind::light || spawned.kind == Kind::sign)
      highest_ = std::max(highest_, spawned.location.z * kCentimetre);
    const SlotId slot = known.valid() ? known : SlotId(slots_.size());
    if (!known.valid()) {
      ids_.insert(spawned.id, slot);
      slots_.emplace_back();
    }
    const Slot before = std::exchange(slots_[slot.index()], Slot());
    Slot& now = slots_[slot.index()];
    now.actor = before.actor;
    now.light = before.light;
    if (spawned.kind == Kind::light && !now.light.valid()) {
      now.light = LightId(lights_.size());
      lights_.push_back({.id = fmt::format("{}", spawned.id),
                         .kind = LightKind::head,
                         .x = spawned.location.x * kCentimetre,
                         .y = -spawned.location.y * kCentimetre,
                         .z = spawned.location.z * kCentimetre});
    }
    now.spawned = std::move(spawned);
  }

  std::optional<Problem> read_poses(const Packet& packet) {
    learn_width(packet);
    return each(packet, 4 + 2 * carla::size_of_vector(width_), [&](PacketReader& record) {
      const std::uint32_t id = record.u32();
      const SlotId slot = ids_.find(id);
      const Vector place = record.vector(width_), rotation = record.vector(width_);
      if (!slot.valid()) {
        unknown_actors_.insert(id);
        return;
      }
      Slot& of = slots_[slot.index()];
      if (of.spawned.kind > Kind::prop) return;
      if (of.spawned.kind == Kind::prop) watch(of, place);
      poses_.push_back({slot, place, rotation});
    });
  }

  // Whether a prop moves. A place that is no number counts, so that it is found.
  static void watch(Slot& prop, const Vector& place) {
    if (!std::exchange(prop.has_place, true)) prop.first_place = place;
    if (prop.has_moved) return;
    const double way =
        std::hypot(place.x - prop.first_place.x, place.y - prop.first_place.y, place.z - prop.first_place.z);
    prop.has_moved = !(way * kCentimetre <= kMoved);
    if (prop.has_moved) prop.is_described = false;  // as a thing that never moves, if at all
  }

  std::optional<Problem> read_lights(const Packet& packet, RawFrame& frame) {
    return each(packet, 10, [&](PacketReader& record) {
      const Slot* slot = find(record.u32());
      record.skip(1 + 4);  // whether it is frozen, and for how long it has been so
      const std::uint8_t state = record.u8();
      if (slot == nullptr || !slot->light.valid()) return;
      frame.lights.push_back({.light = slot->light, .colour = colour_of(state)});
    });
  }

  // ---- frames ---------------------------------------------------------------------------------------------------------

  // Boxes come behind positions, so actors are described when the frame ends.
  std::optional<Problem> complete(RawFrame& frame) {
    for (const Pose& pose : poses_) {
      const Kind kind = slots_[pose.slot.index()].spawned.kind;
      if (kind == Kind::vehicle || kind == Kind::walker) highest_ = std::max(highest_, pose.place.z * kCentimetre);
    }
    std::vector<ActorId> heroes;
    for (const Pose& pose : poses_) {
      Slot& slot = slots_[pose.slot.index()];
      if (!is_traffic(slot) || is_underground(slot, pose)) continue;
      if (!slot.is_described) {
        if (auto found = describe(slot)) return found;
        if (slot.spawned.is_hero) heroes.push_back(slot.actor);
      }
      fill(slot, pose, frame.actors.emplace_back());
    }
    if (!heroes.empty()) choose_host(heroes);
    for (const auto& [actor, other] : contacts_) add_contact(actor, other, frame);
    return std::nullopt;
  }

  // Props that come with the town and stand where they stood are scenery; so are those that can be driven over.
  static bool is_traffic(const Slot& slot) {
    if (slot.spawned.kind != Kind::prop || slot.has_moved) return true;
    return !slot.spawned.is_of_town && 2.0 * slot.box_half.z * kCentimetre >= kLowestObstacle;
  }

  bool is_underground(Slot& slot, const Pose& pose) {
    const double z = pose.place.z * kCentimetre;
    if (!(z < kUnderground && z < highest_ + kUnderground)) return false;
    if (!std::exchange(slot.was_hidden, true) && hidden_++ == 0)
      first_hidden_ = fmt::format("{} (z {} m)", slot.spawned.id, rounded(z, 1));
    return true;
  }

  std::optional<Problem> describe(Slot& slot) {
    slot.is_described = true;
    ActorInfo info{.id = fmt::format("{}", slot.spawned.id),
                   .category = slot.spawned.category,
                   .length = 2.0 * slot.box_half.x * kCentimetre,
                   .width = 2.0 * slot.box_half.y * kCentimetre,
                   .height = 2.0 * slot.box_half.z * kCentimetre,
                   .is_static = slot.spawned.kind == Kind::prop && !slot.has_moved};
    if (slot.actor.valid()) {
      if (const auto found = actors_.describe_again(slot.actor, std::move(info))) return problem(found->message);
      return std::nullopt;
    }
    const auto added = actors_.add(std::move(info));
    if (!added) return problem(added.problem().message);
    slot.actor = *added;
    return std::nullopt;
  }

  // The vehicle that plays the hero is the ego. One that comes later, such as a second attempt, is not.
  void choose_host(const std::vector<ActorId>& heroes) {
    std::string ids;
    for (const ActorId hero : heroes) ids += (ids.empty() ? "" : ", ") + actors_[hero].id;
    if (ego_is_named_ && (host_id_ || heroes.size() > 1)) return;  // whom somebody names counts
    if (host_id_) {
      notes_.add(fmt::format("actor {} plays the hero, too; actor {} came before it and is the ego", ids, *host_id_));
    } else if (heroes.size() > 1) {
      notes_.add(fmt::format("actors {} all play the hero: --ego names the one that is meant", ids));
    } else {
      host_id_ = ids;
      actors_.mark_host(heroes.front());
    }
  }

  void add_contact(std::uint32_t actor, std::uint32_t other, RawFrame& frame) {
    const auto find_actor = [this](std::uint32_t id) {
      const SlotId slot = ids_.find(id);
      return slot.valid() ? slots_[slot.index()].actor : ActorId();
    };
    if (!find_actor(actor).valid()) std::swap(actor, other);
    RecordedContact contact{.actor = find_actor(actor), .other = find_actor(other)};
    if (!contact.actor.valid()) return;
    if (const SlotId slot = ids_.find(other); slot.valid() && !contact.other.valid())
      contact.other_name = slots_[slot.index()].spawned.blueprint;
    frame.contacts.push_back(std::move(contact));
  }

  void fill(const Slot& slot, const Pose& pose, ActorState& state) const {
    const Vector centre = turned(slot.box_centre, pose.rotation);
    state.actor = slot.actor;
    state.x = (pose.place.x + centre.x) * kCentimetre;
    state.y = -(pose.place.y + centre.y) * kCentimetre;
    state.z = (pose.place.z + centre.z - slot.box_half.z) * kCentimetre;
    // The origin of a walker is its middle, that of a vehicle on the ground.
    if (slot.spawned.kind == Kind::walker && slot.box_half.z == 0.0) state.z -= actors_[slot.actor].height / 2.0;
    state.roll = wrapped(pose.rotation.x) * kDegree;
    state.pitch = -wrapped(pose.rotation.y) * kDegree;
    state.yaw = -wrapped(pose.rotation.z) * kDegree;
    state.fields.set(Field::z);
    state.fields.set(Field::pitch_roll);
    if (slot.kinematics_frame == frame_) {
      state.vx = slot.velocity.x;
      state.vy = -slot.velocity.y;
      state.vz = slot.velocity.z;
      state.yaw_rate = -slot.turning.z * kDegree;
      state.fields.set(Field::velocity);
      state.fields.set(Field::yaw_rate);
    } else if (slot.walk_frame == frame_) {
      state.speed = slot.walking_speed;
      state.fields.set(Field::speed);
    }
    if (!slot.has_lamps) return;
    const bool left = (slot.lamps & lamp_left) != 0, right = (slot.lamps & lamp_right) != 0;
    state.indicator = left && right ? Indicator::hazard
                      : left        ? Indicator::left
                      : right       ? Indicator::right
                                    : Indicator::off;
    state.brake_light = (slot.lamps & lamp_brake) != 0 ? BrakeLight::on : BrakeLight::off;
    state.fields.set(Field::indicator);
    state.fields.set(Field::brake_light);
  }

  // ---- what a person should know --------------------------------------------------------------------------------------

  void note_what_was_left_out() {
    if (hidden_ > 0) {
      const std::string also = hidden_ == 1 ? "" : " and " + counted(hidden_ - 1, "other");
      notes_.add(fmt::format("actor {}{}: parked far below the ground, and left out while there", first_hidden_, also));
    }
    std::size_t signs = 0, sensors = 0, props = 0;
    for (const Slot& slot : slots_) {
      signs += slot.spawned.kind == Kind::sign ? 1 : 0;
      sensors += slot.spawned.kind == Kind::sensor ? 1 : 0;
      props += slot.spawned.kind == Kind::prop && !slot.actor.valid() ? 1 : 0;
    }
    std::string left_out;
    for (const auto& [count, what] : {std::pair{props, "prop"}, std::pair{sensors, "sensor"}, std::pair{signs, "sign"}})
      if (count > 0) left_out += (left_out.empty() ? "" : ", ") + counted(count, what);
    if (!left_out.empty())
      notes_.add(fmt::format("no traffic, and left out: {}{}", left_out,
                             signs > 0 ? "; signs and speed limits are judged as the map has them" : ""));
    if (!unknown_actors_.empty())
      notes_.add(fmt::format(
          "actor {}{} was never spawned in this recording, and is left out", *unknown_actors_.begin(),
          unknown_actors_.size() == 1 ? "" : fmt::format(", like {},", counted(unknown_actors_.size() - 1, "other"))));
    if (unknown_packets_ > 0) {
      std::string ids;
      for (const std::uint8_t id : unknown_ids_) ids += fmt::format("{}{}", ids.empty() ? "" : ", ", id);
      notes_.add(fmt::format("{} of kinds that are not known ({}) were passed over",
                             counted(unknown_packets_, "packet"), ids));
    }
  }

  ByteSource bytes_;
  std::size_t taken_;  // bytes of the window that were used: the header, then each packet
  std::uint64_t packet_offset_ = 0, frame_offset_ = 0;
  VectorWidth width_ = VectorWidth::unknown;
  IdTable<SlotId> ids_;
  std::vector<Slot> slots_;
  double highest_ = -std::numeric_limits<double>::infinity();  // metres: of what stands on the ground
  // The current frame's.
  std::uint64_t frame_ = 0;
  bool is_in_frame_ = false;
  std::optional<Problem> fault_;  // the first
  std::vector<Pose> poses_;
  std::vector<std::pair<std::uint32_t, std::uint32_t>> contacts_;
  bool can_continue_ = false;
  // For the notes.
  std::size_t hidden_ = 0;
  std::string first_hidden_;
  std::set<std::uint32_t> unknown_actors_;
  std::uint64_t unknown_packets_ = 0;
  std::set<std::uint8_t> unknown_ids_;
};

Result<std::unique_ptr<FrameSource>> open(ByteSource bytes, const TraceSource& source) {
  const auto header = carla::read_header(bytes.window());
  if (!header) return Problem{{}, "ends within the header of the recording"};
  if (header->version != carla::kVersion) {
    return Problem{{},
                   fmt::format("is of version {} of CARLA's recordings; version 1 is read, which CARLA 0.9.4 to 0.10 "
                               "write. Record it with one of these, or write CSV in your client (docs/first_run.md)",
                               header->version)};
  }
  return std::unique_ptr<FrameSource>(std::make_unique<CarlaReader>(std::move(bytes), header->size, source));
}

std::optional<std::string> map_of(std::string_view head) {
  const auto header = carla::read_header(head);
  return header && !header->map.empty() ? std::optional(carla::plain_map_name(header->map)) : std::nullopt;
}

}  // namespace

TraceFormat carla_format() {
  return {
      .format = {.name = "carla",
                 .title = "CARLA recording",
                 .looked_for = "CARLA recording (CARLA_RECORDER)",
                 .extension = ".log",
                 .reads = "vehicles, walkers and props that move or stand in the way: boxes, positions, orientation, "
                          "velocity and yaw rate where they were recorded; indicators and brake lights; traffic "
                          "lights, tied to the map's signals by place; collisions that were recorded; the ego by "
                          "its role_name (hero, ego_vehicle); the map's name (--map-dir)",
                 .leaves_out = "sensors, signs, scenery, physics, bones, wheels, doors; actors parked far below "
                               "the ground, while they are there"},
      .looks_like = carla::has_magic,
      .open = open,
      .named_map = map_of,
      .turn = 15};
}

}  // namespace scrutineer::trace
