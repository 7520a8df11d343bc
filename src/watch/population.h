// The instances of one check: which actor each belongs to, which are frozen, and which could judge anything.
//
// The owner keeps what else an instance has in arrays of its own, in the same order: a place is good for all of them
// until somebody is removed.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "watch/context.h"

namespace scrutineer::watch {

// Does the instance have the facts that one of the check's tests needs?
bool has_facts(const CheckInfo& check, const Context& context, scene::Slot slot);
// Why it has not, for the first of the tests; empty: it has.
std::string missing_facts(const CheckInfo& check, const Context& context, scene::Slot slot);
bool is_about(Subject subject, trace::ActorType type);
bool watches(const CheckInfo& check, const Context& context, scene::Slot slot);
// Of an actor that is no longer in the frame: was it relocated, or is it gone?
EndedBy how_it_left(const Context& context, trace::ActorId actor);
// The other one of a pair: has it left since the frame before, and how? Nothing: it is where it was, or drove on.
std::optional<EndedBy> how_other_left(const Context& context, trace::ActorId other);

// Takes what is at these places, which ascend, out of an array.
template <typename Value>
void erase_places(std::vector<Value>& values, std::span<const std::uint32_t> places) {
  if (places.empty()) return;
  std::size_t kept = places.front(), next = 0;
  for (std::size_t place = kept; place < values.size(); ++place) {
    if (next < places.size() && places[next] == place)
      ++next;
    else
      values[kept++] = std::move(values[place]);
  }
  values.erase(values.begin() + static_cast<std::ptrdiff_t>(kept), values.end());
}

// Actors that were frozen before they appear.
class EarlyFreezes {
 public:
  // For all actors, also those that appear later; what was said of single actors no longer counts.
  void set_all(bool frozen);
  // For an actor that is not there yet: it counts when the actor appears.
  void set(trace::ActorId actor, bool frozen);
  // Is it frozen, now that it appears? Asked once: an actor that comes back later is like any other.
  bool take(trace::ActorId actor);

 private:
  bool all_frozen_ = false;
  std::vector<std::pair<trace::ActorId, bool>> early_;
};

class Population {
 public:
  static constexpr std::uint32_t kNowhere = static_cast<std::uint32_t>(-1);

  struct Member {
    trace::ActorId actor;  // invalid: it is the run's own
    scene::Slot slot;      // likewise
    bool is_frozen = false;
    bool has_facts = false;
    bool can_judge = false;        // has its facts, and lacks nothing else
    bool is_switched_off = false;  // by a setting of the check's own: it is not stepped

    // Nothing is to be done for it but to judge.
    bool is_judged_plainly() const { return !is_frozen && can_judge && !is_switched_off; }
  };

  std::uint32_t size() const { return static_cast<std::uint32_t>(members_.size()); }
  bool is_empty() const { return members_.empty(); }
  std::span<const Member> members() const { return members_; }
  Member& operator[](std::size_t place) { return members_[place]; }
  const Member& operator[](std::size_t place) const { return members_[place]; }
  std::uint32_t place_of(trace::ActorId actor) const {
    return actor.valid() && actor.index() < places_.size() ? places_[actor.index()] : kNowhere;
  }

  // At the last place. Frozen, if all are or it was told so before.
  Member& add(trace::ActorId actor, scene::Slot slot);
  // In ascending order, all at once, because those behind them move up: the owner's arrays with erase_places().
  void remove(std::span<const std::uint32_t> places);
  void clear();
  // The places of instances that change, for the owner to end or begin what they have and to set is_frozen. An invalid actor
  // is everybody; the run's own instance belongs to every actor.
  std::vector<std::uint32_t> freeze(trace::ActorId actor, bool frozen);

  // ---- could it judge? ----
  // Looks for the member's facts. What it lacks beyond them is for the owner to say, next, as often as that changes.
  bool look_for_facts(Member& member, const CheckInfo& check, Context& context);
  void set_lacks(Member& member, std::string_view what);  // empty: nothing
  // A setting of the check's own turns it off for the member: what it lacks does not matter.
  void set_switched_off(Member& member, std::string_view by);
  void set_has_judged() { any_could_judge_ = true; }
  std::size_t created() const { return created_; }
  // Why none could; nothing: one could, or there was none. Empty: all had their facts but were never asked.
  std::optional<std::string> skip_reason() const;
  bool is_switched_off() const;  // for all of them
  // What nobody ever had although something was judged, or found; empty: somebody had all.
  std::string lacked_by_all() const;

 private:
  std::vector<Member> members_;
  std::vector<std::uint32_t> places_;  // by actor
  EarlyFreezes early_;
  std::size_t created_ = 0;
  bool any_could_judge_ = false, any_had_all_ = false;
  std::string lacked_facts_;  // of the first that lacked any
  std::string lacked_else_;   // what was said last of one that has its facts: "no ego" is no longer true once it comes
  std::string switched_off_by_;
};

}  // namespace scrutineer::watch
