#include "trace/detail/byte_source.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <new>
#include <system_error>
#include <tuple>

#include "base/sha256.h"
#include "trace/detail/byte_reader.h"

namespace scrutineer::trace {

namespace {

// One read: large enough that system calls do not count, small enough to stay in a core's cache.
constexpr std::size_t kBlockSize = 256 * 1024;

std::string error_text(int code) { return std::generic_category().message(code); }

class FileReader final : public ByteSource::Reader {
 public:
  FileReader(int descriptor, std::optional<std::uint64_t> size) : descriptor_(descriptor), size_(size) {}
  FileReader(const FileReader&) = delete;
  FileReader& operator=(const FileReader&) = delete;
  ~FileReader() override { ::close(descriptor_); }

  Result<std::size_t> read(char* out, std::size_t capacity) override {
    if (size_) capacity = std::min<std::uint64_t>(capacity, *size_ - offset_);
    for (;;) {
      const ssize_t count = capacity == 0 ? 0 : ::read(descriptor_, out, capacity);
      if (count == 0)
        if (auto problem = change()) return *std::move(problem);
      if (count >= 0) {
        offset_ += static_cast<std::uint64_t>(count);
        return static_cast<std::size_t>(count);
      }
      if (errno != EINTR) return Problem{{.byte = offset_}, "cannot be read: " + error_text(errno)};
    }
  }
  std::optional<std::uint64_t> size() const override { return size_; }
  std::optional<Problem> change() const override {
    struct stat status{};
    if (!size_ || ::fstat(descriptor_, &status) != 0) return std::nullopt;
    const auto size = static_cast<std::uint64_t>(status.st_size);
    if (size == *size_) return std::nullopt;
    return Problem{{.byte = offset_},
                   fmt::format("the file had {} bytes when it was opened and has {} now: it is being written; read it "
                               "again when it is complete",
                               *size_, size)};
  }

 private:
  int descriptor_;
  std::optional<std::uint64_t> size_;
  std::uint64_t offset_ = 0;
};

class MemoryReader final : public ByteSource::Reader {
 public:
  explicit MemoryReader(std::string content) : content_(std::move(content)) {}

  Result<std::size_t> read(char* out, std::size_t capacity) override {
    const std::size_t count = std::min(capacity, content_.size() - offset_);
    std::memcpy(out, content_.data() + offset_, count);
    offset_ += count;
    return count;
  }
  std::optional<std::uint64_t> size() const override { return content_.size(); }

 private:
  std::string content_;
  std::size_t offset_ = 0;
};

// Hashes what passes through it. When it is destroyed it also reads and hashes the rest of the file, so that the hash
// is of all of it. A pipe might never end, so it gets a hash only if it was read to its end.
class HashedReader final : public ByteSource::Reader {
 public:
  HashedReader(std::unique_ptr<Reader> stored, std::string file, SharedHashes hashes)
      : stored_(std::move(stored)), file_(std::move(file)), hashes_(std::move(hashes)) {}
  HashedReader(const HashedReader&) = delete;
  HashedReader& operator=(const HashedReader&) = delete;
  ~HashedReader() override {
    if (!size()) return;
    try {
      std::array<char, 1 << 14> rest;
      while (!is_over_) std::ignore = read(rest.data(), rest.size());
    } catch (const std::bad_alloc&) {
      return;  // then it has no hash
    }
  }

  Result<std::size_t> read(char* out, std::size_t capacity) override {
    auto count = stored_->read(out, capacity);
    if (count && *count > 0) hash_.add({out, *count});
    if (!is_over_ && (!count || *count == 0)) {
      is_over_ = true;
      hashes_->set(file_, hash_.hex());
    }
    return count;
  }
  std::optional<std::uint64_t> size() const override { return stored_->size(); }
  std::optional<Problem> change() const override { return stored_->change(); }

