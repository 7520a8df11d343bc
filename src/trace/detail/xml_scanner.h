// The tags of an XML input, one after the other, in bounded memory: for files of flat elements, gigabytes long.
//
//   XmlScanner tags(std::move(bytes));
//   for (;;) {
//     auto more = tags.next();
//     if (!more || !*more) break;
//     if (tags.name() == "vehicle") use(tags.attributes());   // valid until the next call
//   }
//
// Comments, declarations and text between tags are passed over. Whether tags match is for the caller to look at.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "trace/detail/byte_source.h"
#include "trace/detail/expected_text.h"

namespace scrutineer::trace {

struct XmlAttribute {
  std::string_view name;
  std::string_view raw;  // as written; see xml_decoded
};

// With &amp; and the like, and &#65;, resolved into `memory`; `raw` itself where there are none.
std::string_view xml_decoded(std::string_view raw, std::string& memory);

class XmlScanner {
 public:
  enum class Kind : std::uint8_t { open, close, empty };  // <a>, </a>, <a/>

  explicit XmlScanner(ByteSource bytes) : bytes_(std::move(bytes)) {}

  // False: the end.
  Result<bool> next();
  Kind kind() const { return kind_; }
  std::string_view name() const { return name_; }
  std::span<const XmlAttribute> attributes() const { return {attributes_.data(), count_}; }
  // Stays the same while tags have the same name and the same attributes in the same order; these then also lie at the
  // same addresses.
  std::uint64_t names_version() const { return names_version_; }
  // Null: the tag has none of that name.
  const XmlAttribute* find(std::string_view name) const;

  std::uint32_t line() const { return line_; }  // where the tag starts
  Place place() const { return {.file = bytes_.file(), .line = line_}; }
  Place place_of(const XmlAttribute& attribute) const;  // of its value

 private:
  enum class Outcome : std::uint8_t { whole, unfinished, malformed };

  Result<bool> find_angle();
  bool take_usual_gap();
  bool take_usual_tag();
  void remember_gap(std::string_view gap);
  Result<bool> skip_past(std::string_view end);
  Outcome scan_tag(std::string_view text);
  const char* scan_name(const char* at, const char* end);
  const char* take_usual_attributes(const char* at, const char* end, std::size_t& count);
  void expect(std::size_t place, std::string_view written);
  void name_as_expected(std::size_t first, std::size_t last);
  void take(std::size_t count);  // moves on, counting lines
  Problem problem(std::string message) const { return {place(), std::move(message)}; }

  ByteSource bytes_;
  Kind kind_ = Kind::open;
  std::string_view name_;
  std::vector<XmlAttribute> attributes_;  // the first count_ are the last tag's; the rest is memory for more
  std::size_t count_ = 0;
  ExpectedText usual_name_;  // of the tag before, with its <
  ExpectedText usual_end_;   // of the tag before, behind its last attribute
  std::vector<ExpectedText>
      layout_;                  // ` name="` of the attributes of tags before this one, by their place; never moved
  bool is_last_usual_ = false;  // the tag before is all in usual_name_, layout_ and usual_end_
  std::uint64_t names_version_ = 1;
  ExpectedText usual_gap_;  // between two tags, with the < behind it
  std::uint32_t usual_gap_lines_ = 0;
  std::size_t usual_gap_line_start_ = 0;
  std::string_view tag_;
  std::uint32_t line_ = 1, next_line_ = 1;
  std::uint32_t tag_column_ = 1;
  std::size_t line_start_ = 0;  // how many bytes of the line came before the window
};

}  // namespace scrutineer::trace
