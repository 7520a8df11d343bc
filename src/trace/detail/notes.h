// Things a person should know about a run, each said once.
#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "trace/detail/limits.h"

namespace scrutineer::trace {

class Notes {
 public:
  void add(std::string text) {
    if (all_.size() > kMostNotes || std::find(all_.begin(), all_.end(), text) != all_.end()) return;
    all_.push_back(all_.size() < kMostNotes ? std::move(text) : "there is more to note, which is left out");
  }
  const std::vector<std::string>& all() const { return all_; }

 private:
  std::vector<std::string> all_;
};

}  // namespace scrutineer::trace
