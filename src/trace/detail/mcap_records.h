// The records of an MCAP file (mcap.dev/spec): [opcode: 1 byte][length: 8 bytes][content], all little-endian.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "base/result.h"

namespace scrutineer::trace::mcap {

constexpr std::string_view kMagic{"\x89MCAP0\r\n", 8};
constexpr std::size_t kVersionAt = 5;  // of its character
constexpr std::size_t kRecordHeaderSize = 9;
// Nobody writes records near this; lengths above are damage.
constexpr std::uint64_t kLargestRecord = 512 * 1024 * 1024;

enum class Opcode : std::uint8_t {
  header = 1,
  footer = 2,
  schema = 3,
  channel = 4,
  message = 5,
  chunk = 6,
  message_index = 7,
  chunk_index = 8,
  attachment = 9,
  attachment_index = 10,
  statistics = 11,
  metadata = 12,
  metadata_index = 13,
  summary_offset = 14,
  data_end = 15
};

struct RecordHeader {
  Opcode opcode;
  std::uint64_t length;
};
RecordHeader read_record_header(std::string_view bytes);  // kRecordHeaderSize of them

// Contents; views are of the content. Nothing: it is shorter than its fields.
struct Schema {
  std::uint16_t id;
  std::string_view name, encoding;
};
struct Channel {
  std::uint16_t id, schema;
  std::string_view topic, encoding;
};
struct Message {
  std::uint16_t channel;
  std::uint64_t log_time;  // in nanoseconds
  std::string_view data;
};
struct Chunk {
  std::uint64_t unpacked_size;
  std::uint32_t unpacked_crc;  // 0: not given
  std::string_view compression, records;
};
std::optional<Schema> read_schema(std::string_view content);
std::optional<Channel> read_channel(std::string_view content);
std::optional<Message> read_message(std::string_view content);
std::optional<Chunk> read_chunk(std::string_view content);
std::optional<std::uint32_t> read_data_end(std::string_view content);  // the checksum; 0: not given

// A record inside a chunk, taken off the front of `records`. Nothing: what is left holds no whole record.
struct Record {
  Opcode opcode;
  std::string_view content;
};
std::optional<Record> take_record(std::string_view& records);

// Unpacks chunks, using its memory again.
class ChunkUnpacker {
 public:
  ChunkUnpacker();
  ~ChunkUnpacker();
  ChunkUnpacker(const ChunkUnpacker&) = delete;
  ChunkUnpacker& operator=(const ChunkUnpacker&) = delete;

  // The chunk's records, with their size and checksum verified; valid until the next call and as long as `chunk` is.
  // A problem has no place.
  Result<std::string_view> unpack(const Chunk& chunk);

 private:
  struct Memory;
  Result<std::string_view> unpack_zstd(const Chunk& chunk);
  Result<std::string_view> unpack_lz4(const Chunk& chunk);

  std::unique_ptr<Memory> memory_;
};

}  // namespace scrutineer::trace::mcap
