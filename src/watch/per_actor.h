// Checks with one instance per actor: the author writes what an instance is and when its condition holds; intervals,
// appearing and vanishing, relocations, freezing, the run's end and issues are done here, once.
//
// The usual case, one interval while a condition holds and one issue when it ends:
//
//   struct SpeedPhysical {
//     struct Instance { double limit, peak; };
//     static Instance create(const Setup& setup) { return {setup.get(physical::kMaxSpeed).si(), 0.0}; }
//     // Every frame. What does not exist is NaN and compares false.
//     static bool violated(Instance& instance, const View& at) { return at.scene.motion.speed(at.slot) >
//     instance.limit; }
//     // Every frame of an open interval, its first included.
//     static void measure(Instance& instance, const View& at, bool starts) { ... }
//     // When the interval is over. The actor may be gone: only what the instance kept, and closing.subject.
//     static Finding finding(const Instance& instance, const Closing& closing) { ... }
//   };
//   Check speed_physical() { return make_violation_check<SpeedPhysical>({.name = "speed_physical", ...}); }
//
// Anything else (several intervals, a verdict point): make_actor_check<Judge> with
//     static void step(Instance& instance, Watch& watch, const View& at);             // every frame
//     static void end(Instance& instance, Watch& watch, EndedBy ended_by);            // close what is open
// which open and close `OpenInterval`s through the Watch.
//
// Either may also have
//     static std::string_view missing(const Instance& instance);     // what it still lacks to judge; empty: nothing
//     static std::string note(const Instance& instance, const View& at, Time last);  // when it ends: what to know of
//     it
//     static std::array<double, N> plot(const Instance& instance, const View& at);   // see plot.h
//     static Kept& kept(Instance& instance);      // the part that goes on in the actor's next instance: when it comes
//     back, was relocated, or is thawed
// A check whose instances all lacked something to the end is skipped; notes are listed beside the check's status.
//
// All instances of a check are one array that is stepped in one loop: no call through a pointer per actor and frame.
#pragma once

#include <algorithm>
#include <array>
#include <memory>
#include <optional>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "watch/context.h"

namespace scrutineer::watch {

// The actor of an instance as it is named in results, good even when it is gone.
struct SubjectRef {
  ActorRef actor;
  trace::Driver driver = trace::Driver::external_driver;  // when the interval began
};

struct Closing {
  const SubjectRef& subject;
  Time start{}, end{};
  EndedBy ended_by = EndedBy::condition;

  double duration() const { return to_seconds(end - start); }
};

struct Finding {
  std::size_t kind = 0;  // place in CheckInfo::kinds
  bool is_issue = true;  // false: only the interval
  std::string message;   // one line that names the actor (describe() in wording.h); the time is put before it
  std::string details;
  std::vector<Value> data;  // in the order of CheckInfo::metrics
  std::optional<ActorRef> other;
};

// An interval of an instance. Small while it is not open, as nearly all are: instances are stepped through in memory.
struct OpenInterval {
  Time start{};
  std::unique_ptr<SubjectRef> subject;  // null: not open

  bool is_open() const { return subject != nullptr; }
};

// Through which an instance opens and closes its intervals.
class Watch {
 public:
  Watch(const CheckInfo& check, Context& context, scene::Slot slot, Time last)
      : check_(check), context_(context), slot_(slot), last_(last) {}

  Context& context() { return context_; }
  const CheckInfo& check() const { return check_; }
  // At the current frame, or since an earlier one.
  void open(OpenInterval& interval) { open(interval, context_.now()); }
  void open(OpenInterval& interval, Time since);
  // Ends it: by its condition at the current frame, else at the last frame that belongs to it. The finding is recorded,
  // and raised unless it is none or the instance was frozen.
  void close(OpenInterval& interval, EndedBy ended_by, const Finding& finding) {
    close(interval, ended_by, end_time(ended_by), finding);
  }
  void close(OpenInterval& interval, EndedBy ended_by, Time end, const Finding& finding);
  // An issue at once, without waiting for the interval's end.
  void raise(const OpenInterval& interval, Time end, const Finding& finding) { raise(interval, end, end, finding); }
  // ... that is known only now, though it was over before.
  void raise(const OpenInterval& interval, Time end, Time known, const Finding& finding);
  // Only the interval.
  void record(OpenInterval& interval, EndedBy ended_by, Time end, const Finding& finding);

  Closing closing(const OpenInterval& interval, EndedBy ended_by) const {
    return {*interval.subject, interval.start, end_time(ended_by), ended_by};
  }
  Time end_time(EndedBy ended_by) const { return ended_by == EndedBy::condition ? context_.now() : last_; }

