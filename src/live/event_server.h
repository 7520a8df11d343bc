// Tells all that connect what happens in a live run, line by line: first what has happened so far. Of a long run only
// the newest lines are kept for those who come late; their first line then says how many are missing:
//   {"event":"left_out","lines":1200}
//
//   auto server = EventServer::open("127.0.0.1", 48200);
//   (*server)->write(event_lines(...));          // as it happens; waits for nobody
//   (*server)->serve();                          // from time to time: those who connected meanwhile
//   (*server)->finish();                         // those who are slow get a few seconds for the rest
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "live/socket.h"

namespace scrutineer::live {

class EventServer {
 public:
  static constexpr std::size_t kMostKept = std::size_t{64} << 20U;  // bytes
  static Result<std::unique_ptr<EventServer>> open(const std::string& address, int port,
                                                   std::size_t most_kept = kMostKept);

  const std::string& address() const { return bound_.address; }
  void write(std::string_view lines);
  void serve();
  void finish();

 private:
  struct Client {
    Socket socket;
    std::string first;     // what it is told before the text
    std::size_t sent = 0;  // of the text, and of what is not kept any more
  };

  EventServer(BoundSocket bound, std::size_t most_kept) : bound_(std::move(bound)), most_kept_(most_kept) {}

  void accept();
  bool send_to(Client& client) const;  // false: it has gone
  bool has_all(const Client& client) const { return client.first.empty() && client.sent == forgotten_ + text_.size(); }
  // Keeps the newer half. Clients that are so far behind are let go.
  void forget_oldest();

  BoundSocket bound_;
  std::size_t most_kept_;
  std::string text_;
  std::size_t forgotten_ = 0, lines_forgotten_ = 0;  // bytes and lines before the text
  std::vector<Client> clients_;
};

}  // namespace scrutineer::live
