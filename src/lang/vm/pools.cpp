#include "lang/vm/pools.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace scrutineer::lang {

Pools::Pools(std::span<const std::string> constants, std::span<const LargeNumber> large_constants)
    : constants_(static_cast<std::uint32_t>(constants.size())),
      large_constants_(static_cast<std::uint32_t>(large_constants.size())),
      texts_(constants.begin(), constants.end()),
      text_is_used_(constants.size(), 1),
      large_is_used_(large_constants.size(), 1) {
  for (const LargeNumber& number : large_constants)
    large_.push_back(number.is_negative ? -Whole{number.magnitude} : Whole{number.magnitude});
}

void Pools::count(std::size_t bytes) {
  ++made_;
  bytes_ += bytes;
  if (bytes_ > kMostBytes) throw PoolFull("too many texts, lists and structs in one frame");
}

double Pools::add_text(std::string_view text) {
  if (text.size() > kLongestText) throw PoolFull("a text of " + std::to_string(text.size()) + " bytes");
  count(text.size());
  std::uint32_t place = 0;
  if (!free_texts_.empty()) {
    place = free_texts_.back();
    free_texts_.pop_back();
  } else {
    if (texts_.size() >= constants_ + std::size_t{kMost}) throw PoolFull("too many texts");
    place = static_cast<std::uint32_t>(texts_.size());
    texts_.emplace_back();
    text_is_used_.push_back(0);
  }
  texts_[place].assign(text);
  text_is_used_[place] = 1;
  return text_handle(place);
}

double Pools::take_list(List list) {
  std::uint32_t place = 0;
  if (!free_lists_.empty()) {
    place = free_lists_.back();
    free_lists_.pop_back();
  } else {
    if (lists_.size() >= kMost) throw PoolFull("too many lists");
    place = static_cast<std::uint32_t>(lists_.size());
    lists_.emplace_back();
    list_is_used_.push_back(0);
  }
  lists_[place] = list;
  list_is_used_[place] = 1;
  return list_handle(place);
}

std::uint32_t Pools::take_shared() {
  if (free_shared_.empty()) {
    shared_.emplace_back();
    shared_is_used_.push_back(1);
    return static_cast<std::uint32_t>(shared_.size() - 1);
  }
  const std::uint32_t place = free_shared_.back();
  free_shared_.pop_back();
  shared_is_used_[place] = 1;
  return place;
}

double Pools::add_list(std::span<const double> elements) {
  if (elements.size() > kLongestList) throw PoolFull("a list of " + std::to_string(elements.size()) + " elements");
  count(elements.size_bytes());
  const std::uint32_t shared = take_shared();
  shared_[shared].assign(elements.begin(), elements.end());
  return take_list({.shared = shared, .size = static_cast<std::uint32_t>(elements.size())});
}

double Pools::continue_list(double list, double element) {
  const auto count_of = static_cast<std::uint32_t>(lists_.size());
  const std::uint32_t place = index_below(list - kFirstList, count_of);
  const List before = place == count_of ? List{} : lists_[place];
  if (place == count_of || shared_[before.shared].size() != before.size) {  // another one continues it already
    std::vector<double> longer;
    if (const auto elements = find_list(list)) longer.assign(elements->begin(), elements->end());
    longer.push_back(element);
    return add_list(longer);
  }
  if (before.size >= kLongestList) throw PoolFull("a list of " + std::to_string(before.size + 1) + " elements");
  count(sizeof(double));
  shared_[before.shared].push_back(element);
  return take_list({.shared = before.shared, .size = before.size + 1});
}

double Pools::add_struct(std::uint32_t type, std::uint32_t cells) {
  count(sizeof(Struct) + cells * sizeof(double));
  std::uint32_t place = 0;
  if (!free_structs_.empty()) {
    place = free_structs_.back();
    free_structs_.pop_back();
  } else {
    if (structs_.size() >= kMost) throw PoolFull("too many structs");
    place = static_cast<std::uint32_t>(structs_.size());
    structs_.emplace_back();
    struct_is_used_.push_back(0);
  }
  structs_[place].type = type;
  structs_[place].cells.assign(cells, kNull);
  struct_is_used_[place] = 1;
  return struct_handle(place);
}

double Pools::add_whole(Whole number) {
  if (number > -Whole{1} << 53 && number < Whole{1} << 53) return static_cast<double>(number);
  if (number < std::numeric_limits<std::int64_t>::min() || number > std::numeric_limits<std::uint64_t>::max())
    throw PoolFull("a whole number beyond 64 bits");
  count(sizeof(Whole));
  std::uint32_t place = 0;
  if (!free_large_.empty()) {
    place = free_large_.back();
    free_large_.pop_back();
  } else {
    if (large_.size() >= large_constants_ + std::size_t{kMost}) throw PoolFull("too many large whole numbers");
    place = static_cast<std::uint32_t>(large_.size());
    large_.emplace_back();
    large_is_used_.push_back(0);
  }
  large_[place] = number;
  large_is_used_[place] = 1;
  return large_handle(place);
}

