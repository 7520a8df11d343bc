#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <string_view>

#include "map/detail/country_code.h"
#include "map/lane_graph.h"
#include "map/write_xodr.h"

namespace scrutineer::map {
namespace {

// The words of 1.7's schema.
constexpr std::string_view kLaneTypes[] = {
    "shoulder", "border",         "driving",       "stop",     "none",     "restricted", "parking",
    "median",   "biking",         "sidewalk",      "curb",     "exit",     "entry",      "onRamp",
    "offRamp",  "connectingRamp", "bidirectional", "special1", "special2", "special3",   "roadWorks",
    "tram",     "rail",           "bus",           "taxi",     "HOV",      "mwyEntry",   "mwyExit"};
constexpr std::string_view kObjectTypes[] = {
    "none",  "obstacle", "pole",          "tree",      "vegetation", "barrier", "building",     "parkingSpace",
    "patch", "railing",  "trafficIsland", "crosswalk", "streetLamp", "gantry",  "soundBarrier", "roadMark"};
constexpr std::string_view kRoadTypes[] = {
    "unknown",        "rural",         "motorway",     "town",        "lowSpeed",  "pedestrian",    "bicycle",
    "townExpressway", "townCollector", "townArterial", "townPrivate", "townLocal", "townPlayStreet"};
constexpr std::string_view kRestrictions[] = {"simulator", "autonomousTraffic", "pedestrian", "passengerCar",   "bus",
                                              "delivery",  "emergency",         "taxi",       "throughTraffic", "truck",
                                              "bicycle",   "motorcycle",        "none",       "trucks"};
constexpr std::string_view kUnits[] = {"m", "km", "ft", "mile", "m/s", "mph", "km/h", "kg", "t", "%"};

template <std::size_t N>
bool is_one_of(std::string_view word, const std::string_view (&words)[N]) {
  return std::ranges::find(words, word) != std::end(words);
}

class Exporter {
 public:
  explicit Exporter(Document document) : document_(std::move(document)) {}

  XodrExport run() {
    for (const SkippedElement& skipped : document_.skipped)
      count(fmt::format("elements {}", skipped.path), skipped.count);
    set_header();
    drop_junctions();
    drop_invalidated();
    std::set<std::string> signals, objects, bridges, tunnels;
    for (RoadRecord& road : document_.roads) {
      fit_road(road);
      // Signals with the same id in several places are common; references then mean the first.
      for (SignalRecord& signal : road.signals) make_unique(signal.id, signals, "signals");
      for (ObjectRecord& object : road.objects) make_unique(object.id, objects, "objects");
      for (StructureRecord& structure : road.structures) {
        const bool is_bridge = structure.kind == StructureRecord::Kind::bridge;
        make_unique(structure.id, is_bridge ? bridges : tunnels, is_bridge ? "bridges" : "tunnels");
      }
    }
    for (ControllerRecord& controller : document_.controllers) {
      const std::size_t dangling =
          std::erase_if(controller.signal_ids, [&](const std::string& id) { return !signals.contains(id); });
      count("signals of controllers that are not there", dangling);
    }
    count("controllers of nothing",
          std::erase_if(document_.controllers, [](const ControllerRecord& c) { return c.signal_ids.empty(); }));
    XodrExport out{.text = to_xodr(document_), .left_out = {}};
    for (const auto& [what, times] : counts_) out.left_out.push_back(fmt::format("{} {}", times, what));
    return out;
  }

 private:
  void count(const std::string& what, std::size_t times = 1) {
    if (times > 0) counts_[what] += times;
  }

  void make_unique(std::string& id, std::set<std::string>& known, std::string_view whose) {
    const std::string first = id;
    for (int number = 2; !known.insert(id).second; ++number) id = fmt::format("{}_{}", first, number);
    if (id != first) count(fmt::format("ids of {} that are used more than once: a number was added", whose));
  }

  void set_header() {
    HeaderRecord& header = document_.header;
    header.rev_major = 1;
    header.rev_minor = 7;
    if (header.vendor.empty()) header.vendor = "Scrutineer";
  }

  // Virtual junctions need more than is read of them, and none may be without a connection.
  void drop_junctions() {
    std::set<std::string> dropped;
    for (JunctionRecord& junction : document_.junctions) {
      if (junction.kind == JunctionRecord::Kind::virtual_ || junction.kind == JunctionRecord::Kind::crossing) {
        dropped.insert(junction.id);
        count("virtual and crossing junctions");
      } else if (junction.connections.empty()) {
        dropped.insert(junction.id);
        count("junctions without connections");
      }
      if (!junction.boundary.empty()) count("boundaries of junctions (new in 1.8)");
      junction.boundary.clear();
    }
    std::erase_if(document_.junctions, [&](const JunctionRecord& junction) { return dropped.contains(junction.id); });
    for (RoadRecord& road : document_.roads) {
      if (dropped.contains(road.junction)) road.junction.clear();
      for (std::optional<RoadLink>* link : {&road.predecessor, &road.successor})
        if (*link && (*link)->kind == RoadLink::Kind::junction && dropped.contains((*link)->element_id)) link->reset();
    }
  }

