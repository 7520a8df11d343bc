// Which actors came near an anomaly of the map, and when. An issue raised there may be the map's fault, so it gets a
// note.
//
//   NearAnomalies near(anomalies);
//   near.look(scene);                  // after every frame
//   near.add_notes(issues);            // at the end
#pragma once

#include <cstddef>
#include <cstdint>
#include <unordered_map>
#include <vector>

#include "map/check.h"
#include "scene/scene.h"
#include "watch/issue.h"

namespace scrutineer::run::detail {

inline constexpr double kNearAnomaly = 20.0;  // metres in the plane, from an actor's centre

class NearAnomalies {
 public:
  explicit NearAnomalies(std::vector<map::Finding> anomalies);

  void look(const scene::Scene& scene);
  // Adds a note to each issue whose actor was near an anomaly while the issue lasted. It names the nearest anomaly.
  void add_notes(std::vector<watch::Issue>& issues) const;

 private:
  // While one anomaly was the nearest.
  struct Stay {
    Time from{}, to{};
    std::size_t anomaly = 0;
    double distance = 0.0;  // the least
  };
  struct Nearest {
    std::size_t anomaly = 0;
    double distance = 0.0;
  };
  static std::uint64_t cell_of(double x, double y);
  bool find_nearest(double x, double y, Nearest& nearest) const;

  std::vector<map::Finding> anomalies_;
  std::unordered_map<std::uint64_t, std::vector<std::size_t>> cells_;  // all that may be near a point of the cell
  std::vector<std::vector<Stay>> stays_;                               // by actor
  Time previous_{};                                                    // the frame before
};

}  // namespace scrutineer::run::detail
