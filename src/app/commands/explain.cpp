// scrutineer explain: all about one name.

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
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
#include "base/display_width.h"
#include "base/text.h"

namespace scrutineer::app {

namespace {

struct ExplainOptions {
  std::vector<std::string> config, lang_path;
  std::string name;  // known_names()
  Format format = Format::text;
};

class Explanation {
 public:
  explicit Explanation(bool colour) : colour_(colour) {}

  void heading(std::string_view text) { text_ += '\n' + inked(colour_, Ink::bold, text) + '\n'; }
  void prose(std::string_view text) { text_ += wrapped(text, {.indent = "  ", .colour = colour_}); }
  void add(const std::string& lines) { text_ += lines; }
  // The last column is prose and may go on below itself.
  void rows(const std::vector<std::vector<std::string>>& all) {
    std::vector<std::size_t> widths(all.front().size(), 0);
    for (const auto& cells : all)
      for (std::size_t i = 0; i + 1 < cells.size(); ++i) widths[i] = std::max(widths[i], display_width(cells[i]));
    for (const auto& cells : all) {
      std::string start = "  ";
      for (std::size_t i = 0; i + 1 < cells.size(); ++i) start += padded(cells[i], widths[i] + 2);
      const std::string below(display_width(start), ' ');
      std::string last = wrapped(cells.back(), {.indent = below, .colour = colour_});
      if (last.empty()) last = "\n";
      text_ += start + (last.size() > below.size() ? last.substr(below.size()) : last);
    }
  }

  const std::string& text() const { return text_; }
  bool colour() const { return colour_; }

