// The file system: files that are read, and written whole or not at all.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "run/outside.h"

namespace scrutineer::run {

// In bytes: more is refused where a file is read as a whole (maps, configurations, files beside a run), because a
// device may never end.
inline constexpr std::uint64_t kLargestFile = std::uint64_t{2} << 30;

class RealFiles : public Files {
 public:
  explicit RealFiles(std::uint64_t largest = kLargestFile) : largest_(largest) {}

  Result<std::string> read(const std::string& path) override;
  Result<std::string> head(const std::string& path) override;
  std::optional<Problem> write(const std::string& path, std::string_view content) override;
  Result<std::unique_ptr<OutputFile>> create(const std::string& path) override;
  Result<std::unique_ptr<trace::Trace>> open_trace(const trace::TraceSource& source) override;
  Result<trace::CarriedMap> carried_map(const std::string& path) override;
  bool are_same(const std::string& path, const std::string& other_path) override;

 private:
  std::uint64_t largest_;  // bytes that read() takes
};

}  // namespace scrutineer::run
