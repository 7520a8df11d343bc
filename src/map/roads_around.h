// The lanes that lead to a lane and follow it, and the roads that they are on: made when somebody first asks for the lane,
// and kept by the map.
//
//   const RoadsAround& around = roads_around(map, way);
//   for (const RoadsAround::Word& word : around.words)
//     if ((occupied[word.index] & word.mask) != 0) look_at(around.roads_of(word));
//
// A lane leads to a hundred others, on nearly as many roads. Roads are bits of words, so that a search passes over
// sixty-four empty roads at a time.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "map/lane_graph.h"
#include "map/road_network.h"

namespace scrutineer::map {

inline constexpr double kAroundKept = 130.0;  // metres before the lane's begin and beyond its end

struct RoadsAround {
  RoadsAround(const RoadNetwork& map, DirectedLane way);

  // A lane on the way of another one.
  struct OnWay {
    DirectedLane way;
    double begin = 0.0;      // from the entry of that one to its own entry, along the reference lines
    std::uint32_t from = 0;  // the lane by which it was found, in `lanes`: next to it, on the side of the first one
  };
  // A section of a road that has such a lane.
  struct Stretch {
    double begin = 0.0;  // of the first lane that was found there
    double s_begin = 0.0, s_end = 0.0;
    SectionId section;
    bool along_s = true;
  };
  struct OnRoad {
    std::uint32_t road = 0;
    std::uint32_t begin = 0, end = 0;  // in `stretches`
  };
  static constexpr std::size_t kBits = 64;
  struct Word {
    std::uint64_t mask = 0;  // of the roads from kBits * index on
    std::uint32_t index = 0;
    std::uint32_t begin = 0, end = 0;  // in `roads`
  };

  std::span<const OnRoad> roads_of(const Word& word) const {
    return std::span(roads).subspan(word.begin, word.end - word.begin);
  }
  std::span<const Stretch> stretches_of(const OnRoad& road) const {
    return std::span(stretches).subspan(road.begin, road.end - road.begin);
  }

  std::vector<OnWay> lanes;  // the lane itself first
  std::vector<Word> words;
  std::vector<OnRoad> roads;       // by id
  std::vector<Stretch> stretches;  // by road, then as the lanes were found
};
const RoadsAround& roads_around(const RoadNetwork& map, DirectedLane way);

}  // namespace scrutineer::map
