#include "trace/carried_map.h"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <map>
#include <set>

#include "trace/detail/byte_source.h"
#include "trace/detail/format_rows.h"
#include "trace/detail/mcap_records.h"
#include "trace/detail/osi_lanes.h"
#include "trace/detail/osi_shape.h"
#include "trace/detail/osi_topics.h"
#include "trace/detail/osi_wire.h"

namespace scrutineer::trace {
namespace {

using mcap::Opcode;

constexpr std::size_t kPrefixSize = 4;  // of a message in an .osi file
constexpr std::size_t kLargestMessage = 512 * 1024 * 1024;
// The record that ends an MCAP file, with the magic behind it.
constexpr std::size_t kFooterSize = mcap::kRecordHeaderSize + 20 + 8;

std::uint64_t read_u64(std::string_view bytes) {
  std::uint64_t value = 0;
  for (std::size_t i = 8; i-- > 0;) value = value << 8 | static_cast<unsigned char>(bytes[i]);
  return value;
}

// What the index at the end of an MCAP file says, so that not all of it need be unpacked.
struct Summary {
  bool is_known = false;  // false: there is none, and only reading everything tells
  bool has_map = false;
  std::set<std::uint64_t> chunks;  // offsets of those with a map's message; empty: not told
};

class Scanner {
 public:
  Scanner(std::string file, Summary summary) : summary_(std::move(summary)) { found_.name = std::move(file); }

  Result<CarriedMap> scan_mcap(ByteSource& bytes) {
    bytes.advance(mcap::kMagic.size());
    while (!is_done()) {
      const auto more = read_record(bytes);
      if (!more) return after(more.problem());
      if (!*more) break;
    }
    return finish();
  }

  // Only the first message: that is where static data are.
  Result<CarriedMap> scan_osi(ByteSource& bytes) {
    if (const auto filled = bytes.fill(kPrefixSize); !filled || !*filled) return finish();
    std::size_t length = 0;
    for (std::size_t i = kPrefixSize; i-- > 0;) length = length << 8 | static_cast<unsigned char>(bytes.window()[i]);
    if (length > kLargestMessage) return finish();
    if (const auto filled = bytes.fill(kPrefixSize + length); !filled || !*filled) return finish();
    const std::string_view message = bytes.window().substr(kPrefixSize, length);
    const osi::Kind kind = osi::kind_of(message);
    try {
      if (kind == osi::Kind::sensor_view)
        take_view(message);
      else if (kind == osi::Kind::ground_truth || kind == osi::Kind::undecided)
        take_truth(message);
    } catch (const protozero::exception& fault) {
      return after(Problem{{.file = found_.name}, std::string(osi::what_is_wrong(fault))});
    }
    return finish();
  }

 private:
  bool is_done() const {
    const bool may_have_map = !summary_.is_known || summary_.has_map;
    return (!found_.xodr.empty() && !summary_.is_known) || (has_truth_ && !may_have_map);
  }

  // What was found before a fault is good; reading the run meets the fault, too.
  Result<CarriedMap> after(Problem fault) {
    if (found_.is_there() || lanes_of_run_) return finish();
    return fault;
  }

  Result<CarriedMap> finish() {
    if (found_.xodr.empty() && !found_.lanes) found_.lanes = std::move(lanes_of_run_);
    if (!found_.xodr.empty()) {
      found_.lanes.reset();
      const std::string name = found_.reference.substr(found_.reference.find_last_of("/\\") + 1);
      found_.name += '/' + (name.empty() ? "map.xodr" : name);
    }
    return std::move(found_);
  }

  Result<bool> read_record(ByteSource& bytes) {
    const auto has_header = bytes.fill(mcap::kRecordHeaderSize);
    if (!has_header) return has_header.problem();
    if (!*has_header) return false;
    const std::uint64_t offset = bytes.offset();
    const mcap::RecordHeader header = mcap::read_record_header(bytes.window());
    if (header.opcode == Opcode::data_end || header.opcode == Opcode::footer) return false;
    const bool is_wanted = header.opcode == Opcode::schema || header.opcode == Opcode::channel ||
                           header.opcode == Opcode::message ||
                           (header.opcode == Opcode::chunk && is_wanted_chunk(offset));
    if (!is_wanted) return skip(bytes, header.length);
    if (header.length > mcap::kLargestRecord)
      return Problem{{.file = found_.name, .byte = offset}, "a record's length is beyond any record"};
    const auto has_content = bytes.fill(mcap::kRecordHeaderSize + header.length);
    if (!has_content) return has_content.problem();
    if (!*has_content) return Problem{{.file = found_.name, .byte = offset}, "the file breaks off in this record"};
    const std::string_view content = bytes.window().substr(mcap::kRecordHeaderSize, header.length);
    if (auto problem = take(header.opcode, content)) {
      if (problem->place.file.empty()) problem->place = {.file = found_.name, .byte = offset};
      return *std::move(problem);
    }
    bytes.advance(mcap::kRecordHeaderSize + header.length);
    return true;
  }

