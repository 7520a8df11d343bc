// New severities and issue rules on what is stored, without the traces.
//
//   auto rescorer = Rescorer::make({"speed_limit=warning@sut"}, checks);
//   if (!rescorer) return rescorer.problem();
//   rescorer->apply(record);
//
// An issue whose severity an issue rule of a configuration changed keeps it: rules have the last word. What was ignored
// when the run was evaluated is not stored, so it cannot be brought back.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/result.h"
#include "run/configuration.h"
#include "store/rows.h"
#include "watch/check.h"

namespace scrutineer::suite {

namespace detail {
class IssueRules;
}

class Rescorer {
 public:
  // As --severity takes them. A problem: there is no such kind or level, or issues of the
  // kind are not reported by default, so that stored runs do not have them.
  static Result<Rescorer> make(const std::vector<std::string>& severities, std::span<const watch::Check> checks);
  Rescorer(Rescorer&& other) noexcept;
  Rescorer& operator=(Rescorer&& other) noexcept;
  ~Rescorer();

  // The issue rules of this configuration as well, after the severities. A problem: it is about more than issues, so the
  // runs must be evaluated again.
  std::optional<Problem> add_rules(std::shared_ptr<const run::Configuration> configuration);

  // Severities, and the verdict that follows from them. Issues that are to be ignored now are gone.
  void apply(store::RunRecord& record) const;

 private:
  struct Levels {
    std::optional<watch::Severity> sut, other;
  };
  Rescorer();

  std::map<std::string, Levels> levels_;  // by kind
  std::unique_ptr<detail::IssueRules> rules_;
};

// What is known of a suite that is to be rescored.
struct RescoredSuite {
  std::string configuration = {};                        // SuiteRow::configuration
  std::set<std::pair<std::string, bool>> reported = {};  // kinds that its issues have, and whether they are the ego's
};
// That the suite's flags ignored the issues that these severities are about, or turned their checkers off: none of them
// is in the store, and its verdicts would stay as if there had been none.
std::optional<Problem> find_unreported(const std::vector<std::string>& severities, std::span<const watch::Check> checks,
                                       const RescoredSuite& suite);

// The verdict that follows from the record's issues, by the rules of results::verdict().
std::string verdict_of(const store::RunRecord& record);

}  // namespace scrutineer::suite
