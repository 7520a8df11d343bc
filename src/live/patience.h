// How long to wait for another program, and how a user can cut the wait short.
//
//   const Patience patience{.seconds = 60.0, .stop_requests = [] { return ...; }};
//   Wait wait(patience);
//   while (!has_answered()) {
//     if (const auto why = wait.over()) return Problem{{}, "SUMO did not answer " + *why};   // "within 60 s (--timeout)"
//     sleep_a_little();
//   }
//
// After one request to stop, what is under way may still end in good order; after two, nothing is waited for.
#pragma once

#include <chrono>
#include <functional>
#include <optional>
#include <string>

namespace scrutineer::live {

struct Patience {
  double seconds = 60.0;                    // for one answer
  std::function<int()> stop_requests = {};  // how often somebody asked for the end so far; empty: never
  double seconds_after_stop_request = 3.0;  // that an answer still has after the first request
};

// One wait, from its construction on.
class Wait {
 public:
  explicit Wait(const Patience& patience) : patience_(patience), began_(Clock::now()) {}
  explicit Wait(Patience&&) = delete;  // it must outlive the wait

  // When it ended, as the rest of a sentence that says what did not happen; nothing: there is time left.
  std::optional<std::string> over();

 private:
  using Clock = std::chrono::steady_clock;

  const Patience& patience_;
  Clock::time_point began_;
  std::optional<Clock::time_point> asked_;  // when the first request was seen
};

}  // namespace scrutineer::live