  bool is_wanted_chunk(std::uint64_t offset) const {
    if (!has_truth_ || !summary_.is_known || summary_.chunks.empty()) return true;
    return summary_.chunks.contains(offset);
  }

  Result<bool> skip(ByteSource& bytes, std::uint64_t length) {
    bytes.advance(mcap::kRecordHeaderSize);
    while (length > 0) {
      const auto has_some = bytes.fill(1);
      if (!has_some) return has_some.problem();
      if (!*has_some) return false;
      const auto step = static_cast<std::size_t>(std::min<std::uint64_t>(length, bytes.window().size()));
      bytes.advance(step);
      length -= step;
    }
    return true;
  }

  std::optional<Problem> take(Opcode opcode, std::string_view content) {
    switch (opcode) {
      case Opcode::schema:
        if (const auto schema = mcap::read_schema(content)) schemas_[schema->id] = schema->name;
        return std::nullopt;
      case Opcode::channel:
        if (const auto channel = mcap::read_channel(content))
          if (channel->encoding == "protobuf") channels_[channel->id] = {channel->schema, std::string(channel->topic)};
        return std::nullopt;
      case Opcode::message:
        return take_message(content);
      case Opcode::chunk:
        return take_chunk(content);
      default:
        return std::nullopt;
    }
  }

  std::optional<Problem> take_chunk(std::string_view content) {
    const auto chunk = mcap::read_chunk(content);
    if (!chunk) return Problem{{}, "the chunk is shorter than its own fields say"};
    auto records = unpacker_.unpack(*chunk);
    if (!records) return records.problem();
    while (const auto record = mcap::take_record(*records))
      if (auto problem = take(record->opcode, record->content)) return problem;
    return std::nullopt;
  }

  std::optional<Problem> take_message(std::string_view content) {
    const auto message = mcap::read_message(content);
    if (!message) return std::nullopt;
    const auto channel = channels_.find(message->channel);
    if (channel == channels_.end()) return std::nullopt;
    const std::string& schema = schemas_[channel->second.schema];
    try {
      if (schema == osi::kMapSchema)
        take_opendrive(message->data);
      else if (schema == osi::kGroundTruthSchema && osi::is_map_topic(channel->second.topic))
        take_lanes_channel(message->data);
      else if (schema == osi::kGroundTruthSchema && !has_truth_)
        take_truth(message->data);
      else if (schema == osi::kSensorViewSchema && !has_truth_)
        take_view(message->data);
    } catch (const protozero::exception& fault) {
      return Problem{{}, fmt::format("a message of {}: {}", schema, osi::what_is_wrong(fault))};
    }
    return std::nullopt;
  }

  // MapAsamOpenDrive: 1 = map_reference, 2 = open_drive_xml_content.
  void take_opendrive(std::string_view message) {
    std::string reference, xodr;
    osi::pbf_reader reader = osi::reader_of(message);
    while (reader.next()) {
      switch (reader.tag_and_type()) {
        case osi::bytes(1):
          reference = std::string(osi::view_of(reader));
          break;
        case osi::bytes(2):
          xodr = std::string(osi::view_of(reader));
          break;
        default:
          reader.skip();
      }
    }
    if (xodr.empty()) return;
    if (found_.xodr.empty()) {
      found_.xodr = std::move(xodr);
      found_.reference = std::move(reference);
    } else if (xodr != found_.xodr && !has_second_) {
      has_second_ = true;
      found_.notes.push_back(fmt::format("the file holds a second map ({}), which is not used: {} is", reference,
                                         found_.reference.empty() ? "the first" : found_.reference));
    }
  }

  void take_lanes_channel(std::string_view message) {
    if (!found_.lanes) found_.lanes = osi::read_lanes(message, found_.name);
  }

  void take_truth(std::string_view message) {
    has_truth_ = true;
    if (found_.xodr.empty()) found_.reference = osi::read_map_reference(message);
    lanes_of_run_ = osi::read_lanes(message, found_.name);
  }

  // A SensorView holds the truth in field 7.
  void take_view(std::string_view message) {
    osi::pbf_reader reader = osi::reader_of(message);
    while (reader.next()) {
      if (reader.tag_and_type() == osi::bytes(7)) return take_truth(osi::view_of(reader));
      reader.skip();
    }
    has_truth_ = true;
  }

  struct KnownChannel {
    std::uint16_t schema = 0;
    std::string topic;
  };

