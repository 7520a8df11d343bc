#include "scene/lights.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/clock_rounding.h"
#include "base/text.h"
#include "map/signal_controls.h"
#include "map/signals.h"

namespace scrutineer::scene {

using map::RoadId;
using map::SignalId;
using map::SignalKind;
using trace::LightColour;
using trace::LightInfo;
using trace::LightKind;
using trace::LightMode;

namespace {

bool is_light(SignalKind kind) {
  return kind == SignalKind::traffic_light || kind == SignalKind::pedestrian_light ||
         kind == SignalKind::bicycle_light || kind == SignalKind::special_light;
}

// An identifier of a source reference: plain, or with a word before it as in "road_id:12".
struct Identifier {
  std::string_view value;
  bool may_be_road = true, may_be_signal = true;
};

Identifier read_identifier(std::string_view text) {
  const std::size_t colon = text.rfind(':');
  if (colon == std::string_view::npos) return {text};
  const std::string_view word = text.substr(0, colon);
  const auto has = [&](std::string_view part) { return word.find(part) != std::string_view::npos; };
  const bool is_road = has("road"), is_lane = has("lane");
  return {text.substr(colon + 1), is_road, !is_road && !is_lane};
}

// By the ids of its roads, or of a map that netconvert made of a net by the name of the connecting road alone.
LightHeads::Way way_named(const map::RoadNetwork& map, const trace::JunctionWay& names) {
  LightHeads::Way way{map.find_road(names.incoming), map.find_road(names.connecting)};
  if (way.connecting.valid() || !names.connecting.starts_with(':')) return way;
  const auto found = std::ranges::find(map.roads(), names.connecting, &map::Road::name);
  if (found == map.roads().end()) return way;
  way.connecting = RoadId(static_cast<std::size_t>(found - map.roads().begin()));
  if (!way.incoming.valid()) way.incoming = found->predecessor.road;
  return way;
}

// Those that control no way through a junction: too far before it on a road before the incoming one, for another
// direction, or at a crossing for people. Nobody is judged by them.
std::vector<SignalId> idle_lights(const map::RoadNetwork& map, std::vector<SignalId> lights) {
  for (std::size_t i = 0; i < map.junctions().size() && !lights.empty(); ++i)
    for (const map::ApproachControl& control : map::junction_controls(map, map::JunctionId(i)))
      std::erase(lights, control.place.signal);
  return lights;
}

std::string words_of_idle(const map::RoadNetwork& map, const std::vector<SignalId>& idle, std::size_t tied) {
  const bool is_one = idle.size() == 1;
  const map::Signal& first = map.signal(idle.front());
  const std::string which =
      tied == 1 ? "the only traffic light" : fmt::format("{} of the {} traffic lights", idle.size(), tied);
  return fmt::format(
      "{} of the map that the run tells of {} no way through a junction, so nobody is judged by {}{}{} of road {}; "
      "scrutineer map info --signals {} lists what controls each way",
      which, is_one ? "controls" : "control", is_one ? "it" : "them", is_one ? ": " : "; the first is ",
      first.record.id, map.road(first.road).id, map.file());
}

}  // namespace

LightHeads::LightHeads(const map::RoadNetwork& map, std::span<const trace::LightTie> ties)
    : map_(map),
      map_light_of_signal_(map.signals().size(), kNoHead),
      ties_(ties.begin(), ties.end()),
      head_of_signal_(map.signals().size(), kNoHead) {
  for (std::size_t i = 0; i < map.signals().size(); ++i) {
    const SignalId signal(i);
    const map::Signal& entry = map.signal(signal);
    signals_by_id_[entry.record.id].push_back(signal);
    const SignalKind kind = map::meaning_of(map, signal).kind;
    if (!is_light(kind)) continue;
    const map::RoadPoint place = map::point_at(map, entry.road, entry.record.s, entry.record.t);
    map_light_of_signal_[i] = static_cast<std::uint32_t>(map_lights_.size());
    map_lights_.push_back({signal, {place.x, place.y}, kind == SignalKind::traffic_light});
  }
  for (const trace::LightTie& tie : ties_) tie_of_light_.emplace(tie.light, &tie);
}

// ---- tying ----------------------------------------------------------------------------------------------------------

void LightHeads::tie(const LightInfo& info, std::size_t light) {
  Tie found = info.kind == LightKind::bulb  ? tie_bulb(info)
              : info.kind == LightKind::way ? tie_way(info)
                                            : tie_head(info);
  lights_[light].kind = info.kind;
  if (found.signals.empty() && found.ways.empty()) {
    if (untied_++ == 0) {
      first_untied_ = info;
      first_reason_ = std::move(found.reason);
    }
    return;
  }
  for (const SignalId signal : found.signals) hang(light, head_of_signal_[signal.index()]);
  for (const Way& way : found.ways) {
    hang(light, head_of_way_.try_emplace(key_of(way), kNoHead).first->second);
    Signals& own = signals_of_way_[key_of(way)];
    for (const SignalId signal : found.signals)
      if (std::ranges::find(own, signal) == own.end()) own.push_back(signal);
  }
}

// The light becomes a part of the head, which is made if there is none.
void LightHeads::hang(std::size_t light, std::uint32_t& head) {
  if (head == kNoHead) {
    head = static_cast<std::uint32_t>(heads_.size());
    heads_.emplace_back();
  }
  heads_[head].lights.push_back(static_cast<std::uint32_t>(light));
  lights_[light].heads.push_back(head);
}

LightHeads::Tie LightHeads::tie_bulb(const LightInfo& info) const {
  const auto only = [&](const Signals& signals, std::string_view what) -> Tie {
    if (const auto nearest = nearest_of(signals, info)) return {.signals = {*nearest}};
    return {.reason = fmt::format("{} lights of the map have {}, and it has no position", signals.size(), what)};
  };
  if (const Signals referenced = referenced_by(info); !referenced.empty())
    return only(referenced, "the id that its source reference names");

  const std::optional<SignalId> beside = nearest_light(info, kBulbReach);
  Signals same_id = lights_with_id(info.id);
  std::erase_if(same_id, [&](SignalId signal) {
    return map_lights_[map_light_of_signal_[signal.index()]].for_vehicles != info.for_vehicles;
  });
  if (!same_id.empty()) {
    Tie by_id = only(same_id, "its id");
    // Simulators number bulbs as they like: where one hangs on another light of the map, the equal id is chance.
    const bool is_chance = beside && (by_id.signals.empty() || distance_to(by_id.signals.front(), info) > kBulbReach);
    return is_chance ? Tie{.signals = {*beside}} : by_id;
  }
  if (beside) return {.signals = {*beside}};
  if (map_lights_.empty()) return {.reason = "the map has no traffic lights"};
  return {.reason = info.x ? "no light of the map has its id or hangs within 2 m"
                           : "no light of the map has its id, and it has no position"};
}

LightHeads::Tie LightHeads::tie_way(const LightInfo& info) const {
  Tie tie;
  const auto take = [&](SignalId signal) {
    if (std::ranges::find(tie.signals, signal) == tie.signals.end()) tie.signals.push_back(signal);
  };
  if (const auto found = tie_of_light_.find(info.id); found != tie_of_light_.end()) {
    const trace::LightTie& said = *found->second;
    for (const std::string& id : said.signals) {
      const auto same_id = signals_by_id_.find(id);
      if (same_id == signals_by_id_.end()) continue;
      if (same_id->second.size() == 1) {
        take(same_id->second.front());
        continue;
      }
      for (const trace::JunctionWay& way : said.ways)
        for (const std::string& road : {way.incoming, way.connecting})
          for (const SignalId signal : on_road(map_.find_road(road), id)) take(signal);
    }
    for (const trace::JunctionWay& names : said.ways) {
      const Way way = way_named(map_, names);
      if (way.incoming.valid() && way.connecting.valid() && map_.road(way.connecting).junction.valid())
        tie.ways.push_back(way);
    }
    if (!tie.signals.empty()) return tie;
  }
  for (const std::string& name : info.references) {
    for (const SignalId signal : lights_with_id(name)) take(signal);
    if (!tie.signals.empty()) break;
    for (const MapLight& light : map_lights_)
      if (map_.signal(light.signal).record.name == name) take(light.signal);
  }
  if (tie.signals.empty() && tie.ways.empty()) {
    tie.reason =
        ties_.empty()
            ? "no light of the map has its name, and no file beside the run (sumo_net) names its signal"
            : "neither the file beside the run (sumo_net) names its signal, nor has a light of the map its name";
  }
  return tie;
}

LightHeads::Tie LightHeads::tie_head(const LightInfo& info) const {
  if (info.road.empty() && info.x) {
    if (const auto nearest = nearest_light(info, kHeadReach, Of::untied)) return {.signals = {*nearest}};
    return {.reason = map_lights_.empty() ? "the map has no traffic lights"
                                          : "no light of the map that is still free hangs within 1 m of it"};
  }
  if (info.road.empty()) {
    Signals same_id = lights_with_id(info.id);
    if (same_id.size() == 1) return {.signals = std::move(same_id)};
    return {.reason = same_id.empty()
                          ? "no light of the map has its id"
                          : fmt::format("{} lights of the map have its id, and it names no road", same_id.size())};
  }
  const RoadId road = map_.find_road(info.road);
  if (!road.valid()) return {.reason = fmt::format("the map has no road {}", info.road)};
  Signals signals = on_road(road, info.id);
  if (signals.empty()) return {.reason = fmt::format("road {} has no signal {}", info.road, info.id)};
  const auto other = map::meaning_of(map_, signals.front()).kind;
  std::erase_if(signals, [&](SignalId signal) { return map_light_of_signal_[signal.index()] == kNoHead; });
  if (!signals.empty()) return {.signals = std::move(signals)};
  return {.reason = fmt::format("signal {} of road {} is no traffic light (by its type: {})", info.id, info.road,
                                map::to_string(other))};
}

// The lights that the source references of a bulb name. Where one identifier names a road, only those of that road.
LightHeads::Signals LightHeads::referenced_by(const LightInfo& info) const {
  std::vector<Identifier> identifiers;
  identifiers.reserve(info.references.size());
  for (const std::string& reference : info.references) identifiers.push_back(read_identifier(reference));
  Signals found;
  const auto take = [&](const Signals& signals) {
    for (const SignalId signal : signals)
      if (map_light_of_signal_[signal.index()] != kNoHead && std::ranges::find(found, signal) == found.end())
        found.push_back(signal);
  };
  for (const Identifier& road : identifiers) {
    const RoadId id = road.may_be_road ? map_.find_road(road.value) : RoadId();
    if (!id.valid()) continue;
    for (const Identifier& signal : identifiers)
      if (&signal != &road && signal.may_be_signal) take(on_road(id, signal.value));
  }
  if (!found.empty()) return found;
  for (const Identifier& signal : identifiers)
    if (signal.may_be_signal) take(lights_with_id(signal.value));
  return found;
}

LightHeads::Signals LightHeads::lights_with_id(std::string_view id) const {
  const auto found = signals_by_id_.find(std::string(id));
  if (found == signals_by_id_.end()) return {};
  Signals lights = found->second;
  std::erase_if(lights, [&](SignalId signal) { return map_light_of_signal_[signal.index()] == kNoHead; });
  return lights;
}

// Those that stand on the road; else those that a reference on it names.
LightHeads::Signals LightHeads::on_road(RoadId road, std::string_view id) const {
  Signals found;
  if (!road.valid()) return found;
  for (const bool is_reference : {false, true}) {
    for (const map::SignalPlace& place : map::signal_places(map_, road)) {
      if (!place.signal.valid() || place.is_reference != is_reference) continue;
      if (map_.signal(place.signal).record.id != id || std::ranges::find(found, place.signal) != found.end()) continue;
      found.push_back(place.signal);
    }
    if (!found.empty()) break;
  }
  return found;
}

double LightHeads::distance_to(SignalId signal, const LightInfo& info) const {
  const map::Point place = map_lights_[map_light_of_signal_[signal.index()]].place;
  if (!info.x || !info.y) return std::numeric_limits<double>::infinity();
  return std::hypot(place.x - *info.x, place.y - *info.y);
}

// The only one, or the nearest of several lights; nothing if the run does not say where the bulb hangs.
std::optional<SignalId> LightHeads::nearest_of(const Signals& signals, const LightInfo& info) const {
  if (signals.size() == 1) return signals.front();
  if (!info.x || !info.y) return std::nullopt;
  return *std::ranges::min_element(signals, {}, [&](SignalId signal) { return distance_to(signal, info); });
}

// Of those for the same road users: heads for vehicles and for people often hang on one pole.
std::optional<SignalId> LightHeads::nearest_light(const LightInfo& info, double radius, Of which) const {
  std::optional<SignalId> nearest;
  for (const MapLight& light : map_lights_) {
    if (light.for_vehicles != info.for_vehicles) continue;
    if (which == Of::untied && is_tied(light.signal)) continue;
    const double distance = distance_to(light.signal, info);
    if (distance > radius || (nearest && distance >= distance_to(*nearest, info))) continue;
    nearest = light.signal;
  }
  return nearest;
}

// ---- states ---------------------------------------------------------------------------------------------------------

void LightHeads::advance(const trace::Frame& frame, std::span<const LightInfo> lights) {
  now_ = frame.time;
  for (std::size_t light = lights_.size(); light < lights.size(); ++light) {
    lights_.emplace_back();
    tie(lights[light], light);
  }
  for (const trace::LightState& state : frame.lights) {
    Light& light = lights_[state.light.index()];
    const Shown said = light.kind == LightKind::bulb ? Shown{state.colour, state.mode} : normalised(state);
    if (light.has_said && light.said == said) continue;
    light.said = said;
    light.has_said = true;
    for (const std::uint32_t head : light.heads) {
      if (heads_[head].is_dirty) continue;
      heads_[head].is_dirty = true;
      dirty_.push_back(head);
    }
  }
  for (const std::uint32_t index : dirty_) {
    Head& head = heads_[index];
    head.is_dirty = false;
    show(head, combined(head));
  }
  dirty_.clear();
}

// What a whole head is said to show, in one way of saying it.
LightHeads::Shown LightHeads::normalised(const trace::LightState& state) {
  switch (state.mode) {
    case LightMode::regular:
      if (state.colour == LightColour::unknown) return {};
      if (state.colour == LightColour::off) return {LightColour::off, LightMode::off};
      return {state.colour, LightMode::regular};
    case LightMode::flashing_red:
      return {LightColour::red, LightMode::flashing_red};
    case LightMode::flashing_yellow:
      return {LightColour::yellow, LightMode::flashing_yellow};
    case LightMode::off:
      return {LightColour::off, LightMode::off};
    case LightMode::malfunctioning:
      return {LightColour::unknown, LightMode::malfunctioning};
    case LightMode::unknown:
      break;
  }
  return {};
}

LightHeads::Shown LightHeads::combined(const Head& head) const {
  if (lights_[head.lights.front()].kind == LightKind::bulb) return combined_bulbs(head);
  // Lights of ways and rows of a file each speak of the whole head. Where they disagree, it shows neither.
  std::optional<Shown> shown;
  for (const std::uint32_t index : head.lights) {
    const Light& light = lights_[index];
    if (!light.has_said) continue;
    if (shown && *shown != light.said) return {};
    shown = light.said;
  }
  return shown.value_or(Shown{});
}

LightHeads::Shown LightHeads::combined_bulbs(const Head& head) const {
  bool red = false, yellow = false, green = false, unknown = false;
  bool flashing_red = false, flashing_yellow = false;
  for (const std::uint32_t index : head.lights) {
    const Light& bulb = lights_[index];
    if (!bulb.has_said) continue;
    const auto& [colour, mode] = bulb.said;
    if (mode == LightMode::malfunctioning) return {LightColour::unknown, LightMode::malfunctioning};
    flashing_red = flashing_red || mode == LightMode::flashing_red;
    flashing_yellow = flashing_yellow || mode == LightMode::flashing_yellow;
    red = red || colour == LightColour::red || colour == LightColour::red_yellow;
    yellow = yellow || colour == LightColour::yellow || colour == LightColour::red_yellow;
    green = green || colour == LightColour::green;
    unknown = unknown || colour == LightColour::unknown || mode == LightMode::unknown;
  }
  if (flashing_red) return {LightColour::red, LightMode::flashing_red};
  if (flashing_yellow) return {LightColour::yellow, LightMode::flashing_yellow};
  if (green && (red || yellow)) return {};  // a contradiction
  if (red) return {yellow ? LightColour::red_yellow : LightColour::red, LightMode::regular};
  if (yellow) return {LightColour::yellow, LightMode::regular};
  if (green) return {LightColour::green, LightMode::regular};
  return unknown ? Shown{} : Shown{LightColour::off, LightMode::off};
}

void LightHeads::show(Head& head, const Shown& shown) {
  if (shown.is_unknown()) {
    if (!head.unknown_since) head.unknown_since = now_;
    return;
  }
  const bool was_lost = !head.was_known || (head.unknown_since && exceeds(now_ - *head.unknown_since, kUnknownLasts));
  if (was_lost || shown != head.shown) {
    if (head.was_known) keep_what_was(head, was_lost);
    head.since = now_;
  }
  if (was_lost || shown.mode != head.shown.mode) head.mode_since = now_;
  remember_changes(head, shown, was_lost);
  head.shown = shown;
  head.was_known = true;
  head.unknown_since.reset();
}

void LightHeads::keep_what_was(Head& head, bool was_lost) {
  constexpr std::size_t kKept = 8;  // two cycles
  head.before.push_back(
      {head.shown.colour, head.shown.mode, head.since, head.mode_since, head.green_ended, head.red_ended, true});
  if (was_lost) head.before.push_back({.since = *head.unknown_since + kUnknownLasts});
  if (head.before.size() > kKept) head.before.erase(head.before.begin(), head.before.end() - kKept);
}

// Green, then nothing for long, then red: green ended no later than now. But if red became green while nothing was
// seen, that may have been long ago, and nobody can tell when.
void LightHeads::remember_changes(Head& head, const Shown& shown, bool was_lost) const {
  const bool is_regular = shown.mode == LightMode::regular;
  const bool is_green = is_regular && shown.colour == LightColour::green;
  if (head.is_green && !is_green) head.green_ended = now_;
  if (!head.is_green && is_green && head.comes_from_red && !was_lost) head.red_ended = now_;
  head.is_green = is_green;
  const bool is_red = is_regular && (shown.colour == LightColour::red || shown.colour == LightColour::red_yellow);
  const bool is_yellow = is_regular && shown.colour == LightColour::yellow;
  head.comes_from_red = is_red || (is_yellow && head.comes_from_red && !was_lost);
}

HeadState LightHeads::state(SignalId signal) const {
  const std::uint32_t head = head_of_signal_[signal.index()];
  return head == kNoHead ? HeadState{} : state_of(heads_[head]);
}

const LightHeads::Head* LightHeads::head_of(SignalId signal, Way way) const {
  const auto own = head_of_way_.find(key_of(way));
  const std::uint32_t head = own == head_of_way_.end() ? head_of_signal_[signal.index()] : own->second;
  return head == kNoHead ? nullptr : &heads_[head];
}

HeadState LightHeads::state(SignalId signal, Way way) const {
  const Head* const head = head_of(signal, way);
  return head == nullptr ? HeadState{} : state_of(*head);
}

HeadState LightHeads::state_at(SignalId signal, Way way, Time time) const {
  const Head* const head = head_of(signal, way);
  const HeadState now = head == nullptr ? HeadState{} : state_of(*head);
  if (!now.known || now.since <= time) return now;
  const auto began_by_then = [&](const HeadState& state) { return state.since <= time; };
  const auto found = std::find_if(head->before.rbegin(), head->before.rend(), began_by_then);
  return found == head->before.rend() ? HeadState{} : *found;
}

const std::vector<SignalId>* LightHeads::signals_of(Way way) const {
  const auto own = signals_of_way_.find(key_of(way));
  return own == signals_of_way_.end() ? nullptr : &own->second;
}

HeadState LightHeads::state_of(const Head& head) const {
  if (!head.was_known || (head.unknown_since && exceeds(now_ - *head.unknown_since, kUnknownLasts))) return {};
  return {head.shown.colour, head.shown.mode, head.since, head.mode_since, head.green_ended, head.red_ended, true};
}

std::optional<std::string> LightHeads::skip_reason() const {
  if (!heads_.empty()) return std::nullopt;
  if (lights_.empty()) return "the run has no traffic lights";
  return fmt::format("none of the run's {} traffic lights could be tied to a signal of the map; {}: {}", lights_.size(),
                     first_untied_.id, first_reason_);
}

std::vector<std::string> LightHeads::notes() const {
  if (const auto none = skip_reason(); none && untied_ > 0) return {*none + suggestion(first_untied_)};
  std::vector<std::string> notes;
  if (untied_ > 0)
    notes.push_back(fmt::format(
        "{} of the run's {} traffic lights could not be tied to a signal of the map, so nobody is judged by "
        "{}; {}{}: {}{}",
        untied_, lights_.size(), untied_ == 1 ? "it" : "them", untied_ == 1 ? "" : "the first is ", first_untied_.id,
        first_reason_, suggestion(first_untied_)));
  Signals tied;
  for (const MapLight& light : map_lights_)
    if (light.for_vehicles && is_tied(light.signal)) tied.push_back(light.signal);
  if (const Signals idle = idle_lights(map_, tied); !idle.empty())
    notes.push_back(words_of_idle(map_, idle, tied.size()));
  return notes;
}

// What somebody who typed the light's name may have meant, among the lights of the map that no other light of the run
// is tied to. Numbers are counted, not typed: a similar one is another light.
std::string LightHeads::suggestion(const LightInfo& info) const {
  if (info.kind == LightKind::way) return {};
  const Signals same_id = lights_with_id(info.id);
  if (!same_id.empty()) {
    if (info.road.empty() || same_id.size() > 1 || is_tied(same_id.front())) return {};
    return fmt::format(" (did you mean road {}?)", map_.road(map_.signal(same_id.front()).road).id);
  }
  if (parse_number(info.id)) return {};
  std::vector<std::string_view> ids;
  for (const MapLight& light : map_lights_)
    if (!is_tied(light.signal)) ids.push_back(map_.signal(light.signal).record.id);
  const auto similar = did_you_mean(info.id, ids);
  return similar ? fmt::format(" (did you mean {}?)", *similar) : "";
}

}  // namespace scrutineer::scene
