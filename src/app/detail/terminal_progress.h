// Tells a person who waits at a terminal that work goes on.
#pragma once

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <ostream>
#include <string>
#include <thread>

#include "run/outside.h"

namespace scrutineer::app {

// One line on the error stream, with the seconds so far, from `patience` on; gone again when the work ends.
class TerminalProgress : public run::Progress {
 public:
  TerminalProgress(std::ostream& err, std::chrono::milliseconds patience) : err_(err), patience_(patience) {}
  ~TerminalProgress() override { end(); }
  void begin(std::string_view what) override;
  void end() override;

 private:
  void show_until_ended();

  std::ostream& err_;
  std::chrono::milliseconds patience_;
  std::mutex mutex_;
  std::condition_variable ended_;
  std::string what_;
  bool running_ = false;
  bool shown_ = false;
  std::thread shower_;
};

}  // namespace scrutineer::app
