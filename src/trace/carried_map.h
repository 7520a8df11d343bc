// The map that a recorded run carries with it.
//
//   auto carried = read_carried_map("run.mcap");
//   if (!carried) return carried.problem();                 // the file is bad before anything was found
//   if (!carried->xodr.empty()) ... map::read_xodr(carried->xodr, carried->name)
//   else if (carried->lanes) ... map::build_network(*carried->lanes)
//
// OSI in MCAP: the OpenDRIVE of a channel of osi3.MapAsamOpenDrive (omega-prime), wherever its message is. Else, and in
// .osi files, the lanes of the first message with GroundTruth; omega-prime's map channel may hold such a message, too.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "map/lane_map.h"

namespace scrutineer::trace {

struct CarriedMap {
  std::string name;       // for problems: "run.mcap: straight_500m.xodr"
  std::string xodr;       // OpenDRIVE; empty: there is none
  std::string reference;  // what the run calls its map: a file name, a PROJ string or nothing
  std::optional<map::LaneMap> lanes;
  std::vector<std::string> notes;  // such as: that a second map is not used

  bool is_there() const { return !xodr.empty() || lanes.has_value(); }
};

// Of any file: what is no OSI carries nothing.
Result<CarriedMap> read_carried_map(const std::string& file);
// The same for what is in memory; `name` is what problems call it.
Result<CarriedMap> read_carried_map(std::string content, const std::string& name);

}  // namespace scrutineer::trace
