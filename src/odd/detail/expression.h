// The text of a condition, taken apart: "< 60 km/h", "[2 .. 10] mm/h", "> 1.75*ego_width", "heavy_rain".
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "base/result.h"

namespace scrutineer::odd::detail {

// A number, a concept, or one times or over the other.
struct TermText {
  double number = 1.0;
  std::string times = {}, over = {};  // concepts; empty: none
  bool is_plain() const { return times.empty() && over.empty(); }
};

struct ExpressionText {
  enum class Kind : unsigned char { equal, less, at_most, greater, at_least, range };

  Kind kind = Kind::equal;
  bool has_operator = false;  // of equal: "= 3"
  bool is_number = false;     // it can be read as one, or as a concept that has one
  TermText first = {}, second = {};
  std::string unit = {};  // empty: none is given
  std::string word = {};  // what stands behind the operator, as it is written: "heavy_rain"
};

// A problem without a place, if it is none: its message is a clause.
Result<ExpressionText> parse_expression(std::string_view text);

}  // namespace scrutineer::odd::detail
