#include "run/append_file.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <thread>
#include <utility>

#include "run/detail/descriptor.h"

namespace scrutineer::run {

Result<AppendFile> AppendFile::open(const std::string& path, double patience) {
  const int descriptor = ::open(path.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
  if (descriptor < 0) return file_problem(path, "cannot write", errno);
  AppendFile file(path, descriptor);
  const auto until = std::chrono::steady_clock::now() + std::chrono::duration<double>(patience);
  // Any other error than EWOULDBLOCK comes from file systems without locks: then the file is used without one.
  while (::flock(descriptor, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK) {
    if (std::chrono::steady_clock::now() >= until)
      return Problem{{.file = path}, "another process is writing to it; wait for it to end, or end it"};
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
  }
  return file;
}

AppendFile::AppendFile(AppendFile&& other) noexcept
    : path_(std::move(other.path_)), descriptor_(std::exchange(other.descriptor_, -1)) {}

AppendFile::~AppendFile() {
  if (descriptor_ >= 0) ::close(descriptor_);
}

std::optional<Problem> AppendFile::cut(std::uint64_t size) {
  if (::ftruncate(descriptor_, static_cast<off_t>(size)) == 0) return std::nullopt;
  return file_problem(path_, "cannot write", errno);
}

std::optional<Problem> AppendFile::append(std::string_view bytes) {
  if (write_all(descriptor_, bytes)) return std::nullopt;
  return file_problem(path_, "cannot write", errno);
}

std::optional<Problem> AppendFile::sync() {
  if (::fsync(descriptor_) == 0) return std::nullopt;
  return file_problem(path_, "cannot write", errno);
}

std::uint64_t file_size(const std::string& path) {
  struct stat status{};
  return ::stat(path.c_str(), &status) == 0 && S_ISREG(status.st_mode) ? static_cast<std::uint64_t>(status.st_size) : 0;
}

}  // namespace scrutineer::run
