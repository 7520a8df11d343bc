// Sockets of this machine.
#pragma once

#include <string>

#include "base/result.h"

namespace scrutineer::live {

// A socket that is closed with this.
class Socket {
 public:
  explicit Socket(int handle = -1) : handle_(handle) {}
  ~Socket();
  Socket(Socket&& other) noexcept;
  Socket& operator=(Socket&& other) noexcept;
  Socket(const Socket&) = delete;
  Socket& operator=(const Socket&) = delete;

  int handle() const { return handle_; }
  explicit operator bool() const { return handle_ >= 0; }

 private:
  int handle_;
};

// Every message is wanted at once.
void send_without_delay(const Socket& socket);

bool may_come_later(int error);

// A socket that others can reach. None of its calls waits.
struct BoundSocket {
  Socket socket;
  std::string address;  // "127.0.0.1:48198"
};
enum class Protocol : bool { tcp, udp };
// At this IPv4 address; port 0: at any that is free. TCP listens already.
Result<BoundSocket> bind_socket(Protocol protocol, const std::string& address, int port);

}  // namespace scrutineer::live
