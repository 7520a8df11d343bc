// What instances do: their step in a frame, their handlers, who else hears what, and their intervals.
//
// Events and intervals are one thing here because each sets off the other: a handler may start an interval, whose
// beginning is heard by further handlers. Code that fails stops the instance whose code it is.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "lang/vm/detail/said.h"
#include "lang/vm/detail/untold.h"

namespace scrutineer::lang::detail {

class InstanceEvents {
 public:
  using At = InstanceAt;

  InstanceEvents(const Image& image, Machine& machine, Instances& instances, Said& said, const Untold& untold)
      : image_(image), machine_(machine), instances_(instances), said_(said), untold_(untold) {}

  // ---- instance_events.cpp: events ----
  void step(std::uint32_t declaration);
  void hear(At where, const std::vector<std::uint32_t>& handlers);
  void hear(At where, const OwnInstance& me, const Handler& handler, double emitter);
  void tell(const std::vector<Listener>& listeners, double emitter, trace::ActorId actor);
  void emit(At where, std::uint32_t event);  // one of its own, by number
  // Code that was stopped by what it set off does not go on.
  void leave_if_stopped(At where);
  // `@i_clock` of what was opened after its own step.
  void clock_pending();
  void forget_pending() { pending_.clear(); }

  // ---- instance_intervals.cpp: an instance's life and its intervals ----
  void give_values(At where);  // fields get their first ones
  void end(At where, watch::EndedBy ended_by, Time last);
  // Ends what a modifier records: it has no intervals of its own.
  void record_life(At where, watch::EndedBy ended_by, Time last);
  void take_metrics(At where, EventKind event);
  // As code says it. `since` in seconds from the run's first frame; NaN: now.
  void start_interval(At where, double since);
  void end_interval(At where);
  // Ends the intervals that code ended and did not start again in time.
  void end_held();
  // The run is over: code starts no interval any more.
  void refuse_intervals() { is_over_ = true; }

 private:
  static constexpr std::size_t kMostPending = 100'000;

  // What fails in it stops the instance that `where` tells then.
  template <typename Where, typename Work>
  void guarded_at(Where&& where, Work&& work) {
    try {
      work();
    } catch (const Fault& fault) {
      if (!instances_.at(where()).is_stopped) stop(where(), fault);
    } catch (const PoolFull& full) {
      if (!instances_.at(where()).is_stopped) stop(where(), Fault{full.what(), {}, false});
    }
  }
  template <typename Work>
  void guarded(At where, Work&& work) {
    guarded_at([&] { return where; }, work);
  }
  void stop(At where, const Fault& fault);
  void hear(const InstanceGroup& group, At where, const OwnInstance& me, const std::vector<std::uint32_t>& handlers);
  class Round;
  // What an instance runs in a frame after `first` of its plan, which gave this.
  void go_on(const InstanceGroup& group, At where, const OwnInstance& me, double result);
  void run_body(const FrameHandler& handler, At where, const OwnInstance& me);
  bool is_due(At where, const Handler& handler);
  void clock(const InstanceGroup& group, At where, const OwnInstance& me);

  Duration merge_gap(At where) const;
  // What the condition of a while_w, and what goes with it, says in this frame.
  watch::Conditions conditions(At where, bool condition_holds);
  // What conditions, or code that starts and ends intervals, say in this frame.
  void follow(At where, const watch::Conditions& seen);
  void open(At where);
  void close(At where, const watch::Ending& ending);
  void take_metric(At where, std::size_t place);
  void raise_issues(At where, Time end, const std::vector<watch::Value>& data);

  const Image& image_;
  Machine& machine_;
  Instances& instances_;
  Said& said_;
  const Untold& untold_;
  std::vector<At> pending_;   // opened from elsewhere after their step: their i_clock is to come
  std::vector<double> held_;  // handles of instances whose code ended an interval that may go on
  bool is_over_ = false;
};

}  // namespace scrutineer::lang::detail