std::optional<Whole> Pools::find_whole(double handle) const {
  if (is_large(handle)) {
    const std::uint32_t place = large_place(handle);
    return place < large_.size() && large_is_used_[place] != 0 ? std::optional(large_[place]) : std::nullopt;
  }
  // A fraction that was cut off may be any double.
  constexpr double kEnd = 0x1p64;
  if (!(std::abs(handle) < kEnd)) return std::nullopt;
  return static_cast<Whole>(handle);
}

const std::string* Pools::find_text(double handle) const {
  const auto size = static_cast<std::uint32_t>(texts_.size());
  const std::uint32_t place = index_below(handle - kFirstText, size);
  return place != size && text_is_used_[place] != 0 ? &texts_[place] : nullptr;
}

void Pools::append(double list, double element) {
  const auto size = static_cast<std::uint32_t>(lists_.size());
  const std::uint32_t place = index_below(list - kFirstList, size);
  if (place == size) return;
  if (lists_[place].size >= kLongestList) throw PoolFull("a list of more than 1000000 elements");
  bytes_ += sizeof(double);
  if (bytes_ > kMostBytes) throw PoolFull("too many texts, lists and structs in one frame");
  shared_[lists_[place].shared].push_back(element);
  ++lists_[place].size;
}

// A number that looks like a handle keeps what it would refer to: harmless, and no types are needed.
void Pools::mark(double handle) {
  if (is_large(handle) && large_place(handle) < large_.size() && large_is_used_[large_place(handle)] != 0)
    large_is_used_[large_place(handle)] = 2;
  if (!(handle >= kFirstText && handle < kReferencesEnd)) return;
  if (handle < kFirstList) {
    const auto size = static_cast<std::uint32_t>(texts_.size());
    if (const std::uint32_t place = index_below(handle - kFirstText, size); place != size && text_is_used_[place] != 0)
      text_is_used_[place] = 2;
    return;
  }
  const bool is_list = handle < kFirstStruct;
  std::vector<char>& used = is_list ? list_is_used_ : struct_is_used_;
  const auto size = static_cast<std::uint32_t>(used.size());
  const std::uint32_t place = index_below(handle - (is_list ? kFirstList : kFirstStruct), size);
  if (place == size || used[place] != 1) return;
  used[place] = 2;
  to_look_at_.push_back(handle);
}

void Pools::sweep(std::span<const std::span<const double>> roots) {
  made_ = kept_ = seen_ = bytes_ = 0;
  const auto look_at = [this](std::span<const double> cells) {
    seen_ += cells.size();
    for (const double held : cells) mark(held);
  };
  for (const auto& cells : roots) look_at(cells);
  while (!to_look_at_.empty()) {
    const double handle = to_look_at_.back();
    to_look_at_.pop_back();
    if (const Struct* const structure = find_struct(handle)) {
      look_at(structure->cells);
      continue;
    }
    // Of those that continue each other, all elements are kept as long as one list is.
    const std::uint32_t shared = lists_[static_cast<std::uint32_t>(handle - kFirstList)].shared;
    if (std::exchange(shared_is_used_[shared], char{2}) != 2) look_at(shared_[shared]);
  }
  free_texts_.clear();
  free_lists_.clear();
  free_shared_.clear();
  free_structs_.clear();
  free_large_.clear();
  // From the end, so that the lowest places are taken first.
  const auto keep = [&](std::vector<char>& used, std::size_t first, std::vector<std::uint32_t>& free) {
    for (std::size_t place = used.size(); place-- > first;) {
      if (used[place] == 2) {
        used[place] = 1;
        ++kept_;
      } else {
        used[place] = 0;
        free.push_back(static_cast<std::uint32_t>(place));
      }
    }
  };
  keep(text_is_used_, constants_, free_texts_);
  keep(list_is_used_, 0, free_lists_);
  keep(shared_is_used_, 0, free_shared_);
  keep(struct_is_used_, 0, free_structs_);
  keep(large_is_used_, large_constants_, free_large_);
  for (std::size_t place = 0; place < constants_; ++place) text_is_used_[place] = 1;
  for (std::size_t place = 0; place < large_constants_; ++place) large_is_used_[place] = 1;
}

}  // namespace scrutineer::lang
