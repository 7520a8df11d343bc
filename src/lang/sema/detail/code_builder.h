// Makes expressions, statements and functions of the program.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "lang/sema/detail/cell_address.h"
#include "lang/sema/detail/program_tables.h"

namespace scrutineer::lang::detail {

// Expressions. One that only checks makes none: it gives kNone, which must not be looked up.
class ExpressionBuilder {
 public:
  ExpressionBuilder(Program& program, ProgramTables& tables, bool makes_code)
      : program_(program), tables_(tables), makes_code_(makes_code) {}

  bool makes_code() const { return makes_code_; }
  Expression& operator[](ExpressionId id) { return program_.expressions[id]; }
  const Expression& operator[](ExpressionId id) const { return program_.expressions[id]; }

  ExpressionId make(Expression expression);
  ExpressionId constant(double number, const Type& type, Span span);
  ExpressionId whole(std::uint64_t magnitude, bool is_negative, Span span);
  ExpressionId text_constant(std::string_view text, Span span);
  ExpressionId null(Span span);
  ExpressionId intrinsic(std::string_view name, const Type& type, std::vector<ExpressionId> operands, Span span);
  ExpressionId operate(BinaryOperator op, const Type& type, ExpressionId left, ExpressionId right, Span span);
  ExpressionId negate(ExpressionId truth, Span span);
  ExpressionId choose(ExpressionId truth, ExpressionId if_true, ExpressionId if_false, const Type& type, Span span);
  ExpressionId to_number(ExpressionId value, Span span);  // of a whole one; others stay as they are
  ExpressionId is_of_type(ExpressionId structure, const Type& type, Span span);
  ExpressionId cell(const CellAddress& address, std::uint32_t cell, const Type& type, Span span);

  // The value of a constant expression; nothing if the expression is not constant.
  std::optional<double> folded(ExpressionId expression) const;

 protected:
  Program& program_;
  ProgramTables& tables_;

 private:
  std::optional<double> folded_unary(const Expression& expression) const;
  std::optional<double> folded_binary(const Expression& expression) const;

  bool makes_code_;
};

inline constexpr std::uint32_t kMostLocals = 200;

// One function in the making: its variables and statements.
class FunctionBuilder : public ExpressionBuilder {
 public:
  struct Local {
    std::string_view name;
    Type type;
    std::uint32_t index;
  };

  FunctionBuilder(Program& program, ProgramTables& tables, bool makes_code, std::string name, Span span)
      : ExpressionBuilder(program, tables, makes_code), name_(std::move(name)), span_(span) {}

  std::uint32_t add_local(std::string_view name, const Type& type, Span span, Reporter& reporter);
  void end_parameters() { parameter_count_ = local_count_; }  // the locals so far
  const Local* find_local(std::string_view name) const;
  const std::vector<Local>& locals() const { return locals_; }  // visible, the innermost last
  void name_last_local(std::string_view name) { locals_.back().name = name; }
  void forget_locals(std::size_t from) { locals_.resize(from); }

  void add(Statement statement);
  void assign_cell(const CellAddress& address, std::uint32_t cell, const Type& type, ExpressionId value, Span span);
  void add_return(ExpressionId value, Span span);
  std::size_t statement_count() const { return block_.size(); }
  // The statements that `make_them` adds, instead of adding them here.
  template <typename MakeThem>
  std::vector<StatementId> collected(MakeThem make_them) {
    std::vector<StatementId> inner;
    std::swap(inner, block_);
    make_them();
    std::swap(inner, block_);
    return inner;
  }

  FunctionId finish(Type result = {TypeKind::nothing});
  void finish_into(FunctionId id, Type result);  // one whose place was kept

 private:
  std::string name_;
  Span span_;
  std::vector<Local> locals_;
  std::uint32_t local_count_ = 0;
  std::uint32_t parameter_count_ = 0;
  std::vector<StatementId> block_;
};

}  // namespace scrutineer::lang::detail
