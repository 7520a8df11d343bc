// The file system as results are written to it: every step is on the disk before the next one.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "results/folders.h"

namespace scrutineer::run {

class RealFolders : public results::Folders {
 public:
  Result<Found> look(const std::string& path) override;
  Result<std::vector<std::string>> names(const std::string& folder) override;
  std::optional<Problem> make_folder(const std::string& path) override;
  std::optional<Problem> write(const std::string& path, std::string_view content) override;
  std::optional<Problem> rename(const std::string& from, const std::string& to) override;
  std::optional<Problem> remove(const std::string& path) override;
  Result<std::shared_ptr<void>> lock(const std::string& folder) override;
  std::optional<Problem> sync(const std::string& folder) override;
  Result<std::string> canonical(const std::string& path) override;
  Result<std::string> sha256(const std::string& path) override;
  bool is_stream(const std::string& path) override;
};

}  // namespace scrutineer::run
