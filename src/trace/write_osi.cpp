#include "trace/write_osi.h"

#include <protozero/pbf_writer.hpp>

#include "base/text.h"

namespace scrutineer::trace {

using protozero::pbf_writer;

namespace {

// ---- OSI's numbers for our words ------------------------------------------------------------------------------------

int vehicle_type(Category category) {
  switch (category) {
    case Category::car:
      return 4;
    case Category::van:
      return 6;
    case Category::truck:
      return 7;
    case Category::semitrailer:
      return 8;
    case Category::trailer:
      return 9;
    case Category::motorcycle:
      return 10;
    case Category::bicycle:
      return 11;
    case Category::bus:
      return 12;
    case Category::tram:
      return 13;
    case Category::train:
      return 14;
    case Category::wheelchair:
      return 15;
    case Category::scooter:
      return 17;
    case Category::work_machine:
      return 19;
    default:
      return 1;
  }
}

int stationary_type(Category category) {
  switch (category) {
    case Category::bridge:
      return 2;
    case Category::vegetation:
      return 9;
    case Category::curbstone:
      return 10;
    case Category::overhead_structure:
      return 14;
    case Category::speed_bump:
      return 17;
    default:
      return 1;
  }
}

int moving_type(ActorType type) {
  switch (type) {
    case ActorType::vehicle:
      return 2;
    case ActorType::person:
      return 3;
    case ActorType::animal:
      return 4;
    case ActorType::plain_object:
      return 1;
  }
  return 0;
}

// Ours begin with unknown and off, OSI's with unknown, other and off.
template <typename Enum>
int after_other(Enum state) {
  const int number = static_cast<int>(state);
  return number == 0 ? 0 : number + 1;
}

// ---- messages -------------------------------------------------------------------------------------------------------

void add_id(pbf_writer& parent, std::uint32_t field, std::uint64_t value) {
  pbf_writer(parent, field).add_uint64(1, value);
}

void add_triple(pbf_writer& parent, std::uint32_t field, double a, double b, double c) {
  pbf_writer triple(parent, field);
  triple.add_double(1, a);
  triple.add_double(2, b);
  triple.add_double(3, c);
}

class Writer {
 public:
  explicit Writer(const OsiRun& run) : run_(run), trailers_(run.actors.size()) {
    for (std::size_t i = 0; i < run.actors.size(); ++i) {
      // A vehicle names one trailer; that names the next.
      ActorId towing = run.actors[i].parent;
      if (!towing.valid()) continue;
      while (trailers_[towing.index()].valid()) towing = trailers_[towing.index()];
      trailers_[towing.index()] = ActorId(i);
    }
  }

  std::string message(const Frame& frame) const {
    std::string bytes;
    pbf_writer writer(bytes);
    if (!run_.sensor_view) {
      add_truth(writer, frame);
      return bytes;
    }
    add_time(writer, frame.time);
    for (const ActorState& state : frame.actors) {
      if (!run_.actors[state.actor.index()].is_host) continue;
      if (state.fields.has(Field::av_state)) add_host_data(writer, state);
    }
    {
      pbf_writer truth(writer, 7);
      add_truth(truth, frame);
    }
    if (const auto host = host_number()) add_id(writer, 8, *host);
    return bytes;
  }

 private:
  std::uint64_t number_of(ActorId actor) const {
    if (run_.numbered_anew) return actor.index() + 1;
    return static_cast<std::uint64_t>(parse_integer(run_.actors[actor.index()].id).value_or(0));
  }

  std::optional<std::uint64_t> host_number() const {
    if (!run_.host_id) return std::nullopt;
    for (std::size_t i = 0; i < run_.actors.size(); ++i)
      if (run_.actors[i].id == *run_.host_id) return number_of(ActorId(i));
    return std::nullopt;
  }

  static void add_time(pbf_writer& parent, Time time) {
    constexpr std::int64_t kSecond = 1'000'000'000;
    const std::int64_t ns = time.time_since_epoch().count();
    pbf_writer stamp(parent, 2);
    stamp.add_int64(1, ns / kSecond);
    stamp.add_uint32(2, static_cast<std::uint32_t>(ns % kSecond));
  }

  static void add_host_data(pbf_writer& view, const ActorState& state) {
    constexpr int kHighwayAutopilot = 23, kStandby = 5, kActive = 6;
    pbf_writer data(view, 6);
    pbf_writer function(data, 12);
    function.add_enum(1, kHighwayAutopilot);
    if (state.av_state != AvState::unknown)
      function.add_enum(3, state.av_state == AvState::active ? kActive : kStandby);
  }

  void add_truth(pbf_writer& truth, const Frame& frame) const {
    {
      pbf_writer version(truth, 1);
      version.add_uint32(1, 3);
      version.add_uint32(2, 7);
      version.add_uint32(3, 0);
    }
    add_time(truth, frame.time);
    if (const auto host = host_number()) add_id(truth, 3, *host);
    for (const ActorState& state : frame.actors)
      if (run_.actors[state.actor.index()].is_static) add_stationary(truth, state);
    for (const ActorState& state : frame.actors)
      if (!run_.actors[state.actor.index()].is_static) add_moving(truth, state);
    for (const LightState& state : frame.lights) add_head(truth, state);
    add_environment(truth, frame.environment);
  }

  // Weather and light as levels: OSI has nothing else for most of it.
  static void add_environment(pbf_writer& truth, const Environment& environment) {
    if (environment == Environment{}) return;
    pbf_writer conditions(truth, 12);
    constexpr int kLevels[] = {0, 2, 5, 10};  // by our words: night, twilight, day
    const auto level = [](auto word) { return static_cast<int>(word) == 0 ? 0 : static_cast<int>(word) + 1; };
    conditions.add_enum(1, kLevels[static_cast<std::size_t>(environment.illumination)]);
    if (environment.temperature) conditions.add_double(4, *environment.temperature);
    conditions.add_enum(6, level(environment.precipitation));
    conditions.add_enum(7, level(environment.visibility));
  }

