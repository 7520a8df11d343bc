// What an expression is worth if it is the same every time.
#pragma once

#include <optional>
#include <vector>

#include "lang/sema/program.h"

namespace scrutineer::lang {

// Remembers what it found out, so that asking at every level of a deep expression costs no more than asking once.
class Folding {
 public:
  explicit Folding(const Program& program) : program_(program), known_(program.expressions.size()) {}

  std::optional<double> operator()(ExpressionId expression);

 private:
  struct Known {
    bool is_asked = false;
    std::optional<double> value;
  };
  std::optional<double> compute(const Expression& expression);
  std::optional<double> logic(const Expression& expression, BinaryOperator op);
  std::optional<double> binary(const Expression& expression);

  const Program& program_;
  std::vector<Known> known_;
};

// Does a value count as true? What does not exist does not.
constexpr bool holds(double value) { return value > 0.0 || value < 0.0; }

// Is equality of these that of references: null equals null?
bool is_reference(const Type& type);

}  // namespace scrutineer::lang
