#include "base/located_json.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <nlohmann/json.hpp>
#include <optional>
#include <unordered_set>

#include "base/text.h"

namespace scrutineer {

namespace {

using Json = nlohmann::json;
constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

// nlohmann's events carry no positions, but there is one event per token, in order. So a cursor that moves one token
// further with every event always stands at the token of that event.
class Cursor {
 public:
  explicit Cursor(std::string_view text) : text_(text) {
    if (text_.starts_with(kByteOrderMark)) at_ = line_start_ = kByteOrderMark.size();
  }

  // Goes to the start of the next token, and remembers where it ends.
  void take_token() {
    at_ = end_ = skip_blanks(std::max(at_, end_));
    if (at_ >= text_.size()) return;
    if (text_[at_] == '"') {
      for (++end_; end_ < text_.size() && text_[end_] != '"'; ++end_)
        if (text_[end_] == '\\') ++end_;
      ++end_;
    } else if (is_bracket(text_[at_])) {
      ++end_;
    } else {
      while (end_ < text_.size() && !is_between(text_[end_]) && !is_bracket(text_[end_])) ++end_;
    }
  }

  // Goes to the byte at this offset, which is not before the current token.
  void go_to(std::size_t offset) { at_ = end_ = count_lines(at_, std::min(offset, text_.size())); }

  std::uint32_t line() const { return line_; }
  std::uint32_t column() const { return static_cast<std::uint32_t>(at_ - line_start_) + 1; }

 private:
  static bool is_bracket(char c) { return c == '{' || c == '}' || c == '[' || c == ']'; }
  static bool is_between(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == ',' || c == ':'; }
  std::size_t skip_blanks(std::size_t from) {
    std::size_t to = from;
    while (to < text_.size() && is_between(text_[to])) ++to;
    return count_lines(from, to);
  }
  std::size_t count_lines(std::size_t from, std::size_t to) {
    for (; from < to; ++from) {
      if (text_[from] != '\n') continue;
      ++line_;
      line_start_ = from + 1;
    }
    return to;
  }

  std::string_view text_;
  std::size_t at_ = 0, end_ = 0;
  std::size_t line_start_ = 0;
  std::uint32_t line_ = 1;
};

// Names the usual mistakes in our own words (the library's messages are for programmers), judged by the byte that does
// not fit and by what stands before it.
std::string what_is_wrong(std::string_view text, std::size_t position, bool is_open) {
  if (trim(text).empty()) return "it is empty";
  if (position > text.size()) return "it ends in the middle: a bracket or a quote is not closed";
  // From the byte that does not fit back to where its word or text begins.
  const auto is_between = [&](std::size_t at) {
    return std::string_view(" \t\r\n,:[]{}\"").find(text[at]) != std::string_view::npos;
  };
  std::size_t start = position - 1;
  if (text[start] == '"' && text.substr(0, start).find('"') != std::string_view::npos)
    start = text.rfind('"', start - 1);
  else if (!is_between(start))
    while (start > 0 && !is_between(start - 1)) --start;
  const std::string_view rest = text.substr(start), before = trim(text.substr(0, start));
  const char last = before.empty() ? '\0' : before.back(), here = rest.front();
  if (before.empty() || before == kByteOrderMark) return "it should begin with {";
  if (last == ',' && (here == '}' || here == ']')) return fmt::format("there is a comma too many before {}", here);
  if (here == '/' || here == '#') return "it cannot hold comments";
  if (here == '\'') return "texts are in double quotes, not in single ones";
  if (!is_open) return "something comes behind its end";
  if (here == '"' && rest.size() > 1 && rest.substr(1).find('"') == std::string_view::npos)
    return "a quote is not closed";
  const bool is_behind_value = last == '"' || last == '}' || last == ']' || (last >= '0' && last <= '9') || last == 'e';
  if (is_behind_value && here == '"') return "a comma is missing before this text, or a colon between key and value";
  const std::string_view word = rest.substr(0, std::min<std::size_t>(rest.find_first_of(" \t\r\n,:]}"), 20));
  const bool is_plain = !word.empty() && std::ranges::all_of(word, [](char c) { return c > ' ' && c < 0x7F; });
  if (!is_plain) return "this byte is not expected here";
  const bool is_key = last == '{' || last == ',';
  return fmt::format("\"{}\" is not expected here{}", word, is_key ? "; keys and texts are in double quotes" : "");
}

// Builds the tree from nlohmann's events. A handler that returns false ends the parsing.
class Builder {
 public:
  Builder(std::string_view text, const std::string& file) : text_(text), cursor_(text), file_(file) {}

