#include "base/json_writer.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>
#include <string>

#include "kit/random.h"

namespace scrutineer {
namespace {

using Json = nlohmann::ordered_json;

std::string dumped(const Json& json, int indent) {
  return json.dump(indent, ' ', false, Json::error_handler_t::replace);
}

void write(const Json& json, JsonWriter& out) {
  if (json.is_object()) {
    out.begin_object();
    for (const auto& [key, held] : json.items()) {
      out.key(key);
      write(held, out);
    }
    out.end_object();
  } else if (json.is_array()) {
    out.begin_array();
    for (const Json& held : json) write(held, out);
    out.end_array();
  } else if (json.is_boolean()) {
    out.value(json.get<bool>());
  } else if (json.is_number_unsigned()) {
    out.value(json.get<std::uint64_t>());
  } else if (json.is_number_integer()) {
    out.value(json.get<std::int64_t>());
  } else if (json.is_number()) {
    out.value(json.get<double>());
  } else if (json.is_string()) {
    out.value(json.get<std::string>());
  } else {
    out.null();
  }
}

std::string written(const Json& json, int indent) {
  JsonWriter out(indent);
  write(json, out);
  return out.text();
}

TEST(JsonWriter, WritesWhatNlohmannWrites) {
  struct Case {
    const char* name;
    Json json;
  };
  const Case cases[] = {
      {"null", nullptr},
      {"truth", {true, false}},
      {"empty object", Json::object()},
      {"empty array", Json::array()},
      {"empty ones inside", {{"a", Json::object()}, {"b", Json::array()}, {"c", {Json::array(), Json::object()}}}},
      {"levels", {{"a", {{"b", {1, {{"c", {2, 3}}}, "x"}}}}, {"d", {nullptr}}}},
      {"whole numbers",
       {0, -1, 7, std::numeric_limits<std::int64_t>::min(), std::numeric_limits<std::uint64_t>::max()}},
      {"numbers", {0.0, -0.0, 1.0, -3.0, 0.1, 1e-5, 123456.789, 999999999999999.0, 1e15, 1e16, 1e300, 5e-324}},
      {"not finite", {std::nan(""), std::numeric_limits<double>::infinity()}},
      {"texts", {"", "plain", "\"", "\\", "/", "\n\t\r\b\f", "\x01\x1F\x7F", "\xC3\xA4", "\xE2\x82\xAC"}},
      {"no UTF-8", {"\xFF", "a\xE2\x82", "\xE2\x82z", "\xED\xA0\x80", "\xF0\x9F\x98"}},
      {"keys", {{"", 1}, {"\"", 2}, {"\xC3\xA4", 3}, {"\xFF", 4}}},
  };
  for (const auto& [name, json] : cases)
    for (const int indent : {-1, 0, 2})
      EXPECT_EQ(written(json, indent), dumped(json, indent)) << name << ", " << indent;
}

TEST(JsonWriter, EscapesEveryCharacterAsNlohmannDoes) {
  for (int code = 0; code < 256; ++code) {
    const std::string one(1, static_cast<char>(code)), inside = "a" + one + "b" + one;
    for (const std::string& text : {one, inside}) EXPECT_EQ(written(text, -1), dumped(text, -1)) << code;
  }
}

TEST(JsonWriter, WritesNumbersAsNlohmannDoes) {
  kit::Random random(3);
  for (int i = 0; i < 100'000; ++i) {
    double number = (random.uniform() - 0.5) * std::pow(10.0, static_cast<double>(random.index(40)) - 20.0);
    if (random.index(2) == 0) number = std::round(number);
    if (random.index(3) == 0) number = std::round(number * 1000.0) / 1000.0;
    JsonWriter out;
    out.value(number);
    ASSERT_EQ(out.text(), dumped(number, -1));
  }
}

TEST(JsonWriter, TakesMembersAndWhatIsAlreadyWritten) {
  JsonWriter out;
  out.begin_object();
  out.member("a", 1);
  out.member("b", "text");
  out.member("c", true);
  out.key("d");
  out.written("[1,2]");
  out.end_object();
  EXPECT_EQ(out.text(), R"({"a":1,"b":"text","c":true,"d":[1,2]})");
}

}  // namespace
}  // namespace scrutineer
