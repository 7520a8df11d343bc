// The typed ids of a road network: each is a position in the list of `RoadNetwork` that owns the thing.
#pragma once

#include "base/id.h"

namespace scrutineer::map {

using RoadId = StrongId<struct RoadTag>;
using LaneId = StrongId<struct LaneTag>;        // one lane of one lane section of one road; lane 0 has none
using SectionId = StrongId<struct SectionTag>;  // one lane section of one road
using JunctionId = StrongId<struct JunctionTag>;
using SignalId = StrongId<struct SignalTag>;  // a physical signal; file ids repeat, these do not
using ObjectId = StrongId<struct ObjectTag>;
using ControllerId = StrongId<struct ControllerTag>;

}  // namespace scrutineer::map
