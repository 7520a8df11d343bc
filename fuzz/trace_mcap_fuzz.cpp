// Any bytes as MCAP: reading the OSI messages in it, and the map that it carries, ends, with what is there or a problem.
#include "kit/fuzz_trace.h"
#include "trace/carried_map.h"
#include "trace/trace.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace scrutineer;
  const std::string bytes = kit::text_of(data, size);
  (void)trace::read_carried_map(bytes, "fuzz.mcap");
  kit::read_all(bytes, {.file = "fuzz.mcap", .skip_bad_frames = size % 2 != 0});
  return 0;
}
