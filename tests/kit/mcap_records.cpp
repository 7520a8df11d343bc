#include "kit/mcap_records.h"

#include <zlib.h>

#include "kit/run_writers.h"

namespace scrutineer::kit::mcap {

std::string little_endian(std::uint64_t value, std::size_t size) {
  std::string bytes;
  for (std::size_t i = 0; i < size; ++i, value >>= 8) bytes += static_cast<char>(value & 0xFF);
  return bytes;
}

std::string text(std::string_view content) { return little_endian(content.size(), 4) + std::string(content); }

std::string record(Opcode opcode, std::string_view content) {
  return little_endian(static_cast<std::uint64_t>(opcode), 1) + little_endian(content.size(), 8) + std::string(content);
}

std::string header() { return record(Opcode::header, text("") + text("by hand")); }

std::string schema(std::uint16_t id, std::string_view name, std::string_view encoding) {
  return record(Opcode::schema, little_endian(id, 2) + text(name) + text(encoding) + text("descriptors"));
}

std::string channel(std::uint16_t id, std::uint16_t its_schema, std::string_view topic, std::string_view encoding) {
  return record(Opcode::channel, little_endian(id, 2) + little_endian(its_schema, 2) + text(topic) + text(encoding) +
                                     little_endian(0, 4));
}

std::string message(std::uint16_t its_channel, std::uint64_t log_time, std::string_view content) {
  return record(Opcode::message, little_endian(its_channel, 2) + little_endian(0, 4) + little_endian(log_time, 8) +
                                     little_endian(log_time, 8) + std::string(content));
}

std::string data_end(std::uint32_t checksum) { return record(Opcode::data_end, little_endian(checksum, 4)); }
std::string footer() { return record(Opcode::footer, std::string(20, '\0')); }

std::string packed(std::string_view compression, std::string_view records) {
  if (compression == "zstd") return zstd_packed(records);
  if (compression == "lz4") return lz4_packed(records);
  return std::string(records);
}

std::uint32_t checksum_of(std::string_view bytes) {
  return static_cast<std::uint32_t>(
      crc32(0, reinterpret_cast<const Bytef*>(bytes.data()), static_cast<uInt>(bytes.size())));
}

std::string chunk(std::string_view compression, std::string_view records, const ChunkFields& fields) {
  const std::string content = packed(compression, records);
  return record(Opcode::chunk, little_endian(fields.begin_time, 8) + little_endian(fields.end_time, 8) +
                                   little_endian(fields.size.value_or(records.size()), 8) +
                                   little_endian(fields.checksum.value_or(checksum_of(records)), 4) +
                                   text(compression) + little_endian(content.size(), 8) + content);
}

std::string file(std::string_view records) {
  return std::string(kMagic) + header() + std::string(records) + data_end() + footer() + std::string(kMagic);
}

}  // namespace scrutineer::kit::mcap
