// Which kinds of issues the code of each object raises by itself.
#include <algorithm>
#include <unordered_set>

#include "lang/sema/detail/records.h"

namespace scrutineer::lang::detail {
namespace {

class Raised {
 public:
  Raised(const Program& program, std::unordered_set<std::uint32_t> intrinsics, std::uint32_t kinds)
      : program_(program), intrinsics_(std::move(intrinsics)), kinds_(kinds) {}

  void visit_function(FunctionId id) {
    if (id == kNone || !functions_.insert(id).second) return;
    visit(program_.functions[id].body);
  }

  std::vector<std::string> found() {
    std::ranges::sort(found_);
    const auto repeated = std::ranges::unique(found_);
    found_.erase(repeated.begin(), repeated.end());
    return std::move(found_);
  }

 private:
  void visit(const std::vector<StatementId>& statements) {
    for (const StatementId id : statements) {
      const Statement& statement = program_.statements[id];
      if (statement.value != kNone) visit_expression(statement.value);
      visit(statement.body);
      visit(statement.otherwise);
    }
  }

  void visit_expression(ExpressionId id) {
    if (!expressions_.insert(id).second) return;
    const Expression& expression = program_.expressions[id];
    if (expression.kind == ExpressionKind::call) visit_function(expression.index);
    if (expression.kind == ExpressionKind::intrinsic && intrinsics_.contains(expression.index) &&
        !expression.operands.empty()) {
      const Expression& kind = program_.expressions[expression.operands.front()];
      if (kind.kind == ExpressionKind::constant && kind.type.kind == TypeKind::word && kind.type.index == kinds_)
        found_.push_back(program_.enums[kinds_].words[static_cast<std::size_t>(kind.number)]);
    }
    for (const ExpressionId operand : expression.operands) visit_expression(operand);
  }

  const Program& program_;
  std::unordered_set<std::uint32_t> intrinsics_;
  std::uint32_t kinds_;
  std::unordered_set<FunctionId> functions_;
  std::unordered_set<ExpressionId> expressions_;
  std::vector<std::string> found_;
};

}  // namespace

void add_raised_kinds(PassResults& passes) {
  const EnumInfo* kinds = passes.symbols.library_enum("issue_kind");
  if (kinds == nullptr || kinds->index == kNone) return;
  std::unordered_set<std::uint32_t> raising;
  for (const std::string_view name : {"builtin.sut_error", "builtin.sut_warning"})
    if (const std::uint32_t* place = passes.tables.find_intrinsic(name)) raising.insert(*place);
  for (ObjectType& object : passes.program.objects) {
    if (object.handlers.empty() && object.initial == kNone) continue;
    Raised raised(passes.program, raising, kinds->index);
    for (const Handler& handler : object.handlers) {
      raised.visit_function(handler.body);
      raised.visit_function(handler.condition);
    }
    object.raises = raised.found();
  }
}

void report_silent_checkers(PassResults& passes) {
  if (passes.reporter.error_count() > 0) return;  // which may be why it raises none
  for (const InstanceInfo* instance : passes.objects.instances) {
    const bool is_own = !instance->is_library && !instance->is_broken && instance->check == kNone;
    if (!is_own || instance->syntax->kind != syntax::InstanceKind::checker || instance->declaration == kNone) continue;
    const Declaration& declaration = passes.program.declarations[instance->declaration];
    const bool raises = !declaration.issues.empty() ||
                        (declaration.object != kNone && !passes.program.objects[declaration.object].raises.empty());
    if (!raises)
      passes.reporter.warning(instance->span, "checker `" + std::string(instance->name) + "` raises no issue",
                              "say which in its `with:`, as `it.sut_issue(severity: error, kind: ...)`, or write "
                              "`watcher` instead of `checker`");
  }
}

}  // namespace scrutineer::lang::detail
