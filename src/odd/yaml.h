// YAML that people write, as a tree in which every value and every key knows its place.
//
//   auto file = parse_yaml(text, "odd.yaml");
//   if (!file) return file.problem();                        // "odd.yaml:3:12: ..."
//   for (const YamlEntry& entry : file->entries) ...
//
// For small files: the whole tree is in memory. Values are texts; the reader of a file decides what they mean.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace scrutineer::odd {

struct YamlEntry;

struct YamlNode {
  enum class Kind : std::uint8_t { null, text, list, map };

  Kind kind = Kind::null;
  std::string text;
  bool is_quoted = false;
  std::vector<YamlNode> items;
  std::vector<YamlEntry> entries;  // in the file's order; a key may come more than once
  std::uint32_t line = 0, column = 0;

  const YamlEntry* find(std::string_view key) const;  // the first; null: there is none
  Place place(std::string file) const { return {.file = std::move(file), .line = line, .column = column}; }
};

struct YamlEntry {
  std::string key;
  std::uint32_t line = 0, column = 0;  // of the key
  YamlNode value;

  Place place(std::string file) const { return {.file = std::move(file), .line = line, .column = column}; }
};

// A problem: the text is no YAML, has more than one document, or becomes too large where its aliases are followed.
// `file` is what problems call it.
Result<YamlNode> parse_yaml(std::string_view text, const std::string& file);

// For messages: `"abc"`, `a list`, `a map`, `nothing`.
std::string describe(const YamlNode& node);

// A text as a YAML value, in quotes where it needs them.
std::string yaml_text(std::string_view text);

}  // namespace scrutineer::odd