 private:
  bool colour_;
  std::string text_;
};

void explain_kinds(const watch::CheckInfo& info, Explanation& out) {
  out.heading("Issues");
  std::vector<std::vector<std::string>> rows{{"kind", "ego", "others", "when"}};
  for (const watch::KindInfo& kind : info.kinds)
    rows.push_back({std::string(kind.name), std::string(watch::to_word(kind.sut)),
                    std::string(watch::to_word(kind.other)), std::string(kind.when)});
  out.rows(rows);
  for (const watch::KindInfo& kind : info.kinds) {
    if (kind.severity == nullptr) continue;
    out.prose(fmt::format("The severity is set by `{}`.", kind.severity->path));
    return;
  }
  out.prose(
      fmt::format("Change a severity with `--severity {}=LEVEL`; add `@sut` or `@other` for the ego or others alone.",
                  info.kinds.front().name));
}

void explain_needs(const watch::CheckInfo& info, Explanation& out) {
  out.heading("Needs");
  const Needs needs = needs_of(info);
  out.prose(needs.before);
  for (const auto& test : needs.tests) {
    std::vector<std::vector<std::string>> rows;
    rows.reserve(test.size());
    for (const auto& [name, unit, meaning] : test)
      rows.push_back({"  " + std::string(name), std::string(unit), std::string(meaning)});
    out.rows(rows);
    if (&test != &needs.tests.back()) out.prose("or");
  }
  out.prose(needs.after);
}

void explain_metrics(std::string_view heading, std::span<const watch::MetricInfo> metrics, Explanation& out) {
  out.heading(heading);
  std::vector<std::vector<std::string>> rows;
  rows.reserve(metrics.size());
  for (const watch::MetricInfo& metric : metrics)
    rows.push_back({std::string(metric.name), std::string(metric.unit), std::string(metric.meaning)});
  out.rows(rows);
}

std::string explained(const KpiOfWatchers& kpi, bool colour) {
  Explanation out(colour);
  out.add(inked(colour, Ink::bold, kpi.info->name) + " (KPI)\n");
  out.prose(kpi.info->summary);
  out.heading("How");
  out.prose(kpi.info->doc);
  out.heading("Watchers");
  for (const watch::CheckInfo* watcher : kpi.watchers) out.prose(watcher->name);
  out.heading("Parameters");
  std::map<std::string_view, const watch::AnyParameter*> parameters;  // by path
  for (const watch::CheckInfo* watcher : kpi.watchers)
    for (const watch::AnyParameter* parameter : watcher->parameters) parameters.emplace(parameter->path, parameter);
  for (const auto& [path, parameter] : parameters) out.add(setting_entry(*parameter, "  ", colour));
  explain_metrics("Metrics of each actor", kpi.info->of_actors, out);
  explain_metrics("Metrics in total", kpi.info->of_totals, out);
  out.heading("Totals");
  std::vector<std::vector<std::string>> rows;
  rows.reserve(kpi.info->totals.size());
  for (const watch::KpiTotal& total : kpi.info->totals)
    rows.push_back({std::string(total.key), std::string(total.meaning)});
  out.rows(rows);
  return out.text();
}

// Who else reads a number that is set for this check.
std::vector<std::string_view> other_readers(const watch::AnyParameter& parameter, std::string_view check,
                                            const watch::Settings& settings) {
  if (parameter.type == watch::ValueType::truth) return {};
  for (const watch::SettingInfo& setting : settings.all()) {
    if (setting.parameter->path != parameter.path) continue;
    std::vector<std::string_view> others = setting.checks;
    std::erase(others, check);
    return others;
  }
  return {};
}

// Several checkers of a family raise the same kind: the first of them is explained.
std::string who_raises(std::string_view kind, const watch::CheckInfo& first, std::span<const watch::Check> checks) {
  std::vector<std::string_view> names;
  for (const watch::Check& check : checks)
    if (std::ranges::find(check.info.kinds, kind, &watch::KindInfo::name) != check.info.kinds.end())
      names.push_back(check.info.name);
  if (names.size() == 1) return fmt::format("Issues of the kind `{}` come from the checker `{}`.", kind, first.name);
  return fmt::format("Issues of the kind `{}` come from the checkers {}. The first of them:", kind,
                     fmt::join(names, ", "));
}

std::string explained(const watch::CheckInfo& info, std::string_view asked, std::span<const watch::Check> checks,
                      const watch::Settings& settings, bool colour) {
  Explanation out(colour);
  if (asked != info.name) out.add(wrapped(who_raises(asked, info, checks), {.colour = colour}) + '\n');
  out.add(inked(colour, Ink::bold, info.name) + '\n');
  out.prose(info.summary);
  out.add("\n");
  std::vector<std::vector<std::string>> rows{{"watches", whom_and_how(info)}};
  if (info.since.empty()) {
    rows.push_back({"declared", "by your configuration"});
  } else {
    rows.push_back({"status", status_sentence(info, checks)});
    rows.push_back({"since", "version " + std::string(info.since)});
  }
  if (const std::string profiles = profiles_of(info); !profiles.empty()) rows.push_back({"profiles", profiles});
  if (info.kpi)
    rows.push_back({"part of", std::string(info.kpi->info.name) + " (scrutineer explain tells about it, too)"});
  out.rows(rows);
  if (info.doc != info.summary) {
    out.heading("How");
    out.prose(info.doc);
  }
  if (!info.kinds.empty()) explain_kinds(info, out);
  out.heading("Parameters");
  for (const watch::AnyParameter* parameter : parameters_of(info, settings))
    out.add(setting_entry(*parameter, "  ", colour, other_readers(*parameter, info.name, settings)));
  if (!info.metrics.empty()) explain_metrics("Metrics", info.metrics, out);
  explain_needs(info, out);
  if (!info.remedy.empty()) {
    out.heading("What to do");
    out.prose(info.remedy);
  }
  return out.text();
}

// Where both profiles have a check, only its name is said.
std::string explained(std::span<const watch::Check> checks, watch::Profile profile, bool colour) {
  const watch::ProfileInfo& info = watch::profiles()[static_cast<std::size_t>(profile)];
  Explanation out(colour);
  out.add(inked(colour, Ink::bold, info.name) + " (profile)\n");
  out.prose(info.summary);
  const auto list = [&](std::string_view heading, auto&& is_wanted) {
    std::vector<std::vector<std::string>> rows;
    for (const watch::CheckInfo* check : checks_in(checks, profile))
      if (!check->kpi && is_wanted(*check)) rows.push_back({std::string(check->name), std::string(check->summary)});
    if (rows.empty()) return;
    out.heading(heading);
    out.rows(rows);
  };
  list("Checkers", [](const watch::CheckInfo& check) { return !check.kinds.empty(); });
  list("Watchers", [](const watch::CheckInfo& check) { return check.kinds.empty(); });
  out.heading("Off");
  std::string off;
  for (const watch::Check& check : checks)
    if (!check.info.enabled || !is_in(check.info, profile))
      off += (off.empty() ? "" : ", ") + std::string(check.info.name);
  out.prose(off.empty() ? "None." : off);
  return out.text();
}

// Checks that differ in little.
std::string explained_family(std::string_view family, std::span<const watch::Check> checks, bool colour) {
  Explanation out(colour);
  out.add(inked(colour, Ink::bold, family) + " (family of checkers)\n");
  std::vector<std::vector<std::string>> rows;
  for (const watch::Check& check : checks)
    if (check.info.family == family) rows.push_back({std::string(check.info.name), std::string(check.info.summary)});
  out.rows(rows);
  return out.text();
}

struct Question {
  const ExplainOptions& options;
  const std::vector<watch::Check>& checks;
  const watch::Settings& settings;
  bool colour;

