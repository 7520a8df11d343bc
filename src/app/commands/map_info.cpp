// scrutineer map info: what is in a map.

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <ostream>
#include <vector>

#include "app/detail/command.h"
#include "app/detail/shared_options.h"
#include "app/detail/table.h"
#include "app/detail/words.h"
#include "base/printable.h"
#include "base/quantity.h"
#include "base/text.h"
#include "map/describe_signals.h"
#include "map/lane_map.h"
#include "map/signal_controls.h"
#include "run/load.h"

namespace scrutineer::app {

namespace {

struct MapInfoOptions {
  std::string file;
  bool signals = false;
  Format format = Format::text;
};

using Json = nlohmann::ordered_json;

struct CountAndLength {
  std::size_t count = 0;
  double length = 0.0;  // metres along the roads' reference lines

  void add(double more) {
    ++count;
    length += more;
  }
};

// Everything that both formats show, counted once.
struct Counts {
  CountAndLength roads, connecting_roads, lanes;
  std::map<std::string, std::size_t> junctions_by_kind, signals_by_kind, objects_by_type;
  std::map<std::string, CountAndLength> lanes_by_type;
  std::size_t signal_references = 0, connections = 0;
};

const char* kind_name(map::JunctionRecord::Kind kind) {
  using enum map::JunctionRecord::Kind;
  switch (kind) {
    case standard:
      return "default";  // the standard's word
    case direct:
      return "direct";
    case virtual_:
      return "virtual";
    case crossing:
      return "crossing";
  }
  return "unknown";
}

Counts count(const map::RoadNetwork& map) {
  Counts counts;
  for (const map::Road& road : map.roads()) {
    counts.roads.add(road.length);
    if (road.junction.valid()) counts.connecting_roads.add(road.length);
    counts.signal_references += road.signal_references.size();
  }
  for (const map::Lane& lane : map.lanes()) {
    const double length = lane.s_end - lane.s_begin;
    counts.lanes.add(length);
    counts.lanes_by_type[lane.type_name.empty() ? "(none given)" : lane.type_name].add(length);
  }
  for (const map::Junction& junction : map.junctions()) {
    ++counts.junctions_by_kind[kind_name(junction.kind)];
    counts.connections += junction.connections.size();
  }
  for (const map::Signal& signal : map.signals()) ++counts.signals_by_kind[to_string(meaning_of(signal.record).kind)];
  for (const map::Object& object : map.objects())
    ++counts.objects_by_type[object.record.type.empty() ? "(none given)" : object.record.type];
  return counts;
}

// ---- text -----------------------------------------------------------------------------------------------------------

std::string number(std::size_t value) { return fmt::format("{}", value); }

std::string degrees(double radians) { return rounded(radians * 180.0 / kPi, 3); }

void print_header(const map::RoadNetwork& map, Outside& outside) {
  const map::HeaderRecord& header = map.header();
  const map::Extent& extent = map.extent();
  Table table({Align::left, Align::left});
  if (map.origin().empty()) {
    table.row({"standard", fmt::format("OpenDRIVE {}.{}", header.rev_major, header.rev_minor)});
  } else {
    table.row({"made from", map.origin()});
    table.row({"surface", fmt::format("within {} m of the lanes' borders", map::kMostBend)});
  }
  const std::pair<const char*, const std::string&> texts[] = {
      {"name", header.name}, {"version", header.version}, {"date", header.date}, {"vendor", header.vendor}};
  for (const auto& [what, text] : texts)
    if (!trim(text).empty()) table.row({what, std::string(trim(text))});
  table.row({"extent",
             fmt::format("{:.0f} m x {:.0f} m:  x {:.2f} to {:.2f},  y {:.2f} to {:.2f}", extent.x_max - extent.x_min,
                         extent.y_max - extent.y_min, extent.x_min, extent.x_max, extent.y_min, extent.y_max)});
  if (header.offset_x != 0.0 || header.offset_y != 0.0 || header.offset_z != 0.0 || header.offset_heading != 0.0)
    table.row(
        {"offset", fmt::format("x {}  y {}  z {}  heading {} deg", shortest(header.offset_x), shortest(header.offset_y),
                               shortest(header.offset_z), degrees(header.offset_heading))});
  if (!trim(header.geo_reference).empty()) table.row({"geoReference", std::string(trim(header.geo_reference))});
  outside.screen.out << inked(outside.screen.colour_out, Ink::bold, printable(map.file())) << '\n' << table.text("  ");
}

void print_counts(const map::RoadNetwork& map, const Counts& counts, Outside& outside) {
  Table table({Align::left, Align::right, Align::right, Align::left});
  table.row({"roads", number(counts.roads.count), kilometres(counts.roads.length),
             fmt::format("of which {} connecting, {}", counts.connecting_roads.count,
                         kilometres(counts.connecting_roads.length))});
  table.row({"lane sections", number(map.sections().size())});
  table.row({"lanes", number(counts.lanes.count), kilometres(counts.lanes.length)});
  std::string kinds;
  for (const auto& [kind, times] : counts.junctions_by_kind)
    if (kind != "default") kinds += fmt::format(", {} {}", times, kind);
  table.row({"junctions", number(map.junctions().size()), "",
             fmt::format("with {} connections{}", counts.connections, kinds)});
  table.row({"signals", number(map.signals().size()), "",
             counts.signal_references == 0 ? "" : fmt::format("and {} references to them", counts.signal_references)});
  table.row({"objects", number(map.objects().size())});
  table.row({"controllers", number(map.controllers().size())});
  outside.screen.out << '\n' << table.text("  ");
}

Table table_of(const std::map<std::string, std::size_t>& counts) {
  Table table({Align::left, Align::right});
  for (const auto& [what, times] : counts) table.row({what, number(times)});
  return table;
}

void print_text(const map::RoadNetwork& map, const Counts& counts, Outside& outside) {
  print_header(map, outside);
  print_counts(map, counts, outside);

  Table lanes({Align::left, Align::right, Align::right});
  for (const auto& [type, sum] : counts.lanes_by_type) lanes.row({type, number(sum.count), kilometres(sum.length)});
  print_section("Lanes by type", lanes, outside);
  print_section("Signals by kind", table_of(counts.signals_by_kind), outside);
  print_section("Objects by type", table_of(counts.objects_by_type), outside);

  Table skipped({Align::left, Align::right, Align::left});
  for (const map::SkippedElement& element : map.skipped())
    skipped.row({element.path, number(element.count), fmt::format("first in line {}", element.first_line)});
  print_section("Skipped: in the file, but not used", skipped, outside);

  Table notes({Align::left});
  for (const std::string& note : map.notes()) notes.row({note});
  if (!map.contradictions().empty())
    notes.row({fmt::format("{} statements of lanes do not fit; map check lists them", map.contradictions().size())});
  print_section("Notes", notes, outside);

  constexpr std::size_t kShown = 20;
  Table warnings({Align::left});
  for (const std::string& warning : map.warnings().first(std::min(kShown, map.warnings().size())))
    warnings.row({warning});
  if (map.warnings().size() > kShown)
    warnings.row({fmt::format("... and {} more; --format json has them all", map.warnings().size() - kShown)});
  print_section("Warnings", warnings, outside);
}

void print_signals(const map::RoadNetwork& map, Outside& outside) {
  print_header(map, outside);
  outside.screen.out << '\n' << map::describe_controls(map);
}

// ---- JSON -----------------------------------------------------------------------------------------------------------

Json lane_json(const map::RoadNetwork& map, map::LaneId id) {
  if (!id.valid()) return nullptr;
  const map::Lane& lane = map.lane(id);
  return {{"road", map.road(lane.road).id}, {"lane", lane.number}};
}

Json control_json(const map::RoadNetwork& map, const map::ApproachControl& control) {
  Json controllers = Json::array();
  for (const map::ControllerId id : control.controllers) controllers.push_back(map.controllers()[id.index()].id);
  return {{"kind", to_string(control.place.meaning.kind)},
          {"arrows", to_string(control.place.meaning.arrows)},
          {"signal", map.signal(control.place.signal).record.id},
          {"signal_road", map.road(map.signal(control.place.signal).road).id},
          {"found_on", map.road(control.place.road).id},
          {"found_s", control.place.s},
          {"by_reference", control.place.is_reference},
          {"controllers", std::move(controllers)},
          {"line",
           {{"rule", to_string(control.line.rule)},
            {"road", map.road(map.lane(control.line.lane).road).id},
            {"s", control.line.s},
            {"distance", control.line.distance}}}};
}

// The ways through a junction and what controls each.
Json ways_json(const map::RoadNetwork& map, map::JunctionId junction) {
  const std::vector<map::ApproachControl>& controls = junction_controls(map, junction);
  auto next = controls.begin();  // they come in the order of the connections
  Json ways = Json::array();
  for (const map::LaneConnection& connection : lane_connections(map, junction)) {
    Json found = Json::array();
    for (; next != controls.end() && next->connection.incoming == connection.incoming &&
           next->connection.connecting == connection.connecting;
         ++next)
      found.push_back(control_json(map, *next));
    ways.push_back({{"from", lane_json(map, connection.incoming)},
                    {"over", lane_json(map, connection.connecting)},
                    {"to", lane_json(map, connection.outgoing)},
                    {"turn", to_string(connection.manoeuvre)},
                    {"controls", std::move(found)}});
  }
  return ways;
}

Json controls_json(const map::RoadNetwork& map) {
  Json junctions = Json::array();
  for (std::size_t i = 0; i < map.junctions().size(); ++i)
    junctions.push_back({{"junction", map.junctions()[i].id}, {"ways", ways_json(map, map::JunctionId(i))}});
  return junctions;
}

Json json_of(const CountAndLength& sum) { return {{"count", sum.count}, {"length_m", sum.length}}; }

void print_json(const map::RoadNetwork& map, const Counts& counts, bool with_signals, Outside& outside) {
  const map::HeaderRecord& header = map.header();
  const map::Extent& extent = map.extent();
  Json json;
  json["file"] = map.file();
  json["standard"] = map.origin().empty() ? Json(fmt::format("{}.{}", header.rev_major, header.rev_minor)) : Json();
  if (!map.origin().empty()) json["made_from"] = map.origin();
  json["header"] = {
      {"name", header.name},
      {"version", header.version},
      {"date", header.date},
      {"vendor", header.vendor},
      {"geo_reference", trim(header.geo_reference)},
      {"offset",
       {{"x", header.offset_x}, {"y", header.offset_y}, {"z", header.offset_z}, {"heading", header.offset_heading}}}};
  json["extent"] = {{"x_min", extent.x_min}, {"y_min", extent.y_min}, {"x_max", extent.x_max}, {"y_max", extent.y_max}};
  json["roads"] = json_of(counts.roads);
  json["connecting_roads"] = json_of(counts.connecting_roads);
  json["lane_sections"] = map.sections().size();
  json["lanes"] = json_of(counts.lanes);
  json["lanes_by_type"] = Json::object();
  for (const auto& [type, sum] : counts.lanes_by_type) json["lanes_by_type"][type] = json_of(sum);
  json["junctions"] = map.junctions().size();
  json["junctions_by_kind"] = counts.junctions_by_kind;
  json["connections"] = counts.connections;
  json["signals"] = map.signals().size();
  json["signals_by_kind"] = counts.signals_by_kind;
  json["signal_references"] = counts.signal_references;
  json["objects"] = map.objects().size();
  json["objects_by_type"] = counts.objects_by_type;
  json["controllers"] = map.controllers().size();
  json["skipped"] = Json::array();
  for (const map::SkippedElement& element : map.skipped())
    json["skipped"].push_back({{"path", element.path}, {"count", element.count}, {"first_line", element.first_line}});
  json["warnings"] = map.warnings();
  if (!map.notes().empty()) json["notes"] = map.notes();
  if (with_signals) json["controls"] = controls_json(map);
  outside.screen.out << json.dump(2, ' ', false, Json::error_handler_t::replace) << '\n';
}

int map_info(const MapInfoOptions& options, Outside& outside) {
  const auto map = run::load_map(options.file, outside);
  if (!map) return refuse(outside, map.problem());
  outside.progress.end();
  const Counts counts = count(**map);
  if (options.format == Format::json)
    print_json(**map, counts, options.signals, outside);
  else if (options.signals)
    print_signals(**map, outside);
  else
    print_text(**map, counts, outside);
  return kFine;
}

void add_options(Options& options, MapInfoOptions& values) {
  add_map_file(options, values.file);
  options.flag("--signals", values.signals,
               "List what controls each lane into a junction, and where vehicles stop for it");
  add_text_or_json(options, values.format);
}

}  // namespace

Command map_info_command() {
  return {.name = "map info",
          .turn = 10,
          .summary = "Count what is in a map, and what was skipped",
          .example = "scrutineer map info examples/maps/town.xodr",
          .declare = declare<MapInfoOptions, add_options, map_info>};
}

}  // namespace scrutineer::app
