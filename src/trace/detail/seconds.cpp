#include "trace/detail/seconds.h"

#include <fmt/format.h>

#include <iterator>

#include "base/text.h"
#include "trace/words.h"

namespace scrutineer::trace {

namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }

}  // namespace

std::int64_t nanoseconds_of(TimeUnit unit) {
  constexpr std::int64_t kOf[] = {1'000'000'000, 1'000'000, 1'000, 1};
  return kOf[static_cast<std::size_t>(unit)];
}

std::string bad_time(std::string_view name, std::string_view text, TimeUnit unit) {
  constexpr std::string_view kWords[] = {"seconds", "milliseconds", "microseconds", "nanoseconds"};
  const auto place = static_cast<std::size_t>(unit);
  std::string message = fmt::format("{} must be {}, found \"{}\"", name, kWords[place], text);
  const auto number = parse_number(text);
  for (std::size_t smaller = place + 1; number && smaller < std::size(kWords); ++smaller) {
    const auto other = static_cast<TimeUnit>(smaller);
    if (!parse_time(text, other)) continue;
    return message +
           fmt::format(", which is beyond 292 years (--time-unit {} if it is {})", to_word(other), kWords[smaller]);
  }
  return message;
}

std::string bad_sumo_time(std::string_view text, TimeUnit unit) {
  std::string message = bad_time("time", text, unit);
  if (text.find(':') != std::string_view::npos) message += "; run SUMO without --human-readable-time";
  return message;
}

std::optional<Duration> parse_time(std::string_view text, TimeUnit unit) {
  const int last_decimal = 9 - 3 * static_cast<int>(unit);  // down to the nanosecond
  const std::int64_t largest_whole =
      9'000'000'000'000'000'000 / nanoseconds_of(unit);  // with them it fits into 64 bits
  const bool is_negative = text.starts_with('-');
  std::string_view rest = text.substr(is_negative ? 1 : 0);
  const bool has_digit = !rest.empty() && is_digit(rest.front());
  std::int64_t count = 0;
  for (; !rest.empty() && is_digit(rest.front()) && count <= largest_whole / 10; rest.remove_prefix(1))
    count = count * 10 + (rest.front() - '0');
  const bool fits = count <= largest_whole;
  int decimals = 0;
  bool rounds_up = false;
  if (fits && rest.starts_with('.')) {
    for (rest.remove_prefix(1); !rest.empty() && is_digit(rest.front()); rest.remove_prefix(1), ++decimals) {
      if (decimals < last_decimal) count = count * 10 + (rest.front() - '0');
      if (decimals == last_decimal) rounds_up = rest.front() >= '5';
    }
  }
  // An exponent, a huge number, or no number at all.
  if (!has_digit || !fits || !rest.empty()) {
    const auto number = parse_number(text);
    return number ? from_seconds(*number * 1e-9 * static_cast<double>(nanoseconds_of(unit))) : std::nullopt;
  }
  for (; decimals < last_decimal; ++decimals) count *= 10;
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
