// One function in the making: the names that it sees, and its expressions and statements as they are typed.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "lang/sema/detail/compilation.h"
#include "lang/sema/intrinsics.h"

namespace scrutineer::lang::detail {

inline constexpr std::uint32_t kMostLocals = 200;

// Where cells are: the kind of expression that reads them, what that is based on, and the first cell.
struct Place {
  ExpressionKind space = ExpressionKind::own_cell;
  ExpressionId base = kNone;
  std::uint32_t offset = 0;
  bool is_flat = false;  // of a struct: its own cells begin here, not a cell that refers to it
};

// What an expression of the source stands for.
struct Operand {
  enum class Kind : std::uint8_t {
    nothing,    // an error was reported
    value,      // a value in one cell: numbers, texts, actors, instances, views
    place,      // cells: fields and variables, structs among them
    range,      // two values
    singleton,  // what exists once: top, sut
    settings,   // a group of parameters: car.physical
    setting,    // one parameter
    config,     // a user's own config struct: constants
    check,      // a built-in check of an actor, or an instance of it
    metrics,    // its data
    event,      // an event with parameters, as named by `as`
    word,       // a word of several enumerations
  };
  Kind kind = Kind::nothing;
  Type type;
  Span span;
  ExpressionId value = kNone, high = kNone;
  Place place;
  const FieldInfo* field = nullptr;  // of places: the field that holds it; null: a local
  bool is_variable = false;          // may be assigned while the run goes on
  bool is_of_data = false;           // a watcher's data, or a part of it
  TypeInfo* info = nullptr;          // of singletons, settings, configs
  std::string path;                  // of settings, and what users call the thing in messages
  const watch::AnyParameter* parameter = nullptr;
  ExpressionId actor = kNone;  // of settings and checks; kNone: the root's
  const FieldInfo* config = nullptr;
  std::uint32_t check = kNone, declaration = kNone;
  const EventInfo* event = nullptr;
  const syntax::Name* word = nullptr;
  std::string unit;            // of `x.as(kph)`: in texts it is printed ...
  ExpressionId in_si = kNone;  // ... as this, with the unit

  bool is_error() const { return kind == Kind::nothing || (type.kind == TypeKind::any && kind != Kind::word); }
};

// Names of one level: the members of `self`.
struct Scope {
  TypeInfo* type = nullptr;
  Operand self;
};

// What the code that is compiled belongs to.
struct Surroundings {
  const Space* space = nullptr;
  std::vector<Scope> scopes;   // the innermost first
  TypeInfo* actor = nullptr;   // the type of `actor`; null: there is none
  TypeInfo* object = nullptr;  // whose instance runs: its data, events, intervals; null: none
  std::optional<Operand> it;
  std::optional<Operand> outer;  // of an instance: what holds it
  struct Alias {                 // of the event: `on @x as y`
    std::string_view name;
    Operand operand;
  };
  std::vector<Alias> aliases;
  bool is_lenient = false;             // says nothing of fields that only scenarios have
  bool may_assign_parameters = false;  // while values are given to a new instance
};

class Body {
 public:
  Body(Compilation& compilation, Surroundings surroundings, std::string name, Span span);

  // ---- functions ----
  std::uint32_t add_local(std::string_view name, const Type& type, Span span);
  FunctionId finish(const Type& of_result = {TypeKind::nothing});
  void finish_into(FunctionId id, const Type& of_result);  // one whose place was kept
  void add(Statement statement);
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

  // ---- expressions.cpp ----
  Operand expression(const syntax::Expression& source, const Type* hint = nullptr);
  // As one value of the type; reports what does not fit. kNone after errors.
  ExpressionId typed(const syntax::Expression& source, const Type& type, std::string_view what);
  ExpressionId condition(const syntax::Expression& source);
  Operand name(const syntax::Name& name, Span span, const Type* hint);
  Operand literal_text(const syntax::StringLiteral& literal, Span span);
  Operand list(const syntax::ListExpression& source, Span span, const Type* hint);
  Operand range(const syntax::RangeExpression& source, Span span, const Type* hint);
  Operand ternary(const syntax::TernaryExpression& source, Span span, const Type* hint);
  Operand index(const syntax::IndexExpression& source, Span span);
  Operand cast(const syntax::CastExpression& source, Span span);
  Operand type_test(const syntax::TypeTestExpression& source, Span span);
  std::optional<Operand> special_name(const syntax::Name& name, Span span);
  Operand singleton(TypeInfo& type, Span span) const;
  Operand global_field(const FieldInfo& field, Span span);
  Operand in_unit(const Operand& object, const Compilation::UnitFactor& unit, const syntax::Name& name, Span span);
  ExpressionId choose(ExpressionId truth, double if_true, double if_false, const Type& type, Span span);
  ExpressionId value_of_word(const Operand& object, Span span);
  ExpressionId values_of(const EnumInfo& type, Span span);
  ExpressionId word_of_value(const Operand& object, const Type& type, Span span);
  bool is_role(const Type& type) const;
  std::optional<Type> common_base(const Type& a, const Type& b);
  ExpressionId is_of_type(ExpressionId structure, const Type& type, Span span);

