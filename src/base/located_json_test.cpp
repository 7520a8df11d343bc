#include "base/located_json.h"

#include <gtest/gtest.h>

namespace scrutineer {
namespace {

// The tree as text: every value with its line:column.
std::string dump(const JsonValue& value) {
  std::string text = std::to_string(value.line) + ":" + std::to_string(value.column) + " ";
  if (value.kind == JsonValue::Kind::list) {
    text += "[";
    for (const JsonValue& item : value.items) text += " " + dump(item);
    return text + " ]";
  }
  if (value.kind == JsonValue::Kind::object) {
    text += "{";
    for (const JsonMember& member : value.members) {
      text += " " + std::to_string(member.line) + ":" + std::to_string(member.column) + " " + member.key + "= ";
      text += dump(member.value);
    }
    return text + " }";
  }
  return text + describe(value);
}

TEST(LocatedJson, KnowsWhereEverythingIs) {
  struct Case {
    const char *name, *text, *expected;
  };
  const Case cases[] = {
      {"a number", "3.5", "1:1 3.5"},
      {"a whole number", " -17", "1:2 -17"},
      {"one too large for 64 bits", "18446744073709551615", "1:1 1.8446744073709552e+19"},
      {"words", "[true,false , null]", "1:1 [ 1:2 true 1:7 false 1:15 null ]"},
      {"behind a byte order mark", "\xEF\xBB\xBF[1]", "1:1 [ 1:2 1 ]"},
      {"lines", "{\n  \"a\": 1,\r\n\t\"b\" :\n[ 2 ,\n3]}", "1:1 { 2:3 a= 2:8 1 3:2 b= 4:1 [ 4:3 2 5:1 3 ] }"},
      {"quotes and brackets in texts", R"(["a\"]", "\\", "{[,:", 5])",
       R"(1:1 [ 1:2 "a"]" 1:10 "\" 1:16 "{[,:" 1:24 5 ])"},
      {"a new line that is escaped", "[\"a\\nb\",\n1]", "1:1 [ 1:2 \"a\nb\" 2:1 1 ]"},
      {"empty ones", "[[],{},\"\"]", "1:1 [ 1:2 [ ] 1:5 { } 1:8 \"\" ]"},
      {"the same key in other objects", R"([{"a":1},{"a":{"a":2}}])",
       "1:1 [ 1:2 { 1:3 a= 1:7 1 } 1:10 { 1:11 a= 1:15 { 1:16 a= 1:20 2 } } ]"},
  };
  for (const auto& [name, text, expected] : cases) {
    const auto value = parse_json(text, "x.json");
    ASSERT_TRUE(value) << name << ": " << to_string(value.problem());
    EXPECT_EQ(dump(*value), expected) << name;
  }
}

TEST(LocatedJson, SaysWhereItBreaks) {
  const std::string deep(100'000, '[');
  struct Case {
    const char* name;
    std::string text, expected;
  };
  const Case cases[] = {
      {"nothing", "", "x.json:1:1: is no JSON: it is empty"},
      {"blanks", " \n", "x.json:2:1: is no JSON: it is empty"},
      {"cut off", "{\n\"a\": ", "x.json:2:6: is no JSON: it ends in the middle: a bracket or a quote is not closed"},
      {"a quote left open", "{\"a\": \"b}", "x.json:1:10: is no JSON: it ends in the middle"},
      {"a comma too many", "{\"a\": 1,\n}", "x.json:2:1: is no JSON: there is a comma too many before }"},
      {"a comma too many in a list", "[1, ]", "x.json:1:5: is no JSON: there is a comma too many before ]"},
      {"a comma missing", "{\"a\": \"b\" \"c\": 1}", "x.json:1:13: is no JSON: a comma is missing before this text"},
      {"a comma missing behind a number", "{\"a\": 1\n \"c\": 1}", "x.json:2:4: is no JSON: a comma is missing"},
      {"a colon missing", "{\"a\" 1}", "x.json:1:6: is no JSON: \"1\" is not expected here"},
      {"no quotes", "{a: 1}",
       "x.json:1:2: is no JSON: \"a\" is not expected here; keys and texts are in double quotes"},
      {"single quotes", "{'a': 1}", "x.json:1:2: is no JSON: texts are in double quotes, not in single ones"},
      {"a comment", "{ // mine\n}", "x.json:1:3: is no JSON: it cannot hold comments"},
      {"a word", "{\"a\": yes}", "x.json:1:7: is no JSON: \"yes\" is not expected here"},
      {"no JSON at all", "time,id,x,y\n", "x.json:1:2: is no JSON: it should begin with {"},
      {"XML", "<a/>", "x.json:1:1: is no JSON: it should begin with {"},
      {"something behind it", "{}\n\n  x", "x.json:3:3: is no JSON: something comes behind its end"},
      {"no UTF-8", "[\n\"\xFF\"]", "x.json:2:2: is no JSON: this byte is not expected here"},
      {"beyond any number", "[1,\n1e999]", "x.json:2:5: is no JSON: the number is too large"},
      {"a key twice", "{\"a\": 1,\n \"a\": 2}", "x.json:2:2: key \"a\" comes twice"},
      {"too deep", deep, "x.json:1:65: is nested deeper than 64 levels"},
  };
  for (const auto& [name, text, expected] : cases) {
    const auto value = parse_json(text, "x.json");
    ASSERT_FALSE(value) << name;
    EXPECT_EQ(to_string(value.problem()).substr(0, expected.size()), expected) << name;
  }
}

}  // namespace
}  // namespace scrutineer
