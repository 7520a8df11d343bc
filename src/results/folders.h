// What writing a result needs of the file system, so that a test can do it in memory and break it at will.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace scrutineer::results {

// The folder in which a result is written until it is complete, and the beginning of the names of single files that are
// not complete yet. A killed program leaves them behind; the next program that writes there removes them.
inline constexpr std::string_view kUnfinishedFolder = ".scrutineer-writing", kUnfinishedFile = ".scrutineer-writing.";

class Folders {
 public:
  enum class Found : std::uint8_t { nothing, file, folder };

  virtual ~Folders() = default;
  virtual Result<Found> look(const std::string& path) = 0;
  virtual Result<std::vector<std::string>> names(const std::string& folder) = 0;  // sorted
  virtual std::optional<Problem> make_folder(const std::string& path) = 0;        // with its parents; may exist already
  virtual std::optional<Problem> write(const std::string& path, std::string_view content) = 0;  // synced to the disk
  virtual std::optional<Problem> rename(const std::string& from, const std::string& to) = 0;    // replaces `to`
  virtual std::optional<Problem> remove(const std::string& path) = 0;  // with all that is in it; may be gone already
  // Locks the folder until the returned value is destroyed or the process ends. A problem: another process has it.
  virtual Result<std::shared_ptr<void>> lock(const std::string& folder) = 0;
  virtual std::optional<Problem> sync(const std::string& folder) = 0;  // its changed names, to the disk

  // The absolute path, without links and dots.
  virtual Result<std::string> canonical(const std::string& path) = 0;
  // The hash of the file's content, in hex. Reads in pieces, because traces are large. A problem if it is_stream().
  virtual Result<std::string> sha256(const std::string& path) = 0;
  // Is it a pipe, a terminal or a device? What was read from one cannot be read again.
  virtual bool is_stream(const std::string& path) = 0;
};

}  // namespace scrutineer::results
