#include "live/event_server.h"

#include <arpa/inet.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/socket.h>

#include <array>
#include <string>

namespace scrutineer::live {
namespace {

using testing::StartsWith;

// Connects to "127.0.0.1:PORT".
Socket connect_to(const std::string& address) {
  const std::size_t colon = address.rfind(':');
  sockaddr_in place{};
  place.sin_family = AF_INET;
  place.sin_port = htons(static_cast<std::uint16_t>(std::stoi(address.substr(colon + 1))));
  inet_pton(AF_INET, address.substr(0, colon).c_str(), &place.sin_addr);
  Socket socket(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
  EXPECT_EQ(connect(socket.handle(), reinterpret_cast<const sockaddr*>(&place), sizeof place), 0);
  return socket;
}

// All up to the end.
std::string read_all(const Socket& socket) {
  std::string text;
  std::array<char, 4096> part{};
  for (ssize_t count = 0; (count = recv(socket.handle(), part.data(), part.size(), 0)) > 0;)
    text.append(part.data(), static_cast<std::size_t>(count));
  return text;
}

std::string numbered(int first, int end) {
  std::string lines;
  for (int i = first; i < end; ++i) lines += "{\"line\":" + std::to_string(10'000 + i) + "}\n";  // 15 bytes each
  return lines;
}

TEST(EventServer, TellsThoseWhoComeLateWhatHappenedBefore) {
  auto server = EventServer::open("127.0.0.1", 0);
  ASSERT_TRUE(server) << to_string(server.problem());
  const Socket early = connect_to((*server)->address());
  (*server)->write(numbered(0, 10));
  const Socket late = connect_to((*server)->address());
  (*server)->write(numbered(10, 20));
  (*server)->finish();
  EXPECT_EQ(read_all(early), numbered(0, 20));
  EXPECT_EQ(read_all(late), numbered(0, 20));
}

TEST(EventServer, KeepsTheNewestOfALongRunAndCountsTheOthers) {
  struct Case {
    const char* name;
    int lines;
    std::string late;  // what one who comes late is told
  };
  const Case cases[] = {
      {"as much as is kept", 20, numbered(0, 20)},
      {"one line more: the newer half", 21, "{\"event\":\"left_out\",\"lines\":12}\n" + numbered(12, 21)},
      {"and up to the whole again", 32, "{\"event\":\"left_out\",\"lines\":12}\n" + numbered(12, 32)},
      {"and the newer half once more", 33, "{\"event\":\"left_out\",\"lines\":24}\n" + numbered(24, 33)},
  };
  for (const Case& c : cases) {
    auto server = EventServer::open("127.0.0.1", 0, 300);
    ASSERT_TRUE(server) << to_string(server.problem());
    const Socket early = connect_to((*server)->address());
    for (int i = 0; i < c.lines; ++i) (*server)->write(numbered(i, i + 1));
    const Socket late = connect_to((*server)->address());
    (*server)->finish();
    EXPECT_EQ(read_all(early), numbered(0, c.lines)) << c.name << ": one who was there from the first line misses none";
    EXPECT_EQ(read_all(late), c.late) << c.name;
  }
}

TEST(EventServer, LetsGoOfThoseWhoNeverRead) {
  auto server = EventServer::open("127.0.0.1", 0, 1 << 20);
  ASSERT_TRUE(server) << to_string(server.problem());
  const Socket deaf = connect_to((*server)->address());
  const std::string much = numbered(0, 10'000);
  for (int i = 0; i < 200; ++i) (*server)->write(much);  // 30 MB, which no socket holds
  (*server)->finish();
  const std::string heard = read_all(deaf);
  EXPECT_THAT(heard, StartsWith(numbered(0, 10)));
  EXPECT_LT(heard.size(), 200 * much.size());
}

}  // namespace
}  // namespace scrutineer::live
