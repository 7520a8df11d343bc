// Any bytes as each of the files beside a run: lights, vehicle types, planned paths, relocations, weather, SUMO's nets and
// configurations. Reading them ends, with what is there or a problem.
#include "kit/fuzz_trace.h"
#include "kit/memory_file.h"
#include "trace/environment.h"
#include "trace/planned_path.h"
#include "trace/recognise.h"
#include "trace/relocations.h"
#include "trace/sumo_config.h"
#include "trace/sumo_net.h"
#include "trace/trace.h"

namespace {

constexpr const char* kFcd =
    R"(<fcd-export><timestep time="0.0"><vehicle id="a" x="1" y="2" angle="90" type="van" speed="3"/></timestep>)"
    R"(<timestep time="10.0"><vehicle id="a" x="4" y="2" angle="90" type="van" speed="3"/></timestep></fcd-export>)";

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace scrutineer;
  const std::string text = kit::text_of(data, size);
  const kit::MemoryFile file(text);
  kit::read_all(kFcd, {.file = "fuzz.xml", .lights = file.path()});
  kit::read_all(kFcd, {.file = "fuzz.xml", .vehicle_types = file.path()});
  if (auto plans = trace::PlannedPaths::open(text, "plan.csv"))
    for (int i = 0; i < 3; ++i) (void)plans->advance(Time{} + std::chrono::seconds(i));
  (void)trace::read_relocations(text, "relocations.csv");
  (void)trace::read_environment(text, "weather.csv");
  (void)trace::read_sumo_net(text, "fuzz.net.xml");
  (void)trace::read_sumo_config(text, "fuzz.sumocfg");
  (void)trace::light_outputs(text, "fuzz.add.xml");
  (void)trace::net_origin(text);
  const trace::Recognised found = trace::recognise(text, "fuzz");
  (void)why_no_run(found, "fuzz");
  (void)why_no_map(found, "fuzz");
  return 0;
}