  Summary summary_;
  CarriedMap found_;
  std::optional<map::LaneMap> lanes_of_run_;
  std::map<std::uint16_t, std::string> schemas_;
  std::map<std::uint16_t, KnownChannel> channels_;
  mcap::ChunkUnpacker unpacker_;
  bool has_truth_ = false, has_second_ = false;
};

// ChunkIndex: times (16), offset, length, then a map from channels to offsets: 4 bytes of size, 10 per entry.
void take_chunk_index(std::string_view content, const std::set<std::uint16_t>& map_channels, Summary& summary) {
  if (content.size() < 36) return;
  const std::uint64_t offset = read_u64(content.substr(16));
  std::uint32_t size = 0;
  for (std::size_t i = 4; i-- > 0;) size = size << 8 | static_cast<unsigned char>(content[32 + i]);
  std::string_view entries = content.substr(36, size);
  for (; entries.size() >= 10; entries.remove_prefix(10)) {
    const auto channel = static_cast<std::uint16_t>(static_cast<unsigned char>(entries[0]) |
                                                    static_cast<unsigned char>(entries[1]) << 8);
    if (map_channels.contains(channel)) summary.chunks.insert(offset);
  }
}

Summary read_summary(std::string_view records) {
  Summary summary;
  std::map<std::uint16_t, std::string> schemas;
  std::set<std::uint16_t> map_channels;
  std::vector<std::string_view> indices;
  while (const auto record = mcap::take_record(records)) {
    if (record->opcode == Opcode::schema) {
      if (const auto schema = mcap::read_schema(record->content)) schemas[schema->id] = schema->name;
    } else if (record->opcode == Opcode::channel) {
      const auto channel = mcap::read_channel(record->content);
      if (!channel) continue;
      summary.is_known = true;
      if (schemas[channel->schema] == osi::kMapSchema || osi::is_map_topic(channel->topic))
        map_channels.insert(channel->id);
    } else if (record->opcode == Opcode::chunk_index) {
      indices.push_back(record->content);
    }
  }
  summary.has_map = !map_channels.empty();
  for (const std::string_view index : indices) take_chunk_index(index, map_channels, summary);
  return summary;
}

// `read(offset, size)` gives that part of a file of `size` bytes, or less.
template <typename Read>
Summary find_summary(std::uint64_t size, Read read) {
  constexpr std::uint64_t kLargestSummary = 64 * 1024 * 1024;
  if (size < kFooterSize) return {};
  const std::string footer = read(size - kFooterSize, kFooterSize);
  if (footer.size() != kFooterSize || footer.front() != static_cast<char>(Opcode::footer)) return {};
  const std::uint64_t start = read_u64(std::string_view(footer).substr(mcap::kRecordHeaderSize));
  if (start == 0 || start >= size - kFooterSize || size - kFooterSize - start > kLargestSummary) return {};
  return read_summary(read(start, static_cast<std::size_t>(size - kFooterSize - start)));
}

Summary summary_of(const std::string& file) {
  std::ifstream stream(file, std::ios::binary | std::ios::ate);
  const std::streamoff size = stream.tellg();
  if (!stream || size <= 0) return {};
  return find_summary(static_cast<std::uint64_t>(size), [&](std::uint64_t offset, std::size_t length) {
    std::string part(length, '\0');
    stream.seekg(static_cast<std::streamoff>(offset));
    stream.read(part.data(), static_cast<std::streamsize>(length));
    part.resize(static_cast<std::size_t>(stream.gcount()));
    return part;
  });
}

template <typename SummaryOf>
Result<CarriedMap> read_from(ByteSource bytes, SummaryOf summary_of_file) {
  const auto filled = bytes.fill(kHeadSize);
  if (!filled && bytes.window().empty()) return filled.problem();
  const std::string_view head = bytes.window().substr(0, kHeadSize);
  for (const TraceFormat& row : trace_format_rows()) {
    if (!row.looks_like(head)) continue;
    if (row.format.name == "mcap")
      return Scanner(bytes.file(), bytes.is_packed() ? Summary{} : summary_of_file()).scan_mcap(bytes);
    if (row.format.name == "osi") return Scanner(bytes.file(), {}).scan_osi(bytes);
    break;
  }
  return CarriedMap{.name = bytes.file()};
}

}  // namespace

Result<CarriedMap> read_carried_map(const std::string& file) {
  auto bytes = ByteSource::open(file);
  if (!bytes) return bytes.problem();
  return read_from(*std::move(bytes), [&] { return summary_of(file); });
}

Result<CarriedMap> read_carried_map(std::string content, const std::string& name) {
  Summary summary = content.starts_with(mcap::kMagic)
                        ? find_summary(content.size(),
                                       [&](std::uint64_t offset, std::size_t length) {
                                         return content.substr(static_cast<std::size_t>(offset), length);
                                       })
                        : Summary{};
  auto bytes = ByteSource::from_memory(std::move(content), name);
  if (!bytes) return bytes.problem();
  return read_from(*std::move(bytes), [&] { return summary; });
}

}  // namespace scrutineer::trace
