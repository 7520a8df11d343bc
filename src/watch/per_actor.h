// Checks with one instance per actor: the author writes what an instance is and when its condition holds. Intervals
// (lifecycle.h), appearing and vanishing, relocations, freezing (population.h), the run's end and issues are done here,
// once.
//
// The usual case, one interval while a condition holds and one issue when it ends:
//
//   struct SpeedPhysical {
//     enum class Kind : std::uint8_t { speed_physical };   // what issues it raises, and what it measures: declare.h
//     struct Metrics { double peak, limit; void fields(auto& field) { ... } };
//
//     struct Instance { double limit, peak; };
//     static Instance create(const Setup& setup) { return {setup.get(kMaxSpeed).si(), 0.0}; }
//     // Every frame. What does not exist is NaN and compares false.
//     static bool violated(Instance& self, const View& at) { return at.scene.motion.speed(at.slot) > self.limit; }
//     // Every frame in which it is violated; `starts` in the first of an interval, or of what may become one.
//     static void measure(Instance& self, const View& at, bool starts) { ... }
//     // When the interval is over. The actor may be gone: only what the instance kept, and closing.subject.
//     static Finding<SpeedPhysical> finding(const Instance& self, const Closing& closing) { ... }
//   };
//   Check speed_physical() {
//     using Kind = SpeedPhysical::Kind;
//     return make_violation_check<SpeedPhysical>({.name = "speed_physical", .kinds = kinds_of<Kind>({...}), ...});
//   }
//
// It may also have
//     static Duration debounce_start_time(const Setup& setup);        // violated() must hold that long
//     static bool still_violated(Instance& self, const View& at);     // hysteresis: asked while an interval is open and
//                                                                     // violated() no longer holds
//     static std::string_view justified_by(Instance& self, const View& at);  // what excuses it now; empty: nothing;
//                                                                     // asked only where it matters
//     static trace::ActorId other(const Instance& self);   // with whom it was violated last: if that one is gone or was
//                                                     // relocated, the interval ends with the last frame before that
//     static Frame look_at_frame(Context& context);   // what is the same for all instances of a frame, looked up once:
//                                                     // then it is violated(Instance&, const View&, const Frame&)
//
// Anything else (several intervals, a verdict point): make_actor_check<Judge> with
//     static void step(Instance& self, Watch& watch, const View& at);      // every frame
//     static void end(Instance& self, Watch& watch, EndedBy ended_by);     // close what is open
// which opens and closes intervals through the Watch: a `Lifecycle` where conditions decide, or plain `OpenInterval`s.
//
// Either may also have
//     static bool nothing_can_begin(Context& context);   // in this frame, for actors without an interval: if none has one, no
//                                                        // instance is looked at. Then also, unless it is a Violation,
//     static bool is_idle(const Instance& self);         // has it none?
//     static std::string_view missing(const Instance& self);   // what it still lacks to judge; empty: nothing
//     static std::string_view switched_off(const Instance& self);   // which setting of its own turns it off for good;
//                                                                   // empty: none. Then it is not stepped again
//     static std::string note(const Instance& self, const View& at, Time last);   // when it ends: what to know of it; of
//                                          // an actor of which something is kept, the last one counts
//     static std::array<double, N> plot(const Instance& self, const View& at);    // see plot.h
//     static Kept& kept(Instance& self);   // the part that goes on in the actor's next instance: when it comes back,
//                                          // was relocated, or is thawed
// A check whose instances all lacked something to the end is skipped; notes are listed beside the check's status.
//
// All instances of a check are one array that is stepped in one loop: no call through a pointer per actor and frame.
#pragma once

#include <algorithm>
#include <array>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "watch/interval.h"
#include "watch/lifecycle.h"
#include "watch/population.h"

namespace scrutineer::watch {

// What the Judge looks up once for all instances of a frame; nothing where it does not.
template <typename Judge>
auto frame_of([[maybe_unused]] Context& context) {
  if constexpr (requires { Judge::look_at_frame(context); })
    return Judge::look_at_frame(context);
  else
    return std::monostate();
}

// All instances of a check. Judge as in make_actor_check.
template <typename Judge>
class PerActor final : public Runner {
 public:
  explicit PerActor(const CheckInfo& check) : check_(check) {}

  void step(Context& context) override {
    const scene::Actors& actors = context.scene.actors;
    if (!actors.vanished().empty()) remove(context, actors.vanished());
    for (const scene::Slot slot : actors.appeared()) add(context, slot);
    if (is_off_for_all_ || population_.is_empty()) return;
    if (all_judged_plainly_ && !actors.any_relocated() && context.plots == nullptr) [[likely]] {
      if (!may_rest(context)) judge(context, 0, population_.size());
    } else {
      step_with_care(context);
    }
  }

