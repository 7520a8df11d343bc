// scrutineer map locate: on which roads and lanes a point lies, or a table of points.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <optional>
#include <ostream>
#include <string_view>
#include <vector>

#include "app/detail/command.h"
#include "app/detail/shared_options.h"
#include "app/detail/table.h"
#include "app/detail/words.h"
#include "base/printable.h"
#include "base/quantity.h"
#include "base/text.h"
#include "map/locate_points.h"
#include "map/lookup.h"
#include "run/load.h"

namespace scrutineer::app {

namespace {

struct MapLocateOptions {
  std::string file;
  std::optional<double> x, y, z;
  std::string points;
  bool all = false;
  Format format = Format::text;
};

using Json = nlohmann::ordered_json;

constexpr double kFarthest = 1000.0;  // metres: beyond that no lane is worth naming

// Without the sign of a zero.
std::string decimals(double value, int digits) {
  const std::string text = fmt::format("{:.{}f}", value, digits);
  return text.find_first_not_of("-0.") == std::string::npos && text.starts_with('-') ? text.substr(1) : text;
}

double heading_degrees(const map::RoadPosition& at) { return at.heading() * 180.0 / kPi; }

std::string junction_id(const map::RoadNetwork& map, const map::RoadPosition& at) {
  const map::JunctionId junction = map.road(at.road).junction;
  return junction.valid() ? map.junction(junction).id : "";
}

std::string place_text(const MapLocateOptions& options) {
  std::string text = fmt::format("({}, {}", shortest(*options.x), shortest(*options.y));
  if (options.z) text += ", " + shortest(*options.z);
  return text + ")";
}

Json json_of(const map::RoadNetwork& map, const map::RoadPosition& at) {
  const map::Lane& lane = map.lane(at.lane);
  const std::string junction = junction_id(map, at);
  Json json = {{"road", map.road(at.road).id},
               {"lane", lane.number},
               {"lane_type", lane.type_name},
               {"junction", junction.empty() ? Json() : Json(junction)},
               {"s", at.s},
               {"t", at.t},
               {"offset", at.offset},
               {"width", at.width},
               {"height", at.height},
               {"heading", at.heading()}};
  if (!lane.id.empty()) json["lane_id"] = lane.id;
  return json;
}

void print_table(const map::RoadNetwork& map, const std::vector<map::RoadPosition>& found, Outside& outside) {
  Table table({Align::left, Align::right, Align::left, Align::right, Align::right, Align::right, Align::right,
               Align::right, Align::right, Align::left, Align::left});
  const bool has_ids = !map.origin().empty();  // such lanes are known by ids of their own
  table.row(
      {"road", "lane", "type", "s", "t", "offset", "width", "heading", "z", "junction", has_ids ? "lane id" : ""});
  table.row({"", "", "", "m", "m", "m", "m", "deg", "m", "", ""});
  for (const map::RoadPosition& at : found) {
    const map::Lane& lane = map.lane(at.lane);
    table.row({map.road(at.road).id, fmt::format("{}", lane.number), lane.type_name, decimals(at.s, 3),
               decimals(at.t, 3), decimals(at.offset, 3), decimals(at.width, 3), decimals(heading_degrees(at), 2),
               decimals(at.height, 2), junction_id(map, at), lane.id});
  }
  outside.screen.out << table.text();
}

void print_nearest(const map::RoadNetwork& map, const MapLocateOptions& options,
                   const std::optional<map::NearLane>& near, Outside& outside) {
  outside.screen.out << fmt::format("No lane contains {}", place_text(options));
  if (!near) {
    outside.screen.out << fmt::format(", nor is there one within {:.0f} m.\n", kFarthest);
    return;
  }
  const map::RoadPosition& at = near->position;
  const map::Lane& lane = map.lane(at.lane);
  const std::string id = lane.id.empty() ? "" : fmt::format(", which is lane {} of the file", printable(lane.id));
  outside.screen.out << fmt::format(".\nThe nearest is {:.2f} m away: road {}, lane {} ({}){}, s {:.3f}, t {:.3f}\n",
                                    near->distance, printable(map.road(at.road).id), lane.number,
                                    printable(lane.type_name), id, at.s, at.t);
}

// Row by row, so that a reader of the output need not wait for the last.
int locate_points(const map::RoadNetwork& map, const MapLocateOptions& options, Outside& outside) {
  constexpr std::size_t kPartSize = 1 << 20;  // bytes
  const bool is_standard_input = options.points == "-";
  const auto text = outside.files.read(is_standard_input ? "/dev/stdin" : options.points);
  if (!text) return refuse(outside, text.problem());
  map::PointLocator locator(map, is_standard_input ? "standard input" : options.points,
                            {.all = options.all, .farthest = kFarthest});
  std::string out;
  std::optional<Problem> problem;
  for (std::string_view rest = *text; !rest.empty() && !problem; rest.remove_prefix(std::min(rest.size(), kPartSize))) {
    problem = locator.add(rest.substr(0, kPartSize), out);
    outside.screen.out << out;
    out.clear();
  }
  if (!problem) problem = locator.finish(out);
  outside.screen.out << out;
  return problem ? refuse(outside, *problem) : kFine;
}

int map_locate(const MapLocateOptions& options, Outside& outside) {
  const bool is_table = !options.points.empty();
  if (is_table && options.x) return refuse(outside, "X and Y cannot be given together with --points");
  if (!is_table && (!options.x || !options.y))
    return refuse(outside, fmt::format("{} is required, or --points with a table", options.x ? "Y" : "X"));
  if (!is_table && (options.all || !std::isfinite(*options.x + *options.y + options.z.value_or(0.0))))
    return refuse(outside, options.all ? "--all needs --points" : "a place needs finite numbers");
  if (is_table && options.format != Format::text) return refuse(outside, "--points gives CSV only");
  const auto map = run::load_map(options.file, outside);
  if (!map) return refuse(outside, map.problem());
  outside.progress.end();
  if (is_table) return locate_points(**map, options, outside);

  const map::Point point{*options.x, *options.y};
  const auto found = map::locate(**map, point, options.z);
  std::optional<map::NearLane> near;
  if (found.empty()) near = map::nearest_lane(**map, point, kFarthest, options.z);

  if (options.format == Format::json) {
    Json json;
    json["positions"] = Json::array();
    for (const map::RoadPosition& at : found) json["positions"].push_back(json_of(**map, at));
    json["nearest"] = nullptr;
    if (near) {
      json["nearest"] = json_of(**map, near->position);
      json["nearest"]["distance"] = near->distance;
    }
    outside.screen.out << json.dump(2, ' ', false, Json::error_handler_t::replace) << '\n';
  } else if (found.empty()) {
    print_nearest(**map, options, near, outside);
  } else {
    print_table(**map, found, outside);
  }
  return kFine;
}

void add_options(Options& options, MapLocateOptions& values) {
  add_map_file(options, values.file);
  options.add("X", values.x, "Metres, as in the map");
  options.add("Y", values.y, "Metres, as in the map");
  options.add("Z", values.z, "Height in metres: only roads of that level");
  options.add("--points", values.points,
              "Look up all points of this CSV (columns x, y and optionally z; - is standard input): prints its rows, "
              "each followed by the nearest lane",
              "FILE");
  options.flag("--all", values.all, "With --points: a row for every lane that contains the point");
  add_text_or_json(options, values.format);
}

}  // namespace

Command map_locate_command() {
  return {.name = "map locate",
          .turn = 40,
          .summary = "Say on which roads and lanes a point lies, nearest first",
          .example = "scrutineer map locate examples/maps/town.xodr 12.5 -3.25",
          .declare = declare<MapLocateOptions, add_options, map_locate>};
}

}  // namespace scrutineer::app
