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
  // Where an actor was last: the square cell, and the anomalies that may be near its points. Null: there are none.
  struct Cell {
    double x_begin = 0.0, x_end = 0.0, y_begin = 0.0, y_end = 0.0;
    const std::vector<std::size_t>* anomalies = nullptr;
    bool has(double x, double y) const { return x >= x_begin && x < x_end && y >= y_begin && y < y_end; }
  };
  Cell cell_at(double x, double y) const;
  bool find_nearest(const std::vector<std::size_t>& among, double x, double y, Nearest& nearest) const;

  std::vector<map::Finding> anomalies_;
  std::unordered_map<std::uint64_t, std::vector<std::size_t>> cells_;  // all that may be near a point of the cell
  std::vector<Cell> last_cells_;                                       // by uid
  std::vector<std::vector<Stay>> stays_;                               // likewise
  Time previous_{};                                                    // the frame before
};

}  // namespace scrutineer::run::detail
