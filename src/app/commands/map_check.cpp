// scrutineer map check: what is probably wrong in a map.

#include <fmt/format.h>

#include <algorithm>
#include <ostream>

#include "app/detail/command.h"
#include "app/detail/shared_options.h"
#include "app/detail/words.h"
#include "base/printable.h"
#include "base/version.h"
#include "map/check_report.h"
#include "run/load.h"

namespace scrutineer::app {

namespace {

struct MapCheckOptions {
  std::string file;
  std::string output;  // empty: the screen
  Format format = Format::text;
};

std::string formatted(const map::CheckReport& report, const map::RoadNetwork& map, Format format) {
  switch (format) {
    case Format::json:
      return to_json(report);
    case Format::xqar:
      return to_xqar(report, map, version());
    case Format::text:
      break;
  }
  return to_text(report);
}

int exit_code(const map::CheckReport& report) {
  const bool failed = std::ranges::any_of(
      report.outcomes, [](const map::CheckOutcome& outcome) { return outcome.status == map::CheckStatus::error; });
  if (failed) return kNotEvaluated;
  return report.count() == 0 ? kFine : kFound;
}

int map_check(const MapCheckOptions& options, Outside& outside) {
  const auto map = run::load_map(options.file, outside);
  if (!map) return refuse(outside, map.problem());
  outside.progress.begin("checking " + options.file);
  const map::CheckReport report = map::check_map(**map);
  const std::string text = formatted(report, **map, options.format);
  outside.progress.end();

  if (options.output.empty()) {
    outside.screen.out << text;
  } else if (const auto problem = outside.files.write(options.output, text)) {
    return refuse(outside, *problem);
  } else {
    const std::size_t count = report.count();
    outside.screen.out << fmt::format("{}: {} in {}\n", printable(options.output),
                                      count == 1 ? "1 anomaly" : fmt::format("{} anomalies", count),
                                      printable(options.file));
  }
  return exit_code(report);
}

void add_options(Options& options, MapCheckOptions& values) {
  add_map_file(options, values.file);
  options.choice<Format>("--format", values.format,
                         {{"json", Format::json}, {"text", Format::text}, {"xqar", Format::xqar}}, kFormatHelp);
  options.add("-o,--output", values.output, "Write to this file instead of the screen", "FILE");
}

}  // namespace

Command map_check_command() {
  return {.name = "map check",
          .summary = "Find anomalies in a map; exit code 1 if there are any",
          .example = "scrutineer map check examples/maps/town.xodr --format xqar -o town.xqar",
          .declare = declare<MapCheckOptions, add_options, map_check>};
}

}  // namespace scrutineer::app
