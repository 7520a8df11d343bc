// A server that listens where SUMO should and misbehaves: it is silent, hangs up, or lies about lengths.
//
//   for (const Hostility& hostility : hostilities()) {
//     const HostilePeer peer(hostility);
//     ... connect to peer.port(), and nothing may hang or crash ...
//   }
#pragma once

#include <atomic>
#include <functional>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

namespace scrutineer::kit {

// A message as TraCI sends it: its length, which counts itself, and the rest.
std::string traci_message(std::string_view content);

// The peer's end of a connection.
class PeerConnection {
 public:
  PeerConnection(int handle, const std::atomic<bool>& is_ending) : handle_(handle), is_ending_(is_ending) {}

  // Waits for one whole message; empty: there will be none.
  std::string receive() const;
  void send(std::string_view bytes) const;
  // Waits until the other side hangs up or the test ends.
  void stay_silent() const;
  bool is_over() const;  // they had; waits some milliseconds for it

 private:
  std::string bytes(std::size_t count) const;

  int handle_;
  const std::atomic<bool>& is_ending_;
};

struct Hostility {
  std::string name;
  std::function<void(const PeerConnection&)> act;  // once somebody connected; it hangs up afterwards
  std::string blame;                               // what a client should say of it
};

std::vector<Hostility> hostilities();
// Answers the first requests of a client as SUMO would, and then does as the other one.
Hostility after_handshake(const Hostility& hostility);

class HostilePeer {
 public:
  explicit HostilePeer(const Hostility& hostility);
  ~HostilePeer();
  HostilePeer(const HostilePeer&) = delete;
  HostilePeer& operator=(const HostilePeer&) = delete;

  int port() const { return port_; }

 private:
  int listener_ = -1, port_ = 0;
  std::atomic<bool> is_ending_ = false;
  std::thread thread_;
};

}  // namespace scrutineer::kit
