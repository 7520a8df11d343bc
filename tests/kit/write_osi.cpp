#include "trace/write_osi.h"

#include <algorithm>
#include <string>

#include "base/text.h"
#include "kit/mcap_records.h"
#include "kit/run_writers.h"

namespace scrutineer::kit {

namespace {

trace::OsiRun as_osi(const RunData& run, bool sensor_view) {
  const auto is_number = [](const trace::ActorInfo& actor) {
    const auto number = parse_integer(actor.id);
    return number && *number >= 0;
  };
  return {.actors = run.actors,
          .lights = run.lights,
          .host_id = run.host_id,
          .sensor_view = sensor_view,
          .numbered_anew = !std::ranges::all_of(run.actors, is_number)};
}

}  // namespace

std::string osi_message(const RunData& run, const trace::Frame& frame, const OsiOptions& options) {
  return trace::osi_message(as_osi(run, options.sensor_view), frame);
}

std::string to_osi(const RunData& run, const OsiOptions& options) {
  const trace::OsiRun osi = as_osi(run, options.sensor_view);
  std::string file;
  for (const trace::Frame& frame : run.frames) file += trace::osi_record(osi, frame);
  return file;
}

std::string to_mcap(const RunData& run, const McapOptions& options) {
  using namespace mcap;
  const trace::OsiRun osi = as_osi(run, options.sensor_view);
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
      records += message(1, time, trace::osi_message(osi, run.frames[i]));
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
