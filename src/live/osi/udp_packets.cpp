#include "live/osi/udp_packets.h"

#include <cstdlib>
#include <cstring>
#include <utility>

namespace scrutineer::live::osi {

namespace {

constexpr std::size_t kHeaderSize = 8;
// A message is one instant of the world; a sender that goes on for longer than this sends no messages.
constexpr std::size_t kMostBytesOfMessage = std::size_t{512} * 1024 * 1024;

std::uint32_t number_at(std::string_view bytes, std::size_t offset) {
  std::uint32_t number = 0;
  for (std::size_t i = 4; i-- > 0;) number = number << 8U | static_cast<unsigned char>(bytes[offset + i]);
  return number;
}

}  // namespace

bool UdpPackets::take(std::string_view datagram) {
  const std::size_t room = datagram.size() < kHeaderSize ? 0 : datagram.size() - kHeaderSize;
  const auto counter = room == 0 ? 0 : static_cast<std::int32_t>(number_at(datagram, 0));
  const std::size_t size = room == 0 ? 0 : number_at(datagram, 4);
  // The least of all numbers has no positive counterpart.
  if (counter == 0 || counter == INT32_MIN || size == 0 || size > room) {
    ++counts_.foreign;
    return false;
  }
  const std::string_view data = datagram.substr(kHeaderSize, size);
  const auto number = static_cast<std::uint32_t>(std::abs(counter));
  if (is_double(number, data)) {
    ++counts_.doubled;
    return false;
  }
  if (!add(number, counter < 0, data) || !is_complete()) return false;
  put_together();
  return true;
}

// Whether a part came twice: the current message already has the same bytes under this number, or the message before
// had and the part is out of order. In order it counts as new, because parts of a world that stands still repeat.
bool UdpPackets::is_double(std::uint32_t number, std::string_view data) const {
  if (const auto known = parts_.find(number); known != parts_.end()) return known->second == data;
  const auto before = before_.find(number);
  const bool is_in_turn = !parts_.empty() && number == parts_.size() + 1;
  return !is_in_turn && before != before_.end() && before->second == data;
}

// False: the part was refused.
bool UdpPackets::add(std::uint32_t number, bool is_last, std::string_view data) {
  if (number == 1) give_up();
  const bool is_in_turn = number == parts_.size() + 1;
  const bool may_come = number == 1 || (!parts_.empty() && (is_in_turn || !is_after_loss_));
  const bool is_beyond_end = last_ != 0 && (is_last || number > last_);
  const bool ends_too_early = is_last && !parts_.empty() && parts_.rbegin()->first > number;
  const bool contradicts = parts_.contains(number) || is_beyond_end || ends_too_early;
  if (!may_come || contradicts || size_ + data.size() > kMostBytesOfMessage) {
    ++counts_.stray;
    if (may_come) give_up();
    return false;
  }
  parts_.emplace(number, data);
  size_ += data.size();
  if (is_last) last_ = number;
  return true;
}

void UdpPackets::put_together() {
  message_.clear();
  for (const auto& [number, data] : parts_) message_ += data;
  before_ = std::exchange(parts_, {});
  last_ = 0;
  size_ = 0;
  is_after_loss_ = false;
}

void UdpPackets::give_up() {
  if (parts_.empty()) return;
  ++counts_.lost_messages;
  const std::size_t all = last_ != 0 ? last_ : parts_.rbegin()->first + 1;
  counts_.lost_packets += all - parts_.size();
  parts_.clear();
  before_.clear();
  last_ = 0;
  size_ = 0;
  is_after_loss_ = true;
}

}  // namespace scrutineer::live::osi
