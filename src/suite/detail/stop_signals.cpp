#include "suite/detail/stop_signals.h"

#include <fcntl.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <cerrno>

namespace scrutineer::suite::detail {

namespace {

// Global, because a signal handler can reach nothing else.
std::atomic<int> asked_to_stop{0};
int wake_pipe[2] = {-1, -1};

void ask_to_stop(int /*signal*/) {
  const int error = errno;
  ++asked_to_stop;
  [[maybe_unused]] const auto written = ::write(wake_pipe[1], "x", 1);
  errno = error;
}

}  // namespace

StopSignals::StopSignals() {
  asked_to_stop = 0;
  if (::pipe2(wake_pipe, O_CLOEXEC | O_NONBLOCK) != 0) wake_pipe[0] = wake_pipe[1] = -1;
  struct sigaction action{};
  action.sa_handler = ask_to_stop;
  ::sigemptyset(&action.sa_mask);
  ::sigaction(SIGINT, &action, &interrupt_before_);
  ::sigaction(SIGTERM, &action, &terminate_before_);
}

StopSignals::~StopSignals() {
  ::sigaction(SIGINT, &interrupt_before_, nullptr);
  ::sigaction(SIGTERM, &terminate_before_, nullptr);
  for (int& end : wake_pipe) {
    if (end >= 0) ::close(end);
    end = -1;
  }
}

int StopSignals::times() const { return asked_to_stop; }
int StopSignals::descriptor() const { return wake_pipe[0]; }

void StopSignals::drain() const {
  std::array<char, 64> bytes;
  while (::read(wake_pipe[0], bytes.data(), bytes.size()) > 0) continue;
}

}  // namespace scrutineer::suite::detail
