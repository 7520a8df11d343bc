// What a run may hold before it is refused, so that no file, however broken, takes memory or time without end. Each is far
// beyond what real runs need; docs/hardness.md lists them.
#pragma once

#include <cstddef>

namespace scrutineer::trace {

// Beyond this many metres (or metres per second, radians ...) a number is a mistake. NaN is not within it either.
constexpr double kLargestValue = 1e7;

constexpr std::size_t kMostActors = 1'000'000;          // ever seen in a run; each takes some 700 bytes
constexpr std::size_t kMostColumns = 10'000;            // of a table
constexpr std::size_t kLongestLine = 64 * 1024 * 1024;  // bytes; a row with a thousand objects has some 500 kB
constexpr std::size_t kLongestTag = 16 * 1024 * 1024;   // bytes of XML; those of runs have a few hundred
constexpr std::size_t kMostNotes = 200;                 // that a person could read

}  // namespace scrutineer::trace
