// Where a ByteSource gets its bytes, and the unpackers over another ByteSource.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>

#include "trace/detail/byte_source.h"

namespace scrutineer::trace {

class ByteSource::Reader {
 public:
  virtual ~Reader() = default;
  // Up to `capacity` (above 0) bytes; 0: the end.
  virtual Result<std::size_t> read(char* out, std::size_t capacity) = 0;
  // Of all it will give, where that is known.
  virtual std::optional<std::uint64_t> size() const { return std::nullopt; }
  // That the input is no longer what it was when it was opened; nothing: it is.
  virtual std::optional<Problem> change() const { return std::nullopt; }
};

std::unique_ptr<ByteSource::Reader> make_gzip_reader(ByteSource stored);
std::unique_ptr<ByteSource::Reader> make_zstd_reader(ByteSource stored);

}  // namespace scrutineer::trace
