#include "base/text.h"

#include <fast_float/fast_float.h>
#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <charconv>
#include <cstdint>
#include <cstring>
#include <vector>

#include "base/printable.h"
#include "base/utf8.h"

namespace scrutineer {
namespace {

char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

// Damerau-Levenshtein with adjacent swaps: the number of typing slips between two words.
std::size_t slips(std::string_view a, std::string_view b) {
  std::vector<std::size_t> before, above(b.size() + 1), row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) above[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t replace = above[j - 1] + (lower(a[i - 1]) == lower(b[j - 1]) ? 0 : 1);
      row[j] = std::min({above[j] + 1, row[j - 1] + 1, replace});
      const bool swapped = i > 1 && j > 1 && lower(a[i - 1]) == lower(b[j - 2]) && lower(a[i - 2]) == lower(b[j - 1]);
      if (swapped) row[j] = std::min(row[j], before[j - 2] + 1);
    }
    before = above;
    above = row;
  }
  return above[b.size()];
}

// `escape` says what stands for a character. Bytes that are no UTF-8 (names in old maps are often Latin-1) become
// U+FFFD, as nobody could read the file otherwise.
std::string escaped(std::string_view text, std::string (*escape)(std::string_view character)) {
  std::string out;
  out.reserve(text.size());
  while (!text.empty()) {
    const std::size_t length = utf8_length(text);
    out += length == 0 ? std::string(kReplacementCharacter) : escape(text.substr(0, length));
    text.remove_prefix(std::max<std::size_t>(length, 1));
  }
  return out;
}

// A number may have a plus sign, which neither of the parsers below knows.
std::string_view without_plus(std::string_view text) {
  return text.size() > 1 && text[0] == '+' && text[1] != '-' ? text.substr(1) : text;
}

}  // namespace

std::string_view trim(std::string_view text) {
  constexpr std::string_view kBlanks = " \t\r\n";
  const auto first = text.find_first_not_of(kBlanks);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(kBlanks) - first + 1);
}

std::string to_lower(std::string_view text) {
  std::string out(text);
  std::ranges::transform(out, out.begin(), lower);
  return out;
}

bool equals_ignoring_case(std::string_view a, std::string_view b) {
  return std::ranges::equal(a, b, [](char x, char y) { return lower(x) == lower(y); });
}

bool contains_ignoring_case(std::string_view text, std::string_view part) {
  return to_lower(text).find(to_lower(part)) != std::string::npos;
}

