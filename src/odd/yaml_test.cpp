#include "odd/yaml.h"

#include <gtest/gtest.h>

namespace scrutineer::odd {
namespace {

TEST(Yaml, ValuesAndKeysKnowTheirPlaces) {
  const auto file = parse_yaml("a: 1\nb:\n  - x\n  - \"y z\"\n  - {c: ~}\n", "f.yaml");
  ASSERT_TRUE(file) << to_string(file.problem());
  ASSERT_EQ(file->entries.size(), 2U);
  EXPECT_EQ(to_string(file->entries[1].place("f.yaml")), "f.yaml:2:1");
  const YamlNode& list = file->entries[1].value;
  ASSERT_EQ(list.items.size(), 3U);
  EXPECT_EQ(to_string(list.items[1].place("f.yaml")), "f.yaml:4:5");
  EXPECT_EQ(list.items[1].text, "y z");
  EXPECT_TRUE(list.items[1].is_quoted);
  EXPECT_FALSE(list.items[0].is_quoted);
  EXPECT_EQ(list.items[2].entries[0].value.kind, YamlNode::Kind::null);
  EXPECT_EQ(file->find("a")->value.text, "1");
  EXPECT_EQ(file->find("z"), nullptr);
}

TEST(Yaml, AKeyMayComeTwice) {
  const auto file = parse_yaml("OR: {a: 1}\nOR: {b: 2}\n", "f.yaml");
  ASSERT_TRUE(file);
  EXPECT_EQ(file->entries.size(), 2U);
}

TEST(Yaml, AliasesAreCopies) {
  const auto file = parse_yaml("a: &x [1, 2]\nb: *x\n", "f.yaml");
  ASSERT_TRUE(file);
  EXPECT_EQ(file->entries[1].value.items[1].text, "2");
}

std::string bomb() {
  std::string text = "a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n";
  for (int i = 1; i < 10; ++i) {
    const std::string before = "*a" + std::to_string(i - 1);
    text += "a" + std::to_string(i) + ": &a" + std::to_string(i) + " [";
    for (int j = 0; j < 10; ++j) text += (j == 0 ? "" : ", ") + before;
    text += "]\n";
  }
  return text;
}

TEST(Yaml, WhatIsNoneIsRefusedWithItsPlace) {
  struct Case {
    const char* name;
    std::string text;
    const char* expected;
  };
  const Case cases[] = {
      {"empty", "", "f.yaml: the file is empty"},
      {"a bound without quotes", "a:\n  b: > slow\n", "f.yaml:2:"},
      {"columns that do not meet", "a:\n    b: 1\n   c: 2\n", "f.yaml:3:4: this is no YAML"},
      {"an open bracket", "a: [1, 2\n", "f.yaml:2:1: this is no YAML"},
      {"two documents", "a: 1\n---\nb: 2\n", "f.yaml:3:1: a second YAML document begins here"},
      {"bytes that are no text", "a: \xff\xfe\n", "f.yaml: this is no text in UTF-8"},
      {"a list as a key", "? [a, b]\n: 1\n", "f.yaml:1:3: a key must be a text, found a list"},
      {"aliases without end", bomb(), "there are more than 200000 values"},
      {"too deep", std::string(150, '['), "values are nested deeper than 100"},
      {"far too deep", std::string(100'000, '['), "deeper than 100"},
      {"an unknown alias", "a: *nobody\n", "f.yaml:1:4: this is no YAML"},
  };
  for (const Case& row : cases) {
    const auto file = parse_yaml(row.text, "f.yaml");
    ASSERT_FALSE(file) << row.name;
    EXPECT_NE(to_string(file.problem()).find(row.expected), std::string::npos)
        << row.name << ": " << to_string(file.problem());
  }
}

TEST(Yaml, TextsThatAreWrittenReadBackTheSame) {
  for (const std::string text : {"plain", "no rain", "> 5 m", "", "a: b", "\"q\"", "- x", "x\ny", "é", "--", "[a]"}) {
    const auto file = parse_yaml("k: " + yaml_text(text) + "\n", "f.yaml");
    ASSERT_TRUE(file) << text;
    EXPECT_EQ(file->entries[0].value.text, text);
  }
}

}  // namespace
}  // namespace scrutineer::odd
