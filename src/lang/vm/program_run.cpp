// What happens in a frame, from its begin to its end, and what is heard of the checks of the catalogue.
#include "lang/vm/program_run.h"

#include <algorithm>
#include <cmath>

#include "lang/vm/actor_types.h"
#include "lang/vm/whole_numbers.h"

namespace scrutineer::lang {
ProgramRun::ProgramRun(std::shared_ptr<const Image> image)
    : image_(std::move(image)),
      program_(image_->program),
      instances_(*image_),
      said_(*image_, machine_, instances_),
      untold_(*image_),
      events_(*image_, machine_, instances_, said_, untold_),
      host_(*image_, machine_, instances_, events_, said_),
      machine_(image_->code, program_, host_),
      concepts_(program_, machine_, said_) {}

void ProgramRun::begin(std::span<const watch::CheckInfo* const> checks) {
  std::map<std::string_view, std::uint32_t> by_name;
  for (std::uint32_t d = 0; d < program_.declarations.size(); ++d) by_name.emplace(program_.declarations[d].name, d);
  for (const watch::CheckInfo* check : checks) {
    if (const auto found = by_name.find(check->name); found != by_name.end()) {
      const std::uint32_t d = found->second;
      instances_.runs_as(d, *check);
      if (program_.declarations[d].object != kNone)
        own_checks_.push_back(check);
      else
        heard_[check] = &image_->heard[d];
    } else if (const auto heard = image_->heard_checks.find(check->name); heard != image_->heard_checks.end()) {
      heard_[check] = &heard->second;
    }
  }
  std::ranges::sort(own_checks_);
}

void ProgramRun::begin_frame(watch::Context& context) {
  const Machine::Seeing seeing(machine_, context);
  events_.forget_pending();
  untold_.look(context.scene);
  if (machine_.pools().wants_sweep()) sweep();
  const scene::Actors& actors = context.scene.actors;
  const std::uint32_t count = instances_.declarations();

  for (const scene::Slot slot : actors.vanished()) {
    const trace::ActorId actor = actors.id(slot);
    end_all_of(actor, watch::how_it_left(context, actor), context.previous);
    for (std::uint32_t d = 0; d < count; ++d) instances_.remove(d, actor);
  }
  fresh_.clear();
  for (const scene::Slot slot : actors.any_relocated() ? actors.present() : std::span<const scene::Slot>()) {
    if (!actors.relocated(slot)) continue;
    const trace::ActorId actor = actors.id(slot);
    end_all_of(actor, watch::EndedBy::relocation, context.previous);
    for (std::uint32_t d = 0; d < count; ++d)
      if (const auto where = instances_.find(d, actor); where && !instances_.member(*where).is_frozen)
        fresh_.push_back(*where);
  }
  for (const At where : fresh_) instances_.at(where).is_stopped = false;
  make_new_instances(context);
  if (context.odd != nullptr) [[unlikely]]
    concepts_.tell(*context.odd);
}

void ProgramRun::make_new_instances(watch::Context& context) {
  const scene::Actors& actors = context.scene.actors;
  if (!has_begun_ && program_.initial != kNone) run_for_nobody(program_.initial, {}, {});
  for (const scene::Slot slot : actors.appeared()) initialise_actor(slot);
  for (std::uint32_t d = 0; d < instances_.declarations(); ++d) {
    if (instances_.group(d).object == nullptr) continue;
    const auto is_new = [&](scene::Slot slot, trace::ActorId actor) {
      if (instances_.is_wanted(d, context, slot)) fresh_.push_back(instances_.add(d, slot, actor));
    };
    if (instances_.is_of_run(d)) {
      if (!has_begun_) is_new({}, {});
    } else {
      for (const scene::Slot slot : actors.appeared()) is_new(slot, actors.id(slot));
    }
  }
  has_begun_ = true;
  std::ranges::stable_sort(fresh_, {}, &At::declaration);
  for (const At where : fresh_) events_.give_values(where);
  for (const At where : fresh_) {
    machine_.begin_steps();
    if (instances_.member(where).is_frozen) continue;
    events_.hear(where, instances_.group(where.declaration).plan->created);
    events_.take_metrics(where, EventKind::start);
  }
}

void ProgramRun::step(std::uint32_t declaration, watch::Context& context) {
  const Machine::Seeing seeing(machine_, context);
  events_.step(declaration);
}

void ProgramRun::end_frame(watch::Context& context) {
  const Machine::Seeing seeing(machine_, context);
  machine_.begin_steps();
  for (std::size_t i = 0; i < open_elsewhere_.size(); ++i) {
    const auto [heard, actor] = open_elsewhere_[i];
    events_.tell(heard->clock, kNull, actor);
  }
  events_.end_held();
  events_.clock_pending();
  if (context.plots != nullptr) [[unlikely]]
    plot_all(context);
}

void ProgramRun::finish_all(watch::Context& context) {
  if (std::exchange(has_ended_, true)) return;
  events_.refuse_intervals();
  const Machine::Seeing seeing(machine_, context);
  const auto each = [&](auto&& work) {
    for (std::uint32_t d = 0; d < instances_.declarations(); ++d)
      for (std::uint32_t place = 0; place < instances_.group(d).population.size(); ++place) work(At{d, place});
  };
  each([&](At where) { events_.end(where, watch::EndedBy::run_end, context.now()); });
  each([&](At where) {
    if (instances_.member(where).is_frozen) return;
    events_.hear(where, instances_.group(where.declaration).plan->ended);
    events_.record_life(where, watch::EndedBy::run_end, context.now());
  });
}

// Where it could do nothing at all, the reason says why.
std::vector<std::string> ProgramRun::notes(std::uint32_t declaration) const {
  if (instances(declaration) == 0 || skip_reason(declaration)) return {};
  std::vector<std::string> notes = untold_.notes_of(declaration);
  const std::string lacked = instances_.group(declaration).population.lacked_by_all();
  if (!lacked.empty()) notes.insert(notes.begin(), "Part of it was not judged: " + lacked + ".");
  return notes;
}

std::optional<std::string> ProgramRun::failure(std::uint32_t declaration) const {
  const detail::InstanceGroup& group = instances_.group(declaration);
  if (group.stopped == 0 || group.stopped < group.population.created()) return std::nullopt;
  return "its code failed for everybody that it watched: " + group.first_fault;
}

void ProgramRun::freeze(std::uint32_t declaration, watch::Context& context, trace::ActorId actor, bool frozen) {
  const Machine::Seeing seeing(machine_, context);
  detail::InstanceGroup& group = instances_.group(declaration);
  group.rows.clear();
  for (const std::uint32_t place : group.population.freeze(actor, frozen)) {
    const At where{declaration, place};
    machine_.begin_steps();
    if (frozen) {
      events_.end(where, watch::EndedBy::frozen, context.now());
      instances_.member(where).is_frozen = true;
    } else {
      instances_.member(where).is_frozen = false;
      instances_.at(where).is_stopped = false;
      events_.give_values(where);
      events_.hear(where, group.plan->created);
    }
  }
}

const Heard* ProgramRun::heard_of(const watch::CheckInfo& check) const {
  if (heard_.empty() || std::ranges::binary_search(own_checks_, &check)) return nullptr;
  const auto found = heard_.find(&check);
  return found == heard_.end() ? nullptr : found->second;
}

void ProgramRun::interval_started(watch::Context& context, const watch::CheckInfo& check,
                                  const watch::ActorRef& actor) {
  const Heard* const heard = heard_of(check);
  if (heard == nullptr) return;
  const Machine::Seeing seeing(machine_, context);
  machine_.begin_steps();
  const trace::ActorId id = context.scene.actors.actor_of(actor.uid);
  if (!heard->clock.empty()) open_elsewhere_.emplace_back(heard, id);
  events_.tell(heard->started, kNull, id);
}

void ProgramRun::interval_ended(watch::Context& context, const watch::CheckInfo& check,
                                const watch::IntervalRecord& record) {
  const Heard* const heard = heard_of(check);
  if (heard == nullptr) return;
  const Machine::Seeing seeing(machine_, context);
  machine_.begin_steps();
  const trace::ActorId id = context.scene.actors.actor_of(record.actor.uid);
  const auto opened = std::ranges::find(open_elsewhere_, std::pair(heard, id));
  if (opened != open_elsewhere_.end()) open_elsewhere_.erase(opened);
  const detail::ProgramHost::About about(host_, record.data);
  events_.tell(heard->ended, kNull, id);
}

void ProgramRun::judge(watch::Context& context, const watch::CheckInfo& check, watch::Issue& issue) {
  if (image_->rules.empty()) return;
  const Machine::Seeing seeing(machine_, context);
  const detail::ProgramHost::About about(host_, issue, check);
  for (const Listener& rule : image_->rules) {
    const detail::InstanceGroup& group = instances_.group(rule.declaration);
    if (group.object == nullptr) continue;
    for (std::uint32_t place = 0; place < group.population.size(); ++place) {
      const At where{rule.declaration, place};
      if (!instances_.member(where).is_frozen && !instances_.at(where).is_stopped)
        events_.hear(where, instances_.own(where), group.object->handlers[rule.handler], kNull);
    }
  }
}

detail::Said::IssueWords ProgramRun::words_of(const IssueRule& rule, std::uint32_t declaration, watch::Context& context,
                                              const watch::ActorRef& actor, const std::vector<watch::Value>& metrics) {
  const Machine::Seeing seeing(machine_, context);
  machine_.begin_steps();
  const detail::ProgramHost::About about(host_, metrics);
  const trace::ActorId id = context.scene.actors.actor_of(actor.uid);
  const OwnInstance me{.cells = nullptr,
                       .declaration = declaration,
                       .actor = id,
                       .slot = id.valid() ? context.scene.actors.slot_of(id) : scene::Slot()};
  // The finding stands; only its words could not be made.
  try {
    return said_.words_of(rule, me);
  } catch (const Fault& fault) {
    return {.severity = {}, .details = image_->place(fault.span) + ": " + fault.message};
  } catch (const PoolFull& full) {
    return {.severity = {}, .details = full.what()};
  }
}

void ProgramRun::sweep() {
  std::vector<std::span<const double>> roots{machine_.program_cells(), host_.all_actor_cells()};
  for (std::uint32_t d = 0; d < instances_.declarations(); ++d) roots.emplace_back(instances_.group(d).cells);
  machine_.pools().sweep(roots);
}

void ProgramRun::finish(watch::Context& context, watch::Evaluation& evaluation) {
  const Machine::Seeing seeing(machine_, context);
  for (const Metric& metric : program_.info) {
    if (metric.value == kNone || detail::ToldConcepts::is_one(metric)) continue;
    machine_.begin_steps();
    try {
      const watch::Value value = said_.value(machine_.run(metric.value, {}), metric.type);
      const double* number = std::get_if<double>(&value);
      // A text or word that is null was not set. A number that does not exist is told as such.
      const bool is_number = metric.type.kind == TypeKind::number || metric.type.kind == TypeKind::integer;
      if (is_number || number == nullptr || !std::isnan(*number))
        evaluation.info.push_back({metric.name, value, metric.unit, metric.meaning});
    } catch (const Fault& fault) {
      said_.log_fault(metric, fault);
    }
  }
  evaluation.messages_left_out = said_.messages_left_out();
}

void ProgramRun::initialise_actor(scene::Slot slot) {
  if (machine_.actor_stride() == 0) return;
  const scene::Actors& actors = machine_.scene().actors;
  const trace::ActorId actor = actors.id(slot);
  // An actor that comes back is the same one, so its fields keep their values.
  if (actor.index() >= known_actors_.size()) known_actors_.resize(actor.index() + 1, 0);
  if (std::exchange(known_actors_[actor.index()], 1) != 0) return;
  std::fill_n(host_.actor_cells(actor), machine_.actor_stride(), kNull);
  const OwnInstance nobody{.cells = nullptr, .declaration = kNone, .actor = actor, .slot = slot};
  const double argument = static_cast<double>(actor.index());
  for (const std::uint32_t type : types_of(program_, actors.info(slot), actors.is_ego(slot))) {
    const FunctionId initial = program_.actors[type].initial;
    if (initial != kNone) run_for_nobody(initial, nobody, {&argument, 1});
  }
}

// Code that belongs to no instance: an error in it is told in the name of the first of ours.
void ProgramRun::run_for_nobody(FunctionId function, const OwnInstance& own, std::span<const double> arguments) {
  machine_.begin_steps();
  try {
    machine_.run(function, own, arguments);
  } catch (const Fault& fault) {
    const watch::SubjectRef subject = watch::subject_of(machine_.scene(), own.slot);
    for (std::uint32_t d = 0; d < instances_.declarations(); ++d) {
      if (instances_.group(d).info == nullptr) continue;
      said_.raise_fault(*instances_.group(d).info, subject, fault);
      break;
    }
  }
}

void ProgramRun::end_all_of(trace::ActorId actor, watch::EndedBy ended_by, Time last) {
  for (std::uint32_t d = 0; d < instances_.declarations(); ++d)
    if (const auto where = instances_.find(d, actor)) events_.end(*where, ended_by, last);
  for (std::uint32_t d = 0; d < instances_.declarations(); ++d)
    if (const auto where = instances_.find(d, actor); where && !instances_.member(*where).is_frozen) {
      events_.hear(*where, instances_.group(d).plan->ended);
      events_.record_life(*where, ended_by, last);
    }
}

void ProgramRun::plot_all(watch::Context& context) {
  std::vector<double> values;
  for (std::uint32_t d = 0; d < instances_.declarations(); ++d) {
    const detail::InstanceGroup& group = instances_.group(d);
    if (group.info == nullptr || group.lines.empty()) continue;
    for (std::uint32_t place = 0; place < group.population.size(); ++place) {
      const At where{d, place};
      const trace::ActorId actor = instances_.member(where).actor;
      if (!actor.valid() || instances_.at(where).is_stopped || instances_.member(where).is_frozen) continue;
      if (!context.plots->wants(*group.info, actor, context.now())) continue;
      values.clear();
      for (const detail::PlottedLine& line : group.lines) values.push_back(plotted(where, line));
      context.plots->take(*group.info, actor, context.now(), values);
    }
  }
}

// NaN where there is nothing to draw, also because code asks for data that is not there now: that is no fault of it.
double ProgramRun::plotted(At where, const detail::PlottedLine& line) {
  if (line.needs_interval && !instances_.at(where).is_open) return kNull;
  machine_.begin_steps();
  try {
    return to_number(machine_.pools(), machine_.run(line.function, instances_.own(where)));
  } catch (const Fault&) {
    return kNull;
  }
}

}  // namespace scrutineer::lang
