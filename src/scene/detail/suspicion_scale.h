// What the two halves of Suspicion have in common: suspicion.cpp, which looks, and suspicion_doubts.cpp, which says.
#pragma once

#include <cstdint>

namespace scrutineer::scene::detail {

inline constexpr double kWay = 1.0;              // metres: as long as a way must be before it is looked at
inline constexpr std::uint32_t kFewest = 8;      // ways, before anything is said
inline constexpr double kContradicted = 0.8;     // of an actor's ways: on so many something else must be claimed
inline constexpr double kShortestVehicle = 0.1;  // metres

inline bool is_share(std::uint32_t part, std::uint32_t all, double share) { return part >= share * all; }

}  // namespace scrutineer::scene::detail
