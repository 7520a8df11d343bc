#include "live/osi/link.h"

#include <fmt/format.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstdint>
#include <cstring>
#include <optional>
#include <utility>

#include "base/text.h"
#include "live/osi/udp_packets.h"
#include "live/socket.h"
#include "trace/osi_stream.h"

namespace scrutineer::live::osi {

namespace {

using Say = std::function<void(const std::string&)>;

constexpr std::size_t kPrefixSize = 4;
// What is announced beyond this is no message: the reader of messages says so.
constexpr std::size_t kLargestMessage = std::size_t{512} * 1024 * 1024;
constexpr std::size_t kPiece = std::size_t{256} * 1024;
constexpr std::size_t kLargestDatagram = 65'536;
// A wait looks up so often whether it is over.
constexpr int kSliceMilliseconds = 20;
// A frame that is late by no more than this was overtaken by another one; by more, the simulation began anew.
constexpr Duration kOvertaken = std::chrono::seconds(1);

// The next moment at which there is something to read, or why there is none.
class Readiness {
 public:
  enum class State : std::uint8_t { ready, idle, stopped };

  Readiness(const FrameStream& stream, const Patience& patience, const Say& say)
      : idle_(stream.idle), patience_(patience), say_(say) {}

  State wait(int descriptor) {
    using Clock = std::chrono::steady_clock;
    const auto began = Clock::now();
    pollfd polled{.fd = descriptor, .events = POLLIN, .revents = 0};
    for (;;) {
      if (poll(&polled, 1, kSliceMilliseconds) > 0) return State::ready;
      if (patience_.stop_requests && patience_.stop_requests() > 0) {
        say_("stopped on request");
        return State::stopped;
      }
      if (idle_ && std::chrono::duration<double>(Clock::now() - began).count() >= *idle_) {
        say_(fmt::format("nothing came for {} s (--idle): the run ends here", shortest(*idle_)));
        return State::idle;
      }
    }
  }
  const Patience& patience() const { return patience_; }

 private:
  std::optional<double> idle_;
  Patience patience_;
  Say say_;
};

std::size_t length_of(std::string_view prefix) {
  std::size_t length = 0;
  for (std::size_t i = kPrefixSize; i-- > 0;) length = length << 8U | static_cast<unsigned char>(prefix[i]);
  return length;
}

void set_prefix(std::string& message, std::size_t length) {
  for (std::size_t i = 0; i < kPrefixSize; ++i) message[i] = static_cast<char>(length >> (8 * i));
}

// A pipe or a connection.
class StreamLink final : public Link {
 public:
  StreamLink(int descriptor, Readiness readiness) : descriptor_(descriptor), readiness_(std::move(readiness)) {}
  StreamLink(Socket socket, Readiness readiness)
      : socket_(std::move(socket)), descriptor_(socket_.handle()), readiness_(std::move(readiness)) {}

  Result<std::string_view> next() override {
    begin_ += std::exchange(given_, 0);
    while (!has_message()) {
      const auto more = receive();
      if (!more) return more.problem();
      if (!*more) break;
    }
    if (is_stopped_) return std::string_view();  // the user stopped the run: the rest does not matter
    given_ = has_message() && length_of(held()) <= kLargestMessage ? kPrefixSize + length_of(held()) : held().size();
    return held().substr(0, given_);
  }

 private:
  std::string_view held() const { return {buffer_.data() + begin_, end_ - begin_}; }
  bool has_message() const {
    if (held().size() < kPrefixSize) return false;
    const std::size_t length = length_of(held());
    return length > kLargestMessage || held().size() - kPrefixSize >= length;
  }
  // False: there is no more.
  Result<bool> receive() {
    make_room();
    for (;;) {
      const auto state = is_over_ ? Readiness::State::idle : readiness_.wait(descriptor_);
      is_stopped_ = is_stopped_ || state == Readiness::State::stopped;
      is_over_ = is_over_ || state != Readiness::State::ready;
      if (is_over_) return false;
      const ssize_t count = ::read(descriptor_, buffer_.data() + end_, buffer_.size() - end_);
      if (count > 0) {
        end_ += static_cast<std::size_t>(count);
        return true;
      }
      is_over_ = count == 0;
      if (is_over_ || may_come_later(errno)) continue;
      is_over_ = true;
      if (errno == ECONNRESET) return Problem{{}, "the sender broke the connection off"};
      return Problem{{}, fmt::format("cannot be read: {}", std::strerror(errno))};
    }
  }

