// A run's result as the rows that a store keeps of it.
//
//   RunRecord record = record_of(*outcome.result);
//   record.run.key = ...; record.run.content = ...;       // what the result does not know
//   store.write(suite, {&record, 1});
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "base/result.h"
#include "results/run_result.h"
#include "store/rows.h"
#include "watch/check.h"

namespace scrutineer::store {

struct RecordOptions {
  bool keeps_intervals = false;
};

// Key, content, manifest, folder, km and times are left to the caller.
RunRecord record_of(const results::RunResult& result, const RecordOptions& options = {});

// The same from a result's file: `content` is that of coverage/runtime_data.json, and problems call it `file`. `checks`
// say which metric of an issue people are shown; issues of other checks get none.
Result<RunRecord> record_of_json(std::string_view content, const std::string& file,
                                 std::span<const watch::Check> checks, const RecordOptions& options = {});

// A text as a store keeps it: UTF-8 without zero bytes. Anything else becomes U+FFFD.
std::string stored_text(std::string text);

}  // namespace scrutineer::store