  bool null() { return add({}) != nullptr; }
  bool boolean(bool value) { return add({.kind = JsonValue::Kind::boolean, .boolean = value}) != nullptr; }
  bool number_integer(Json::number_integer_t value) {
    return add({.kind = JsonValue::Kind::integer, .integer = value, .number = static_cast<double>(value)}) != nullptr;
  }
  bool number_unsigned(Json::number_unsigned_t value) {
    if (value <= std::numeric_limits<std::int64_t>::max()) return number_integer(static_cast<std::int64_t>(value));
    return number_float(static_cast<double>(value), {});
  }
  bool number_float(Json::number_float_t value, const Json::string_t& /*text*/) {
    return add({.kind = JsonValue::Kind::number, .number = value}) != nullptr;
  }
  bool string(Json::string_t& value) {
    return add({.kind = JsonValue::Kind::text, .text = std::move(value)}) != nullptr;
  }
  bool binary(Json::binary_t& /*value*/) { return false; }  // JSON has none

  bool start_object(std::size_t /*size*/) { return open(JsonValue::Kind::object); }
  bool start_array(std::size_t /*size*/) { return open(JsonValue::Kind::list); }
  bool end_object() { return close(); }
  bool end_array() { return close(); }
  bool key(Json::string_t& name) {
    cursor_.take_token();
    if (!keys_.back().insert(name).second) return fail(fmt::format("key \"{}\" comes twice", name));
    open_.back()->members.push_back(
        {.key = std::move(name), .line = cursor_.line(), .column = cursor_.column(), .value = {}});
    return true;
  }

  // `position` counts the bytes that were read, with the one that does not fit.
  bool parse_error(std::size_t position, const std::string& /*token*/, const nlohmann::detail::exception& error) {
    cursor_.go_to(position > 0 ? position - 1 : 0);
    constexpr int kBeyondNumbers = 406;
    if (error.id == kBeyondNumbers) return fail("is no JSON: the number is too large");
    return fail("is no JSON: " + what_is_wrong(text_, position, !open_.empty()));
  }

  Result<JsonValue> result() && {
    if (problem_) return *std::move(problem_);
    return std::move(root_);
  }

 private:
  // Puts a value where it belongs. Null: parsing is to end.
  JsonValue* add(JsonValue value) {
    cursor_.take_token();
    value.line = cursor_.line();
    value.column = cursor_.column();
    if (open_.empty()) return &(root_ = std::move(value));
    JsonValue& parent = *open_.back();
    if (parent.kind == JsonValue::Kind::object) return &(parent.members.back().value = std::move(value));
    return &parent.items.emplace_back(std::move(value));
  }

  bool open(JsonValue::Kind kind) {
    JsonValue* const value = add({.kind = kind});
    if (open_.size() == kJsonDepth) return fail(fmt::format("is nested deeper than {} levels", kJsonDepth));
    open_.push_back(value);  // stays where it is: its parent gets no other child before it is closed
    keys_.emplace_back();
    return true;
  }

  bool close() {
    cursor_.take_token();
    open_.pop_back();
    keys_.pop_back();
    return true;
  }

  bool fail(std::string message) {
    problem_ = Problem{{.file = file_, .line = cursor_.line(), .column = cursor_.column()}, std::move(message)};
    return false;
  }

  std::string_view text_;
  Cursor cursor_;
  const std::string& file_;
  JsonValue root_;
  std::vector<JsonValue*> open_;
  std::vector<std::unordered_set<std::string>> keys_;  // of each of these
  std::optional<Problem> problem_;
};

}  // namespace

const JsonMember* JsonValue::find(std::string_view key) const {
  const auto found =
      std::find_if(members.begin(), members.end(), [&](const auto& member) { return member.key == key; });
  return found == members.end() ? nullptr : &*found;
}

Result<JsonValue> parse_json(std::string_view text, const std::string& file) {
  Builder builder(text, file);
  Json::sax_parse(text.begin(), text.end(), &builder);
  return std::move(builder).result();
}

std::string describe(const JsonValue& value) {
  switch (value.kind) {
    case JsonValue::Kind::null:
      return "null";
    case JsonValue::Kind::boolean:
      return value.boolean ? "true" : "false";
    case JsonValue::Kind::integer:
      return fmt::format("{}", value.integer);
    case JsonValue::Kind::number:
      return shortest(value.number);
    case JsonValue::Kind::text:
      return fmt::format("\"{}\"", value.text);
    case JsonValue::Kind::list:
      return "a list";
    case JsonValue::Kind::object:
      return "an object";
  }
  return {};
}

}  // namespace scrutineer
