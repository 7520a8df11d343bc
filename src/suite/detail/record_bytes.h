// Records as bytes: how a worker hands them to the process that stores them, and what a shard's file consists of.
//
//   std::string bytes = to_bytes(record);
//   std::optional<store::RunRecord> again = record_from_bytes(bytes);    // nothing: not a record
//
// Only the same version of the program reads them; kRecordVersion goes up with every change.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "store/rows.h"

namespace scrutineer::suite::detail {

inline constexpr int kRecordVersion = 1;

std::string to_bytes(const store::RunRecord& record);
std::optional<store::RunRecord> record_from_bytes(std::string_view bytes);

}  // namespace scrutineer::suite::detail
