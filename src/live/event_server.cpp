#include "live/event_server.h"

#include <poll.h>
#include <sys/socket.h>

#include <cerrno>
#include <chrono>
#include <utility>

namespace scrutineer::live {

Result<std::unique_ptr<EventServer>> EventServer::open(const std::string& address, int port) {
  auto bound = bind_socket(Protocol::tcp, address, port);
  if (!bound) return bound.problem();
  return std::unique_ptr<EventServer>(new EventServer(*std::move(bound)));
}

void EventServer::write(std::string_view lines) {
  text_ += lines;
  serve();
}

void EventServer::serve() {
  accept();
  std::erase_if(clients_, [&](Client& client) { return !send_to(client); });
}

void EventServer::accept() {
  for (;;) {
    Socket socket(accept4(bound_.socket.handle(), nullptr, nullptr, SOCK_CLOEXEC | SOCK_NONBLOCK));
    if (!socket) return;
    send_without_delay(socket);
    clients_.push_back({std::move(socket)});
  }
}

bool EventServer::send_to(Client& client) const {
  while (client.sent < text_.size()) {
    const ssize_t count =
        send(client.socket.handle(), text_.data() + client.sent, text_.size() - client.sent, MSG_NOSIGNAL);
    if (count < 0) return may_come_later(errno);
    client.sent += static_cast<std::size_t>(count);
  }
  return true;
}

void EventServer::finish() {
  constexpr auto kPatience = std::chrono::seconds(3);
  constexpr int kSliceMilliseconds = 20;
  const auto until = std::chrono::steady_clock::now() + kPatience;
  serve();
  for (;;) {
    std::erase_if(clients_, [&](Client& client) { return !send_to(client) || client.sent == text_.size(); });
    if (clients_.empty() || std::chrono::steady_clock::now() >= until) break;
    std::vector<pollfd> polled;
    polled.reserve(clients_.size());
    for (const Client& client : clients_)
      polled.push_back({.fd = client.socket.handle(), .events = POLLOUT, .revents = 0});
    poll(polled.data(), polled.size(), kSliceMilliseconds);
  }
  clients_.clear();
}

}  // namespace scrutineer::live
