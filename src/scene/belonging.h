// Do map and run belong together? If fewer than half of the vehicles of the first seconds come near a road, they do
// not, and nothing that the map tells would be true of them.
//
//   Belonging belonging(map, trace->file());
//   if (auto problem = belonging.advance(frame, tables.actors())) ...   // every frame; free once it is decided
//   if (auto problem = belonging.finish()) ...                          // of a run shorter than those seconds
//
// The problem tells where both lie and, where one would make them fit, the remedy: y negated, or an offset.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/result.h"
#include "map/lookup.h"
#include "trace/frame.h"

namespace scrutineer::scene {

inline constexpr Duration kBelongingWindow = std::chrono::seconds(5);
inline constexpr double kNearRoad = 20.0;  // metres

class Belonging {
 public:
  // The map must outlive this. `file` is the trace, for problems.
  Belonging(const map::RoadNetwork& map, std::string file) : map_(map), file_(std::move(file)) {}

  std::optional<Problem> advance(const trace::Frame& frame, std::span<const trace::ActorInfo> actors);
  std::optional<Problem> finish();
  bool is_decided() const { return is_decided_; }
  // Enough vehicles came near for the rule, but with a remedy all of them would: worth a look. Empty: nothing to say.
  const std::string& note() const { return note_; }

 private:
  struct Vehicle {
    std::vector<map::Point> places;  // a few metres apart, while it is not near
    bool is_vehicle = false;
    bool is_near = false;
  };
  // Positions of the run as they would be: y negated first, then the offset added.
  struct Remedy {
    bool flips_y = false;
    double x = 0.0, y = 0.0;
    bool is_guess = false;  // not the map's own offset
    std::string text() const;
  };

  std::optional<Problem> decide();
  std::string advice() const;
  bool is_near_road(map::Point point) const;
  std::size_t count_near(const Remedy& remedy) const;
  std::vector<Remedy> remedies() const;

  const map::RoadNetwork& map_;
  std::string file_;
  std::vector<Vehicle> vehicles_;  // by ActorId
  std::size_t vehicle_count_ = 0, near_count_ = 0;
  Time first_vehicle_{};  // when it appeared: the seconds that count begin with it
  map::Extent extent_;    // of the vehicles
  bool is_decided_ = false;
  std::string note_;
};

}  // namespace scrutineer::scene
