#include "base/json_writer.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <nlohmann/json.hpp>

#include "base/utf8.h"

namespace scrutineer {
namespace {

using Json = nlohmann::json;

bool needs_escape(char c) { return static_cast<unsigned char>(c) < 0x20 || c == '"' || c == '\\'; }

void append_escape(char c, std::string& out) {
  constexpr std::string_view kCharacters = "\"\\\b\f\n\r\t", kLetters = "\"\\bfnrt";
  constexpr std::string_view kHexadecimal = "0123456789abcdef";
  if (const std::size_t known = kCharacters.find(c); known != std::string_view::npos) {
    out += '\\';
    out += kLetters[known];
  } else {
    out += "\\u00";
    out += kHexadecimal[static_cast<unsigned char>(c) >> 4U];
    out += kHexadecimal[static_cast<unsigned char>(c) & 15U];
  }
}

}  // namespace

void JsonWriter::break_line() {
  if (indent_ < 0) return;
  text_ += '\n';
  text_.append(levels_.size() * static_cast<std::size_t>(indent_), ' ');
}

// What stands before a key, or before a value that follows none.
void JsonWriter::begin_item() {
  if (levels_.empty()) return;
  if (levels_.back() != 0) text_ += ',';
  levels_.back() = 1;
  break_line();
}

void JsonWriter::put(std::string_view text) {
  if (!follows_key_) begin_item();
  follows_key_ = false;
  text_ += text;
}

void JsonWriter::begin(char bracket) {
  put({&bracket, 1});
  levels_.push_back(0);
}

void JsonWriter::end(char bracket) {
  const bool has_items = levels_.back() != 0;
  levels_.pop_back();
  if (has_items) break_line();
  text_ += bracket;
}

// What is not ASCII may be no UTF-8, so it is left to nlohmann.
void JsonWriter::put_text(std::string_view text) {
  if (!is_ascii(text)) {
    text_ += Json(text).dump(-1, ' ', false, Json::error_handler_t::replace);
    return;
  }
  text_ += '"';
  for (auto special = std::ranges::find_if(text, needs_escape); special != text.end();
       special = std::ranges::find_if(text, needs_escape)) {
    text_.append(text.begin(), special);
    append_escape(*special, text_);
    text.remove_prefix(static_cast<std::size_t>(special - text.begin()) + 1);
  }
  text_ += text;
  text_ += '"';
}

void JsonWriter::key(std::string_view name) {
  begin_item();
  put_text(name);
  text_ += indent_ < 0 ? ":" : ": ";
  follows_key_ = true;
}

void JsonWriter::value(std::string_view text) {
  put({});
  put_text(text);
}

void JsonWriter::put_signed(std::int64_t number) {
  std::array<char, 24> digits{};
  put({digits.data(), std::to_chars(digits.data(), digits.data() + digits.size(), number).ptr});
}

void JsonWriter::put_unsigned(std::uint64_t number) {
  std::array<char, 24> digits{};
  put({digits.data(), std::to_chars(digits.data(), digits.data() + digits.size(), number).ptr});
}

void JsonWriter::value(double number) {
  constexpr double kLargestWhole = 1e15;  // from there on exponents are written
  if (!std::isfinite(number)) return null();
  if (std::abs(number) < kLargestWhole && std::trunc(number) == number && number != 0.0) {
    put_signed(static_cast<std::int64_t>(number));
    text_ += ".0";
    return;
  }
  std::array<char, 64> digits;  // NOLINT(*-member-init): what is read of it is written next
  put({digits.data(), nlohmann::detail::to_chars(digits.data(), digits.data() + digits.size(), number)});
}

}  // namespace scrutineer
