// Stands between SUMO's client library and SUMO.
//
//   auto relay = Relay::open(port_of_sumo, patience);
//   if (!relay) return relay.problem();
//   libtraci::Simulation::init((*relay)->port(), ...);
//   ...                                                    // a call of the library throws: the connection was cut
//   if (const auto why = (*relay)->fault()) say("SUMO " + *why);
//
// The library waits for an answer for ever, and aborts the whole program on a length that cannot be. The relay hands
// each request on, waits for the answer as long as its patience lasts, and looks at the length before the library does.
// Whatever goes wrong cuts the library's connection, which it reports as an exception.
#pragma once

#include <atomic>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "base/result.h"
#include "live/patience.h"
#include "live/socket.h"

namespace scrutineer::live::sumo {

class Relay {
 public:
  // Connects to the SUMO at that port of this machine. A problem: nobody takes the connection.
  static Result<std::unique_ptr<Relay>> open(int port, const Patience& patience);

  ~Relay();
  Relay(const Relay&) = delete;
  Relay& operator=(const Relay&) = delete;

  // Where the library is to connect, once.
  int port() const { return port_; }
  // Why the connection was cut, as the rest of a sentence about SUMO; nothing: it was not.
  std::optional<std::string> fault() const;

 private:
  explicit Relay(Patience patience) : patience_(std::move(patience)) {}

  std::optional<std::string> connect(int port);
  std::optional<std::string> listen();
  void serve();
  bool accept();
  bool hand_on();
  bool read_message(const Socket& from, Wait* wait);  // no wait: the library's, whenever it comes
  bool receive(const Socket& from, std::size_t count, Wait* wait);
  bool send_message(const Socket& to, Wait& wait);
  bool is_ready(const Socket& socket, short events, Wait* wait);
  bool cut(std::string why);

  Patience patience_;
  Socket sumo_, listener_, library_;
  int port_ = 0;
  std::vector<char> message_;
  std::atomic<bool> is_closing_ = false;
  mutable std::mutex guards_fault_;
  std::optional<std::string> fault_;
  std::thread thread_;
};

}  // namespace scrutineer::live::sumo
