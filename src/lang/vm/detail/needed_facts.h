// Which facts that a run need not tell, such as the weather, a value does not exist without, or a condition cannot hold
// without.
//
//   conditions.precipitation >= moderate and actor.state.speed > 10mps      // precipitation
//   gap < (conditions.precipitation >= moderate ? 2s : 1s)                  // none: without it there is a limit, too
#pragma once

#include <compare>
#include <cstddef>
#include <map>
#include <optional>
#include <set>
#include <string_view>
#include <utility>
#include <vector>

#include "lang/sema/program.h"

namespace scrutineer::lang::detail {

struct ToldFact {
  std::string_view name;
  // Of some actor at least, whichever; else of the frame, or of the actor to which the watcher belongs.
  bool is_of_anybody = false;

  auto operator<=>(const ToldFact&) const = default;
};

// Nothing: it never holds, whatever the run tells.
using Needs = std::optional<std::set<ToldFact>>;

Needs both(Needs left, const Needs& right);           // of what needs this and that
Needs common(const Needs& left, const Needs& right);  // of what is there with either

// The fact that an expression asks for, if it is such a one.
std::optional<ToldFact> told_fact(const Program& program, const Expression& what);
// Enumerations of what a run may tell begin with `unknown`.
bool is_known_word(const Expression& what);
bool is_unknown_word(const Expression& what);

class NeededFacts {
 public:
  explicit NeededFacts(const Program& program) : program_(program) {}

  // Of what a function gives that does nothing else.
  Needs of_result(FunctionId function);
  // Of an expression in its body: of a truth, to hold; of a value, to exist.
  Needs of(ExpressionId id, FunctionId function);
  // Of a truth, not to hold.
  Needs of_opposite(ExpressionId id, FunctionId function);

 private:
  using Local = std::pair<FunctionId, std::uint32_t>;

  Needs of_kind(const Expression& what, FunctionId function);
  Needs of_opposite_of(const Expression& what, FunctionId function);
  Needs of_operator(const Expression& what, FunctionId function);
  Needs of_equality(const Expression& what, FunctionId function);
  Needs of_intrinsic(const Expression& what, FunctionId function);
  Needs of_fold(const Expression& what, FunctionId function);
  Needs of_local(std::uint32_t local, FunctionId function);
  void find_values(const std::vector<StatementId>& statements, FunctionId function);
  TypeKind kind(ExpressionId id) const { return program_.expressions[id].type.kind; }

  // No program that people write comes near; beyond, nothing is known to be needed.
  static constexpr std::size_t kMostSteps = 100'000, kMostLevels = 1000;

  const Program& program_;
  std::size_t steps_ = 0, levels_ = 0;
  std::set<FunctionId> in_functions_, found_in_;
  std::set<Local> in_locals_;
  std::map<Local, std::vector<ExpressionId>> values_;  // that are assigned; kNone: of one that is not known
};

}  // namespace scrutineer::lang::detail
