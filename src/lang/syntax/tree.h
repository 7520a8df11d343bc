// The tree of one source file: plain values in the order of the text, every node with its span.
//
//   Tree tree = parse(sources, file, diagnostics);
//   for (const Declaration& declaration : tree.declarations)
//     if (const auto* type = std::get_if<TypeDeclaration>(&declaration.node))
//       for (const Member& member : type->members) ...
//
// Declarations, members and statements are held by value; expressions by pointer into the tree, which owns them all.
// A line with a syntax error leaves no node: whatever stands in a tree is complete. Nothing nests deeper than
// kDeepestNesting, so passes may recurse.
#pragma once

#include <cstdint>
#include <deque>
#include <optional>
#include <set>
#include <string>
#include <variant>
#include <vector>

#include "lang/source.h"
#include "lang/syntax/operators.h"

namespace scrutineer::lang::syntax {

inline constexpr int kDeepestNesting = 500;

struct Expression;
struct Member;
struct Statement;

// ---- Names and types ----

// `speed`, `|foot/s|` (without its bars), `ns::speed`, `::speed`.
struct Name {
  std::optional<std::string> space;  // the namespace before `::`; "" for a leading `::`
  std::string text;
  Span span;
};

// `sut.car.physical`: at least one name.
struct Path {
  std::vector<Name> names;
  Span span;
};
std::string to_string(const Name& name);  // as in the source, with bars where they are needed
std::string to_string(const Path& path);

enum class Container : std::uint8_t { list, range };

// `list of range of speed` is {list, range} of `speed`; `car.drive` names the behaviour of an actor.
struct TypeReference {
  std::vector<Container> containers;  // outermost first
  Path name;
  Span span;
};

// ---- Expressions ----

struct Argument {
  std::optional<Name> name;  // `unit: kph`
  const Expression* value = nullptr;
  Span span;
};

struct BoolLiteral {
  bool value = false;
};
struct NullLiteral {};
struct IntegerLiteral {         // a sign directly before the digits, where an operand is due, belongs to the number
  std::uint64_t magnitude = 0;  // up to 2^64 - 1, with a minus up to 2^63
  bool negative = false;
};
struct FloatLiteral {
  double value = 0;
};
struct PhysicalLiteral {  // `60kph`
  double value = 0;
  Name unit;
};
struct StringPart {
  std::string text;                        // escapes resolved; meant if there is no expression
  const Expression* expression = nullptr;  // of `$(...)`
  Span span;
};
struct StringLiteral {
  std::vector<StringPart> parts;  // empty for ""
};
struct NameExpression {  // also `it`, `self`, `actor`, `outer`
  Name name;
};
struct EnumMemberExpression {  // `color!red`
  Name type;
  Name member;
};
struct ListExpression {
  std::vector<const Expression*> elements;
};
struct RangeExpression {             // `[2..5]m`, `[30..]kph`, `range(a, b)`
  const Expression* low = nullptr;   // null: open
  const Expression* high = nullptr;  // null: open
  std::optional<Name> unit;          // of both bounds
};
struct MemberExpression {  // `object.member`
  const Expression* object = nullptr;
  Name member;
};
struct IndexExpression {
  const Expression* object = nullptr;
  const Expression* index = nullptr;
};
struct CallExpression {
  const Expression* callee = nullptr;
  std::vector<Argument> arguments;
};
struct CastExpression {  // `object.as(type)`
  const Expression* object = nullptr;
  TypeReference type;
};
struct TypeTestExpression {  // `object.is(type)`
  const Expression* object = nullptr;
  TypeReference type;
};
struct UnaryExpression {
  UnaryOperator op = UnaryOperator::negate;
  const Expression* operand = nullptr;
};
struct BinaryExpression {
  BinaryOperator op = BinaryOperator::add;
  Span op_span;
  const Expression* left = nullptr;
  const Expression* right = nullptr;
};
struct TernaryExpression {
  const Expression* condition = nullptr;
  const Expression* if_true = nullptr;
  const Expression* if_false = nullptr;
};
struct EventExpression {  // `@sut.car.collision` as an argument: upon_w(@...), record(..., event: @...)
  const Expression* event = nullptr;
};
struct NewExpression {};  // `= new`: only as a whole initial or assigned value

struct Expression {
  using Node = std::variant<BoolLiteral, NullLiteral, IntegerLiteral, FloatLiteral, PhysicalLiteral, StringLiteral,
                            NameExpression, EnumMemberExpression, ListExpression, RangeExpression, MemberExpression,
                            IndexExpression, CallExpression, CastExpression, TypeTestExpression, UnaryExpression,
                            BinaryExpression, TernaryExpression, EventExpression, NewExpression>;
  Node node;
  Span span;             // parentheses around the whole are not part of it
  std::uint32_t id = 0;  // 0, 1, 2, ... within the tree, for side tables; below Tree::expressions.size()
};

// ---- Events ----

enum class ConditionKind : std::uint8_t { boolean, rise, fall, elapsed, every };

struct EventCondition {  // `x > 3`, `rise(c)`, `fall(c)`, `elapsed(t)`, `every(t, offset: t)`
  ConditionKind kind = ConditionKind::boolean;
  const Expression* value = nullptr;
  const Expression* offset = nullptr;  // of `every`; null: none
  Span span;
};

struct EventSpecification {           // `@event [as name] [if condition]`, or a condition alone
  const Expression* event = nullptr;  // names and members; null: the condition alone
  std::optional<Name> alias;
  std::optional<EventCondition> condition;
  Span span;
};

// ---- Statements ----

struct Assignment {  // as a statement, and as a member (`set path = value`)
  const Expression* target = nullptr;
  const Expression* value = nullptr;
  bool has_set = false;  // written with `set`
};
struct CallStatement {
  const Expression* call = nullptr;  // a CallExpression
  bool has_call = false;             // written with `call`
};
struct LocalVariable {  // `var x: T [= value]` in a body
  std::vector<Name> names;
  TypeReference type;
  const Expression* value = nullptr;  // null: none
};
struct IfBranch {
  const Expression* condition = nullptr;
  std::vector<Statement> body;
};
struct IfStatement {
  std::vector<IfBranch> branches;    // `if` and every `elif`
  std::vector<Statement> otherwise;  // of `else`; empty: none
};
struct ForStatement {
  Name variable;
  const Expression* list = nullptr;
  std::vector<Statement> body;
};
struct WhileStatement {
  const Expression* condition = nullptr;
  std::vector<Statement> body;
};
struct ReturnStatement {
  const Expression* value = nullptr;  // null: none
};
struct EmitStatement {
  const Expression* event = nullptr;  // names and members
  std::vector<Argument> arguments;
};
struct PassStatement {};  // also as a member

struct Statement {
  using Node = std::variant<Assignment, CallStatement, LocalVariable, IfStatement, ForStatement, WhileStatement,
                            ReturnStatement, EmitStatement, PassStatement>;
  Node node;
  Span span;
};

// ---- Members of types, extensions and `with` blocks ----

struct Parameter {  // of a method or an event
  Name name;
  TypeReference type;
  const Expression* value = nullptr;  // the default; null: none
  Span span;
};

enum class FieldKind : std::uint8_t { parameter, variable, constant };  // `a: T`, `var a: T`, `const a: T`

struct Sample {  // `sample(value, event [, default])`
  const Expression* value = nullptr;
  EventSpecification event;
  const Expression* initial = nullptr;  // null: none
};
struct Field {
  FieldKind kind = FieldKind::parameter;
  std::vector<Name> names;  // `x, y: float`
  TypeReference type;
  const Expression* value = nullptr;  // null: none
  std::optional<Sample> sample;       // instead of a value; variables only
  std::vector<Member> with;
};

enum class KeepStrength : std::uint8_t {
  plain,
  hard,
  by_default
};  // `keep(x)`, `keep(hard x)`, `keep(default x)` or `keep(soft x)`

struct Keep {
  KeepStrength strength = KeepStrength::plain;
  const Expression* condition = nullptr;
};
struct RemoveDefault {
  const Expression* parameter = nullptr;
};

enum class MethodQualifier : std::uint8_t { none, only, also };

struct ExpressionBody {  // `is expression x + y`
  const Expression* value = nullptr;
};
struct ExternalBody {  // `is external com.example.cpp(identifier: "sin")`
  Path name;
  std::vector<Argument> arguments;
};
struct UndefinedBody {};
struct StatementBody {  // `is:`, `is also:`, `is only:` with a block
  std::vector<Statement> statements;
};
struct Method {
  Name name;
  std::vector<Parameter> parameters;
  std::optional<TypeReference> result;
  MethodQualifier qualifier = MethodQualifier::none;
  std::variant<ExpressionBody, ExternalBody, UndefinedBody, StatementBody> body;
};

enum class CoverageKind : std::uint8_t { cover, record, plot };
std::string_view to_word(CoverageKind kind);

struct Coverage {
  CoverageKind kind = CoverageKind::cover;
  std::vector<Argument> arguments;
};
struct EventDeclaration {
  Name name;
  std::vector<Parameter> parameters;
  std::optional<EventSpecification> definition;
};
struct OnBlock {
  EventSpecification event;
  std::vector<Statement> body;
};

enum class InstanceKind : std::uint8_t { watcher, checker };

struct Instance {  // `watcher x is type(args)`, `checker x is type(args) with: ...`
  InstanceKind kind = InstanceKind::watcher;
  Name name;
  Path type;
  std::vector<Argument> arguments;
  std::vector<Member> with;
};
// A modifier applied, or any call as a member: `speed(50kph)`, `it.sut_issue(...)`, `override(x, y)`.
struct Application {
  std::optional<Name> label;         // `link: map.roads_follow(...)`
  const Expression* call = nullptr;  // a CallExpression
};
struct Until {
  EventSpecification event;
};

// ---- Behaviour: checked for syntax and names, never run ----

enum class CompositionOperator : std::uint8_t { serial, one_of, parallel };

struct DoMember;

struct Composition {
  CompositionOperator op = CompositionOperator::serial;
  std::vector<Argument> arguments;
  std::vector<DoMember> members;
  std::vector<Member> with;
};
struct Invocation {
  const Expression* call = nullptr;  // a CallExpression
  std::vector<Member> with;
};
struct Wait {
  EventSpecification event;
};
struct DoMember {
  std::optional<Name> label;
  std::variant<Composition, Invocation, Wait, EmitStatement, CallStatement> node;
  Span span;
};
struct DoDirective {
  DoMember root;
};

struct Member {
  using Node = std::variant<Field, Assignment, Keep, RemoveDefault, Method, Coverage, EventDeclaration, OnBlock,
                            Instance, Application, Until, DoDirective, PassStatement>;
  Node node;
  Span span;
};

// ---- Declarations ----

struct Import {  // `import "file.osc"` or `import osc.standard`
  std::optional<std::string> file;
  Path name;  // where there is no file
};
struct Namespace {
  Name name;  // `null` is the global one
  std::vector<Name> used;
};
struct ExportItem {  // `speed`, `ns::speed`, `ns::*`, `*`
  std::optional<std::string> space;
  std::string text;
  bool is_everything = false;  // `*`
  Span span;
};
struct Export {
  std::vector<ExportItem> items;
};
struct BaseExponent {  // `m: 1`
  Name base;
  int exponent = 0;
};
struct PhysicalType {
  Name name;
  std::vector<BaseExponent> exponents;
};
struct Unit {
  Name name;
  Name type;
  std::vector<BaseExponent> exponents;
  const Expression* factor = nullptr;  // a constant; null: 1
  const Expression* offset = nullptr;  // a constant; null: 0
};
struct EnumMember {
  Name name;
  const Expression* value = nullptr;  // a number, a name or an EnumMemberExpression; null: none
};
struct Enum {
  Name name;
  std::vector<EnumMember> members;
  bool is_extension = false;  // `extend color: [mauve]`
};

enum class TypeKind : std::uint8_t { structure, actor, scenario, action, modifier };

struct Inheritance {  // `inherits base (field == value)`
  Path base;
  std::optional<Name> field;
  const Expression* value = nullptr;  // null: no condition
};
struct TypeDeclaration {
  TypeKind kind = TypeKind::structure;
  bool is_global = false;   // `global modifier actor_type.name:`
  bool is_watcher = false;  // `watcher modifier name(data_type):`
  Path name;                // scenarios, actions and modifiers may name their actor: `vehicle.follow`
  std::optional<Inheritance> inherits;
  std::optional<TypeReference> data_type;  // of a watcher modifier
  std::optional<Path> modified;            // `modifier x of drive`
  std::vector<Member> members;
};
struct Extension {  // `extend car.physical:`
  Path name;
  std::vector<Member> members;
};
struct GlobalField {  // `global map: map`
  Field field;
};

struct Declaration {
  // An OnBlock outside of a type belongs to the run as a whole.
  using Node = std::variant<Import, Namespace, Export, PhysicalType, Unit, Enum, TypeDeclaration, Extension,
                            GlobalField, OnBlock>;
  Node node;
  Span span;
};

struct Tree {
  FileIndex file = 0;
  std::vector<Declaration> declarations;
  std::deque<Expression> expressions;  // in no particular order; index is id
  // Names that stand in lines with errors, which are not in the tree: that they are not declared is no further mistake.
  std::set<std::string, std::less<>> lost_names;

  Tree() = default;
  Tree(const Tree&) = delete;  // the copy would point into the original
  Tree& operator=(const Tree&) = delete;
  Tree(Tree&&) noexcept = default;
  Tree& operator=(Tree&&) noexcept = default;
  ~Tree() = default;
};

// Whether both say the same: spans and ids do not count.
bool same_tree(const Tree& a, const Tree& b);

}  // namespace scrutineer::lang::syntax
