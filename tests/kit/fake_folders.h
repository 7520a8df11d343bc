// A file system in memory, for tests: each operation can be made to fail, or to be the last before a sudden end.
#pragma once

#include <algorithm>
#include <map>
#include <memory>
#include <new>
#include <set>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "base/sha256.h"
#include "results/folders.h"

namespace scrutineer::results {

class FakeFolders : public Folders {
 public:
  struct Killed : std::runtime_error {
    Killed() : std::runtime_error("killed") {}
  };

  std::map<std::string, std::string> files;
  std::set<std::string> folders{""};
  std::set<std::string> unwritable;   // folders
  std::set<std::string> streams;      // pipes and devices
  int changes = 0;                    // so far
  int fails_at = -1, killed_at = -1;  // the change that fails for want of space, or that never happens
  int lacks_memory_at = -1;           // the change that throws for want of memory

  void revive() {
    killed_at = -1;
    is_dead_ = false;
  }

  Result<Found> look(const std::string& path) override {
    if (files.contains(path)) return Found::file;
    return folders.contains(path) ? Found::folder : Found::nothing;
  }
  Result<std::vector<std::string>> names(const std::string& folder) override {
    std::set<std::string> found;
    const auto note = [&](const std::string& path) {
      if (parent(path) == folder && path != folder) found.insert(path.substr(folder.empty() ? 0 : folder.size() + 1));
    };
    for (const auto& [path, content] : files) note(path);
    for (const std::string& path : folders) note(path);
    return std::vector<std::string>(found.begin(), found.end());
  }
  std::optional<Problem> make_folder(const std::string& path) override {
    if (folders.contains(path)) return std::nullopt;
    if (auto problem = make_folder(parent(path))) return problem;
    if (auto problem = change(path)) return problem;
    folders.insert(path);
    return std::nullopt;
  }
  std::optional<Problem> write(const std::string& path, std::string_view content) override {
    if (auto problem = change(path)) return problem;
    files[path] = content;
    return std::nullopt;
  }
  std::optional<Problem> rename(const std::string& from, const std::string& to) override {
    if (auto problem = change(to)) return problem;
    files[to] = files.at(from);
    files.erase(from);
    return std::nullopt;
  }
  std::optional<Problem> remove(const std::string& path) override {
    const auto within = [&](const std::string& other) { return other == path || other.starts_with(path + '/'); };
    if (files.contains(path) || folders.contains(path))
      if (auto problem = change(path)) return problem;
    std::erase_if(files, [&](const auto& file) { return within(file.first); });
    std::erase_if(folders, within);
    return std::nullopt;
  }
  Result<std::shared_ptr<void>> lock(const std::string& folder) override {
    std::shared_ptr<void> held = locks_[folder].lock();
    if (held) return Problem{{.file = folder}, "somebody else is writing to it"};
    locks_[folder] = held = std::make_shared<int>();
    return held;
  }
  std::optional<Problem> sync(const std::string&) override { return std::nullopt; }
  Result<std::string> canonical(const std::string& path) override {
    if (path == "/dev/stdin" && is_stream(path)) return std::string("/proc/1/fd/pipe:[1]");  // a pipe without a name
    return path.starts_with('/') ? path : "/at/" + path;
  }
  Result<std::string> sha256(const std::string& path) override {
    if (is_stream(path)) return Problem{{.file = path}, "is a pipe or a device, which cannot be read again"};
    const auto found = files.find(path);
    if (found == files.end()) return Problem{{.file = path}, "cannot open: No such file or directory"};
    return sha256_hex(found->second);
  }
  bool is_stream(const std::string& path) override { return streams.contains(path); }

 private:
  static std::string parent(const std::string& path) {
    const std::size_t slash = path.rfind('/');
    return slash == std::string::npos ? "" : path.substr(0, slash);
  }
  std::optional<Problem> change(const std::string& path) {
    // Being killed runs no destructors: what they try to do afterwards does not happen.
    if (changes == killed_at) {
      if (!std::exchange(is_dead_, true)) throw Killed();
      return Problem{{.file = path}, "killed"};
    }
    if (changes == lacks_memory_at) {
      ++changes;
      throw std::bad_alloc();
    }
    if (changes++ == fails_at) return Problem{{.file = path}, "cannot write: No space left on device"};
    if (unwritable.contains(parent(path))) return Problem{{.file = path}, "cannot write: Permission denied"};
    return std::nullopt;
  }

  bool is_dead_ = false;
  std::map<std::string, std::weak_ptr<void>> locks_;
};

}  // namespace scrutineer::results
