#include <zlib.h>
#include <zstd.h>

#include <algorithm>
#include <limits>

#include "trace/detail/byte_reader.h"

namespace scrutineer::trace {

namespace {

// Both unpackers work alike: feed what is stored, take what comes out, until something came out.
class Unpacker : public ByteSource::Reader {
 public:
  explicit Unpacker(ByteSource stored) : stored_(std::move(stored)) {}

  Result<std::size_t> read(char* out, std::size_t capacity) final {
    for (;;) {
      if (stored_.window().empty() && !may_hold_more_) {
        const auto more = stored_.fill_block();
        if (!more) return more.problem();
        if (!*more) {
          if (is_between_) return std::size_t{0};
          return fault("ends in the middle: it was cut off");
        }
      }
      if (is_between_) {
        if (const auto problem = start()) return *problem;
        if (is_between_) continue;  // padding only, so far
      }
      const auto made = step(out, capacity);
      may_hold_more_ = made && *made == capacity && !is_between_;
      if (!made || *made > 0) return made;
    }
  }

 protected:
  // Begins the next member at stored_; padding is skipped, and then the state stays as it is.
  virtual std::optional<Problem> start() = 0;
  virtual Result<std::size_t> step(char* out, std::size_t capacity) = 0;
  virtual const char* name() const = 0;

  Problem fault(const std::string& what) const {
    return {{.byte = stored_.offset()}, std::string("the ") + name() + " data " + what};
  }

  ByteSource stored_;
  bool is_between_ = true;  // members: before the first, or behind a complete one

 private:
  bool may_hold_more_ = false;  // the unpacker stopped for want of room, not of input
};

class GzipReader final : public Unpacker {
 public:
  using Unpacker::Unpacker;
  GzipReader(const GzipReader&) = delete;
  GzipReader& operator=(const GzipReader&) = delete;
  ~GzipReader() override { inflateEnd(&stream_); }

 private:
  const char* name() const override { return "gzip"; }

  std::optional<Problem> start() override {
    while (!stored_.window().empty() && stored_.window().front() == '\0') stored_.advance(1);  // tapes and disks pad
    if (stored_.window().empty()) return std::nullopt;
    if (stored_.window().front() != '\x1f') return fault("is followed by something else");
    constexpr int kGzipHeader = 16;
    const int code = is_first_ ? inflateInit2(&stream_, MAX_WBITS + kGzipHeader) : inflateReset(&stream_);
    if (code != Z_OK) return fault("cannot be unpacked: out of memory");
    is_first_ = false;
    is_between_ = false;
    return std::nullopt;
  }

  Result<std::size_t> step(char* out, std::size_t capacity) override {
    const std::string_view window = stored_.window();
    constexpr std::size_t kMost = std::numeric_limits<uInt>::max();
    stream_.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(window.data()));
    stream_.avail_in = static_cast<uInt>(std::min(window.size(), kMost));
    stream_.next_out = reinterpret_cast<Bytef*>(out);
    stream_.avail_out = static_cast<uInt>(std::min(capacity, kMost));
    const uInt given = stream_.avail_in;
    const uInt room = stream_.avail_out;
    const int code = inflate(&stream_, Z_NO_FLUSH);
    stored_.advance(given - stream_.avail_in);
    const std::size_t made = room - stream_.avail_out;
    if (code == Z_STREAM_END) is_between_ = true;
    const bool is_fine = code == Z_OK || code == Z_STREAM_END || code == Z_BUF_ERROR;
    if (made > 0 || is_fine) return made;  // a fault comes again on the next call
    return fault(std::string("is broken: ") + (stream_.msg != nullptr ? stream_.msg : "no further reason"));
  }

  z_stream stream_{};
  bool is_first_ = true;
};

class ZstdReader final : public Unpacker {
 public:
  explicit ZstdReader(ByteSource stored) : Unpacker(std::move(stored)), stream_(ZSTD_createDStream()) {}
  ZstdReader(const ZstdReader&) = delete;
  ZstdReader& operator=(const ZstdReader&) = delete;
  ~ZstdReader() override { ZSTD_freeDStream(stream_); }

 private:
  const char* name() const override { return "zstd"; }

  std::optional<Problem> start() override {
    if (stream_ == nullptr) return fault("cannot be unpacked: out of memory");
    is_between_ = false;
    return std::nullopt;
  }

  Result<std::size_t> step(char* out, std::size_t capacity) override {
    if (problem_) return *problem_;
    const std::string_view window = stored_.window();
    ZSTD_inBuffer input{window.data(), window.size(), 0};
    ZSTD_outBuffer output{out, capacity, 0};
    const std::size_t code = ZSTD_decompressStream(stream_, &output, &input);
    stored_.advance(input.pos);
    if (ZSTD_isError(code) != 0) {
      problem_ = fault("is broken: its zstd data cannot be unpacked");
      if (output.pos == 0) return *problem_;
    } else if (code == 0) {
      is_between_ = true;
    }
    return output.pos;
  }

  ZSTD_DStream* stream_;
  std::optional<Problem> problem_;  // found behind bytes that could still be handed out
};

}  // namespace

std::unique_ptr<ByteSource::Reader> make_gzip_reader(ByteSource stored) {
  return std::make_unique<GzipReader>(std::move(stored));
}

std::unique_ptr<ByteSource::Reader> make_zstd_reader(ByteSource stored) {
  return std::make_unique<ZstdReader>(std::move(stored));
}

}  // namespace scrutineer::trace
