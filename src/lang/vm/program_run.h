// A compiled program at work in one evaluation: the instances of its watchers, checkers and modifiers, and the events
// between them.
//
// What happens in a frame, in this order:
//   1. Whose actor is gone ends: intervals are closed, declaration by declaration, then `@end` is heard. Whose actor
//      was relocated ends and begins again.
//   2. Instances of new actors are made (those of the run in the first frame), declaration by declaration, actors by
//      slot: fields get their values, then `@start` is heard.
//   3. The engine steps its checks: those of the catalogue, then the program's declarations. An instance looks at its
//      condition (while_w), then its handlers of clocks, rise, fall, elapsed and every run as written, and if its
//      interval is open, `@i_clock` is heard.
//   4. `@i_clock` of what was opened from elsewhere after its own step, and of the catalogue's checks.
// An event is heard at once: first by the instance itself as written, then by others, by declaration, handler, and
// actor in order of appearance. At an interval's end the instance hears `@i_end`, the metrics are taken, issues are
// raised, then the others hear it; only then the data is gone.
//
// An error while running stops the instance whose code it is: its interval ends as `frozen`, and one issue tells where.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "lang/vm/detail/plotted.h"
#include "lang/vm/image.h"
#include "lang/vm/machine.h"
#include "lang/vm/pair_distances.h"
#include "odd/taxonomy.h"
#include "watch/engine.h"
#include "watch/lifecycle.h"
#include "watch/population.h"

namespace scrutineer::lang {

class ProgramRun final : public watch::Companion, private Host {
 public:
  static constexpr std::size_t kMostMessages = 1000;

  explicit ProgramRun(std::shared_ptr<const Image> image);
  const Image& image() const { return *image_; }

  // ---- watch::Companion ----
  void begin(std::span<const watch::CheckInfo* const> checks) override;
  void begin_frame(watch::Context& context) override;
  void end_frame(watch::Context& context) override;
  void interval_started(watch::Context& context, const watch::CheckInfo& check, const watch::ActorRef& actor) override;
  void interval_ended(watch::Context& context, const watch::CheckInfo& check,
                      const watch::IntervalRecord& record) override;
  void judge(watch::Context& context, const watch::CheckInfo& check, watch::Issue& issue) override;
  void finish(watch::Context& context, watch::Evaluation& evaluation) override;

  // ---- of one declaration, for its runner ----
  void step(std::uint32_t declaration, watch::Context& context);
  void finish_all(watch::Context& context);
  void freeze(std::uint32_t declaration, watch::Context& context, trace::ActorId actor, bool frozen);
  std::size_t instances(std::uint32_t declaration) const { return groups_[declaration].population.created(); }
  std::optional<std::string> skip_reason(std::uint32_t declaration) const;

  // The value of an issue rule of a built-in check's instance, with the metrics of its interval; nothing: it failed.
  struct IssueWords {
    std::optional<watch::Severity> severity;
    std::string details;
  };
  IssueWords words_of(const IssueRule& rule, std::uint32_t declaration, watch::Context& context,
                      const watch::ActorRef& actor, const std::vector<watch::Value>& metrics);

 private:
  static constexpr std::size_t kMostPending = 100'000;
  // Of fields of top.info.cod: what is told to the operational design domain, and is no metric of the run.
  static constexpr std::string_view kCodPrefix = "cod.";

  struct Instance {
    // Its data exists: its interval is open, or ends just now. Where code ended the interval, the data is gone although
    // the lifecycle may still wait for it to go on.
    bool is_open = false;
    bool is_ending = false;   // its handlers of i_end run
    bool is_stopped = false;  // after an error
    scene::Epoch stepped = 0;
    Time created{};
    watch::Lifecycle lifecycle;
  };

  // All instances of a declaration.
  struct Group {
    const watch::CheckInfo* info = nullptr;  // null: it does not run
    const ObjectType* object = nullptr;      // null: a built-in check
    const ObjectPlan* plan = nullptr;
    watch::Population population;
    std::vector<Instance> instances;  // by place in the population
    std::vector<double> cells;        // plan->stride of each
    bool is_idle = false;             // does nothing every frame, and lacks no facts
    std::vector<detail::PlottedLine> lines = {};
  };

  struct At {
    std::uint32_t declaration = 0;
    std::uint32_t place = 0;  // in Group::population
  };

  // ---- Host ----
  InstanceCells instance(double handle) override;
  double instance_of(std::uint32_t declaration, double actor) override;
  double instance_of_run(std::uint32_t declaration) override;
  double* actor_cells(trace::ActorId actor) override;
  double metric(std::uint32_t metric) override;
  double setting(std::uint32_t parameter, scene::Slot slot) override;
  void emit(const OwnInstance& own, std::uint32_t event) override;
  void emit_of(double handle, std::uint32_t event) override;
  void start_interval(double handle, double since) override;
  void end_interval(double handle) override;
  void set_mode(std::uint32_t declaration, trace::ActorId actor, bool frozen) override;
  void set_check_mode(const std::string& check, trace::ActorId actor, bool frozen) override;
  void log(const OwnInstance& own, std::string_view level, const std::string& text) override;
  void raise(const OwnInstance& own, const std::string& kind, watch::Severity severity,
             const std::string& details) override;
  watch::Issue* issue() override { return issue_; }
  std::string_view issue_check() override { return issue_check_ == nullptr ? "" : issue_check_->name; }
  std::optional<map::RoadDistance> road_distance(scene::Slot from, scene::Slot to, BodyPoint from_point,
                                                 BodyPoint to_point) override;
  double everybody(Everybody who) override;

