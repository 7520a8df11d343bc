// Any bytes as OSI messages, in a file of their own or in MCAP's records: reading the run, and the map that it carries,
// ends, with what is there or a problem.
#include "kit/fuzz_trace.h"
#include "trace/carried_map.h"
#include "trace/trace.h"

namespace {

void add_length(std::string& bytes, std::size_t size, int width) {
  for (int i = 0; i < width; ++i, size >>= 8) bytes += static_cast<char>(size & 0xFF);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const std::string rest(reinterpret_cast<const char*>(data + 1), size - 1);
  std::string bytes;
  if (data[0] % 2 == 0) {
    // A first message that is sound, or most inputs would not be taken for OSI.
    bytes = std::string("\x04\0\0\0\x12\x02\x08\0", 8);
    add_length(bytes, rest.size(), 4);
    bytes += rest;
  } else {
    bytes = std::string("\x89MCAP0\r\n", 8) + rest;
  }
  const bool is_mcap = data[0] % 2 != 0;
  if (!is_mcap) (void)scrutineer::trace::read_carried_map(bytes.substr(8), "fuzz.osi");
  (void)scrutineer::trace::read_carried_map(bytes, "fuzz.osi");
  read_all(std::move(bytes), {.file = "fuzz.osi", .skip_bad_frames = data[0] % 4 >= 2});
  return 0;
}
