#include "report/detail/about.h"

#include <cmath>
#include <nlohmann/json.hpp>

#include "base/utf8.h"
#include "trace/words.h"
#include "watch/parameter_text.h"

namespace scrutineer::report::detail {
namespace {

using Json = nlohmann::ordered_json;

constexpr int kFormat = 1;  // changes with every change that a page could trip over

std::string_view to_word(watch::LineRole role) {
  switch (role) {
    case watch::LineRole::value:
      return "value";
    case watch::LineRole::limit:
      return "limit";
    case watch::LineRole::context:
      return "context";
    case watch::LineRole::axis:
      return "axis";
    case watch::LineRole::light:
      return "light";
  }
  return "";
}

std::string_view to_word(watch::MetricRole role) {
  return role == watch::MetricRole::value ? "value" : role == watch::MetricRole::limit ? "limit" : "plain";
}

Json json_of(const watch::PlotInfo& plot) {
  Json lines = Json::array();
  for (const watch::PlotLine& line : plot.lines) {
    Json json{{"name", line.name}, {"unit", line.unit}, {"role", to_word(line.role)}};
    if (!line.fact.empty()) json["fact"] = line.fact;
    if (!line.metric.empty()) json["metric"] = line.metric;
    if (line.of_other) json["of_other"] = true;
    lines.push_back(std::move(json));
  }
  return {{"title", plot.title}, {"lines", std::move(lines)}};
}

Json json_of(const watch::CheckInfo& info) {
  Json kinds = Json::array(), parameters = Json::array(), metrics = Json::array(), plots = Json::array();
  for (const watch::KindInfo& kind : info.kinds)
    kinds.push_back({{"name", kind.name},
                     {"when", kind.when},
                     {"sut", watch::to_word(kind.sut)},
                     {"other", watch::to_word(kind.other)}});
  for (const watch::AnyParameter* parameter : info.parameters)
    parameters.push_back(
        {{"path", parameter->path}, {"meaning", parameter->meaning}, {"default", watch::default_text(*parameter)}});
  for (const watch::MetricInfo& metric : info.metrics)
    metrics.push_back(
        {{"name", metric.name}, {"unit", metric.unit}, {"meaning", metric.meaning}, {"role", to_word(metric.role)}});
  for (const watch::PlotInfo& plot : info.plots) plots.push_back(json_of(plot));
  return {{"name", info.name},
          {"summary", info.summary},
          {"doc", info.doc},
          {"remedy", info.remedy},
          {"replaced_by", info.replaced_by},
          {"kinds", std::move(kinds)},
          {"parameters", std::move(parameters)},
          {"metrics", std::move(metrics)},
          {"plots", std::move(plots)}};
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

Json lights_json(const Recording& recording, const MapPiece& map) {
  Json lights = Json::array();
  for (std::size_t i = 0; i < map.signals.size(); ++i) {
    for (const RecordedLight& light : recording.lights) {
      if (light.signal != map.signals[i].signal) continue;
      Json times = Json::array();
      for (const Time time : light.times) times.push_back(std::round(to_seconds(time) * 1e6) / 1e6);
      lights.push_back({{"signal", i}, {"times", std::move(times)}, {"states", light.states}});
      break;
    }
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
                       {"kind", signal.kind},
                       {"label", valid_utf8(signal.label)},
                       {"x", centimetres(signal.x)},
                       {"y", centimetres(signal.y)},
                       {"heading", std::round(signal.heading * 1000.0) / 1000.0}});
  return {{"lane_types", map.lane_types}, {"mark_styles", map.mark_styles}, {"signals", std::move(signals)}};
}

}  // namespace

double quantum_of(std::string_view unit) {
  if (unit == "rad" || unit == "rad/s") return 0.0001;
  return unit == "m/s^3" ? 0.01 : 0.001;
}

std::string about_json(const ReportInputs& inputs, Origin origin) {
  Json checkers = Json::array();
  for (const watch::Check& check : inputs.checks) checkers.push_back(json_of(check.info));
  Json notices = Json::array();
  for (const std::string& notice : inputs.notices) notices.push_back(valid_utf8(notice));
  const Json about{{"format", kFormat},
                   {"title", valid_utf8(inputs.found.title)},
                   {"notices", std::move(notices)},
                   {"checkers", std::move(checkers)},
                   {"scene", inputs.recording == nullptr ? Json(nullptr) : scene_json(inputs, origin)},
                   {"map", inputs.map == nullptr ? Json(nullptr) : map_json(*inputs.map)}};
  return about.dump(-1, ' ', false, Json::error_handler_t::replace);
}

}  // namespace scrutineer::report::detail
