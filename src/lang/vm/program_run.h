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

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "lang/vm/detail/instance_events.h"
#include "lang/vm/detail/instances.h"
#include "lang/vm/detail/program_host.h"
#include "lang/vm/detail/said.h"
#include "lang/vm/detail/told_concepts.h"
#include "lang/vm/detail/untold.h"
#include "lang/vm/image.h"
#include "lang/vm/machine.h"
#include "watch/engine.h"

namespace scrutineer::lang {

class ProgramRun final : public watch::Companion {
 public:
  static constexpr std::size_t kMostMessages = detail::Said::kMostMessages;

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
  std::size_t instances(std::uint32_t declaration) const { return instances_.group(declaration).population.created(); }
  std::optional<std::string> skip_reason(std::uint32_t declaration) const {
    return instances_.group(declaration).population.skip_reason();
  }
  std::vector<std::string> notes(std::uint32_t declaration) const;
  // Nothing, unless its code failed for everybody that it watched.
  std::optional<std::string> failure(std::uint32_t declaration) const;

  // What an issue rule says of a built-in check's instance, with the metrics of its interval; where its code fails, why.
  detail::Said::IssueWords words_of(const IssueRule& rule, std::uint32_t declaration, watch::Context& context,
                                    const watch::ActorRef& actor, const std::vector<watch::Value>& metrics);

 private:
  using At = detail::InstanceAt;

  // The listeners to a check of the catalogue; null: nobody listens.
  const Heard* heard_of(const watch::CheckInfo& check) const;
  void make_new_instances(watch::Context& context);
  void initialise_actor(scene::Slot slot);
  void run_for_nobody(FunctionId function, const OwnInstance& own, std::span<const double> arguments);
  void end_all_of(trace::ActorId actor, watch::EndedBy ended_by, Time last);
  void sweep();
  // What pictures of issues show.
  void plot_all(watch::Context& context);
  double plotted(At where, const detail::PlottedLine& line);

  std::shared_ptr<const Image> image_;
  const Program& program_;
  // These know each other; none asks another before all are there.
  detail::Instances instances_;
  detail::Said said_;
  detail::Untold untold_;
  detail::InstanceEvents events_;
  detail::ProgramHost host_;
  Machine machine_;
  detail::ToldConcepts concepts_;
  std::map<const watch::CheckInfo*, const Heard*> heard_;                // of checks that are not instances of ours
  std::vector<const watch::CheckInfo*> own_checks_;                      // sorted
  std::vector<std::pair<const Heard*, trace::ActorId>> open_elsewhere_;  // of checks whose i_clock somebody hears
  std::vector<char> known_actors_;                                       // whose cells have had their first values
  std::vector<At> fresh_;                                                // new in this frame
  bool has_begun_ = false, has_ended_ = false;
};

}  // namespace scrutineer::lang