  // ---- operators.cpp ----
  Operand unary(const syntax::UnaryExpression& source, Span span, const Type* hint);
  Operand binary(const syntax::BinaryExpression& source, Span span);
  Operand arithmetic(const syntax::BinaryExpression& source, Span span);
  Operand equality(const syntax::BinaryExpression& source, Span span);
  Operand comparison(const syntax::BinaryExpression& source, Span span);
  Operand membership(const syntax::BinaryExpression& source, Span span);

  // ---- members.cpp ----
  Operand member(const Operand& object, const syntax::Name& name, Span span);
  Operand member_of_type(const Operand& object, TypeInfo& type, const MemberInfo& member, Span span);
  Operand field_of(const Operand& object, const FieldInfo& field, Span span);
  Operand child_setting(const Operand& group, std::string_view name, Span span);
  Operand check_member(const Operand& check, const syntax::Name& name, Span span);
  Operand data_of(const Operand& instance, TypeInfo& type, Span span);
  Place cells_of(const Operand& structure);  // where its own cells are
  ExpressionId construct(const Type& type, Span span);
  Operand instance_of(TypeInfo& type, std::uint32_t declaration, std::vector<ExpressionId> actor, Span span);
  Operand config_value(const FieldInfo& config, std::string_view name, Span name_span, Span span);
  void unknown_member(const Operand& object, const syntax::Name& name);
  bool has_member(const Operand& object, std::string_view name);  // of settings and checks

  // ---- calls.cpp ----
  Operand call(const syntax::CallExpression& source, Span span, const Type* hint);
  Operand call_method(const Operand* receiver, const std::vector<MethodInfo*>& candidates, const syntax::Name& name,
                      const std::vector<syntax::Argument>& arguments, Span span);
  Operand invoke(const Operand* receiver, MethodInfo& method, const std::vector<ExpressionId>& arguments, Span span);
  Operand generic(const GenericFunction& function, const std::vector<syntax::Argument>& arguments, Span span);
  Operand list_method(const Operand& list, const syntax::Name& name, const std::vector<syntax::Argument>& arguments,
                      Span span);
  Operand fold(const Operand& list, const Type& element, std::uint32_t kind, const syntax::Name& name,
               const std::vector<syntax::Argument>& arguments, Span span);
  Operand sorted(const Operand& list, const std::vector<syntax::Argument>& arguments, const syntax::Name& name,
                 Span span);
  Operand range_method(const Operand& range, const syntax::Name& name, const std::vector<syntax::Argument>& arguments,
                       Span span);
  void unknown_function(const syntax::Name& name);
  void unknown_method(const Operand& object, const TypeInfo* type, const syntax::Name& name);
  void add_value(const syntax::Expression& source, const Type& type, std::string_view what,
                 std::vector<ExpressionId>& values);
  // Puts arguments where parameters want them; false after errors. Null: none was given.
  bool arrange(const std::vector<ParameterInfo>& parameters, const std::vector<syntax::Argument>& arguments, Span span,
               std::string_view callee, std::vector<const syntax::Expression*>& arranged, bool report = true);
  // The values of arranged arguments, ranges as two; false after errors.
  bool argument_values(const std::vector<ParameterInfo>& parameters,
                       const std::vector<const syntax::Expression*>& arranged, const Space& space,
                       std::vector<ExpressionId>& values);

