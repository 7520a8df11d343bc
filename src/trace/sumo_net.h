// Which signals of the OpenDRIVE map the lights of a SUMO net are: netconvert writes their ids into the net.
//
//   auto ties = read_sumo_net("x.net.xml");
//   for (const LightTie& tie : *ties) ...       // light "C/3" is signal "41" on the way from road "12" to "300"
#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "trace/light_ties.h"

namespace scrutineer::trace {

// All links of light programs, lights "<program>/<index>", of which the net names a signal (`signalID` of connections,
// `linkSignalID:<index>` of programs) or a way (netconvert --output.original-names; or else only the edge in the junction), by program and index. Of a net
// that names none: an empty list.
Result<std::vector<LightTie>> read_sumo_net(const std::string& file);
// The same for what is already in memory; `file` is what problems call it.
Result<std::vector<LightTie>> read_sumo_net(std::string content, const std::string& file);

// Does traffic keep to the left in it? No, if the file cannot be read: what reads it says why.
bool is_left_hand_net(const std::string& file);

}  // namespace scrutineer::trace