  // ---- instances ----
  Instance& at(At where) { return groups_[where.declaration].instances[where.place]; }
  const Instance& at(At where) const { return groups_[where.declaration].instances[where.place]; }
  watch::Population::Member& member(At where) { return groups_[where.declaration].population[where.place]; }
  const watch::Population::Member& member(At where) const { return groups_[where.declaration].population[where.place]; }
  double handle(At where) const { return instance_handle(where.declaration, member(where).actor); }
  double* cells(At where) {
    Group& group = groups_[where.declaration];
    return group.cells.data() + std::size_t{where.place} * group.plan->stride;
  }
  OwnInstance own(At where) { return own(groups_[where.declaration], where); }
  static OwnInstance own(Group& group, At where) {
    const watch::Population::Member& member = group.population[where.place];
    return {.cells = group.cells.data() + std::size_t{where.place} * group.plan->stride,
            .declaration = where.declaration,
            .actor = member.actor,
            .slot = member.slot,
            .is_open = &group.instances[where.place].is_open};
  }
  static trace::ActorId actor_of(const watch::ActorRef& actor) {
    return actor.uid > 0 ? trace::ActorId(static_cast<std::size_t>(actor.uid - 1)) : trace::ActorId();
  }
  std::optional<At> find(double handle) const;
  std::uint32_t place_of(std::uint32_t declaration, trace::ActorId actor) const;
  bool is_wanted(std::uint32_t declaration, watch::Context& context, scene::Slot slot) const;
  void add(std::uint32_t declaration, scene::Slot slot, trace::ActorId actor);
  void remove(std::uint32_t declaration, trace::ActorId actor);
  void give_values(At where);
  Duration merge_gap(At where) const;
  void initialise_actor(scene::Slot slot);
  double run_for_nobody(FunctionId function, const OwnInstance& own, std::span<const double> arguments);
  void end_all_of(trace::ActorId actor, watch::EndedBy ended_by, Time last);
  void sweep();
  void look_for_facts(At where);

  // ---- running ----
  // What fails in it stops the instance.
  template <typename Work>
  void guarded(At where, Work&& work) {
    try {
      work();
    } catch (const Fault& fault) {
      if (!at(where).is_stopped) stop(where, fault);
    } catch (const PoolFull& full) {
      if (!at(where).is_stopped) stop(where, Fault{full.what(), {}, false});
    }
  }
  void stop(At where, const Fault& fault);
  void raise_fault(const watch::CheckInfo& info, const watch::SubjectRef& subject, const Fault& fault);
  void leave_if_stopped(At where);
  void hear(At where, const std::vector<std::uint32_t>& handlers);
  void hear(At where, const Handler& handler, double emitter);
  bool is_due(At where, const Handler& handler);
  void tell(const std::vector<Listener>& listeners, double emitter, trace::ActorId actor);
  void step(Group& group, At where);
  void clock(At where);
  void clock_pending();

  // ---- intervals ----
  // Code ended it, and may start it again within merge_gap.
  static bool is_held(const Instance& self) { return !self.is_open && self.lifecycle.is_waiting(); }
  void end_held();
  // What the condition, and what goes with it, says in this frame.
  watch::Conditions conditions(At where, bool condition_holds);
  // What conditions, or code that starts and ends intervals, say in this frame.
  void follow(At where, const watch::Conditions& seen);
  void open(At where);
  void close(At where, const watch::Ending& ending);
  void end(At where, watch::EndedBy ended_by, Time last);
  void record_life(At where, watch::EndedBy ended_by, Time last);
  void take_metrics(At where, EventKind event);
  void take_metric(At where, std::size_t place);
  // What pictures of issues show.
  void plot_all(watch::Context& context);
  double plotted(At where, const detail::PlottedLine& line);
  std::vector<watch::Value> metrics(At where) const;
  watch::Value value(double number, const Type& type) const;
  // Tells the ODD's monitor what the program says of its concepts.
  void tell_cod(watch::Context& context);
  void find_concepts(const odd::Taxonomy& taxonomy);
  void raise_issues(At where, Time end, const std::vector<watch::Value>& data);
  watch::SubjectRef subject(At where) const { return watch::subject_of(machine_.scene(), member(where).slot); }

  std::shared_ptr<const Image> image_;
  const Program& program_;
  Machine machine_;
  PairDistances distances_;
  std::vector<Group> groups_;                              // by declaration
  std::map<const watch::CheckInfo*, const Heard*> heard_;  // of checks that are not instances of ours
  std::vector<const watch::CheckInfo*> own_checks_;        // sorted
  std::vector<double> actor_cells_;                        // machine_.actor_stride() of each actor
  std::vector<char> known_actors_;                         // whose cells have had their first values
  std::vector<std::vector<double>> settings_;              // by parameter, then actor ...
  std::vector<std::vector<char>> settings_known_;
  std::vector<At> pending_;   // opened from elsewhere after their step: their i_clock is to come
  std::vector<At> fresh_;     // new in this frame
  std::vector<double> held_;  // instances whose code ended an interval that may go on
  std::vector<double> found_;
  std::array<std::pair<scene::Epoch, double>, 5> everybody_{};
  std::vector<std::pair<const Heard*, trace::ActorId>> open_elsewhere_;  // of checks whose i_clock somebody hears
  const std::vector<watch::Value>* metrics_now_ = nullptr;  // of a built-in check's interval that ends just now
  watch::Issue* issue_ = nullptr;
  const watch::CheckInfo* issue_check_ = nullptr;
  struct ToldConcept {
    const Metric* metric;
    odd::ConceptId about;
  };
  std::optional<std::vector<ToldConcept>> cod_;  // nothing: the ODD was not asked yet
  std::size_t messages_ = 0;                     // that were said
  std::size_t messages_left_out_ = 0;
  bool has_begun_ = false, has_ended_ = false;
};

}  // namespace scrutineer::lang
