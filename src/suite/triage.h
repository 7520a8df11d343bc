// Rules, pins and ignored labels, as a store keeps them.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "store/store.h"
#include "suite/baseline.h"
#include "suite/rules.h"

namespace scrutineer::suite {

Result<std::vector<Rule>> read_rules(store::Store& store);  // also those that are off, in the order they were made
// Checks the rule and stores it; returns it with the id that the store gave it. A problem says what is wrong in the
// rule.
Result<Rule> add_rule(store::Store& store, Rule rule);
// A problem: there is no such rule, or it is off already.
std::optional<Problem> switch_off(store::Store& store, std::int64_t rule, const std::string& who,
                                  const std::string& when);

Result<std::vector<Pin>> read_pins(store::Store& store);
std::optional<Problem> pin_baseline(store::Store& store,
                                    const Pin& pin);  // in place of another one for the same labels
// Whether there was one for these labels.
Result<bool> unpin_baseline(store::Store& store, const Labels& labels);

// Labels that differ from suite to suite (a night, a version), and are ignored when the suite before is looked for.
Result<std::vector<std::string>> read_ignored_labels(store::Store& store);
std::optional<Problem> write_ignored_labels(store::Store& store, const std::vector<std::string>& labels);

}  // namespace scrutineer::suite
