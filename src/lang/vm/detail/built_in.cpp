#include "lang/vm/detail/built_in.h"

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "lang/vm/detail/program_run_of.h"
#include "lang/vm/program_run.h"
#include "watch/context.h"
#include "watch/settings.h"
#include "watch/wording.h"

namespace scrutineer::lang::detail {
namespace {

// What is set for an instance goes before what is set for the ego or for all others; at the root it is the same for
// everybody.
std::vector<watch::Scope> scopes_of(const SettingAssignment& assignment) {
  using Kind = watch::Scope::Kind;
  if (assignment.scope.kind != Kind::every || assignment.path.starts_with("ftlx_global_eval_config."))
    return {assignment.scope};
  return {{Kind::role, "sut"}, {Kind::role, "npc"}};
}

watch::Settings settings_of(const Declaration& declaration, const watch::Settings& common) {
  watch::Settings settings = common;
  // What is said of the ego or of others alone goes before what is said of all: it comes last.
  for (const bool is_narrow : {false, true})
    for (const SettingAssignment& assignment : declaration.settings) {
      if ((assignment.scope.kind != watch::Scope::Kind::every) != is_narrow) continue;
      for (const watch::Scope& scope : scopes_of(assignment))
        if (const auto problem = settings.set(assignment.path, scope, assignment.value))
          throw std::runtime_error(to_string(*problem));
    }
  for (const SettingAssignment& assignment : declaration.settings)
    if (!assignment.shown.empty()) settings.call(assignment.path, assignment.shown);
  return settings;
}

// Gives issues the kind, severity and details that the declaration wants, and hands on everything else.
class Rewording final : public watch::FindingSink {
 public:
  Rewording(const Image& image, std::uint32_t declaration, const watch::CheckInfo& original,
            const watch::Settings& settings)
      : declaration_(image.program.declarations[declaration]),
        index_(declaration),
        original_(original),
        settings_(settings) {}

  void hand_on_to(watch::FindingSink& findings, watch::Context& context, ProgramRun& program_run) {
    findings_ = &findings;
    context_ = &context;
    program_run_ = &program_run;
  }

  void interval_started(const watch::CheckInfo& check, const watch::ActorRef& actor, Time start) override {
    findings_->interval_started(check, actor, start);
  }
  void interval_ended(const watch::CheckInfo& check, watch::IntervalRecord record) override {
    findings_->interval_ended(check, std::move(record));
  }
  void amend(watch::RaisedIssue issue, Time end, const std::vector<watch::Value>& data) override {
    findings_->amend(issue, end, data);
  }
  void reword(watch::RaisedIssue issue, std::string_view from, std::string_view to) override {
    findings_->reword(issue, from, to);
  }
  void log(watch::LogMessage message) override { findings_->log(std::move(message)); }
  void request_freeze(std::string_view check, trace::ActorId actor, bool frozen) override {
    findings_->request_freeze(check, actor, frozen);
  }

  watch::RaisedIssue raise(const watch::CheckInfo& check, const watch::KindInfo& kind, watch::Issue issue) override {
    if (!declaration_.is_checker) return {};  // a watcher only watches
    watch::KindInfo known = kind;
    known.sut = known.other = severity(kind, issue);
    known.severity = nullptr;  // that was by the settings of this instance
    if (declaration_.issues.empty()) return findings_->raise(check, known, std::move(issue));
    // Rules for this kind; else those for kinds that the check itself does not raise: they rename whatever it finds.
    const auto is_of = [&](std::string_view name) {
      return [name](const IssueRule& rule) { return rule.kind == name; };
    };
    const bool has_own = std::ranges::any_of(declaration_.issues, is_of(kind.name));
    watch::RaisedIssue raised;
    bool is_done = false;
    for (const IssueRule& rule : declaration_.issues) {
      const bool renames = std::ranges::find(original_.kinds, std::string_view(rule.kind), &watch::KindInfo::name) ==
                           original_.kinds.end();
      if (has_own ? rule.kind != kind.name : !renames) continue;
      raised = reword(check, known, rule, issue);
      is_done = true;
    }
    return is_done ? raised : findings_->raise(check, known, std::move(issue));
  }

