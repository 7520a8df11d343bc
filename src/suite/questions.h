// The questions people ask a store: what is new, what is worse, whose is it, what to look at first. Each takes a store
// and returns the answer as values; gate.h, triage.h and finish.h have the rest.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "store/store.h"
#include "suite/answer.h"
#include "suite/gate.h"
#include "suite/overview.h"
#include "suite/rules.h"

namespace scrutineer::suite {

// The suite of this name; a problem names those that are like it.
Result<store::SuiteRow> suite_named(store::Store& store, const std::string& name);

// What a suite is compared with, and how.
struct Against {
  std::string baseline = {};  // its name; empty: the one that is pinned, or the one before
  std::optional<std::vector<std::string>> ignore_labels = {};  // nothing: those of the store
  bool as_evaluated = false;                                   // verdicts and severities before the rules
  double min_change = 0.01;
};

struct ListQuestion {
  std::vector<std::string> labels = {};  // k=v: only suites with all of them
  std::size_t last = 0;                  // 0: all
};
Result<Answer> ask_list(store::Store& store, const ListQuestion& question);

struct ShowQuestion {
  std::string suite;
  Against against = {};
  std::vector<std::string> events = {};      // kinds whose rate is shown though there are none
  std::vector<std::string> attributes = {};  // verdicts by their values
};
Result<Answer> ask_show(store::Store& store, const ShowQuestion& question);

enum class GroupBy : std::uint8_t { cluster, kind, run };
struct IssuesQuestion {
  std::string suite;
  Against against = {};
  GroupBy by = GroupBy::cluster;
  bool only_new = false;
  std::string severity = {}, kind = {}, checker = {}, category = {}, key = {};  // only those; patterns
  std::size_t top = 50;                                                         // 0: all
};
Result<Answer> ask_issues(store::Store& store, const IssuesQuestion& question);

struct MetricQuestion {
  std::string suite, metric;
  std::size_t top = 10;   // runs
  bool lowest = false;    // the smallest values are the worst
  std::size_t bins = 15;  // of a histogram, about
};
Result<Answer> ask_worst(store::Store& store, const MetricQuestion& question);
Result<Answer> ask_hist(store::Store& store, const MetricQuestion& question);

struct TrendQuestion {
  std::string metric;  // or pass_rate, runs, errors, new_errors
  std::size_t last = 30;
  std::vector<std::string> labels = {};  // k=v
};
Result<Answer> ask_trend(store::Store& store, const TrendQuestion& question);

struct DiffQuestion {
  std::string before, now;
  bool as_evaluated = false;
  bool with_metrics = true;
  double min_change = 0.01;
  std::size_t top = 50;  // rows of each table; 0: all
};
Result<Answer> ask_diff(store::Store& store, const DiffQuestion& question);

struct FlakyQuestion {
  std::size_t last = 30;
  std::vector<std::string> same = {};    // labels
  std::vector<std::string> labels = {};  // k=v: only suites with all of them
  bool after_rules = false;
};
Result<Answer> ask_flaky(store::Store& store, const FlakyQuestion& question);

struct GateQuestion {
  std::string suite;
  GateCriteria criteria;
  Against against = {};
};
struct GateAnswer {
  Answer answer;
  GateVerdict verdict = GateVerdict::not_judged;
  std::string not_judged;  // why; empty: it was judged
  std::string markdown, junit;
};
// A problem: also if a criterion is about a kind of issue that there is not, as it would always hold.
Result<GateAnswer> ask_gate(store::Store& store, const GateQuestion& question);

// The rules, and how many issues of how many suites each touched.
Result<Answer> ask_rules(store::Store& store, bool also_off);
// Which rule touched which issue of the suite.
Result<Answer> ask_touched(store::Store& store, const std::string& suite, std::optional<std::int64_t> rule,
                           std::size_t top);
// What is pinned.
Result<Answer> ask_baselines(store::Store& store);

// All values of a metric in the runs of a suite that have it: of the runs themselves, or, where those have none of that
// name, of their issues.
struct MetricValues {
  struct One {
    std::int64_t run = 0, issue = 0;  // issue 0: of the run itself
    double value = 0.0;
  };
  std::vector<One> values;
  std::string unit;
  bool is_of_issues = false;
};
// A problem: nothing in the store has such a metric; it names those that are like it.
Result<MetricValues> read_metric(store::Store& store, std::int64_t suite, const std::string& metric);

}  // namespace scrutineer::suite
