#include "live/event_server.h"

#include <poll.h>
#include <sys/socket.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <utility>

#include "live/kept_lines.h"

namespace scrutineer::live {

Result<std::unique_ptr<EventServer>> EventServer::open(const std::string& address, int port, std::size_t most_kept) {
  auto bound = bind_socket(Protocol::tcp, address, port);
  if (!bound) return bound.problem();
  return std::unique_ptr<EventServer>(new EventServer(*std::move(bound), most_kept));
}

void EventServer::write(std::string_view lines) {
  text_ += lines;
  serve();
  if (text_.size() > most_kept_) forget_oldest();
}

void EventServer::forget_oldest() {
  const std::size_t end_of_line = text_.find('\n', text_.size() - most_kept_ / 2);
  if (end_of_line == std::string::npos) return;
  const auto kept = text_.begin() + static_cast<std::ptrdiff_t>(end_of_line + 1);
  lines_forgotten_ += static_cast<std::size_t>(std::count(text_.begin(), kept, '\n'));
  forgotten_ += end_of_line + 1;
  text_.erase(text_.begin(), kept);
  std::erase_if(clients_, [&](const Client& client) { return client.sent < forgotten_; });
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
    std::string first = lines_forgotten_ > 0 ? left_out_line(lines_forgotten_) : std::string();
    clients_.push_back({std::move(socket), std::move(first), forgotten_});
  }
}

bool EventServer::send_to(Client& client) const {
  while (!has_all(client)) {
    const bool is_first = !client.first.empty();
    const std::string_view rest =
        is_first ? std::string_view(client.first) : std::string_view(text_).substr(client.sent - forgotten_);
    const ssize_t count = send(client.socket.handle(), rest.data(), rest.size(), MSG_NOSIGNAL);
    if (count < 0) return may_come_later(errno);
    if (is_first)
      client.first.erase(0, static_cast<std::size_t>(count));
    else
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
    std::erase_if(clients_, [&](Client& client) { return !send_to(client) || has_all(client); });
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
