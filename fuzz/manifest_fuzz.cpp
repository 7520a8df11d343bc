// Any text as a run's manifest: reading it ends, with what it says or a problem with its place.
#include "kit/fuzz.h"
#include "trace/manifest.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace scrutineer;
  const std::string text = kit::text_of(data, size);
  if (const auto manifest = trace::read_manifest(text, "runs/run.json")) {
    (void)trace::trace_source(*manifest);
  } else {
    kit::require(!manifest.problem().message.empty(), "a problem without words");
  }
  return 0;
}
