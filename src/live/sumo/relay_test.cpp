// Messages through the relay, and peers that send what no SUMO would.

#include "live/sumo/relay.h"

#include <gtest/gtest.h>
#include <netinet/in.h>
#include <sys/socket.h>

#include <atomic>
#include <chrono>

#include "kit/hostile_peer.h"
#include "live/sumo/process.h"

namespace scrutineer::live::sumo {
namespace {

using kit::HostilePeer;
using kit::Hostility;
using kit::PeerConnection;

const std::atomic<bool> kNever = false;

// As SUMO's library does it.
Socket connected_to(int port) {
  Socket client(socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  address.sin_port = htons(static_cast<std::uint16_t>(port));
  EXPECT_EQ(connect(client.handle(), reinterpret_cast<sockaddr*>(&address), sizeof address), 0);
  return client;
}

double seconds_of(const std::function<void()>& act) {
  const auto began = std::chrono::steady_clock::now();
  act();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count();
}

TEST(Relay, HandsRequestsAndAnswersOn) {
  const HostilePeer echo({"an echo",
                          [](const PeerConnection& peer) {
                            for (std::string request; !(request = peer.receive()).empty();)
                              peer.send(kit::traci_message("re: " + request));
                          },
                          ""});
  const auto relay = Relay::open(echo.port(), {.seconds = 20.0});
  ASSERT_TRUE(relay) << relay.problem().message;
  const Socket client = connected_to((*relay)->port());
  const PeerConnection library(client.handle(), kNever);
  for (const std::size_t size : {1U, 100U, 70'000U, 5'000'000U}) {
    const std::string request(size, 'q');
    library.send(kit::traci_message(request));
    EXPECT_EQ(library.receive(), "re: " + request) << size;
  }
  EXPECT_FALSE((*relay)->fault());
}

TEST(Relay, EndsWithEveryHostilePeer) {
  for (const Hostility& hostility : kit::hostilities()) {
    const HostilePeer peer(hostility);
    const auto relay = Relay::open(peer.port(), {.seconds = 0.3});
    ASSERT_TRUE(relay) << hostility.name << ": " << relay.problem().message;
    const Socket client = connected_to((*relay)->port());
    const PeerConnection library(client.handle(), kNever);
    library.send(kit::traci_message("a request"));
    EXPECT_EQ(library.receive(), "") << hostility.name;
    EXPECT_NE((*relay)->fault().value_or("").find(hostility.blame), std::string::npos)
        << hostility.name << ": " << (*relay)->fault().value_or("nothing");
  }
}

TEST(Relay, WaitsNoLongerThanItIsAskedTo) {
  struct Case {
    const char* name;
    int stop_requests;
    double after_the_first, at_least;
    const char* blame;
  };
  const Case cases[] = {
      {"nobody asked", 0, 0.2, 1.0, "did not answer within 1 s (--timeout)"},
      {"asked once", 1, 0.4, 0.4, "did not answer before the run was stopped"},
      {"asked twice", 2, 30.0, 0.0, "did not answer before the run was stopped"},
  };
  // What ended it is told by what it blames, so a busy machine may take its time.
  for (const auto& [name, stop_requests, after_the_first, at_least, blame] : cases) {
    const HostilePeer peer(kit::hostilities().front());
    std::atomic<int> requests = 0;
    const auto relay = Relay::open(peer.port(), {.seconds = 1.0,
                                                 .stop_requests = [&] { return requests.load(); },
                                                 .seconds_after_stop_request = after_the_first});
    ASSERT_TRUE(relay) << name;
    const Socket client = connected_to((*relay)->port());
    const PeerConnection library(client.handle(), kNever);
    requests = stop_requests;
    const double seconds = seconds_of([&] {
      library.send(kit::traci_message("a request"));
      library.receive();
    });
    EXPECT_GE(seconds, at_least) << name;
    EXPECT_EQ((*relay)->fault().value_or(""), blame) << name;
  }
}

TEST(Relay, SaysThatNobodyListens) {
  const auto relay = Relay::open(free_port(), {});
  ASSERT_FALSE(relay);
  EXPECT_NE(relay.problem().message.find("Connection refused"), std::string::npos) << relay.problem().message;
}

TEST(RunProgram, EndsWhatTakesTooLong) {
  struct Case {
    const char* name;
    Patience patience;
    const char* message;
  };
  const Case cases[] = {
      {"its time is over", {.seconds = 0.2}, "sleep did not finish within 0.2 s (--timeout)"},
      {"asked to stop", {.stop_requests = [] { return 1; }}, "sleep did not finish before the run was stopped"},
  };
  for (const auto& [name, patience, message] : cases) {
    const std::optional<Problem> problem = run_program({"sleep", "600"}, "", patience);
    ASSERT_TRUE(problem) << name;
    EXPECT_EQ(problem->message, message) << name;
  }
}

}  // namespace
}  // namespace scrutineer::live::sumo
