#include "watch/settings.h"

#include <algorithm>
#include <set>

#include "base/text.h"
#include "trace/words.h"
#include "watch/detail/setting_paths.h"
#include "watch/parameter_text.h"

namespace scrutineer::watch {
namespace {

Problem about(std::string_view what, const std::string& clause) { return {{}, std::string(what) + ": " + clause}; }

// "name@whom" in two; no whom: empty.
struct Addressed {
  std::string_view name, whom;
  bool has_whom = false;
};
Addressed split_whom(std::string_view text) {
  const auto at = text.rfind('@');
  if (at == std::string_view::npos) return {text, {}, false};
  return {text.substr(0, at), text.substr(at + 1), true};
}

constexpr std::string_view kListed = "; scrutineer list checkers shows what there is";

std::string hint(std::string_view word, std::span<const std::string_view> known, std::string_view otherwise = "") {
  const auto meant = did_you_mean(word, known);
  return meant ? "; did you mean \"" + std::string(*meant) + "\"?" : std::string(otherwise);
}

// How much a setting counts for the actor; nothing: it is not for this actor. Nobody named is the same as the actor's
// own type, as `policy.x` alone means every vehicle.
std::optional<int> weight(const Scope& scope, const trace::ActorInfo& actor, bool is_ego) {
  switch (scope.kind) {
    case Scope::Kind::every:
      return 1;
    case Scope::Kind::type:
      if (scope.word == "physical_object") return 0;
      if (scope.word == trace::to_word(actor.type)) return 1;
      if (scope.word == trace::to_word(actor.category)) return 2;
      return std::nullopt;
    case Scope::Kind::role:
      if (scope.word == "sut" ? is_ego : !is_ego) {
        if (scope.word != "npc_vehicle" || actor.type == trace::ActorType::vehicle) return 3;
      }
      return std::nullopt;
    case Scope::Kind::actor:
      if (scope.word == actor.id) return 4;
      return std::nullopt;
  }
  return std::nullopt;
}

}  // namespace

bool is_for(const Scope& scope, const trace::ActorInfo& actor, bool is_ego) {
  if (scope.kind != Scope::Kind::role) return weight(scope, actor, is_ego).has_value();
  return weight({Scope::Kind::role, std::string(detail::role_of(scope.word))}, actor, is_ego).has_value();
}

namespace {

// A modifier of a program is switched with all that stands in it: their names begin with its own. What is turned on needs
// those that it stands in, but not what else stands in them.
template <typename Assignment>
void add_with_related(std::vector<Assignment>& assignments, std::span<const Check> checks, const Assignment& one) {
  assignments.push_back(one);
  if (!one.path.ends_with(detail::kEnabled)) return;
  const std::string_view inside = std::string_view(one.path).substr(0, one.path.size() - detail::kEnabled.size() + 1);
  for (const Check& check : checks) {
    const bool is_inner = check.info.name.starts_with(inside);
    const bool is_around =
        inside.starts_with(std::string(check.info.name) + '.') && inside.size() > check.info.name.size() + 1;
    if (!is_inner && !(is_around && one.value != 0.0)) continue;
    Assignment related = one;
    related.path = detail::enabled_path(check.info);
    assignments.push_back(std::move(related));
  }
}

}  // namespace

Settings::Settings(std::span<const Check> checks)
    : checks_(checks), paths_(std::make_shared<const detail::SettingPaths>(checks)) {}

std::span<const SettingInfo> Settings::all() const { return paths_->all(); }

std::vector<std::string> Settings::actors_named() const {
  std::set<std::string> ids;
  for (const Assignment& assignment : assignments_)
    if (assignment.scope.kind == Scope::Kind::actor) ids.insert(assignment.scope.word);
  return {ids.begin(), ids.end()};
}

// ---- what users say -------------------------------------------------------------------------------------------------

std::optional<Problem> Settings::set(std::string_view assignment) {
  const auto sign = assignment.rfind('=');  // ids may have some, values never
  if (sign == std::string_view::npos) return about(assignment, "expected PATH=VALUE, such as policy.max_speed=130kph");
  const std::string_view path = trim(assignment.substr(0, sign)), text = trim(assignment.substr(sign + 1));
  const std::string shown = std::string(path) + '=' + std::string(text);
  Result<detail::ScopedParameter> target = paths_->parse(path);
  if (!target) return about(shown, target.problem().message);
  const Result<double> value = parse_value(*target->parameter, text);
  if (!value) return about(shown, value.problem().message);
  assign(std::string(target->parameter->path), std::move(target->scope), *value);
  return std::nullopt;
}

void Settings::assign(std::string path, Scope scope, double value) {
  if (path == kProfilePath)
    profile_ = detail::from_number<Profile>(value);
  else
    add_with_related(assignments_, checks_, {std::move(path), std::move(scope), value});
}

std::optional<Problem> Settings::set(std::string_view path, const Scope& scope, double value) {
  const AnyParameter* parameter = paths_->find(path);
  if (parameter == nullptr) return about(path, "there is no such setting");
  Scope whom = scope;
  std::string name(path);
  if (whom.kind == Scope::Kind::role) whom.word = detail::role_of(scope.word);
  if (whom.kind != Scope::Kind::every) {
    // A switch at the root is for everybody; for some alone, the check is switched by its name.
    if (detail::is_from_root(path)) {
      const auto switched = std::ranges::find_if(checks_, [&](const Check& check) {
        const AnyParameter* own = detail::own_enabled(check.info);
        return own != nullptr && own->path == path;
      });
      if (switched == checks_.end()) return about(path, "is the same for everybody");
      name = detail::enabled_path(switched->info);
    }
    const bool is_known = whom.kind == Scope::Kind::type ? detail::is_type(whom.word) : !whom.word.empty();
    if (!is_known) return about(path, '"' + scope.word + "\" names no actors");
  }
  if (const auto problem = value_problem(*parameter, value)) return about(path, problem->message);
  assign(std::move(name), std::move(whom), value);
  return std::nullopt;
}

std::optional<Problem> Settings::enable(std::string_view check_and_whom) { return switch_check(check_and_whom, true); }

std::optional<Problem> Settings::disable(std::string_view check_and_whom) {
  return switch_check(check_and_whom, false);
}

std::optional<Problem> Settings::switch_check(std::string_view check_and_whom, bool on) {
  const auto [name, whom, has_whom] = split_whom(check_and_whom);
  const auto check = std::ranges::find(checks_, name, [](const Check& known) { return known.info.name; });
  if (check == checks_.end()) {
    std::vector<std::string_view> names;
    for (const Check& known : checks_) names.push_back(known.info.name);
    return about(check_and_whom, "there is no checker \"" + std::string(name) + '"' + hint(name, names, kListed));
  }
  bool sut = true, npc = true;
  if (has_whom) {
    if (whom != "sut" && whom != "npc" && whom != "all")
      return about(check_and_whom, "expected @sut, @npc or @all after the checker's name");
    sut = whom != "npc";
    npc = whom != "sut";
  } else if (on && (check->info.for_sut || check->info.for_npc)) {
    sut = check->info.for_sut;
    npc = check->info.for_npc;
  }
  const std::string path = detail::enabled_path(check->info);
  if (sut) add_with_related(assignments_, checks_, {path, {Scope::Kind::role, "sut"}, on ? 1.0 : 0.0, !has_whom});
  if (npc) add_with_related(assignments_, checks_, {path, {Scope::Kind::role, "npc"}, on ? 1.0 : 0.0, !has_whom});
  return std::nullopt;
}

std::optional<Problem> Settings::severity(std::string_view assignment) {
  const auto [choice, whom, has_whom] = split_whom(assignment);
  const auto sign = choice.find('=');
  if (sign == std::string_view::npos)
    return about(assignment, "expected KIND=LEVEL, such as speed_limit=warning or speed_limit=warning@sut");
  const std::string_view kind = trim(choice.substr(0, sign)), word = trim(choice.substr(sign + 1));

  std::vector<std::string_view> kinds;
  for (const Check& check : checks_)
    for (const KindInfo& known : check.info.kinds) kinds.push_back(known.name);
  if (std::ranges::find(kinds, kind) == kinds.end())
    return about(assignment, "there is no kind of issue \"" + std::string(kind) + '"' + hint(kind, kinds, kListed));

  const std::optional<Severity> level = severity_from_word(word);
  if (!level) {
    std::string known;
    for (const std::string_view severity : severity_words())
      known += (known.empty() ? "" : ", ") + std::string(severity);
    return about(assignment, "expected one of " + known + hint(word, severity_words()));
  }
  if (has_whom && whom != "sut" && whom != "other") return about(assignment, "expected @sut or @other after the level");
  Levels& levels = levels_[std::string(kind)];
  if (whom != "other") levels.sut = level;
  if (whom != "sut") levels.other = level;
  return std::nullopt;
}

std::optional<Problem> Settings::choose_profile(std::string_view name) {
  const auto word = std::ranges::find(kProfileWords, name);
  if (word == kProfileWords.end())
    return about(name, "expected one of classic, modern, all" + hint(name, kProfileWords));
  profile_ = static_cast<Profile>(word - kProfileWords.begin());
  return std::nullopt;
}

// ---- what checks ask ------------------------------------------------------------------------------------------------

const Settings::Assignment* Settings::winner(std::initializer_list<std::string_view> paths,
                                             const trace::ActorInfo& actor, bool is_ego) const {
  const Assignment* best = nullptr;
  int most = 0;
  for (const Assignment& assignment : assignments_) {
    if (std::ranges::find(paths, assignment.path) == paths.end()) continue;
    const std::optional<int> counts = weight(assignment.scope, actor, is_ego);
    if (!counts || *counts < most) continue;
    best = &assignment;
    most = assignment.gives_way ? 0 : *counts;
  }
  return best;
}

std::string_view Settings::path(const AnyParameter& parameter) const {
  const auto shown = shown_paths_.find(parameter.path);
  return shown == shown_paths_.end() ? parameter.path : std::string_view(shown->second);
}

double Settings::value(const AnyParameter& parameter, const trace::ActorInfo& actor, bool is_ego) const {
  if (const Assignment* set = winner({parameter.path}, actor, is_ego)) return set->value;
  return parameter.fallback_for == nullptr ? parameter.fallback : parameter.fallback_for(actor);
}

bool Settings::is_enabled(const CheckInfo& check, const trace::ActorInfo& actor, bool is_ego) const {
  const AnyParameter* own = detail::own_enabled(check);
  const bool is_for_actor = is_ego ? check.for_sut : check.for_npc;
  if (!assignments_.empty()) {
    const std::string path = detail::enabled_path(check);
    const Assignment* set = winner({path, own == nullptr ? std::string_view(path) : own->path}, actor, is_ego);
    if (set != nullptr) return set->value != 0.0 && (is_for_actor || set->scope.kind != Scope::Kind::every);
  }
  const bool is_asked_for = asked_for_.contains(check.name);
  const bool is_wanted = is_in(check, profile_) || is_asked_for;
  // A program that listens to a watcher of the road may listen to any actor's.
  const bool is_watcher_for_all = is_asked_for && check.kinds.empty() && check.profiles == InProfiles::modern;
  return (is_for_actor || is_watcher_for_all) && is_wanted && check.enabled && (own == nullptr || own->fallback != 0.0);
}

Severity Settings::severity(const KindInfo& kind, const trace::ActorInfo& actor, bool is_ego) const {
  if (const auto set = levels_.find(kind.name); set != levels_.end()) {
    const std::optional<Severity> level = is_ego ? set->second.sut : set->second.other;
    if (level) return *level;
  }
  if (kind.severity == nullptr) return is_ego ? kind.sut : kind.other;
  const auto level = detail::from_number<Severity>(value(*kind.severity, actor, is_ego));
  // What nobody set is the ego's: others' may be milder.
  const bool is_set = is_ego || winner({kind.severity->path}, actor, is_ego) != nullptr;
  return is_set ? level : std::min(level, kind.other);
}

bool Settings::names_kind(std::string_view kind) const { return levels_.contains(kind); }

Duration Settings::merge_gap(const CheckInfo& check, const trace::ActorInfo& actor, bool is_ego) const {
  const Duration by_default = check.merge_gap.value_or(Duration{});
  if (assignments_.empty()) return by_default;
  const Assignment* set = winner({detail::merge_gap_path(check)}, actor, is_ego);
  return set == nullptr ? by_default : from_seconds(set->value).value_or(by_default);
}

}  // namespace scrutineer::watch