namespace {

// Eight digits as a number, from their bytes less '0'. Neighbours become numbers of two, four and then eight digits.
std::uint64_t number_of_digits(std::uint64_t digits) {
  constexpr std::uint64_t kPairs = 0x000000FF000000FF;
  digits = digits * 10 + (digits >> 8);
  return ((digits & kPairs) * (100 + (std::uint64_t{1'000'000} << 32)) +
          ((digits >> 16) & kPairs) * (1 + (std::uint64_t{10'000} << 32))) >>
         32;
}

// -1.0959999561309814e+01: most programs write all numbers of a map with 16 decimals and an exponent, and half of them
// are zeros. Several times as fast as reading any number. False: it is written otherwise, or so close to the middle
// between two doubles that more has to be computed.
bool parse_long_decimal(std::string_view text, double& value) {
  constexpr std::size_t kExponent = 18;  // where `e` stands, of one without a sign
  constexpr std::uint64_t kZeros = 0x3030303030303030, kAboveNine = 0x7676767676767676, kHighs = 0x8080808080808080;
  const bool is_negative = text.starts_with('-');
  const char* const at = text.data() + (is_negative ? 1 : 0);
  const std::size_t size = text.size() - (is_negative ? 1 : 0);
  if (size < kExponent + 3 || size > kExponent + 5 || at[1] != '.' || at[kExponent] != 'e') return false;
  if (std::endian::native != std::endian::little) return false;

  const auto digit = [&](std::size_t i) { return static_cast<unsigned>(static_cast<unsigned char>(at[i])) - '0'; };
  std::uint64_t upper = 0, lower = 0;
  std::memcpy(&upper, at + 2, 8);
  std::memcpy(&lower, at + 10, 8);
  upper ^= kZeros;
  lower ^= kZeros;
  const bool are_digits = (((upper + kAboveNine) | upper | (lower + kAboveNine) | lower) & kHighs) == 0;
  const char sign = at[kExponent + 1];
  if (!are_digits || digit(0) > 9 || (sign != '+' && sign != '-')) return false;
  int power = 0;
  for (std::size_t i = kExponent + 2; i < size; ++i) {
    if (digit(i) > 9) return false;
    power = power * 10 + static_cast<int>(digit(i));
  }

  if ((upper | lower | digit(0)) == 0) {
    value = is_negative ? -0.0 : 0.0;
    return true;
  }
  constexpr std::uint64_t kEightZeros = 100'000'000;
  const std::uint64_t digits =
      (digit(0) * kEightZeros + number_of_digits(upper)) * kEightZeros + number_of_digits(lower);
  const auto mantissa =
      fast_float::compute_float<fast_float::binary_format<double>>((sign == '-' ? -power : power) - 16, digits);
  if (mantissa.power2 < 0) return false;
  fast_float::to_float(is_negative, mantissa, value);
  return true;
}

}  // namespace

std::optional<double> parse_number(std::string_view text) {
  if (double value = 0.0; parse_long_decimal(text, value)) return value;
  const auto parse = [](std::string_view digits) -> std::optional<double> {
    double value = 0.0;
    const auto [end, error] = fast_float::from_chars(digits.data(), digits.data() + digits.size(), value);
    // Beyond the range of a double: already infinity or zero, as other readers have it.
    const bool is_number = error == std::errc{} || error == std::errc::result_out_of_range;
    if (!is_number || end != digits.data() + digits.size()) return std::nullopt;
    return value;
  };
  if (const std::optional<double> value = parse(text)) return value;  // nearly always without blanks and sign
  return parse(without_plus(trim(text)));
}

std::optional<long long> parse_integer(std::string_view text) {
  text = without_plus(trim(text));
  long long value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return value;
}

std::string shortest(double value) { return fmt::format("{}", value); }

std::string rounded(double value, int decimals) {
  std::string text = fmt::format("{:.{}f}", value, decimals);
  if (text.find('.') != std::string::npos) {
    text.erase(text.find_last_not_of('0') + 1);
    if (text.ends_with('.')) text.pop_back();
  }
  return text == "-0" ? "0" : text;
}

std::optional<std::string_view> did_you_mean(std::string_view word, std::span<const std::string_view> candidates) {
  const std::size_t allowed = std::max<std::size_t>(1, word.size() / 3);
  std::optional<std::string_view> best;
  std::size_t fewest = allowed + 1;
  for (const std::string_view candidate : candidates) {
    const std::size_t apart = std::max(word.size(), candidate.size()) - std::min(word.size(), candidate.size());
    if (apart >= fewest) continue;  // a difference in length costs at least as many slips
    const std::size_t count = slips(word, candidate);
    if (count < fewest) {
      fewest = count;
      best = candidate;
    }
  }
  return best;
}

std::string xml_escaped(std::string_view text) {
  return escaped(text, [](std::string_view character) -> std::string {
    const std::uint32_t point = utf8_code_point(character, character.size());
    switch (point) {
      case '&':
        return "&amp;";
      case '<':
        return "&lt;";
      case '>':
        return "&gt;";
      case '"':
        return "&quot;";
      case '\'':
        return "&apos;";
      // Written as they are, they would read back as blanks in an attribute.
      case '\t':
        return "&#9;";
      case '\n':
        return "&#10;";
      case '\r':
        return "&#13;";
      // Unicode has these, XML does not allow them.
      case 0xFFFE:
      case 0xFFFF:
        return std::string(kReplacementCharacter);
      default:
        // XML cannot hold other control characters of ASCII at all.
        if (point < 0x20) return std::string(kReplacementCharacter);
        return is_printable(point) ? std::string(character) : fmt::format("&#x{:x};", point);
    }
  });
}

std::string json_escaped(std::string_view text) {
  return escaped(text, [](std::string_view character) -> std::string {
    const unsigned char c = character.size() == 1 ? static_cast<unsigned char>(character.front()) : 0xFF;
    switch (c) {
      case '"':
        return "\\\"";
      case '\\':
        return "\\\\";
      case '\n':
        return "\\n";
      case '\r':
        return "\\r";
      case '\t':
        return "\\t";
      default:
        return c < 0x20 ? fmt::format("\\u{:04x}", c) : std::string(character);
    }
  });
}

std::string csv_quoted(std::string_view text) {
  if (text.find_first_of(",\"\r\n") == std::string_view::npos) return std::string(text);
  std::string out = "\"";
  out.reserve(text.size() + 2);
  for (std::size_t quote = text.find('"'); quote != std::string_view::npos; quote = text.find('"')) {
    out += text.substr(0, quote + 1);
    out += '"';
    text.remove_prefix(quote + 1);
  }
  out += text;
  return out + '"';
}

std::string spreadsheet_safe(std::string_view text) {
  const bool may_be_formula = !text.empty() && std::string_view("=+-@\t\r").find(text[0]) != std::string_view::npos;
  const bool looks_like_formula = may_be_formula && !parse_number(text);
  return looks_like_formula ? fmt::format("'{}", text) : std::string(text);
}

std::string csv_cell(std::string_view text) { return csv_quoted(spreadsheet_safe(text)); }

}  // namespace scrutineer
