// Any text as the Teleporter's configuration: reading it ends, with what it says or a problem, and whether its trigger
// lies on a road can be told.
#include "kit/fuzz.h"
#include "live/teleporter_candidates.h"
#include "live/teleporter_config.h"
#include "map/read.h"

namespace {

constexpr const char* kMap = R"(<?xml version="1.0"?><OpenDRIVE><header revMajor="1" revMinor="6"/>
<road name="" length="200" id="mill_road" junction="-1"><planView><geometry s="0" x="-100" y="0" hdg="0" length="200"><line/></geometry></planView>
<lanes><laneSection s="0"><center><lane id="0" type="none"/></center>
<right><lane id="-1" type="driving"><width sOffset="0" a="3.5" b="0" c="0" d="0"/></lane></right></laneSection></lanes></road></OpenDRIVE>)";

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace scrutineer;
  static const auto map = std::move(*map::read_xodr(kMap, "fuzz.xodr"));
  const auto config = live::teleport::read_config(kit::text_of(data, size), "teleporter.json");
  if (config) (void)check_trigger(*map, config->trigger_box);
  return 0;
}