  const std::string& name() const { return options.name; }
  bool wants_json() const { return options.format == Format::json; }
};
using Answer = std::optional<std::string>;  // nothing: the name is none of these

// A check goes before a kind of another check that has its name.
Answer about_check(const Question& asked) {
  auto found = std::ranges::find(asked.checks, asked.name(), [](const watch::Check& check) { return check.info.name; });
  if (found == asked.checks.end()) {
    found = std::ranges::find_if(asked.checks, [&](const watch::Check& check) {
      return std::ranges::find(check.info.kinds, asked.name(), &watch::KindInfo::name) != check.info.kinds.end();
    });
  }
  if (found == asked.checks.end()) return std::nullopt;
  return asked.wants_json() ? check_to_json(found->info, asked.settings)
                            : explained(found->info, asked.name(), asked.checks, asked.settings, asked.colour);
}

Answer about_profile(const Question& asked) {
  const auto profiles = watch::profiles();
  const auto found = std::ranges::find(profiles, asked.name(), &watch::ProfileInfo::name);
  if (found == profiles.end()) return std::nullopt;
  const auto profile = static_cast<watch::Profile>(found - profiles.begin());
  return asked.wants_json() ? profile_to_json(asked.checks, profile) : explained(asked.checks, profile, asked.colour);
}

Answer about_family(const Question& asked) {
  if (std::ranges::none_of(asked.checks, [&](const watch::Check& check) { return check.info.family == asked.name(); }))
    return std::nullopt;
  return asked.wants_json() ? family_to_json(asked.checks, asked.name())
                            : explained_family(asked.name(), asked.checks, asked.colour);
}

Answer about_kpi(const Question& asked) {
  for (const KpiOfWatchers& kpi : kpis_of(asked.checks))
    if (kpi.info->name == asked.name())
      return asked.wants_json() ? kpi_to_json(*kpi.info, kpi.watchers) : explained(kpi, asked.colour);
  return std::nullopt;
}

Answer about_setting(const Question& asked) {
  const auto all = asked.settings.all();
  const auto found =
      std::ranges::find(all, asked.name(), [](const watch::SettingInfo& known) { return known.parameter->path; });
  if (found == all.end()) return std::nullopt;
  if (asked.wants_json()) return setting_to_json(*found);
  return setting_entry(*found, asked.colour) +
         (found->checks.size() > 1 ? setting_uses(*found, asked.checks, asked.colour) : "");
}

Answer about_map_rule(const Question& asked) {
  for (const map::MapRule& rule : map::map_rules())
    if (rule.id() == asked.name() || rule.uid == asked.name())
      return asked.wants_json() ? rule_to_json(rule) : explained_rule(rule, asked.colour);
  return std::nullopt;
}

// All that can be asked for.
std::vector<std::string_view> known_names(const Question& asked) {
  std::vector<std::string_view> names;
  names.reserve(asked.checks.size());
  for (const watch::Check& check : asked.checks) names.push_back(check.info.name);
  for (const watch::ProfileInfo& profile : watch::profiles()) names.push_back(profile.name);
  for (const KpiOfWatchers& kpi : kpis_of(asked.checks)) names.push_back(kpi.info->name);
  for (const map::MapRule& rule : map::map_rules()) names.push_back(rule.id());
  for (const watch::Check& check : asked.checks) {
    if (!check.info.family.empty()) names.push_back(check.info.family);
    for (const watch::KindInfo& kind : check.info.kinds) names.push_back(kind.name);
  }
  for (const watch::SettingInfo& known : asked.settings.all()) names.push_back(known.parameter->path);
  return names;
}

int explain(const ExplainOptions& options, Outside& outside) {
  const auto configuration = configured(options.config, outside, options.lang_path);
  if (!configuration) return kNotEvaluated;
  const watch::Settings settings(configuration->checks);
  const Question asked{options, configuration->checks, settings, outside.screen.colour_out};
  for (const auto about : {about_check, about_profile, about_family, about_kpi, about_setting, about_map_rule})
    if (const Answer answer = about(asked)) {
      outside.screen.out << *answer;
      return kFine;
    }
  std::string message = fmt::format(
      "\"{}\" is no checker, no family of checkers, no kind of issue, no KPI, no profile, no setting and no map rule",
      options.name);
  if (const auto likely = did_you_mean(options.name, known_names(asked)))
    message += fmt::format("; did you mean {}?", *likely);
  return refuse(outside, message + " (see scrutineer list checkers)");
}

void add_options(Options& options, ExplainOptions& values) {
  options
      .add("NAME", values.name,
           "A checker or a family of them, a kind of issue, a KPI, a profile, the path of a setting, or a map rule")
      .required();
  options.add("--config", values.config, "Also what these files add", "FILE");
  add_lang_path(options, values.lang_path);
  add_text_or_json(options, values.format);
}

}  // namespace

Command explain_command() {
  return {.name = "explain",
          .turn = 430,
          .summary = "Explain a checker: what it finds and how, its parameters, what to do",
          .example = "scrutineer explain teleportation",
          .declare = declare<ExplainOptions, add_options, explain>};
}

}  // namespace scrutineer::app
