// The bytes of one input, whatever it is packed in: a plain file, gzip or zstd, told apart by their first bytes.
//
//   auto bytes = ByteSource::open("run.osi.zst");
//   if (!bytes) return bytes.problem();
//   for (;;) {
//     auto enough = bytes->fill(4);                    // a problem: reading or unpacking failed here
//     if (!enough) return enough.problem();
//     if (!*enough) break;                             // the end; what is left is in window()
//     use(bytes->window());
//     bytes->advance(4);
//   }
//
// Memory is bounded by the largest fill(). What was unpacked before a fault can still be used. A file is read as far as
// it went when it was opened: one that has grown or shrunk since then ends with a problem that says so.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "base/result.h"
#include "trace/input_hashes.h"

namespace scrutineer::trace {

class ByteSource {
 public:
  // So many bytes behind window() may be read, too, so that texts are compared and numbers read in whole words. What they
  // hold means nothing.
  static constexpr std::size_t kReadableBeyond = 64;

  // `hashes`, if there are any, get the hash of the bytes as they are stored.
  static Result<ByteSource> open(const std::string& path, SharedHashes hashes = {});
  // `name` is what problems call it.
  static Result<ByteSource> from_memory(std::string content, std::string name, SharedHashes hashes = {});

  class Reader;  // where bytes come from: a file, a text in memory, a stream, or an unpacker over another one

  // Of what is still being sent: as the reader gives them, packed or not; nothing is read yet.
  static ByteSource stream(std::unique_ptr<Reader> reader, std::string name);

  ByteSource(ByteSource&&) noexcept;
  ByteSource& operator=(ByteSource&&) noexcept;
  ~ByteSource();

  // Makes window() hold at least `wanted` bytes; views of it become invalid. False: the input ends before. A problem
  // (which window() outlives) names the byte in the file as it is stored.
  Result<bool> fill(std::size_t wanted) {
    if (end_ - begin_ >= wanted) return true;
    return fill_more(wanted);
  }
  // The same, by as much as one read gives: for readers that take the input block by block.
  Result<bool> fill_block() { return fill_more(end_ - begin_ + 1); }

  std::string_view window() const { return {buffer_.get() + begin_, end_ - begin_}; }
  void advance(std::size_t count) { begin_ += count; }  // at most window().size()

  // The position of window() in the unpacked bytes.
  std::uint64_t offset() const { return end_offset_ - (end_ - begin_); }
  // Bytes from window() to the end, where that is known: plain files.
  std::optional<std::uint64_t> remaining() const;
  // That a plain file is no longer what it was when it was opened; nothing: it is.
  std::optional<Problem> change() const;
  bool is_packed() const { return is_packed_; }
  // What ends where the bytes end: "the stream", "the file".
  std::string_view whole() const { return is_stream_ ? "the stream" : "the file"; }
  const std::string& file() const { return file_; }

 private:
  ByteSource(std::unique_ptr<Reader> reader, std::string file);
  static Result<ByteSource> unpack(std::unique_ptr<Reader> stored, std::string file, SharedHashes hashes);
  Result<bool> fill_more(std::size_t wanted);
  void reallocate(std::size_t capacity);

  std::unique_ptr<Reader> reader_;
  std::string file_;
  std::unique_ptr<char[]> buffer_;  // not filled with zeros: many inputs are smaller
  std::size_t capacity_ = 0;        // without the readable bytes beyond
  std::size_t begin_ = 0, end_ = 0;
  std::uint64_t end_offset_ = 0;
  std::optional<std::uint64_t> size_;
  bool is_packed_ = false, is_stream_ = false;
  bool ended_ = false;
  std::optional<Problem> problem_;  // met after the bytes of the window
};

}  // namespace scrutineer::trace
