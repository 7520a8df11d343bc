#include "map/detail/source_text.h"

#include <fmt/format.h>
#include <iconv.h>
#include <zlib.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <string_view>

#include "base/text.h"
#include "map/detail/line_counter.h"

namespace scrutineer::map::detail {
namespace {

std::string megabytes(std::size_t bytes) { return fmt::format("{} MB", bytes >> 20); }

// ---- gzip -----------------------------------------------------------------------------------------------------------

bool is_gzip(std::string_view bytes) { return bytes.starts_with("\x1f\x8b"); }

Problem gzip_problem(const std::string& file_name, std::size_t byte, const char* what) {
  return {Place{.file = file_name, .byte = byte}, fmt::format("the gzip data {}", what)};
}

// Packed in a way that is not read, by its first bytes; empty: no such thing.
std::string_view other_packing(std::string_view bytes) {
  struct Packing {
    std::string_view begin, name;
  };
  constexpr Packing kOthers[] = {{"\x28\xb5\x2f\xfd", "zstd"},
                                 {"\xfd"
                                  "7zXZ",
                                  "xz"},
                                 {"BZh", "bzip2"}};
  const auto* const found =
      std::ranges::find_if(kOthers, [&](const Packing& packing) { return bytes.starts_with(packing.begin); });
  return found == std::end(kOthers) ? std::string_view() : found->name;
}

struct InflateEnd {
  void operator()(z_stream* stream) const { inflateEnd(stream); }
};

Result<std::string> inflated(const std::string& bytes, const std::string& file_name, std::size_t limit) {
  constexpr int kGzipWindow = 15 + 16;  // the largest window, gzip header wanted
  z_stream stream{};
  if (inflateInit2(&stream, kGzipWindow) != Z_OK) return gzip_problem(file_name, 0, "could not be opened");
  const std::unique_ptr<z_stream, InflateEnd> closer(&stream);

  // zlib's interface is older than const; it does not write to its input.
  stream.next_in = const_cast<Bytef*>(reinterpret_cast<const Bytef*>(bytes.data()));
  stream.avail_in = static_cast<uInt>(bytes.size());

  std::string text;
  std::size_t written = 0;
  while (true) {
    if (written == text.size()) {
      if (written > limit)
        return Problem{{.file = file_name}, fmt::format("unpacks to more than {}, which is refused", megabytes(limit))};
      text.resize(std::min(limit + 1, std::max<std::size_t>(2 * text.size(), 65'536)));
    }
    stream.next_out = reinterpret_cast<Bytef*>(text.data() + written);
    stream.avail_out = static_cast<uInt>(text.size() - written);
    const int status = inflate(&stream, Z_NO_FLUSH);
    written = text.size() - stream.avail_out;
    const std::size_t consumed = bytes.size() - stream.avail_in;

    if (status == Z_STREAM_END) {
      const std::string_view rest = std::string_view(bytes).substr(consumed);
      if (rest.find_first_not_of('\0') == std::string_view::npos) break;  // padding is allowed
      if (!is_gzip(rest)) return gzip_problem(file_name, consumed, "is followed by something else");
      inflateReset(&stream);
    } else if (status == Z_BUF_ERROR || (status == Z_OK && stream.avail_in == 0 && stream.avail_out > 0)) {
      return gzip_problem(file_name, consumed, "ends too early: the file is truncated");
    } else if (status != Z_OK) {
      return gzip_problem(file_name, consumed, "is damaged");
    }
  }
  if (written > limit)
    return Problem{{.file = file_name}, fmt::format("unpacks to more than {}, which is refused", megabytes(limit))};
  text.resize(written);
  return text;
}

// ---- encodings ------------------------------------------------------------------------------------------------------

// The offset of the first byte that is not UTF-8, or nothing. ASCII, which is nearly every map, is passed over quickly.
std::optional<std::size_t> first_not_utf8(std::string_view text) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  std::size_t i = 0;
  while (i < text.size()) {
    constexpr std::size_t kRun = 256;
    if (i + kRun <= text.size()) {
      unsigned char any = 0;
      for (std::size_t k = 0; k < kRun; ++k) any = static_cast<unsigned char>(any | byte(i + k));
      if (any < 0x80) {
        i += kRun;
        continue;
      }
    }
    const unsigned char lead = byte(i);
    if (lead < 0x80) {
      ++i;
      continue;
    }
    const std::size_t length = lead >= 0xC2 && lead < 0xE0   ? 2
                               : lead >= 0xE0 && lead < 0xF0 ? 3
                               : lead >= 0xF0 && lead < 0xF5 ? 4
                                                             : 0;
    if (length == 0 || i + length > text.size()) return i;
    // The second byte's range shuts out overlong forms, surrogates and what lies past U+10FFFF.
    const unsigned char low = lead == 0xE0 ? 0xA0 : lead == 0xF0 ? 0x90 : 0x80;
    const unsigned char high = lead == 0xED ? 0x9F : lead == 0xF4 ? 0x8F : 0xBF;
    if (byte(i + 1) < low || byte(i + 1) > high) return i;
    for (std::size_t k = 2; k < length; ++k)
      if ((byte(i + k) & 0xC0) != 0x80) return i;
    i += length;
  }
  return std::nullopt;
}

struct IconvClose {
  void operator()(void* handle) const { iconv_close(handle); }
};

std::optional<std::string> converted(std::string_view text, const std::string& encoding) {
  const iconv_t handle = iconv_open("UTF-8", encoding.c_str());
  if (handle == iconv_t(-1)) return std::nullopt;  // NOLINT: POSIX's own way to say "unknown"
  const std::unique_ptr<void, IconvClose> closer(handle);

  std::string out;
  char* from = const_cast<char*>(text.data());  // iconv's interface is older than const
  std::size_t from_left = text.size();
  std::size_t written = 0;
  while (from_left > 0) {
    out.resize(written + 2 * from_left + 16);
    char* to = out.data() + written;
    std::size_t to_left = out.size() - written;
    const std::size_t status = iconv(handle, &from, &from_left, &to, &to_left);
    written = out.size() - to_left;
    if (status == std::size_t(-1) && errno != E2BIG) return std::nullopt;
  }
  out.resize(written);
  return out;
}

// The encoding that the first bytes give away, for those in which a character has more than one byte.
const char* wide_encoding(std::string_view text) {
  using namespace std::string_view_literals;
  struct Start {
    std::string_view bytes;
    const char* encoding;
  };
  // Byte order marks, the longer first, then "<" without one.
  static constexpr Start kStarts[] = {
      {"\xFF\xFE\0\0"sv, "UTF-32LE"}, {"\0\0\xFE\xFF"sv, "UTF-32BE"}, {"\xFF\xFE"sv, "UTF-16LE"},
      {"\xFE\xFF"sv, "UTF-16BE"},     {"<\0\0\0"sv, "UTF-32LE"},      {"\0\0\0<"sv, "UTF-32BE"},
      {"<\0"sv, "UTF-16LE"},          {"\0<"sv, "UTF-16BE"},
  };
  for (const Start& start : kStarts)
    if (text.starts_with(start.bytes)) return start.encoding;
  return nullptr;
}

// encoding="..." of the XML declaration; empty: none, or nothing that could be the name of one.
std::string_view declared_encoding(std::string_view text) {
  constexpr std::size_t kLongestDeclaration = 200;
  constexpr std::string_view kNameCharacters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_.:";
  if (!text.starts_with("<?xml")) return {};
  const std::string_view declaration = text.substr(0, std::min(kLongestDeclaration, text.find("?>")));
  const std::size_t name = declaration.find("encoding");
  if (name == std::string_view::npos) return {};
  const std::size_t open = declaration.find_first_of("\"'", name);
  if (open == std::string_view::npos) return {};
  const std::size_t close = declaration.find(declaration[open], open + 1);
  if (close == std::string_view::npos) return {};
  const std::string_view encoding = declaration.substr(open + 1, close - open - 1);
  return encoding.find_first_not_of(kNameCharacters) == std::string_view::npos ? encoding : std::string_view{};
}

}  // namespace

Result<std::string> unpacked(std::string bytes, const std::string& file_name, std::size_t limit) {
  if (bytes.size() > limit)
    return Problem{{.file = file_name}, fmt::format("is larger than {}, which is refused", megabytes(limit))};
  if (is_gzip(bytes)) return inflated(bytes, file_name, limit);
  if (const std::string_view packing = other_packing(bytes); !packing.empty())
    return Problem{
        {.file = file_name},
        fmt::format("is packed with {}, which is not read for maps: unpack it, or pack it with gzip", packing)};
  return bytes;
}

Result<std::string> as_utf8(std::string text, const std::string& file_name, std::vector<std::string>& warnings) {
  constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
  if (const char* encoding = wide_encoding(text)) {
    std::optional<std::string> utf8 = converted(text, encoding);
    if (!utf8) return Problem{{.file = file_name}, fmt::format("looks like {} but cannot be read as it", encoding)};
    if (utf8->starts_with(kByteOrderMark)) utf8->erase(0, kByteOrderMark.size());
    return *std::move(utf8);
  }
  if (text.starts_with(kByteOrderMark)) text.erase(0, kByteOrderMark.size());

  const std::string encoding(declared_encoding(text));
  const bool claims_utf8 = encoding.empty() || equals_ignoring_case(encoding, "utf-8") ||
                           equals_ignoring_case(encoding, "utf8") || equals_ignoring_case(encoding, "us-ascii") ||
                           equals_ignoring_case(encoding, "ascii");
  const std::optional<std::size_t> odd = first_not_utf8(text);
  if (!odd) return text;  // UTF-8, or an encoding of which only the ASCII part is used
  if (!claims_utf8) {
    if (std::optional<std::string> utf8 = converted(text, encoding)) return *std::move(utf8);
  }
  const std::uint32_t line = LineCounter(text).line_at(*odd);
  warnings.push_back(to_string(Problem{{.file = file_name, .line = line},
                                       fmt::format("not {} as the file claims: read as ISO 8859-1",
                                                   claims_utf8 ? "UTF-8" : "text in the encoding " + encoding)}));
  std::optional<std::string> utf8 = converted(text, "ISO-8859-1");
  if (!utf8) return Problem{{.file = file_name, .line = line}, "is not UTF-8"};
  return *std::move(utf8);
}

}  // namespace scrutineer::map::detail
