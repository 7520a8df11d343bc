// What happens when the last run of a suite is stored: rules are applied, ages and noise are found, and the suite in
// short is kept, so that questions about it are answered at once.
#pragma once

#include <cstdint>
#include <optional>

#include "base/result.h"
#include "store/store.h"
#include "suite/overview.h"

namespace scrutineer::suite {

// Makes the suite complete. To be called again when runs of it were evaluated anew, or rules are to be applied that were
// made since. All of it is done, or nothing.
std::optional<Problem> finish_suite(store::Store& store, std::int64_t suite);

// The suite in short: what was kept of it, or, where it is not complete or came from another store, made of its rows
// with the rules that are on now.
Result<Overview> read_overview(store::Store& store, const store::SuiteRow& suite);

}  // namespace scrutineer::suite
