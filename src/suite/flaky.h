// Tests whose result changes although nothing changed that it should depend on.
#pragma once

#include <cstddef>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "suite/overview.h"

namespace scrutineer::suite {

// A suite as flaky() looks at it: the older first.
struct FlakySuite {
  const Overview* overview = nullptr;
  std::map<std::string, std::string> labels = {};
};

struct FlakyOptions {
  // Suites in which these labels have the same values are expected to agree; empty: runs with the same content are.
  std::vector<std::string> same = {};
  bool after_rules = false;
};

struct FlakyTest {
  std::string key;
  std::size_t runs = 0;                              // that should have agreed with another one
  std::size_t changes = 0;                           // between consecutive runs that should have agreed
  std::map<std::string, std::size_t> verdicts = {};  // how many runs had each, or which outcome
  std::vector<std::string> clusters = {};            // codes of those that come and go, sorted
  std::string last_change = {};                      // the suite in which the result last changed

  bool operator==(const FlakyTest&) const = default;
};

// The tests that changed most often first, then by key.
std::vector<FlakyTest> flaky(std::span<const FlakySuite> suites, const FlakyOptions& options);

}  // namespace scrutineer::suite
