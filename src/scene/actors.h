// Who is there: the actors of the current frame in dense slots, and the few frames before it.
//
//   Actors actors;
//   actors.set_ego(id);
//   actors.advance(frame, tables.actors());
//   for (const Slot slot : actors.present()) use(actors.info(slot), actors.state(slot));
//
// A slot is an actor's from the frame it appears in until it vanishes. After that it stays readable, as it was last, for
// the one frame in which vanished() names it. An actor that comes back gets a slot like a new one, and its old uid.
//
// The order of a frame's rows says nothing: actors that come in the same frame get slots and uids in the order of their
// ids, the ego first. So whatever is decided in the order of slots or uids is the same however a run is written.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "scene/slot.h"
#include "trace/frame.h"

namespace scrutineer::scene {

class Actors {
 public:
  static constexpr int kHistory = 4;  // frames kept of each actor, the current one included: three differences

  // The ego from the next frame on; the run may have none.
  void set_ego(trace::ActorId ego) { ego_ = ego; }
  // What the run announces: in the next frame this actor, with its parts, is somewhere else, on purpose. Nothing is
  // derived across it.
  void announce_relocation(trace::ActorId actor);
  // The next frame. `known` is Trace::actors().
  void advance(const trace::Frame& frame, std::span<const trace::ActorInfo> known);

  Time time() const { return time_; }
  Duration step_time() const { return step_time_; }  // since the frame before; 0 in the first
  double step_seconds() const { return step_seconds_; }
  Epoch epoch() const { return epoch_; }                    // the number of frames so far
  std::size_t slot_count() const { return lives_.size(); }  // slots ever in use at once

  // In the current frame, ascending. Parts of compound actors are not among them: parts() has those.
  std::span<const Slot> present() const { return present_; }
  std::span<const Slot> present_with_parts() const { return present_with_parts_; }
  std::span<const Slot> appeared() const { return appeared_; }  // since the frame before, no parts
  std::span<const Slot> vanished() const { return vanished_; }  // were in the frame before, no parts
  // The last frame in which somebody came, went, or became part of another.
  Epoch listed() const { return listed_; }
  // The bodies of an actor: itself first, then its trailers.
  std::span<const Slot> parts(Slot slot) const {
    const Life& life = lives_[slot.index()];
    return life.has_parts ? std::span<const Slot>(parts_[slot.index()]) : std::span<const Slot>(&life.self, 1);
  }
  bool is_one_body(Slot slot) const { return !lives_[slot.index()].has_parts; }
  // The actor that a part belongs to; itself for an actor that is no part.
  Slot whole(Slot slot) const { return lives_[slot.index()].whole; }

  Slot ego() const { return ego_slot_; }  // invalid: not in this frame
  bool is_ego(Slot slot) const { return id(slot) == ego_; }
  trace::ActorId id(Slot slot) const { return lives_[slot.index()].id; }
  Slot slot_of(trace::ActorId actor) const;  // invalid: not in this frame
  // The order of first appearance, from 1.
  int uid(Slot slot) const { return uid(id(slot)); }
  int uid(trace::ActorId actor) const { return uids_[actor.index()]; }  // of one that has been there
  trace::ActorId actor_of(int uid) const {                              // invalid: nobody has it
    return uid > 0 && uid <= static_cast<int>(by_uid_.size()) ? by_uid_[static_cast<std::size_t>(uid) - 1]
                                                              : trace::ActorId();
  }
  const trace::ActorInfo& info(Slot slot) const { return infos_[slot.index()]; }

  // As the run says it; `back` frames ago, below age().
  const trace::ActorState& state(Slot slot, int back = 0) const {
    return states_[(lives_[slot.index()].seen - static_cast<Epoch>(back)) % kHistory][slot.index()];
  }
  // How many states in a row are known, the current one included, at most kHistory: since it appeared or was relocated.
  int age(Slot slot) const { return lives_[slot.index()].age; }
  // The seconds between the frame `back` frames ago and the one before it.
  double step_seconds_back(int back) const { return steps_[static_cast<std::size_t>(back)]; }
  // Since it appeared or was relocated last.
  Time since(Slot slot) const { return lives_[slot.index()].since; }
  bool relocated(Slot slot) const { return lives_[slot.index()].relocated; }  // between the last frame and this one
  bool any_relocated() const { return any_relocated_; }
  bool any_vru_so_far() const { return any_vru_so_far_; }  // was there a vulnerable road user?
  // Which fields the run reported of it in any frame so far.
  trace::Fields fields_ever(Slot slot) const { return lives_[slot.index()].fields_ever; }

 private:
  // What is looked at in every frame; small, so that many of them are read as a stream.
  struct Life {
    trace::ActorId id;
    Slot self, whole;
    Epoch seen = 0;  // the last frame that had it
    Time since{};
    std::uint16_t age = 0;
    trace::Fields fields_ever;
    bool relocated = false;
    bool is_listed = false;  // by present()
    bool has_parts = false;
  };
  static_assert(sizeof(Life) == 32);

  Slot take_slot(trace::ActorId id, const trace::ActorInfo& info);
  // Fills in the states; true if other actors are there than in the frame before, or parts of others.
  bool take_states(const trace::Frame& frame, std::span<const trace::ActorInfo> known);
  // True if it is a part of another one than before.
  bool take_state(Slot slot, const trace::ActorState& state, const trace::ActorInfo& info);
  void admit_newcomers(std::span<const trace::ActorInfo> known);
  void relocate();
  void list();
  void tie_parts();

  Time time_{};
  Duration step_time_{};
  double step_seconds_ = 0.0;
  std::array<double, kHistory> steps_{};
  Epoch epoch_ = 0, listed_ = 0;
  trace::ActorId ego_;
  Slot ego_slot_;
  std::vector<Life> lives_;                                      // by slot
  std::vector<trace::ActorInfo> infos_;                          // by slot
  std::vector<std::vector<Slot>> parts_;                         // by slot; used where has_parts
  std::array<std::vector<trace::ActorState>, kHistory> states_;  // by frame number modulo kHistory, then by slot
  std::vector<Slot> slots_;                                      // by actor id; invalid: not present
  std::vector<int> uids_;                                        // by actor id; 0: it has not been there yet
  std::vector<trace::ActorId> by_uid_;
  std::vector<const trace::ActorState*> newcomers_;  // of a frame
  std::vector<Slot> free_;                           // a heap, lowest first
  std::vector<Slot> present_, present_with_parts_, appeared_, vanished_, leaving_, before_;
  std::vector<trace::ActorId> relocations_;  // announced for the next frame
  bool has_parts_ = false;
  bool any_relocated_ = false;  // in this frame
  bool any_vru_so_far_ = false;
};

// Bridges, speed bumps and the like cannot be run into.
bool can_be_run_into(const trace::ActorInfo& info);

}  // namespace scrutineer::scene
