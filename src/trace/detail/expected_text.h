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
    std::array<char, 16> mask{}, bytes{};
    std::memset(mask.data(), 0xFF, std::min(text.size(), mask.size()));
    text.copy(bytes.data(), bytes.size());
    std::memcpy(masks_.data(), mask.data(), mask.size());
    std::memcpy(words_.data(), bytes.data(), bytes.size());
  }

  std::string_view text() const { return text_; }
  std::size_t size() const { return text_.size(); }

  // Whether the bytes from `at` on begin with it; kLongest of them can be read. Most are no longer than a word.
  bool stands_at(const char* at) const {
    if (!agrees(at, 0)) return false;
    if (text_.size() <= 8) return true;
    return agrees(at, 1) && (text_.size() <= 16 || std::memcmp(at + 16, text_.data() + 16, text_.size() - 16) == 0);
  }

 private:
  bool agrees(const char* at, std::size_t word) const {
    std::uint64_t found = 0;
    std::memcpy(&found, at + word * 8, 8);
    return ((found ^ words_[word]) & masks_[word]) == 0;
  }

  std::string text_;
  std::array<std::uint64_t, 2> words_{}, masks_{};  // of the text's first bytes
};

}  // namespace scrutineer::trace
