// Any bytes as a recording of CARLA's server: reading them ends, with frames or a problem.
#include "kit/fuzz_trace.h"
#include "trace/trace.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  // The header is given, or most inputs would end with it.
  std::string bytes(
      "\x01\0\x0E\0"
      "CARLA_RECORDER\0\0\0\0\0\0\0\0\x06\0Town01",
      34);
  bytes.append(reinterpret_cast<const char*>(data), size);
  read_all(std::move(bytes), {.file = "fuzz.log"});
  return 0;
}
