#include "app/detail/gate.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <utility>

#include "base/printable.h"
#include "base/utf8.h"

namespace scrutineer::app {

namespace {

// All that inked() writes.
constexpr std::array<std::string_view, 6> kColours{"\033[0m", "\033[1m", "\033[2m", "\033[31m", "\033[32m", "\033[33m"};
constexpr std::size_t kLongestCharacter = 4;

bool is_plain(char c) { return (c >= ' ' && c <= '~') || c == '\n' || c == '\t'; }

bool may_go_on(std::string_view text) {
  const bool begins_colour =
      std::ranges::any_of(kColours, [&](std::string_view colour) { return colour.starts_with(text); });
  const auto continues = [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) == 0x80U; };
  const bool begins_character = static_cast<unsigned char>(text.front()) >= 0xC2 && text.size() < kLongestCharacter &&
                                std::ranges::all_of(text.substr(1), continues);
  return begins_colour || begins_character;
}

}  // namespace

bool Gate::put(std::string_view text) {
  errno = 0;
  if (!text.empty() && !screen_.write(text.data(), static_cast<std::streamsize>(text.size())) && error_ == 0)
    error_ = errno;
  return static_cast<bool>(screen_);
}

bool Gate::pass(std::string_view text, bool is_last) {
  while (!text.empty()) {
    const std::string_view plain =
        text.substr(0, static_cast<std::size_t>(std::ranges::find_if_not(text, is_plain) - text.begin()));
    if (!put(plain)) return false;
    text.remove_prefix(plain.size());
    if (text.empty()) return true;
    const auto colour = std::ranges::find_if(kColours, [&](std::string_view known) { return text.starts_with(known); });
    const std::size_t length = utf8_length(text);
    const bool is_colour = colour_ && colour != kColours.end();
    if (!is_last && !is_colour && (length == 0 || (colour_ && text.front() == '\033')) && may_go_on(text)) {
      waiting_ = text;
      return true;
    }
    const std::string_view taken = text.substr(0, is_colour ? colour->size() : std::max<std::size_t>(length, 1));
    if (!put(is_colour ? std::string(taken) : printable(taken))) return false;
    text.remove_prefix(taken.size());
  }
  return true;
}

void Gate::finish() {
  const std::string rest = std::exchange(waiting_, {});
  pass(rest, true);
}

bool Gate::reader_has_gone() const { return error_ == EPIPE; }

Gate::int_type Gate::overflow(int_type character) {
  if (traits_type::eq_int_type(character, traits_type::eof())) return traits_type::not_eof(character);
  const char c = traits_type::to_char_type(character);
  return xsputn(&c, 1) == 1 ? character : traits_type::eof();
}

std::streamsize Gate::xsputn(const char* text, std::streamsize count) {
  const std::string_view added(text, static_cast<std::size_t>(count));
  if (waiting_.empty()) return pass(added, false) ? count : 0;
  const std::string whole = std::exchange(waiting_, {}) + std::string(added);
  return pass(whole, false) ? count : 0;
}

int Gate::sync() {
  errno = 0;
  if (!screen_.flush() && error_ == 0) error_ = errno;
  return screen_ ? 0 : -1;
}

}  // namespace scrutineer::app
