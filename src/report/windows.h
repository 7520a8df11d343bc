// When a report keeps every frame of an actor: around the actor's issues.
#pragma once

#include <map>
#include <span>
#include <string>
#include <vector>

#include "base/time.h"
#include "report/found.h"

namespace scrutineer::report {

inline constexpr Duration kAround = std::chrono::seconds(5);

struct Window {
  Time begin{}, end{};
  bool operator==(const Window&) const = default;
};

// Sorted and apart from each other. Asked in the order of time.
class Windows {
 public:
  Windows() = default;
  explicit Windows(std::vector<Window> windows);

  bool contains(Time now);
  bool empty() const { return windows_.empty(); }
  std::span<const Window> all() const { return windows_; }

 private:
  std::vector<Window> windows_;
  std::size_t next_ = 0;  // the first that is not over
};

// Of an interval, with what is around it; of a long one only its begin and its end.
std::vector<Window> windows_around(Time start, Time end);

// By actor, for the gravest issues first, as many as fit: no more than `most` poses at that many frames per second.
std::map<std::string, Windows> full_rate_windows(std::span<const FoundIssue> issues, double frames_per_second,
                                                 std::size_t most);

}  // namespace scrutineer::report
