// scrutineer map check: what is wrong, or probably wrong, in a map or in all maps of a folder.

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <ostream>

#include "app/detail/command.h"
#include "app/detail/map_checking.h"
#include "app/detail/shared_options.h"
#include "app/detail/table.h"
#include "app/detail/words.h"
#include "base/printable.h"
#include "base/version.h"
#include "map/check_baseline.h"
#include "map/check_page.h"
#include "map/check_report.h"
#include "run/overwritten.h"

namespace scrutineer::app {

namespace {

enum class FailOn : std::uint8_t { error, warning, information, never };
enum class ReportFormat : std::uint8_t { text, json, xqar, sarif };

struct MapCheckOptions {
  std::string path;    // a file or a folder
  std::string output;  // empty: the screen
  std::string page;    // an HTML page
  std::string baseline, write_baseline;
  std::vector<std::string> rules, set;
  map::RuleSet rule_set = map::RuleSet::all;
  ReportFormat format = ReportFormat::text;
  FailOn fail_on = FailOn::error;
  bool all = false;
};

bool is_map(const std::string& name) { return name.ends_with(".xodr") || name.ends_with(".xodr.gz"); }

// The maps of a folder and of the folders in it, by name.
std::optional<Problem> add_maps(const std::string& folder, Outside& outside, std::vector<std::string>& files) {
  const auto names = outside.folders.names(folder);
  if (!names) return names.problem();
  for (const std::string& name : *names) {
    const std::string path = (std::filesystem::path(folder) / name).string();
    const auto found = outside.folders.look(path);
    if (!found) return found.problem();
    if (*found == results::Folders::Found::folder) {
      if (auto problem = add_maps(path, outside, files)) return problem;
    } else if (is_map(name)) {
      files.push_back(path);
    }
  }
  return std::nullopt;
}

Result<std::vector<map::MapRule>> chosen_rules(const MapCheckOptions& options) {
  auto rules = map::rules_like(map::rules_of(options.rule_set), options.rules);
  if (!rules) return rules.problem();
  for (const std::string& setting : options.set)
    if (auto problem = map::set_tolerance(*rules, setting)) return *std::move(problem);
  return rules;
}

int exit_code(const map::CheckReport& report, FailOn fail_on) {
  if (report.any_failed() || report.problem) return kNotEvaluated;
  switch (fail_on) {
    case FailOn::information:
      if (report.count(map::Level::information) > 0) return kFound;
      [[fallthrough]];
    case FailOn::warning:
      if (report.count(map::Level::warning) > 0) return kFound;
      [[fallthrough]];
    case FailOn::error:
      return report.count(map::Level::error) > 0 ? kFound : kFine;
    case FailOn::never:
      break;
  }
  return kFine;
}

std::string table_of(const std::vector<map::CheckReport>& reports) {
  Table table({Align::left, Align::right, Align::right, Align::right, Align::left});
  table.row({"map", "errors", "warnings", "notes", "worst rule"});
  for (const map::CheckReport& report : reports) {
    const map::RuleOutcome* worst = report.outcomes.empty() ? nullptr : report.ranked().front();
    std::string remark = report.problem ? "no road network can be built" : "";
    if (remark.empty() && worst != nullptr && !worst->findings.empty() && worst->worst() != map::Level::information)
      remark = std::string(worst->rule.id());
    table.row({printable(report.file), std::to_string(report.count(map::Level::error)),
               std::to_string(report.count(map::Level::warning)), std::to_string(report.count(map::Level::information)),
               remark});
  }
  return table.text();
}

std::string formatted(const std::vector<map::CheckReport>& reports, const MapCheckOptions& options, bool is_folder) {
  switch (options.format) {
    case ReportFormat::json:
      return is_folder ? to_json(reports) : to_json(reports.front());
    case ReportFormat::xqar:
      return to_xqar(reports.front(), version());
    case ReportFormat::sarif:
      return to_sarif(reports, version());
    case ReportFormat::text:
      break;
  }
  if (!is_folder) return to_text(reports.front(), {.all = options.all});
  if (!options.all) return table_of(reports);
  std::string text;
  for (const map::CheckReport& report : reports) text += to_text(report, {.all = true});
  return text;
}

// Writes what was asked for; the problem that prevented it.
std::optional<Problem> write(const std::vector<map::CheckReport>& reports, const MapCheckOptions& options,
                             bool is_folder, Outside& outside) {
  if (!options.write_baseline.empty()) {
    if (auto problem = outside.files.write(options.write_baseline, map::baseline_of(reports))) return problem;
    outside.screen.out << fmt::format("{}: accepts what was found\n", printable(options.write_baseline));
  }
  const std::string text = formatted(reports, options, is_folder);
  if (options.output.empty()) {
    outside.screen.out << text;
    return std::nullopt;
  }
  if (auto problem = outside.files.write(options.output, text)) return problem;
  for (const map::CheckReport& report : reports)
    outside.screen.out << fmt::format("{}: {} in {}\n", printable(options.output), counts_text(report),
                                      printable(report.file));
  return std::nullopt;
}

int map_check(const MapCheckOptions& options, Outside& outside) {
  const auto rules = chosen_rules(options);
  if (!rules) return refuse(outside, rules.problem());
  std::optional<map::Baseline> baseline;
  if (!options.baseline.empty()) {
    const auto text = outside.files.read(options.baseline);
    if (!text) return refuse(outside, text.problem());
    auto read = map::read_baseline(*text, options.baseline);
    if (!read) return refuse(outside, read.problem());
    baseline = *std::move(read);
  }
  const auto found = outside.folders.look(options.path);
  const bool is_folder = found && *found == results::Folders::Found::folder;
  std::vector<std::string> files{options.path};
  if (is_folder) {
    files.clear();
    if (const auto problem = add_maps(options.path, outside, files)) return refuse(outside, *problem);
    if (files.empty()) return refuse(outside, Problem{{.file = options.path}, "has no maps (.xodr, .xodr.gz) in it"});
    if (options.format == ReportFormat::xqar || !options.page.empty())
      return refuse(outside, "--format xqar and --report are about one map; check the maps of a folder one by one");
  }
  std::vector<std::string> inputs = files;
  inputs.push_back(options.baseline);
  if (const auto problem = run::overwritten({options.output, options.page, options.write_baseline}, inputs, outside))
    return refuse(outside, *problem);

  std::vector<map::CheckReport> reports;
  int code = kFine;
  for (const std::string& file : files) {
    auto checked = check_file(file, *rules, outside);
    if (!checked) return refuse(outside, checked.problem());
    if (baseline) baseline->accept(checked->report);
    code = std::max(code, exit_code(checked->report, options.fail_on));
    if (!options.page.empty()) {
      const std::string page = map::to_page(checked->report, checked->map.get());
      if (const auto problem = outside.files.write(options.page, page)) return refuse(outside, *problem);
      outside.screen.out << fmt::format("{}: {}\n", printable(options.page), counts_text(checked->report));
    }
    reports.push_back(std::move(checked->report));
  }
  if (const auto problem = write(reports, options, is_folder, outside)) return refuse(outside, *problem);
  for (const map::CheckReport& report : reports)
    if (report.problem) refuse(outside, *report.problem);
  return code;
}

void add_options(Options& options, MapCheckOptions& values) {
  options
      .add("PATH", values.path,
           "An OpenDRIVE map (.xodr, .xodr.gz), an OSI run that carries a map or lanes, or a folder with maps")
      .required();
  options.add("--rules", values.rules, "Only rules whose id, UID or group matches, with * and ?", "GLOB");
  options.choice<map::RuleSet>("--rule-set", values.rule_set,
                               {{"drive", map::RuleSet::drive},
                                {"asam", map::RuleSet::asam},
                                {"openmsl", map::RuleSet::openmsl},
                                {"all", map::RuleSet::all}},
                               "drive: what evaluations and simulators stumble over (what check counts); asam, "
                               "openmsl: the rules of these checkers; all (default)");
  options.add("--set", values.set, "Another tolerance, such as map.zig_zag.max_turn=50", "RULE.NAME=VALUE");
  options.choice<FailOn>("--fail-on", values.fail_on,
                         {{"error", FailOn::error},
                          {"warning", FailOn::warning},
                          {"information", FailOn::information},
                          {"never", FailOn::never}},
                         "Exit with 1 from this level on (default: error)");
  options.add("--baseline", values.baseline, "Leave out findings that this file accepts", "FILE");
  options.add("--write-baseline", values.write_baseline, "Write a file that accepts everything found", "FILE");
  options.flag("--all", values.all, "List every finding and every rule that was skipped");
  options.choice<ReportFormat>("--format", values.format,
                               {{"json", ReportFormat::json},
                                {"sarif", ReportFormat::sarif},
                                {"text", ReportFormat::text},
                                {"xqar", ReportFormat::xqar}},
                               kFormatHelp);
  options.add("-o,--output", values.output, "Write to this file instead of the screen", "FILE");
  options.add("--report", values.page, "Write a page with list and map, for a browser", "FILE");
}

}  // namespace

Command map_check_command() {
  return {.name = "map check",
          .turn = 20,
          .summary = "Check a map, or all maps of a folder, against every rule; exit code 1 if there are errors",
          .example = "scrutineer map check examples/maps/town.xodr --rule-set drive",
          .declare = declare<MapCheckOptions, add_options, map_check>,
          .more = "\nscrutineer list map-rules lists the rules, scrutineer explain RULE explains one.\n"};
}

}  // namespace scrutineer::app
