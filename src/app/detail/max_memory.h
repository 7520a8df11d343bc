// --max-memory: how much memory a command may use.
#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "app/detail/options.h"
#include "base/result.h"

namespace scrutineer::app {

struct Outside;

void add_max_memory(Options& options, std::string& size);
// In bytes: "500MB", "2GB", "1GiB"; a plain number is of megabytes.
Result<std::uint64_t> parse_memory(const std::string& size);
// The command's exit code; with less memory than it needs, the one of what could not be evaluated. Empty: no limit.
int with_max_memory(const std::string& size, Outside& outside, const std::function<int()>& command);

}  // namespace scrutineer::app