 private:
  std::unique_ptr<Reader> stored_;
  std::string file_;
  SharedHashes hashes_;
  Sha256 hash_;
  bool is_over_ = false;
};

bool is_gzip(std::string_view head) { return head.starts_with("\x1f\x8b"); }

// A zstd frame, or a skippable one in front of it.
bool is_zstd(std::string_view head) {
  using namespace std::string_view_literals;
  const bool is_skippable =
      head.size() >= 4 && (static_cast<unsigned char>(head[0]) & 0xF0) == 0x50 && head.substr(1, 3) == "\x2a\x4d\x18"sv;
  return is_skippable || head.starts_with("\x28\xb5\x2f\xfd"sv);
}

}  // namespace

Result<ByteSource> ByteSource::open(const std::string& path, SharedHashes hashes) {
  const int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (descriptor < 0) return Problem{{.file = path}, "cannot be opened: " + error_text(errno)};
  struct stat status{};
  std::optional<std::uint64_t> size;
  const bool is_known = ::fstat(descriptor, &status) == 0;
  // Files that the system makes up have contents, but no size.
  if (is_known && S_ISREG(status.st_mode) && status.st_size > 0) size = static_cast<std::uint64_t>(status.st_size);
  auto reader = std::make_unique<FileReader>(descriptor, size);
  if (is_known && S_ISDIR(status.st_mode)) return Problem{{.file = path}, "is a folder, not a file"};
  return unpack(std::move(reader), path, std::move(hashes));
}

Result<ByteSource> ByteSource::from_memory(std::string content, std::string name, SharedHashes hashes) {
  return unpack(std::make_unique<MemoryReader>(std::move(content)), std::move(name), std::move(hashes));
}

ByteSource ByteSource::stream(std::unique_ptr<Reader> reader, std::string name) {
  ByteSource bytes(std::move(reader), std::move(name));
  bytes.is_stream_ = true;
  return bytes;
}

Result<ByteSource> ByteSource::unpack(std::unique_ptr<Reader> stored, std::string file, SharedHashes hashes) {
  if (hashes) stored = std::make_unique<HashedReader>(std::move(stored), file, std::move(hashes));
  ByteSource plain(std::move(stored), file);
  const auto enough = plain.fill(4);
  if (!enough) return enough.problem();
  const bool gzip = is_gzip(plain.window());
  if (!gzip && !is_zstd(plain.window())) return plain;
  auto unpacker = gzip ? make_gzip_reader(std::move(plain)) : make_zstd_reader(std::move(plain));
  ByteSource unpacked(std::move(unpacker), std::move(file));
  unpacked.is_packed_ = true;
  return unpacked;
}

ByteSource::ByteSource(std::unique_ptr<Reader> reader, std::string file)
    : reader_(std::move(reader)), file_(std::move(file)), size_(reader_->size()) {
  reallocate(kBlockSize);
}

ByteSource::ByteSource(ByteSource&&) noexcept = default;
ByteSource& ByteSource::operator=(ByteSource&&) noexcept = default;
ByteSource::~ByteSource() = default;

std::optional<std::uint64_t> ByteSource::remaining() const {
  if (!size_) return std::nullopt;
  return *size_ > offset() ? *size_ - offset() : 0;
}

std::optional<Problem> ByteSource::change() const {
  auto problem = reader_->change();
  if (problem) problem->place.file = file_;
  return problem;
}

Result<bool> ByteSource::fill_more(std::size_t wanted) {
  if (begin_ > 0) {
    std::memmove(buffer_.get(), buffer_.get() + begin_, end_ - begin_);
    end_ -= begin_;
    begin_ = 0;
  }
  while (end_ < wanted) {
    if (problem_) return *problem_;
    if (ended_) {  // perhaps when the file was opened, and it has grown since
      problem_ = change();
      if (problem_) continue;
      return false;
    }
    // The buffer grows with what has arrived. It grows to `wanted` at once only if the input is known to hold that
    // much, so that a wrong length in a file costs no memory.
    if (capacity_ - end_ < kBlockSize / 2) {
      const bool is_there = remaining().value_or(0) >= wanted;
      reallocate(std::max(capacity_ * 2, is_there ? wanted + kBlockSize / 2 : 0));
    }
    const auto count = reader_->read(buffer_.get() + end_, capacity_ - end_);
    if (!count) {
      problem_ = count.problem();
      problem_->place.file = file_;
    } else {
      ended_ = *count == 0;
      end_ += *count;
      end_offset_ += *count;
      std::memset(buffer_.get() + end_, 0, kReadableBeyond);
    }
  }
  return true;
}

void ByteSource::reallocate(std::size_t capacity) {
  auto larger = std::make_unique_for_overwrite<char[]>(capacity + kReadableBeyond);
  std::copy_n(buffer_.get(), end_, larger.get());
  std::memset(larger.get() + end_, 0, kReadableBeyond);
  buffer_ = std::move(larger);
  capacity_ = capacity;
}

}  // namespace scrutineer::trace
