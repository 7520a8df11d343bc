#include "trace/tables.h"

namespace scrutineer::trace {

void Changes::clear() {
  actors.clear();
  lights.clear();
  notes.clear();
  contacts.clear();
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
  for (const RecordedContact& contact : changes.contacts) apply(contact);
  if (changes.host_id) host_id_ = changes.host_id;
  if (changes.start_seconds) start_seconds_ = *changes.start_seconds;
  counts_.frames += changes.counts.frames;
  counts_.bad_frames += changes.counts.bad_frames;
  if (changes.counts.first_bad) counts_.first_bad = changes.counts.first_bad;
}

// Either of a pair may tell of it, and both may.
void Tables::apply(const RecordedContact& contact) {
  const auto is_same_pair = [&](const RecordedContact& known) {
    if (!contact.other.valid() || !known.other.valid())
      return known.actor == contact.actor && known.other == contact.other && known.other_name == contact.other_name;
    return (known.actor == contact.actor && known.other == contact.other) ||
           (known.actor == contact.other && known.other == contact.actor);
  };
  for (std::size_t i = contacts_.size(); i-- > 0;) {
    if (!is_same_pair(contacts_[i])) continue;
    if (contact.first - contacts_[i].last > kContactPause) break;
    contacts_[i].last = contact.last;
    return;
  }
  contacts_.push_back(contact);
}

}  // namespace scrutineer::trace
