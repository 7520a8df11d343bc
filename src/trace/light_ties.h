// What a file beside the run says its lights are tied to: signals of the map, and ways through its junctions. A SUMO
// net is such a file (sumo_net.h).
#pragma once

#include <compare>
#include <string>
#include <vector>

namespace scrutineer::trace {

// A way through a junction, by roads of the map.
struct JunctionWay {
  std::string incoming, connecting;  // empty: the file does not say
  auto operator<=>(const JunctionWay&) const = default;
};

struct LightTie {
  std::string light;                 // LightInfo::id
  std::vector<std::string> signals;  // the map's ids, sorted
  std::vector<JunctionWay> ways;     // those on which the light is obeyed, where the file says; sorted
};

}  // namespace scrutineer::trace