  // To 1.7 a sign that is covered would be like any other.
  void drop_invalidated() {
    std::set<std::string> gone;
    std::size_t dropped = 0;
    for (RoadRecord& road : document_.roads) {
      for (const SignalRecord& signal : road.signals)
        if (signal.invalidated) gone.insert(signal.id);
      dropped += std::erase_if(road.signals, [](const SignalRecord& signal) { return signal.invalidated; });
      dropped += std::erase_if(road.objects, [](const ObjectRecord& object) { return object.invalidated; });
    }
    for (RoadRecord& road : document_.roads)
      std::erase_if(road.signal_references, [&](const SignalReferenceRecord& r) { return gone.contains(r.signal_id); });
    count("signals and objects that are invalidated (new in 1.9)", dropped);
  }

  void fit_road(RoadRecord& road) {
    for (RoadTypeRecord& type : road.types) {
      if (!is_one_of(type.type, kRoadTypes)) {
        type.type = "unknown";
        count("types of roads that 1.7 does not have");
      }
      fit_country(type.country);
    }
    for (LaneSectionRecord& section : road.sections)
      for (LaneRecord& lane : section.lanes) fit_lane(lane);
    for (SignalRecord& signal : road.signals) fit_signal(signal);
    for (ObjectRecord& object : road.objects) fit_object(object, road);
  }

  // What a sign means depends on it.
  void fit_country(std::string& country) {
    const std::string code = detail::country_code(country);
    if (code.empty() && !country.empty()) count("countries whose code of two or three letters is not known");
    country = code;
  }

  void fit_lane(LaneRecord& lane) {
    if (!lane.id.empty()) count("ids of lanes (roads are called as the first of their lanes)");
    if (lane.direction == LaneDirection::both && is_driving(lane.type)) {
      lane.type_name = "bidirectional";
    } else if (lane.direction != LaneDirection::standard) {
      count("lanes driven against the side of the road that they are on (new in 1.8)");
    }
    lane.direction = LaneDirection::standard;
    if (!is_one_of(lane.type_name, kLaneTypes)) {
      const bool is_for_people = lane.type == LaneType::walking;
      lane.type_name = is_for_people ? "sidewalk" : is_driving(lane.type) ? "driving" : "restricted";
      if (!is_for_people) count("types of lanes that 1.7 does not have: written as driving or restricted");
    }
    fit_accesses(lane);
  }

  // 1.7 has one restriction in each.
  void fit_accesses(LaneRecord& lane) {
    std::vector<LaneAccessRecord> fitted;
    for (const LaneAccessRecord& access : lane.accesses) {
      for (const std::string& who : access.restrictions) {
        if (is_one_of(who, kRestrictions))
          fitted.push_back({access.s, access.allow, {who}});
        else
          count("restrictions of lanes that 1.7 does not have");
      }
    }
    lane.accesses = std::move(fitted);
  }

  void fit_signal(SignalRecord& signal) {
    fit_country(signal.country);
    // A unit without a value, or the other way round, is none.
    if (!is_one_of(signal.unit, kUnits)) signal.unit.clear();
    if (!signal.value) signal.unit.clear();
    if (signal.value && signal.unit.empty()) {
      count("values of signals without a unit");
      signal.value.reset();
    }
    if (signal.type.empty()) signal.type = "-1";
    if (signal.subtype.empty()) signal.subtype = "-1";
    signal.width = std::max(signal.width, 0.0);
    signal.height = std::max(signal.height, 0.0);
  }

  void fit_object(ObjectRecord& object, const RoadRecord& road) {
    if (!is_one_of(object.type, kObjectTypes)) {
      count("types of objects that 1.7 does not have: written as none");
      object.type = "none";
    }
    object.s = std::clamp(object.s, 0.0, road.length);
    for (double* size : {&object.length, &object.width, &object.height, &object.radius}) *size = std::max(*size, 0.0);
  }

  Document document_;
  std::map<std::string, std::size_t> counts_;
};

}  // namespace

XodrExport export_xodr(Document document) { return Exporter(std::move(document)).run(); }

}  // namespace scrutineer::map
