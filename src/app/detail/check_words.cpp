#include "app/detail/check_words.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "scene/facts.h"
#include "watch/parameter_text.h"

namespace scrutineer::app {

namespace {

bool needs_map(const std::vector<const scene::Fact*>& test) {
  return std::ranges::any_of(test, [](const scene::Fact* fact) { return fact->needs_map; });
}

constexpr std::string_view kWhenSkipped =
    "A value that the run does not report is derived from what it does report, but only by as many differences as "
    "`--derive` allows: with more, noise would drown it. Actors without the value are not judged; if no actor has it, "
    "the checker is skipped.";

}  // namespace

std::string to_words(watch::Subject subject) {
  std::string words(watch::to_word(subject));
  std::ranges::replace(words, '_', ' ');
  return words;
}

std::string whom(const watch::CheckInfo& info) {
  if (info.for_sut && !info.for_npc) return "the ego";
  const std::string all = fmt::format("every {}", to_words(info.subject));
  return info.for_sut ? all : all + " but the ego";
}

std::string whom_and_how(const watch::CheckInfo& info) {
  if (!info.enabled) return fmt::format("nobody until it is enabled (`--enable {}`); then {}", info.name, whom(info));
  // What is told of others as the ego sees them cannot be told of the ego.
  if ((info.for_sut && info.for_npc) || watch::is_hidden_by_kpi(info)) return whom(info);
  return fmt::format("{}; with `--enable {}@all` every {}", whom(info), info.name, to_words(info.subject));
}

std::string severities(const watch::CheckInfo& info, bool for_sut) {
  std::set<watch::Severity> found;
  for (const watch::KindInfo& kind : info.kinds) found.insert(for_sut ? kind.sut : kind.other);
  std::string text;
  for (const watch::Severity severity : found)
    text += (text.empty() ? "" : "/") + std::string(watch::to_word(severity));
  return text;
}

std::string_view to_word(watch::Status status) {
  switch (status) {
    case watch::Status::preview:
      return "preview";
    case watch::Status::stable:
      return "stable";
    case watch::Status::deprecated:
      break;
  }
  return "deprecated";
}

std::string status_sentence(const watch::CheckInfo& info, std::span<const watch::Check> checks) {
  std::string status(to_word(info.status));
  if (info.replaced_by.empty()) return status;
  const bool is_there = std::ranges::any_of(checks, [&](const watch::Check& check) {
    return check.info.name == info.replaced_by || check.info.family == info.replaced_by;
  });
  return is_there ? fmt::format("{}: `{}` replaces it", status, info.replaced_by)
                  : fmt::format("{}: `{}` will replace it, in a later version", status, info.replaced_by);
}

std::string profiles_of(const watch::CheckInfo& info) {
  const bool is_classic = is_in(info, watch::Profile::classic), is_modern = is_in(info, watch::Profile::modern);
  if (is_classic && is_modern) return "";
  return is_modern ? "done in the profiles `modern` and `all`, not in `classic`"
                   : "done in the profiles `classic` and `all`, not in `modern`";
}

std::vector<const watch::CheckInfo*> checks_in(std::span<const watch::Check> checks, watch::Profile profile) {
  std::vector<const watch::CheckInfo*> found;
  for (const watch::Check& check : checks)
    if (check.info.enabled && is_in(check.info, profile)) found.push_back(&check.info);
  return found;
}

std::vector<KpiOfWatchers> kpis_of(std::span<const watch::Check> checks) {
  std::map<std::string_view, KpiOfWatchers> by_name;
  for (const watch::Check& check : checks) {
    if (!check.info.kpi) continue;
    KpiOfWatchers& kpi = by_name[check.info.kpi->info.name];
    kpi.info = &check.info.kpi->info;
    kpi.watchers.push_back(&check.info);
  }
  std::vector<KpiOfWatchers> all;
  all.reserve(by_name.size());
  for (auto& [name, kpi] : by_name) all.push_back(std::move(kpi));
  return all;
}

bool needs_map(const watch::CheckInfo& info) {
  return !info.needs.empty() && std::ranges::all_of(info.needs, [](const auto& test) { return needs_map(test); });
}

Needs needs_of(const watch::CheckInfo& info) {
  Needs needs;
  if (info.needs.empty()) {
    needs.before = "Nothing but the positions that every run has.";
    return needs;
  }
  bool any_derived = false;
  for (const auto& test : info.needs) {
    auto& facts = needs.tests.emplace_back();
    for (const scene::Fact* fact : test) {
      facts.push_back({fact->name, fact->unit, fact->meaning});
      any_derived = any_derived || fact->basis != scene::FactBasis::none;
    }
  }
  needs.before = needs_map(info) ? "A map: without one it is skipped. " : "";
  needs.before += info.needs.size() == 1
                      ? "It looks at"
                      : "It does several tests. One without the values that it looks at is left out, and the check is "
                        "skipped if none is left:";
  if (any_derived) needs.after = kWhenSkipped;
  return needs;
}

std::vector<const watch::AnyParameter*> parameters_of(const watch::CheckInfo& info, const watch::Settings& settings) {
  std::vector<const watch::AnyParameter*> all = info.parameters;
  for (const watch::SettingInfo& setting : settings.all()) {
    if (std::ranges::find(setting.checks, info.name) == setting.checks.end()) continue;
    const auto same = [&](const watch::AnyParameter* known) { return known->path == setting.parameter->path; };
    if (std::ranges::none_of(all, same)) all.push_back(setting.parameter);
  }
  return all;
}

bool is_implied(const watch::SettingInfo& setting, std::span<const watch::Check> checks) {
  return std::ranges::none_of(checks, [&](const watch::Check& check) {
    return std::ranges::any_of(check.info.parameters, [&](const watch::AnyParameter* parameter) {
      return parameter->path == setting.parameter->path;
    });
  });
}

std::string merge_gap_defaults(std::span<const watch::Check> checks, std::string_view quotes) {
  std::map<Duration, std::string> names;  // by gap
  std::string without;
  const auto add = [&](std::string& list, const watch::Check& check) {
    list += fmt::format("{}{}{}{}", list.empty() ? "" : ", ", quotes, check.info.name, quotes);
  };
  for (const watch::Check& check : checks) {
    if (!check.info.merge_gap)
      add(without, check);
    else if (*check.info.merge_gap != Duration{})
      add(names[*check.info.merge_gap], check);
  }
  std::string text = fmt::format("{}0s{}", quotes, quotes);
  for (const auto& [gap, list] : names) text += fmt::format("; {}{}s{} for {}", quotes, to_seconds(gap), quotes, list);
  return without.empty() ? text : text + "; none for " + without;
}

std::string type_and_range(const watch::AnyParameter& parameter) {
  const std::string range = watch::range_text(parameter);
  return watch::type_text(parameter) + (range.empty() ? "" : ", " + range);
}

}  // namespace scrutineer::app
