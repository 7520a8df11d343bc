// What the traffic lights of the map show: the run's lights tied to the map's signals.
//
//   LightHeads heads(map, ties);                             // ties: trace/light_ties.h, where there are any
//   heads.advance(frame, tables.lights());                   // every frame
//   const HeadState state = heads.state(signal);
//   if (state.known && state.mode == LightMode::regular && state.colour == LightColour::red) ...
//
// A bulb belongs to the signal that its source reference names, else to the one that has its id, else to the nearest
// within kBulbReach. The light of a way belongs to the signals and ways that its tie names, else to the signals that
// its references name. A head is the signal of its road and id, or the nearest that no other head is (CARLA names none).
// docs/traces.md has the rules in full.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "map/lookup.h"
#include "map/road_network.h"
#include "trace/frame.h"
#include "trace/light_ties.h"

namespace scrutineer::scene {

inline constexpr double kBulbReach = 2.0;                           // metres in the plane
inline constexpr double kHeadReach = 1.0;                           // of whole heads, each of which has its own signal
inline constexpr Duration kUnknownLasts = std::chrono::seconds(1);  // so long the last state is kept

struct HeadState {
  trace::LightColour colour = trace::LightColour::unknown;
  trace::LightMode mode = trace::LightMode::unknown;
  Time since{};       // colour and mode are what they are since then
  Time mode_since{};  // the mode is what it is since then
  // In regular operation: when it was no longer green, and when red (or red with yellow) had become green, last.
  std::optional<Time> green_ended, red_ended;
  bool known = false;  // false: no light is tied to the signal, or it was unknown for too long; not to be judged
};

class LightHeads {
 public:
  // The map must outlive this.
  explicit LightHeads(const map::RoadNetwork& map, std::span<const trace::LightTie> ties = {});
  LightHeads(const LightHeads&) = delete;
  LightHeads& operator=(const LightHeads&) = delete;

  // The next frame; `lights` is trace::Tables::lights().
  void advance(const trace::Frame& frame, std::span<const trace::LightInfo> lights);

  HeadState state(map::SignalId signal) const;
  // What it shows to those who take this way. Where lights are those of ways, the ways from one signal may have states
  // of their own, whatever signal a tie calls them. Of all other lights, and where no tie tells, it is the signal's.
  struct Way {
    map::RoadId incoming, connecting;
  };
  HeadState state(map::SignalId signal, Way way) const;
  // The same in an earlier frame, as it was known then. Only the last changes are kept: what was before is unknown.
  HeadState state_at(map::SignalId signal, Way way, Time time) const;
  // The signals that a file beside the run names for the light of this way: none if it names none. Null: the way has no
  // light of its own, and is shown what its signal shows.
  const std::vector<map::SignalId>* signals_of(Way way) const;
  bool is_tied(map::SignalId signal) const { return head_of_signal_[signal.index()] != kNoHead; }

  std::size_t untied() const { return untied_; }     // how many lights, so far
  bool has_tied() const { return !heads_.empty(); }  // any light
  // Why no light can be judged, as far as the run was read: it has none, or none of them could be tied.
  std::optional<std::string> skip_reason() const;
  // What a reader should know at the run's end: that lights could not be tied, which may be the one that matters.
  std::vector<std::string> notes() const;

 private:
  static constexpr std::uint32_t kNoHead = 0xFFFFFFFF;
  using Signals = std::vector<map::SignalId>;

  // Colour and mode of a light or a head; both unknown: nothing that could be judged.
  struct Shown {
    trace::LightColour colour = trace::LightColour::unknown;
    trace::LightMode mode = trace::LightMode::unknown;
    bool operator==(const Shown&) const = default;
    bool is_unknown() const { return mode == trace::LightMode::unknown; }
  };
  struct Light {
    trace::LightKind kind = trace::LightKind::bulb;
    std::vector<std::uint32_t> heads;
    Shown said;  // last
    bool has_said = false;
  };
  struct Head {
    std::vector<std::uint32_t> lights;
    Shown shown;  // the last that is known
    Time since{}, mode_since{};
    std::optional<Time> green_ended, red_ended;
    std::optional<Time> unknown_since;
    bool was_known = false;
    bool is_green = false;
    bool comes_from_red = false;  // of red and green it showed red last
    bool is_dirty = false;
    std::vector<HeadState> before;  // what it showed until its last changes, the latest last
  };
  struct MapLight {
    map::SignalId signal;
    map::Point place;
    bool for_vehicles = true;
  };
  struct Tie {
    Signals signals;
    std::vector<Way> ways;  // of the lights of ways
    std::string reason;     // why there are none of either
  };

  void tie(const trace::LightInfo& info, std::size_t light);
  void hang(std::size_t light, std::uint32_t& head);
  Tie tie_bulb(const trace::LightInfo& info) const;
  Tie tie_way(const trace::LightInfo& info) const;
  Tie tie_head(const trace::LightInfo& info) const;
  Signals referenced_by(const trace::LightInfo& info) const;
  Signals lights_with_id(std::string_view id) const;
  Signals on_road(map::RoadId road, std::string_view id) const;
  std::optional<map::SignalId> nearest_of(const Signals& signals, const trace::LightInfo& info) const;
  enum class Of : std::uint8_t { all, untied };
  std::optional<map::SignalId> nearest_light(const trace::LightInfo& info, double radius, Of which = Of::all) const;
  double distance_to(map::SignalId signal, const trace::LightInfo& info) const;
  std::string suggestion(const trace::LightInfo& info) const;

  Shown combined(const Head& head) const;
  Shown combined_bulbs(const Head& head) const;
  static Shown normalised(const trace::LightState& state);
  void show(Head& head, const Shown& shown);
  void remember_changes(Head& head, const Shown& shown, bool was_lost) const;
  static void keep_what_was(Head& head, bool was_lost);
  const Head* head_of(map::SignalId signal, Way way) const;  // null: there is none
  HeadState state_of(const Head& head) const;
  static std::uint64_t key_of(Way way) {
    return (static_cast<std::uint64_t>(way.incoming.index()) << 32U) | way.connecting.index();
  }

  const map::RoadNetwork& map_;
  std::unordered_map<std::string, std::vector<map::SignalId>> signals_by_id_;
  std::vector<MapLight> map_lights_;                // signals that are lights
  std::vector<std::uint32_t> map_light_of_signal_;  // by signal: its place there, or kNoHead
  std::vector<trace::LightTie> ties_;
  std::unordered_map<std::string, const trace::LightTie*> tie_of_light_;  // by the light's id
  std::vector<Light> lights_;                                             // by LightId
  std::vector<Head> heads_;
  std::vector<std::uint32_t> head_of_signal_;
  std::unordered_map<std::uint64_t, std::uint32_t> head_of_way_;  // by key_of(); of lights of ways only
  std::unordered_map<std::uint64_t, Signals> signals_of_way_;     // of the same ways
  std::vector<std::uint32_t> dirty_;
  std::size_t untied_ = 0;
  trace::LightInfo first_untied_;
  std::string first_reason_;  // why it could not be tied
  Time now_{};
};

}  // namespace scrutineer::scene
