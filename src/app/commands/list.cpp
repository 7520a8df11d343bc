// scrutineer list: which checks there are, and what can be set.

#include <fmt/format.h>

#include <ostream>

#include "app/detail/check_json.h"
#include "app/detail/check_words.h"
#include "app/detail/command.h"
#include "app/detail/rule_pages.h"
#include "app/detail/setting_entry.h"
#include "app/detail/shared_options.h"
#include "app/detail/table.h"
#include "app/detail/words.h"
#include "app/detail/wrap.h"

namespace scrutineer::app {

namespace {

struct ListOptions {
  std::vector<std::string> config, lang_path;
  Format format = Format::text;
};

std::string first_word_of_whom(const watch::CheckInfo& info) {
  std::string text = info.for_sut && !info.for_npc                     ? "ego"
                     : info.subject == watch::Subject::physical_object ? "objects"
                                                                       : to_words(info.subject) + 's';
  if (!info.for_sut) text += " but ego";
  return info.enabled ? text : text + ", off";
}

// A KPI's watchers differ in little: their names say it.
std::string kpi_text(const KpiOfWatchers& kpi, bool colour) {
  std::string text = '\n' + inked(colour, Ink::bold, kpi.info->name) + " (KPI)\n";
  text += wrapped(fmt::format("{} It is made of the intervals of these watchers:", kpi.info->summary),
                  {.indent = "  ", .colour = colour});
  for (const watch::CheckInfo* watcher : kpi.watchers) text += "    " + inked(colour, Ink::bold, watcher->name) + '\n';
  return text;
}

// A table whose rows have a sentence below each.
std::string checkers_text(std::span<const watch::Check> all, bool colour) {
  std::vector<watch::Check> checks(all.begin(), all.end());
  std::erase_if(checks, [](const watch::Check& check) { return watch::is_hidden_by_kpi(check.info); });
  Table table(std::vector<Align>(6, Align::left));
  table.row({"checker", "watches", "ego", "others", "map", "status"});
  for (const watch::Check& check : checks) {
    const watch::CheckInfo& info = check.info;
    table.row({std::string(info.name), first_word_of_whom(info), severities(info, true), severities(info, false),
               needs_map(info) ? "yes" : "", std::string(to_word(info.status))});
  }
  const std::string rows = table.text();
  std::string text;
  std::size_t begin = rows.find('\n') + 1;
  text += inked(colour, Ink::dim, std::string_view(rows).substr(0, begin - 1)) + '\n';
  for (const watch::Check& check : checks) {
    const std::size_t end = rows.find('\n', begin), name = check.info.name.size();
    text += inked(colour, Ink::bold, check.info.name) + rows.substr(begin + name, end - begin - name) + '\n';
    text += wrapped(check.info.summary, {.indent = "  ", .colour = colour});
    begin = end + 1;
  }
  for (const KpiOfWatchers& kpi : kpis_of(all)) text += kpi_text(kpi, colour);
  text += '\n' + wrapped(
                     "The columns ego and others are severities: how bad an issue is where the ego is at fault, and "
                     "where another actor is. `scrutineer explain NAME` explains one.",
                     {.colour = colour});
  return text;
}

std::string settings_text(std::span<const watch::Check> checks, const watch::Settings& settings, bool colour) {
  std::string text, group;
  for (const watch::SettingInfo& setting : settings.all()) {
    if (is_implied(setting, checks)) continue;
    const std::string path(setting.parameter->path), of = path.substr(0, path.rfind('.'));
    if (!group.empty() && of != group) text += '\n';
    group = of;
    text += setting_entry(setting, colour);
  }
  std::string off;
  for (const watch::Check& check : checks)
    if (!check.info.enabled) off += (off.empty() ? "" : ", ") + std::string(check.info.name);
  text += '\n' + wrapped(fmt::format("Every checker also has `NAME.enabled` (true or false; true{}) and "
                                     "`NAME.merge_gap` (time, at least 0s; {}): violations closer together than this "
                                     "are joined. If one of these is listed above, it is at that path instead.",
                                     off.empty() ? "" : ", but false for " + off, merge_gap_defaults(checks, "")),
                         {.colour = colour});
  text += '\n' + wrapped(
                     "Set them with `scrutineer check --set PATH=VALUE`, with the value's unit. A type, a role or an "
                     "actor before the path says for whom: `sut.car.policy.max_speed`, `truck.policy.max_speed`, "
                     "`actors.17.policy.max_speed`; docs/settings.md has the details.",
                     {.colour = colour});
  return text;
}

int list_checkers(const ListOptions& options, Outside& outside) {
  const auto configuration = configured(options.config, outside, options.lang_path);
  if (!configuration) return kNotEvaluated;
  const std::vector<watch::Check>& checks = configuration->checks;
  outside.screen.out << (options.format == Format::json ? checks_to_json(checks, watch::Settings(checks))
                                                        : checkers_text(checks, outside.screen.colour_out));
  return kFine;
}

int list_settings(const ListOptions& options, Outside& outside) {
  const auto configuration = configured(options.config, outside, options.lang_path);
  if (!configuration) return kNotEvaluated;
  const std::vector<watch::Check>& checks = configuration->checks;
  const watch::Settings settings(checks);
  outside.screen.out << (options.format == Format::json ? settings_to_json(settings)
                                                        : settings_text(checks, settings, outside.screen.colour_out));
  return kFine;
}

// ---- profiles -------------------------------------------------------------------------------------------------------

std::string profiles_text(std::span<const watch::Check> checks, bool colour) {
  std::string text;
  for (std::size_t i = 0; i < watch::profiles().size(); ++i) {
    const watch::ProfileInfo& profile = watch::profiles()[i];
    const std::size_t count = checks_in(checks, static_cast<watch::Profile>(i)).size();
    text += fmt::format("{}  ({} checks{})\n", inked(colour, Ink::bold, profile.name), count,
                        i == 0 ? ", the default" : "");
    text += wrapped(profile.summary, {.indent = "  ", .colour = colour});
  }
  return text + '\n' +
         wrapped(
             "Choose one by `scrutineer check --profile NAME`, by \"profile\" in a manifest, or by "
             "keep(profile == NAME) in `extend top`. Enabling or disabling a single checker counts more. "
             "`scrutineer explain NAME` lists what is in a profile.",
             {.colour = colour});
}

int list_profiles(const ListOptions& options, Outside& outside) {
  const auto configuration = configured(options.config, outside, options.lang_path);
  if (!configuration) return kNotEvaluated;
  const std::vector<watch::Check>& checks = configuration->checks;
  outside.screen.out << (options.format == Format::json ? profiles_to_json(checks)
                                                        : profiles_text(checks, outside.screen.colour_out));
  return kFine;
}

struct ListRulesOptions {
  Format format = Format::text;
};

int list_map_rules(const ListRulesOptions& options, Outside& outside) {
  outside.screen.out << (options.format == Format::json ? rules_to_json() : rules_text(outside.screen.colour_out));
  return kFine;
}

void add_rule_options(Options& options, ListRulesOptions& values) { add_text_or_json(options, values.format); }

void add_options(Options& options, ListOptions& values) {
  options.add("--config", values.config, "List what these files add, too", "FILE");
  add_lang_path(options, values.lang_path);
  add_text_or_json(options, values.format);
}

}  // namespace

Command list_checkers_command() {
  return {.name = "list checkers",
          .turn = 400,
          .summary = "Every checker: whom it watches, how bad its issues are, what it needs",
          .example = "scrutineer list checkers",
          .declare = declare<ListOptions, add_options, list_checkers>};
}

Command list_settings_command() {
  return {.name = "list settings",
          .turn = 410,
          .summary = "Everything that --set can set: path, default, unit, range, and which checkers read it",
          .example = "scrutineer list settings",
          .declare = declare<ListOptions, add_options, list_settings>};
}

Command list_profiles_command() {
  return {.name = "list profiles",
          .turn = 415,
          .summary = "Named sets of checkers, for --profile",
          .example = "scrutineer list profiles",
          .declare = declare<ListOptions, add_options, list_profiles>};
}

Command list_map_rules_command() {
  return {.name = "list map-rules",
          .turn = 420,
          .summary = "Every rule of map check: its level, whether check counts it, what holds in a sound map",
          .example = "scrutineer list map-rules",
          .declare = declare<ListRulesOptions, add_rule_options, list_map_rules>};
}

}  // namespace scrutineer::app
