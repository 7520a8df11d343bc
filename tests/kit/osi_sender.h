// A sender of OSI messages to a program that listens: a simulator, seen from the other side of a socket.
//
//   OsiSender sender(OsiSender::Protocol::udp, "127.0.0.1:48198");
//   for (const std::string& packet : esmini_packets(message)) sender.send(packet);
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace scrutineer::kit {

// The messages of an .osi file, without their lengths; and behind them again.
std::vector<std::string> osi_messages(std::string_view file);
std::string osi_file(const std::vector<std::string>& messages);

// A message in packets as esmini sends it: a counter from 1 that is negative in the last one, the size, and the data.
std::vector<std::string> esmini_packets(std::string_view message, std::size_t most_bytes = 8192);

class OsiSender {
 public:
  enum class Protocol : bool { tcp, udp };
  OsiSender(Protocol protocol, const std::string& address);  // "127.0.0.1:48198"
  ~OsiSender();
  OsiSender(const OsiSender&) = delete;
  OsiSender& operator=(const OsiSender&) = delete;

  void send(std::string_view bytes) const;  // all of them, or one packet
  // Everything that the other side says until it hangs up.
  std::string receive_all() const;
  void hang_up();    // in good order
  void break_off();  // what was not read yet is gone

 private:
  int handle_ = -1;
};

}  // namespace scrutineer::kit
