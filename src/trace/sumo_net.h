// Which signals of the OpenDRIVE map the lights of a SUMO net are: netconvert writes their ids into the net.
//
//   auto net = read_sumo_net("x.net.xml");
//   for (const SumoLink& link : *net) ...       // link 3 of program "C" is signal "41", for who goes from road "12" to
//   "300"
#pragma once

#include <compare>
#include <cstdint>
#include <string>
#include <vector>

#include "base/result.h"

namespace scrutineer::trace {

// A way through a junction, by roads of the map.
struct SumoWay {
  std::string incoming, connecting;  // empty: the net does not say
  auto operator<=>(const SumoWay&) const = default;
};

// One link of a light program: the index is the place of its letter in the program's state.
struct SumoLink {
  std::string program;
  std::uint32_t index = 0;
  std::vector<std::string> signals;  // the map's ids, sorted
  std::vector<SumoWay> ways;  // of its connections, where the net says (netconvert --output.original-names); sorted
};

// All links of which the net names a signal (`signalID` of connections, `linkSignalID:<index>` of programs) or a way,
// by program and index. Of a net that names none: an empty list.
Result<std::vector<SumoLink>> read_sumo_net(const std::string& file);
// The same for what is already in memory; `file` is what problems call it.
Result<std::vector<SumoLink>> read_sumo_net(std::string content, const std::string& file);

}  // namespace scrutineer::trace
