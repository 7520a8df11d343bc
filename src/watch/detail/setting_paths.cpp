#include "watch/detail/setting_paths.h"

#include <algorithm>

#include "base/text.h"
#include "trace/words.h"

namespace scrutineer::watch::detail {
namespace {

constexpr std::string_view kRoots[] = {"ftlx_global_eval_config."};
constexpr std::string_view kActors = "actors.";

struct RoleWord {
  std::string_view word, role;
};
// The longer before those that they begin with.
constexpr RoleWord kRoles[] = {
    {"sut.car", "sut"}, {"sut_vehicle", "sut"}, {"sut", "sut"}, {"npc_vehicle", "npc_vehicle"}, {"npc", "npc"}};

std::string_view last_part(std::string_view path) {
  const auto dot = path.rfind('.');
  return dot == std::string_view::npos ? path : path.substr(dot + 1);
}

std::vector<std::string_view> scope_words() {
  std::vector<std::string_view> words{"physical_object"};
  for (const std::string_view word : trace::words<trace::ActorType>()) words.push_back(word);
  for (const std::string_view word : trace::words<trace::Category>()) words.push_back(word);
  for (const auto& [word, role] : kRoles) words.push_back(word);
  words.push_back("actors");
  return words;
}

Problem wrong_path(std::string message) { return {{}, std::move(message)}; }

// Is the path that of a parameter of this check?
bool is_parameter_of(std::string_view check, std::string_view path) {
  return path.starts_with(check) && path.substr(check.size()).starts_with('.') &&
         path.find('.', check.size() + 1) == std::string_view::npos;
}

// `"a"`, `"a" or "b"`, `"a", "b" or "c"`
std::string alternatives(std::span<const std::string_view> words, std::string_view prefix) {
  std::string text;
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (i > 0) text += i + 1 == words.size() ? " or " : ", ";
    text += '"' + std::string(prefix) + std::string(words[i]) + '"';
  }
  return text;
}

}  // namespace

bool is_from_root(std::string_view path) {
  return path == kProfilePath ||
         std::ranges::any_of(kRoots, [&](std::string_view root) { return path.starts_with(root); });
}

bool is_type(std::string_view word) {
  return word == "physical_object" || trace::from_word<trace::ActorType>(word) ||
         trace::from_word<trace::Category>(word);
}

std::string_view role_of(std::string_view word) {
  const auto found = std::ranges::find(kRoles, word, &RoleWord::word);
  return found == std::end(kRoles) ? std::string_view() : found->role;
}

std::string enabled_path(const CheckInfo& check) { return std::string(check.name) + std::string(kEnabled); }
std::string merge_gap_path(const CheckInfo& check) { return std::string(check.name) + ".merge_gap"; }

const AnyParameter* own_enabled(const CheckInfo& check) {
  for (const AnyParameter* parameter : check.parameters)
    if (parameter->path.ends_with(kEnabled)) return parameter;
  return nullptr;
}

SettingPaths::SettingPaths(std::span<const Check> checks) : checks_(checks) {
  for (const auto& [info, make] : checks) {
    for (const AnyParameter* parameter : info.parameters) add(*parameter, info);
    if (own_enabled(info) == nullptr)
      add(imply(enabled_path(info), "Whether the checker is on.", ValueType::truth, info.enabled ? 1.0 : 0.0, kAny),
          info);
    if (info.merge_gap)
      add(imply(merge_gap_path(info), "Violations closer together than this are joined.", ValueType::time,
                to_seconds(*info.merge_gap), kNotNegative),
          info);
  }
  AnyParameter& profile = implied_.emplace_back();
  profile.path = kProfilePath;
  profile.meaning = "Which checks are done where nothing is said of them: scrutineer list profiles tells.";
  profile.type = ValueType::word;
  profile.words = kProfileWords;
  all_.push_back({&profile, {}});
  std::ranges::sort(all_, {}, [](const SettingInfo& setting) { return setting.parameter->path; });
}

const AnyParameter& SettingPaths::imply(std::string path, std::string_view meaning, ValueType type, double fallback,
                                        Range range) {
  const std::string& text = path_texts_.emplace_back(std::move(path));
  return implied_.emplace_back(AnyParameter{text, meaning, type, fallback, nullptr, {}, range, {}});
}

void SettingPaths::add(const AnyParameter& parameter, const CheckInfo& check) {
  const auto same =
      std::ranges::find(all_, parameter.path, [](const SettingInfo& known) { return known.parameter->path; });
  SettingInfo& setting = same == all_.end() ? all_.emplace_back(SettingInfo{&parameter, {}}) : *same;
  setting.checks.insert(std::ranges::upper_bound(setting.checks, check.name), check.name);
}

const AnyParameter* SettingPaths::find(std::string_view path) const {
  const auto path_of = [](const SettingInfo& setting) { return setting.parameter->path; };
  const auto found = std::ranges::lower_bound(all_, path, {}, path_of);
  return found == all_.end() || path_of(*found) != path ? nullptr : found->parameter;
}

