#include "app/detail/rule_pages.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "app/detail/table.h"
#include "app/detail/words.h"
#include "app/detail/wrap.h"
#include "base/text.h"

namespace scrutineer::app {

namespace {

using RuleJson = nlohmann::ordered_json;

constexpr std::string_view kMadeOfRules =
    "<!-- Made by `scrutineer docs` from the declarations in src/map/rules. -->\n\n";

struct GroupWords {
  std::string_view name, title;
};
constexpr GroupWords kGroups[] = {
    {"basic", "XML, header, version, schema, ids"},
    {"lanes", "Lanes: numbers, levels, records, widths, speeds"},
    {"geometry", "Geometry of reference lines"},
    {"redundancy", "What is said twice"},
    {"smoothness", "What meets: gaps, kinks, steps"},
    {"linkage", "Links of roads and lanes"},
    {"junctions", "Junctions"},
    {"objects", "Objects"},
    {"signals", "Signals and controllers"},
    {"borders", "Lane borders"},
};

std::string sets_of(const map::MapRule& rule) {
  std::string text;
  const auto add = [&](map::RuleSet set, const char* name) {
    if (belongs(rule, set)) text += (text.empty() ? "" : ", ") + std::string(name);
  };
  add(map::RuleSet::drive, "drive");
  add(map::RuleSet::asam, "asam");
  add(map::RuleSet::openmsl, "openmsl");
  return text;
}

std::string versions_of(const map::MapRule& rule) {
  if (rule.since == "1.1" && rule.until.empty()) return "all";
  return rule.until.empty() ? fmt::format("from {}", rule.since) : fmt::format("{} to {}", rule.since, rule.until);
}

const char* needs_words(const map::MapRule& rule) {
  switch (rule.needs) {
    case map::Needs::text:
      return "the XML";
    case map::Needs::network:
      return "a road network";
    case map::Needs::both:
      break;
  }
  return "the XML and a road network";
}

std::string amount_of(const map::Tolerance& tolerance) {
  return fmt::format("{} {}", shortest(tolerance.value), tolerance.unit);
}

std::string section_of(const map::MapRule& rule) {
  const std::string sets = sets_of(rule);
  std::string text =
      fmt::format("\n## {}\n\n**{}** {}{}, versions: {}, needs {}. UID `{}`.\n\n{}\n\n", rule.id(), rule.title,
                  to_string(rule.level), sets.empty() ? "" : fmt::format(", rule sets: {}", sets), versions_of(rule),
                  needs_words(rule), rule.uid, rule.doc);
  text += fmt::format("**Why.** {}\n\n", rule.why);
  if (!rule.tolerances.empty()) {
    text += "| tolerance | value | |\n|---|---|---|\n";
    for (const map::Tolerance& tolerance : rule.tolerances)
      text += fmt::format("| `{}` | {} | {} |\n", tolerance.name, amount_of(tolerance), tolerance.meaning);
    text += "\n";
  }
  text += fmt::format("**What to do.** {}\n", rule.remedy);
  if (!rule.peer.empty()) text += fmt::format("\n**Elsewhere.** {}\n", rule.peer);
  return text;
}

RuleJson json_of(const map::MapRule& rule) {
  RuleJson tolerances = RuleJson::array();
  for (const map::Tolerance& tolerance : rule.tolerances)
    tolerances.push_back(RuleJson{{"name", tolerance.name},
                                  {"value", tolerance.value},
                                  {"unit", tolerance.unit},
                                  {"meaning", tolerance.meaning}});
  return RuleJson{
      {"id", rule.id()},      {"uid", rule.uid},     {"group", rule.group},   {"level", to_string(rule.level)},
      {"drive", rule.drives}, {"since", rule.since}, {"until", rule.until},   {"title", rule.title},
      {"doc", rule.doc},      {"why", rule.why},     {"remedy", rule.remedy}, {"tolerances", std::move(tolerances)}};
}

}  // namespace

std::vector<Page> rule_pages() {
  std::string index =
      std::string(kMadeOfRules) + fmt::format(
                                      "# Map rules\n\nThese are the {} rules of `scrutineer map check`. [Map "
                                      "checks](../map_checks.md) says how they "
                                      "are run, how findings are shown, and what was found in real maps.\n",
                                      map::map_rules().size());
  std::vector<Page> pages;
  for (const GroupWords& group : kGroups) {
    std::string page = std::string(kMadeOfRules) + fmt::format("# {}\n", group.title);
    index += fmt::format("\n## [{}]({}.md)\n\n| rule | level | sets | holds in a sound map |\n|---|---|---|---|\n",
                         group.title, group.name);
    for (const map::MapRule& rule : map::map_rules()) {
      if (rule.group != group.name) continue;
      page += section_of(rule);
      index += fmt::format("| `{}` | {} | {} | {} |\n", rule.id(), to_string(rule.level), sets_of(rule), rule.title);
    }
    pages.push_back({fmt::format("{}/{}.md", kRulesFolder, group.name), std::move(page)});
  }
  pages.push_back({fmt::format("{}/README.md", kRulesFolder), std::move(index)});
  return pages;
}

std::string rules_text(bool colour) {
  std::string text;
  for (const GroupWords& group : kGroups) {
    text += (text.empty() ? "" : "\n") + inked(colour, Ink::bold, group.title) + "\n";
    Table table({Align::left, Align::left, Align::left, Align::left});
    for (const map::MapRule& rule : map::map_rules())
      if (rule.group == group.name)
        table.row({std::string(rule.id()), to_string(rule.level), rule.drives ? "drive" : "", std::string(rule.title)});
    text += table.text("  ");
  }
  return text;
}

std::string rules_to_json() {
  RuleJson all = RuleJson::array();
  for (const map::MapRule& rule : map::map_rules()) all.push_back(json_of(rule));
  return all.dump(2) + "\n";
}

std::string explained_rule(const map::MapRule& rule, bool colour) {
  const std::string sets = sets_of(rule);
  std::string text = inked(colour, Ink::bold, rule.id()) + ": a rule of map check\n";
  const auto prose = [&](std::string_view words) { text += wrapped(words, {.indent = "  ", .colour = colour}); };
  const auto heading = [&](std::string_view words) { text += '\n' + inked(colour, Ink::bold, words) + '\n'; };
  prose(rule.title);
  prose(fmt::format("{}; group {}; {}versions: {}; needs {}.", to_string(rule.level), rule.group,
                    sets.empty() ? "" : fmt::format("rule sets {}; ", sets), versions_of(rule), needs_words(rule)));
  prose(rule.uid);
  heading("What");
  prose(rule.doc);
  heading("Why");
  prose(rule.why);
  if (!rule.tolerances.empty()) {
    heading("Tolerances");
    Table table({Align::left, Align::right, Align::left});
    for (const map::Tolerance& tolerance : rule.tolerances)
      table.row({std::string(tolerance.name), amount_of(tolerance), std::string(tolerance.meaning)});
    text += table.text("  ");
    prose(fmt::format("--set {}.{}={} sets one.", rule.id(), rule.tolerances.front().name,
                      shortest(rule.tolerances.front().value)));
  }
  heading("What to do");
  prose(rule.remedy);
  if (!rule.peer.empty()) {
    heading("Elsewhere");
    prose(rule.peer);
  }
  return text;
}

std::string rule_to_json(const map::MapRule& rule) { return json_of(rule).dump(2) + "\n"; }

}  // namespace scrutineer::app
