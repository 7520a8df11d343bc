// scrutineer map draw: a map as a picture.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <ostream>

#include "app/detail/command.h"
#include "app/detail/map_checking.h"
#include "app/detail/shared_options.h"
#include "app/detail/words.h"
#include "app/detail/write_drawing.h"
#include "base/printable.h"
#include "base/text.h"
#include "map/check_report.h"
#include "map/draw.h"
#include "run/overwritten.h"

namespace scrutineer::app {

namespace {

struct MapDrawOptions {
  std::string file, output;
  bool labels = false;
  std::vector<double> around;  // x, y and radius; empty: the whole map
  double width = 1600.0;       // pixels
  bool still = false;          // no script inside
  map::RuleSet rule_set = map::RuleSet::drive;
};

// In the order, and so with the numbers, of `map check`.
std::vector<map::DrawMark> marks_of(const map::CheckReport& report) {
  std::vector<map::DrawMark> marks;
  std::size_t number = 0;
  for (const map::Finding& finding : report.findings()) {
    ++number;
    if (finding.level == map::Level::information || !finding.has_place()) continue;
    marks.push_back({finding.x, finding.y,
                     fmt::format("{}. {}, {}: {}", number, finding.rule, place_text(finding), what_text(finding)),
                     number});
  }
  return marks;
}

int map_draw(const MapDrawOptions& options, Outside& outside) {
  const bool is_whole = options.around.empty();
  constexpr double kLargestRadius = 1e7;  // metres, as far as coordinates go
  if (!is_whole && !(std::ranges::all_of(options.around, [](double number) { return std::isfinite(number); }) &&
                     options.around[2] > 0.0 && options.around[2] <= kLargestRadius))
    return refuse(outside, "--around needs a place and a radius above 0 and of at most 10000000 m");
  if (const auto problem = run::overwritten({options.output}, {options.file}, outside))
    return refuse(outside, *problem);
  const auto checked = check_file(options.file, map::rules_of(options.rule_set), outside);
  if (!checked) return refuse(outside, checked.problem());
  if (!checked->map) return refuse(outside, *checked->report.problem);

  map::DrawOptions drawing{
      .labels = options.labels, .width = options.width, .interactive = !options.still && !is_png(options.output)};
  if (!is_whole) {
    const double x = options.around[0], y = options.around[1], radius = options.around[2];
    drawing.window = SvgBox{x - radius, y - radius, x + radius, y + radius};
  }
  drawing.marks = marks_of(checked->report);
  outside.progress.begin("drawing " + options.file);
  const std::string svg = draw_svg(*checked->map, drawing);
  if (const auto problem = write_drawing(svg, options.output, 1.0, outside)) return refuse(outside, *problem);
  outside.progress.end();

  const std::size_t count = drawing.marks.size();
  const char* noun = count == 1 ? "finding" : "findings";
  outside.screen.out << (count == 0 ? fmt::format("{}: no errors or warnings\n", printable(options.output))
                                    : fmt::format("{}: {} {} marked; scrutineer map check --rule-set {} lists them\n",
                                                  printable(options.output), count, noun, to_string(options.rule_set)));
  return kFine;
}

void add_options(Options& options, MapDrawOptions& values) {
  add_map_file(options, values.file);
  options.add("-o,--output", values.output, "The drawing to write: SVG, or PNG where it ends in .png", "FILE")
      .required();
  options.flag("--labels", values.labels, "Write the ids of roads and junctions beside them");
  options.add_numbers("--around", values.around, 3, "Draw only what is within RADIUS metres of (X, Y)", "X Y RADIUS");
  add_width(options, values.width);
  options.choice<map::RuleSet>("--rule-set", values.rule_set,
                               {{"drive", map::RuleSet::drive},
                                {"asam", map::RuleSet::asam},
                                {"openmsl", map::RuleSet::openmsl},
                                {"all", map::RuleSet::all}},
                               "Mark the errors and warnings of these rules (default: drive)");
  options.flag("--still", values.still, "Leave out the script that lets a browser zoom and move");
}

}  // namespace

Command map_draw_command() {
  return {.name = "map draw",
          .turn = 30,
          .summary = "Draw a map as SVG, with what map check finds in it marked",
          .example = "scrutineer map draw examples/maps/town.xodr -o town.svg --labels",
          .declare = declare<MapDrawOptions, add_options, map_draw>,
          .more = kDrawingHelp};
}

}  // namespace scrutineer::app