// "actors.ID.path" or "actors.|ID|.path".
std::optional<SettingPaths::Split> SettingPaths::split_actor(std::string_view text) const {
  if (!text.starts_with(kActors)) return std::nullopt;
  const std::string_view rest = text.substr(kActors.size());
  const auto at = [&](std::string_view id, std::size_t path_at) {
    const std::size_t begin = kActors.size() + path_at;
    return Split{{Scope::Kind::actor, std::string(id)}, text.substr(0, begin), text.substr(begin)};
  };
  if (rest.starts_with('|')) {
    const auto bar = rest.rfind("|.");  // no path has bars
    if (bar != std::string_view::npos && bar > 1) return at(rest.substr(1, bar - 1), bar + 2);
  }
  const auto first = rest.find('.');
  if (first == std::string_view::npos || first == 0) return std::nullopt;
  for (auto dot = first; dot != std::string_view::npos; dot = rest.find('.', dot + 1))
    if (find(rest.substr(dot + 1)) != nullptr) return at(rest.substr(0, dot), dot + 1);
  return at(rest.substr(0, first), first + 1);
}

std::optional<SettingPaths::Split> SettingPaths::split(std::string_view text) const {
  if (auto actor = split_actor(text)) return actor;
  const auto begins_with = [&](std::string_view word) {
    return text.starts_with(word) && text.substr(word.size()).starts_with('.');
  };
  for (const auto& [word, role] : kRoles)
    if (begins_with(word))
      return Split{
          {Scope::Kind::role, std::string(role)}, text.substr(0, word.size() + 1), text.substr(word.size() + 1)};
  const std::string_view word = text.substr(0, text.find('.'));
  if (word.size() == text.size() || !is_type(word)) return std::nullopt;
  return Split{{Scope::Kind::type, std::string(word)}, text.substr(0, word.size() + 1), text.substr(word.size() + 1)};
}

Result<ScopedParameter> SettingPaths::parse(std::string_view text) const {
  if (const AnyParameter* parameter = find(text)) return ScopedParameter{{}, parameter};
  if (text.starts_with(kActors)) {
    std::string_view path = text.substr(kActors.size());
    if (path.starts_with('.')) path.remove_prefix(1);
    if (find(path) != nullptr) return wrong_path("the actor's id is missing: actors.ID." + std::string(path));
  }
  if (const auto parts = split(text)) {
    const AnyParameter* parameter = find(parts->path);
    if (parameter == nullptr) return unknown(parts->prefix, parts->path);
    if (is_from_root(parts->path))
      return wrong_path("is the same for everybody: leave out \"" + std::string(parts->prefix) + '"');
    return ScopedParameter{parts->scope, parameter};
  }
  for (auto dot = text.find('.'); dot != std::string_view::npos; dot = text.find('.', dot + 1)) {
    const std::string_view path = text.substr(dot + 1);
    if (find(path) == nullptr) continue;
    const std::string_view whom = text.substr(0, dot);
    std::string message = '"' + std::string(whom) + "\" is no type of actor, sut, npc_vehicle or actors.ID";
    if (const auto word = did_you_mean(whom, scope_words()))
      message += "; did you mean \"" + std::string(*word) + "." + std::string(path) + "\"?";
    return wrong_path(std::move(message));
  }
  return unknown("", text);
}

Problem SettingPaths::unknown(std::string_view prefix, std::string_view path) const {
  const std::vector<std::string_view> candidates = meant(path);
  std::string message = "there is no such setting";
  constexpr std::size_t kMost = 3;  // that a person reads
  if (!candidates.empty() && candidates.size() <= kMost) {
    const bool are_whole = std::ranges::any_of(candidates, [&](std::string_view candidate) {
      return is_from_root(candidate) || candidate.starts_with(prefix);
    });
    message += "; did you mean " + alternatives(candidates, are_whole ? "" : prefix) + '?';
  } else {
    message += "; scrutineer list settings shows what there is";
  }
  // Checks of the user's own are called by the path of what they stand in, which may begin as a scope does:
  // vehicle.following.tailgating.
  const std::string whole = std::string(prefix) + std::string(path);
  for (const auto& [info, make] : checks_)
    if (info.name.find('.') != std::string_view::npos &&
        (is_parameter_of(info.name, path) || is_parameter_of(info.name, whole)))
      message += "; what a keep fixes, a text and what is computed while the run goes on cannot be set of " +
                 std::string(info.name);
  return wrong_path(std::move(message));
}

// The settings that an unknown path was likely meant to be.
std::vector<std::string_view> SettingPaths::meant(std::string_view path) const {
  for (const auto& [info, make] : checks_)
    if (path == enabled_path(info))
      if (const AnyParameter* own = own_enabled(info)) return {own->path};
  std::vector<std::string_view> paths, with_same_end;
  for (const SettingInfo& setting : all_) {
    paths.push_back(setting.parameter->path);
    if (last_part(paths.back()) == last_part(path)) with_same_end.push_back(paths.back());
  }
  if (const auto near = did_you_mean(path, with_same_end)) return {*near};
  if (!with_same_end.empty()) return with_same_end;
  if (const auto near = did_you_mean(path, paths)) return {*near};
  return {};
}

}  // namespace scrutineer::watch::detail
