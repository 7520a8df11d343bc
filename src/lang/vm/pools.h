// The texts, lists, structs and large whole numbers that a run makes. Registers and cells hold handles (lower/handles.h).
//
// Nothing is freed while a frame is evaluated. Between two frames, once enough has been made, what no cell refers to
// any more gives its place to what comes next, so a run that goes on as before allocates nothing: places keep their
// memory. The lowest free place is taken first, so handles are the same in every run.
//
// A list never changes once it is made: changing a variable makes another list. One that continues another shares its
// elements, so a list that grows by one in every frame costs no copies.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "lang/lower/handles.h"
#include "lang/sema/program.h"

namespace scrutineer::lang {

class PoolFull : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

__extension__ using Whole = __int128;  // holds every number of 64 bits, signed or not, and their sums and products

class Pools {
 public:
  static constexpr std::uint32_t kMost = 1'000'000;                // texts, lists, and structs
  static constexpr std::size_t kLongestText = 1'000'000;           // bytes
  static constexpr std::size_t kLongestList = 1'000'000;           // elements
  static constexpr std::size_t kMostBytes = std::size_t{1} << 28;  // of all of them since the last sweep

  struct Struct {
    std::uint32_t type = 0;  // in Program::structs: its own, whatever it is referred to as
    std::vector<double> cells;
  };

  // The constants are there from the beginning and stay.
  explicit Pools(std::span<const std::string> constants, std::span<const LargeNumber> large_constants = {});

  // Throw PoolFull beyond the bounds above.
  double add_text(std::string_view text);
  double add_list(std::span<const double> elements);
  double continue_list(double list, double element);           // another one, with one more; of none: one of that alone
  void append(double list, double element);                    // to one that nobody else refers to yet
  double add_struct(std::uint32_t type, std::uint32_t cells);  // without values

  const std::string* find_text(double handle) const;  // null: it is none
  // Nothing: it is none. Until something is made.
  std::optional<std::span<const double>> find_list(double handle) const {
    const auto size = static_cast<std::uint32_t>(lists_.size());
    const std::uint32_t place = index_below(handle - kFirstList, size);
    if (place == size || list_is_used_[place] == 0) return std::nullopt;
    return std::span(shared_[lists_[place].shared]).first(lists_[place].size);
  }
  // Below 2^53 the number itself. Throws PoolFull beyond 64 bits.
  double add_whole(Whole number);
  std::optional<Whole> find_whole(double handle) const;  // nothing: it is none

  // Null: it is none.
  const Struct* find_struct(double handle) const {
    const std::uint32_t place = place_of_struct(handle);
    return place == kMost ? nullptr : &structs_[place];
  }
  Struct* find_struct(double handle) {
    const std::uint32_t place = place_of_struct(handle);
    return place == kMost ? nullptr : &structs_[place];
  }

  // Rarely enough that a sweep costs little for each that was made, even if it has long lists to look at; and in time:
  // kMost and kMostBytes are for one frame.
  bool wants_sweep() const {
    return made_ > std::min<std::size_t>(1024 + 2 * kept_ + seen_ / 8, kMost / 8) || bytes_ > kMostBytes / 8;
  }
  // Between frames. `roots` are all cells: what they, and lists and structs that they refer to, refer to is kept.
  void sweep(std::span<const std::span<const double>> roots);

  std::size_t texts() const { return texts_.size() - free_texts_.size(); }
  std::size_t lists() const { return lists_.size() - free_lists_.size(); }
  std::size_t structs() const { return structs_.size() - free_structs_.size(); }

 private:
  std::uint32_t place_of_struct(double handle) const {  // kMost: it is none
    const auto size = static_cast<std::uint32_t>(structs_.size());
    const std::uint32_t place = index_below(handle - kFirstStruct, size);
    return place != size && struct_is_used_[place] != 0 ? place : kMost;
  }
  // The first elements of what it shares with those that continue it.
  struct List {
    std::uint32_t shared = 0, size = 0;
  };

  void count(std::size_t bytes);
  double take_list(List list);
  std::uint32_t take_shared();
  void mark(double handle);

  std::uint32_t constants_ = 0, large_constants_ = 0;
  std::vector<std::string> texts_;
  std::vector<List> lists_;
  std::vector<std::vector<double>> shared_;  // elements of lists
  std::vector<Struct> structs_;
  std::vector<Whole> large_;
  // A place that is free is not used.
  std::vector<char> text_is_used_, list_is_used_, shared_is_used_, struct_is_used_, large_is_used_;
  std::vector<std::uint32_t> free_texts_, free_lists_, free_shared_, free_structs_, free_large_;
  std::vector<double> to_look_at_;   // lists and structs that are marked
  std::size_t made_ = 0;             // since the last sweep
  std::size_t kept_ = 0, seen_ = 0;  // by it: texts, lists and the like, and cells and elements that it looked at
  std::size_t bytes_ = 0;
};

}  // namespace scrutineer::lang
