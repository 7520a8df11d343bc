// Makes the network from what the file says: dense ids for names, strips for polynomials, links, the index.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <tuple>
#include <unordered_map>
#include <unordered_set>

#include "map/detail/build_warning.h"
#include "map/detail/grid_index.h"
#include "map/detail/lazy_areas.h"
#include "map/detail/links.h"
#include "map/detail/projection.h"
#include "map/detail/strips.h"
#include "map/lookup.h"
#include "map/read.h"

namespace scrutineer::map {
namespace detail {

struct NetworkBuilder {
  Document document;
  StripLists lists = {};
  std::unique_ptr<RoadNetwork> network{new RoadNetwork()};
  // As the network's own lists, which are searched more slowly; the first of those that share an id.
  std::unordered_map<std::string_view, RoadId> roads_by_id = {};
  std::unordered_map<std::string_view, JunctionId> junctions_by_id = {};

  void warn(SourceLine line, std::string text) {
    network->warnings_.push_back(to_string(Problem{{.file = document.file, .line = line.number}, std::move(text)}));
  }
  void warn(std::vector<BuildWarning>& warnings) {
    for (BuildWarning& warning : warnings) warn(warning.line, std::move(warning.text));
  }

  template <typename Record, typename Id>
  static void index_by_id(const std::vector<Record>& records, std::vector<std::pair<std::string, Id>>& by_id,
                          std::unordered_map<std::string_view, Id>& quick) {
    by_id.reserve(records.size());
    quick.reserve(records.size());
    std::vector<std::pair<std::string_view, Id>> sorted;  // views: cheaper to move about than strings are
    sorted.reserve(records.size());
    for (std::size_t i = 0; i < records.size(); ++i) sorted.emplace_back(records[i].id, Id(i));
    std::ranges::sort(sorted);
    for (const auto& [name, id] : sorted) quick.try_emplace(by_id.emplace_back(name, id).first, id);
  }

  template <typename Id>
  static Id find(const std::unordered_map<std::string_view, Id>& by_id, std::string_view id) {
    const auto found = by_id.find(id);
    return found == by_id.end() ? Id{} : found->second;
  }

  static PieceLengths piece_lengths(const RoadRecord& record) {
    PieceLengths pieces;
    double s = 0.0;
    for (const Geometry& geometry : record.geometries) {
      pieces.geometries += geometry.length;
      const double tolerance = 0.01 + 1e-4 * record.length;
      if (!pieces.first_break && std::abs(geometry.s - s) > tolerance) pieces.first_break = geometry.s;
      s = geometry.s + geometry.length;
    }
    if (!record.sections.empty()) {
      pieces.first_section = record.sections.front().s;
      pieces.last_section = record.sections.back().s;
    }
    return pieces;
  }

  void add_road(RoadRecord& record, std::vector<BuildWarning>& strip_warnings) {
    RoadNetwork& n = *network;
    const RoadId id(n.roads_.size());
    Road road;
    road.id = record.id;
    road.name = record.name;
    road.length = record.length;
    road.pieces = piece_lengths(record);
    road.rule = record.rule;
    road.types = std::move(record.types);
    road.signal_references = std::move(record.signal_references);
    road.structures = std::move(record.structures);
    road.first_section = static_cast<std::uint32_t>(n.sections_.size());
    road.section_count = static_cast<std::uint32_t>(record.sections.size());
    for (std::size_t i = 0; i < record.sections.size(); ++i) {
      const bool last = i + 1 == record.sections.size();
      add_section(record.sections[i], id,
                  last ? std::max(record.length, record.sections[i].s) : record.sections[i + 1].s);
    }
    road.first_strip = static_cast<std::uint32_t>(lists.strips.size());
    road.pieces.curves = append_strips(record, static_cast<std::uint32_t>(id.index()),
                                       std::span(n.sections_).subspan(road.first_section, road.section_count),
                                       road.first_section, lists, strip_warnings);
    road.strip_count = static_cast<std::uint32_t>(lists.strips.size() - road.first_strip);
    road.first_signal = static_cast<std::uint32_t>(n.signals_.size());
    road.signal_count = static_cast<std::uint32_t>(record.signals.size());
    for (SignalRecord& signal : record.signals) n.signals_.push_back({id, std::move(signal)});
    road.first_object = static_cast<std::uint32_t>(n.objects_.size());
    road.object_count = static_cast<std::uint32_t>(record.objects.size());
    for (ObjectRecord& object : record.objects) n.objects_.push_back({id, std::move(object)});
    n.roads_.push_back(std::move(road));
  }

