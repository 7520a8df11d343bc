// The names in a folder. std::filesystem's iterators would do, but if memory runs out they end the program instead of
// throwing.
#pragma once

#include <dirent.h>

#include <cerrno>
#include <memory>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

namespace scrutineer::run {

// The names in the folder, in no order; none if there is an error.
inline std::vector<std::string> folder_names(const std::string& folder, std::error_code& error) {
  struct Close {
    void operator()(DIR* open) const { ::closedir(open); }
  };
  const std::unique_ptr<DIR, Close> open(::opendir(folder.c_str()));
  if (!open) {
    error.assign(errno, std::generic_category());
    return {};
  }
  std::vector<std::string> names;
  while (true) {
    errno = 0;  // readdir returns the same at the end and for an error
    const dirent* const entry = ::readdir(open.get());
    if (entry == nullptr) break;
    const std::string_view name = entry->d_name;
    if (name != "." && name != "..") names.emplace_back(name);
  }
  error.assign(errno, std::generic_category());
  if (error) names.clear();
  return names;
}

}  // namespace scrutineer::run
