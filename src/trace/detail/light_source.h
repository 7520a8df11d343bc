// Traffic lights that a file beside the run tells of, on the run's own clock.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "trace/frame.h"

namespace scrutineer::trace {

// When the states that were taken so far were valid from.
struct LightTimes {
  std::optional<Duration> last;
  std::optional<Duration> next = {};  // of the first that was not taken yet; nothing: there is none, or none was taken
  std::uint64_t count = 0;            // of different times
  Duration longest_step{};            // from one of them to the next

  void add(Duration time) {
    if (last == time) return;
    if (last) longest_step = std::max(longest_step, time - *last);
    last = time;
    ++count;
  }
};

class LightSource {
 public:
  virtual ~LightSource() = default;
  // Appends the states that changed since the last call, up to and at `time`, each light once with its last state.
  // Appends new lights to `lights`. Times must not decrease from call to call.
  virtual std::optional<Problem> advance(Duration time, std::vector<LightInfo>& lights,
                                         std::vector<LightState>& states) = 0;
  const LightTimes& times() const { return times_; }

 protected:
  LightTimes times_;
};

// What to tell of states that cannot be those of a run from `start` to `end`, on its own clock: all of them lie before
// it, they end long before it does, or go on long after it. Every light keeps its last state then. Empty: nothing.
std::string doubt_of_lights(const LightTimes& times, Duration start, Duration end, std::string_view file);

struct TraceSource;
// Recognises the format by content (format_rows.h). Null: the run has no file of lights.
Result<std::unique_ptr<LightSource>> open_lights(const TraceSource& source);

}  // namespace scrutineer::trace
