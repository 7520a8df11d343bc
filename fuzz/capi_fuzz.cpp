// Calls of the C face with anything: each ends, with or without an error.
#include <array>

#include "kit/use_c_face.h"

namespace {

// A crossing-free road of one lane each way, with a light.
constexpr const char* kMap = R"(<?xml version="1.0"?><OpenDRIVE><header revMajor="1" revMinor="6"/>
<road name="" length="200" id="mill_road" junction="-1"><planView><geometry s="0" x="-100" y="0" hdg="0" length="200"><line/></geometry></planView>
<lanes><laneSection s="0"><left><lane id="1" type="driving"><width sOffset="0" a="3.5" b="0" c="0" d="0"/></lane></left><center><lane id="0" type="none"/></center>
<right><lane id="-1" type="driving"><width sOffset="0" a="3.5" b="0" c="0" d="0"/></lane></right></laneSection></lanes>
<signals><signal s="150" t="-4" id="light_mill_road" name="" dynamic="yes" orientation="+" zOffset="3" type="1000001" subtype="-1" country="OpenDRIVE"/></signals></road></OpenDRIVE>)";
constexpr const char* kTeleporter =
    R"({"laneSpawnSources": ["mill_road/0/-1"], "midpointSegment": "mill_road/0/-1", "midpointSegmentFraction": 0.9,
"triggerBox": {"x": 90, "y": -1.75, "length": 4, "width": 3.5}})";

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static scr_map* const map = scr_map_read(kMap, static_cast<std::int64_t>(std::strlen(kMap)), "fuzz.xodr", nullptr);
  if (map == nullptr) __builtin_trap();
  scrutineer::kit::CFaceUser({data, size}, map, kTeleporter).run();
  return 0;
}
