// Tells all that connect what happens in a live run, line by line: first what has happened so far.
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
  static Result<std::unique_ptr<EventServer>> open(const std::string& address, int port);

  const std::string& address() const { return bound_.address; }
  void write(std::string_view lines);
  void serve();
  void finish();

 private:
  struct Client {
    Socket socket;
    std::size_t sent = 0;  // of the text
  };

  explicit EventServer(BoundSocket bound) : bound_(std::move(bound)) {}

  void accept();
  bool send_to(Client& client) const;  // false: it has gone

  BoundSocket bound_;
  std::string text_;
  std::vector<Client> clients_;
};

}  // namespace scrutineer::live
