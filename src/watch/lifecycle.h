// When an interval of one instance begins, goes on, waits and ends, told frame by frame what its conditions say. It is
// the only place that knows; native checks and the language's instances both use it.
//
//   Lifecycle lifecycle({.merge_gap = 500ms, .debounce_start_time = 1s});
//   const Conditions seen{.starts = speed > 50.0, .keeps = speed > 49.0, .justified_by = is_overtaking ? "..." : ""};
//   if (const auto ending = lifecycle.ends(now, seen)) close(*ending);      // first: another may begin in this frame
//   switch (lifecycle.advance(now, seen)) {
//     case Progress::begins: open since lifecycle.start(), measure
//     case Progress::may_begin, Progress::goes_on: measure
//     case Progress::waits, Progress::nothing: nothing to do
//   }
//
// merge_gap: what ended by its condition waits that long; if its start condition holds again before then, it goes on as
//   if it had never ended. Else it ended where it began to wait, whatever ends it later.
// debounce_start_time: the start condition must hold that long without a break; the interval then starts where it began
//   to hold. What waits has started already: it goes on at once.
// Hysteresis: an open interval goes on while `keeps` holds, although `starts` no longer does.
// Justification: what excuses a violation. None begins while it is excused, an open one ends at once and is not joined
//   with what comes after.
#pragma once

#include <optional>
#include <string_view>

#include "watch/interval.h"

namespace scrutineer::watch {

// What an instance sees in one frame.
struct Conditions {
  bool starts = false;                 // an interval would begin
  bool keeps = false;                  // an open one goes on; what starts one keeps it, too
  std::string_view justified_by = {};  // the name of what excuses it; empty: nothing does
  Time since = kNever;                 // one that begins did so then, if that is past; kNever: in this frame
};

enum class Progress : std::uint8_t {
  nothing,    // there is no interval
  may_begin,  // the start condition holds, but not for long enough yet: measure, it may become an interval
  begins,     // to be opened since start()
  goes_on,
  waits,  // its condition no longer holds, but may again within merge_gap
};

class Lifecycle {
 public:
  struct Settings {
    Duration merge_gap{};
    Duration debounce_start_time{};
  };

  Lifecycle() = default;
  explicit Lifecycle(const Settings& settings)
      : merge_gap_(settings.merge_gap), debounce_start_time_(settings.debounce_start_time) {}

  // Nothing is open, and nothing may become an interval: where conditions do not hold either, a frame changes nothing.
  bool is_idle() const { return interval.start == kNever; }
  bool is_open() const { return interval.is_open(); }  // also while it waits
  bool is_waiting() const { return waits_since_ != kNever; }
  Time start() const { return interval.start; }  // kNever: it is idle

  // Does the open interval end in this frame, and where? The caller closes it (Watch), or asks no further.
  std::optional<Ending> ends(Time now, const Conditions& seen);
  // What becomes of the frame. Of what is open only after ends() had nothing to say.
  Progress advance(Time now, const Conditions& seen);
  // The open interval ends for another reason than its condition; `last` is the last frame that belongs to it.
  Ending end(EndedBy ended_by, Time last);
  // As new; the interval must be closed.
  void reset();

  OpenInterval interval;  // for Watch, which opens and closes it; before that its start, where it may begin

 private:
  bool goes_on_after_waiting(Time now, const Conditions& seen) const {
    return seen.starts && seen.justified_by.empty() && now - waits_since_ < merge_gap_;
  }

  Time waits_since_ = kNever;
  Duration merge_gap_{};
  Duration debounce_start_time_{};
};

}  // namespace scrutineer::watch
