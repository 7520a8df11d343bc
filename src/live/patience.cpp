#include "live/patience.h"

#include <fmt/format.h>

#include "base/text.h"

namespace scrutineer::live {

std::optional<std::string> Wait::over() {
  const Clock::time_point now = Clock::now();
  const auto passed = [&](Clock::time_point since) { return std::chrono::duration<double>(now - since).count(); };
  if (passed(began_) >= patience_.seconds) return fmt::format("within {} s (--timeout)", shortest(patience_.seconds));
  const int requests = patience_.stop_requests ? patience_.stop_requests() : 0;
  if (requests == 0) return std::nullopt;
  if (!asked_) asked_ = now;
  if (requests == 1 && passed(*asked_) < patience_.seconds_after_stop_request) return std::nullopt;
  return "before the run was stopped";
}

}  // namespace scrutineer::live
