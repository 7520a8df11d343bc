// A sender of OSI over a socket, and how it may fail.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>

#include "kit/data.h"
#include "kit/osi_sender.h"
#include "kit/paths.h"
#include "live/simulators.h"

namespace scrutineer::live {
namespace {

using From = FrameStream::From;
using kit::OsiSender;
using testing::HasSubstr;

std::vector<std::string> recorded_messages() {
  return kit::osi_messages(kit::read_text(kit::source_dir() / "tests/data/runs/following.osi"));
}

// The simulator of a stream, and who sends to it.
struct Connection {
  std::unique_ptr<Simulator> simulator;
  std::unique_ptr<OsiSender> sender;
  std::vector<std::string> said;
};

std::unique_ptr<Connection> connect(From from, std::optional<double> idle = {}) {
  auto connection = std::make_unique<Connection>();
  auto opened = simulator_row("osi").open(
      {.patience = {.seconds = 10.0},
       .stream = {.from = from, .idle = idle},
       .say = [raw = connection.get()](const std::string& message) { raw->said.push_back(message); }});
  if (!opened) throw std::runtime_error(to_string(opened.problem()));
  connection->simulator = *std::move(opened);
  const std::string& listening = connection->said.front();  // "waiting for OSI messages at tcp 127.0.0.1:40000"
  connection->sender =
      std::make_unique<OsiSender>(from == From::tcp ? OsiSender::Protocol::tcp : OsiSender::Protocol::udp,
                                  listening.substr(listening.rfind(' ') + 1));
  return connection;
}

struct Watched {
  std::size_t frames = 0;
  std::string messages;  // as they would be recorded
  std::optional<Problem> fault;
  trace::Tables tables;
};

Watched watch(Simulator& simulator) {
  Watched watched;
  trace::Step step;
  for (;;) {
    const auto more = trace::advance(simulator, step, watched.tables);
    if (!more) watched.fault = more.problem();
    if (!more || !*more) return watched;
    ++watched.frames;
    watched.messages += simulator.osi_message();
  }
}

void send_in_packets(const OsiSender& sender, const std::vector<std::string>& messages, std::size_t most_bytes) {
  for (const std::string& message : messages)
    for (const std::string& packet : kit::esmini_packets(message, most_bytes)) sender.send(packet);
}

TEST(OsiStream, GivesEveryFrameAndItsBytes) {
  const std::vector<std::string> messages = recorded_messages();
  struct Case {
    const char* name;
    From from;
    std::function<void(const OsiSender&)> send;
  };
  const Case cases[] = {
      {"TCP", From::tcp, [&](const OsiSender& sender) { sender.send(kit::osi_file(messages)); }},
      {"TCP byte by byte", From::tcp,
       [&](const OsiSender& sender) {
         for (const char byte : kit::osi_file({messages.begin(), messages.begin() + 3})) sender.send({&byte, 1});
         sender.send(kit::osi_file({messages.begin() + 3, messages.end()}));
       }},
      {"UDP", From::udp, [&](const OsiSender& sender) { send_in_packets(sender, messages, 8192); }},
      {"UDP in small packets", From::udp, [&](const OsiSender& sender) { send_in_packets(sender, messages, 200); }},
  };
  for (const Case& c : cases) {
    const auto connection = connect(c.from, 0.3);
    c.send(*connection->sender);
    connection->sender->hang_up();
    const Watched watched = watch(*connection->simulator);
    EXPECT_EQ(watched.fault, std::nullopt) << c.name << ": " << to_string(*watched.fault);
    EXPECT_EQ(watched.frames, messages.size()) << c.name;
    EXPECT_EQ(watched.messages, kit::osi_file(messages)) << c.name;
    EXPECT_THAT(watched.tables.notes(), testing::IsEmpty()) << c.name;
  }
}

TEST(OsiStream, TellsHowASenderFailedAndKeepsTheFramesBefore) {
  const std::vector<std::string> messages = recorded_messages();
  const std::string three = kit::osi_file({messages.begin(), messages.begin() + 3});
  struct Case {
    const char* name;
    std::string sent;
    std::size_t frames;
    const char* fault;  // empty: none
  };
  const Case cases[] = {
      {"hangs up between messages", three, 3, ""},
      {"hangs up within a message", three + kit::osi_file({messages[3]}).substr(0, 40), 3,
       "but the stream ends after 36"},
      {"hangs up within a length", three + "ab", 3, "the stream ends after 2"},
      {"goes back in time", three + kit::osi_file({messages[0]}), 3, "is earlier than that of the frame before"},
      {"sends a frame twice", three + kit::osi_file({messages[2]}), 3, "is that of the frame before"},
      {"sends something else", "GET / HTTP/1.1\r\n\r\n", 0, "beyond any message"},
      {"announces what never comes", three + std::string("\x00\x00\x00\x1f", 4), 3, "the stream ends after 0"},
      {"sends nothing", "", 0, "holds no frames"},
  };
  for (const Case& c : cases) {
    const auto connection = connect(From::tcp);
    connection->sender->send(c.sent);
    connection->sender->hang_up();
    const Watched watched = watch(*connection->simulator);
    EXPECT_EQ(watched.frames, c.frames) << c.name;
    EXPECT_EQ(watched.fault.has_value(), *c.fault != '\0') << c.name;
    EXPECT_THAT(watched.fault ? to_string(*watched.fault) : "", HasSubstr(c.fault)) << c.name;
  }
}

TEST(OsiStream, TellsThatASenderBrokeOff) {
  const auto connection = connect(From::tcp);
  connection->sender->send(kit::osi_file(recorded_messages()).substr(0, 10));
  trace::Step step;
  connection->sender->break_off();
  const auto more = connection->simulator->next(step);
  ASSERT_FALSE(more);
  // What came before the break may be read or lost: that is up to the system.
  EXPECT_THAT(to_string(more.problem()), HasSubstr("the sender broke the connection off"));
}

TEST(OsiStream, GoesOnAfterLostDoubledAndLatePackets) {
  const std::vector<std::string> messages = recorded_messages();
  // The packets of the first eight messages, which the case does something to.
  std::vector<std::vector<std::string>> packets;
  for (std::size_t i = 0; i < 8; ++i) packets.push_back(kit::esmini_packets(messages[i], 200));
  ASSERT_GE(packets[0].size(), 3U);
  using Packets = std::vector<std::vector<std::string>>;
  struct Case {
    const char* name;
    std::function<void(Packets&)> happens;
    std::size_t frames;
    std::string note;  // empty: none
  };
  const Case cases[] = {
      {"nothing", [](Packets&) {}, 8, ""},
      {"a packet is lost", [](Packets& all) { all[3].erase(all[3].begin() + 1); }, 7,
       "1 of the frames sent over UDP came incomplete and was left out: at least 1 UDP packet was lost"},
      {"a packet comes twice", [](Packets& all) { all[3].push_back(all[3].back()); }, 8, "1 UDP packet came twice"},
      {"packets of a message change places", [](Packets& all) { std::swap(all[3][1], all[3][2]); }, 8, ""},
      {"a message comes twice", [](Packets& all) { all[4] = all[3]; }, 7, "came twice"},
      {"messages change places", [](Packets& all) { std::swap(all[3], all[4]); }, 7,
       "1 frame was overtaken by a later one, and left out"},
      {"a packet is cut off", [](Packets& all) { all[3].back().pop_back(); }, 7, "1 UDP packet was none of esmini's"},
      {"a stranger's packet", [](Packets& all) { all[3].insert(all[3].begin(), "hello"); }, 8,
       "1 UDP packet was none of esmini's"},
  };
  for (const Case& c : cases) {
    Packets sent = packets;
    c.happens(sent);
    const auto connection = connect(From::udp, 0.3);
    for (const auto& message : sent)
      for (const std::string& packet : message) connection->sender->send(packet);
    const Watched watched = watch(*connection->simulator);
    EXPECT_EQ(watched.fault, std::nullopt) << c.name << ": " << to_string(*watched.fault);
    EXPECT_EQ(watched.frames, c.frames) << c.name;
    if (c.note.empty()) {
      EXPECT_THAT(watched.tables.notes(), testing::IsEmpty()) << c.name;
    } else {
      EXPECT_THAT(watched.tables.notes(), testing::Contains(HasSubstr(c.note))) << c.name;
    }
  }
}

TEST(OsiStream, EndsWhenTheSimulationBeginsAnew) {
  const std::vector<std::string> messages = recorded_messages();
  const auto connection = connect(From::udp, 5.0);
  send_in_packets(*connection->sender, messages, 8192);
  send_in_packets(*connection->sender, {messages[0]}, 8192);
  const Watched watched = watch(*connection->simulator);
  EXPECT_EQ(watched.frames, messages.size());
  ASSERT_TRUE(watched.fault);
  EXPECT_THAT(to_string(*watched.fault), HasSubstr("as if the simulation had begun anew"));
}

TEST(OsiStream, GoesOnAfterAMessageThatIsNone) {
  const std::vector<std::string> messages = recorded_messages();
  const auto connection = connect(From::udp, 0.3);
  send_in_packets(*connection->sender, {messages[0], "no protobuf at all", messages[1]}, 8192);
  const Watched watched = watch(*connection->simulator);
  EXPECT_EQ(watched.fault, std::nullopt);
  EXPECT_EQ(watched.frames, 2U);
  EXPECT_EQ(watched.messages, kit::osi_file({messages[0], messages[1]}));
  EXPECT_EQ(watched.tables.counts().bad_frames, 1U);
}

TEST(OsiStream, WaitsNoLongerThanItIsTo) {
  struct Case {
    const char* name;
    From from;
    const char* fault;
  };
  for (const Case& c : {Case{"nobody connects", From::tcp, "nobody connected within 0.05 s (--timeout)"},
                        Case{"nobody sends", From::udp, "no packet came within 0.05 s (--timeout)"}}) {
    auto simulator = simulator_row("osi").open({.patience = {.seconds = 0.05}, .stream = {.from = c.from}});
    ASSERT_TRUE(simulator) << c.name;
    const Watched watched = watch(**simulator);
    ASSERT_TRUE(watched.fault) << c.name;
    EXPECT_THAT(to_string(*watched.fault), HasSubstr(c.fault)) << c.name;
  }
}

TEST(OsiStream, EndsWhenNothingComesAnyMore) {
  const std::vector<std::string> messages = recorded_messages();
  const auto connection = connect(From::tcp, 0.1);
  connection->sender->send(kit::osi_file({messages[0], messages[1]}));
  const Watched watched = watch(*connection->simulator);  // while the connection stays open
  EXPECT_EQ(watched.fault, std::nullopt);
  EXPECT_EQ(watched.frames, 2U);
  EXPECT_THAT(connection->said, testing::Contains(HasSubstr("nothing came for 0.1 s (--idle)")));
}

TEST(OsiStream, RefusesWhereItCannotListen) {
  const auto taken = connect(From::tcp);
  struct Case {
    const char* name;
    FrameStream stream;
    const char* message;
  };
  const int port = std::stoi(taken->said.front().substr(taken->said.front().rfind(':') + 1));
  const Case cases[] = {
      {"a name instead of an address", {.from = From::udp, .address = "localhost"}, "localhost is no IPv4 address"},
      {"an address of somebody else", {.from = From::tcp, .address = "203.0.113.1"}, "cannot take port 0"},
      {"a port that is taken", {.from = From::tcp, .port = port}, "Address already in use"},
  };
  for (const Case& c : cases) {
    const auto opened = simulator_row("osi").open({.stream = c.stream});
    ASSERT_FALSE(opened) << c.name;
    EXPECT_THAT(to_string(opened.problem()), HasSubstr(c.message)) << c.name;
  }
}

}  // namespace
}  // namespace scrutineer::live
