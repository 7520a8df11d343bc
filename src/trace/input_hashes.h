// The SHA-256 of each file of a run, made from the very bytes that were used. Hashing the files later would not do: a
// file may be replaced meanwhile, and a pipe cannot be read a second time.
#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <utility>

namespace scrutineer::trace {

// Threads may share it.
class InputHashes {
 public:
  void set(const std::string& file, std::string hash) {
    const std::scoped_lock lock(mutex_);
    hashes_[file] = std::move(hash);
  }
  std::map<std::string, std::string> all() const {
    const std::scoped_lock lock(mutex_);
    return hashes_;
  }

 private:
  mutable std::mutex mutex_;
  std::map<std::string, std::string> hashes_;  // in hex, by path
};

using SharedHashes = std::shared_ptr<InputHashes>;  // null: nobody wants them

}  // namespace scrutineer::trace
