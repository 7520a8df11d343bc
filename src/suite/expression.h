// A condition over metrics, as people write it in a rule: `excess > 2 and limit < 20`, `duration - 3 >= ttc.min`.
//
// Numbers, names of metrics (letters, digits, _ and .; any other between backticks), + - * /, comparisons (= is ==),
// and, or, not, brackets. Comparisons with a metric that is not there are unknown, neither true nor false: `not x > 2`
// holds as little as `x > 2` then. What is unknown to `and` and `or` does not matter where the other side decides.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace scrutineer::suite {

class Expression {
 public:
  // A problem names the place: "in `a >`, at the end: expected a number or the name of a metric".
  static Result<Expression> parse(std::string_view text);

  // `metric` gives the value of a name, NaN where there is none. False also if it is unknown.
  bool holds(const std::function<double(std::string_view)>& metric) const;
  // The metrics it speaks of, in order, each once.
  const std::vector<std::string>& names() const { return names_; }

  struct Node;

 private:
  Expression(std::shared_ptr<const Node> root, std::vector<std::string> names)
      : root_(std::move(root)), names_(std::move(names)) {}

  std::shared_ptr<const Node> root_;
  std::vector<std::string> names_;
};

}  // namespace scrutineer::suite
