// A running simulator, seen as a run that is still being driven, and as something that can be acted upon.
//
//   trace::Step step;
//   while (auto more = simulator.next(step)) { if (!*more) break; ... }       // steps it
//   simulator.remove_vehicles(area.x, area.y, area.radius);
//   simulator.relocate(ego, destination);          // takes some steps; then is_relocating() is false again
//
// next() of a simulator that died or was lost is a problem; frames before it stay good, as of any trace.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "base/result.h"
#include "live/teleporter.h"
#include "trace/carried_map.h"
#include "trace/trace.h"

namespace scrutineer::live {

class Simulator : public trace::Trace {
 public:
  // Begins with the next step. The actor stands still at the destination once it is there, on the lane that its way
  // begins with, and drives along the way before it drives to the goal.
  virtual std::optional<Problem> relocate(trace::ActorId actor, const teleport::Destination& destination,
                                          const std::string& goal) = 0;
  virtual bool is_relocating() const = 0;
  // Whether a vehicle could be put where this way begins and drive along it.
  virtual Result<bool> has_way(std::span<const map::Point> way) = 0;
  // Removes every vehicle but `keep` whose centre is within the radius, or could be after so many seconds at its speed;
  // how many those were.
  virtual Result<std::size_t> remove_vehicles(double x, double y, double radius, double seconds,
                                              trace::ActorId keep) = 0;
  // From now on the actor drives there.
  virtual std::optional<Problem> send(trace::ActorId actor, const std::string& goal) = 0;
  // Where traffic goes at this place, as relocate() and send() take it; empty: nowhere.
  virtual std::string goal_at(double x, double y) = 0;
  // Simulated seconds from one frame to the next.
  virtual double step_seconds() const = 0;
  virtual std::string version() const = 0;  // "SUMO 1.15.0"; empty: nobody knows
  // The last frame as an .osi file has it, where the simulator sends just that; else empty.
  virtual std::string_view osi_message() const { return {}; }
  // The map that comes with its frames; waits for the first one, which next() still gives. Nothing: there is none.
  virtual std::optional<trace::CarriedMap> carried_map() { return std::nullopt; }
};

}  // namespace scrutineer::live