  // Grows with what has come, never with what is announced.
  void make_room() {
    if (begin_ > 0) {
      std::memmove(buffer_.data(), buffer_.data() + begin_, end_ - begin_);
      end_ -= begin_;
      begin_ = 0;
    }
    if (buffer_.size() - end_ < kPiece) buffer_.resize(std::max(buffer_.size() * 2, end_ + kPiece));
  }

  Socket socket_;
  int descriptor_;
  Readiness readiness_;
  std::vector<char> buffer_;
  std::size_t begin_ = 0, end_ = 0;
  std::size_t given_ = 0;  // of the buffer, as the message of the last call
  bool is_over_ = false, is_stopped_ = false;
};

// Waits for one sender to connect, when the first message is asked for.
class TcpLink final : public Link {
 public:
  TcpLink(Socket listener, Readiness readiness) : listener_(std::move(listener)), readiness_(std::move(readiness)) {}

  Result<std::string_view> next() override {
    if (!sender_) {
      auto connected = accept();
      if (!connected) return connected.problem();
      sender_.emplace(*std::move(connected), readiness_);
      listener_ = Socket();  // nobody else
    }
    return sender_->next();
  }

 private:
  Result<Socket> accept() {
    Wait wait(readiness_.patience());
    pollfd polled{.fd = listener_.handle(), .events = POLLIN, .revents = 0};
    for (;;) {
      if (poll(&polled, 1, kSliceMilliseconds) > 0) {
        Socket socket(accept4(listener_.handle(), nullptr, nullptr, SOCK_CLOEXEC | SOCK_NONBLOCK));
        if (socket) return socket;
      }
      if (const auto when = wait.over()) return Problem{{}, "nobody connected " + *when};
    }
  }

  Socket listener_;
  Readiness readiness_;
  std::optional<StreamLink> sender_;
};

class UdpLink final : public Link {
 public:
  UdpLink(Socket socket, Readiness readiness, Say say)
      : socket_(std::move(socket)),
        readiness_(std::move(readiness)),
        say_(std::move(say)),
        datagram_(kLargestDatagram) {
    // As much as the system allows: a frame must not get lost because the one before is still being judged.
    const int bytes = 64 << 20;
    if (setsockopt(socket_.handle(), SOL_SOCKET, SO_RCVBUFFORCE, &bytes, sizeof bytes) != 0)
      setsockopt(socket_.handle(), SOL_SOCKET, SO_RCVBUF, &bytes, sizeof bytes);
  }

  Result<std::string_view> next() override {
    for (;;) {
      if (const auto more = receive(); !more || !*more) {
        if (!more) return more.problem();
        packets_.finish();
        tell_losses();
        return std::string_view();
      }
      const bool is_complete = packets_.take({datagram_.data(), size_});
      tell_losses();
      if (!is_complete) continue;
      const auto is_new = is_next();
      if (!is_new) return is_new.problem();
      if (!*is_new) continue;
      message_.assign(kPrefixSize, '\0');
      set_prefix(message_, packets_.message().size());
      message_ += packets_.message();
      return std::string_view(message_);
    }
  }

  std::vector<std::string> losses() override {
    const UdpPackets::Counts& counts = packets_.counts();
    std::vector<std::string> texts;
    if (counts.lost_messages > 0)
      texts.push_back(fmt::format("{} of the frames sent over UDP came incomplete and {} left out: at least {} lost",
                                  counts.lost_messages, counts.lost_messages == 1 ? "was" : "were",
                                  packets(counts.lost_packets, "was", "were")));
    if (counts.stray > 0)
      texts.push_back(fmt::format("{} too late, or without the begin of {} message, and {} left out",
                                  packets(counts.stray, "came", "came"), counts.stray == 1 ? "its" : "their",
                                  counts.stray == 1 ? "was" : "were"));
    if (late_ > 0)
      texts.push_back(fmt::format("{} overtaken by a later one, and left out",
                                  late_ == 1 ? "1 frame was" : fmt::format("{} frames were", late_)));
    if (counts.doubled + doubled_ > 0)
      texts.push_back(fmt::format("{} twice; that does no harm", packets(counts.doubled + doubled_, "came", "came")));
    if (counts.foreign > 0)
      texts.push_back(
          fmt::format("{} none of esmini's: a counter from 1 that is negative in a message's last packet, a size, and "
                      "that many bytes",
                      packets(counts.foreign, "was", "were")));
    return texts;
  }

