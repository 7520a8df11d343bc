// What a run says beside its frames: who its actors are, its lights, and what a person should know.
//
//   Tables tables;
//   tables.apply(step.changes);                        // of every step that Trace::next() gives, the last one included
//   tables.actors()[state.actor.index()].length ...
//
// A trace tells only what changed, so whatever stands between it and a consumer transforms those changes and holds no
// tables of its own. Tables are the one place that knows what the changes mean.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/result.h"
#include "trace/frame.h"

namespace scrutineer::trace {

struct TraceCounts {
  std::uint64_t frames = 0;          // delivered
  std::uint64_t bad_frames = 0;      // dropped with skip_bad_frames
  std::optional<Problem> first_bad;  // why the first of them was dropped

  bool operator==(const TraceCounts&) const = default;
};

// A contact that the run itself tells of, as CARLA's collision sensors do. Runs repeat it in every frame that it lasts.
struct RecordedContact {
  ActorId actor;
  ActorId other;           // not valid: no actor of the run
  std::string other_name;  // then what the run calls it; empty: it does not say
  Time first{}, last{};

  bool operator==(const RecordedContact&) const = default;
};
// After a longer pause, a contact of the same pair is a new one.
inline constexpr Duration kContactPause = std::chrono::milliseconds(500);

// What changed in the tables from one frame to the next. In most frames that is nothing.
struct Changes {
  struct Actor {
    ActorId actor;
    ActorInfo info;
    bool operator==(const Actor&) const = default;
  };
  std::vector<Actor> actors;              // new, or described again; new ones by rising ids
  std::vector<LightInfo> lights;          // new ones: their ids follow on from the last known one
  std::vector<std::string> notes;         // new ones
  std::vector<RecordedContact> contacts;  // of this frame
  std::optional<std::string> host_id;     // which the run names here
  std::optional<double> start_seconds;    // with the first frame
  TraceCounts counts;                     // to be added; first_bad only where the first bad frame was dropped

  void clear();
  bool operator==(const Changes&) const = default;
};

// What a trace yields: a frame, and what changed with it. At the run's end and where it breaks off the frame is empty,
// but there can be changes.
struct Step {
  Frame frame;
  Changes changes;

  void clear();  // keeps the memory
  bool operator==(const Step&) const = default;
};

class Tables {
 public:
  void apply(const Changes& changes);

  std::span<const ActorInfo> actors() const { return actors_; }
  std::span<const LightInfo> lights() const { return lights_; }
  // The ego's id as the run names it (OSI host id, role ego), once a frame did; there may be no actor that has it.
  const std::optional<std::string>& host_id() const { return host_id_; }
  // Things a person should know: default sizes, ids that were missing ...; each once.
  std::span<const std::string> notes() const { return notes_; }
  // Each once, from its first to its last frame; by when they begin.
  std::span<const RecordedContact> contacts() const { return contacts_; }
  // The raw time of the first frame, in seconds; 0 before it was read.
  double start_seconds() const { return start_seconds_; }
  const TraceCounts& counts() const { return counts_; }

  bool operator==(const Tables&) const = default;

 private:
  void apply(const RecordedContact& contact);

  std::vector<ActorInfo> actors_;  // by ActorId
  std::vector<LightInfo> lights_;  // by LightId
  std::vector<std::string> notes_;
  std::vector<RecordedContact> contacts_;
  std::optional<std::string> host_id_;
  double start_seconds_ = 0.0;
  TraceCounts counts_;
};

}  // namespace scrutineer::trace
