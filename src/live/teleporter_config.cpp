#include "live/teleporter_config.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>
#include <optional>
#include <span>

#include "base/located_json.h"
#include "base/text.h"

namespace scrutineer::live::teleport {

namespace {

using Kind = JsonValue::Kind;
using Json = nlohmann::ordered_json;

constexpr double kAnyNumber = std::numeric_limits<double>::infinity();
constexpr double kLargestCoordinate = 1e7;  // metres; what lies further is a slip

struct Bounds {
  double least = -kAnyNumber, most = kAnyNumber;
  bool above = false;  // the least itself is not allowed
};
constexpr Bounds kNotNegative{.least = 0.0};
constexpr Bounds kPositive{.least = 0.0, .above = true};
// Nobody needs candidates nearer to each other, and a slip must not ask for a million of them.
constexpr Bounds kSpacing{.least = 0.1};
constexpr Bounds kDelay{.least = 0.0, .most = 86400.0};  // seconds
constexpr Bounds kShare{.least = 0.0, .most = 1.0};
constexpr Bounds kCoordinate{.least = -kLargestCoordinate, .most = kLargestCoordinate};
// A whole number that JSON readers of all kinds keep exactly.
constexpr Bounds kSeed{.least = 0.0, .most = 9007199254740991.0};

std::string allowed(const Bounds& bounds) {
  if (bounds.most != kAnyNumber) return fmt::format("from {} to {}", shortest(bounds.least), shortest(bounds.most));
  return fmt::format("{} {}", bounds.above ? "above" : "of at least", shortest(bounds.least));
}
Json number_schema(const Bounds& bounds, const char* type = "number") {
  Json schema{{"type", type}};
  if (bounds.least != -kAnyNumber) schema[bounds.above ? "exclusiveMinimum" : "minimum"] = bounds.least;
  if (bounds.most != kAnyNumber) schema["maximum"] = bounds.most;
  return schema;
}

// One value of the file: where it stands and what it is called, for messages.
struct Entry {
  const JsonValue& value;
  std::string name;
  const std::string& file;

