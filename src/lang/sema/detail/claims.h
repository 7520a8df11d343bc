// What one `set`, or one `keep(path == value)`, claims.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "lang/sema/detail/function_compiler.h"

namespace scrutineer::lang::detail {

struct Claim {
  const syntax::Expression* target = nullptr;
  const syntax::Expression* value = nullptr;  // null: a truth ...
  bool truth = true;                          // ... this one
  bool is_range = false;
  syntax::KeepStrength strength = syntax::KeepStrength::by_default;
  bool is_set = false;
  Span span = {};

  // It is kept, and not only a default.
  bool is_hard() const { return !is_set && strength != syntax::KeepStrength::by_default; }
};

// "`speed`", as the target is written.
std::string quoted_target(const PassResults& passes, const Claim& claim);

// A path to a cell: where it begins, and the cells on the way. All but the last refer to structs.
struct CellPath {
  ExpressionKind space = ExpressionKind::own_cell;
  ExpressionId base = kNone;
  std::vector<std::uint32_t> cells = {};
};
CellPath path_to(const Program& program, const CellAddress& address);

// Constants that are kept. Two that are kept of one thing must agree.
class KeptConstants {
 public:
  explicit KeptConstants(PassResults& passes) : passes_(passes) {}

  // Reports another value for the same key. `target`: where the thing is named.
  void note(const std::string& key, double value, const Claim& claim, Span target);
  // To be compared with what is kept of the same cell elsewhere: in the type of a field, in a base.
  void add(double value, const Claim& claim, Span target, const CellPath& path, const TypeInfo& type);
  void compare();

 private:
  // A constant at a cell of a type, of an instance, or of the program.
  struct Kept {
    const TypeInfo* type = nullptr;     // null: the program, unless ...
    std::uint32_t declaration = kNone;  // ... it is of these instances
    std::vector<std::uint32_t> cells;   // as in CellPath
    double value = 0.0;
    Span span, target;
  };
  using CellSpan = std::span<const std::uint32_t>;

  void compare(const Kept& kept, const TypeInfo& type, CellSpan cells);
  void compare_with_type(const Kept& kept, const TypeInfo& type, CellSpan cells);
  void compare_with_parts(const Kept& kept, const TypeInfo& type, CellSpan cells);
  void compare_with_field(const Kept& kept, const FieldInfo& field, CellSpan cells);
  void contradict(Span claim, Span target, Span other);

  PassResults& passes_;
  std::unordered_map<std::string, std::pair<double, Span>> noted_;
  std::vector<Kept> kept_;
};

}  // namespace scrutineer::lang::detail
