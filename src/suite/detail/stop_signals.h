// Ctrl-C and SIGTERM while this exists: nothing ends, but was_asked() says so and descriptor() wakes who polls it.
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
