#include "report/detail/about.h"

#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <map>
#include <nlohmann/json.hpp>

#include "base/json_writer.h"
#include "base/utf8.h"
#include "results/run_result.h"
#include "results/triage.h"
#include "trace/words.h"
#include "watch/parameter_text.h"

namespace scrutineer::report::detail {
namespace {

using Json = nlohmann::ordered_json;

constexpr int kFormat = 2;  // changes with every change that a page could trip over

std::string_view to_word(watch::LineRole role) { return line_role_words()[static_cast<std::size_t>(role)]; }
std::string_view to_word(watch::MetricRole role) { return metric_role_words()[static_cast<std::size_t>(role)]; }

void write_plot(JsonWriter& out, const watch::PlotInfo& plot) {
  out.begin_object();
  out.member("title", plot.title);
  out.key("lines");
  out.begin_array();
  for (const watch::PlotLine& line : plot.lines) {
    out.begin_object();
    out.member("name", line.name);
    out.member("unit", line.unit);
    out.member("role", to_word(line.role));
    if (line.fact != nullptr) out.member("fact", line.fact->name);
    if (!line.metric.empty()) out.member("metric", line.metric);
    if (line.of_other) out.member("of_other", true);
    out.end_object();
  }
  out.end_array();
  out.end_object();
}

template <typename Item, typename Write>
void write_list(JsonWriter& out, std::string_view key, const std::vector<Item>& items, Write write) {
  out.key(key);
  out.begin_array();
  for (const Item& item : items) write(item);
  out.end_array();
}

// An object of texts.
void write_texts(JsonWriter& out, std::initializer_list<std::pair<std::string_view, std::string_view>> members) {
  out.begin_object();
  for (const auto& [key, text] : members) out.member(key, text);
  out.end_object();
}

void write_check(JsonWriter& out, const watch::CheckInfo& info) {
  out.begin_object();
  out.member("name", info.name);
  out.member("summary", info.summary);
  out.member("doc", info.doc);
  out.member("remedy", info.remedy);
  out.member("replaced_by", info.replaced_by);
  out.member("of_kpi", info.kpi != nullptr);
  write_list(out, "kinds", info.kinds, [&](const watch::KindInfo& kind) {
    write_texts(out, {{"name", kind.name},
                      {"when", kind.when},
                      {"sut", watch::to_word(kind.sut)},
                      {"other", watch::to_word(kind.other)}});
  });
  write_list(out, "parameters", info.parameters, [&](const watch::AnyParameter* parameter) {
    write_texts(
        out,
        {{"path", parameter->path}, {"meaning", parameter->meaning}, {"default", watch::default_text(*parameter)}});
  });
  write_list(out, "metrics", info.metrics, [&](const watch::MetricInfo& metric) {
    write_texts(
        out,
        {{"name", metric.name}, {"unit", metric.unit}, {"meaning", metric.meaning}, {"role", to_word(metric.role)}});
  });
  write_list(out, "plots", info.plots, [&](const watch::PlotInfo& plot) { write_plot(out, plot); });
  out.end_object();
}

double centimetres(double metres) { return std::round(metres * 100.0) / 100.0; }

Json json_of(const RecordedActor& actor) {
  Json json{{"id", valid_utf8(actor.info.id)},
            {"category", trace::to_word(actor.info.category)},
            {"length", centimetres(actor.info.length)},
            {"width", centimetres(actor.info.width)},
            {"is_static", actor.info.is_static},
            {"is_vru", actor.info.is_vru},
            {"part_of", actor.info.parent.valid() ? Json(actor.info.parent.index()) : Json(nullptr)}};
  if (!actor.info.base_polygon.empty()) {
    Json outline = Json::array();
    for (const trace::Corner& corner : actor.info.base_polygon) {
      outline.push_back(centimetres(corner.x));
      outline.push_back(centimetres(corner.y));
    }
    json["outline"] = std::move(outline);
  }
  return json;
}

Json facts_json(const Recording& recording) {
  const scene::Fact* speed = scene::find_fact("speed");
  Json facts = Json::array();
  const auto add = [&](const scene::Fact& fact) {
    facts.push_back(
        {{"name", fact.name}, {"unit", fact.unit}, {"meaning", fact.meaning}, {"quantum", quantum_of(fact.unit)}});
  };
  add(*speed);
  for (const scene::Fact* fact : recording.facts) add(*fact);
  return facts;
}

// "left, straight"; empty: for everybody.
std::string ways_text(const RecordedLight& light) {
  std::string text;
  for (const map::Manoeuvre manoeuvre :
       {map::Manoeuvre::left, map::Manoeuvre::straight, map::Manoeuvre::right, map::Manoeuvre::u_turn})
    if (std::ranges::find(light.ways, manoeuvre, &LightWay::manoeuvre) != light.ways.end())
      text += (text.empty() ? "" : ", ") + std::string(map::to_string(manoeuvre));
  return text;
}

// In the order of the recording, as stops name them by their places; a signal that is not near is null.
Json lights_json(const Recording& recording, const MapPiece& map) {
  std::map<std::size_t, std::size_t> place_of_signal;
  for (std::size_t i = 0; i < map.signals.size(); ++i) place_of_signal.emplace(map.signals[i].signal.index(), i);
  Json lights = Json::array();
  for (const RecordedLight& light : recording.lights) {
    const auto signal = place_of_signal.find(light.signal.index());
    Json times = Json::array(), states = Json::array();
    for (const Time time : light.times) times.push_back(std::round(to_seconds(time) * 1e6) / 1e6);
    for (const LightShown shown : light.states) states.push_back(to_word(shown));
    lights.push_back({{"signal", signal == place_of_signal.end() ? Json(nullptr) : Json(signal->second)},
                      {"ways", ways_text(light)},
                      {"times", std::move(times)},
                      {"states", std::move(states)}});
  }
  return lights;
}

Json areas_json(const ReportInputs& inputs) {
  Json areas = Json::array();
  for (const trace::ManifestArea& area : inputs.areas) {
    Json outline = Json::array();
    for (const auto& corner : area.outline)
      for (const double value : corner) outline.push_back(centimetres(value));
    areas.push_back({{"name", valid_utf8(area.name)}, {"outline", std::move(outline)}});
  }
  return areas;
}

Json scene_json(const ReportInputs& inputs, Origin origin) {
  const Recording& recording = *inputs.recording;
  Json actors = Json::array(), ego = nullptr;
  for (std::size_t i = 0; i < recording.actors.size(); ++i) {
    actors.push_back(json_of(recording.actors[i]));
    if (recording.actors[i].is_ego) ego = i;
  }
  return {{"origin", {origin.x, origin.y}},
          {"ego", std::move(ego)},
          {"actors", std::move(actors)},
          {"facts", facts_json(recording)},
          {"lights", inputs.map == nullptr ? Json::array() : lights_json(recording, *inputs.map)},
          {"areas", areas_json(inputs)},
          {"zones",
           inputs.zones
               ? Json{{"ahead", inputs.zones->ahead}, {"behind", inputs.zones->behind}, {"aside", inputs.zones->aside}}
               : Json(nullptr)}};
}

Json map_json(const MapPiece& map) {
  Json signals = Json::array();
  for (const PieceSignal& signal : map.signals)
    signals.push_back({{"id", valid_utf8(signal.id)},
                       {"road", valid_utf8(signal.road)},
                       {"kind", map::to_string(signal.kind)},
                       {"label", valid_utf8(signal.label)},
                       {"number", signal.number},
                       {"x", centimetres(signal.x)},
                       {"y", centimetres(signal.y)},
                       {"heading", std::round(signal.heading * 1000.0) / 1000.0}});
  Json roads = Json::array(), stops = Json::array();
  for (const PieceRoad& road : map.roads)
    roads.push_back(
        {{"id", valid_utf8(road.id)}, {"name", valid_utf8(road.name)}, {"junction", valid_utf8(road.junction)}});
  for (const PieceStop& stop : map.stops)
    stops.push_back(
        {{"signal", stop.signal},
         {"light", stop.light ? Json(*stop.light) : Json(nullptr)},
         {"line",
          {centimetres(stop.from.x), centimetres(stop.from.y), centimetres(stop.to.x), centimetres(stop.to.y)}}});
  return {{"lane_types", map.lane_types},
          {"mark_styles", map.mark_styles},
          {"roads", std::move(roads)},
          {"signals", std::move(signals)},
          {"stops", std::move(stops)}};
}

// Issues by their ids.
Json triage_json(const ReportInputs& inputs) {
  const auto id_of = [&](std::size_t place) { return inputs.found.issues[place].id; };
  Json kinds = Json::array(), rows = Json::array();
  const results::Triage triage = triage_of(inputs.found, inputs.checks);
  for (const results::TriageKind& kind : triage.kinds)
    kinds.push_back({{"kind", valid_utf8(kind.kind)},
                     {"count", kind.count},
                     {"actors", kind.actors},
                     {"worst", id_of(kind.worst)}});
  for (const results::TriageRow& row : triage.rows) {
    Json ids = Json::array();
    for (const std::size_t place : row.issues) ids.push_back(id_of(place));
    rows.push_back({{"issues", std::move(ids)}, {"worst", id_of(row.worst)}});
  }
  return {{"kinds", std::move(kinds)}, {"rows", std::move(rows)}};
}

// By the issue's id, of those that say more than when they begin.
Json moments_json(const ReportInputs& inputs) {
  Json moments = Json::object();
  for (const FoundIssue& issue : inputs.found.issues) {
    if (issue.moment() == issue.start && issue.signal.empty()) continue;
    Json json{{"time", std::round(to_seconds(issue.moment()) * 1e6) / 1e6}};
    for (std::size_t i = 0; inputs.map != nullptr && i < inputs.map->signals.size(); ++i) {
      const PieceSignal& signal = inputs.map->signals[i];
      if (signal.id == issue.signal && signal.road == issue.signal_road) json["signal"] = i;
    }
    moments[std::to_string(issue.id)] = std::move(json);
  }
  return moments;
}

Json episodes_json(const std::vector<Episode>& episodes) {
  Json list = Json::array();
  const auto time = [](const std::optional<double>& value) { return value ? Json(*value) : Json(nullptr); };
  for (const Episode& episode : episodes)
    list.push_back({{"start", episode.start},
                    {"end", episode.end},
                    {"spawn_lane", valid_utf8(episode.spawn_lane)},
                    {"target", time(episode.target_time)},
                    {"estimated", time(episode.estimated_time)},
                    {"achieved", time(episode.achieved_time)}});
  return list;
}

Json odd_json(const OddTracks& tracks) {
  Json list = Json::array();
  for (const OddTrack& track : tracks) {
    Json spans = Json::array();
    for (const auto& [time, truth] : track.spans) spans.push_back({time, truth});
    list.push_back({{"name", valid_utf8(track.name)},
                    {"text", valid_utf8(track.text)},
                    {"module", track.is_module},
                    {"spans", std::move(spans)}});
  }
  return list;
}

bool states(const JsonValue& info, std::string_view path) {
  const JsonValue* at = &info;
  while (!path.empty()) {
    const std::string_view key = path.substr(0, path.find('.'));
    path.remove_prefix(std::min(path.size(), key.size() + 1));
    const JsonMember* const member = at->find(key);
    if (member == nullptr) return false;
    at = &member->value;
  }
  return at->kind != JsonValue::Kind::null;
}

// Paths of top.info that the run's manifest leaves open, each with the values that it then has.
Json unstated_json(const JsonValue& given) {
  Json unstated = Json::object();
  for (const results::InitialInfo& initial : results::initial_info())
    if (!states(given, initial.path) || initial.values.empty()) unstated[initial.path] = initial.values;
  return unstated;
}

}  // namespace

std::span<const std::string_view> line_role_words() {
  static constexpr std::string_view kWords[] = {"value", "limit", "context", "axis", "light"};
  return kWords;
}

std::span<const std::string_view> metric_role_words() {
  static constexpr std::string_view kWords[] = {"plain", "value", "limit", "judgement"};
  return kWords;
}

double quantum_of(std::string_view unit) {
  if (unit == "1/m") return 0.00001;  // of curves: 0.0005 is one
  if (unit == "rad" || unit == "rad/s") return 0.0001;
  return unit == "m/s^3" ? 0.01 : 0.001;
}

std::string about_json(const ReportInputs& inputs, Origin origin) {
  JsonWriter out;
  const auto add = [&](std::string_view key, const Json& json) {
    out.key(key);
    out.written(json.dump(-1, ' ', false, Json::error_handler_t::replace));
  };
  out.begin_object();
  out.member("format", kFormat);
  out.member("title", valid_utf8(inputs.found.title));
  write_list(out, "notices", inputs.notices, [&](const std::string& notice) { out.value(valid_utf8(notice)); });
  out.key("checkers");
  out.begin_array();
  for (const watch::Check& check : inputs.checks) write_check(out, check.info);
  out.end_array();
  add("triage", triage_json(inputs));
  add("moments", moments_json(inputs));
  add("episodes", episodes_json(inputs.episodes));
  add("odd", odd_json(inputs.odd));
  add("unstated", unstated_json(inputs.given_info));
  add("scene", inputs.recording == nullptr ? Json(nullptr) : scene_json(inputs, origin));
  add("map", inputs.map == nullptr ? Json(nullptr) : map_json(*inputs.map));
  out.end_object();
  return out.text();
}

}  // namespace scrutineer::report::detail
