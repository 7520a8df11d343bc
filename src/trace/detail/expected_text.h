// A short text that mostly comes again at the same place, such as ` speed="` in the tags of a run.
//
//   ExpectedText expected(" speed=\"");       // at most kLongest bytes
//   if (expected.stands_at(at)) at += expected.size();
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>

namespace scrutineer::trace {

class ExpectedText {
 public:
  static constexpr std::size_t kLongest = 32;

  ExpectedText() = default;
  explicit ExpectedText(std::string_view text) : text_(text) {
    std::array<char, kInWords> mask{}, bytes{};
    std::memset(mask.data(), 0xFF, std::min(text.size(), kInWords));
    text.copy(bytes.data(), kInWords);
    std::memcpy(masks_.data(), mask.data(), mask.size());
    std::memcpy(words_.data(), bytes.data(), bytes.size());
  }

  std::string_view text() const { return text_; }
  std::size_t size() const { return text_.size(); }

  // Whether the bytes from `at` on begin with it; kLongest of them can be read. Eight are compared at a time.
  bool stands_at(const char* at) const {
    std::array<std::uint64_t, kWords> found;  // NOLINT(*-member-init): all of it is written next
    std::memcpy(found.data(), at, kInWords);
    if ((((found[0] ^ words_[0]) & masks_[0]) | ((found[1] ^ words_[1]) & masks_[1])) != 0) return false;
    return text_.size() <= kInWords ||
           std::memcmp(at + kInWords, text_.data() + kInWords, text_.size() - kInWords) == 0;
  }

 private:
  static constexpr std::size_t kWords = 2, kInWords = kWords * 8;

  std::string text_;
  std::array<std::uint64_t, kWords> words_{}, masks_{};  // of the text's first bytes
};

}  // namespace scrutineer::trace
