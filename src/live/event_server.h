// Sends the events of a live run, line by line, to every client that connects, beginning with those so far. Of a long
// run only the newest lines are kept; the first line that a late client gets then says how many are missing:
//   {"event":"left_out","lines":1200}
//
//   auto server = EventServer::open("127.0.0.1", 48200);
//   (*server)->write(event_lines(...));          // as it happens; waits for nobody
//   (*server)->serve();                          // from time to time: serves clients that connected meanwhile
//   (*server)->finish();                         // slow clients get a few seconds for the rest
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
    std::string first;     // sent before the text
    std::size_t sent = 0;  // bytes of the text, including those that are no longer kept
  };

  EventServer(BoundSocket bound, std::size_t most_kept) : bound_(std::move(bound)), most_kept_(most_kept) {}

  void accept();
  bool send_to(Client& client) const;  // false: it has gone
  bool has_all(const Client& client) const { return client.first.empty() && client.sent == forgotten_ + text_.size(); }
  // Keeps the newer half of the text, and disconnects clients that have not got all of the older half.
  void forget_oldest();

  BoundSocket bound_;
  std::size_t most_kept_;
  std::string text_;
  std::size_t forgotten_ = 0, lines_forgotten_ = 0;  // bytes and lines before the text
  std::vector<Client> clients_;
};

}  // namespace scrutineer::live
