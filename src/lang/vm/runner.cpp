#include "lang/vm/runner.h"

#include <algorithm>
#include <stdexcept>

#include "lang/vm/detail/built_in.h"
#include "lang/vm/detail/plotted.h"
#include "lang/vm/detail/program_run_of.h"
#include "lang/vm/program_run.h"
#include "trace/words.h"
#include "watch/settings.h"

namespace scrutineer::lang {
namespace {

// Hands on to the run of the program, which knows the other declarations too.
class DeclarationRunner final : public watch::Runner {
 public:
  DeclarationRunner(std::shared_ptr<const Image> image, std::uint32_t declaration)
      : image_(std::move(image)), declaration_(declaration) {}

  void step(watch::Context& context) override { program_run(context).step(declaration_, context); }
  void finish(watch::Context& context) override { program_run(context).finish_all(context); }
  void freeze(watch::Context& context, trace::ActorId actor, bool frozen) override {
    program_run(context).freeze(declaration_, context, actor, frozen);
  }
  std::size_t sampled_lines() const override { return detail::lines_plotted(*image_, declaration_); }
  std::size_t instances() const override { return program_run_ == nullptr ? 0 : program_run_->instances(declaration_); }
  std::optional<std::string> skip_reason() const override {
    return program_run_ == nullptr ? std::nullopt : program_run_->skip_reason(declaration_);
  }
  std::vector<std::string> notes() const override {
    return program_run_ == nullptr ? std::vector<std::string>() : program_run_->notes(declaration_);
  }
  std::optional<std::string> failure() const override {
    return program_run_ == nullptr ? std::nullopt : program_run_->failure(declaration_);
  }

 private:
  ProgramRun& program_run(watch::Context& context) {
    if (program_run_ == nullptr || context.companion != program_run_)
      program_run_ = &detail::program_run_of(context, *image_);
    return *program_run_;
  }

