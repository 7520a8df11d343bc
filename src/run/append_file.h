// A file that grows: what was appended and synced is there after a crash, and what was not may be cut off.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "base/result.h"

namespace scrutineer::run {

class AppendFile {
 public:
  // Creates the file if it does not exist. If another process has it open this way, waits up to `patience` seconds for
  // it, and then gives a problem.
  static Result<AppendFile> open(const std::string& path, double patience);
  AppendFile(AppendFile&& other) noexcept;
  AppendFile& operator=(AppendFile&&) = delete;
  AppendFile(const AppendFile&) = delete;
  AppendFile& operator=(const AppendFile&) = delete;
  ~AppendFile();

  std::optional<Problem> cut(std::uint64_t size);  // shortens the file to this size
  std::optional<Problem> append(std::string_view bytes);
  std::optional<Problem> sync();  // onto the disk

 private:
  AppendFile(std::string path, int descriptor) : path_(std::move(path)), descriptor_(descriptor) {}

  std::string path_;
  int descriptor_ = -1;
};

// In bytes; 0 if there is no regular file at this path.
std::uint64_t file_size(const std::string& path);

}  // namespace scrutineer::run
