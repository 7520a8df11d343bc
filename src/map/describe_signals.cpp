#include "map/describe_signals.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <string_view>
#include <vector>

#include "base/counted.h"
#include "base/display_width.h"
#include "base/printable.h"
#include "base/text.h"
#include "map/signal_controls.h"

namespace scrutineer::map {
namespace {

using Output = std::back_insert_iterator<std::string>;

void describe_kinds(const RoadNetwork& map, Output out) {
  std::array<std::size_t, static_cast<std::size_t>(SignalKind::other) + 1> counts{};
  for (std::size_t i = 0; i < map.signals().size(); ++i) {
    ++counts[static_cast<std::size_t>(meaning_of(map, SignalId(i)).kind)];
  }
  std::size_t references = 0;
  std::size_t painted = 0;
  for (const Road& road : map.roads()) references += road.signal_references.size();
  for (const Object& object : map.objects()) painted += is_stop_line(object.record) ? 1 : 0;

  fmt::format_to(out, "signals                {}\n", map.signals().size());
  for (std::size_t kind = 0; kind < counts.size(); ++kind) {
    if (counts[kind] == 0) continue;
    fmt::format_to(out, "  {:<20} {}\n", to_string(static_cast<SignalKind>(kind)), counts[kind]);
  }
  fmt::format_to(out, "references             {}\n", references);
  fmt::format_to(out, "stop lines as objects  {}\n", painted);
  fmt::format_to(out, "controllers            {}\n", map.controllers().size());
  for (const DanglingReference& dangling : dangling_references(map)) {
    fmt::format_to(out, "road {} s {}: refers to signal {}, which the file does not have\n",
                   printable(map.road(dangling.road).id), rounded(dangling.s, 2), printable(dangling.signal_id));
  }
}

std::string signal_text(const RoadNetwork& map, const ApproachControl& control) {
  const Signal& signal = map.signal(control.place.signal);
  std::string text =
      fmt::format("{} {} (road {})", to_string(control.place.meaning.kind), signal.record.id, map.road(signal.road).id);
  if (!control.place.meaning.arrows.empty()) text += fmt::format(", arrow {}", to_string(control.place.meaning.arrows));
  if (!control.controllers.empty()) {
    text += control.controllers.size() == 1 ? ", controller" : ", controllers";
    for (const ControllerId controller : control.controllers) text += " " + map.controllers()[controller.index()].id;
  }
  for (const SignalId plate : control.dependencies) text += ", depends on " + map.signal(plate).record.id;
  return text;
}

// "stop line 292, 4 m before the junction (s 4)"
std::string line_text(const RoadNetwork& map, const ApproachControl& control) {
  const ReferenceLine& line = control.line;
  std::string text = to_string(line.rule);
  if (line.stop_line_signal.valid()) text += " " + map.signal(line.stop_line_signal).record.id;
  if (line.stop_line_object.valid()) text += " " + map.object(line.stop_line_object).record.id;
  if (line.distance > 0.0) text += fmt::format(", {} m before the junction", rounded(line.distance, 2));
  const RoadId road = map.lane(line.lane).road;
  const bool is_on_incoming = road == map.lane(control.connection.incoming).road;
  return text + (is_on_incoming ? fmt::format(" (s {})", rounded(line.s, 2))
                                : fmt::format(" (road {}, s {})", map.road(road).id, rounded(line.s, 2)));
}

struct Row {
  std::string incoming, way, control, line;
};

std::vector<Row> rows_of(const RoadNetwork& map, const std::vector<LaneConnection>& connections,
                         const std::vector<ApproachControl>& controls) {
  std::vector<Row> rows;
  const auto add = [&rows](const Row& row) {
    rows.push_back({printable(row.incoming), printable(row.way), printable(row.control), printable(row.line)});
  };
  LaneId last;
  auto control = controls.begin();
  for (const LaneConnection& connection : connections) {
    const Lane& incoming = map.lane(connection.incoming);
    const Lane& connecting = map.lane(connection.connecting);
    Row row;
    if (connection.incoming != last)
      row.incoming = fmt::format("road {} lane {}", map.road(incoming.road).id, incoming.number);
    last = connection.incoming;
    row.way = to_string(connection.manoeuvre);
    if (connection.outgoing.valid())
      row.way += fmt::format(" to road {}", map.road(map.lane(connection.outgoing).road).id);
    row.way += fmt::format(", over road {} lane {}", map.road(connecting.road).id, connecting.number);
    row.control = "none";
    // The controls come in the order of the connections.
    for (; control != controls.end() && control->connection.incoming == connection.incoming &&
           control->connection.connecting == connection.connecting;
         ++control) {
      row.control = signal_text(map, *control);
      row.line = line_text(map, *control);
      add(row);
      row = {};
    }
    if (!row.control.empty()) add(row);
  }
  return rows;
}

void print(const std::vector<Row>& rows, Output out) {
  std::size_t incoming = 0;
  std::size_t way = 0;
  std::size_t control = 0;
  for (const Row& row : rows) {
    incoming = std::max(incoming, display_width(row.incoming));
    way = std::max(way, display_width(row.way));
    control = std::max(control, display_width(row.control));
  }
  for (const Row& row : rows) {
    std::string line = fmt::format("  {}  {}  {}  {}", padded(row.incoming, incoming), padded(row.way, way),
                                   padded(row.control, control), row.line);
    line.erase(line.find_last_not_of(' ') + 1);
    fmt::format_to(out, "{}\n", line);
  }
}

void describe_junction(const RoadNetwork& map, JunctionId id, Output out) {
  const std::vector<LaneConnection> connections = lane_connections(map, id);
  if (connections.empty()) return;
  const std::vector<ApproachControl>& controls = junction_controls(map, id);
  const auto rows = rows_of(map, connections, controls);
  const auto controlled = static_cast<std::size_t>(
      std::count_if(connections.begin(), connections.end(), [&controls](const LaneConnection& connection) {
        return std::any_of(controls.begin(), controls.end(), [&connection](const ApproachControl& control) {
          return control.connection.incoming == connection.incoming &&
                 control.connection.connecting == connection.connecting;
        });
      }));
  fmt::format_to(out, "\njunction {}: {}, {} controlled\n", printable(map.junction(id).id),
                 counted(connections.size(), "connection"), controlled);
  print(rows, out);
}

}  // namespace

std::string describe_controls(const RoadNetwork& map) {
  std::string text;
  const Output out(text);
  describe_kinds(map, out);
  for (std::size_t i = 0; i < map.junctions().size(); ++i) describe_junction(map, JunctionId(i), out);
  return text;
}

}  // namespace scrutineer::map
