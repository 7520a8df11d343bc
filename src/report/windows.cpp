#include "report/windows.h"

#include <algorithm>
#include <cstdint>
#include <set>

namespace scrutineer::report {
namespace {

constexpr Duration kLong = std::chrono::seconds(20);

std::vector<Window> merged(std::vector<Window> windows) {
  std::ranges::sort(windows, {}, &Window::begin);
  std::vector<Window> apart;
  for (const Window& window : windows) {
    if (!apart.empty() && window.begin <= apart.back().end) {
      apart.back().end = std::max(apart.back().end, window.end);
    } else {
      apart.push_back(window);
    }
  }
  return apart;
}

std::int64_t second_of(Time time) { return std::chrono::floor<std::chrono::seconds>(time).time_since_epoch().count(); }

}  // namespace

Windows::Windows(std::vector<Window> windows) : windows_(merged(std::move(windows))) {}

bool Windows::contains(Time now) {
  while (next_ < windows_.size() && windows_[next_].end < now) ++next_;
  return next_ < windows_.size() && windows_[next_].begin <= now;
}

std::vector<Window> windows_around(Time start, Time end) {
  if (end - start <= kLong) return {{start - kAround, end + kAround}};
  return {{start - kAround, start + kAround}, {end - kAround, end + kAround}};
}

std::map<std::string, Windows> full_rate_windows(std::span<const FoundIssue> issues, double frames_per_second,
                                                 std::size_t most) {
  std::vector<const FoundIssue*> order;
  for (const FoundIssue& issue : issues) order.push_back(&issue);
  std::ranges::stable_sort(order, [](const FoundIssue* a, const FoundIssue* b) { return a->severity > b->severity; });
  struct Taken {
    std::vector<Window> windows;
    std::set<std::int64_t> seconds;  // that they touch: windows overlap, and what is kept anyway costs nothing
  };
  std::map<std::string, Taken> taken;
  double poses = 0.0;
  for (const FoundIssue* issue : order) {
    const auto windows = windows_around(issue->start, issue->end);
    for (const std::string& actor : {issue->actor, issue->other.value_or(issue->actor)}) {
      Taken& own = taken[actor];
      for (const Window& window : windows) {
        std::vector<std::int64_t> added;
        for (std::int64_t second = second_of(window.begin); second <= second_of(window.end); ++second)
          if (!own.seconds.contains(second)) added.push_back(second);
        const double cost = static_cast<double>(added.size()) * frames_per_second;
        if (poses + cost > static_cast<double>(most)) continue;
        poses += cost;
        own.seconds.insert(added.begin(), added.end());
        own.windows.push_back(window);
      }
    }
  }
  std::map<std::string, Windows> by_actor;
  for (auto& [actor, own] : taken)
    if (!own.windows.empty()) by_actor.emplace(actor, Windows(std::move(own.windows)));
  return by_actor;
}

}  // namespace scrutineer::report
