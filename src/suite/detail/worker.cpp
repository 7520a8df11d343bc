#include "suite/detail/worker.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <new>
#include <utility>

#include "base/printable.h"
#include "base/text.h"

namespace scrutineer::suite::detail {

namespace {

constexpr int kOutOfMemory = 77;  // the exit code of a worker that wanted more than it may have

struct MessageHead {
  std::uint64_t run = 0;
  double evaluating = 0.0;
  std::uint32_t size = 0;
  std::uint32_t kind = 0;  // Message::Kind; without it there would be bytes that nobody sets
};
using RequestBytes = std::array<std::uint64_t, 2>;  // kind and run

bool write_whole(int descriptor, const void* data, std::size_t size) {
  const char* at = static_cast<const char*>(data);
  while (size > 0) {
    const ssize_t written = ::write(descriptor, at, size);
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return false;
    at += written;
    size -= static_cast<std::size_t>(written);
  }
  return true;
}

bool read_whole(int descriptor, void* data, std::size_t size) {
  char* at = static_cast<char*>(data);
  while (size > 0) {
    const ssize_t count = ::read(descriptor, at, size);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return false;
    at += count;
    size -= static_cast<std::size_t>(count);
  }
  return true;
}

bool send_message(int descriptor, const Message& message) {
  const MessageHead head{message.run, message.evaluating, static_cast<std::uint32_t>(message.text.size()),
                         static_cast<std::uint32_t>(message.kind)};
  return write_whole(descriptor, &head, sizeof head) &&
         write_whole(descriptor, message.text.data(), message.text.size());
}

void limit_memory(std::uint64_t bytes) {
  const rlimit limit{bytes, bytes};
  ::setrlimit(RLIMIT_DATA, &limit);
  // Called when any thread runs out of memory: that cannot be handled, only reported.
  std::set_new_handler([] { ::_exit(kOutOfMemory); });
}

// All that the child does. Nothing of the parent's is destroyed there.
[[noreturn]] void be_worker(const Serve& serve, int requests, int messages) {
  RequestBytes bytes{};
  while (read_whole(requests, bytes.data(), sizeof bytes)) {
    const Request request{static_cast<Request::Kind>(bytes[0]), bytes[1]};
    if (!send_message(messages, {.kind = Message::Kind::started, .run = request.run})) break;
    if (!send_message(messages, serve(request))) break;
  }
  ::_exit(0);
}

void close_all(std::initializer_list<int> descriptors) {
  for (const int descriptor : descriptors)
    if (descriptor >= 0) ::close(descriptor);
}

}  // namespace

Result<Worker> Worker::start(const Serve& serve, std::optional<std::uint64_t> max_memory) {
  int requests[2] = {-1, -1}, messages[2] = {-1, -1};
  const int words = ::memfd_create("words", MFD_CLOEXEC);
  const bool has_pipes =
      ::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, requests) == 0 && ::pipe2(messages, O_CLOEXEC) == 0;
  const int parent = ::getpid();
  const int process = has_pipes ? ::fork() : -1;
  if (process < 0) {
    const int error = errno;
    close_all({requests[0], requests[1], messages[0], messages[1], words});
    return Problem{{}, fmt::format("cannot start a worker: {}", std::strerror(error))};
  }
  if (process == 0) {
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);  // it goes when the suite does
    if (::getppid() != parent) ::_exit(1);
    ::signal(SIGINT, SIG_IGN);  // Ctrl-C is the suite's to answer
    ::signal(SIGTERM, SIG_DFL);
    ::signal(SIGPIPE, SIG_IGN);
    const rlimit none{0, 0};
    ::setrlimit(RLIMIT_CORE, &none);
    if (words >= 0) {
      ::dup2(words, STDOUT_FILENO);
      ::dup2(words, STDERR_FILENO);
    }
    close_all({requests[1], messages[0]});
    if (max_memory) limit_memory(*max_memory);
    be_worker(serve, requests[0], messages[1]);
  }
  close_all({requests[0], messages[1]});
  ::fcntl(messages[0], F_SETFL, O_NONBLOCK);
  return Worker(process, requests[1], messages[0], words);
}

Worker::Worker(Worker&& other) noexcept
    : process_(std::exchange(other.process_, -1)),
      requests_(std::exchange(other.requests_, -1)),
      messages_(std::exchange(other.messages_, -1)),
      words_(std::exchange(other.words_, -1)),
      arrived_(std::move(other.arrived_)),
      read_(std::exchange(other.read_, 0)) {}

Worker::~Worker() {
  if (process_ > 0) {
    kill();
    while (::waitpid(process_, nullptr, 0) < 0 && errno == EINTR) continue;
  }
  close_all({requests_, messages_, words_});
}

void Worker::send(const Request& request) const {
  const RequestBytes bytes{static_cast<std::uint64_t>(request.kind), request.run};
  // So few bytes are sent whole or not at all. MSG_NOSIGNAL: a dead worker must not end this process with SIGPIPE. A
  // worker that did not get its request is killed, so that its messages end and nobody waits for an answer.
  if (::send(requests_, bytes.data(), sizeof bytes, MSG_NOSIGNAL) != static_cast<ssize_t>(sizeof bytes)) kill();
}

bool Worker::receive() {
  if (read_ > 0) {
    arrived_.erase(0, read_);
    read_ = 0;
  }
  std::array<char, 1 << 16> piece;
  for (;;) {
    const ssize_t count = ::read(messages_, piece.data(), piece.size());
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return true;  // nothing more for now
    if (count == 0) return false;
    arrived_.append(piece.data(), static_cast<std::size_t>(count));
  }
}

std::optional<Message> Worker::next() {
  MessageHead head;
  if (arrived_.size() - read_ < sizeof head) return std::nullopt;
  std::memcpy(&head, arrived_.data() + read_, sizeof head);
  if (arrived_.size() - read_ < sizeof head + head.size) return std::nullopt;
  Message message{.kind = static_cast<Message::Kind>(head.kind),
                  .run = head.run,
                  .text = arrived_.substr(read_ + sizeof head, head.size),
                  .evaluating = head.evaluating};
  read_ += sizeof head + head.size;
  return message;
}

void Worker::kill() const {
  if (process_ > 0) ::kill(process_, SIGKILL);
}

Worker::End Worker::wait() {
  int status = 0;
  while (::waitpid(process_, &status, 0) < 0 && errno == EINTR) continue;
  process_ = -1;
  End end;
  end.out_of_memory = WIFEXITED(status) && WEXITSTATUS(status) == kOutOfMemory;
  end.how = WIFSIGNALED(status)
                ? fmt::format("was killed by signal {} ({})", WTERMSIG(status), strsignal(WTERMSIG(status)))
                : fmt::format("ended with exit code {}", WEXITSTATUS(status));
  std::array<char, 2000> words;
  const off_t size = words_ >= 0 ? ::lseek(words_, 0, SEEK_END) : 0;
  const off_t from = std::max<off_t>(0, size - static_cast<off_t>(words.size()));
  const ssize_t count = size > 0 ? ::pread(words_, words.data(), words.size(), from) : 0;
  std::string_view said = trim({words.data(), static_cast<std::size_t>(std::max<ssize_t>(count, 0))});
  if (const std::size_t line = said.rfind('\n'); line != std::string_view::npos) said.remove_prefix(line + 1);
  if (!said.empty()) end.how += ": " + printable(trim(said));
  return end;
}

}  // namespace scrutineer::suite::detail
