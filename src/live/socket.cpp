#include "live/socket.h"

#include <arpa/inet.h>
#include <fmt/format.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cerrno>
#include <cstdint>
#include <cstring>
#include <utility>

namespace scrutineer::live {

Socket::~Socket() {
  if (handle_ >= 0) close(handle_);
}
Socket::Socket(Socket&& other) noexcept : handle_(std::exchange(other.handle_, -1)) {}
Socket& Socket::operator=(Socket&& other) noexcept {
  std::swap(handle_, other.handle_);
  return *this;
}

void send_without_delay(const Socket& socket) {
  const int yes = 1;
  setsockopt(socket.handle(), IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
}

bool may_come_later(int error) { return error == EAGAIN || error == EINTR; }

Result<BoundSocket> bind_socket(Protocol protocol, const std::string& address, int port) {
  constexpr int kWaiting = 16;  // who may wait to be accepted
  sockaddr_in wanted{};
  wanted.sin_family = AF_INET;
  wanted.sin_port = htons(static_cast<std::uint16_t>(port));
  if (inet_pton(AF_INET, address.c_str(), &wanted.sin_addr) != 1)
    return Problem{{}, fmt::format("{} is no IPv4 address, such as 127.0.0.1 or 0.0.0.0", address)};
  const bool is_tcp = protocol == Protocol::tcp;
  Socket socket(::socket(AF_INET, (is_tcp ? SOCK_STREAM : SOCK_DGRAM) | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
  const int yes = 1;
  if (socket && is_tcp) setsockopt(socket.handle(), SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
  socklen_t size = sizeof wanted;
  auto* const plain = reinterpret_cast<sockaddr*>(&wanted);
  if (!socket || bind(socket.handle(), plain, size) != 0 || (is_tcp && listen(socket.handle(), kWaiting) != 0) ||
      getsockname(socket.handle(), plain, &size) != 0)
    return Problem{{}, fmt::format("cannot take port {} at {}: {}", port, address, std::strerror(errno))};
  return BoundSocket{std::move(socket), fmt::format("{}:{}", address, ntohs(wanted.sin_port))};
}

}  // namespace scrutineer::live
