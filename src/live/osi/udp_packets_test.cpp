#include "live/osi/udp_packets.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>
#include <string>
#include <vector>

namespace scrutineer::live::osi {
namespace {

using testing::ElementsAre;

std::string number(std::uint32_t value) {
  std::string bytes;
  for (int i = 0; i < 4; ++i) bytes += static_cast<char>(value >> (8 * i));
  return bytes;
}

std::string packet(std::int32_t counter, const std::string& data) {
  return number(static_cast<std::uint32_t>(counter)) + number(static_cast<std::uint32_t>(data.size())) + data;
}

std::string text_of(const UdpPackets::Counts& counts) {
  return fmt::format("{} messages lost, {} packets lost, {} stray, {} doubled, {} foreign", counts.lost_messages,
                     counts.lost_packets, counts.stray, counts.doubled, counts.foreign);
}

struct Sent {
  std::int32_t counter;
  std::string data;
};

struct Received {
  std::vector<std::string> messages;
  UdpPackets::Counts counts;
};

Received receive(const std::vector<std::string>& datagrams) {
  UdpPackets packets;
  Received received;
  for (const std::string& datagram : datagrams)
    if (packets.take(datagram)) received.messages.push_back(packets.message());
  packets.finish();
  received.counts = packets.counts();
  return received;
}

// The packets of a drive of three frames as esmini sends them, written down byte by byte: the first has two parts, the
// others fit into one.
TEST(UdpPackets, ReadsWhatEsminiSends) {
  const std::vector<std::string> capture = {
      std::string("\x01\x00\x00\x00\x05\x00\x00\x00\x0a\x04\x08\x03\x10", 13),
      std::string("\xfe\xff\xff\xff\x03\x00\x00\x00\x07\x18\x00", 11),
      std::string("\xff\xff\xff\xff\x02\x00\x00\x00\x12\x00", 10),
      std::string("\xff\xff\xff\xff\x04\x00\x00\x00\x12\x02\x10\x01", 12),
  };
  const Received received = receive(capture);
  EXPECT_THAT(received.messages, ElementsAre(std::string("\x0a\x04\x08\x03\x10\x07\x18\x00", 8),
                                             std::string("\x12\x00", 2), std::string("\x12\x02\x10\x01", 4)));
  EXPECT_EQ(received.counts, UdpPackets::Counts());
}

TEST(UdpPackets, PutsTogetherOnlyWhatBelongsTogether) {
  struct Case {
    const char* name;
    std::vector<Sent> sent;
    std::vector<std::string> messages;
    UdpPackets::Counts counts;
  };
  const Case cases[] = {
      {"three parts", {{1, "a1"}, {2, "a2"}, {-3, "a3"}}, {"a1a2a3"}, {}},
      {"later parts in any order", {{1, "a1"}, {-4, "a4"}, {3, "a3"}, {2, "a2"}}, {"a1a2a3a4"}, {}},
      {"two messages, the second in another order",
       {{1, "a1"}, {-2, "a2"}, {1, "b1"}, {-3, "b3"}, {2, "b2"}},
       {"a1a2", "b1b2b3"},
       {}},
      {"a first part that comes behind the second",
       {{2, "a2"}, {1, "a1"}, {-3, "a3"}, {-1, "b"}},
       {"b"},
       {.lost_messages = 1, .lost_packets = 1, .stray = 1}},
      {"a part that stays the same", {{1, "a1"}, {-2, "x"}, {1, "b1"}, {-2, "x"}}, {"a1x", "b1x"}, {}},
      {"a part twice", {{1, "a1"}, {1, "a1"}, {-2, "a2"}}, {"a1a2"}, {.doubled = 1}},
      {"a part again after its message",
       {{1, "a1"}, {-2, "a2"}, {-2, "a2"}, {1, "b1"}, {-2, "b2"}},
       {"a1a2", "b1b2"},
       {.doubled = 1}},
      {"a whole message twice", {{-1, "a"}, {-1, "a"}, {-1, "b"}}, {"a", "b"}, {.doubled = 1}},
      {"a last part is lost", {{1, "a1"}, {1, "b1"}, {-2, "b2"}}, {"b1b2"}, {.lost_messages = 1, .lost_packets = 1}},
      {"a middle part is lost",
       {{1, "a1"}, {-3, "a3"}, {1, "b1"}, {2, "b2"}, {-3, "b3"}},
       {"b1b2b3"},
       {.lost_messages = 1, .lost_packets = 1}},
      {"a first part is lost", {{2, "a2"}, {-3, "a3"}, {1, "b1"}, {2, "b2"}, {-3, "b3"}}, {"b1b2b3"}, {.stray = 2}},
      {"the late part of a message that was given up",
       {{1, "a1"}, {2, "a2"}, {1, "b1"}, {-3, "a3"}, {2, "b2"}, {-3, "b3"}},
       {"b1b2b3"},
       {.lost_messages = 1, .lost_packets = 1, .stray = 1}},
      {"the end of one and the begin of the next are lost",
       {{1, "a1"}, {2, "a2"}, {2, "b2"}, {-3, "b3"}, {-1, "c"}},
       {"c"},
       {.lost_messages = 1, .lost_packets = 1, .stray = 2}},
      {"a second end",
       {{1, "a1"}, {-3, "a3"}, {-2, "b2"}, {-1, "c"}},
       {"c"},
       {.lost_messages = 1, .lost_packets = 1, .stray = 1}},
      {"a short message instead of an end",
       {{1, "a1"}, {2, "a2"}, {-1, "b"}},
       {"b"},
       {.lost_messages = 1, .lost_packets = 1}},
      {"the run ends within a message", {{-1, "a"}, {1, "b1"}}, {"a"}, {.lost_messages = 1, .lost_packets = 1}},
  };
  for (const Case& c : cases) {
    std::vector<std::string> datagrams;
    for (const Sent& sent : c.sent) datagrams.push_back(packet(sent.counter, sent.data));
    const Received received = receive(datagrams);
    EXPECT_EQ(received.messages, c.messages) << c.name;
    EXPECT_EQ(text_of(received.counts), text_of(c.counts)) << c.name;
  }
}

TEST(UdpPackets, LeavesOutWhatIsNoPacketOfEsminis) {
  struct Case {
    const char* name;
    std::string datagram;
  };
  const Case cases[] = {
      {"nothing", ""},
      {"half a header", number(1)},
      {"no data", number(1) + number(0)},
      {"cut off", number(1) + number(100) + "short"},
      {"a counter from 0, as old versions had it", packet(0, "data")},
      {"the least counter", packet(std::numeric_limits<std::int32_t>::min(), "data")},
      {"text", "GET / HTTP/1.1\r\n\r\n"},
  };
  for (const Case& c : cases) {
    const Received received = receive({c.datagram, packet(-1, "good")});
    EXPECT_THAT(received.messages, ElementsAre("good")) << c.name;
    EXPECT_EQ(received.counts.foreign, 1U) << c.name;
  }
}

// What is filled up behind the data, as the whole buffer was sent.
TEST(UdpPackets, TakesAsManyBytesAsThePacketSays) {
  const Received received = receive({packet(-1, "data") + std::string(100, '\0')});
  EXPECT_THAT(received.messages, ElementsAre("data"));
}

TEST(UdpPackets, SurvivesAnyOrderOfCounters) {
  UdpPackets packets;
  std::uint32_t state = 1;
  for (int i = 0; i < 100'000; ++i) {
    state = state * 1'664'525U + 1'013'904'223U;
    const auto counter = static_cast<std::int32_t>(state >> 16U) % 6 - 2;
    const bool is_complete =
        packets.take(packet(counter, std::string(1 + state % 3, static_cast<char>('a' + state % 26))));
    EXPECT_TRUE(!is_complete || !packets.message().empty());
  }
}

}  // namespace
}  // namespace scrutineer::live::osi
