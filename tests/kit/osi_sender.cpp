#include "kit/osi_sender.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <stdexcept>
#include <utility>

namespace scrutineer::kit {

namespace {

constexpr std::size_t kPrefixSize = 4;

std::string number(std::uint32_t value) {
  std::string bytes;
  for (unsigned i = 0; i < 4; ++i) bytes += static_cast<char>(value >> (8 * i) & 0xFF);
  return bytes;
}

}  // namespace

std::vector<std::string> osi_messages(std::string_view file) {
  std::vector<std::string> messages;
  while (file.size() > kPrefixSize) {
    std::size_t length = 0;
    for (std::size_t i = kPrefixSize; i-- > 0;) length = length << 8 | static_cast<unsigned char>(file[i]);
    messages.emplace_back(file.substr(kPrefixSize, length));
    file.remove_prefix(std::min(file.size(), kPrefixSize + length));
  }
  return messages;
}

std::string osi_file(const std::vector<std::string>& messages) {
  std::string file;
  for (const std::string& message : messages) file += number(static_cast<std::uint32_t>(message.size())) + message;
  return file;
}

std::vector<std::string> esmini_packets(std::string_view message, std::size_t most_bytes) {
  std::vector<std::string> packets;
  for (std::int32_t counter = 1; !message.empty(); ++counter) {
    const std::string_view data = message.substr(0, most_bytes);
    message.remove_prefix(data.size());
    packets.push_back(number(static_cast<std::uint32_t>(message.empty() ? -counter : counter)) +
                      number(static_cast<std::uint32_t>(data.size())) + std::string(data));
  }
  return packets;
}

OsiSender::OsiSender(Protocol protocol, const std::string& address) {
  const std::size_t colon = address.rfind(':');
  sockaddr_in peer{};
  peer.sin_family = AF_INET;
  peer.sin_port = htons(static_cast<std::uint16_t>(std::stoi(address.substr(colon + 1))));
  inet_pton(AF_INET, address.substr(0, colon).c_str(), &peer.sin_addr);
  handle_ = socket(AF_INET, protocol == Protocol::tcp ? SOCK_STREAM : SOCK_DGRAM, 0);
  if (connect(handle_, reinterpret_cast<const sockaddr*>(&peer), sizeof peer) != 0)
    throw std::runtime_error("cannot connect to " + address);
}

OsiSender::~OsiSender() { hang_up(); }

void OsiSender::send(std::string_view bytes) const {
  while (!bytes.empty()) {
    const ssize_t count = ::send(handle_, bytes.data(), bytes.size(), MSG_NOSIGNAL);
    if (count <= 0) return;  // the listener has gone
    bytes.remove_prefix(static_cast<std::size_t>(count));
  }
}

std::string OsiSender::receive_all() const {
  std::string all;
  std::array<char, 4096> piece{};
  for (;;) {
    const ssize_t count = recv(handle_, piece.data(), piece.size(), 0);
    if (count <= 0) return all;
    all.append(piece.data(), static_cast<std::size_t>(count));
  }
}

void OsiSender::hang_up() {
  if (handle_ >= 0) close(std::exchange(handle_, -1));
}

void OsiSender::break_off() {
  const linger at_once{.l_onoff = 1, .l_linger = 0};
  setsockopt(handle_, SOL_SOCKET, SO_LINGER, &at_once, sizeof at_once);
  hang_up();
}

}  // namespace scrutineer::kit
