// While this exists, Ctrl-C and SIGTERM do not end the process: times() counts them, and descriptor() becomes readable,
// so that poll() returns.
#pragma once

#include <csignal>

namespace scrutineer::suite::detail {

class StopSignals {
 public:
  StopSignals();
  ~StopSignals();
  StopSignals(const StopSignals&) = delete;
  StopSignals& operator=(const StopSignals&) = delete;

  int times() const;  // how often it was asked to stop
  int descriptor() const;
  void drain() const;  // so that poll() waits again

 private:
  struct sigaction interrupt_before_{}, terminate_before_{};
};

}  // namespace scrutineer::suite::detail
