// Errors as values with a place.
//
//   Result<Distance> read_length(const Element& road) {
//     if (!road.has("length")) return Problem{road.place(), "road \"12\": attribute length is missing"};
//     return Distance::from_si(...);
//   }
//   auto length = read_length(road);
//   if (!length) return length.problem();
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <variant>

namespace scrutineer {

// Where something is said: a file, and in it a line, or for binary files a byte or a frame. 0 and nothing: not known.
struct Place {
  std::string file;
  std::uint32_t line = 0;    // from 1
  std::uint32_t column = 0;  // from 1
  std::optional<std::uint64_t> byte = {};
  std::optional<std::uint64_t> frame = {};

  bool operator==(const Place&) const = default;
};

// "town.xodr:118", "run.osi: frame 12, byte 4711", "" when nothing is known.
std::string to_string(const Place& place);

struct Problem {
  Place place;
  std::string message;  // what was found and what was wanted, as one line for a person

  bool operator==(const Problem&) const = default;
};

// "town.xodr:118: road \"12\": length must be above 0 m, found -3 m"
std::string to_string(const Problem& problem);

// A value or the problem that prevented it.
template <typename T>
class [[nodiscard]] Result {
 public:
  Result(T value) : content_(std::move(value)) {}  // NOLINT(google-explicit-constructor): reads as `return x;`
  Result(Problem problem) : content_(std::move(problem)) {}  // NOLINT(google-explicit-constructor)

  explicit operator bool() const { return content_.index() == 0; }
  T& operator*() & { return *std::get_if<0>(&content_); }
  const T& operator*() const& { return *std::get_if<0>(&content_); }
  T&& operator*() && { return std::move(*std::get_if<0>(&content_)); }
  T* operator->() { return std::get_if<0>(&content_); }
  const T* operator->() const { return std::get_if<0>(&content_); }
  const Problem& problem() const { return *std::get_if<1>(&content_); }

 private:
  std::variant<T, Problem> content_;
};

}  // namespace scrutineer