  void finish(Context& context) override {
    for (std::uint32_t place = 0; place < population_.size(); ++place)
      end(context, place, EndedBy::run_end, context.now());
    population_.clear();
    instances_.clear();
    has_interval_.clear();
    intervals_ = 0;
  }

  void freeze(Context& context, trace::ActorId actor, bool frozen) override {
    all_judged_plainly_ = false;
    for (const std::uint32_t place : population_.freeze(actor, frozen)) {
      if (frozen) end(context, place, EndedBy::frozen, context.now());
      population_[place].is_frozen = frozen;
      if (!frozen) begin_anew(context, place);
    }
  }

  std::size_t instances() const override { return population_.created(); }
  std::optional<std::string> skip_reason() const override { return population_.skip_reason(); }
  bool is_switched_off() const override { return population_.is_switched_off(); }
  std::vector<std::string> notes() const override {
    std::vector<std::string> notes = notes_;
    // What is kept says all that there is to say of an actor when it ends last; and of a check that judged nobody, its
    // reason says it.
    if (!population_.skip_reason())
      for (const auto& [actor, note] : last_notes_) notes.push_back(note);
    return notes;
  }
  std::size_t sampled_lines() const override {
    if constexpr (requires(const View& at, const typename Judge::Instance& self) { Judge::plot(self, at); }) {
      return std::tuple_size_v<decltype(Judge::plot(std::declval<const typename Judge::Instance&>(),
                                                    std::declval<const View&>()))>;
    }
    return 0;
  }

 private:
  bool may_rest([[maybe_unused]] Context& context) const {
    if constexpr (requires { Judge::nothing_can_begin(context); })
      return intervals_ == 0 && Judge::nothing_can_begin(context);
    else
      return false;
  }

  // The frame of those from `begin` to before `end`. Nobody comes or goes meanwhile, so both arrays stay where they are.
  [[gnu::noinline]] void judge(Context& context, std::uint32_t begin, std::uint32_t end) {
    const Population::Member* const members = population_.members().data();
    typename Judge::Instance* const instances = instances_.data();
    [[maybe_unused]] const char* const has_interval = has_interval_.data();
    [[maybe_unused]] const auto frame = frame_of<Judge>(context);
    for (std::uint32_t place = begin; place < end; ++place) {
      typename Judge::Instance& instance = instances[place];
      const scene::Slot slot = members[place].slot;
      const View view{context, context.scene, slot};
      if constexpr (requires { Judge::is_violated(instance, view, frame); }) {
        const bool is_violated = Judge::is_violated(instance, view, frame);
        if (is_violated || has_interval[place] != 0) [[unlikely]] {
          Judge::follow(instance, check_, context, slot, is_violated);
          note_interval(place);
        }
      } else {
        Watch watch(check_, context, slot, context.previous);
        Judge::step(instance, watch, view);
        note_interval(place);
      }
    }
  }

  // What happens rarely stays out of the loop over all instances, which is quicker the smaller it is.
  [[gnu::noinline]] void step_with_care(Context& context) {
    all_judged_plainly_ = true;
    is_off_for_all_ = kMayBeOff && !population_.is_empty();
    for (std::uint32_t place = 0; place < population_.size(); ++place) {
      const Population::Member& member = population_[place];
      if (!member.is_frozen && !member.is_switched_off) {
        if (context.scene.actors.relocated(member.slot)) restart(context, place);
        judge(context, place, place + 1);
        if (context.plots != nullptr) plot(context, place);
        if (!member.can_judge) look_for_facts(context, place);
      }
      all_judged_plainly_ = all_judged_plainly_ && member.is_judged_plainly();
      is_off_for_all_ = is_off_for_all_ && member.is_switched_off;
    }
  }

  void plot(Context& context, std::uint32_t place) {
    const View at{context, context.scene, population_[place].slot};
    if constexpr (requires { Judge::plot(instances_[place], at); }) {
      const trace::ActorId actor = population_[place].actor;
      if (context.plots->wants(check_, actor, at.now()))
        context.plots->take(check_, actor, at.now(), Judge::plot(instances_[place], at));
    }
  }

  [[gnu::noinline]] void add(Context& context, scene::Slot slot) {
    if (!watches(check_, context, slot)) return;
    population_.add(context.scene.actors.id(slot), slot);
    all_judged_plainly_ = is_off_for_all_ = false;
    instances_.push_back(create(context, slot));
    has_interval_.push_back(0);
  }

