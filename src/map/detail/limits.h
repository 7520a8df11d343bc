// What a file may claim before it is refused: bounds on sizes and numbers, so that no file, however broken, makes the
// library allocate or compute without end. Each lies far outside of what a real road network needs.
#pragma once

#include <cstddef>

namespace scrutineer::map::detail {

inline constexpr std::size_t kMaxTextBytes = std::size_t{1} << 30;  // of XML, after decompression

// Any number: cubics of it over the longest road stay finite. Town03 of CARLA has a width of 7e18 m per cubic metre, in a
// lane section of a micrometre.
inline constexpr double kMaxNumber = 1e20;
inline constexpr double kMaxCoordinate = 1e8;        // metres; UTM with a zone prefix has eastings of 3.3e7
inline constexpr double kMaxRoadLength = 1e6;        // metres, of roads and geometries
inline constexpr double kMaxTurning = 1000.0;        // radians that one geometry may turn: 159 full circles
inline constexpr double kMaxLateral = 1000.0;        // metres: lane widths, lane borders and lane offsets
inline constexpr std::size_t kMaxRoads = 1'000'000;  // in a file
inline constexpr int kMaxLanesInSection = 256;
inline constexpr std::size_t kMaxLanes = 2'000'000;  // in a file, after singleSide sections are completed
inline constexpr std::size_t kMaxWarnings = 10'000;  // more are only counted
inline constexpr std::size_t kMaxShownText = 40;     // characters of a file's own text in a message

inline constexpr double kSameS = 1e-5;           // metres: s values nearer than this count as one
inline constexpr double kBeyondEnd = 0.01;       // metres: further past a road's end than this is worth a warning
inline constexpr double kNegativeWidth = -1e-4;  // metres: less than this is worth a warning, above it is rounding
inline constexpr double kWrongSide = -0.01;      // metres: a lane that ends so far beyond lane 0 is on the wrong side

}  // namespace scrutineer::map::detail
