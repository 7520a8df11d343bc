// Which suite another one is compared with.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "store/rows.h"

namespace scrutineer::suite {

using Labels = std::map<std::string, std::string>;

// A suite that somebody chose, for all suites that have these labels.
struct Pin {
  Labels labels;  // empty: for all
  std::int64_t suite = 0;
  std::string author = {}, created = {};

  bool operator==(const Pin&) const = default;
};

// "branch=main, sut=4.1"; one per line in the store.
std::string to_text(const Labels& labels);
std::string packed(const Labels& labels);
Labels unpacked(std::string_view text);
// "k=v"; a problem says what was expected.
Result<std::pair<std::string, std::string>> read_label(std::string_view text);

// Whether they have the same labels but for the ignored ones.
bool are_alike(const Labels& a, const Labels& b, std::span<const std::string> ignored);

// The complete suites before this one with the same labels but for the ignored ones, the oldest first. `suites` is in
// the order in which they were created.
std::vector<const store::SuiteRow*> history_of(const store::SuiteRow& suite, std::span<const store::SuiteRow> suites,
                                               std::span<const std::string> ignored);

// What is pinned for the suite, the pin with the most labels first; else the last one of its history. Null: there is
// none. A suite is never its own baseline.
const store::SuiteRow* choose_baseline(const store::SuiteRow& suite, std::span<const store::SuiteRow> suites,
                                       std::span<const Pin> pins, std::span<const std::string> ignored);

}  // namespace scrutineer::suite
