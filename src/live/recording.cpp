#include "live/recording.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>

#include "base/text.h"
#include "trace/words.h"
#include "trace/write_osi.h"

namespace scrutineer::live {

namespace {

// SUMO's letter for what a light shows.
char letter_of(const trace::LightState& state) {
  if (state.mode == trace::LightMode::flashing_yellow) return 'o';
  switch (state.colour) {
    case trace::LightColour::red:
      return 'r';
    case trace::LightColour::red_yellow:
      return 'u';
    case trace::LightColour::yellow:
      return 'y';
    case trace::LightColour::green:
      return 'g';
    default:
      return 'O';
  }
}

}  // namespace

std::string Recording::osi(const trace::Frame& frame, const trace::Tables& tables) const {
  return trace::osi_record(
      {.actors = tables.actors(), .lights = {}, .host_id = tables.host_id(), .numbered_anew = true},
      {.time = frame.time, .number = frame.number, .actors = frame.actors, .lights = {}});
}

std::string Recording::lights(const trace::Frame& frame, const trace::Tables& tables) {
  std::map<std::string, std::string> states;
  for (const trace::LightState& state : frame.lights) {
    const std::string& id = tables.lights()[state.light.index()].id;  // "<program>/<link>"
    states[id.substr(0, id.rfind('/'))] += letter_of(state);
  }
  std::string text;
  for (const auto& [program, letters] : states) {
    auto known = std::ranges::find(states_, program, &std::pair<std::string, std::string>::first);
    if (known == states_.end()) known = states_.insert(states_.end(), {program, ""});
    if (known->second == letters) continue;
    known->second = letters;
    text += fmt::format("  <tlsState time=\"{}\" id=\"{}\" state=\"{}\"/>\n", shortest(to_seconds(frame.time)),
                        xml_escaped(program), letters);
  }
  return text;
}

std::string recording_manifest(const RecordingFiles& files, std::span<const trace::ActorInfo> actors) {
  nlohmann::ordered_json json = nlohmann::ordered_json::object();
  const auto name = [&](const char* key, const std::string& path) {
    if (!path.empty()) json[key] = path;
  };
  name("map", files.map);
  name("trace", files.trace);
  name("ego", files.ego);
  name("lights", files.lights);
  name("sumo_net", files.sumo_net);
  name("relocations", files.relocations);
  for (const trace::ManifestArea& area : files.areas)
    json["areas"].push_back({{"name", area.name}, {"outline", area.outline}});
  json["info"]["sim"] = {{"simulator_name", files.simulator_name}, {"simulator_version", files.simulator_version}};
  for (std::size_t i = 0; i < actors.size(); ++i)
    json["actors"][std::to_string(i + 1)] = {{"name", actors[i].id}, {"category", trace::to_word(actors[i].category)}};
  return json.dump(2) + "\n";
}

std::string relocations_csv(std::span<const trace::Relocation> relocations) {
  std::string text = "id,start,end\n";
  for (const trace::Relocation& relocation : relocations)
    text += fmt::format("{},{},{}\n", csv_quoted(relocation.id), shortest(to_seconds(relocation.start)),
                        shortest(to_seconds(relocation.end)));
  return text;
}

}  // namespace scrutineer::live