  [[gnu::noinline]] void remove(Context& context, std::span<const scene::Slot> vanished) {
    std::vector<std::uint32_t> places;
    for (const scene::Slot slot : vanished) {
      const trace::ActorId actor = context.scene.actors.id(slot);
      const std::uint32_t place = population_.place_of(actor);
      if (place == Population::kNowhere) continue;
      end(context, place, how_it_left(context, actor), context.previous);
      set_interval(place, false);
      places.push_back(place);
    }
    std::ranges::sort(places);
    population_.remove(places);
    erase_places(instances_, places);
    erase_places(has_interval_, places);
  }

  [[gnu::noinline]] void restart(Context& context, std::uint32_t place) {
    end(context, place, EndedBy::relocation, context.previous);
    begin_anew(context, place);
  }

  void begin_anew(Context& context, std::uint32_t place) {
    instances_[place] = create(context, population_[place].slot);
    set_interval(place, false);
  }

  void note_interval([[maybe_unused]] std::uint32_t place) {
    if constexpr (requires { Judge::is_idle(instances_[place]); })
      set_interval(place, !Judge::is_idle(instances_[place]));
  }
  void set_interval(std::uint32_t place, bool has_one) {
    intervals_ += static_cast<std::uint32_t>(has_one) - static_cast<std::uint32_t>(has_interval_[place] != 0);
    has_interval_[place] = static_cast<char>(has_one);
  }

  typename Judge::Instance create(Context& context, scene::Slot slot) {
    typename Judge::Instance instance = Judge::create(Setup(check_, context, slot));
    if constexpr (kKeeps) {
      const std::size_t actor = context.scene.actors.id(slot).index();
      if (actor < kept_.size()) Judge::kept(instance) = kept_[actor];
    }
    return instance;
  }

  void end(Context& context, std::uint32_t place, EndedBy ended_by, Time last) {
    const Population::Member& member = population_[place];
    if (member.is_frozen) return;
    Watch watch(check_, context, member.slot, last);
    Judge::end(instances_[place], watch, ended_by);
    if constexpr (kKeeps) {
      const std::size_t actor = member.actor.index();
      if (actor >= kept_.size()) kept_.resize(actor + 1);
      kept_[actor] = Judge::kept(instances_[place]);
    }
    if constexpr (requires(const View& at) { Judge::note(instances_[place], at, last); }) {
      if (!member.has_facts || ended_by == EndedBy::frozen) return;
      std::string note = Judge::note(instances_[place], View{context, context.scene, member.slot}, last);
      if (note.empty()) return;
      if constexpr (kKeeps)
        last_notes_.insert_or_assign(context.scene.actors.uid(member.slot), std::move(note));
      else
        notes_.push_back(std::move(note));
    }
  }

  [[gnu::noinline]] void look_for_facts(Context& context, std::uint32_t place) {
    Population::Member& member = population_[place];
    if constexpr (kMayBeOff) {
      if (const std::string_view by = Judge::switched_off(instances_[place]); !by.empty())
        return population_.set_switched_off(member, by);
    }
    if (!population_.look_for_facts(member, check_, context)) return;
    std::string_view missing;
    if constexpr (requires { Judge::missing(instances_[place]); }) missing = Judge::missing(instances_[place]);
    population_.set_lacks(member, missing);
  }

  static constexpr bool kMayBeOff =
      requires(const typename Judge::Instance& instance) { Judge::switched_off(instance); };
  static constexpr bool kKeeps = requires(typename Judge::Instance& instance) { Judge::kept(instance); };
  static auto nothing_kept() {
    if constexpr (kKeeps)
      return std::vector<std::remove_cvref_t<decltype(Judge::kept(std::declval<typename Judge::Instance&>()))>>();
    else
      return std::monostate();
  }

  const CheckInfo& check_;
  Population population_;
  std::vector<typename Judge::Instance> instances_;  // by place in the population
  // Likewise: may it not be idle? Apart, so that the loop over all need not fetch the end of each instance for it.
  std::vector<char> has_interval_;
  std::uint32_t intervals_ = 0;    // of how many that holds
  decltype(nothing_kept()) kept_;  // by actor
  std::vector<std::string> notes_;
  std::map<int, std::string> last_notes_;  // by uid; of those that are kept
  bool all_judged_plainly_ = true;         // no present actor is frozen, switched off, or lacks a fact
  bool is_off_for_all_ = false;            // there are instances, and all are switched off
};

// The usual case in terms of the general one: one interval while violated() holds.
template <typename Judge>
struct Violation {
  using Kind = typename DeclarationsOf<Judge>::Kind;
  using Metrics = typename DeclarationsOf<Judge>::Metrics;

  struct Instance {
    typename Judge::Instance instance;
    Lifecycle lifecycle;
  };

