// Rules, pins and the labels that do not matter, as a store keeps them.
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
// With the id that the store gave it. `rule` is looked at first: a problem says what is wrong in it.
Result<Rule> add_rule(store::Store& store, Rule rule);
// A problem: there is no such rule, or it is off already.
std::optional<Problem> switch_off(store::Store& store, std::int64_t rule, const std::string& who,
                                  const std::string& when);

Result<std::vector<Pin>> read_pins(store::Store& store);
std::optional<Problem> pin_baseline(store::Store& store,
                                    const Pin& pin);  // in place of another one for the same labels
// Whether there was one for these labels.
Result<bool> unpin_baseline(store::Store& store, const Labels& labels);

// Labels that differ from suite to suite (a night, a version) and do not matter when one looks for the suite before.
Result<std::vector<std::string>> read_ignored_labels(store::Store& store);
std::optional<Problem> write_ignored_labels(store::Store& store, const std::vector<std::string>& labels);

}  // namespace scrutineer::suite