  // ---- statements.cpp ----
  void statements(const std::vector<syntax::Statement>& source);
  void statement(const syntax::Statement& source);
  void assign(const Operand& target, const syntax::Expression& value_source, Span span);
  void assign(const Place& place, const Type& type, const syntax::Expression& source, Span span);
  void assign_struct(const Place& place, const Type& type, const Operand& from, Span span);
  void assign_initial(const Place& place, const Type& type, Span span);  // what a field without a value begins with
  void assign_cell(const Place& place, std::uint32_t offset, const Type& type, ExpressionId what, Span span);
  std::vector<StatementId> nested(const std::vector<syntax::Statement>& source);
  bool special_call(const syntax::CallExpression& source, Span span);
  bool change_list(const syntax::CallExpression& source, const syntax::Expression& whole, Span span);
  bool assign_element(const syntax::Assignment& assignment, Span span);
  bool may_assign(const Operand& target);  // else reports why not
  void freeze(const syntax::CallExpression& source, Span span);
  void emit(const syntax::EmitStatement& emitted, Span span);
  struct Emitted {
    const EventInfo* event = nullptr;
    ExpressionId instance = kNone;  // whose; kNone: of the one that runs
  };
  std::optional<Emitted> emitted_event(const syntax::Expression& source);
  std::optional<Emitted> event_of(const Operand& object, std::string_view name);
  void no_event(Span span, const syntax::Name& name, const std::string& what);
  void assign_field(const Place& place, const FieldInfo& field, const Operand& self, TypeInfo& self_type);

  // ---- conversion.cpp ----
  // One cell's value; kNone after errors.
  ExpressionId value(const Operand& operand);
  ExpressionId convert(const Operand& operand, const Type& type, std::string_view what);
  std::optional<std::pair<ExpressionId, ExpressionId>> convert_range(const Operand& operand, const Type& type,
                                                                     std::string_view what);
  // Bounds that are not constant may stand in any order: the lower, and the upper.
  ExpressionId bound(const std::pair<ExpressionId, ExpressionId>& bounds, bool is_upper, Span span);
  bool fits(const Operand& operand, const Type& type);
  // `inf` and `nan` are of every dimension: of the other one's, if they stand beside it.
  bool has_any_dimension(const Operand& operand) const;
  void adapt(Operand& a, Operand& b);
  // What only the surroundings could have told is decided: an ambiguous word is an error, an open metric a number.
  Operand settled(Operand operand);
  Operand word(EnumInfo& type, std::uint32_t place, Span span);
  ExpressionId text_of(const Operand& operand, const std::string& unit = {});

  // ---- making expressions ----
  ExpressionId make(Expression expression);
  ExpressionId constant(double number, const Type& type, Span span);
  ExpressionId whole(std::uint64_t magnitude, bool is_negative, Span span);
  ExpressionId to_number(ExpressionId value, Span span);  // of a whole one; others stay as they are
  ExpressionId text_constant(std::string_view text, Span span);
  ExpressionId null(Span span);
  ExpressionId intrinsic(std::string_view name, const Type& type, std::vector<ExpressionId> operands, Span span);
  ExpressionId operate(BinaryOperator op, const Type& type, ExpressionId left, ExpressionId right, Span span);
  ExpressionId negate(ExpressionId truth, Span span);
  ExpressionId cell(const Place& place, std::uint32_t cell, const Type& type, Span span);
  ExpressionId own_instance(Span span);
  ExpressionId own_actor(Span span);
  Operand value_operand(ExpressionId expression, const Type& type, Span span) const;
  Operand place_operand(const Place& place, const Type& type, Span span, const FieldInfo* field) const;
  std::optional<double> folded(ExpressionId expression) const;
  std::optional<std::string> folded_text(ExpressionId expression) const;

  Compilation& c;
  Surroundings around;

 private:
  struct Local {
    std::string_view name;
    Type type;
    std::uint32_t index;
  };
  const Local* find_local(std::string_view name) const;
  bool is_in_open() const;
  void unknown_name(const syntax::Name& name, const Type* hint);

  std::string name_;
  Span span_;
  std::vector<Local> locals_;  // visible, the innermost last
  std::uint32_t local_count_ = 0;
  std::uint32_t parameter_count_ = 0;
  std::vector<StatementId> block_;

 public:
  Type result_type{TypeKind::nothing};  // of the function
  void end_parameters() { parameter_count_ = local_count_; }
};

}  // namespace scrutineer::lang::detail
