#include "trace/detail/xml_scanner.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "kit/random.h"

namespace scrutineer::trace {
namespace {

XmlScanner scanner_of(std::string text) {
  auto bytes = ByteSource::from_memory(std::move(text), "test.xml");
  return XmlScanner(*std::move(bytes));
}

// What a scanner says of a tag, in one line.
std::string told(const XmlScanner& tags) {
  constexpr const char* kKinds[] = {"open", "close", "empty"};
  std::string line = std::to_string(tags.line()) + " " + kKinds[static_cast<int>(tags.kind())];
  line += " " + std::string(tags.name());
  for (const XmlAttribute& attribute : tags.attributes()) {
    line += " " + std::string(attribute.name) + "=" + std::string(attribute.raw);
    const Place place = tags.place_of(attribute);
    line += "@" + std::to_string(place.line) + ":" + std::to_string(place.column);
  }
  return line;
}

std::vector<std::string> all_told(std::string text) {
  XmlScanner tags = scanner_of(std::move(text));
  std::vector<std::string> lines;
  for (;;) {
    const auto more = tags.next();
    if (!more) lines.push_back(more.problem().message);
    if (!more || !*more) return lines;
    lines.push_back(told(tags));
  }
}

TEST(XmlScanner, TellsTags) {
  struct Case {
    const char* name;
    const char* text;
    std::vector<std::string> expected;
  };
  const Case cases[] = {
      {"alike", "<a x=\"1\"/>\n<a x=\"2\"/>", {"1 empty a x=1@1:7", "2 empty a x=2@2:7"}},
      {"a longer name", "<a x=\"1\"/><ab x=\"2\"/>", {"1 empty a x=1@1:7", "1 empty ab x=2@1:18"}},
      {"a longer attribute", "<a x=\"1\"/><a xx=\"2\"/>", {"1 empty a x=1@1:7", "1 empty a xx=2@1:18"}},
      {"one less, one more",
       "<a x=\"1\" y=\"2\"/><a x=\"1\"/><a x=\"1\" y=\"2\" z=\"3\"/>",
       {"1 empty a x=1@1:7 y=2@1:13", "1 empty a x=1@1:23", "1 empty a x=1@1:33 y=2@1:39 z=3@1:45"}},
      {"another order",
       "<a x=\"1\" y=\"2\"/><a y=\"1\" x=\"2\"/>",
       {"1 empty a x=1@1:7 y=2@1:13", "1 empty a y=1@1:23 x=2@1:29"}},
      {"single quotes", "<a x=\"1\"/><a x='2'/>", {"1 empty a x=1@1:7", "1 empty a x=2@1:17"}},
      {"lines inside",
       "<a x=\"1\"/>\n\n<a\n x=\"2\"/>\n\n<a x=\"3\n\"/> <b/>",
       {"1 empty a x=1@1:7", "3 empty a x=2@4:5", "6 empty a x=3\n@6:7", "7 empty b"}},
      {"gaps of all kinds",
       "<a>\n  <b/>\n  <b/><b/>  <b/>\n\n  <b/>text<b/>\n</a>",
       {"1 open a", "2 empty b", "3 empty b", "3 empty b", "3 empty b", "5 empty b", "5 empty b", "6 close a"}},
      {"comments and declarations", "<?xml?><!-- <a/> -->\n<!DOCTYPE x><a/>", {"2 empty a"}},
      {"no end", "<a/><a x=\"1", {"1 empty a", "the file ends inside a tag"}},
      {"no tag", "<a/><>", {"1 empty a", "this is no XML tag"}},
      {"no name before a usual one", "<a x=\"1\"/>< x=\"1\"/>", {"1 empty a x=1@1:7", "this is no XML tag"}},
  };
  for (const auto& [name, text, expected] : cases) EXPECT_EQ(all_told(text), expected) << name;
}

// What is remembered of tags before must change nothing: each tag of a file is told as it is told alone.
TEST(XmlScanner, TellsATagAsIfItWereAlone) {
  const std::vector<std::string> names = {"a", "ab", "vehicle"},
                                 attributes = {"x", "y", "id", "angle", "a_very_long_name_of_one"};
  kit::Random random(5);
  std::string text;
  std::vector<std::string> expected;
  for (int i = 0; i < 5'000; ++i) {
    std::string tag = "<" + names[random.index(names.size())];
    const std::size_t count = random.index(4);
    for (std::size_t k = 0; k < count; ++k) {
      const char quote = random.index(20) == 0 ? '\'' : '"';
      tag += (random.index(20) == 0 ? "  " : " ") + attributes[random.index(attributes.size())] + "=" + quote;
      tag += std::string(random.index(20), 'v') + quote;
    }
    tag += "/>";
    expected.push_back(all_told(tag).front());
    text += tag;
  }
  EXPECT_EQ(all_told(text).size(), expected.size());
  XmlScanner tags = scanner_of(text);
  for (const std::string& alone : expected) {
    ASSERT_TRUE(*tags.next());
    const auto without_places = [](std::string line) {
      std::string kept;
      for (std::size_t i = 0; i < line.size(); ++i) {
        if (line[i] == '@') i = std::min(line.find(' ', i), line.size());
        if (i < line.size()) kept += line[i];
      }
      return kept;
    };
    ASSERT_EQ(without_places(told(tags)), without_places(alone));
  }
}

TEST(XmlScanner, TellsWhetherNamesAreTheSame) {
  struct Case {
    const char* name;
    const char* text;
    std::vector<bool> same;  // as the tag before, from the second on
  };
  const Case cases[] = {
      {"alike", "<a x=\"1\" y=\"2\"/><b x=\"3\" y=\"4\"/><a x=\"3\" y=\"4\"/>", {true, true}},
      {"one less, then again", "<a x=\"1\" y=\"2\"/><a x=\"3\"/><a x=\"3\" y=\"4\"/>", {false, false}},
      {"another in between", "<a x=\"1\"/><a z=\"1\"/><a x=\"1\"/><a x=\"1\"/>", {false, false, true}},
      {"written otherwise", "<a x=\"1\"/><a  x=\"1\"/><a x=\"1\"/><a x=\"1\"/>", {false, false, true}},
      {"none", "<a/><a/><a x=\"1\"/><a/>", {true, false, false}},
  };
  for (const auto& [name, text, same] : cases) {
    XmlScanner tags = scanner_of(text);
    ASSERT_TRUE(*tags.next());
    for (const bool is_same : same) {
      const std::uint64_t before = tags.names_version();
      const XmlAttribute* const place = tags.attributes().data();
      ASSERT_TRUE(*tags.next());
      EXPECT_EQ(tags.names_version() == before, is_same) << name << ": " << told(tags);
      EXPECT_TRUE(!is_same || tags.attributes().data() == place) << name;
    }
  }
}

}  // namespace
}  // namespace scrutineer::trace
