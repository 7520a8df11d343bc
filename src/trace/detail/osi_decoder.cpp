#include "trace/detail/osi_decoder.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <protozero/exception.hpp>
#include <utility>

#include "trace/detail/limits.h"
#include "trace/detail/osi_environment.h"
#include "trace/detail/osi_wire.h"
#include "trace/detail/osi_words.h"
#include "trace/detail/seconds.h"
#include "trace/words.h"

namespace scrutineer::trace::osi {

namespace {

constexpr const char* kAbsurdTime =
    "the timestamp is absurd: beyond 292 years (--time-unit ms if its seconds are milliseconds)";

// BaseMoving and BaseStationary: what describes the object rather than where it is. Their polygons differ in number.
struct BodyDescription {
  Triple dimension;
  std::vector<Corner> polygon;
};

BodyDescription read_body(std::string_view message, std::uint32_t polygon_field) {
  BodyDescription body;
  pbf_reader reader = reader_of(message);
  while (reader.next()) {
    if (reader.tag_and_type() == bytes(1)) {
      body.dimension = read_triple(view_of(reader));
    } else if (reader.tag_and_type() == bytes(polygon_field)) {
      const Triple corner = read_triple(view_of(reader));
      body.polygon.push_back({corner.a, corner.b});
    } else {
      reader.skip();
    }
  }
  return body;
}

struct Pose {
  Triple position, orientation;
  bool has_position = false;
};

Pose read_standing_pose(std::string_view message) {
  Pose pose;
  pbf_reader reader = reader_of(message);
  while (reader.next()) {
    switch (reader.tag_and_type()) {
      case bytes(2):
        pose.position = read_triple(view_of(reader));
        pose.has_position = true;
        break;
      case bytes(3):
        pose.orientation = read_triple(view_of(reader));
        break;
      default:
        reader.skip();
    }
  }
  return pose;
}

bool is_sound(double value) { return std::abs(value) <= kLargestValue; }

void set_orientation(ActorState& state, const Triple& orientation) {
  state.roll = orientation.a;
  state.pitch = orientation.b;
  state.yaw = orientation.c;
  if (orientation.has_a || orientation.has_b) state.fields.set(Field::pitch_roll);
}

void read_light_state(std::string_view message, ActorState& state) {
  pbf_reader reader = reader_of(message);
  while (reader.next()) {
    switch (reader.tag_and_type()) {
      case varint(1):
        state.indicator = indicator(reader.get_uint32());
        if (state.indicator != Indicator::unknown) state.fields.set(Field::indicator);
        break;
      case varint(7):
        state.brake_light = brake_light(reader.get_uint32());
        if (state.brake_light != BrakeLight::unknown) state.fields.set(Field::brake_light);
        break;
      default:
        reader.skip();
    }
  }
}

// What must be there in a moving object.
enum Part : unsigned { kId = 1, kPosition = 2, kOrientation = 4 };

// `size` is its dimension, unread.
unsigned read_base_moving(std::string_view message, ActorState& state, std::string_view& size) {
  unsigned parts = 0;
  pbf_reader reader = reader_of(message);
  while (reader.next()) {
    switch (reader.tag_and_type()) {
      case bytes(1):
        size = view_of(reader);
        break;
      case bytes(2): {
        const Triple position = read_triple(view_of(reader));
        state.x = position.a;
        state.y = position.b;
        state.z = position.c;
        if (position.has_c) state.fields.set(Field::z);
        parts |= kPosition;
        break;
      }
      case bytes(3): {
        set_orientation(state, read_triple(view_of(reader)));
        parts |= kOrientation;
        break;
      }
      case bytes(4): {
        const Triple velocity = read_triple(view_of(reader));
        state.vx = velocity.a;
        state.vy = velocity.b;
        state.vz = velocity.c;
        state.fields.set(Field::velocity);
        break;
      }
      case bytes(5): {
        const Triple acceleration = read_triple(view_of(reader));
        state.ax = acceleration.a;
        state.ay = acceleration.b;
        state.az = acceleration.c;
        state.fields.set(Field::acceleration);
        break;
      }
      case bytes(6):
        state.yaw_rate = read_triple(view_of(reader)).c;
        state.fields.set(Field::yaw_rate);
        break;
      default:
        reader.skip();
    }
  }
  return parts;
}

void read_classification(std::string_view classification, ActorState& state, std::uint32_t& vehicle_type) {
  pbf_reader reader = reader_of(classification);
  while (reader.next()) {
    switch (reader.tag_and_type()) {
      case varint(1):
        vehicle_type = reader.get_uint32();
        break;
      case bytes(2):
        read_light_state(view_of(reader), state);
        break;
      default:
        reader.skip();
    }
  }
}

Category moving_category(std::uint32_t type, std::optional<std::uint32_t> vehicle_type) {
  enum : std::uint32_t { kUnknown = 0, kOther = 1, kPedestrian = 3, kAnimal = 4 };
  if (type == kPedestrian) return Category::person;
  if (type == kAnimal) return Category::animal;
  if (type == kOther && !vehicle_type) return Category::object;
  return vehicle_category(vehicle_type.value_or(0));
}

}  // namespace

std::optional<Duration> read_timestamp(std::string_view message, TimeUnit unit) {
  std::int64_t seconds = 0;
  std::uint32_t nanoseconds = 0;
  pbf_reader reader = reader_of(message);
  while (reader.next()) {
    switch (reader.tag_and_type()) {
      case varint(1):
        seconds = reader.get_int64();
        break;
      case varint(2):
        nanoseconds = reader.get_uint32();
        break;
      default:
        reader.skip();
    }
  }
  const std::int64_t parts = nanoseconds_of(TimeUnit::s) / nanoseconds_of(unit);
  std::int64_t time = 0;
  if (__builtin_mul_overflow(seconds, nanoseconds_of(unit), &time)) return std::nullopt;
  if (__builtin_add_overflow(time, nanoseconds / parts, &time)) return std::nullopt;
  return Duration(time);
}

// Everything that is read only when an actor appears.
struct Decoder::Description {
  std::uint64_t id = 0;
  std::uint32_t type = 0;
  std::optional<std::uint32_t> vehicle_type;
  bool has_type = true;
  bool has_trailer = true;  // unless the run says no
  std::optional<std::uint64_t> trailer;
  BodyDescription body;
  ActorInfo info;

