// File descriptors that close themselves, for the sources of run/ that talk to the file system.
#pragma once

#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <string>
#include <string_view>
#include <system_error>

#include "base/result.h"

namespace scrutineer::run {

inline Problem file_problem(const std::string& path, std::string_view what, int error) {
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

inline bool write_all(int descriptor, std::string_view content) {
  while (!content.empty()) {
    const ssize_t written = ::write(descriptor, content.data(), content.size());
    if (written < 0 && errno != EINTR) return false;
    if (written > 0) content.remove_prefix(static_cast<std::size_t>(written));
  }
  return true;
}

}  // namespace scrutineer::run
