#include "watch/parameter_text.h"

#include <algorithm>
#include <cmath>

#include "base/text.h"
#include "base/time.h"

namespace scrutineer::watch {
namespace {

Problem wrong_value(std::string message) { return {{}, std::move(message)}; }

std::string joined(std::span<const std::string_view> words) {
  std::string text;
  for (const std::string_view word : words) {
    if (!text.empty()) text += ", ";
    text += word;
  }
  return text;
}

std::string spaced(std::string name) {
  std::ranges::replace(name, '_', ' ');
  return name;
}

std::string with_article(const std::string& noun) {
  const bool has_vowel = std::string_view("aeiou").find(noun.front()) != std::string_view::npos;
  return (has_vowel ? "an " : "a ") + noun;
}

bool is_whole(double value) { return std::isfinite(value) && value == std::trunc(value); }

// A value as it could be written: the user's own number where there is one.
std::string example(const AnyParameter& parameter, std::optional<double> number) {
  const std::string unit(unit_text(parameter));
  if (number) return shortest(*number) + unit;
  const bool has_telling_default = parameter.fallback_for == nullptr && parameter.fallback != 0.0;
  return has_telling_default ? default_text(parameter) : "1" + unit;
}

std::string expected_amount(const AnyParameter& parameter, std::optional<double> number) {
  const Dimension dimension = dimension_of(parameter.type);
  if (dimension == kPlainNumber) return "expected a plain number, such as " + example(parameter, number);
  return "expected " + with_article(spaced(to_string(dimension))) + " with its unit, such as " +
         example(parameter, number);
}

Result<double> parse_amount_of(const AnyParameter& parameter, std::string_view text) {
  const Dimension wanted = dimension_of(parameter.type);
  const Result<Amount> amount = parse_amount(text);
  if (!amount) return wrong_value(amount.problem().message + "; " + expected_amount(parameter, std::nullopt));
  const Dimension found = amount->unit == nullptr ? kPlainNumber : amount->unit->dimension;
  if (found == wanted) return amount->si();
  std::string message;
  if (amount->unit != nullptr)
    message = std::string(amount->unit->name) + " is a unit of " + spaced(to_string(found)) + "; ";
  return wrong_value(message + expected_amount(parameter, amount->number));
}

Result<double> parse_whole(std::string_view text) {
  const std::optional<long long> value = parse_integer(text);
  if (!value) return wrong_value("expected a whole number, such as 4");
  return static_cast<double>(*value);
}

Result<double> parse_truth(std::string_view text) {
  if (text == "true") return 1.0;
  if (text == "false") return 0.0;
  return wrong_value("expected true or false");
}

Result<double> parse_word(const AnyParameter& parameter, std::string_view text) {
  const auto found = std::ranges::find(parameter.words, text);
  if (found != parameter.words.end()) return static_cast<double>(found - parameter.words.begin());
  std::string message = "expected one of " + joined(parameter.words);
  if (const auto meant = did_you_mean(text, parameter.words))
    message += "; did you mean \"" + std::string(*meant) + "\"?";
  return wrong_value(std::move(message));
}

Result<double> parse_any(const AnyParameter& parameter, std::string_view text) {
  switch (parameter.type) {
    case ValueType::truth:
      return parse_truth(text);
    case ValueType::word:
      return parse_word(parameter, text);
    case ValueType::integer:
      return parse_whole(text);
    default:
      return parse_amount_of(parameter, text);
  }
}

}  // namespace

Dimension dimension_of(ValueType type) {
  switch (type) {
    case ValueType::length:
      return kLength;
    case ValueType::time:
      return kTime;
    case ValueType::speed:
      return kSpeed;
    case ValueType::acceleration:
      return kAcceleration;
    case ValueType::jerk:
      return kJerk;
    case ValueType::angle:
      return kAngle;
    case ValueType::angular_speed:
      return kAngularRate;
    case ValueType::number:
    case ValueType::integer:
    case ValueType::percent:
    case ValueType::truth:
    case ValueType::word:
      break;
  }
  return kPlainNumber;
}

std::string_view unit_text(const AnyParameter& parameter) {
  const Unit* unit = customary_unit(dimension_of(parameter.type));
  return unit == nullptr ? "" : unit->name;
}

std::string type_text(const AnyParameter& parameter) {
  switch (parameter.type) {
    case ValueType::truth:
      return "true or false";
    case ValueType::word:
      return joined(parameter.words);
    case ValueType::integer:
      return "whole number";
    case ValueType::number:
      return "number";
    case ValueType::percent:
      return "percent";
    default:
      return spaced(to_string(dimension_of(parameter.type)));
  }
}

std::string value_text(const AnyParameter& parameter, double value) {
  if (parameter.type == ValueType::truth) return value != 0.0 ? "true" : "false";
  if (parameter.type == ValueType::word) return std::string(parameter.words[static_cast<std::size_t>(value)]);
  const Unit* unit = customary_unit(dimension_of(parameter.type));
  return unit == nullptr ? shortest(value) : amount_text(value, *unit);
}

std::string default_text(const AnyParameter& parameter) {
  if (parameter.fallback_for != nullptr) return std::string(parameter.fallback_text);
  return value_text(parameter, parameter.fallback);
}

std::string range_text(const AnyParameter& parameter) {
  const auto& [least, most, above] = parameter.range;
  const std::string from = std::isfinite(least) ? value_text(parameter, least) : "";
  const std::string to = std::isfinite(most) ? value_text(parameter, most) : "";
  if (from.empty() && to.empty()) return "";
  if (from.empty()) return "at most " + to;
  if (to.empty()) return (above ? "above " : "at least ") + from;
  return above ? "above " + from + ", at most " + to : "from " + from + " to " + to;
}

std::optional<Problem> value_problem(const AnyParameter& parameter, double value) {
  if (!std::isfinite(value)) return wrong_value("the value must be finite");
  if (parameter.type == ValueType::truth && value != 0.0 && value != 1.0) return wrong_value("expected true or false");
  if (parameter.type == ValueType::word &&
      !(is_whole(value) && value >= 0.0 && value < static_cast<double>(parameter.words.size())))
    return wrong_value("expected one of " + joined(parameter.words));
  constexpr double kMostInteger = 2147483647.0;  // checks hold them as int
  if (parameter.type == ValueType::integer && !is_whole(value)) return wrong_value("expected a whole number");
  if (parameter.type == ValueType::integer && std::abs(value) > kMostInteger)
    return wrong_value("must be from -2147483647 to 2147483647");
  if (parameter.type == ValueType::time && !from_seconds(value)) return wrong_value("is longer than 292 years");
  const Range& range = parameter.range;
  const bool is_low = range.above ? value <= range.least : value < range.least;
  if (is_low || value > range.most) return wrong_value("must be " + range_text(parameter));
  return std::nullopt;
}

Result<double> parse_value(const AnyParameter& parameter, std::string_view text) {
  Result<double> value = parse_any(parameter, text);
  if (!value) return value;
  if (auto problem = value_problem(parameter, *value)) return *std::move(problem);
  return value;
}

}  // namespace scrutineer::watch
