// Collects what is wrong in the sources.
#pragma once

#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "lang/diagnostic.h"
#include "lang/source.h"

namespace scrutineer::lang::detail {

// Limits that keep the output readable, and fast, when a file has many mistakes.
inline constexpr std::size_t kMostErrors = 100;
inline constexpr std::size_t kMostHints = 30;  // "did you mean": searching all names is slow

class Reporter {
 public:
  explicit Reporter(const Sources& all_sources) : sources(all_sources) {}

  void error(Span span, std::string message, std::string hint = {}, std::vector<Note> notes = {});
  void warning(Span span, std::string message, std::string hint = {});

  // All errors so far, including those that are not shown.
  std::size_t error_count() const { return error_count_; }
  // After the parser, which reports on its own.
  void count_errors();

  // "did you mean `speed`?"; empty: nothing is close to the word.
  std::string suggestion(std::string_view word, const std::vector<std::string_view>& candidates) const;
  // Candidates are collected only if this holds.
  bool has_room_for_hints() const { return error_count_ < kMostHints; }

  // In the order of the sources, each once.
  std::vector<Diagnostic> sorted();

  const Sources& sources;
  std::vector<Diagnostic> diagnostics;
  // Names whose declarations the parser could not read. It reported that: an error about such a name would be a second
  // one.
  std::set<std::string, std::less<>> lost_names;

 private:
  friend class Unreported;
  std::size_t error_count_ = 0;
};

// While it exists, nothing is reported: for code whose mistakes are reported elsewhere.
class Unreported {
 public:
  explicit Unreported(Reporter& reporter)
      : reporter_(reporter), diagnostics_(reporter.diagnostics.size()), error_count_(reporter.error_count_) {}
  ~Unreported() {
    reporter_.diagnostics.resize(diagnostics_);
    reporter_.error_count_ = error_count_;
  }
  Unreported(const Unreported&) = delete;
  Unreported& operator=(const Unreported&) = delete;

 private:
  Reporter& reporter_;
  std::size_t diagnostics_, error_count_;
};

}  // namespace scrutineer::lang::detail
