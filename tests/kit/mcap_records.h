// The records of an MCAP file as bytes, for tests: also such as no writer would produce. Its opcodes are written down
// again on purpose: a slip in those of the reader would not show in files made with them.
//
//   const std::string file = mcap::file(mcap::chunk("zstd", mcap::schema(1, "osi3.GroundTruth") + ...));
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace scrutineer::kit::mcap {

inline constexpr std::string_view kMagic{"\x89MCAP0\r\n", 8};

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
  statistics = 11,
  metadata = 12,
  data_end = 15
};

std::string little_endian(std::uint64_t value, std::size_t size);
std::string text(std::string_view content);  // behind its length
std::string record(Opcode opcode, std::string_view content);

std::string header();
std::string schema(std::uint16_t id, std::string_view name, std::string_view encoding = "protobuf");
std::string channel(std::uint16_t id, std::uint16_t its_schema, std::string_view topic,
                    std::string_view encoding = "protobuf");
std::string message(std::uint16_t its_channel, std::uint64_t log_time, std::string_view content);
std::string data_end(std::uint32_t checksum = 0);  // 0: none
std::string footer();                              // of a file without a summary

struct ChunkFields {
  std::uint64_t begin_time = 0, end_time = 0;
  std::optional<std::uint64_t> size;      // else the true one
  std::optional<std::uint32_t> checksum;  // else the true one
};
std::string chunk(std::string_view compression, std::string_view records, const ChunkFields& fields = {});
std::string packed(std::string_view compression, std::string_view records);  // "zstd", "lz4", else as they are

std::uint32_t checksum_of(std::string_view bytes);

// A whole file without an index.
std::string file(std::string_view records);

}  // namespace scrutineer::kit::mcap
