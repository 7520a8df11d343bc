// Sockets: closed by themselves, and bound to an address of this machine.
#pragma once

#include <string>

#include "base/result.h"

namespace scrutineer::live {

// Closes its socket when it is destroyed.
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

// Turns Nagle's algorithm off: every message is sent at once.
void send_without_delay(const Socket& socket);

bool may_come_later(int error);

// A socket with an address, to which others can connect or send. It does not block.
struct BoundSocket {
  Socket socket;
  std::string address;  // "127.0.0.1:48198"
};
enum class Protocol : bool { tcp, udp };
// Binds to this IPv4 address; with port 0 to any free port. A TCP socket listens already.
Result<BoundSocket> bind_socket(Protocol protocol, const std::string& address, int port);

}  // namespace scrutineer::live
