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
  // Makes it if it is not there. A problem if another process has it open this way: it waits for that one so many
  // seconds at most.
  static Result<AppendFile> open(const std::string& path, double patience);
  AppendFile(AppendFile&& other) noexcept;
  AppendFile& operator=(AppendFile&&) = delete;
  AppendFile(const AppendFile&) = delete;
  AppendFile& operator=(const AppendFile&) = delete;
  ~AppendFile();

  std::optional<Problem> cut(std::uint64_t size);  // what is behind it is gone
  std::optional<Problem> append(std::string_view bytes);
  std::optional<Problem> sync();  // onto the disk

 private:
  AppendFile(std::string path, int descriptor) : path_(std::move(path)), descriptor_(descriptor) {}

  std::string path_;
  int descriptor_ = -1;
};

// Of a regular file; 0 where there is none.
std::uint64_t file_size(const std::string& path);

}  // namespace scrutineer::run
