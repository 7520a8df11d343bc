// How much of the run's time there are frames of, and the ego in them. What lies between is not judged, so somebody has to
// say so: a crash that nobody recorded must not look like none.
//
//   TimeCovered covered;
//   covered.advance(frame, ego);                                  // every frame; the ego may not be known yet
//   for (const std::string& note : covered.notes(actors)) ...     // at the run's end
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "trace/frame.h"
#include "trace/time_gaps.h"

namespace scrutineer::scene {

class TimeCovered {
 public:
  void advance(const trace::Frame& frame, trace::ActorId ego);
  std::vector<std::string> notes(std::span<const trace::ActorInfo> actors) const;

 private:
  bool has(const trace::Frame& frame, trace::ActorId ego);

  static constexpr std::size_t kMostGaps = 100;
  trace::TimeGaps gaps_{kMostGaps};
  std::uint64_t frames_ = 0;
  Time end_{};  // of the last frame
  trace::ActorId ego_;
  std::size_t place_ = 0;        // of the ego in the frame that had it last
  std::uint64_t last_seen_ = 0;  // counted frame, from 1; 0: never
  Time last_time_{};             // of that one
  std::uint64_t absences_ = 0;   // that it came back from
  Duration absent_{};            // in all of these
  trace::TimeGap first_absence_;
};

}  // namespace scrutineer::scene