 private:
  static std::string packets(std::size_t count, const char* one, const char* more) {
    return count == 1 ? fmt::format("1 UDP packet {}", one) : fmt::format("{} UDP packets {}", count, more);
  }

  // The next packet. False: there is no more.
  Result<bool> receive() {
    Wait wait(readiness_.patience());
    pollfd polled{.fd = socket_.handle(), .events = POLLIN, .revents = 0};
    for (;;) {
      if (!has_begun_) {
        if (poll(&polled, 1, kSliceMilliseconds) == 0) {
          if (const auto when = wait.over()) return Problem{{}, "no packet came " + *when};
          continue;
        }
      } else if (readiness_.wait(socket_.handle()) != Readiness::State::ready) {
        return false;
      }
      const ssize_t count = recv(socket_.handle(), datagram_.data(), datagram_.size(), 0);
      if (count >= 0) {
        has_begun_ = true;
        size_ = static_cast<std::size_t>(count);
        return true;
      }
      if (!may_come_later(errno)) return Problem{{}, fmt::format("cannot be read: {}", std::strerror(errno))};
    }
  }

  // Whether the message is later than all before it. One without a time is passed on: the reader says what is wrong.
  Result<bool> is_next() {
    const auto time = trace::osi_message_time(packets_.message());
    if (!time) return true;
    if (last_ && *time <= *last_) {
      if (*time == *last_) {
        ++doubled_;
        return false;
      }
      if (*last_ - *time <= kOvertaken) {
        ++late_;
        return false;
      }
      return Problem{{},
                     fmt::format("time goes back from {} s to {} s, as if the simulation had begun anew: the run ends "
                                 "here",
                                 shortest(to_seconds(*last_)), shortest(to_seconds(*time)))};
    }
    last_ = *time;
    return true;
  }

  // The first of each kind at once; how many there were is told at the end.
  void tell_losses() {
    const UdpPackets::Counts& counts = packets_.counts();
    if (counts.lost_messages > 0 && !std::exchange(has_told_loss_, true))
      say_("a UDP packet was lost, and with it a frame; at the end it is told how many");
    if (counts.foreign > 0 && !std::exchange(has_told_foreign_, true))
      say_("a UDP packet came that is none of esmini's; is it the right port?");
  }

  Socket socket_;
  Readiness readiness_;
  Say say_;
  std::vector<char> datagram_;
  std::size_t size_ = 0;
  UdpPackets packets_;
  std::string message_;
  std::optional<Duration> last_;
  std::size_t late_ = 0, doubled_ = 0;  // whole messages
  bool has_begun_ = false, has_told_loss_ = false, has_told_foreign_ = false;
};

}  // namespace

Result<std::unique_ptr<Link>> open_link(const FrameStream& stream, const Patience& patience, Say say) {
  Readiness readiness(stream, patience, say);
  if (stream.from == FrameStream::From::standard_input)
    return std::unique_ptr<Link>(std::make_unique<StreamLink>(STDIN_FILENO, std::move(readiness)));
  const bool is_tcp = stream.from == FrameStream::From::tcp;
  auto bound = bind_socket(is_tcp ? Protocol::tcp : Protocol::udp, stream.address, stream.port);
  if (!bound) return bound.problem();
  say(fmt::format("waiting for OSI messages at {} {}", is_tcp ? "tcp" : "udp", bound->address));
  if (is_tcp) return std::unique_ptr<Link>(std::make_unique<TcpLink>(std::move(bound->socket), std::move(readiness)));
  return std::unique_ptr<Link>(
      std::make_unique<UdpLink>(std::move(bound->socket), std::move(readiness), std::move(say)));
}

}  // namespace scrutineer::live::osi