  void add_section(LaneSectionRecord& record, RoadId road, double s_end) {
    RoadNetwork& n = *network;
    LaneSection section;
    section.road = road;
    section.s_begin = record.s;
    section.s_end = s_end;
    section.first_lane = static_cast<std::uint32_t>(n.lanes_.size());
    section.lane_count = static_cast<std::uint16_t>(record.lanes.size());
    for (LaneRecord& lane_record : record.lanes) {
      Lane& lane = n.lanes_.emplace_back();
      lane.road = road;
      lane.section = SectionId(n.sections_.size());
      lane.number = lane_record.number;
      lane.id = std::move(lane_record.id);
      lane.type = lane_record.type;
      lane.type_name = std::move(lane_record.type_name);
      lane.level = lane_record.level;
      lane.direction = lane_record.direction;
      lane.s_begin = record.s;
      lane.s_end = s_end;
      lane.speeds = std::move(lane_record.speeds);
      lane.accesses = std::move(lane_record.accesses);
      lane.marks = std::move(lane_record.marks);
      if (lane.number < 0) ++section.right_count;
    }
    section.centre_marks = std::move(record.centre_marks);
    n.sections_.push_back(std::move(section));
  }

  RoadEnd resolve_end(const std::optional<RoadLink>& link, const RoadRecord& record, const char* which) {
    RoadEnd end;
    if (!link) return end;
    if (link->kind == RoadLink::Kind::junction) {
      end.junction = find(junctions_by_id, link->element_id);
    } else {
      end.road = find(roads_by_id, link->element_id);
      end.contact = link->contact.value_or(ContactPoint::start);
    }
    if (!end.junction.valid() && !end.road.valid()) {
      warn(link->line, fmt::format("road \"{}\": its {} is {} \"{}\", which the file does not have", record.id, which,
                                   link->kind == RoadLink::Kind::junction ? "junction" : "road", link->element_id));
    }
    return end;
  }

  void add_junction(JunctionRecord& record) {
    Junction junction;
    junction.id = record.id;
    junction.name = std::move(record.name);
    junction.kind = record.kind;
    junction.priorities = std::move(record.priorities);
    junction.controllers = std::move(record.controllers);
    junction.boundary = std::move(record.boundary);
    for (JunctionConnection& from : record.connections) {
      Connection connection;
      connection.incoming = find(roads_by_id, from.incoming_road);
      connection.connecting = find(roads_by_id, from.connecting_road);
      connection.contact = from.contact;
      connection.lane_links = std::move(from.lane_links);
      connection.line = from.line;
      // Virtual junctions may leave out the incoming road.
      const bool incoming_missing = !connection.incoming.valid() && !from.incoming_road.empty();
      if (incoming_missing || !connection.connecting.valid()) {
        warn(from.line,
             fmt::format("junction \"{}\": connection \"{}\" names road \"{}\", which the file does not have",
                         record.id, from.id, incoming_missing ? from.incoming_road : from.connecting_road));
      }
      if (!connection.incoming.valid() || !connection.connecting.valid()) continue;
      junction.connecting_roads.push_back(connection.connecting);
      junction.connections.push_back(std::move(connection));
    }
    std::ranges::sort(junction.connecting_roads);
    const auto repeated = std::ranges::unique(junction.connecting_roads);
    junction.connecting_roads.erase(repeated.begin(), repeated.end());
    network->junctions_.push_back(std::move(junction));
  }

  // Roads that say they belong to a junction though no connection names them are its connecting roads too.
  void claim_connecting_roads() {
    RoadNetwork& n = *network;
    for (std::size_t i = 0; i < n.roads_.size(); ++i) {
      const std::string& junction = document.roads[i].junction;
      if (junction.empty()) continue;
      const JunctionId id = find(junctions_by_id, junction);
      if (!id.valid()) {
        warn(document.roads[i].line,
             fmt::format("road \"{}\": belongs to junction \"{}\", which the file does not have", n.roads_[i].id,
                         junction));
        continue;
      }
      n.roads_[i].junction = id;
      auto& roads = n.junctions_[id.index()].connecting_roads;
      const auto place = std::ranges::lower_bound(roads, RoadId(i));
      if (place == roads.end() || *place != RoadId(i)) roads.insert(place, RoadId(i));
    }
  }

  // Last, so that warnings about them come in the order of the file.
  void sort_connections() {
    for (Junction& junction : network->junctions_)
      std::ranges::stable_sort(junction.connections, {}, [](const Connection& one) {
        return std::tuple(one.incoming, one.connecting, one.contact);
      });
  }

