#include <protozero/pbf_writer.hpp>
#include <string>

#include "base/text.h"
#include "kit/mcap_records.h"
#include "kit/run_writers.h"

namespace scrutineer::kit {

using protozero::pbf_writer;
using trace::ActorId;
using trace::ActorInfo;
using trace::ActorState;
using trace::Category;
using trace::Field;
using trace::LightColour;
using trace::LightMode;

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

int moving_type(trace::ActorType type) {
  switch (type) {
    case trace::ActorType::vehicle:
      return 2;
    case trace::ActorType::person:
      return 3;
    case trace::ActorType::animal:
      return 4;
    case trace::ActorType::plain_object:
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
  explicit Writer(const RunData& run) : run_(run), trailers_(run.actors.size()) {
    for (std::size_t i = 0; i < run.actors.size(); ++i) {
      const auto number = parse_integer(run.actors[i].id);
      has_numbers_ = has_numbers_ && number && *number >= 0;
      // A vehicle names one trailer; that names the next.
      ActorId towing = run.actors[i].parent;
      if (!towing.valid()) continue;
      while (trailers_[towing.index()].valid()) towing = trailers_[towing.index()];
      trailers_[towing.index()] = ActorId(i);
    }
  }

  std::string message(const trace::Frame& frame, const OsiOptions& options) const {
    std::string bytes;
    pbf_writer writer(bytes);
    if (!options.sensor_view) {
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
    return has_numbers_ ? static_cast<std::uint64_t>(*parse_integer(run_.actors[actor.index()].id)) : actor.index() + 1;
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
    if (state.av_state != trace::AvState::unknown)
      function.add_enum(3, state.av_state == trace::AvState::active ? kActive : kStandby);
  }

  void add_truth(pbf_writer& truth, const trace::Frame& frame) const {
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
    for (const trace::LightState& state : frame.lights) add_head(truth, state);
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
    pbf_writer orientation(base, 3);
    if (state.fields.has(Field::pitch_roll)) {
      orientation.add_double(1, state.roll);
      orientation.add_double(2, state.pitch);
    }
    orientation.add_double(3, state.yaw);
  }

  static void add_polygon(pbf_writer& base, std::uint32_t field, const ActorInfo& info) {
    for (const trace::Corner& corner : info.base_polygon) {
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
    if (info.type != trace::ActorType::vehicle) return;
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
  void add_head(pbf_writer& truth, const trace::LightState& state) const {
    constexpr std::uint64_t kFirstId = 1'000'000;
    enum Mode : int { kUnknown = 0, kOff = 2, kConstant = 3, kFlashing = 4 };
    const trace::LightInfo& info = run_.lights[state.light.index()];
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

  const RunData& run_;
  std::vector<ActorId> trailers_;  // by actor: what it tows; invalid: nothing
  bool has_numbers_ = true;        // for ids
};

}  // namespace

std::string osi_message(const RunData& run, const trace::Frame& frame, const OsiOptions& options) {
  return Writer(run).message(frame, options);
}

std::string to_osi(const RunData& run, const OsiOptions& options) {
  const Writer writer(run);
  std::string file;
  for (const trace::Frame& frame : run.frames) {
    const std::string message = writer.message(frame, options);
    file += mcap::little_endian(message.size(), 4);
    file += message;
  }
  return file;
}

std::string to_mcap(const RunData& run, const McapOptions& options) {
  using namespace mcap;
  const Writer writer(run);
  const OsiOptions osi{.sensor_view = options.sensor_view};
  const std::string announced =
      schema(1, options.sensor_view ? "osi3.SensorView" : "osi3.GroundTruth") + channel(1, 1, "run");
  std::string file = std::string(kMagic) + header();
  std::string chunk_indexes;
  if (!options.chunked) file += announced;
  for (std::size_t first = 0; first < run.frames.size(); first += options.frames_per_chunk) {
    const std::size_t end = std::min(run.frames.size(), first + options.frames_per_chunk);
    std::string records = options.chunked ? announced : "", offsets;
    std::uint64_t begin_time = 0, end_time = 0;
    for (std::size_t i = first; i < end; ++i) {
      const auto time = static_cast<std::uint64_t>(run.frames[i].time.time_since_epoch().count());
      if (i == first) begin_time = time;
      end_time = time;
      offsets += little_endian(time, 8) + little_endian(records.size(), 8);
      records += message(1, time, writer.message(run.frames[i], osi));
    }
    if (!options.chunked) {
      file += records;
      continue;
    }
    const std::size_t start = file.size();
    file += chunk(options.compression, records, {.begin_time = begin_time, .end_time = end_time});
    if (!options.indexed) continue;
    const std::size_t index_start = file.size();
    file += record(Opcode::message_index, little_endian(1, 2) + little_endian(offsets.size(), 4) + offsets);
    chunk_indexes += record(
        Opcode::chunk_index,
        little_endian(begin_time, 8) + little_endian(end_time, 8) + little_endian(start, 8) +
            little_endian(index_start - start, 8) + little_endian(10, 4) + little_endian(1, 2) +
            little_endian(index_start, 8) + little_endian(file.size() - index_start, 8) + text(options.compression) +
            little_endian(packed(options.compression, records).size(), 8) + little_endian(records.size(), 8));
  }
  file += data_end();
  if (!options.indexed) return file + footer() + std::string(kMagic);
  const std::size_t summary = file.size();
  file += announced + chunk_indexes;
  return file + record(Opcode::footer, little_endian(summary, 8) + little_endian(0, 8) + little_endian(0, 4)) +
         std::string(kMagic);
}

}  // namespace scrutineer::kit