  void read_classification(std::string_view message) {
    vehicle_type = vehicle_type.value_or(0);
    pbf_reader reader = reader_of(message);
    while (reader.next()) {
      switch (reader.tag_and_type()) {
        case varint(1):
          vehicle_type = reader.get_uint32();
          break;
        case varint(3):
          has_trailer = reader.get_bool();
          break;
        case bytes(4):
          trailer = read_id(view_of(reader));
          break;
        default:
          reader.skip();
      }
    }
  }

  static Description of_moving(std::uint64_t id, std::string_view message) {
    Description description{.id = id};
    pbf_reader reader = reader_of(message);
    while (reader.next()) {
      switch (reader.tag_and_type()) {
        case bytes(2):
          description.body = read_body(view_of(reader), 7);
          break;
        case varint(3):
          description.type = reader.get_uint32();
          break;
        case bytes(6):
          description.read_classification(view_of(reader));
          break;
        default:
          reader.skip();
      }
    }
    description.info.category = moving_category(description.type, description.vehicle_type);
    description.has_type = description.type != 0 || description.vehicle_type;
    return description;
  }

  static Description of_stationary(std::uint64_t id, std::string_view base, std::uint32_t type) {
    Description description{.id = id};
    description.body = read_body(base, 4);
    description.info.category = stationary_category(type);
    description.info.is_static = true;
    return description;
  }
};

std::optional<Problem> Decoder::decode(std::string_view message, std::optional<Duration> record_time, RawFrame& frame) {
  ++frame_;
  moving_count_ = object_count_ = light_count_ = 0;
  truth_time_ = view_time_ = std::nullopt;
  truth_host_ = view_host_ = data_host_ = std::nullopt;
  av_state_ = AvState::unknown;
  problem_ = std::nullopt;
  frame.actors.clear();
  frame.lights.clear();
  frame.environment = {};

  try {
    if (kind_ == Kind::undecided && !decide_kind(message)) return problem_;
    if (kind_ == Kind::sensor_view)
      read_sensor_view(message, frame);
    else
      read_ground_truth(message, frame);
  } catch (const protozero::exception& exception) {
    return Problem{{}, fmt::format("the message is no valid protobuf: {}", what_is_wrong(exception))};
  }
  if (problem_) return problem_;

  // Stationary objects come last, whether or not this message repeats them.
  frame.actors.insert(frame.actors.end(), standing_.begin(), standing_.end());
  finish_host(frame);
  if (!truth_time_) truth_time_ = view_time_;
  if (!truth_time_ && record_time) {
    notes_.add("messages have no timestamp of their own: the time of their records is taken");
    truth_time_ = record_time;
  }
  if (!truth_time_) return Problem{{}, "the message has no timestamp"};
  frame.time = *truth_time_;
  return std::nullopt;
}

void Decoder::fail(std::string message) {
  if (!problem_) problem_ = Problem{{}, std::move(message)};
}

void Decoder::read_sensor_view(std::string_view message, RawFrame& frame) {
  bool has_truth = false;
  pbf_reader reader = reader_of(message);
  while (reader.next()) {
    switch (reader.tag_and_type()) {
      case bytes(2):
        view_time_ = read_timestamp(view_of(reader), time_unit_);
        if (!view_time_) fail(kAbsurdTime);
        break;
      case bytes(6):
        read_host_data(view_of(reader));
        break;
      case bytes(7):
        has_truth = true;
        read_ground_truth(view_of(reader), frame);
        break;
      case bytes(8):
        view_host_ = read_id(view_of(reader));
        break;
      default:
        reader.skip();
    }
  }
  if (!has_truth) fail("the SensorView holds no global_ground_truth");
}

void Decoder::read_ground_truth(std::string_view message, RawFrame& frame) {
  pbf_reader reader = reader_of(message);
  while (reader.next()) {
    switch (reader.tag_and_type()) {
      case bytes(1):
        if (const std::string note = note_of_version(view_of(reader)); frame_ == 1 && !note.empty()) notes_.add(note);
        break;
      case bytes(2):
        truth_time_ = read_timestamp(view_of(reader), time_unit_);
        if (!truth_time_) fail(kAbsurdTime);
        break;
      case bytes(3):
        truth_host_ = read_id(view_of(reader));
        break;
      case bytes(4):
        read_stationary(view_of(reader), frame);
        break;
      case bytes(5):
        read_moving(view_of(reader), frame);
        break;
      case bytes(7):
        read_light(view_of(reader), frame);
        break;
      case bytes(12):
        frame.environment = read_environment(view_of(reader));
        break;
      default:
        reader.skip();  // lanes, signs and the like: the map is elsewhere
    }
  }
}

ActorId Decoder::find_actor(std::uint64_t id, std::size_t expected_position) const {
  // Messages list their objects in the same order most of the time.
  if (expected_position < last_order_.size()) {
    const ActorId expected = last_order_[expected_position];
    if (slots_[expected.index()].id == id) return expected;
  }
  return index_.find(id);
}

void Decoder::read_moving(std::string_view message, RawFrame& frame) {
  ActorState& state = frame.actors.emplace_back();
  unsigned parts = 0;
  std::uint64_t id = 0;
  std::string_view size;
  std::uint32_t type = 0, vehicle_type = 0;
  pbf_reader reader = reader_of(message);
  while (reader.next()) {
    switch (reader.tag_and_type()) {
      case bytes(1):
        id = read_id(view_of(reader));
        parts |= kId;
        break;
      case bytes(2):
        parts |= read_base_moving(view_of(reader), state, size);
        break;
      case varint(3):
        type = reader.get_uint32();
        break;
      case bytes(6):
        read_classification(view_of(reader), state, vehicle_type);
        break;
      default:
        reader.skip();
    }
  }
  const std::size_t position = moving_count_++;
  if ((parts & kId) == 0) return fail(fmt::format("moving object {} of the message has no id", position + 1));
  if ((parts & kPosition) == 0) return fail(fmt::format("actor {} has no position", id));
  state.yaw_is_course = (parts & kOrientation) == 0;

  ActorId actor = find_actor(id, position);
  const bool is_here_already = actor.valid() && slots_[actor.index()].last_frame == frame_;
  if (!actor.valid() || (slots_[actor.index()].last_frame + 1 != frame_ && !is_here_already) ||
      (slots_[actor.index()].stands() && !is_here_already)) {
    actor = appear(actor, Description::of_moving(id, message));
    if (!actor.valid()) return;
    Slot& described = slots_[actor.index()];
    described.size = size;
    described.type = type;
    described.vehicle_type = vehicle_type;
  } else if (!size.empty() && size != slots_[actor.index()].size) {
    take_other_size(actor, size, message);
    if (problem_) return;
  }
  Slot& slot = slots_[actor.index()];
  if ((type != 0 && type != slot.type) || (vehicle_type != 0 && vehicle_type != slot.vehicle_type))
    note_other_type(actor, type, vehicle_type);
  slot.last_frame = frame_;
  state.actor = actor;
  if (state.fields.has(Field::z)) state.z -= slot.half_height;
  if (position < last_order_.size())
    last_order_[position] = actor;
  else
    last_order_.push_back(actor);
}

ActorId Decoder::appear(ActorId known, Description description) {
  ActorInfo& info = description.info;
  info.id = std::to_string(description.id);
  info.length = description.body.dimension.a;
  info.width = description.body.dimension.b;
  info.height = description.body.dimension.c;
  info.is_host = host_ == description.id;
  for (const Corner& corner : description.body.polygon) {
    if (is_sound(corner.x) && is_sound(corner.y)) continue;
    fail(fmt::format("actor {}: its base_polygon must hold numbers within +-1e7", info.id));
    return {};
  }
  if (description.body.polygon.size() >= 3) info.base_polygon = std::move(description.body.polygon);

  if (known.valid())
    keep_what_is_not_repeated(known, description);
  else if (!description.has_type)
    notes_.add("some moving objects have no type: they are taken as vehicles");

  ActorId actor = known;
  if (known.valid()) {
    forget_standing(known);
    if (auto problem = actors_.describe_again(known, std::move(info))) {
      problem_ = std::move(problem);
      return {};
    }
  } else {
    const auto added = actors_.add(std::move(info));
    if (!added) {
      problem_ = added.problem();
      return {};
    }
    actor = *added;
    index_.insert(description.id, actor);
    slots_.push_back({.id = description.id});
    if (const auto awaited = awaited_parts_.find(description.id); awaited != awaited_parts_.end()) {
      attach_to(actor, awaited->second);
      awaited_parts_.erase(awaited);
    }
  }
  slots_[actor.index()].half_height = actors_[actor].height / 2;

  if (description.trailer && description.has_trailer) {
    if (const ActorId trailer = index_.find(*description.trailer); trailer.valid())
      attach_to(trailer, actor);
    else
      awaited_parts_.emplace(*description.trailer, actor);
  }
  return actor;
}

void Decoder::note_other_type(ActorId actor, std::uint32_t type, std::uint32_t vehicle_type) {
  const Slot& slot = slots_[actor.index()];
  const auto known = [](std::uint32_t number) { return number == 0 ? std::optional<std::uint32_t>() : number; };
  const Category before = moving_category(slot.type, known(slot.vehicle_type));
  const Category now =
      moving_category(type != 0 ? type : slot.type, known(vehicle_type != 0 ? vehicle_type : slot.vehicle_type));
  if (has_noted_type_ || now == before) return;
  has_noted_type_ = true;
  notes_.add(fmt::format("actor {} and perhaps others change their type: the first is taken, here {}",
                         actors_[actor].id, to_word(actors_[actor].category)));
}

// One that was not known counts from now on; one that changes is a mistake of the writer.
void Decoder::take_other_size(ActorId actor, std::string_view size, std::string_view message) {
  constexpr double kSlack = 0.01;  // metres: sizes are rounded
  Slot& slot = slots_[actor.index()];
  const Triple before = read_triple(slot.size), now = read_triple(size);
  const auto is_other = [](double known, double given) {
    return known != 0.0 && given != 0.0 && !(std::abs(known - given) <= kSlack);
  };
  if (is_other(before.a, now.a) || is_other(before.b, now.b) || is_other(before.c, now.c)) {
    if (!std::exchange(has_noted_size_, true))
      notes_.add(fmt::format("actor {} and perhaps others change their size: the first is taken", actors_[actor].id));
    return;
  }
  slot.size = size;
  if (!actors_[actor].size_is_default || (now.a == before.a && now.b == before.b && now.c == before.c)) return;
  Description description = Description::of_moving(slot.id, message);
  description.info.category = actors_[actor].category;  // which does not change while it lives
  if (appear(actor, std::move(description)).valid())
    notes_.add("some moving objects have their size only after their first frame: until then the usual one counts");
}

// Writers may describe an actor in its first frame only, also one that comes back.
void Decoder::keep_what_is_not_repeated(ActorId known, Description& description) const {
  const ActorInfo& before = actors_[known];
  ActorInfo& info = description.info;
  const bool is_vehicle_of_no_kind = info.category == Category::other_vehicle && !description.vehicle_type;
  if (is_vehicle_of_no_kind && (before.type == ActorType::vehicle || !description.has_type))
    info.category = before.category;
  if (info.category != before.category) return;  // something else under the same id
  if (!before.size_is_default && info.length == 0.0 && info.width == 0.0 && info.height == 0.0) {
    info.length = before.length;
    info.width = before.width;
    info.height = before.height;
  }
  if (info.base_polygon.empty()) info.base_polygon = before.base_polygon;
}

void Decoder::attach_to(ActorId part, ActorId whole) {
  if (actors_.set_parent(part, whole)) return;
  notes_.add(fmt::format("actor {} is named as its own trailer: that is left out", actors_[part].id));
}

bool Decoder::stands_as_before(ActorId actor, std::string_view message) const {
  if (!actor.valid()) return false;
  const Slot& slot = slots_[actor.index()];
  return slot.stands() && slot.last_frame != frame_ && standing_bytes_[slot.standing] == message;
}

void Decoder::read_stationary(std::string_view message, RawFrame& frame) {
  const std::size_t position = object_count_++;
  if (position >= last_object_order_.size()) last_object_order_.resize(position + 1);
  ActorId& expected = last_object_order_[position];
  if (stands_as_before(expected, message)) {
    slots_[expected.index()].last_frame = frame_;
    return;
  }

  std::optional<std::uint64_t> id;
  std::string_view base;
  std::uint32_t type = 0;
  pbf_reader reader = reader_of(message);
  while (reader.next()) {
    switch (reader.tag_and_type()) {
      case bytes(1):
        id = read_id(view_of(reader));
        break;
      case bytes(2):
        base = view_of(reader);
        break;
      case bytes(3): {
        pbf_reader classification = reader_of(view_of(reader));
        while (classification.next()) {
          if (classification.tag_and_type() == varint(1))
            type = classification.get_uint32();
          else
            classification.skip();
        }
        break;
      }
      default:
        reader.skip();
    }
  }
  const Pose pose = read_standing_pose(base);
  if (!id || !pose.has_position) {
    notes_.add("some stationary objects have no id or no position: they are left out");
    return;
  }

  ActorState state;
  state.actor = index_.find(*id);
  if (stands_as_before(state.actor, message)) {  // only the order of the list has changed
    expected = state.actor;
    slots_[expected.index()].last_frame = frame_;
    return;
  }
  state.x = pose.position.a;
  state.y = pose.position.b;
  state.z = pose.position.c;
  if (pose.position.has_c) state.fields.set(Field::z);
  set_orientation(state, pose.orientation);
  state.fields.set(Field::velocity);  // it stands: that is known, not missing
  state.fields.set(Field::acceleration);
  state.fields.set(Field::yaw_rate);

  const bool is_here_already = state.actor.valid() && slots_[state.actor.index()].last_frame == frame_;
  if (!is_here_already) {
    state.actor = appear(state.actor, Description::of_stationary(*id, base, type));
    if (!state.actor.valid()) return;
  }
  Slot& slot = slots_[state.actor.index()];
  slot.last_frame = frame_;
  if (state.fields.has(Field::z)) state.z -= slot.half_height;

  const bool is_good = is_sound(state.x) && is_sound(state.y) && is_sound(state.z) && is_sound(state.yaw) &&
                       is_sound(state.pitch) && is_sound(state.roll);
  if (is_here_already || !is_good) {
    frame.actors.push_back(state);  // named there as a fault of this frame; not to be remembered
    slot.last_frame = is_here_already ? frame_ : 0;
    return;
  }
  slot.standing = standing_.size();
  standing_.push_back(state);
  standing_bytes_.emplace_back(message);
  expected = state.actor;
}

void Decoder::forget_standing(ActorId actor) {
  Slot& slot = slots_[actor.index()];
  if (!slot.stands()) return;
  // The last one takes its place.
  slots_[standing_.back().actor.index()].standing = slot.standing;
  standing_[slot.standing] = standing_.back();
  standing_bytes_[slot.standing].swap(standing_bytes_.back());
  standing_.pop_back();
  standing_bytes_.pop_back();
  slot.standing = kMoves;
}

LightId Decoder::describe_light(std::uint64_t id, std::string_view message) {
  LightInfo info{.id = std::to_string(id)};
  pbf_reader reader = reader_of(message);
  while (reader.next()) {
    switch (reader.tag_and_type()) {
      case bytes(2): {
        const Pose pose = read_standing_pose(view_of(reader));
        if (!pose.has_position || !is_sound(pose.position.a) || !is_sound(pose.position.b)) break;
        info.x = pose.position.a;
        info.y = pose.position.b;
        if (pose.position.has_c && is_sound(pose.position.c)) info.z = pose.position.c;
        break;
      }
      case bytes(3): {
        pbf_reader classification = reader_of(view_of(reader));
        while (classification.next()) {
          if (classification.tag_and_type() == varint(2)) {
            const std::uint32_t icon = classification.get_uint32();
            info.icon = static_cast<std::uint8_t>(std::min<std::uint32_t>(icon, 255));
            info.for_vehicles = is_for_vehicles(icon);
          } else {
            classification.skip();
          }
        }
        break;
      }
      case bytes(5): {
        pbf_reader reference = reader_of(view_of(reader));
        while (reference.next()) {
          if (reference.tag_and_type() == bytes(3))
            info.references.emplace_back(view_of(reference));
          else
            reference.skip();
        }
        break;
      }
      default:
        reader.skip();
    }
  }
  const LightId light(lights_.size());
  lights_.push_back(std::move(info));
  light_index_.emplace(id, light);
  return light;
}

}  // namespace scrutineer::trace::osi
