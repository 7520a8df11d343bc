// The texts and lists that a run makes. Registers and cells hold handles (lower/handles.h).
//
// Nothing is freed while a frame is evaluated. Between two frames, once enough has been made, what no cell refers to
// any more gives its place to what comes next, so a run that goes on as before allocates nothing: places keep their
// memory.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "lang/lower/handles.h"

namespace scrutineer::lang {

class PoolFull : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

class Pools {
 public:
  static constexpr std::uint32_t kMost = 1'000'000;                // texts, and lists
  static constexpr std::size_t kLongestText = 1'000'000;           // bytes
  static constexpr std::size_t kLongestList = 1'000'000;           // elements
  static constexpr std::size_t kMostBytes = std::size_t{1} << 28;  // of all texts and lists since the last sweep

  // The constant texts are there from the beginning and stay.
  explicit Pools(std::span<const std::string> constants);

  // Throw PoolFull beyond the bounds above.
  double add_text(std::string_view text);
  double add_list(std::span<const double> elements);
  void append(double list, double element);

  const std::string* find_text(double handle) const;          // null: it is none
  const std::vector<double>* find_list(double handle) const;  // null: it is none

  bool wants_sweep() const { return made_ > 1024 + 2 * kept_; }
  // Between frames. `roots` are all cells: what they, and lists that they refer to, refer to is kept.
  void sweep(std::span<const std::span<const double>> roots);

  std::size_t texts() const { return texts_.size() - free_texts_.size(); }
  std::size_t lists() const { return lists_.size() - free_lists_.size(); }

 private:
  void count(std::size_t bytes);
  void mark(double handle);

  std::uint32_t constants_ = 0;
  std::vector<std::string> texts_;
  std::vector<std::vector<double>> lists_;
  std::vector<char> text_is_used_, list_is_used_;  // a place that is free is not used
  std::vector<std::uint32_t> free_texts_, free_lists_;
  std::vector<std::uint32_t> to_look_at_;  // lists that are marked
  std::size_t made_ = 0, kept_ = 0;        // since the last sweep; by it
  std::size_t bytes_ = 0;
};

}  // namespace scrutineer::lang
