// What lists, explanations and docs say of a check beside its own texts.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "watch/check.h"
#include "watch/kpi.h"
#include "watch/profile.h"
#include "watch/settings.h"

namespace scrutineer::app {

// "vehicle", "plain object", ...
std::string to_words(watch::Subject subject);
// "every vehicle", "the ego", ...
std::string whom(const watch::CheckInfo& info);
// The same with how to watch others, or anybody at all.
std::string whom_and_how(const watch::CheckInfo& info);
// Of all kinds, each once, the mildest first: "error", "warning, error".
std::string severities(const watch::CheckInfo& info, bool for_sut);
std::string_view to_word(watch::Status status);
// "stable", "deprecated: speed_limit_violation replaces it". `checks` tell whether that one is there already.
std::string status_sentence(const watch::CheckInfo& info, std::span<const watch::Check> checks);

// "in the profiles modern and all, not in classic"; empty: it is in each of them.
std::string profiles_of(const watch::CheckInfo& info);
// Those of a profile that are on by default, by name.
std::vector<const watch::CheckInfo*> checks_in(std::span<const watch::Check> checks, watch::Profile profile);

// The KPIs that the checks are watchers of, by name, each with its watchers.
struct KpiOfWatchers {
  const watch::KpiInfo* info = nullptr;
  std::vector<const watch::CheckInfo*> watchers = {};
};
std::vector<KpiOfWatchers> kpis_of(std::span<const watch::Check> checks);

bool needs_map(const watch::CheckInfo& info);  // none of its tests can do without

// What it needs and when it is skipped, as paragraphs with names `between backticks`, and the facts that it asks for.
struct Needs {
  std::string before;
  struct NeededFact {
    std::string_view name, unit, meaning;
  };
  std::vector<std::vector<NeededFact>> tests;  // each with its facts
  std::string after;
};
Needs needs_of(const watch::CheckInfo& info);

// Its parameters as declared, then those that every check has.
std::vector<const watch::AnyParameter*> parameters_of(const watch::CheckInfo& info, const watch::Settings& settings);
// Not declared by a check, but one of those that every check has.
bool is_implied(const watch::SettingInfo& setting, std::span<const watch::Check> checks);
// "0s; 0.5s for speed_limit; none for car_does_not_move": what NAME.merge_gap is by default, values between `quotes`.
std::string merge_gap_defaults(std::span<const watch::Check> checks, std::string_view quotes);
// "jerk, at least 0mpspsps"
std::string type_and_range(const watch::AnyParameter& parameter);

}  // namespace scrutineer::app
