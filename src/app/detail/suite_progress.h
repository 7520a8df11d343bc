// Tells people, or programs, how far a suite is.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "app/detail/options.h"
#include "app/run.h"
#include "suite/run_suite.h"

namespace scrutineer::app {

enum class ProgressStyle : std::uint8_t { automatic, json, none };
void add_progress(Options& options, ProgressStyle& style);

// "124 of 300 runs, 24 a second, 7 s left, 2 not evaluated; bend/0012 (1.2 s)"
std::string to_text(const suite::SuiteProgress& progress, std::size_t most_workers);
std::string to_json(const suite::SuiteProgress& progress);

// One line that is renewed on a terminal, else a line every ten seconds; or JSON, a line each second.
class SuiteReporter : public suite::SuiteWatcher {
 public:
  SuiteReporter(ProgressStyle style, bool is_terminal, Outside& outside)
      : style_(style), is_terminal_(is_terminal), outside_(outside) {}
  void show(const suite::SuiteProgress& progress) override;

 private:
  ProgressStyle style_;
  bool is_terminal_;
  Outside& outside_;
  double next_ = 0.0;         // seconds
  std::string told_trouble_;  // each is told once
};
// Whether people see the error stream.
bool errors_are_seen();

}  // namespace scrutineer::app
