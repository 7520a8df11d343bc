#include "live/sumo/relay.h"

#include <fmt/format.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <cstring>
#include <system_error>
#include <utility>

namespace scrutineer::live::sumo {

namespace {

// A message begins with its length, which counts these bytes too.
constexpr std::size_t kLengthBytes = 4;
// The state of a hundred thousand vehicles is a tenth of this.
constexpr std::uint32_t kLongestMessage = 256U << 20U;
// What is announced need not come: room is made for so many bytes at a time.
constexpr std::size_t kPiece = 1U << 20U;
// A wait looks up so often whether it is over.
constexpr int kSliceMilliseconds = 20;
// SUMO may be about to listen.
constexpr int kTriesToConnect = 50;

sockaddr_in this_machine(int port) {
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  address.sin_port = htons(static_cast<std::uint16_t>(port));
  return address;
}

Socket new_socket() { return Socket(socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0)); }

std::uint32_t length_of(const std::vector<char>& message) {
  std::uint32_t length = 0;
  std::memcpy(&length, message.data(), kLengthBytes);
  return ntohl(length);
}

// Whether a peer that leaves is noticed by its end or by a reset is a matter of time: both are told alike.
std::string loss(int error) {
  if (error == ECONNRESET || error == EPIPE) return "closed the connection";
  return fmt::format("was lost: {}", std::strerror(error));
}

}  // namespace

Result<std::unique_ptr<Relay>> Relay::open(int port, const Patience& patience) {
  std::unique_ptr<Relay> relay(new Relay(patience));
  if (auto why = relay->connect(port)) return Problem{{}, *std::move(why)};
  if (auto why = relay->listen()) return Problem{{}, *std::move(why)};
  try {
    relay->thread_ = std::thread([self = relay.get()] { self->serve(); });
  } catch (const std::system_error& error) {
    return Problem{{}, fmt::format("there is no thread for the connection: {}", error.what())};
  }
  return relay;
}

Relay::~Relay() {
  is_closing_ = true;
  if (thread_.joinable()) thread_.join();
}

std::optional<std::string> Relay::fault() const {
  const std::scoped_lock lock(guards_fault_);
  return fault_;
}

std::optional<std::string> Relay::connect(int port) {
  const sockaddr_in address = this_machine(port);
  Wait wait(patience_);
  for (int tries = 0;; ++tries) {
    sumo_ = new_socket();
    if (!sumo_) return fmt::format("there is no socket: {}", std::strerror(errno));
    int error = 0;
    if (::connect(sumo_.handle(), reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0) error = errno;
    if (error == EINPROGRESS) {
      if (!is_ready(sumo_, POLLOUT, &wait)) return "it " + *fault();
      socklen_t size = sizeof error;
      getsockopt(sumo_.handle(), SOL_SOCKET, SO_ERROR, &error, &size);
    }
    if (error == 0) break;
    if (error != ECONNREFUSED || tries == kTriesToConnect)
      return fmt::format("port {} of this machine: {}", port, std::strerror(error));
    std::this_thread::sleep_for(std::chrono::milliseconds(kSliceMilliseconds));
    if (const auto when = wait.over()) return "it did not answer " + *when;
  }
  send_without_delay(sumo_);
  return std::nullopt;
}

std::optional<std::string> Relay::listen() {
  listener_ = new_socket();
  sockaddr_in address = this_machine(0);
  socklen_t size = sizeof address;
  auto* const plain = reinterpret_cast<sockaddr*>(&address);
  if (!listener_ || bind(listener_.handle(), plain, size) != 0 || ::listen(listener_.handle(), 1) != 0 ||
      getsockname(listener_.handle(), plain, &size) != 0)
    return fmt::format("there is no port for the connection: {}", std::strerror(errno));
  port_ = ntohs(address.sin_port);
  return std::nullopt;
}

void Relay::serve() {
  if (accept())
    while (hand_on()) {
    }
  // The library sees its connection end.
  library_ = Socket();
  listener_ = Socket();
  sumo_ = Socket();
}

bool Relay::accept() {
  Wait wait(patience_);
  if (!is_ready(listener_, POLLIN, &wait)) return false;
  library_ = Socket(accept4(listener_.handle(), nullptr, nullptr, SOCK_CLOEXEC | SOCK_NONBLOCK));
  if (!library_) return cut(fmt::format("was not reached: {}", std::strerror(errno)));
  send_without_delay(library_);
  listener_ = Socket();  // nobody else
  return true;
}

// One request and its answer. The library asks when it likes; from then on the clock runs.
bool Relay::hand_on() {
  if (!read_message(library_, nullptr)) return false;
  Wait wait(patience_);
  return send_message(sumo_, wait) && read_message(sumo_, &wait) && send_message(library_, wait);
}

bool Relay::read_message(const Socket& from, Wait* wait) {
  message_.clear();
  if (!receive(from, kLengthBytes, wait)) return false;
  const std::uint32_t length = length_of(message_);
  if (length <= kLengthBytes || length > kLongestMessage)
    return cut(
        fmt::format("announced an answer of {} bytes: whatever listens there, it is no SUMO in good order", length));
  return receive(from, length - kLengthBytes, wait);
}

bool Relay::receive(const Socket& from, std::size_t count, Wait* wait) {
  const std::size_t wanted = message_.size() + count;
  while (message_.size() < wanted) {
    if (!is_ready(from, POLLIN, wait)) return false;
    const std::size_t had = message_.size();
    message_.resize(std::min(wanted, had + kPiece));
    const ssize_t received = recv(from.handle(), message_.data() + had, message_.size() - had, 0);
    const int error = errno;
    message_.resize(had + static_cast<std::size_t>(std::max<ssize_t>(received, 0)));
    if (received == 0) return wait == nullptr ? false : cut("closed the connection");  // the library may leave
    if (received < 0 && !may_come_later(error)) return cut(loss(error));
  }
  return true;
}

bool Relay::send_message(const Socket& to, Wait& wait) {
  for (std::size_t sent = 0; sent < message_.size();) {
    if (!is_ready(to, POLLOUT, &wait)) return false;
    const ssize_t more = send(to.handle(), message_.data() + sent, message_.size() - sent, MSG_NOSIGNAL);
    if (more < 0 && !may_come_later(errno)) return cut(loss(errno));
    sent += static_cast<std::size_t>(std::max<ssize_t>(more, 0));
  }
  return true;
}

// False: the wait is over, or the relay is to end. Without a wait only the latter counts.
bool Relay::is_ready(const Socket& socket, short events, Wait* wait) {
  pollfd polled{.fd = socket.handle(), .events = events, .revents = 0};
  while (!is_closing_) {
    const bool has_come = poll(&polled, 1, kSliceMilliseconds) > 0;
    // Checked even while data arrives: a peer that trickles single bytes must time out, too.
    if (wait != nullptr)
      if (const auto when = wait->over()) return cut("did not answer " + *when);
    if (has_come) return true;
  }
  return false;
}

bool Relay::cut(std::string why) {
  const std::scoped_lock lock(guards_fault_);
  if (!fault_) fault_ = std::move(why);
  return false;
}

}  // namespace scrutineer::live::sumo
