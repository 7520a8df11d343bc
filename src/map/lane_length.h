// How long lanes are, along their centre lines.
#pragma once

#include <array>
#include <cstdint>
#include <limits>
#include <vector>

#include "map/road_network.h"

namespace scrutineer::map {

// Between two road s of the lane. Once it is above `enough` it does not matter how long it is.
double centre_length(const RoadNetwork& map, LaneId lane, double from, double to,
                     double enough = std::numeric_limits<double>::infinity());

// The same for callers that ask of one lane again and again: it is measured once in short pieces, and a question measures a part
// of one. The map must outlive it.
//
//   const LaneRuler ruler(map, lane);
//   const double length = ruler.at(to) - ruler.at(from);
class LaneRuler {
 public:
  LaneRuler(const RoadNetwork& map, LaneId lane);

  // From the lane's s_begin to this road s of it.
  double at(double s) const;

 private:
  struct Piece {
    // How its length is told: it grows evenly with s, as a polynomial, or has to be measured again.
    enum class Kind : std::uint8_t { even, smooth, any };

    double s = 0.0;       // where it begins, and ...
    double length = 0.0;  // ... what lies before it
    double s_length = 0.0;
    // Of an even one the first is metres for a metre of s; of a smooth one these are the polynomial's, in halves of it.
    std::array<double, 4> grows{};
    double halves_per_metre = 0.0;
    std::uint32_t strip = 0;  // of the map
    Kind kind = Kind::any;
  };

  // Of the first metres of s of a piece.
  double length_of(const Piece& piece, double s_length) const;

  const RoadNetwork* map_;
  LaneId lane_;
  double s_begin_, s_end_;
  std::vector<Piece> pieces_;  // empty: the lane is too short to have a surface
};

}  // namespace scrutineer::map
