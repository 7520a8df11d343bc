#include <fmt/format.h>

#include <cstring>

#include "trace/detail/format_rows.h"
#include "trace/detail/osi_decoder.h"

namespace scrutineer::trace {

namespace {

constexpr std::size_t kPrefixSize = 4;
// A message is one instant of the world; the largest known, with a whole map in it, have some 10 MB.
constexpr std::size_t kLargestMessage = 512 * 1024 * 1024;

// The length in front of a message: 32 bits, little-endian.
std::size_t length_prefix(std::string_view bytes) {
  std::size_t length = 0;
  for (std::size_t i = kPrefixSize; i-- > 0;) length = length << 8 | static_cast<unsigned char>(bytes[i]);
  return length;
}

class OsiReader final : public FrameSource {
 public:
  OsiReader(ByteSource bytes, const TraceSource& source)
      : FrameSource(source), bytes_(std::move(bytes)), decoder_(actors_, lights_, notes_, host_id_, time_unit_) {}

  Result<bool> next(RawFrame& frame) override {
    bytes_.advance(size_);  // the message before
    size_ = 0;
    can_continue_ = false;
    message_offset_ = bytes_.offset();

    const auto has_prefix = bytes_.fill(kPrefixSize);
    if (!has_prefix) return has_prefix.problem();
    if (!*has_prefix) {
      if (bytes_.window().empty()) return false;
      return problem(fmt::format("a message's length takes 4 bytes, but {} ends after {}", bytes_.whole(),
                                 bytes_.window().size()));
    }
    const std::size_t length = length_prefix(bytes_.window());
    if (length > kLargestMessage)
      return problem(fmt::format("the length in front of the message is {} bytes, beyond any message", length));
    const auto remaining = bytes_.remaining();
    if (remaining && *remaining < kPrefixSize + length)
      return bytes_.change().value_or(cut_off(length, *remaining - kPrefixSize));
    const auto has_message = bytes_.fill(kPrefixSize + length);
    if (!has_message) return has_message.problem();
    if (!*has_message) return cut_off(length, bytes_.window().size() - kPrefixSize);

    size_ = kPrefixSize + length;
    can_continue_ = true;
    if (auto found = decoder_.decode(bytes_.window().substr(kPrefixSize, length), std::nullopt, frame))
      return problem(std::move(found->message));
    return true;
  }

  bool can_continue() const override { return can_continue_; }
  Place place() const override { return {.byte = message_offset_}; }

 private:
  Problem problem(std::string message) const { return {place(), std::move(message)}; }
  Problem cut_off(std::size_t wanted, std::uint64_t available) const {
    return problem(fmt::format("the message should have {} bytes, but {} ends after {} of them", wanted, bytes_.whole(),
                               available));
  }

  ByteSource bytes_;
  osi::Decoder decoder_;
  std::uint64_t message_offset_ = 0;
  std::size_t size_ = 0;  // of the message in the window, with its prefix
  bool can_continue_ = false;
};

bool looks_like(std::string_view head) {
  if (head.size() <= kPrefixSize) return false;
  const std::size_t length = length_prefix(head);
  if (length == 0 || length > kLargestMessage) return false;
  const std::string_view message = head.substr(kPrefixSize, length);
  return osi::kind_of(message, message.size() == length) != osi::Kind::not_osi;
}

Result<std::unique_ptr<FrameSource>> open(ByteSource bytes, const TraceSource& source) {
  return std::unique_ptr<FrameSource>(std::make_unique<OsiReader>(std::move(bytes), source));
}

}  // namespace

TraceFormat osi_format() {
  return {
      .format = {.name = "osi",
                 .title = "ASAM OSI",
                 .looked_for = "OSI GroundTruth or SensorView messages, each behind its length",
                 .extension = ".osi",
                 .reads = "moving and stationary objects, traffic lights bulb by bulb, the host, base polygons, "
                          "trailers, indicators and brake lights, of GroundTruth and SensorView; lanes with their road "
                          "marks, signs and stop lines as the map, where no map is named",
                 .leaves_out = "sensor data, occupants, future trajectories"},
      .looks_like = looks_like,
      .open = open,
      .is_told_by_extension = true,
      .turn = 20};
}

}  // namespace scrutineer::trace
