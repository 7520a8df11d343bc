// Things a person should know about a run, each said once.
#pragma once

#include <algorithm>
#include <string>
#include <vector>

namespace scrutineer::trace {

class Notes {
 public:
  void add(std::string text) {
    if (std::find(all_.begin(), all_.end(), text) == all_.end()) all_.push_back(std::move(text));
  }
  const std::vector<std::string>& all() const { return all_; }

 private:
  std::vector<std::string> all_;
};

}  // namespace scrutineer::trace