 private:
  const CheckInfo& check_;
  Context& context_;
  scene::Slot slot_;
  Time last_;  // the last frame that had the actor as it was
};

// Does the instance have the facts that one of the check's tests needs? Empty: it has; else why not.
std::string missing_facts(const CheckInfo& check, Context& context, scene::Slot slot);
bool is_about(Subject subject, trace::ActorType type);
bool watches(const CheckInfo& check, const Context& context, scene::Slot slot);

// One array of instances. Judge as in make_actor_check.
template <typename Judge>
class PerActor final : public Runner {
 public:
  explicit PerActor(const CheckInfo& check) : check_(check) {}

  void step(Context& context) override {
    const scene::Actors& actors = context.scene.actors;
    for (const scene::Slot slot : actors.vanished()) remove(context, slot);
    for (const scene::Slot slot : actors.appeared()) add(context, slot);
    for (Entry& entry : entries_) {
      if (entry.frozen) continue;
      if (actors.relocated(entry.slot)) [[unlikely]]
        restart(context, entry, EndedBy::relocation);
      Watch watch(check_, context, entry.slot, context.previous);
      const View view{context, context.scene, entry.slot};
      Judge::step(entry.instance, watch, view);
      if constexpr (requires { Judge::plot(entry.instance, view); }) {
        if (context.plots != nullptr) [[unlikely]]
          plot(entry, view);
      }
      if (!entry.can_judge) [[unlikely]]
        look_for_facts(context, entry);
    }
  }

  void finish(Context& context) override {
    for (Entry& entry : entries_) end(context, entry, EndedBy::run_end, context.now());
    entries_.clear();
  }

  void freeze(Context& context, trace::ActorId actor, bool frozen) override {
    if (!actor.valid()) {
      all_frozen_ = frozen;
      early_.clear();
    } else if (std::ranges::find(entries_, actor, [&](const Entry& entry) {
                 return context.scene.actors.id(entry.slot);
               }) == entries_.end()) {
      std::erase_if(early_, [&](const auto& known) { return known.first == actor; });
      early_.emplace_back(actor, frozen);
    }
    for (Entry& entry : entries_) {
      if (entry.frozen == frozen || (actor.valid() && context.scene.actors.id(entry.slot) != actor)) continue;
      if (frozen) end(context, entry, EndedBy::frozen, context.now());
      entry.frozen = frozen;
      if (!frozen) entry.instance = create(context, entry.slot);
    }
  }

  std::size_t instances() const override { return created_; }
  std::optional<std::string> skip_reason() const override {
    if (created_ == 0 || any_could_judge_) return std::nullopt;
    return first_reason_;
  }
  std::vector<std::string> notes() const override { return notes_; }
  std::size_t sampled_lines() const override {
    if constexpr (requires(const View& at, const typename Judge::Instance& self) { Judge::plot(self, at); }) {
      return std::tuple_size_v<decltype(Judge::plot(std::declval<const typename Judge::Instance&>(),
                                                    std::declval<const View&>()))>;
    }
    return 0;
  }

 private:
  struct Entry {
    scene::Slot slot;
    bool frozen = false;
    bool has_facts = false;
    bool can_judge = false;  // has its facts, and lacks nothing else
    typename Judge::Instance instance;
  };

  void plot(const Entry& entry, const View& at) {
    PlotSink& sink = *at.context.plots;
    const trace::ActorId actor = at.scene.actors.id(entry.slot);
    if (sink.wants(check_, actor, at.now())) sink.take(check_, actor, at.now(), Judge::plot(entry.instance, at));
  }

  void add(Context& context, scene::Slot slot) {
    if (!watches(check_, context, slot)) return;
    ++created_;
    entries_.push_back({slot, all_frozen_, false, false, create(context, slot)});
    const trace::ActorId id = context.scene.actors.id(slot);
    const auto early = std::ranges::find(early_, id, &std::pair<trace::ActorId, bool>::first);
    if (early == early_.end()) return;
    entries_.back().frozen = early->second;
    early_.erase(early);
  }

  void remove(Context& context, scene::Slot slot) {
    const auto entry = std::ranges::find(entries_, slot, &Entry::slot);
    if (entry == entries_.end()) return;
    const auto& on_their_way = context.relocating;
    const bool relocated = std::ranges::find(on_their_way, context.scene.actors.id(slot)) != on_their_way.end();
    if (!entry->frozen) end(context, *entry, relocated ? EndedBy::relocation : EndedBy::actor_gone, context.previous);
    entries_.erase(entry);
  }

  void restart(Context& context, Entry& entry, EndedBy ended_by) {
    end(context, entry, ended_by, context.previous);
    entry.instance = create(context, entry.slot);
  }