  void add_controllers() {
    RoadNetwork& n = *network;
    if (document.controllers.empty()) return;
    std::unordered_map<std::string_view, std::vector<SignalId>> signals;  // ids repeat in real files
    for (std::size_t i = 0; i < n.signals_.size(); ++i) signals[n.signals_[i].record.id].push_back(SignalId(i));
    for (ControllerRecord& record : document.controllers) {
      Controller controller{std::move(record.id), std::move(record.name), {}};
      std::unordered_set<std::string_view> named;
      for (const std::string& signal_id : record.signal_ids) {
        if (!named.insert(signal_id).second) continue;
        const auto found = signals.find(signal_id);
        if (found == signals.end()) {
          warn(record.line, fmt::format("controller \"{}\": controls signal \"{}\", which the file does not have",
                                        controller.id, signal_id));
        } else {
          controller.signals.insert(controller.signals.end(), found->second.begin(), found->second.end());
        }
      }
      n.controllers_.push_back(std::move(controller));
    }
  }

  // As point_on_strip would, without headings and heights.
  void set_extent() {
    RoadNetwork& n = *network;
    constexpr double kInfinity = std::numeric_limits<double>::infinity();
    Extent extent{kInfinity, kInfinity, -kInfinity, -kInfinity};
    for (const Strip& strip : n.strips_) {
      const auto borders = n.borders_of(strip);
      // Curved strips are short, so their ends and middle show where they reach to within centimetres.
      for (const double part : {0.0, 0.5, 1.0}) {
        if (part == 0.5 && strip.straight) continue;
        const double ds = part * strip.length;
        const CurveAt at = curve_at(strip, ds);
        const double norm = 1.0 / std::sqrt(at.du * at.du + at.dv * at.dv);
        const double tu = at.du * norm, tv = at.dv * norm;
        const double flat = strip.superelevation == 0 ? 1.0 : std::cos(roll_at(n, strip, ds));
        for (const Cubic* border : {&borders.front(), &borders.back()}) {
          const double across = border->at(ds) * flat;
          const double u = at.u - across * tv, v = at.v + across * tu;
          const Point p{strip.origin_x + strip.cos * u - strip.sin * v, strip.origin_y + strip.sin * u + strip.cos * v};
          extent.x_min = std::min(extent.x_min, p.x);
          extent.y_min = std::min(extent.y_min, p.y);
          extent.x_max = std::max(extent.x_max, p.x);
          extent.y_max = std::max(extent.y_max, p.y);
        }
      }
    }
    n.extent_ = n.strips_.empty() ? Extent{} : extent;
  }

  std::unique_ptr<const RoadNetwork> build() {
    RoadNetwork& n = *network;
    n.file_ = document.file;
    n.header_ = std::move(document.header);
    n.warnings_ = std::move(document.warnings);
    n.skipped_ = std::move(document.skipped);
    n.origin_ = std::move(document.origin);
    n.notes_ = std::move(document.notes);
    n.contradictions_ = std::move(document.contradictions);
    index_by_id(document.roads, n.roads_by_id_, roads_by_id);
    index_by_id(document.junctions, n.junctions_by_id_, junctions_by_id);
    std::size_t lane_total = 0;
    for (const RoadRecord& road : document.roads) {
      for (const LaneSectionRecord& section : road.sections) lane_total += section.lanes.size();
      for (const RoadTypeRecord& type : road.types) n.has_motorways_ = n.has_motorways_ || type.type == "motorway";
    }
    n.lanes_.reserve(lane_total);
    n.roads_.reserve(document.roads.size());
    std::vector<BuildWarning> strip_warnings;
    for (RoadRecord& road : document.roads) add_road(road, strip_warnings);
    warn(strip_warnings);
    for (JunctionRecord& junction : document.junctions) add_junction(junction);
    claim_connecting_roads();
    for (std::size_t i = 0; i < n.roads_.size(); ++i) {
      n.roads_[i].predecessor = resolve_end(document.roads[i].predecessor, document.roads[i], "predecessor");
      n.roads_[i].successor = resolve_end(document.roads[i].successor, document.roads[i], "successor");
    }
    n.strips_ = std::move(lists.strips);
    n.borders_ = std::move(lists.borders);
    n.superelevations_ = std::move(lists.superelevations);
    std::vector<BuildWarning> link_warnings;
    link_lanes(document, n.roads_, n.sections_, n.junctions_, n.lanes_, link_warnings);
    warn(link_warnings);
    sort_connections();
    add_controllers();
    set_extent();
    n.index_ = std::make_unique<GridIndex>(n.strips_);
    n.lazy_areas_ = std::make_unique<LazyAreas>(n.junctions_.size());
    return std::move(network);
  }
};

}  // namespace detail

std::unique_ptr<const RoadNetwork> build_network(Document document) {
  return detail::NetworkBuilder{std::move(document)}.build();
}

}  // namespace scrutineer::map
