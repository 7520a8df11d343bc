#include <fmt/format.h>
#include <lz4frame.h>
#include <zlib.h>
#include <zstd.h>

#include <algorithm>
#include <vector>

#include "base/text.h"
#include "trace/detail/mcap_records.h"

namespace scrutineer::trace::mcap {

struct ChunkUnpacker::Memory {
  ZSTD_DStream* zstd = nullptr;
  LZ4F_dctx* lz4 = nullptr;
  std::vector<char> unpacked;

  // Room behind `used` bytes. Grows with what was unpacked, never at once with what a chunk claims to hold; one byte
  // more than that is given, so that a chunk that holds more shows itself.
  void make_room(std::size_t used, std::uint64_t claimed) {
    if (used < unpacked.size()) return;
    const std::uint64_t wanted = std::max<std::uint64_t>(std::uint64_t{used} * 2, 1024 * 1024);
    unpacked.resize(std::max<std::size_t>(used + 1, std::min(wanted, claimed + 1)));
  }
};

ChunkUnpacker::ChunkUnpacker() : memory_(std::make_unique<Memory>()) {}

ChunkUnpacker::~ChunkUnpacker() {
  ZSTD_freeDStream(memory_->zstd);
  LZ4F_freeDecompressionContext(memory_->lz4);
}

Result<std::string_view> ChunkUnpacker::unpack(const Chunk& chunk) {
  if (chunk.unpacked_size > kLargestRecord)
    return Problem{{}, fmt::format("the chunk claims to hold {} bytes, beyond any chunk", chunk.unpacked_size)};
  Result<std::string_view> records = chunk.records;
  if (chunk.compression == "zstd")
    records = unpack_zstd(chunk);
  else if (chunk.compression == "lz4")
    records = unpack_lz4(chunk);
  else if (!chunk.compression.empty())
    return Problem{{},
                   fmt::format("the chunk is packed with \"{}\": only zstd and lz4 are known",
                               json_escaped(chunk.compression.substr(0, 40)))};
  if (!records) return records;

  if (records->size() != chunk.unpacked_size) {
    return Problem{{},
                   fmt::format("the chunk should hold {} bytes, but holds {}{}", chunk.unpacked_size,
                               records->size() > chunk.unpacked_size ? "at least " : "", records->size())};
  }
  if (chunk.unpacked_crc != 0) {
    const auto* bytes = reinterpret_cast<const Bytef*>(records->data());
    const auto found = static_cast<std::uint32_t>(crc32(0, bytes, static_cast<uInt>(records->size())));
    if (found != chunk.unpacked_crc) {
      return Problem{
          {},
          fmt::format("the chunk is damaged: its checksum should be {:08x}, but is {:08x}", chunk.unpacked_crc, found)};
    }
  }
  return records;
}

Result<std::string_view> ChunkUnpacker::unpack_zstd(const Chunk& chunk) {
  if (memory_->zstd == nullptr) memory_->zstd = ZSTD_createDStream();
  if (memory_->zstd == nullptr) return Problem{{}, "the chunk cannot be unpacked: out of memory"};
  ZSTD_DCtx_reset(memory_->zstd, ZSTD_reset_session_only);
  ZSTD_inBuffer input{chunk.records.data(), chunk.records.size(), 0};
  std::size_t used = 0;
  for (;;) {
    memory_->make_room(used, chunk.unpacked_size);
    ZSTD_outBuffer output{memory_->unpacked.data(), memory_->unpacked.size(), used};
    const std::size_t before = input.pos;
    const std::size_t code = ZSTD_decompressStream(memory_->zstd, &output, &input);
    if (ZSTD_isError(code) != 0) return Problem{{}, "the chunk is damaged: its zstd data cannot be unpacked"};
    const bool has_moved = output.pos > used || input.pos > before;
    used = output.pos;
    const bool is_done = input.pos == input.size && used < memory_->unpacked.size();
    if (is_done || !has_moved || used > chunk.unpacked_size) break;
  }
  return std::string_view(memory_->unpacked.data(), used);
}

Result<std::string_view> ChunkUnpacker::unpack_lz4(const Chunk& chunk) {
  if (memory_->lz4 == nullptr) LZ4F_createDecompressionContext(&memory_->lz4, LZ4F_VERSION);
  if (memory_->lz4 == nullptr) return Problem{{}, "the chunk cannot be unpacked: out of memory"};
  LZ4F_resetDecompressionContext(memory_->lz4);
  std::string_view input = chunk.records;
  std::size_t used = 0;
  for (;;) {
    memory_->make_room(used, chunk.unpacked_size);
    const std::size_t room = memory_->unpacked.size() - used;
    std::size_t made = room;
    std::size_t taken = input.size();
    const std::size_t code =
        LZ4F_decompress(memory_->lz4, memory_->unpacked.data() + used, &made, input.data(), &taken, nullptr);
    if (LZ4F_isError(code) != 0) return Problem{{}, "the chunk is damaged: its lz4 data cannot be unpacked"};
    input.remove_prefix(taken);
    used += made;
    const bool is_done = input.empty() && made < room;
    if (is_done || (made == 0 && taken == 0) || used > chunk.unpacked_size) break;
  }
  return std::string_view(memory_->unpacked.data(), used);
}

}  // namespace scrutineer::trace::mcap
