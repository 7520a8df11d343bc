// Any text as a result that was written (coverage/runtime_data.json): reading it ends, with a record or a problem.
#include "kit/fuzz.h"
#include "store/record.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace scrutineer;
  (void)store::record_of_json(kit::text_of(data, size), "runtime_data.json", {}, {.keeps_intervals = true});
  return 0;
}