 private:
  watch::Severity severity(const watch::KindInfo& kind, const watch::Issue& issue) const {
    const scene::Actors& actors = context_->scene.actors;
    const scene::Slot slot = actors.slot_of(actors.actor_of(issue.actor.uid));
    trace::ActorInfo gone;
    gone.id = issue.actor.id;
    gone.category = issue.actor.type;
    return settings_.severity(kind, slot.valid() ? actors.info(slot) : gone, issue.actor.is_ego);
  }

  watch::RaisedIssue reword(const watch::CheckInfo& check, watch::KindInfo kind, const IssueRule& rule,
                            watch::Issue issue) {
    const Said::IssueWords words = program_run_->words_of(rule, index_, *context_, issue.actor, issue.data);
    if (rule.kind != kind.name) {
      kind.sut = rule.sut;
      kind.other = rule.other;
    }
    kind.name = rule.kind;
    if (words.severity) kind.sut = kind.other = *words.severity;
    if (!words.details.empty()) {
      issue.message += (issue.message.ends_with('.') ? " " : ": ") + words.details;
      issue.details = words.details;
    }
    return findings_->raise(check, kind, std::move(issue));
  }

  const Declaration& declaration_;
  std::uint32_t index_;
  const watch::CheckInfo& original_;
  const watch::Settings& settings_;
  watch::FindingSink* findings_ = nullptr;
  watch::Context* context_ = nullptr;
  ProgramRun* program_run_ = nullptr;
};

class BuiltInRunner final : public watch::Runner {
 public:
  BuiltInRunner(std::shared_ptr<const Image> image, std::uint32_t declaration, const watch::CheckInfo& info,
                const watch::Check& original, const watch::Settings& settings)
      : image_(std::move(image)),
        settings_(settings_of(image_->program.declarations[declaration], settings)),
        rewording_(*image_, declaration, original.info, settings_),
        runner_(original.make(info, settings_)) {}

  void step(watch::Context& context) override {
    apart(context, [&](watch::Context& own) { runner_->step(own); });
  }
  void finish(watch::Context& context) override {
    apart(context, [&](watch::Context& own) { runner_->finish(own); });
  }
  void freeze(watch::Context& context, trace::ActorId actor, bool frozen) override {
    apart(context, [&](watch::Context& own) { runner_->freeze(own, actor, frozen); });
  }
  std::size_t instances() const override { return runner_->instances(); }
  std::optional<std::string> skip_reason() const override { return runner_->skip_reason(); }
  bool is_switched_off() const override { return runner_->is_switched_off(); }
  std::optional<std::string> failure() const override { return runner_->failure(); }
  std::vector<std::string> notes() const override { return runner_->notes(); }

 private:
  // With settings and findings of its own.
  template <typename Work>
  void apart(watch::Context& context, Work&& work) {
    rewording_.hand_on_to(context.findings, context, program_run_of(context, *image_));
    watch::Context own{.scene = context.scene,
                       .settings = settings_,
                       .findings = rewording_,
                       .lights = context.lights,
                       .plans = context.plans,
                       .previous = context.previous,
                       .relocating = context.relocating,
                       .plots = context.plots,
                       .companion = context.companion};
    work(own);
  }

  std::shared_ptr<const Image> image_;
  watch::Settings settings_;
  Rewording rewording_;
  std::unique_ptr<watch::Runner> runner_;
};

}  // namespace

watch::Check built_in_check(std::shared_ptr<const Image> image, std::uint32_t declaration, watch::CheckInfo info,
                            const watch::Check& original) {
  return {std::move(info), [image = std::move(image), declaration, &original](const watch::CheckInfo& own,
                                                                              const watch::Settings& settings) {
            return std::make_unique<BuiltInRunner>(image, declaration, own, original, settings);
          }};
}

}  // namespace scrutineer::lang::detail
