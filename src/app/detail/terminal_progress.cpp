#include "app/detail/terminal_progress.h"

#include <fmt/format.h>

#include <system_error>

#include "base/printable.h"

namespace scrutineer::app {

void TerminalProgress::begin(std::string_view what) {
  const std::lock_guard lock(mutex_);
  what_ = printable(what);
  if (running_) return;
  running_ = true;
  try {
    shower_ = std::thread([this] { show_until_ended(); });
  } catch (const std::system_error&) {  // the system has no thread for us: the work matters more than telling of it
    running_ = false;
  }
}

void TerminalProgress::end() {
  {
    const std::lock_guard lock(mutex_);
    if (!running_) return;
    running_ = false;
  }
  ended_.notify_one();
  shower_.join();
  if (shown_) err_ << "\r\033[K" << std::flush;
  shown_ = false;
}

void TerminalProgress::show_until_ended() {
  const auto start = std::chrono::steady_clock::now();
  std::unique_lock lock(mutex_);
  auto wait = patience_;
  while (!ended_.wait_for(lock, wait, [this] { return !running_; })) {
    const auto elapsed = std::chrono::duration_cast<std::chrono::seconds>(std::chrono::steady_clock::now() - start);
    err_ << fmt::format("\r\033[K{} ... {} s", what_, elapsed.count()) << std::flush;
    shown_ = true;
    wait = std::chrono::milliseconds(200);
  }
}

}  // namespace scrutineer::app