  static Instance create(const Setup& setup) { return {Judge::create(setup), Lifecycle(settings(setup))}; }

  static Lifecycle::Settings settings(const Setup& setup) {
    Lifecycle::Settings settings{.merge_gap = setup.merge_gap()};
    if constexpr (requires { Judge::debounce_start_time(setup); })
      settings.debounce_start_time = Judge::debounce_start_time(setup);
    return settings;
  }

  static std::string_view missing(const Instance& self)
    requires requires { Judge::missing(self.instance); }
  {
    return Judge::missing(self.instance);
  }

  static std::string_view switched_off(const Instance& self)
    requires requires { Judge::switched_off(self.instance); }
  {
    return Judge::switched_off(self.instance);
  }

  static std::string note(const Instance& self, const View& at, Time last)
    requires requires { Judge::note(self.instance, at, last); }
  {
    return Judge::note(self.instance, at, last);
  }

  static bool nothing_can_begin(Context& context)
    requires requires { Judge::nothing_can_begin(context); }
  {
    return Judge::nothing_can_begin(context);
  }

  static auto look_at_frame(Context& context)
    requires requires { Judge::look_at_frame(context); }
  {
    return Judge::look_at_frame(context);
  }

  static auto plot(const Instance& self, const View& at)
    requires requires { Judge::plot(self.instance, at); }
  {
    return Judge::plot(self.instance, at);
  }

  static auto& kept(Instance& self)
    requires requires { Judge::kept(self.instance); }
  {
    return Judge::kept(self.instance);
  }

  // What a frame takes of nearly everybody: its condition does not hold, and it has no interval.
  template <typename Frame>
  static bool is_violated(Instance& self, const View& at, const Frame& frame) {
    if constexpr (requires { Judge::violated(self.instance, at, frame); })
      return Judge::violated(self.instance, at, frame);
    else
      return Judge::violated(self.instance, at);
  }
  static bool is_idle(const Instance& self) { return self.lifecycle.is_idle(); }

  static void step(Instance& self, Watch& watch, const View& at) {
    const bool now = is_violated(self, at, frame_of<Judge>(at.context));
    if (now || !is_idle(self)) [[unlikely]]
      follow(self, watch.check(), at.context, at.slot, now);
  }

  // Apart, and with few words to hand over, so that the loop over all instances does not carry what only this needs.
  [[gnu::noinline]] static void follow(Instance& self, const CheckInfo& check, Context& context, scene::Slot slot,
                                       bool is_violated) {
    Watch watch(check, context, slot, context.previous);
    const View at{context, context.scene, slot};
    Lifecycle& lifecycle = self.lifecycle;
    Conditions seen{.starts = is_violated, .keeps = is_violated};
    if constexpr (requires { Judge::still_violated(self.instance, at); }) {
      if (!is_violated && lifecycle.is_open()) seen.keeps = Judge::still_violated(self.instance, at);
    }
    if constexpr (requires { Judge::justified_by(self.instance, at); }) {
      if (seen.keeps) seen.justified_by = Judge::justified_by(self.instance, at);
    }
    if constexpr (requires { Judge::other(self.instance); }) {
      if (!seen.keeps && lifecycle.is_open() && !lifecycle.is_waiting())
        if (const auto left = how_other_left(context, Judge::other(self.instance))) end(self, watch, *left);
    }
    if (const auto ending = lifecycle.ends(at.now(), seen)) close(self, watch, *ending);
    const Progress progress = lifecycle.advance(at.now(), seen);
    if (progress == Progress::nothing || progress == Progress::waits) return;
    if (progress == Progress::begins) watch.open(lifecycle.interval, lifecycle.start());
    Judge::measure(self.instance, at, lifecycle.start() == at.now());
  }

  static void end(Instance& self, Watch& watch, EndedBy ended_by) {
    if (self.lifecycle.is_open()) close(self, watch, self.lifecycle.end(ended_by, watch.end_time(ended_by)));
  }

  static void close(Instance& self, Watch& watch, const Ending& ending) {
    OpenInterval& interval = self.lifecycle.interval;
    watch.close(interval, ending.by, ending.at, Judge::finding(self.instance, Watch::closing(interval, ending)));
  }
};

template <typename Judge>
Check make_actor_check(CheckInfo info) {
  info.metrics = metrics_of<typename DeclarationsOf<Judge>::Metrics>();
  return {std::move(info), [](const CheckInfo& check, const Settings&) -> std::unique_ptr<Runner> {
            return std::make_unique<PerActor<Judge>>(check);
          }};
}

template <typename Judge>
Check make_violation_check(CheckInfo info) {
  return make_actor_check<Violation<Judge>>(std::move(info));
}

}  // namespace scrutineer::watch
