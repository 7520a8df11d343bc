// The real outside world: the file system and the terminal.
#pragma once

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <ostream>
#include <string>
#include <thread>

#include "app/outside.h"

namespace scrutineer::app {

class RealFiles : public Files {
 public:
  Result<std::string> read(const std::string& path) override;
  std::optional<Problem> write(const std::string& path, std::string_view content) override;
  Result<std::unique_ptr<OutputFile>> create(const std::string& path) override;
  Result<std::unique_ptr<trace::Trace>> open_trace(const trace::TraceSource& source) override;
  bool are_same(const std::string& path, const std::string& other_path) override;
};

// One line on the error stream, with the seconds so far, from `patience` on; gone again when the work ends.
class TerminalProgress : public Progress {
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

// For streams that nobody watches.
class NoProgress : public Progress {
 public:
  void begin(std::string_view) override {}
  void end() override {}
};

}  // namespace scrutineer::app
