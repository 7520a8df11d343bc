// JSON that people write, as a tree in which every value and every key knows its place.
//
//   auto config = parse_json(text, "run.json");
//   if (!config) return config.problem();                        // "run.json:3:12: ..."
//   if (const JsonMember* seed = config->find("seed"))
//     if (seed->value.kind != JsonValue::Kind::integer)
//       return Problem{seed->value.place("run.json"), "seed must be a whole number, found " + describe(seed->value)};
//
// For small files: the whole tree is in memory.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace scrutineer {

struct JsonMember;

struct JsonValue {
  enum class Kind : std::uint8_t { null, boolean, integer, number, text, list, object };

  Kind kind = Kind::null;
  bool boolean = false;
  std::int64_t integer = 0;
  double number = 0.0;  // of integers too
  std::string text;
  std::vector<JsonValue> items;
  std::vector<JsonMember> members;  // in the file's order, each key once
  std::uint32_t line = 0, column = 0;

  bool is_number() const { return kind == Kind::integer || kind == Kind::number; }
  const JsonMember* find(std::string_view key) const;  // null: there is none
  Place place(std::string file) const { return {.file = std::move(file), .line = line, .column = column}; }
};

struct JsonMember {
  std::string key;
  std::uint32_t line = 0, column = 0;  // of the key
  JsonValue value;

  Place place(std::string file) const { return {.file = std::move(file), .line = line, .column = column}; }
};

// A problem: the text is no JSON, a key comes twice in one object, or lists and objects are nested deeper than
// kJsonDepth. `file` is what problems call it.
inline constexpr std::size_t kJsonDepth = 64;
Result<JsonValue> parse_json(std::string_view text, const std::string& file);

// For messages: `"abc"`, `3.5`, `true`, `null`, `a list`, `an object`.
std::string describe(const JsonValue& value);

}  // namespace scrutineer
