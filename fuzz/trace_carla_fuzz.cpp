// Any bytes as a recording of CARLA's server: reading them ends, with frames or a problem.
#include "kit/fuzz_trace.h"
#include "trace/trace.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace scrutineer;
  kit::read_all(kit::text_of(data, size), {.file = "fuzz.log", .skip_bad_frames = size % 2 != 0});
  return 0;
}
