#include "app/detail/check_pages.h"

#include <fmt/format.h>

#include <map>

#include "app/detail/check_words.h"
#include "base/unit.h"
#include "watch/parameter_text.h"

namespace scrutineer::app {

namespace {

constexpr std::string_view kMade = "<!-- Made by `scrutineer docs` from the declarations in src/checks. -->\n\n";

// In a table a bar would end the cell.
std::string cell(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (c == '|') out += '\\';
    out += c == '\n' ? ' ' : c;
  }
  return out;
}

std::string parameter_row(const watch::AnyParameter& parameter) {
  return fmt::format("| `{}` | {} | `{}` | {} | {} |", parameter.path, cell(watch::type_text(parameter)),
                     watch::default_text(parameter), cell(watch::range_text(parameter)), cell(parameter.meaning));
}

std::string kinds_section(const watch::CheckInfo& info) {
  if (info.kinds.empty()) return "";
  std::string out = "\n## Issues\n\n| kind | of the ego | of others | when |\n|---|---|---|---|\n";
  for (const watch::KindInfo& kind : info.kinds)
    out += fmt::format("| `{}` | {} | {} | {} |\n", kind.name, watch::to_word(kind.sut), watch::to_word(kind.other),
                       cell(kind.when));
  for (const watch::KindInfo& kind : info.kinds)
    if (kind.severity != nullptr) return out + fmt::format("\nThe severity is set by `{}`.\n", kind.severity->path);
  return out +
         fmt::format("\n`--severity {}=warning` changes the severity, `--severity {}=warning@sut` only for the ego.\n",
                     info.kinds.front().name, info.kinds.front().name);
}

std::string metrics_table(std::span<const watch::MetricInfo> metrics) {
  std::string out = "| metric | unit | meaning |\n|---|---|---|\n";
  for (const watch::MetricInfo& metric : metrics)
    out += fmt::format("| `{}` | {} | {} |\n", metric.name, metric.unit, cell(metric.meaning));
  return out;
}

std::string metrics_section(const watch::CheckInfo& info) {
  if (info.metrics.empty()) return "";
  const std::string_view of =
      info.kinds.empty() ? "Every interval has them." : "Every interval has them, and the issue that it raises.";
  return fmt::format("\n## Metrics\n\n{}\n\n{}", of, metrics_table(info.metrics));
}

std::string needs_section(const watch::CheckInfo& info) {
  const Needs needs = needs_of(info);
  std::string out = "\n## What it needs\n\n" + needs.before + '\n';
  for (const auto& test : needs.tests) {
    if (&test != &needs.tests.front()) out += "\nor\n";
    out += '\n';
    for (const auto& [name, unit, meaning] : test)
      out += fmt::format("- `{}`{}: {}\n", name, unit.empty() ? "" : fmt::format(" ({})", unit), meaning);
  }
  if (!needs.after.empty()) out += '\n' + needs.after + '\n';
  return out;
}

std::string page_of(const watch::CheckInfo& info, std::span<const watch::Check> checks,
                    const watch::Settings& settings) {
  std::string out = fmt::format("# {}\n\n{}{}\n\n", info.name, kMade, info.summary);
  out += fmt::format("- watches: {}\n- status: {}\n- since: version {}\n", whom_and_how(info),
                     status_sentence(info, checks), info.since);
  if (info.kpi) out += fmt::format("- part of: the KPI [{}]({}.md)\n", info.kpi->info.name, info.kpi->info.name);
  out += fmt::format("\n## How\n\n{}\n", info.doc);
  out += kinds_section(info);
  out += "\n## Parameters\n\n| path | type | default | allowed | meaning |\n|---|---|---|---|---|\n";
  for (const watch::AnyParameter* parameter : parameters_of(info, settings)) out += parameter_row(*parameter) + '\n';
  out += "\n[Settings](../settings.md) says how to set them, and for whom.\n";
  out += metrics_section(info);
  out += needs_section(info);
  if (!info.remedy.empty()) out += fmt::format("\n## What to do about it\n\n{}\n", info.remedy);
  return out;
}

std::string page_of(const KpiOfWatchers& kpi) {
  const watch::KpiInfo& info = *kpi.info;
  std::string out = fmt::format("# {}\n\n{}{} A KPI.\n\n## How\n\n{}\n", info.name, kMade, info.summary, info.doc);
  if (!info.guide.empty()) out += fmt::format("\n[The guide](../{}) shows it.\n", info.guide);
  out += "\n## Watchers\n\nIt is made of their intervals.\n\n";
  for (const watch::CheckInfo* watcher : kpi.watchers)
    out += fmt::format("- [{}]({}.md): {}\n", watcher->name, watcher->name, watcher->summary);
  out += "\n## Metrics of each actor\n\nIn `kpis." + std::string(info.name) +
         ".actors`, beside `actor_id` and `type`.\n\n" + metrics_table(info.of_actors);
  out += "\n## Metrics in total\n\nOver these:\n\n| key | who |\n|---|---|\n";
  for (const watch::KpiTotal& total : info.totals)
    out += fmt::format("| `{}` | {} |\n", total.key, cell(total.meaning));
  out += '\n' + metrics_table(info.of_totals);
  out += fmt::format("\nThose of `{}` are also metrics of the run, as `{}.{}` and so on.\n", info.totals.front().key,
                     info.name, info.of_totals.front().name);
  return out;
}

std::string index(std::span<const watch::Check> checks) {
  std::string out = fmt::format(R"(# Checkers

{}This is what `scrutineer check` looks for. `scrutineer list checkers` shows the same list, and `scrutineer explain NAME` what the pages say.
The columns *ego* and *others* are severities: how bad an issue is if the ego is at fault, and if another actor is. `error` and
`error_continue` of the ego fail the run, those of others make it suspect; issues of severity `ignore` are not reported.

| checker | what | watches | ego | others | map | status |
|---|---|---|---|---|---|---|
)",
                                kMade);
  for (const watch::Check& check : checks) {
    const watch::CheckInfo& info = check.info;
    if (watch::is_hidden_by_kpi(info)) continue;
    out += fmt::format("| [{}]({}.md) | {} | {} | {} | {} | {} | {} |\n", info.name, info.name, cell(info.summary),
                       info.enabled ? whom(info) : "off; " + whom(info), severities(info, true),
                       severities(info, false), needs_map(info) ? "needed" : "", to_word(info.status));
  }
  out += R"(
Deprecated checkers still work and will stay; each names what will replace it. A checker that lacks what it needs is reported as skipped, with the reason:
silence never means that all was well.

## KPIs

KPIs are numbers about the whole run. Each is made from the intervals of watchers, which are listed on its page.

| KPI | what | watchers |
|---|---|---|
)";
  for (const KpiOfWatchers& kpi : kpis_of(checks))
    out += fmt::format("| [{}]({}.md) | {} | {} |\n", kpi.info->name, kpi.info->name, cell(kpi.info->summary),
                       kpi.watchers.size());
  return out;
}

