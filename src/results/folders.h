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

// Where a result is written before it is complete, and how the names begin of single files that are not: what a program
// that was killed left of them is of no use, and is removed by the next one that writes there.
inline constexpr std::string_view kUnfinishedFolder = ".scrutineer-writing", kUnfinishedFile = ".scrutineer-writing.";

class Folders {
 public:
  enum class Found : std::uint8_t { nothing, file, folder };

  virtual ~Folders() = default;
  virtual Result<Found> look(const std::string& path) = 0;
  virtual Result<std::vector<std::string>> names(const std::string& folder) = 0;  // of what is in it, sorted
  virtual std::optional<Problem> make_folder(const std::string& path) = 0;        // and those above it; it may be there
  virtual std::optional<Problem> write(const std::string& path, std::string_view content) = 0;  // onto the disk
  virtual std::optional<Problem> rename(const std::string& from, const std::string& to) = 0;    // over what is there
  virtual std::optional<Problem> remove(const std::string& path) = 0;  // with all that is in it; it may be gone already
  // Nobody else can have it until what is returned is destroyed, or its process ends. A problem if somebody has it.
  virtual Result<std::shared_ptr<void>> lock(const std::string& folder) = 0;
  virtual std::optional<Problem> sync(const std::string& folder) = 0;  // names that changed in it, onto the disk

  // Absolute, without links and dots.
  virtual Result<std::string> canonical(const std::string& path) = 0;
  // Of the file's content, in hex. Read in pieces: traces are large. A problem for what is_stream().
  virtual Result<std::string> sha256(const std::string& path) = 0;
  // A pipe, a terminal or a device: what was read of it is gone.
  virtual bool is_stream(const std::string& path) = 0;
};

}  // namespace scrutineer::results
