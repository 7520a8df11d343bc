#include "map/detail/source_text.h"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <zlib.h>

#include <string_view>

namespace scrutineer::map::detail {
namespace {

using namespace std::string_literals;

std::string gzip(std::string_view text) {
  z_stream stream{};
  EXPECT_EQ(deflateInit2(&stream, Z_BEST_COMPRESSION, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY), Z_OK);
  std::string out(deflateBound(&stream, text.size()) + 32, '\0');
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(text.data()));
  stream.avail_in = static_cast<uInt>(text.size());
  stream.next_out = reinterpret_cast<Bytef*>(out.data());
  stream.avail_out = static_cast<uInt>(out.size());
  EXPECT_EQ(deflate(&stream, Z_FINISH), Z_STREAM_END);
  out.resize(stream.total_out);
  deflateEnd(&stream);
  return out;
}

std::string unpacked_or_problem(const std::string& bytes, std::size_t limit = 1 << 20) {
  const Result<std::string> text = unpacked(bytes, "a.gz", limit);
  return text ? *text : "problem: " + to_string(text.problem());
}

TEST(SourceText, UnpacksGzipByContent) {
  const std::string text = "<OpenDRIVE>" + std::string(100'000, ' ') + "</OpenDRIVE>";
  const std::string packed = gzip(text);
  std::string damaged = packed;
  damaged[packed.size() - 6] = static_cast<char>(damaged[packed.size() - 6] ^ 0x55);  // in the checksum
  struct Case {
    const char* name;
    std::string bytes, expected;
  };
  const Case cases[] = {
      {"plain text stays", "<a/>", "<a/>"},
      {"nothing stays nothing", "", ""},
      {"gzip", packed, text},
      {"two members in a row", gzip("<a>") + gzip("</a>"), "<a></a>"},
      {"zeros behind it, as tapes leave them", packed + std::string(512, '\0'), text},
      {"text behind it", gzip("<a/>") + "x", "problem: a.gz: byte 24: the gzip data is followed by something else"},
      {"truncated", packed.substr(0, packed.size() / 2),
       fmt::format("problem: a.gz: byte {}: the gzip data ends too early: the file is truncated", packed.size() / 2)},
      {"only the first bytes", packed.substr(0, 2),
       "problem: a.gz: byte 2: the gzip data ends too early: the file is truncated"},
      {"damaged", damaged, fmt::format("problem: a.gz: byte {}: the gzip data is damaged", packed.size() - 4)},
      {"zstd", "\x28\xb5\x2f\xfd...",
       "problem: a.gz: is packed with zstd, which is not read for maps: unpack it, or pack it with gzip"},
      {"xz", "\xfd\x37zXZ"s + '\0',
       "problem: a.gz: is packed with xz, which is not read for maps: unpack it, or pack it with gzip"},
      {"bzip2", "BZh91AY",
       "problem: a.gz: is packed with bzip2, which is not read for maps: unpack it, or pack it with gzip"},
      {"not gzip after all", "\x1f\x8bhello there", "problem: a.gz: byte 4: the gzip data is damaged"},
  };
  for (const Case& c : cases) EXPECT_EQ(unpacked_or_problem(c.bytes), c.expected) << c.name;
}

TEST(SourceText, RefusesMoreThanTheLimit) {
  constexpr std::size_t kLimit = 3 << 20;
  const std::string just(kLimit, ' '), above(kLimit + 1, ' ');
  EXPECT_EQ(unpacked_or_problem(just, kLimit), just);
  EXPECT_EQ(unpacked_or_problem(above, kLimit), "problem: a.gz: is larger than 3 MB, which is refused");
  EXPECT_EQ(unpacked_or_problem(gzip(just), kLimit), just);
  EXPECT_EQ(unpacked_or_problem(gzip(above), kLimit), "problem: a.gz: unpacks to more than 3 MB, which is refused");
}

std::string wide(std::string_view ascii, std::size_t bytes, bool little) {
  std::string out;
  for (const char c : ascii) {
    std::string unit(bytes, '\0');
    unit[little ? 0 : bytes - 1] = c;
    out += unit;
  }
  return out;
}

TEST(SourceText, BecomesUtf8) {
  const std::string text = "<?xml version='1.0'?>\n<a/>";
  struct Case {
    const char* name;
    std::string bytes, expected, warning;
  };
  const Case cases[] = {
      {"ASCII", text, text, ""},
      {"byte order mark", "\xEF\xBB\xBF" + text, text, ""},
      {"umlaut", "<a b='\xC3\xBC'/>", "<a b='\xC3\xBC'/>", ""},
      {"four bytes", "<a b='\xF0\x9F\x9A\x97'/>", "<a b='\xF0\x9F\x9A\x97'/>", ""},
      {"UTF-16, little end first", "\xFF\xFE" + wide(text, 2, true), text, ""},
      {"UTF-16, big end first", "\xFE\xFF" + wide(text, 2, false), text, ""},
      {"UTF-16 without a mark", wide(text, 2, true), text, ""},
      {"UTF-32", "\xFF\xFE\0\0"s + wide(text, 4, true), text, ""},
      {"half a UTF-16 character", "\xFF\xFE<\0/"s, "problem: x.xodr: looks like UTF-16LE but cannot be read as it", ""},
      {"declared Latin-1", "<?xml version='1.0' encoding='ISO-8859-1'?><a b='\xFC'/>",
       "<?xml version='1.0' encoding='ISO-8859-1'?><a b='\xC3\xBC'/>", ""},
      {"declared Windows", "<?xml version='1.0' encoding='windows-1252'?><a b='\x80'/>",
       "<?xml version='1.0' encoding='windows-1252'?><a b='\xE2\x82\xAC'/>", ""},
      {"declared UTF-16, but ASCII", "<?xml version='1.0' encoding='UTF-16'?><a/>",
       "<?xml version='1.0' encoding='UTF-16'?><a/>", ""},
      {"Latin-1 without saying so", "<a>\n<b c='\xFC'/></a>", "<a>\n<b c='\xC3\xBC'/></a>",
       "x.xodr:2: not UTF-8 as the file claims: read as ISO 8859-1"},
      {"unknown encoding", "<?xml version='1.0' encoding='klingon'?><a b='\xFC'/>",
       "<?xml version='1.0' encoding='klingon'?><a b='\xC3\xBC'/>",
       "x.xodr:1: not text in the encoding klingon as the file claims: read as ISO 8859-1"},
      {"longer form of a short character", "<a b='\xC0\xAF'/>", "<a b='\xC3\x80\xC2\xAF'/>",
       "x.xodr:1: not UTF-8 as the file claims: read as ISO 8859-1"},
      {"half of a surrogate pair", "<a b='\xED\xA0\x80'/>", "<a b='\xC3\xAD\xC2\xA0\xC2\x80'/>",
       "x.xodr:1: not UTF-8 as the file claims: read as ISO 8859-1"},
      {"cut character at the end", "<a/>\xC3", "<a/>\xC3\x83",
       "x.xodr:1: not UTF-8 as the file claims: read as ISO 8859-1"},
  };
  for (const Case& c : cases) {
    std::vector<std::string> warnings;
    const Result<std::string> utf8 = as_utf8(c.bytes, "x.xodr", warnings);
    EXPECT_EQ(utf8 ? *utf8 : "problem: " + to_string(utf8.problem()), c.expected) << c.name;
    EXPECT_EQ(warnings, c.warning.empty() ? std::vector<std::string>{} : std::vector{c.warning}) << c.name;
  }
}

TEST(SourceText, FindsOneOddByteInALongText) {
  for (const std::size_t place : {0u, 255u, 256u, 1000u, 1023u}) {
    std::string text(1024, 'x');
    text[place] = '\xFF';
    std::vector<std::string> warnings;
    ASSERT_TRUE(as_utf8(text, "x.xodr", warnings));
    EXPECT_EQ(warnings.size(), 1u) << place;
  }
}

}  // namespace
}  // namespace scrutineer::map::detail
