// A short text that mostly comes again at the same place, such as ` speed="` in the tags of a run.
//
//   ExpectedText expected(" speed=\"");
//   if (expected.stands_at(at, end)) at += expected.size();
#pragma once

#include <array>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>

namespace scrutineer::trace {

class ExpectedText {
 public:
  ExpectedText() = default;
  explicit ExpectedText(std::string_view text) : text_(text) {
    if (text.size() > kWords * 8) return;
    std::array<char, kWords * 8> mask{}, bytes{};
    std::memset(mask.data(), 0xFF, text.size());
    text.copy(bytes.data(), text.size());
    std::memcpy(masks_.data(), mask.data(), mask.size());
    std::memcpy(words_.data(), bytes.data(), bytes.size());
  }

  std::size_t size() const { return text_.size(); }
  bool operator==(std::string_view text) const { return text_ == text; }

  // Whether the bytes from `at` on begin with it. Short ones are compared eight bytes at a time where as many are left.
  bool stands_at(const char* at, const char* end) const {
    const auto left = static_cast<std::size_t>(end - at);
    if (text_.size() > kWords * 8 || left < kWords * 8)
      return left >= text_.size() && std::memcmp(at, text_.data(), text_.size()) == 0;
    std::array<std::uint64_t, kWords> found;  // NOLINT(*-member-init): all of it is written next
    std::memcpy(found.data(), at, kWords * 8);
    return (((found[0] ^ words_[0]) & masks_[0]) | ((found[1] ^ words_[1]) & masks_[1])) == 0;
  }

 private:
  static constexpr std::size_t kWords = 2;

  std::string text_;
  std::array<std::uint64_t, kWords> words_{}, masks_{};  // of the text, as far as it goes
};

}  // namespace scrutineer::trace
