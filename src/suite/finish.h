// Completes a suite once its last run is stored: applies the rules, computes ages and noise, and stores the suite's
// overview (overview.h), so that questions about the suite are answered at once.
#pragma once

#include <cstdint>
#include <optional>

#include "base/result.h"
#include "store/store.h"
#include "suite/overview.h"

namespace scrutineer::suite {

// Makes the suite complete, in one transaction. Call it again after runs were evaluated again, or to apply newer rules.
std::optional<Problem> finish_suite(store::Store& store, std::int64_t suite);

// The stored overview. If there is none, because the suite is not complete or came from another store, makes it from
// the rows, with the rules that are on now.
Result<Overview> read_overview(store::Store& store, const store::SuiteRow& suite);

}  // namespace scrutineer::suite
