// What a signal of the map means, told from its type, subtype, country, `dynamic` and name.
//
//   const SignalMeaning meaning = meaning_of(signal.record);
//   if (meaning.kind == SignalKind::traffic_light && meaning.arrows.has(Manoeuvre::left)) ...
//
// The table of codes is in signal_kinds.cpp; docs/signals.md is printed from it.
#pragma once

#include <cstdint>
#include <string>

#include "map/model.h"

namespace scrutineer::map {

// The way a vehicle takes through a junction, by the change of its heading.
enum class Manoeuvre : std::uint8_t { straight, left, right, u_turn };
const char* to_string(Manoeuvre manoeuvre);

enum class SignalKind : std::uint8_t {
  traffic_light,     // for vehicles
  pedestrian_light,  // for people, or for people and bicycles
  bicycle_light,     //
  special_light,     // for trams, buses, riders; above a lane: for nobody who turns at a junction
  stop_sign,         //
  yield_sign,        //
  stop_line,         //
  yield_line,        //
  crosswalk,         // its marking or its sign
  speed_limit,       // sign that begins one
  speed_limit_end,   //
  priority_sign,     // priority at the next junction or on the whole road, and its end
  supplementary,     // a plate that limits or extends another sign
  other              //
};
const char* to_string(SignalKind kind);

// The three kinds that tell a vehicle at a junction what to do.
constexpr bool controls_vehicles(SignalKind kind) {
  return kind == SignalKind::traffic_light || kind == SignalKind::stop_sign || kind == SignalKind::yield_sign;
}

// The ways that a light's arrows point; none: a full disc, for all of them.
class Arrows {
 public:
  constexpr Arrows() = default;
  constexpr Arrows(std::initializer_list<Manoeuvre> ways) {
    for (const Manoeuvre way : ways) bits_ = static_cast<std::uint8_t>(bits_ | bit(way));
  }
  constexpr bool empty() const { return bits_ == 0; }
  constexpr bool has(Manoeuvre way) const { return (bits_ & bit(way)) != 0; }
  bool operator==(const Arrows&) const = default;

 private:
  static constexpr std::uint8_t bit(Manoeuvre way) {
    return static_cast<std::uint8_t>(1U << static_cast<unsigned>(way));
  }
  std::uint8_t bits_ = 0;
};
std::string to_string(Arrows arrows);  // "left, straight"; "" for a full disc

struct SignalMeaning {
  SignalKind kind = SignalKind::other;
  Arrows arrows;             // of a traffic light
  bool can_show_red = true;  // of a traffic light; a single green arrow that is dark is not out of order
  bool operator==(const SignalMeaning&) const = default;
};

SignalMeaning meaning_of(const SignalRecord& signal);

// A stop line that is drawn as an object: a roadMark with subtype signalLines or stopLine, or any object with
// "stopline" in its name (RoadRunner exports give such objects the type -1).
bool is_stop_line(const ObjectRecord& object);

// The codes that meaning_of() knows, as the tables of docs/signals.md.
std::string signal_kinds_markdown();

}  // namespace scrutineer::map
