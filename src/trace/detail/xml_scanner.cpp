#include "trace/detail/xml_scanner.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <charconv>
#include <cstring>
#include <utility>

#include "trace/detail/limits.h"

namespace scrutineer::trace {

namespace {

constexpr std::size_t kLongestLayout = 64;  // attributes that are remembered

// So nothing that is read in whole words needs to be held against the window's end first.
static_assert(ByteSource::kReadableBeyond >= ExpectedText::kLongest + 8);

bool is_blank(char c) { return c == ' ' || c == '\n' || c == '\t' || c == '\r'; }
bool ends_name(char c) { return is_blank(c) || c == '=' || c == '>' || c == '/' || c == '<'; }

// The next quote of this kind from `at` on; `end` or behind it: there is none before `end`. Eight bytes at a time, of
// which the first can always be read: values are about as long.
const char* find_quote(const char* at, const char* end, char quote) {
  constexpr std::uint64_t kOnes = 0x0101010101010101, kHighs = 0x8080808080808080;
  const std::uint64_t wanted = kOnes * static_cast<unsigned char>(quote);
  do {
    std::uint64_t bytes = 0;
    std::memcpy(&bytes, at, 8);
    const std::uint64_t difference = bytes ^ wanted;
    // The lowest byte that is 0 has its high bit set here; only bytes above it may be wrong.
    const std::uint64_t zeros = (difference - kOnes) & ~difference & kHighs;
    if (zeros != 0 && std::endian::native == std::endian::little)
      return at + static_cast<std::size_t>(std::countr_zero(zeros)) / 8;
    if (zeros != 0) return at < end ? std::find(at, end, quote) : end;
    at += 8;
  } while (at < end);
  return end;
}

void append_utf8(std::uint32_t code, std::string& out) {
  const auto byte = [&](std::uint32_t value) { out += static_cast<char>(value); };
  if (code < 0x80) {
    byte(code);
  } else if (code < 0x800) {
    byte(0xC0 | code >> 6);
    byte(0x80 | (code & 0x3F));
  } else if (code < 0x10000) {
    byte(0xE0 | code >> 12);
    byte(0x80 | (code >> 6 & 0x3F));
    byte(0x80 | (code & 0x3F));
  } else {
    byte(0xF0 | code >> 18);
    byte(0x80 | (code >> 12 & 0x3F));
    byte(0x80 | (code >> 6 & 0x3F));
    byte(0x80 | (code & 0x3F));
  }
}

// What stands between & and ;. False: it is not known.
bool append_entity(std::string_view entity, std::string& out) {
  constexpr std::pair<std::string_view, char> kNamed[] = {
      {"amp", '&'}, {"lt", '<'}, {"gt", '>'}, {"quot", '"'}, {"apos", '\''}};
  for (const auto& [name, character] : kNamed) {
    if (entity != name) continue;
    out += character;
    return true;
  }
  if (!entity.starts_with('#')) return false;
  const bool is_hexadecimal = entity.starts_with("#x");
  const std::string_view digits = entity.substr(is_hexadecimal ? 2 : 1);
  std::uint32_t code = 0;
  const auto [end, error] =
      std::from_chars(digits.data(), digits.data() + digits.size(), code, is_hexadecimal ? 16 : 10);
  if (error != std::errc{} || end != digits.data() + digits.size() || code == 0 || code > 0x10FFFF) return false;
  append_utf8(code, out);
  return true;
}

}  // namespace

std::string_view xml_decoded(std::string_view raw, std::string& memory) {
  if (raw.find('&') == std::string_view::npos) return raw;
  memory.clear();
  while (!raw.empty()) {
    const std::size_t end = raw.front() == '&' ? raw.find(';') : std::string_view::npos;
    if (end != std::string_view::npos && append_entity(raw.substr(1, end - 1), memory)) {
      raw.remove_prefix(end + 1);
    } else {
      memory += raw.front();
      raw.remove_prefix(1);
    }
  }
  return memory;
}

const XmlAttribute* XmlScanner::find(std::string_view name) const {
  for (const XmlAttribute& attribute : attributes())
    if (attribute.name == name) return &attribute;
  return nullptr;
}

Place XmlScanner::place_of(const XmlAttribute& attribute) const {
  Place found = place();
  const std::string_view before = tag_.substr(0, static_cast<std::size_t>(attribute.raw.data() - tag_.data()));
  const std::size_t line_end = before.rfind('\n');
  found.line += static_cast<std::uint32_t>(std::count(before.begin(), before.end(), '\n'));
  found.column = line_end == std::string_view::npos ? tag_column_ + static_cast<std::uint32_t>(before.size())
                                                    : static_cast<std::uint32_t>(before.size() - line_end);
  return found;
}

void XmlScanner::take(std::size_t count) {
  const char* at = bytes_.window().data();
  const char* const end = at + count;
  line_start_ += count;
  // Forward, line by line: most of what is taken has no line's end in it, and memchr is the fastest to say so.
  while (const void* line_end = std::memchr(at, '\n', static_cast<std::size_t>(end - at))) {
    at = static_cast<const char*>(line_end) + 1;
    ++next_line_;
    line_start_ = static_cast<std::size_t>(end - at);
  }
  bytes_.advance(count);
}

// Tags of a run mostly stand on lines of their own, equally far from the margin.
bool XmlScanner::take_usual_gap() {
  const std::string_view window = bytes_.window();
  const char* const start = window.data();
  if (usual_gap_.size() == 0 || usual_gap_.size() > window.size() || !usual_gap_.stands_at(start)) return false;
  const std::size_t count = usual_gap_.size() - 1;
  next_line_ += usual_gap_lines_;
  line_start_ = usual_gap_lines_ == 0 ? line_start_ + count : usual_gap_line_start_;
  bytes_.advance(count);
  return true;
}

void XmlScanner::remember_gap(std::string_view gap) {
  if (gap.size() > ExpectedText::kLongest) return;
  usual_gap_ = ExpectedText(gap);
  const std::string_view blanks = gap.substr(0, gap.size() - 1);
  usual_gap_lines_ = static_cast<std::uint32_t>(std::ranges::count(blanks, '\n'));
  usual_gap_line_start_ = blanks.size() - (blanks.rfind('\n') + 1);
}

// To the next <, which then is at the window's front.
Result<bool> XmlScanner::find_angle() {
  for (;;) {
    const std::string_view window = bytes_.window();
    const std::size_t angle = window.find('<');
    if (angle != std::string_view::npos) {
      remember_gap(window.substr(0, angle + 1));
      take(angle);
      return true;
    }
    take(window.size());
    auto more = bytes_.fill_block();
    if (!more || !*more) return more;
  }
}

// Behind the next `end`, however far that is.
Result<bool> XmlScanner::skip_past(std::string_view end) {
  for (;;) {
    const std::string_view window = bytes_.window();
    const std::size_t found = window.find(end);
    if (found != std::string_view::npos) {
      take(found + end.size());
      return true;
    }
    // It may have begun at the window's end.
    if (window.size() >= end.size()) take(window.size() - end.size() + 1);
    auto more = bytes_.fill_block();
    if (!more || !*more) return more;
  }
}

Result<bool> XmlScanner::next() {
  take(tag_.size());
  tag_ = {};
  for (;;) {
    if (!take_usual_gap()) {
      auto angle = find_angle();
      if (!angle || !*angle) return angle;
    }
    line_ = next_line_;
    tag_column_ = static_cast<std::uint32_t>(line_start_) + 1;
    if (take_usual_tag()) return true;
    if (const auto enough = bytes_.fill(4); !enough && bytes_.window().size() < 4) return enough.problem();

    const std::string_view window = bytes_.window();
    if (window.size() > 1 && (window[1] == '!' || window[1] == '?')) {
      const bool is_comment = window.starts_with("<!--");
      const auto skipped = skip_past(is_comment ? "-->" : window[1] == '?' ? "?>" : ">");
      if (!skipped) return skipped.problem();
      if (!*skipped) return problem(is_comment ? "a comment is not closed" : "a declaration is not closed");
      continue;
    }
    for (;;) {
      const Outcome outcome = scan_tag(bytes_.window());
      if (outcome == Outcome::malformed) return problem("this is no XML tag");
      if ((outcome == Outcome::whole ? tag_.size() : bytes_.window().size()) > kLongestTag)
        return problem(fmt::format("the tag is longer than {} bytes", kLongestTag));
      if (outcome == Outcome::whole) return true;
      const auto more = bytes_.fill_block();
      if (!more) return more.problem();
      if (!*more) return problem("the file ends inside a tag");
    }
  }
}

// Behind the tag's name.
const char* XmlScanner::scan_name(const char* at, const char* end) {
  const char* const name = at + 1;
  for (++at; at < end && !ends_name(*at);) ++at;
  name_ = {name, at};
  return at;
}

void XmlScanner::expect(std::size_t place, std::string_view written) {
  layout_.reserve(kLongestLayout);
  if (place == layout_.size()) layout_.emplace_back();
  layout_[place] = ExpectedText(written);
  name_as_expected(place, place + 1);
}

// Gives the attributes at these places their names from the layout.
void XmlScanner::name_as_expected(std::size_t first, std::size_t last) {
  for (std::size_t i = first; i < last; ++i) attributes_[i].name = layout_[i].text().substr(1, layout_[i].size() - 3);
}

// The hot function: the values of as many attributes as are written as in tags before, from that place on. Null: the
// text ends in one of them.
const char* XmlScanner::take_usual_attributes(const char* at, const char* end, std::size_t& count) {
  if (count >= layout_.size()) return at;
  XmlAttribute* next = &attributes_[count];  // there are no fewer than in the layout
  for (const ExpectedText& expected : std::span(layout_).subspan(count)) {
    if (!expected.stands_at(at)) break;
    const char* const value = at + expected.size();
    const char* const close = find_quote(value, end, '"');
    if (close >= end) return nullptr;
    (next++)->raw = {value, close};
    at = close + 1;
  }
  count = static_cast<std::size_t>(next - attributes_.data());
  return at;
}

// Most tags of a run are written like the one before, but for their values and perhaps attributes at the end. False:
// this one is not.
bool XmlScanner::take_usual_tag() {
  const std::string_view window = bytes_.window();
  if (!is_last_usual_ || usual_name_.size() > window.size()) return false;
  const char* const start = window.data();
  const char* const end = start + window.size();
  if (!usual_name_.stands_at(start)) return false;
  std::size_t count = 0;
  const char* const at = take_usual_attributes(start + usual_name_.size(), end, count);
  if (at == nullptr || !usual_end_.stands_at(at)) return false;
  const auto size = static_cast<std::size_t>(at - start) + usual_end_.size();
  if (size > window.size() || size > kLongestTag) return false;
  if (count != count_) {
    name_as_expected(0, count);
    count_ = count;
    ++names_version_;
  }
  name_ = {start + 1, usual_name_.size() - 1};
  tag_ = {start, size};
  return true;
}

// Tags of a run repeat their attributes in the same order, so each is first held against the one that stood there
// before; else names are plain loops, since they are a few bytes long.
XmlScanner::Outcome XmlScanner::scan_tag(std::string_view text) {
  const char* at = text.data();
  const char* const end = text.data() + text.size();
  const char* last = nullptr;  // behind the last attribute
  std::size_t count = 0;
  kind_ = Kind::open;
  if (at + 1 < end && at[1] == '/') {
    kind_ = Kind::close;
    const char* const name = at += 2;
    while (at < end && !ends_name(*at)) ++at;
    name_ = {name, at};
  } else {
    at = scan_name(at, end);
  }
  bool all_were_expected = true, all_are_in_layout = true;
  for (;;) {
    const std::size_t taken = count;
    at = take_usual_attributes(at, end, count);
    if (at == nullptr) return Outcome::unfinished;
    name_as_expected(taken, count);
    const char* const before = last = at;
    while (at < end && is_blank(*at)) ++at;
    if (at == end) return Outcome::unfinished;
    if (*at == '>') break;
    if (*at == '/') {
      if (++at == end) return Outcome::unfinished;
      if (*at != '>' || kind_ == Kind::close) return Outcome::malformed;
      kind_ = Kind::empty;
      break;
    }
    const char* const attribute = at;
    while (at < end && !ends_name(*at)) ++at;
    const auto attribute_size = static_cast<std::size_t>(at - attribute);
    while (at < end && is_blank(*at)) ++at;
    if (at == end) return Outcome::unfinished;
    if (*at != '=' || attribute_size == 0) return Outcome::malformed;
    for (++at; at < end && is_blank(*at);) ++at;
    if (at == end) return Outcome::unfinished;
    const char quote = *at;
    if (quote != '"' && quote != '\'') return Outcome::malformed;
    const char* const value = ++at;
    at = find_quote(at, end, quote);
    if (at >= end) return Outcome::unfinished;
    const std::string_view written(before, value);
    const bool is_plain = quote == '"' && written.size() == attribute_size + 3 && written.front() == ' ' &&
                          written.size() <= ExpectedText::kLongest;
    all_were_expected = false;
    if (count == attributes_.size()) attributes_.emplace_back();
    attributes_[count] = {{attribute, attribute_size}, {value, at}};
    if (is_plain && count <= layout_.size() && count < kLongestLayout) {
      expect(count, written);
      is_last_usual_ = false;
    } else {
      all_are_in_layout = false;
    }
    ++count;
    ++at;
  }
  if (name_.empty()) return Outcome::malformed;
  tag_ = text.substr(0, static_cast<std::size_t>(at + 1 - text.data()));
  const std::string_view opening(text.begin(), name_.end()), ending(last, at + 1);
  const bool has_usual_name = usual_name_.text() == opening;
  if (!all_were_expected || !is_last_usual_ || !has_usual_name || count != count_) ++names_version_;
  is_last_usual_ =
      all_are_in_layout && kind_ != Kind::close && std::max(opening.size(), ending.size()) <= ExpectedText::kLongest;
  if (!has_usual_name) usual_name_ = ExpectedText(opening);
  if (usual_end_.text() != ending) usual_end_ = ExpectedText(ending);
  count_ = count;
  return Outcome::whole;
}

}  // namespace scrutineer::trace
