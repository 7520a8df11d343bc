#include "trace/detail/xml_scanner.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "kit/random.h"
#include "trace/detail/byte_reader.h"

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
      {"another end",
       "<a x=\"1\"/><a x=\"2\"><a x=\"3\" /><a x=\"4\" /></a><a x=\"5\"/>",
       {"1 empty a x=1@1:7", "1 open a x=2@1:17", "1 empty a x=3@1:26", "1 empty a x=4@1:37", "1 close a",
        "1 empty a x=5@1:52"}},
      {"attributes at the end that come and go",
       "<a x=\"1\" y=\"2\"/><a x=\"3\"/><a x=\"4\" y=\"5\"/><a x=\"6\" z=\"7\"/>",
       {"1 empty a x=1@1:7 y=2@1:13", "1 empty a x=3@1:23", "1 empty a x=4@1:33 y=5@1:39",
        "1 empty a x=6@1:49 z=7@1:55"}},
      {"names of 32 bytes and more",
       "<a name_with_five_bytes_below_32=\"1\"/><a name_with_five_bytes_below_32=\"2\"/>"
       "<an_element_whose_name_is_too_long_to_be_kept x=\"1\"/><an_element_whose_name_is_too_long_to_be_kept x=\"2\"/>",
       {"1 empty a name_with_five_bytes_below_32=1@1:35", "1 empty a name_with_five_bytes_below_32=2@1:73",
        "1 empty an_element_whose_name_is_too_long_to_be_kept x=1@1:126",
        "1 empty an_element_whose_name_is_too_long_to_be_kept x=2@1:179"}},
      {"no end of one that is like the last",
       "<a x=\"1\"/><a x=\"1\"/",
       {"1 empty a x=1@1:7", "the file ends inside a tag"}},
      {"no end", "<a/><a x=\"1", {"1 empty a", "the file ends inside a tag"}},
      {"no tag", "<a/><>", {"1 empty a", "this is no XML tag"}},
      {"no name before a usual one", "<a x=\"1\"/>< x=\"1\"/>", {"1 empty a x=1@1:7", "this is no XML tag"}},
  };
  for (const auto& [name, text, expected] : cases) EXPECT_EQ(all_told(text), expected) << name;
}

// Gives a few bytes at a time.
class Trickle final : public ByteSource::Reader {
 public:
  explicit Trickle(std::string content) : content_(std::move(content)) {}

  Result<std::size_t> read(char* out, std::size_t capacity) override {
    const std::size_t count = std::min({capacity, content_.size() - offset_, 1 + random_.index(60)});
    content_.copy(out, count, offset_);
    offset_ += count;
    return count;
  }

 private:
  std::string content_;
  std::size_t offset_ = 0;
  kit::Random random_{17};
};

// What is remembered of tags before must change nothing, nor where the input's blocks end: each tag of a file is told as
// it is told alone.
TEST(XmlScanner, TellsATagAsIfItWereAlone) {
  const std::vector<std::string> names = {"a", "ab", "vehicle"},
                                 attributes = {
                                     "x", "y", "id", "angle", "a_long_name_of_one", "one_with_a_very_long_name_"};
  kit::Random random(5);
  std::string text;
  std::vector<std::string> expected, beginnings;  // of tags, up to each attribute's value
  for (int i = 0; i < 5'000; ++i) {
    if (random.index(5) == 0) {
      beginnings = {"<" + names[random.index(names.size())]};
      for (std::size_t k = random.index(5); k > 0; --k)
        beginnings.push_back((random.index(20) == 0 ? "  " : " ") + attributes[random.index(attributes.size())] + "=");
    }
    if (beginnings.empty()) continue;
    std::string tag = beginnings.front();
    const std::size_t left_out = random.index(4) == 0 ? 1 : 0;
    for (std::size_t k = 1; k + left_out < beginnings.size(); ++k) {
      const char quote = random.index(20) == 0 ? '\'' : '"';
      tag += beginnings[k] + quote + std::string(random.index(20), random.index(20) == 0 ? '\n' : 'v') + quote;
    }
    tag += random.index(20) == 0 ? " />" : random.index(20) == 0 ? ">" : "/>";
    expected.push_back(all_told(tag).front());
    text += tag;
  }
  const auto without_places = [](std::string line) {
    line.erase(0, line.find(' '));
    std::string kept;
    for (std::size_t i = 0; i < line.size(); ++i) {
      if (line[i] == '@') i = std::min(line.find(' ', i), line.size());
      if (i < line.size()) kept += line[i];
    }
    return kept;
  };
  const std::vector<std::string> at_once = all_told(text);
  ASSERT_EQ(at_once.size(), expected.size());
  XmlScanner trickling(ByteSource::stream(std::make_unique<Trickle>(text), "test.xml"));
  for (std::size_t i = 0; i < expected.size(); ++i) {
    ASSERT_EQ(without_places(at_once[i]), without_places(expected[i]));
    ASSERT_TRUE(*trickling.next());
    ASSERT_EQ(told(trickling), at_once[i]);
  }
}

TEST(XmlScanner, TellsWhetherNamesAreTheSame) {
  struct Case {
    const char* name;
    const char* text;
    std::vector<bool> same;  // as the tag before, from the second on
  };
  const Case cases[] = {
      {"alike", "<a x=\"1\" y=\"2\"/><a x=\"3\" y=\"4\"/>\n<a x=\"3\" y=\"4\">", {true, true}},
      {"another name", "<a x=\"1\" y=\"2\"/><b x=\"3\" y=\"4\"/><b x=\"3\" y=\"4\"/>", {false, true}},
      {"a longer name", "<a x=\"1\"/><ab x=\"3\"/><a x=\"3\"/>", {false, false}},
      {"one more, more often",
       "<a x=\"1\"/><a x=\"1\" y=\"2\"/><a x=\"3\" y=\"4\"/><a x=\"3\"/>",
       {false, true, false}},
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
