#include "trace/tables.h"

namespace scrutineer::trace {

void Changes::clear() {
  actors.clear();
  lights.clear();
  notes.clear();
  host_id.reset();
  start_seconds.reset();
  counts.frames = counts.bad_frames = 0;
  counts.first_bad.reset();
}

void Step::clear() {
  frame.time = {};
  frame.number = 0;
  frame.actors.clear();
  frame.lights.clear();
  frame.environment = {};
  changes.clear();
}

void Tables::apply(const Changes& changes) {
  for (const auto& [actor, info] : changes.actors) {
    if (actor.index() >= actors_.size()) actors_.resize(actor.index() + 1);
    actors_[actor.index()] = info;
  }
  lights_.insert(lights_.end(), changes.lights.begin(), changes.lights.end());
  notes_.insert(notes_.end(), changes.notes.begin(), changes.notes.end());
  if (changes.host_id) host_id_ = changes.host_id;
  if (changes.start_seconds) start_seconds_ = *changes.start_seconds;
  counts_.frames += changes.counts.frames;
  counts_.bad_frames += changes.counts.bad_frames;
  if (changes.counts.first_bad) counts_.first_bad = changes.counts.first_bad;
}

}  // namespace scrutineer::trace
