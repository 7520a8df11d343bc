#include "kit/hostile_peer.h"

#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cstdint>
#include <stdexcept>

namespace scrutineer::kit {

namespace {

using namespace std::string_literals;

constexpr int kSliceMilliseconds = 10;

std::string big_endian(std::uint32_t number) {
  std::string bytes;
  for (const unsigned shift : {24U, 16U, 8U, 0U}) bytes += static_cast<char>((number >> shift) & 0xFFU);
  return bytes;
}

// "All is well" with a command.
std::string accepted(char command) { return "\x07"s + command + "\x00"s + big_endian(0); }

// Whether it is ready so far, within a short while.
bool is_ready(int handle, short events) {
  pollfd polled{.fd = handle, .events = events, .revents = 0};
  return poll(&polled, 1, kSliceMilliseconds) > 0;
}

}  // namespace

std::string traci_message(std::string_view content) {
  return big_endian(static_cast<std::uint32_t>(content.size() + 4)) + std::string(content);
}

std::string PeerConnection::bytes(std::size_t count) const {
  std::string received;
  while (received.size() < count && !is_ending_) {
    if (!is_ready(handle_, POLLIN)) continue;
    std::string piece(count - received.size(), '\0');
    const ssize_t got = recv(handle_, piece.data(), piece.size(), 0);
    if (got <= 0) return {};
    received.append(piece, 0, static_cast<std::size_t>(got));
  }
  return received.size() == count ? received : std::string();
}

std::string PeerConnection::receive() const {
  const std::string head = bytes(4);
  if (head.empty()) return {};
  std::uint32_t length = 0;
  for (const char byte : head) length = (length << 8U) | static_cast<unsigned char>(byte);
  return bytes(length - 4);
}

void PeerConnection::send(std::string_view bytes) const {
  while (!bytes.empty() && !is_ending_) {
    if (!is_ready(handle_, POLLOUT)) continue;
    const ssize_t sent = ::send(handle_, bytes.data(), bytes.size(), MSG_NOSIGNAL | MSG_DONTWAIT);
    if (sent < 0) return;
    bytes.remove_prefix(static_cast<std::size_t>(sent));
  }
}

bool PeerConnection::is_over() const {
  char ignored[256];
  return is_ending_ || (is_ready(handle_, POLLIN) && recv(handle_, ignored, sizeof ignored, 0) <= 0);
}

void PeerConnection::stay_silent() const {
  while (!is_over()) {
  }
}

std::vector<Hostility> hostilities() {
  // What begins an answer and is never followed by what it promises.
  const auto announcing = [](std::uint32_t length, std::string_view rest) {
    return [length, rest = std::string(rest)](const PeerConnection& peer) {
      peer.receive();
      peer.send(big_endian(length) + rest);
      peer.stay_silent();
    };
  };
  return {
      {"silent", [](const PeerConnection& peer) { peer.stay_silent(); }, "did not answer within"},
      {"hangs up at once", [](const PeerConnection&) {}, "closed the connection"},
      {"hangs up when asked", [](const PeerConnection& peer) { peer.receive(); }, "closed the connection"},
      {"hangs up in the middle",
       [](const PeerConnection& peer) {
         peer.receive();
         peer.send(big_endian(100) + "half an answ");
       },
       "closed the connection"},
      {"half a length",
       [](const PeerConnection& peer) {
         peer.receive();
         peer.send("\0\0"s);
         peer.stay_silent();
       },
       "did not answer within"},
      {"half an answer", announcing(100, "half an answ"), "did not answer within"},
      {"length 0", announcing(0, "whatever"), "announced an answer of 0 bytes"},
      {"length 4", announcing(4, "whatever"), "announced an answer of 4 bytes"},
      {"2^31 bytes", announcing(0x80000000U, "whatever"), "announced an answer of 2147483648 bytes"},
      {"2^31 - 1 bytes", announcing(0x7FFFFFFFU, "whatever"), "announced an answer of 2147483647 bytes"},
      {"200 million bytes that never come", announcing(200'000'000, "whatever"), "did not answer within"},
      {"a byte now and then",
       [](const PeerConnection& peer) {
         peer.receive();
         peer.send(big_endian(100'000));
         while (!peer.is_over()) peer.send("x");
       },
       "did not answer within"},
  };
}

Hostility after_handshake(const Hostility& hostility) {
  return {hostility.name + " after the handshake",
          [act = hostility.act](const PeerConnection& peer) {
            peer.receive();
            const std::string name = "SUMO 1.15.0";
            const std::string version = big_endian(20) + big_endian(static_cast<std::uint32_t>(name.size())) + name;
            peer.send(traci_message(accepted('\x00') + static_cast<char>(version.size() + 2) + "\x00"s + version));
            peer.receive();
            peer.send(traci_message(accepted('\x03')));
            act(peer);
          },
          hostility.blame};
}

HostilePeer::HostilePeer(const Hostility& hostility) {
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  socklen_t size = sizeof address;
  listener_ = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (bind(listener_, reinterpret_cast<sockaddr*>(&address), size) != 0 || listen(listener_, 8) != 0 ||
      getsockname(listener_, reinterpret_cast<sockaddr*>(&address), &size) != 0)
    throw std::runtime_error("a peer for a test found no port");
  port_ = ntohs(address.sin_port);
  thread_ = std::thread([this, act = hostility.act] {
    while (!is_ending_) {
      if (!is_ready(listener_, POLLIN)) continue;
      const int handle = accept4(listener_, nullptr, nullptr, SOCK_CLOEXEC);
      if (handle < 0) continue;
      act(PeerConnection(handle, is_ending_));
      close(handle);
    }
  });
}

HostilePeer::~HostilePeer() {
  is_ending_ = true;
  thread_.join();
  close(listener_);
}

}  // namespace scrutineer::kit
