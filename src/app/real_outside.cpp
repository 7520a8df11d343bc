#include "app/real_outside.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdlib>
#include <filesystem>
#include <system_error>

namespace scrutineer::app {

namespace {

Problem file_problem(const std::string& path, std::string_view what, int error) {
  return {{.file = path}, fmt::format("{}: {}", what, std::generic_category().message(error))};
}

// Closes what it holds, once.
class Descriptor {
 public:
  explicit Descriptor(int number) : number_(number) {}
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  ~Descriptor() { close(); }
  bool valid() const { return number_ >= 0; }
  int number() const { return number_; }
  int close() {
    const int result = number_ >= 0 ? ::close(number_) : 0;
    number_ = -1;
    return result;
  }

 private:
  int number_;
};

bool write_all(int descriptor, std::string_view content) {
  while (!content.empty()) {
    const ssize_t written = ::write(descriptor, content.data(), content.size());
    if (written < 0 && errno != EINTR) return false;
    if (written > 0) content.remove_prefix(static_cast<std::size_t>(written));
  }
  return true;
}

// Pipes, terminals and devices such as /dev/stdout are written to in place: nothing could be renamed over them.
bool is_special(const std::string& path) {
  struct stat status{};
  return ::stat(path.c_str(), &status) == 0 && !S_ISREG(status.st_mode);
}

// mkostemp makes files that only their owner reads; ours are as readable as the file they replace, or as any new one.
mode_t mode_for(const std::filesystem::path& target) {
  struct stat status{};
  if (::stat(target.c_str(), &status) == 0) return status.st_mode & 07777;
  const mode_t mask = ::umask(0);
  ::umask(mask);
  return 0666 & ~mask;
}

std::optional<Problem> write_in_place(const std::string& path, std::string_view content) {
  Descriptor file(::open(path.c_str(), O_WRONLY | O_CLOEXEC));
  if (!file.valid() || !write_all(file.number(), content) || file.close() != 0)
    return file_problem(path, "cannot write", errno);
  return std::nullopt;
}

}  // namespace

Result<std::string> RealFiles::read(const std::string& path) {
  Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  struct stat status{};
  if (!file.valid() || ::fstat(file.number(), &status) != 0) return file_problem(path, "cannot open", errno);
  if (S_ISDIR(status.st_mode)) return Problem{{.file = path}, "is a folder; a file is wanted"};
  std::string content;
  content.reserve(static_cast<std::size_t>(status.st_size));
  std::array<char, 1 << 16> chunk;
  for (;;) {
    const ssize_t count = ::read(file.number(), chunk.data(), chunk.size());
    if (count == 0) return content;
    if (count > 0) content.append(chunk.data(), static_cast<std::size_t>(count));
    if (count < 0 && errno != EINTR) return file_problem(path, "cannot read", errno);
  }
}

std::optional<Problem> RealFiles::write(const std::string& path, std::string_view content) {
  if (is_special(path)) return write_in_place(path, content);

  // Through a link to the file it names, so that the link survives; the temporary file is a neighbour, because a
  // rename is only atomic within one file system.
  std::error_code ignored;
  std::filesystem::path target = path;
  if (std::filesystem::is_symlink(target, ignored)) target = std::filesystem::weakly_canonical(target, ignored);
  std::string temporary = target.string() + '.' + std::string(6, 'X');  // mkostemp fills these in
  Descriptor file(::mkostemp(temporary.data(), O_CLOEXEC));
  if (!file.valid()) return file_problem(path, "cannot write", errno);
  const bool complete = write_all(file.number(), content) && ::fchmod(file.number(), mode_for(target)) == 0 &&
                        ::fsync(file.number()) == 0 && file.close() == 0 &&
                        ::rename(temporary.c_str(), target.c_str()) == 0;
  if (complete) return std::nullopt;
  const int error = errno;
  ::unlink(temporary.c_str());
  return file_problem(path, "cannot write", error);
}

void TerminalProgress::begin(std::string_view what) {
  const std::lock_guard lock(mutex_);
  what_ = what;
  if (running_) return;
  running_ = true;
  shower_ = std::thread([this] { show_until_ended(); });
}

void TerminalProgress::end() {
  {
    const std::lock_guard lock(mutex_);
    if (!running_) return;
    running_ = false;
  }
  ended_.notify_one();
  shower_.join();
  if (shown_) err_ << "\r\033[K" << std::flush;
  shown_ = false;
}

void TerminalProgress::show_until_ended() {
  const auto start = std::chrono::steady_clock::now();
  std::unique_lock lock(mutex_);
  auto wait = patience_;
  while (!ended_.wait_for(lock, wait, [this] { return !running_; })) {
    const auto elapsed = std::chrono::duration_cast<std::chrono::seconds>(std::chrono::steady_clock::now() - start);
    err_ << fmt::format("\r\033[K{} ... {} s", what_, elapsed.count()) << std::flush;
    shown_ = true;
    wait = std::chrono::milliseconds(200);
  }
}

}  // namespace scrutineer::app
