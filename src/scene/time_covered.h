// How much of the run's time there are frames of, and the ego and others in them. What lies between is not judged, so
// somebody has to say so: a crash that nobody recorded must not look like none.
//
//   TimeCovered covered;
//   covered.advance(frame, ego);                                  // every frame; the ego may not be known yet
//   for (const std::string& note : covered.notes(actors)) ...     // at the run's end, or where it was broken off
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
  // `is_whole`: there was no more of the run.
  std::vector<std::string> notes(std::span<const trace::ActorInfo> actors, bool is_whole = true) const;

 private:
  // An actor that is not the ego.
  struct Sight {
    std::uint64_t frame = 0;  // counted, when it was seen last, from 1; 0: never
    Time time{};
    bool was_away = false;
    // Absences that are not worth telling one by one, and the frames of these.
    std::uint64_t absences = 0, frames_away = 0;
    std::uint64_t first = 1;  // the frame in which it was seen first, later by those of longer absences
    std::uint64_t span() const { return frame - first + 1; }
    bool flickers() const;
    bool is_moment() const { return frame != 0 && frame == first && !was_away; }  // it is in one frame only
  };
  struct Absence {
    trace::ActorId actor;
    Time from{}, until{};
  };
  bool has(const trace::Frame& frame, trace::ActorId ego);
  void see_others(const trace::Frame& frame, trace::ActorId ego);
  void see_again(Sight& sight, trace::ActorId actor, Time now);
  void add_notes_of_ego(std::span<const trace::ActorInfo> actors, std::vector<std::string>& notes) const;
  std::string note_of_others(std::span<const trace::ActorInfo> actors) const;
  std::string note_of_flicker(std::span<const trace::ActorInfo> actors) const;
  std::string note_of_moments(std::span<const trace::ActorInfo> actors) const;

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
  bool has_company_ = false;         // some frame has the ego and somebody else
  std::vector<Sight> sights_;        // by actor
  std::uint64_t actors_away_ = 0;    // others that came back
  std::vector<Absence> first_away_;  // those of them who came back in the first frame in which anybody did
};

}  // namespace scrutineer::scene