std::string units_section(const watch::Settings& settings) {
  std::map<std::string, std::string> units;  // by what they measure
  for (const watch::SettingInfo& setting : settings.all()) {
    const Dimension dimension = watch::dimension_of(setting.parameter->type);
    if (dimension == kPlainNumber) continue;
    units[watch::type_text(*setting.parameter)] = fmt::format("`{}`", fmt::join(units_of(dimension), "`, `"));
  }
  std::string out = "\n## Units\n\n| of | units |\n|---|---|\n";
  for (const auto& [what, names] : units) out += fmt::format("| {} | {} |\n", what, names);
  return out;
}

}  // namespace

std::vector<Page> checker_pages(std::span<const watch::Check> checks, const watch::Settings& settings) {
  const std::string folder = std::string(kCheckersFolder) + '/';
  std::vector<Page> pages{{folder + "README.md", index(checks)}};
  for (const watch::Check& check : checks)
    pages.push_back({folder + std::string(check.info.name) + ".md", page_of(check.info, checks, settings)});
  for (const KpiOfWatchers& kpi : kpis_of(checks))
    pages.push_back({folder + std::string(kpi.info->name) + ".md", page_of(kpi)});
  return pages;
}

Page settings_page(std::span<const watch::Check> checks, const watch::Settings& settings) {
  std::string out = fmt::format(R"(# Settings

{}This is what `scrutineer check --set PATH=VALUE` can set. The flag may be repeated; the last one wins. Values are given with their unit.
`scrutineer list settings` shows the same list.

```
scrutineer check run.json --set policy.max_speed=130kph --set truck.policy.max_speed=80kph
```

## For whom

A path alone applies to every vehicle (every object, if a checker watches objects). A prefix limits it:

| prefix | applies to |
|---|---|
| `physical_object`, `vehicle`, `person`, `animal`, `plain_object` | all of that type |
| `car`, `truck`, `bus`, `bicycle`, ... | all of that category |
| `sut`, `sut.car`, `sut_vehicle` | the ego |
| `npc`; `npc_vehicle` | all others; all other vehicles |
| `actors.ID` | one actor, by its id in the run; an id with dots goes between bars: `actors.|a.b|.policy.max_speed` |

The most specific one wins: actor over role (ego or not), role over category, category over type, all of them over the default. Paths
that begin with `ftlx_global_eval_config` take no prefix: they apply to everything that the checker watches.

## Which checkers run, and how bad an issue is

| flag | |
|---|---|
| `--profile classic`, `modern`, `all` | which checkers run where nothing is said of them; `scrutineer list profiles` tells which |
| `--enable NAME`, `--enable NAME@sut`, `@npc`, `@all` | turns a checker on |
| `--disable NAME`, `--disable NAME@sut`, `@npc`, `@all` | turns it off |
| `--severity KIND=LEVEL`, `--severity KIND=LEVEL@sut`, `@other` | LEVEL is `ignore`, `info`, `warning`, `error_continue` or `error` |

These flags and `--set` are applied in the order in which they stand on the command line. Of those for the same actors the later one wins, as
in a manifest, whose settings come before all of them: `--disable speed_limit --enable speed_limit@sut` judges the ego only. `run.json` of the
result keeps the order. A `global modifier` of a configuration is switched with all that stands in it. What is turned on later in one that is off
needs it, so it is on as well, but nothing else in it: `--disable vehicle.m --enable vehicle.m.c` runs `vehicle.m` and `vehicle.m.c`.
)",
                                kMade);
  std::string group;
  for (const watch::SettingInfo& setting : settings.all()) {
    if (is_implied(setting, checks)) continue;
    const std::string path(setting.parameter->path), of = path.substr(0, path.rfind('.'));
    if (of != group) {
      out += fmt::format(
          "\n## {}\n\n| path | type | default | allowed | meaning | read by |\n|---|---|---|---|---|---|\n", of);
      group = of;
    }
    std::string readers;
    for (const std::string_view name : setting.checks)
      readers += fmt::format("{}[{}]({}/{}.md)", readers.empty() ? "" : ", ", name, kCheckersFolder, name);
    out += fmt::format("{} {} |\n", parameter_row(*setting.parameter), readers);
  }
  std::string off;
  for (const watch::Check& check : checks)
    if (!check.info.enabled) off += fmt::format("{}`{}`", off.empty() ? "" : ", ", check.info.name);
  out += fmt::format(R"(
## Every checker

| path | type | default | allowed | meaning |
|---|---|---|---|---|
| `NAME.enabled` | true or false | `true`{} | | Whether the checker is on. A checker with a switch of its own above has only that one. |
| `NAME.merge_gap` | time | {} | at least 0s | Violations closer together than this count as one. |
)",
                     off.empty() ? "" : ", `false` for " + off, merge_gap_defaults(checks, "`"));
  return {"settings.md", out + units_section(settings)};
}

}  // namespace scrutineer::app