  std::shared_ptr<const Image> image_;
  std::uint32_t declaration_;
  ProgramRun* program_run_ = nullptr;
};

bool is_vehicle(const watch::Scope& scope) {
  using Kind = watch::Scope::Kind;
  if (scope.kind == Kind::role) return scope.word != "npc";
  if (scope.kind != Kind::type) return false;
  constexpr std::string_view kOthers[] = {
      "physical_object",    "person",     "animal",     "plain_object", "object", "bridge",
      "overhead_structure", "speed_bump", "vegetation", "curbstone"};
  return std::ranges::find(kOthers, scope.word) == std::end(kOthers);
}

bool is_role(const watch::Scope& scope, std::string_view role) {
  return scope.kind == watch::Scope::Kind::role && scope.word.starts_with(role);
}

// What both kinds of declarations say of themselves. All texts are the image's.
void describe(const Declaration& declaration, watch::CheckInfo& info) {
  info.name = declaration.name;
  if (!declaration.summary.empty()) info.summary = declaration.summary;
  info.enabled = true;
  info.status = watch::Status::stable;
  info.replaced_by = {};
  info.since = {};  // no version of the program's
  const auto& whom = declaration.whom;
  info.for_sut = whom.empty() || !std::ranges::all_of(whom, [](const auto& scope) { return is_role(scope, "npc"); });
  info.for_npc = whom.empty() || !std::ranges::all_of(whom, [](const auto& scope) { return is_role(scope, "sut"); });
  const bool is_of_vehicles = whom.empty() || std::ranges::all_of(whom, is_vehicle);
  info.subject = is_of_vehicles ? watch::Subject::vehicle : watch::Subject::physical_object;
  info.concerns = [&whom](const trace::ActorInfo& actor, bool is_ego) {
    return std::ranges::any_of(whom, [&](const watch::Scope& scope) { return watch::is_for(scope, actor, is_ego); });
  };
}

std::vector<watch::KindInfo> kinds_of(const Declaration& declaration) {
  std::vector<watch::KindInfo> kinds;
  kinds.reserve(declaration.issues.size());
  for (const IssueRule& rule : declaration.issues)
    kinds.push_back({.name = rule.kind, .sut = rule.sut, .other = rule.other, .when = rule.kind_meaning});
  return kinds;
}

watch::CheckInfo info_of(const Image& image, std::uint32_t declaration) {
  const Declaration& what = image.program.declarations[declaration];
  const ObjectType& object = image.program.objects[what.object];
  watch::CheckInfo info;
  info.doc = what.summary;
  describe(what, info);
  if (what.is_checker) info.kinds = kinds_of(what);
  for (const std::uint32_t parameter : what.parameters) info.parameters.push_back(image.program.parameters[parameter]);
  for (const Metric& metric : object.metrics)
    info.metrics.push_back({.name = metric.name,
                            .unit = metric.unit,
                            .meaning = metric.meaning,
                            .role = metric.is_limit ? watch::MetricRole::limit : watch::MetricRole::plain});
  // What is recorded first is what an issue is about.
  if (what.is_checker && !info.metrics.empty()) info.metrics.front().role = watch::MetricRole::value;
  info.plots = detail::plots_of(image, declaration);
  // Blocks of the run's own may count anything beside what they lack.
  const bool is_counter = what.whom.empty() && !object.has_intervals;
  if (!image.facts[declaration].empty() && !is_counter) info.needs = {image.facts[declaration]};
  return info;
}

bool is_switch(const watch::AnyParameter* parameter) { return parameter->path.ends_with(".enabled"); }

// Is it turned off by what is set for it alone?
bool is_turned_off(const Declaration& what, const watch::Check& original) {
  bool is_off = false;
  for (const watch::AnyParameter* parameter : original.info.parameters) {
    if (!is_switch(parameter)) continue;
    for (const SettingAssignment& assignment : what.settings)
      if (assignment.path == parameter->path) is_off = assignment.value == 0.0;
  }
  return is_off;
}

watch::CheckInfo info_of(const Declaration& what, const watch::Check& original) {
  watch::CheckInfo info = original.info;
  info.profiles = watch::InProfiles::every;  // it was written down, so it is wanted
  describe(what, info);
  info.kpi = {};  // that is of the catalogue's own watchers, whatever else is watched
  // Whether it exists was decided when it was compiled: a parameter that turns the original on or off is not its own.
  std::erase_if(info.parameters, is_switch);
  if (!what.is_checker) {
    info.kinds.clear();
  } else {
    // Kinds that it may raise beside the original's: renamed ones.
    for (const watch::KindInfo& kind : kinds_of(what)) {
      const auto known = std::ranges::find(info.kinds, kind.name, &watch::KindInfo::name);
      if (known == info.kinds.end()) info.kinds.push_back(kind);
    }
  }
  return info;
}

}  // namespace

std::vector<watch::Check> make_checks(const std::shared_ptr<const Image>& image,
                                      std::span<const watch::Check> catalogue) {
  std::vector<watch::Check> built_in, own;
  for (std::uint32_t d = 0; d < image->program.declarations.size(); ++d) {
    const Declaration& declaration = image->program.declarations[d];
    if (image->exists[d] == 0) continue;
    if (declaration.object != kNone) {
      own.push_back({info_of(*image, d), [image, d](const watch::CheckInfo&, const watch::Settings&) {
                       return std::make_unique<DeclarationRunner>(image, d);
                     }});
      continue;
    }
    const auto original = std::ranges::find(catalogue, std::string_view(declaration.built_in),
                                            [](const watch::Check& check) { return check.info.name; });
    if (original == catalogue.end()) throw std::logic_error("there is no check " + declaration.built_in);
    if (!is_turned_off(declaration, *original))
      built_in.push_back(detail::built_in_check(image, d, info_of(declaration, *original), *original));
  }
  for (watch::Check& check : own) built_in.push_back(std::move(check));
  return built_in;
}

}  // namespace scrutineer::lang
