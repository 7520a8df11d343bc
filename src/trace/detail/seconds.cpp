#include "trace/detail/seconds.h"

#include <fmt/format.h>

#include "base/text.h"

namespace scrutineer::trace {

namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }

}  // namespace

std::optional<Duration> parse_seconds(std::string_view text) {
  constexpr int kDecimals = 9;
  constexpr std::int64_t kLargestWhole = 9'000'000'000;  // with nanoseconds behind it still fits into 64 bits
  const bool is_negative = text.starts_with('-');
  std::string_view rest = text.substr(is_negative ? 1 : 0);
  const bool has_digit = !rest.empty() && is_digit(rest.front());
  std::int64_t count = 0;
  for (; !rest.empty() && is_digit(rest.front()) && count <= kLargestWhole; rest.remove_prefix(1))
    count = count * 10 + (rest.front() - '0');
  const bool fits = count <= kLargestWhole;
  int decimals = 0;
  bool rounds_up = false;
  if (fits && rest.starts_with('.')) {
    for (rest.remove_prefix(1); !rest.empty() && is_digit(rest.front()); rest.remove_prefix(1), ++decimals) {
      if (decimals < kDecimals) count = count * 10 + (rest.front() - '0');
      if (decimals == kDecimals) rounds_up = rest.front() >= '5';
    }
  }
  // An exponent, a huge number, or no number at all.
  if (!has_digit || !fits || !rest.empty()) {
    const auto seconds = parse_number(text);
    return seconds ? from_seconds(*seconds) : std::nullopt;
  }
  for (; decimals < kDecimals; ++decimals) count *= 10;
  count += rounds_up ? 1 : 0;
  return Duration(is_negative ? -count : count);
}

std::string decimal_seconds(Duration time) {
  const auto ns = time.count();
  const auto magnitude = ns < 0 ? 0 - static_cast<std::uint64_t>(ns) : static_cast<std::uint64_t>(ns);
  std::string text = fmt::format("{}{}.{:09}", ns < 0 ? "-" : "", magnitude / 1'000'000'000, magnitude % 1'000'000'000);
  text.erase(text.find_last_not_of('0') + 1);
  if (text.back() == '.') text.pop_back();
  return text;
}

}  // namespace scrutineer::trace
