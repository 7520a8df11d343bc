// JSON written straight into a text, without a tree in between: for what is large or written for every run.
//
//   JsonWriter json(2);
//   json.begin_object();
//   json.member("id", 7);
//   json.key("tags");
//   json.begin_array();
//   json.value("new");
//   json.end_array();
//   json.end_object();
//   use(json.text());            // {"id": 7, "tags": ["new"]}, on lines of their own
//
// The bytes are those of nlohmann's dump(): what is no UTF-8 becomes U+FFFD, what is not finite null. Keys must differ,
// and what is begun must be ended; nothing checks that.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace scrutineer {

class JsonWriter {
 public:
  // How far each level is indented; -1: all in one line, without blanks.
  explicit JsonWriter(int indent = -1) : indent_(indent) {}

  void begin_object() { begin('{'); }
  void end_object() { end('}'); }
  void begin_array() { begin('['); }
  void end_array() { end(']'); }
  void key(std::string_view name);

  void null() { put("null"); }
  void value(std::string_view text);
  void value(const char* text) { value(std::string_view(text)); }
  void value(const std::string& text) { value(std::string_view(text)); }
  void value(double number);
  void value(std::same_as<bool> auto truth) { put(truth ? "true" : "false"); }
  void value(std::integral auto number)
    requires(!std::same_as<decltype(number), bool>)
  {
    if constexpr (std::unsigned_integral<decltype(number)>)
      put_unsigned(number);
    else
      put_signed(number);
  }
  // JSON that is already written, in one line.
  void written(std::string_view json) { put(json); }

  void member(std::string_view name, const auto& held) {
    key(name);
    value(held);
  }

  const std::string& text() const { return text_; }

 private:
  void begin(char bracket);
  void end(char bracket);
  void begin_item();
  void break_line();
  void put(std::string_view text);
  void put_signed(std::int64_t number);
  void put_unsigned(std::uint64_t number);
  void put_text(std::string_view text);

  int indent_;
  std::string text_;
  std::vector<char> levels_;  // of each that is open: whether it has something already
  bool follows_key_ = false;
};

}  // namespace scrutineer
