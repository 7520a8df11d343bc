// `record` and `cover`: metrics of intervals, of actors and of the run.
#pragma once

#include "lang/sema/detail/pass_results.h"

namespace scrutineer::lang::detail {

void add_metrics(PassResults& passes, TypeInfo& object);
// The fields of top.info that somebody added or set, and what is recorded of the run itself.
void add_info(PassResults& passes);
// Of a struct that no watcher and no info holds: reports what is wrong in its records.
void check_records(PassResults& passes, TypeInfo& data);
// Warns of arguments of records that are not acted on yet, once for all.
void report_arguments_without_effect(PassResults& passes);

// Which kinds of issues the code of each object raises by itself (raised.cpp).
void add_raised_kinds(PassResults& passes);
// Warns of checkers that never raise an issue. After the kinds are known.
void report_silent_checkers(PassResults& passes);
// Warns of watchers, and of types of watchers, that no evaluation runs (never_runs.cpp).
void report_what_never_runs(PassResults& passes);

}  // namespace scrutineer::lang::detail