  typename Judge::Instance create(Context& context, scene::Slot slot) {
    typename Judge::Instance instance = Judge::create(Setup(check_, context, slot));
    if constexpr (kKeeps) {
      const std::size_t actor = context.scene.actors.id(slot).index();
      if (actor < kept_.size()) Judge::kept(instance) = kept_[actor];
    }
    return instance;
  }

  void end(Context& context, Entry& entry, EndedBy ended_by, Time last) {
    if (entry.frozen) return;
    Watch watch(check_, context, entry.slot, last);
    Judge::end(entry.instance, watch, ended_by);
    if constexpr (kKeeps) {
      const std::size_t actor = context.scene.actors.id(entry.slot).index();
      if (actor >= kept_.size()) kept_.resize(actor + 1);
      kept_[actor] = Judge::kept(entry.instance);
    }
    if constexpr (requires(const View& at) { Judge::note(entry.instance, at, last); }) {
      if (!entry.has_facts || ended_by == EndedBy::frozen) return;
      std::string note = Judge::note(entry.instance, View{context, context.scene, entry.slot}, last);
      if (!note.empty()) notes_.push_back(std::move(note));
    }
  }

  void look_for_facts(Context& context, Entry& entry) {
    std::string reason;
    if (!entry.has_facts) reason = missing_facts(check_, context, entry.slot);
    entry.has_facts = reason.empty();
    entry.can_judge = entry.has_facts;
    if constexpr (requires { Judge::missing(entry.instance); }) {
      if (entry.has_facts) {
        const std::string_view missing = Judge::missing(entry.instance);
        entry.can_judge = missing.empty();
        if (first_reason_.empty()) reason = missing;
      }
    }
    any_could_judge_ = any_could_judge_ || entry.can_judge;
    if (!entry.can_judge && first_reason_.empty()) first_reason_ = std::move(reason);
  }

  static constexpr bool kKeeps = requires(typename Judge::Instance& instance) { Judge::kept(instance); };
  static auto nothing_kept() {
    if constexpr (kKeeps)
      return std::vector<std::remove_cvref_t<decltype(Judge::kept(std::declval<typename Judge::Instance&>()))>>();
    else
      return std::monostate();
  }

  const CheckInfo& check_;
  std::vector<Entry> entries_;
  decltype(nothing_kept()) kept_;  // by actor
  std::size_t created_ = 0;
  bool any_could_judge_ = false;
  bool all_frozen_ = false;                             // also who appears later
  std::vector<std::pair<trace::ActorId, bool>> early_;  // frozen or thawed before they appeared
  std::string first_reason_;
  std::vector<std::string> notes_;
};

// The usual case in terms of the general one: one interval while violated() holds, joined over gaps below merge_gap.
template <typename Judge>
struct Violation {
  static constexpr Time kNotPaused = Time::max();

  struct Instance {
    typename Judge::Instance instance;
    OpenInterval interval;
    Duration merge_gap{};
    Time paused = kNotPaused;  // the condition no longer holds since then, but may come back within the gap
  };

  static Instance create(const Setup& setup) { return {Judge::create(setup), {}, setup.merge_gap(), kNotPaused}; }

  static std::string_view missing(const Instance& self)
    requires requires { Judge::missing(self.instance); }
  {
    return Judge::missing(self.instance);
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

  static void step(Instance& self, Watch& watch, const View& at) {
    if (Judge::violated(self.instance, at)) [[unlikely]] {
      const bool starts = !self.interval.is_open();
      if (starts) watch.open(self.interval);
      self.paused = kNotPaused;
      Judge::measure(self.instance, at, starts);
      return;
    }
    if (!self.interval.is_open()) [[likely]]
      return;
    if (self.paused == kNotPaused) self.paused = at.now();
    if (at.now() - self.paused >= self.merge_gap) close(self, watch, EndedBy::condition, self.paused);
  }

  static void end(Instance& self, Watch& watch, EndedBy ended_by) {
    if (!self.interval.is_open()) return;
    if (self.paused != kNotPaused) {
      close(self, watch, EndedBy::condition, self.paused);
    } else {
      close(self, watch, ended_by, watch.end_time(ended_by));
    }
  }

  static void close(Instance& self, Watch& watch, EndedBy ended_by, Time end) {
    const Closing closing{*self.interval.subject, self.interval.start, end, ended_by};
    watch.close(self.interval, ended_by, end, Judge::finding(self.instance, closing));
    self.paused = kNotPaused;
  }
};

template <typename Judge>
Check make_actor_check(CheckInfo info) {
  return {std::move(info), [](const CheckInfo& check, const Settings&) -> std::unique_ptr<Runner> {
            return std::make_unique<PerActor<Judge>>(check);
          }};
}

template <typename Judge>
Check make_violation_check(CheckInfo info) {
  return make_actor_check<Violation<Judge>>(std::move(info));
}

}  // namespace scrutineer::watch
