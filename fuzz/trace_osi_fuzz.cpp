// Any bytes as OSI messages, in a file or as they come over a wire: reading the run, and the map that it carries, ends,
// with what is there or a problem.
#include <algorithm>
#include <cstring>
#include <memory>

#include "kit/fuzz_trace.h"
#include "trace/carried_map.h"
#include "trace/osi_stream.h"
#include "trace/trace.h"

namespace {

using namespace scrutineer;

// A few bytes at a time, as a slow sender's.
class SlowStream : public trace::ByteStream {
 public:
  explicit SlowStream(std::string bytes) : bytes_(std::move(bytes)) {}
  Result<std::size_t> read(char* out, std::size_t capacity) override {
    const std::size_t count = std::min({capacity, bytes_.size() - at_, std::size_t{97}});
    std::memcpy(out, bytes_.data() + at_, count);
    at_ += count;
    return count;
  }

 private:
  std::string bytes_;
  std::size_t at_ = 0;
};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string bytes = kit::text_of(data, size);
  const bool skips = size % 2 != 0;
  (void)trace::read_carried_map(bytes, "fuzz.osi");
  kit::read_all(bytes, {.file = "fuzz.osi", .skip_bad_frames = skips});
  auto stream =
      trace::open_osi_stream(std::make_unique<SlowStream>(bytes), {.file = "tcp:1", .skip_bad_frames = skips});
  trace::Step step;
  while (stream) {
    const auto more = (*stream)->next(step);
    if (!more || !*more) break;
  }
  return 0;
}
