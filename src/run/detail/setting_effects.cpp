#include "run/detail/setting_effects.h"

#include <fmt/format.h>

#include <algorithm>

#include "trace/categories.h"
#include "trace/words.h"
#include "watch/parameter_text.h"

namespace scrutineer::run::detail {

namespace {

struct Somebody {
  trace::ActorInfo actor;
  bool is_ego = false;
};

// One of every kind that a setting may be for.
std::vector<Somebody> everybody(const watch::Settings& settings) {
  std::vector<Somebody> all;
  for (std::size_t i = 0; i < trace::words<trace::Category>().size(); ++i) {
    trace::ActorInfo actor;
    actor.category = static_cast<trace::Category>(i);
    actor.type = type_of(actor.category);
    for (const bool is_ego : {true, false}) all.push_back({actor, is_ego});
  }
  for (const std::string& id : settings.actors_named()) {
    trace::ActorInfo actor;
    actor.id = id;
    actor.type = trace::ActorType::vehicle;
    for (const bool is_ego : {true, false}) all.push_back({actor, is_ego});
  }
  return all;
}

bool is_number(const watch::AnyParameter& parameter) {
  return parameter.type != watch::ValueType::truth && parameter.type != watch::ValueType::word;
}

double by_default(const watch::AnyParameter& parameter, const trace::ActorInfo& actor) {
  return parameter.fallback_for == nullptr ? parameter.fallback : parameter.fallback_for(actor);
}

bool is_changed(const watch::AnyParameter& parameter, const Somebody& whom, const watch::Settings& settings) {
  return settings.value(parameter, whom.actor, whom.is_ego) != by_default(parameter, whom.actor);
}

// The checkers that read the setting and are enabled for at least one kind of actor whose value was changed.
std::vector<std::string_view> moved_by(const watch::SettingInfo& setting, std::span<const watch::Check> checks,
                                       const std::vector<Somebody>& all, const watch::Settings& settings) {
  std::vector<std::string_view> moved;
  for (const watch::Check& check : checks) {
    if (check.info.kinds.empty() || std::ranges::find(setting.checks, check.info.name) == setting.checks.end())
      continue;
    const bool is_moved = std::ranges::any_of(all, [&](const Somebody& whom) {
      return is_changed(*setting.parameter, whom, settings) && settings.is_enabled(check.info, whom.actor, whom.is_ego);
    });
    if (is_moved) moved.push_back(check.info.name);
  }
  return moved;
}

// "policy.max_speed" of "policy.min_speed", "...distance_ub" of "...distance_lb"; empty: it is no lower bound.
std::string upper_bound_of(std::string_view path) {
  std::string other(path);
  const std::size_t name = path.rfind('.') + 1;
  if (const std::size_t at = path.find("min_", name); at != std::string_view::npos) return other.replace(at, 4, "max_");
  if (path.ends_with("_lb")) return other.replace(other.size() - 3, 3, "_ub");
  return "";
}

}  // namespace

std::vector<std::string> side_effects(std::span<const watch::Check> checks, const watch::Settings& settings) {
  const std::vector<Somebody> all = everybody(settings);
  std::vector<std::string> notes;
  for (const watch::SettingInfo& setting : settings.all()) {
    if (setting.checks.size() < 2 || !is_number(*setting.parameter)) continue;
    const std::vector<std::string_view> moved = moved_by(setting, checks, all, settings);
    if (moved.size() < 2) continue;
    const std::string_view path = setting.parameter->path;
    notes.push_back(fmt::format("{} is set, and moves the limits of {} and {} alike; scrutineer explain {} says how",
                                path, fmt::join(moved.begin(), moved.end() - 1, ", "), moved.back(), path));
  }
  return notes;
}

std::optional<Problem> contradiction(const watch::Settings& settings) {
  const std::vector<Somebody> all = everybody(settings);
  for (const watch::SettingInfo& lower : settings.all()) {
    const std::string other = is_number(*lower.parameter) ? upper_bound_of(lower.parameter->path) : "";
    const auto upper = std::ranges::find(settings.all(), other,
                                         [](const watch::SettingInfo& setting) { return setting.parameter->path; });
    if (other.empty() || upper == settings.all().end() || upper->parameter->type != lower.parameter->type) continue;
    for (const Somebody& whom : all) {
      const double least = settings.value(*lower.parameter, whom.actor, whom.is_ego);
      const double most = settings.value(*upper->parameter, whom.actor, whom.is_ego);
      const bool is_meant =
          is_changed(*lower.parameter, whom, settings) || is_changed(*upper->parameter, whom, settings);
      if (!is_meant || !(least > most)) continue;
      return Problem{{},
                     fmt::format("{}={} is above {}={}: no drive could be within both; set them so that it is below",
                                 lower.parameter->path, value_text(*lower.parameter, least), other,
                                 value_text(*upper->parameter, most))};
    }
  }
  return std::nullopt;
}

}  // namespace scrutineer::run::detail
