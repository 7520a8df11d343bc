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
#include <string>
#include <string_view>
#include <vector>

#include "trace/detail/byte_source.h"

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
  const std::vector<XmlAttribute>& attributes() const { return attributes_; }
  // Null: the tag has none of that name.
  const XmlAttribute* find(std::string_view name) const;

  std::uint32_t line() const { return line_; }  // where the tag starts
  Place place() const { return {.file = bytes_.file(), .line = line_}; }
  Place place_of(const XmlAttribute& attribute) const;  // of its value

 private:
  enum class Outcome : std::uint8_t { whole, unfinished, malformed };

  Result<bool> next_angle();
  Result<bool> skip_past(std::string_view end);
  Outcome scan_tag(std::string_view text);
  void take(std::size_t count);  // moves on, counting lines
  Problem problem(std::string message) const { return {place(), std::move(message)}; }

  ByteSource bytes_;
  Kind kind_ = Kind::open;
  std::string_view name_;
  std::vector<XmlAttribute> attributes_;
  std::vector<std::string> layout_;  // ` name="` of the attributes of tags before this one, by their place
  std::string_view tag_;
  std::uint32_t line_ = 1, next_line_ = 1;
  std::uint32_t tag_column_ = 1;
  std::size_t line_start_ = 0;  // how many bytes of the line came before the window
};

}  // namespace scrutineer::trace