  // Dimension, position and orientation, the same in BaseMoving and BaseStationary.
  static void add_pose(pbf_writer& base, const ActorInfo& info, const ActorState& state) {
    add_triple(base, 1, info.length, info.width, info.height);
    {
      pbf_writer position(base, 2);
      position.add_double(1, state.x);
      position.add_double(2, state.y);
      if (state.fields.has(Field::z)) position.add_double(3, state.z + info.height / 2.0);
    }
    if (state.yaw_is_course) return;
    pbf_writer orientation(base, 3);
    if (state.fields.has(Field::pitch_roll)) {
      orientation.add_double(1, state.roll);
      orientation.add_double(2, state.pitch);
    }
    orientation.add_double(3, state.yaw);
  }

  static void add_polygon(pbf_writer& base, std::uint32_t field, const ActorInfo& info) {
    for (const Corner& corner : info.base_polygon) {
      pbf_writer point(base, field);
      point.add_double(1, corner.x);
      point.add_double(2, corner.y);
    }
  }

  void add_stationary(pbf_writer& truth, const ActorState& state) const {
    const ActorInfo& info = run_.actors[state.actor.index()];
    pbf_writer object(truth, 4);
    add_id(object, 1, number_of(state.actor));
    {
      pbf_writer base(object, 2);
      add_pose(base, info, state);
      add_polygon(base, 4, info);
    }
    pbf_writer(object, 3).add_enum(1, stationary_type(info.category));
  }

  void add_moving(pbf_writer& truth, const ActorState& state) const {
    const ActorInfo& info = run_.actors[state.actor.index()];
    pbf_writer object(truth, 5);
    add_id(object, 1, number_of(state.actor));
    {
      pbf_writer base(object, 2);
      add_pose(base, info, state);
      if (state.fields.has(Field::velocity)) add_triple(base, 4, state.vx, state.vy, state.vz);
      if (state.fields.has(Field::acceleration)) add_triple(base, 5, state.ax, state.ay, state.az);
      if (state.fields.has(Field::yaw_rate)) add_triple(base, 6, 0.0, 0.0, state.yaw_rate);
      add_polygon(base, 7, info);
    }
    object.add_enum(3, moving_type(info.type));
    if (info.type != ActorType::vehicle) return;
    pbf_writer classification(object, 6);
    classification.add_enum(1, vehicle_type(info.category));
    if (state.fields.has(Field::indicator) || state.fields.has(Field::brake_light)) {
      pbf_writer lights(classification, 2);
      if (state.fields.has(Field::indicator)) lights.add_enum(1, after_other(state.indicator));
      if (state.fields.has(Field::brake_light)) lights.add_enum(7, after_other(state.brake_light));
    }
    if (const ActorId trailer = trailers_[state.actor.index()]; trailer.valid()) {
      classification.add_bool(3, true);
      add_id(classification, 4, number_of(trailer));
    }
  }

  // Three bulbs: red, yellow, green.
  void add_head(pbf_writer& truth, const LightState& state) const {
    constexpr std::uint64_t kFirstId = 1'000'000;
    enum Mode : int { kUnknown = 0, kOff = 2, kConstant = 3, kFlashing = 4 };
    const LightInfo& info = run_.lights[state.light.index()];
    const LightColour colours[] = {LightColour::red, LightColour::yellow, LightColour::green};
    for (int bulb = 0; bulb < 3; ++bulb) {
      const bool is_lit = state.colour == colours[bulb] || (state.colour == LightColour::red_yellow && bulb < 2) ||
                          (state.mode == LightMode::flashing_red && bulb == 0) ||
                          (state.mode == LightMode::flashing_yellow && bulb == 1);
      const bool flashes = state.mode == LightMode::flashing_red || state.mode == LightMode::flashing_yellow;
      pbf_writer light(truth, 7);
      add_id(light, 1, kFirstId + 3 * state.light.index() + static_cast<std::uint64_t>(bulb));
      if (info.x && info.y) {
        pbf_writer base(light, 2);
        add_triple(base, 1, 0.2, 0.2, 0.2);
        add_triple(base, 2, *info.x, *info.y, info.z.value_or(0.0) - 0.25 * bulb);
      }
      {
        pbf_writer classification(light, 3);
        classification.add_enum(1, 2 + bulb);
        classification.add_enum(2, info.icon == 0 ? 2 : info.icon);
        if (state.colour == LightColour::unknown || state.mode == LightMode::unknown)
          classification.add_enum(3, kUnknown);
        else
          classification.add_enum(3, !is_lit ? kOff : flashes ? kFlashing : kConstant);
        if (state.mode == LightMode::malfunctioning) classification.add_bool(6, true);
      }
      if (info.references.empty()) continue;
      pbf_writer reference(light, 5);
      reference.add_string(1, "map.xodr");
      reference.add_string(2, "net.asam.opendrive");
      for (const std::string& name : info.references) reference.add_string(3, name);
    }
  }

  const OsiRun& run_;
  std::vector<ActorId> trailers_;  // by actor: what it tows; invalid: nothing
};

}  // namespace

std::string osi_message(const OsiRun& run, const Frame& frame) { return Writer(run).message(frame); }

std::string osi_record(const OsiRun& run, const Frame& frame) {
  const std::string message = osi_message(run, frame);
  std::string record;
  for (std::size_t i = 0, size = message.size(); i < 4; ++i, size >>= 8) record += static_cast<char>(size & 0xFF);
  return record + message;
}

}  // namespace scrutineer::trace
