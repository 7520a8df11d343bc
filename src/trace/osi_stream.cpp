#include "trace/osi_stream.h"

#include <algorithm>
#include <utility>

#include "trace/detail/byte_reader.h"
#include "trace/detail/checked_trace.h"
#include "trace/detail/format_rows.h"
#include "trace/detail/osi_decoder.h"
#include "trace/detail/osi_wire.h"

namespace scrutineer::trace {

namespace {

class StreamReader final : public ByteSource::Reader {
 public:
  explicit StreamReader(std::unique_ptr<ByteStream> bytes) : bytes_(std::move(bytes)) {}
  Result<std::size_t> read(char* out, std::size_t capacity) override { return bytes_->read(out, capacity); }

 private:
  std::unique_ptr<ByteStream> bytes_;
};

}  // namespace

Result<std::unique_ptr<Trace>> open_osi_stream(std::unique_ptr<ByteStream> bytes, const TraceSource& source) {
  const auto osi =
      std::ranges::find(trace_format_rows(), "osi", [](const TraceFormat& row) { return row.format.name; });
  auto frames = osi->open(ByteSource::stream(std::make_unique<StreamReader>(std::move(bytes)), source.file), source);
  if (!frames) return frames.problem();
  return make_checked_trace(
      *std::move(frames), {.format = osi->format.name, .file = source.file, .skip_bad_frames = source.skip_bad_frames});
}

std::optional<Duration> osi_message_time(std::string_view message) {
  constexpr std::uint32_t kTimestamp = 2;  // of both messages
  try {
    osi::pbf_reader fields = osi::reader_of(message);
    while (fields.next()) {
      if (fields.tag_and_type() == osi::bytes(kTimestamp))
        return osi::read_timestamp(osi::view_of(fields), TimeUnit::s);
      fields.skip();
    }
  } catch (const protozero::exception&) {
    return std::nullopt;
  }
  return std::nullopt;
}

}  // namespace scrutineer::trace
