// Messages out of the UDP packets that esmini sends.
//
//   if (packets.take(datagram)) use(packets.message());
//
// A packet is two 32-bit numbers, little-endian, and data: a counter, and how many bytes of data there are. The parts of
// a message count from 1; that of the last part is negative, so a message of one packet has -1. Nothing says which
// message a part belongs to. Half of one frame and half of the next would be a frame that never was, so parts are put
// together only where it is clear that they belong together:
//   - A first part begins a message. Others may follow in any order, and twice; what comes before it is left out.
//   - The next first part ends a message: what it lacks by then is lost. After such a loss parts are taken only in
//     their order, as those that are missing may still be under way.
//   - A second, different part with the same number gives the message up: its end and the next one's begin are lost.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>

namespace scrutineer::live::osi {

class UdpPackets {
 public:
  struct Counts {
    std::size_t lost_messages = 0;  // that began and were never complete
    std::size_t lost_packets = 0;   // of them; at least, as a message's end may be unknown
    std::size_t stray = 0;          // packets that came too late, or without the begin of their message
    std::size_t doubled = 0;        // packets that came again
    std::size_t foreign = 0;        // packets that are none of esmini's, or were cut off

    bool operator==(const Counts&) const = default;
  };

  // True: a message is complete.
  bool take(std::string_view datagram);
  // The one that was completed last, until the next take().
  const std::string& message() const { return message_; }
  // At the end of a run: what is not complete by now is lost.
  void finish() { give_up(); }
  const Counts& counts() const { return counts_; }

 private:
  using Parts = std::map<std::uint32_t, std::string>;  // by number, from 1

  bool is_double(std::uint32_t number, std::string_view data) const;
  bool add(std::uint32_t number, bool is_last, std::string_view data);
  bool is_complete() const { return last_ != 0 && parts_.size() == last_; }
  void put_together();
  void give_up();

  Parts parts_;                 // of the message that is coming
  std::uint32_t last_ = 0;      // its last part's number; 0: not known
  std::size_t size_ = 0;        // of all its parts
  Parts before_;                // of the message that was complete last
  bool is_after_loss_ = false;  // the message before was not complete
  std::string message_;
  Counts counts_;
};

}  // namespace scrutineer::live::osi
