// Watchers of a state: while it is known, exactly one interval is open, from one change of it to the next.
//
//   struct Light {
//     struct Memory { ... };                                         // of an instance: parameters, what it saw before
//     static Memory create(const Setup& setup);
//     struct State { ...; bool operator==(const State&) const = default; };
//     static std::optional<State> look(Memory& memory, const View& at);   // nothing: it is not known now
//     struct Sums { ... };                                           // what is measured while it lasts
//     static void measure(Sums& sums, const View& at, bool starts);  // or (sums, memory, at, starts)
//     static void leave(Sums& sums, const State& state, const View& at);   // optional: in the first frame of another state.
//                                                                    // The step to that frame still belongs to this one
//     struct Metrics { ... };                                        // watch/declare.h
//     static Metrics metrics(const State& state, const Sums& sums, double duration);
//   };
//   Check light() { return make_actor_check<StateWatcher<Light>>({...}); }
#pragma once

#include <optional>
#include <utility>

#include "watch/per_actor.h"

namespace scrutineer::checks {

template <typename Watched>
struct StateWatcher {
  using Metrics = typename Watched::Metrics;

  struct Instance {
    typename Watched::Memory memory;
    watch::OpenInterval interval;
    std::optional<typename Watched::State> state;
    typename Watched::Sums sums{};
  };

  static Instance create(const watch::Setup& setup) { return {Watched::create(setup), {}, std::nullopt}; }

  static void step(Instance& self, watch::Watch& watch, const watch::View& at) {
    auto state = Watched::look(self.memory, at);
    const bool changes = state != self.state;
    if (changes) {
      if (self.interval.is_open()) {
        if constexpr (requires { Watched::leave(self.sums, *self.state, at); })
          Watched::leave(self.sums, *self.state, at);
        close(self, watch, watch::EndedBy::condition);
      }
      self.state = std::move(state);
      if (self.state) watch.open(self.interval);
    }
    if (!self.state) return;
    if constexpr (requires { Watched::measure(self.sums, self.memory, at, changes); })
      Watched::measure(self.sums, self.memory, at, changes);
    else
      Watched::measure(self.sums, at, changes);
  }

  static void end(Instance& self, watch::Watch& watch, watch::EndedBy ended_by) {
    if (self.interval.is_open()) close(self, watch, ended_by);
  }

  static void close(Instance& self, watch::Watch& watch, watch::EndedBy ended_by) {
    const double duration = to_seconds(watch.end_time(ended_by) - self.interval.start);
    watch::Finding<StateWatcher> finding;
    finding.is_issue = false;
    finding.data = Watched::metrics(*self.state, self.sums, duration);
    watch.close(self.interval, ended_by, finding);
  }
};

}  // namespace scrutineer::checks
