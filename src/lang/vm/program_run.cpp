// What happens in a frame, from its begin to its end, and what is heard of the checks of the catalogue.
#include "lang/vm/program_run.h"

#include <algorithm>
#include <cmath>

namespace scrutineer::lang {

ProgramRun::ProgramRun(std::shared_ptr<const Image> image)
    : image_(std::move(image)),
      program_(image_->program),
      machine_(image_->code, program_, *this),
      groups_(program_.declarations.size()),
      settings_(program_.parameters.size()),
      settings_known_(program_.parameters.size()) {}

void ProgramRun::begin(std::span<const watch::CheckInfo* const> checks) {
  std::map<std::string_view, std::uint32_t> by_name;
  for (std::uint32_t d = 0; d < program_.declarations.size(); ++d) by_name.emplace(program_.declarations[d].name, d);
  for (const watch::CheckInfo* check : checks) {
    if (const auto found = by_name.find(check->name); found != by_name.end()) {
      const std::uint32_t d = found->second;
      const Declaration& declaration = program_.declarations[d];
      groups_[d].info = check;
      if (declaration.object != kNone) {
        groups_[d].object = &program_.objects[declaration.object];
        groups_[d].plan = &image_->objects[declaration.object];
        groups_[d].is_idle = groups_[d].plan->frame.empty() && groups_[d].object->condition == kNone &&
                             !groups_[d].object->has_intervals && image_->facts[d].empty();
        groups_[d].lines = detail::lines_of(program_, d);
        own_checks_.push_back(check);
      } else {
        heard_[check] = &image_->heard[d];
      }
    } else if (const auto heard = image_->heard_checks.find(check->name); heard != image_->heard_checks.end()) {
      heard_[check] = &heard->second;
    }
  }
  std::ranges::sort(own_checks_);
}

void ProgramRun::begin_frame(watch::Context& context) {
  const Machine::Seeing seeing(machine_, context);
  pending_.clear();
  if (machine_.pools().wants_sweep()) sweep();
  const scene::Actors& actors = context.scene.actors;
  const auto count = static_cast<std::uint32_t>(groups_.size());

  for (const scene::Slot slot : actors.vanished()) {
    const trace::ActorId actor = actors.id(slot);
    end_all_of(actor, watch::how_it_left(context, actor), context.previous);
    for (std::uint32_t d = 0; d < count; ++d) remove(d, actor);
  }
  fresh_.clear();
  for (const scene::Slot slot : actors.present()) {
    if (!actors.relocated(slot)) [[likely]]
      continue;
    const trace::ActorId actor = actors.id(slot);
    end_all_of(actor, watch::EndedBy::relocation, context.previous);
    for (std::uint32_t d = 0; d < count; ++d)
      if (const std::uint32_t place = place_of(d, actor); place != kNone && !member({d, place}).is_frozen)
        fresh_.push_back({d, place});
  }
  for (const At where : fresh_) at(where).is_stopped = false;

  if (!has_begun_ && program_.initial != kNone) run_for_nobody(program_.initial, {}, {});
  for (const scene::Slot slot : actors.appeared()) initialise_actor(slot);
  for (std::uint32_t d = 0; d < count; ++d) {
    if (groups_[d].object == nullptr) continue;
    const auto is_new = [&](scene::Slot slot, trace::ActorId actor) {
      if (!is_wanted(d, context, slot)) return;
      add(d, slot, actor);
      fresh_.push_back({d, groups_[d].population.size() - 1});
    };
    if (program_.declarations[d].whom.empty()) {
      if (!has_begun_) is_new({}, {});
    } else {
      for (const scene::Slot slot : actors.appeared()) is_new(slot, actors.id(slot));
    }
  }
  has_begun_ = true;
  std::ranges::stable_sort(fresh_, {}, &At::declaration);
  for (const At where : fresh_) give_values(where);
  for (const At where : fresh_) {
    machine_.begin_steps();
    if (member(where).is_frozen) continue;
    hear(where, groups_[where.declaration].plan->created);
    take_metrics(where, EventKind::start);
  }
  if (context.odd != nullptr) [[unlikely]]
    tell_cod(context);
}

void ProgramRun::end_frame(watch::Context& context) {
  const Machine::Seeing seeing(machine_, context);
  machine_.begin_steps();
  for (std::size_t i = 0; i < open_elsewhere_.size(); ++i) {
    const auto [heard, actor] = open_elsewhere_[i];
    tell(heard->clock, kNull, actor);
  }
  end_held();
  clock_pending();
  if (context.plots != nullptr) [[unlikely]]
    plot_all(context);
}

void ProgramRun::finish_all(watch::Context& context) {
  if (std::exchange(has_ended_, true)) return;
  const Machine::Seeing seeing(machine_, context);
  const auto each = [&](auto&& work) {
    for (std::uint32_t d = 0; d < groups_.size(); ++d)
      for (std::uint32_t place = 0; place < groups_[d].population.size(); ++place) work(At{d, place});
  };
  each([&](At where) { end(where, watch::EndedBy::run_end, context.now()); });
  each([&](At where) {
    if (member(where).is_frozen) return;
    hear(where, groups_[where.declaration].plan->ended);
    record_life(where, watch::EndedBy::run_end, context.now());
  });
}

void ProgramRun::freeze(std::uint32_t declaration, watch::Context& context, trace::ActorId actor, bool frozen) {
  const Machine::Seeing seeing(machine_, context);
  Group& group = groups_[declaration];
  for (const std::uint32_t place : group.population.freeze(actor, frozen)) {
    const At where{declaration, place};
    machine_.begin_steps();
    if (frozen) {
      end(where, watch::EndedBy::frozen, context.now());
      member(where).is_frozen = true;
    } else {
      member(where).is_frozen = false;
      at(where).is_stopped = false;
      give_values(where);
      hear(where, group.plan->created);
    }
  }
}

void ProgramRun::interval_started(watch::Context& context, const watch::CheckInfo& check,
                                  const watch::ActorRef& actor) {
  if (heard_.empty() || std::ranges::binary_search(own_checks_, &check)) return;
  const auto found = heard_.find(&check);
  if (found == heard_.end()) return;
  const Machine::Seeing seeing(machine_, context);
  machine_.begin_steps();
  if (!found->second->clock.empty()) open_elsewhere_.emplace_back(found->second, actor_of(actor));
  tell(found->second->started, kNull, actor_of(actor));
}

void ProgramRun::interval_ended(watch::Context& context, const watch::CheckInfo& check,
                                const watch::IntervalRecord& record) {
  if (heard_.empty() || std::ranges::binary_search(own_checks_, &check)) return;
  const auto found = heard_.find(&check);
  if (found == heard_.end()) return;
  const Machine::Seeing seeing(machine_, context);
  machine_.begin_steps();
  const auto opened = std::ranges::find(open_elsewhere_, std::pair(found->second, actor_of(record.actor)));
  if (opened != open_elsewhere_.end()) open_elsewhere_.erase(opened);
  const auto* before = std::exchange(metrics_now_, &record.data);
  tell(found->second->ended, kNull, actor_of(record.actor));
  metrics_now_ = before;
}

void ProgramRun::judge(watch::Context& context, const watch::CheckInfo& check, watch::Issue& issue) {
  if (image_->rules.empty()) return;
  const Machine::Seeing seeing(machine_, context);
  watch::Issue* const before = std::exchange(issue_, &issue);
  const watch::CheckInfo* const check_before = std::exchange(issue_check_, &check);
  for (const Listener& rule : image_->rules) {
    const Group& group = groups_[rule.declaration];
    if (group.object == nullptr) continue;
    for (std::uint32_t place = 0; place < group.population.size(); ++place) {
      const At where{rule.declaration, place};
      if (!member(where).is_frozen && !at(where).is_stopped) hear(where, group.object->handlers[rule.handler], kNull);
    }
  }
  issue_ = before;
  issue_check_ = check_before;
}

void ProgramRun::sweep() {
  std::vector<std::span<const double>> roots{machine_.program_cells(), actor_cells_};
  for (const Group& group : groups_) roots.emplace_back(group.cells);
  machine_.pools().sweep(roots);
}

void ProgramRun::finish(watch::Context& context, watch::Evaluation& evaluation) {
  const Machine::Seeing seeing(machine_, context);
  for (const Metric& metric : program_.info) {
    if (metric.value == kNone || metric.name.starts_with(kCodPrefix)) continue;
    machine_.begin_steps();
    try {
      const double number = machine_.run(metric.value, {});
      if (!std::isnan(number))
        evaluation.info.push_back({metric.name, value(number, metric.type), metric.unit, metric.meaning});
    } catch (const Fault& fault) {
      log({}, "warning", "top.info." + metric.name + ": " + image_->place(fault.span) + ": " + fault.message);
    }
  }
  evaluation.messages_left_out = messages_left_out_;
}

std::optional<std::string> ProgramRun::skip_reason(std::uint32_t declaration) const {
  return groups_[declaration].population.skip_reason();
}

}  // namespace scrutineer::lang
