// Which signals of the OpenDRIVE map the lights of a SUMO net are: netconvert writes their ids into the net.
//
//   auto net = read_sumo_net("x.net.xml");
//   for (const SumoLink& link : *net) ...       // link 3 of program "C" is signal "41", for traffic from road "12"
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/result.h"

namespace scrutineer::trace {

// One link of a light program: the index is the place of its letter in the program's state.
struct SumoLink {
  std::string program;
  std::uint32_t index = 0;
  std::vector<std::string> signals;  // the map's ids, sorted
  std::vector<std::string> roads;    // that its connections come from or lead over, where the net says; sorted
};

// All links of which the net names a signal (`signalID` of connections, `linkSignalID:<index>` of programs), by program
// and index. Of a net that names none: an empty list.
Result<std::vector<SumoLink>> read_sumo_net(const std::string& file);
// The same for what is already in memory; `file` is what problems call it.
Result<std::vector<SumoLink>> read_sumo_net(std::string content, const std::string& file);

}  // namespace scrutineer::trace