  Problem wrong(const std::string& wanted) const {
    return {value.place(file), fmt::format("{} must be {}, found {}", name, wanted, describe(value))};
  }
  Problem says(const std::string& what) const { return {value.place(file), fmt::format("{} {}", name, what)}; }
  Entry item(std::size_t at) const { return {value.items[at], fmt::format("{}[{}]", name, at), file}; }
};

using Fault = std::optional<Problem>;

Fault read_number(const Entry& entry, const Bounds& bounds, double& number) {
  const double found = entry.value.number;
  const bool fits = entry.value.is_number() && std::isfinite(found) && found <= bounds.most &&
                    (bounds.above ? found > bounds.least : found >= bounds.least);
  if (!fits) return entry.wrong("a number " + allowed(bounds));
  number = found;
  return std::nullopt;
}

Fault read_truth(const Entry& entry, bool& truth) {
  if (entry.value.kind != Kind::boolean) return entry.wrong("true or false");
  truth = entry.value.boolean;
  return std::nullopt;
}

Fault read_text(const Entry& entry, std::string& text) {
  if (entry.value.kind != Kind::text || entry.value.text.empty()) return entry.wrong("a text");
  text = entry.value.text;
  return std::nullopt;
}

// `count` numbers in a list.
Fault read_numbers(const Entry& entry, const Bounds& bounds, std::span<double> numbers) {
  if (entry.value.kind != Kind::list || entry.value.items.size() != numbers.size())
    return entry.wrong(fmt::format("a list of {} numbers", numbers.size()));
  for (std::size_t at = 0; at < numbers.size(); ++at)
    if (auto fault = read_number(entry.item(at), bounds, numbers[at])) return fault;
  return std::nullopt;
}

Fault read_window(const Entry& entry, Window& window) {
  std::array<double, 2> ends{};
  if (auto fault = read_numbers(entry, kDelay, ends)) return fault;
  if (ends[0] > ends[1])
    return entry.says(fmt::format("is empty: it runs from {} s down to {} s", shortest(ends[0]), shortest(ends[1])));
  window = {ends[0], ends[1]};
  return std::nullopt;
}

// A key of an object and how its value is read into `Target`.
template <typename Target>
struct Key {
  std::string_view name;
  std::string_view meaning;
  Fault (*read)(const Entry&, Target&);
  Json (*schema)();
  bool required = false;
};

template <typename Target>
Fault read_object(const Entry& entry, std::span<const Key<Target>> keys, Target& target) {
  if (entry.value.kind != Kind::object) return entry.wrong("an object");
  for (const JsonMember& member : entry.value.members) {
    const auto key = std::ranges::find(keys, member.key, &Key<Target>::name);
    if (key == keys.end()) {
      std::vector<std::string_view> names;
      names.reserve(keys.size());
      for (const auto& known : keys) names.push_back(known.name);
      const auto like = did_you_mean(member.key, names);
      return Problem{member.place(entry.file), fmt::format("key \"{}\" is unknown{}", member.key,
                                                           like ? fmt::format(" (did you mean {}?)", *like) : "")};
    }
    const std::string name = entry.name.empty() ? member.key : entry.name + "." + member.key;
    if (auto fault = key->read({member.value, name, entry.file}, target)) return fault;
  }
  for (const auto& key : keys)
    if (key.required && entry.value.find(key.name) == nullptr)
      return Problem{entry.value.place(entry.file), entry.name.empty()
                                                        ? fmt::format("{} is missing", key.name)
                                                        : fmt::format("{}.{} is missing", entry.name, key.name)};
  return std::nullopt;
}

template <typename Target>
Json object_schema(std::span<const Key<Target>> keys) {
  Json properties = Json::object(), required = Json::array();
  for (const auto& key : keys) {
    Json schema = key.schema();
    schema["description"] = key.meaning;
    properties[std::string(key.name)] = std::move(schema);
    if (key.required) required.push_back(key.name);
  }
  Json schema{{"type", "object"}, {"properties", std::move(properties)}};
  if (!required.empty()) schema["required"] = std::move(required);
  schema["additionalProperties"] = false;
  return schema;
}

Json list_schema(Json items, std::size_t count) {
  return {{"type", "array"}, {"items", std::move(items)}, {"minItems", count}, {"maxItems", count}};
}
Json window_schema() { return list_schema(number_schema(kDelay), 2); }
Json truth_schema() { return {{"type", "boolean"}}; }
Json text_schema() { return {{"type", "string"}, {"minLength", 1}}; }

// ---- lanes ----------------------------------------------------------------------------------------------------------

const Key<LaneName> kEdgeKeys[] = {
    {"edge", "An edge of the SUMO net.", [](const Entry& e, LaneName& lane) { return read_text(e, lane.edge); },
     text_schema, true},
    {"lane", "The lane's place in it: 0 is the rightmost.",
     [](const Entry& e, LaneName& lane) -> Fault {
       if (e.value.kind != Kind::integer || e.value.integer < 0 || e.value.integer > 1000)
         return e.wrong("a whole number from 0 on");
       lane.lane = static_cast<int>(e.value.integer);
       return std::nullopt;
     },
     [] { return number_schema(kNotNegative, "integer"); }, true},
};

Fault read_lane(const Entry& entry, LaneName& lane) {
  lane.place = entry.value.place(entry.file);
  if (entry.value.kind == Kind::object) return read_object<LaneName>(entry, kEdgeKeys, lane);
  const std::string wanted = "a lane such as \"12/0/-1\" (road/section/lane) or {\"edge\": \"E4\", \"lane\": 0}";
  if (entry.value.kind != Kind::text) return entry.wrong(wanted);
  // A road's id may have slashes itself: the two last ones count.
  const std::string_view text = entry.value.text;
  const std::size_t last = text.rfind('/');
  const std::size_t first = last == 0 || last == std::string_view::npos ? last : text.rfind('/', last - 1);
  if (first == std::string_view::npos || first == 0 || last == 0) return entry.wrong(wanted);
  const auto section = parse_integer(text.substr(first + 1, last - first - 1));
  const auto number = parse_integer(text.substr(last + 1));
  if (!section || *section < 0 || *section > 1'000'000 || !number || *number == 0 || std::abs(*number) > 1000)
    return entry.wrong(wanted);
  lane.road = text.substr(0, first);
  lane.section = static_cast<std::uint32_t>(*section);
  lane.lane = static_cast<int>(*number);
  return std::nullopt;
}

Json lane_schema() {
  return {{"anyOf", {{{"type", "string"}, {"pattern", "^.+/[0-9]+/-?[0-9]+$"}}, object_schema<LaneName>(kEdgeKeys)}}};
}

Fault read_lanes(const Entry& entry, Config& config) {
  if (entry.value.kind != Kind::list || entry.value.items.empty()) return entry.wrong("a list of lanes");
  for (std::size_t at = 0; at < entry.value.items.size(); ++at)
    if (auto fault = read_lane(entry.item(at), config.lane_spawn_sources.emplace_back())) return fault;
  return std::nullopt;
}

// ---- points and boxes -----------------------------------------------------------------------------------------------

template <typename Target, double Target::* member>
Fault coordinate(const Entry& entry, Target& target) {
  return read_number(entry, kCoordinate, target.*member);
}
template <typename Target, double Target::* member>
Fault size(const Entry& entry, Target& target) {
  return read_number(entry, kPositive, target.*member);
}
Json coordinate_schema() { return number_schema(kCoordinate); }

const Key<SpawnPoint> kPointKeys[] = {
    {"x", "Metres, as in the map.", coordinate<SpawnPoint, &SpawnPoint::x>, coordinate_schema, true},
    {"y", "Metres, as in the map.", coordinate<SpawnPoint, &SpawnPoint::y>, coordinate_schema, true},
    {"z", "Metres, as in the map.", coordinate<SpawnPoint, &SpawnPoint::z>, coordinate_schema},
    {"yaw", "Its own rotation: degrees, counter-clockwise from +x.", coordinate<SpawnPoint, &SpawnPoint::yaw_degrees>,
     coordinate_schema},
    {"useCustomRotation", "Whether customEulerRotation replaces its own rotation.",
     [](const Entry& e, SpawnPoint& point) { return read_truth(e, point.use_custom_rotation); }, truth_schema},
    {"customEulerRotation", "Roll, pitch and yaw in degrees.",
     [](const Entry& e, SpawnPoint& point) { return read_numbers(e, kCoordinate, point.custom_euler_rotation); },
     [] { return list_schema(coordinate_schema(), 3); }},
};

Fault read_points(const Entry& entry, Config& config) {
  if (entry.value.kind != Kind::list || entry.value.items.empty()) return entry.wrong("a list of points");
  for (std::size_t at = 0; at < entry.value.items.size(); ++at)
    if (auto fault = read_object<SpawnPoint>(entry.item(at), kPointKeys, config.random_spawn_points.emplace_back()))
      return fault;
  return std::nullopt;
}

const Key<TriggerBox> kBoxKeys[] = {
    {"x", "Of its centre: metres, as in the map.", coordinate<TriggerBox, &TriggerBox::x>, coordinate_schema, true},
    {"y", "Of its centre: metres, as in the map.", coordinate<TriggerBox, &TriggerBox::y>, coordinate_schema, true},
    {"length", "Metres.", size<TriggerBox, &TriggerBox::length>, [] { return number_schema(kPositive); }, true},
    {"width", "Metres.", size<TriggerBox, &TriggerBox::width>, [] { return number_schema(kPositive); }, true},
    {"yaw", "Of its length: degrees, counter-clockwise from +x.", coordinate<TriggerBox, &TriggerBox::yaw_degrees>,
     coordinate_schema},
    {"z", "Of its centre: metres, as in the map; only with height.", coordinate<TriggerBox, &TriggerBox::z>,
     coordinate_schema},
    {"height", "Metres; by default it has no upper and no lower end.", size<TriggerBox, &TriggerBox::height>,
     [] { return number_schema(kPositive); }},
};

Fault read_box(const Entry& entry, Config& config) {
  config.trigger_box.place = entry.value.place(entry.file);
  if (auto fault = read_object<TriggerBox>(entry, kBoxKeys, config.trigger_box)) return fault;
  const bool has_z = entry.value.find("z") != nullptr, has_height = entry.value.find("height") != nullptr;
  if (has_z == has_height) return std::nullopt;
  return entry.says(has_z ? "has z but no height: give both, or none for a box without upper and lower end"
                          : "has a height but no z of its centre");
}

// ---- the whole ------------------------------------------------------------------------------------------------------

template <double Config::* member, const Bounds& bounds>
Fault number(const Entry& entry, Config& config) {
  return read_number(entry, bounds, config.*member);
}
template <const Bounds& bounds>
Json bounded() {
  return number_schema(bounds);
}

const Key<Config> kKeys[] = {
    {"spawnStrategy", "LaneMidpoint (default) or RandomPoint.",
     [](const Entry& e, Config& config) -> Fault {
       if (e.value.kind != Kind::text || (e.value.text != "LaneMidpoint" && e.value.text != "RandomPoint"))
         return e.wrong("\"LaneMidpoint\" or \"RandomPoint\"");
       config.spawn_strategy =
           e.value.text == "RandomPoint" ? SpawnStrategy::random_point : SpawnStrategy::lane_midpoint;
       return std::nullopt;
     },
     [] { return Json{{"enum", {"LaneMidpoint", "RandomPoint"}}}; }},
    {"triggerBox", "Driving into this box relocates the ego.", read_box,
     [] { return object_schema<TriggerBox>(kBoxKeys); }, true},
    {"clearanceRadius", "Metres around the destination that are cleared of other vehicles; 10 by default.",
     number<&Config::clearance_radius, kNotNegative>, bounded<kNotNegative>},
    {"teleportDelay", "Simulated seconds between clearing and relocating; 0.5 by default.",
     number<&Config::teleport_delay, kDelay>, bounded<kDelay>},
    {"spawnDelayRange", "Least and largest extra delay, drawn evenly, in seconds; [0, 0] by default.",
     [](const Entry& e, Config& config) { return read_window(e, config.spawn_delay_range); }, window_schema},
    {"laneSpawnSources", "The lanes to which the ego may be relocated.", read_lanes,
     [] { return Json{{"type", "array"}, {"items", lane_schema()}, {"minItems", 1}}; }},
    {"spawnSubdivisionSpacing", "Metres between candidates along a lane; 10 by default.",
     number<&Config::spawn_subdivision_spacing, kSpacing>, bounded<kSpacing>},
    {"includeSegmentEndpoints", "Whether both ends of each lane are candidates too; true by default.",
     [](const Entry& e, Config& config) { return read_truth(e, config.include_segment_endpoints); }, truth_schema},
    {"midpointSegment", "The lane with the point of interest.",
     [](const Entry& e, Config& config) { return read_lane(e, config.midpoint_segment); }, lane_schema},
    {"midpointSegmentFraction", "Where on that lane: 0 is its begin, 1 its end; 0.5 by default.",
     number<&Config::midpoint_segment_fraction, kShare>, bounded<kShare>},
    {"cruiseSpeedKmh", "The speed that arrival times are estimated with, in km/h; 30 by default.",
     number<&Config::cruise_speed_kmh, kPositive>, bounded<kPositive>},
    {"assumedAcceleration", "The acceleration that arrival times are estimated with, in m/s^2; 2 by default.",
     number<&Config::assumed_acceleration, kPositive>, bounded<kPositive>},
    {"targetArrivalWindow", "Least and largest target arrival time, drawn evenly, in seconds; [0, 90] by default.",
     [](const Entry& e, Config& config) { return read_window(e, config.target_arrival_window); }, window_schema},
    {"randomSpawnPoints", "The destinations of RandomPoint.", read_points,
     [] { return Json{{"type", "array"}, {"items", object_schema<SpawnPoint>(kPointKeys)}, {"minItems", 1}}; }},
    {"goal", "The simulator's edge to which the ego drives; by default the one at the trigger box.",
     [](const Entry& e, Config& config) { return read_text(e, config.goal); }, text_schema},
    {"seed", "The same seed draws the same targets; 1 by default.",
     [](const Entry& e, Config& config) -> Fault {
       if (e.value.kind != Kind::integer || e.value.integer < 0 || e.value.number > kSeed.most)
         return e.wrong("a whole number from 0 on");
       config.seed = static_cast<std::uint64_t>(e.value.integer);
       return std::nullopt;
     },
     [] { return number_schema(kSeed, "integer"); }},
};

// What the strategy needs.
Fault look_for_missing(const Config& config, const JsonValue& root) {
  const auto missing = [&](std::string_view key) {
    return Problem{root.place(config.file),
                   fmt::format("{} is missing: {} needs it", key,
                               config.spawn_strategy == SpawnStrategy::random_point ? "RandomPoint" : "LaneMidpoint")};
  };
  if (config.spawn_strategy == SpawnStrategy::random_point) {
    if (config.random_spawn_points.empty()) return missing("randomSpawnPoints");
    return std::nullopt;
  }
  if (config.lane_spawn_sources.empty()) return missing("laneSpawnSources");
  if (root.find("midpointSegment") == nullptr) return missing("midpointSegment");
  return std::nullopt;
}

}  // namespace

std::string LaneName::text() const {
  return edge.empty() ? fmt::format("{}/{}/{}", road, section, lane) : fmt::format("{}_{}", edge, lane);
}

Result<Config> read_config(std::string_view content, const std::string& file) {
  const auto root = parse_json(content, file);
  if (!root) return root.problem();
  Config config;
  config.file = file;
  if (root->kind != Kind::object) return Problem{root->place(file), "expected an object, found " + describe(*root)};
  if (auto fault = read_object<Config>({*root, "", config.file}, kKeys, config)) return *fault;
  if (auto fault = look_for_missing(config, *root)) return *fault;
  return config;
}

std::string config_schema() {
  Json schema{{"$schema", "https://json-schema.org/draft/2020-12/schema"},
              {"title", "A Teleporter"},
              {"description", "What relocates the ego, where to and when: scrutineer teleporter plan FILE shows it."}};
  schema.update(object_schema<Config>(kKeys));
  return schema.dump(2) + "\n";
}

}  // namespace scrutineer::live::teleport
