#include <bit>
#include <tuple>

#include "lang/syntax/tree.h"

namespace scrutineer::lang::syntax {
namespace {

// What counts of every node: all but spans and ids. A node without a line here does not compile below.
auto parts(const Name& x) { return std::tie(x.space, x.text); }
auto parts(const Path& x) { return std::tie(x.names); }
auto parts(const TypeReference& x) { return std::tie(x.containers, x.name); }
auto parts(const Argument& x) { return std::tie(x.name, x.value); }

auto parts(const BoolLiteral& x) { return std::tie(x.value); }
auto parts(const NullLiteral& /*x*/) { return std::tuple(); }
auto parts(const IntegerLiteral& x) { return std::tie(x.magnitude, x.negative); }
auto parts(const FloatLiteral& x) { return std::tie(x.value); }
auto parts(const PhysicalLiteral& x) { return std::tie(x.value, x.unit); }
auto parts(const StringPart& x) { return std::tie(x.text, x.expression); }
auto parts(const StringLiteral& x) { return std::tie(x.parts); }
auto parts(const NameExpression& x) { return std::tie(x.name); }
auto parts(const EnumMemberExpression& x) { return std::tie(x.type, x.member); }
auto parts(const ListExpression& x) { return std::tie(x.elements); }
auto parts(const RangeExpression& x) { return std::tie(x.low, x.high, x.unit); }
auto parts(const MemberExpression& x) { return std::tie(x.object, x.member); }
auto parts(const IndexExpression& x) { return std::tie(x.object, x.index); }
auto parts(const CallExpression& x) { return std::tie(x.callee, x.arguments); }
auto parts(const CastExpression& x) { return std::tie(x.object, x.type); }
auto parts(const TypeTestExpression& x) { return std::tie(x.object, x.type); }
auto parts(const UnaryExpression& x) { return std::tie(x.op, x.operand); }
auto parts(const BinaryExpression& x) { return std::tie(x.op, x.left, x.right); }
auto parts(const TernaryExpression& x) { return std::tie(x.condition, x.if_true, x.if_false); }
auto parts(const EventExpression& x) { return std::tie(x.event); }
auto parts(const NewExpression& /*x*/) { return std::tuple(); }
auto parts(const Expression& x) { return std::tie(x.node); }

auto parts(const EventCondition& x) { return std::tie(x.kind, x.value, x.offset); }
auto parts(const EventSpecification& x) { return std::tie(x.event, x.alias, x.condition); }

auto parts(const Assignment& x) { return std::tie(x.target, x.value, x.has_set); }
auto parts(const CallStatement& x) { return std::tie(x.call, x.has_call); }
auto parts(const LocalVariable& x) { return std::tie(x.names, x.type, x.value); }
auto parts(const IfBranch& x) { return std::tie(x.condition, x.body); }
auto parts(const IfStatement& x) { return std::tie(x.branches, x.otherwise); }
auto parts(const ForStatement& x) { return std::tie(x.variable, x.list, x.body); }
auto parts(const WhileStatement& x) { return std::tie(x.condition, x.body); }
auto parts(const ReturnStatement& x) { return std::tie(x.value); }
auto parts(const EmitStatement& x) { return std::tie(x.event, x.arguments); }
auto parts(const PassStatement& /*x*/) { return std::tuple(); }
auto parts(const Statement& x) { return std::tie(x.node); }

auto parts(const Parameter& x) { return std::tie(x.name, x.type, x.value); }
auto parts(const Sample& x) { return std::tie(x.value, x.event, x.initial); }
auto parts(const Field& x) { return std::tie(x.kind, x.names, x.type, x.value, x.sample, x.with); }
auto parts(const Keep& x) { return std::tie(x.strength, x.condition); }
auto parts(const RemoveDefault& x) { return std::tie(x.parameter); }
auto parts(const ExpressionBody& x) { return std::tie(x.value); }
auto parts(const ExternalBody& x) { return std::tie(x.name, x.arguments); }
auto parts(const UndefinedBody& /*x*/) { return std::tuple(); }
auto parts(const StatementBody& x) { return std::tie(x.statements); }
auto parts(const Method& x) { return std::tie(x.name, x.parameters, x.result, x.qualifier, x.body); }
auto parts(const Coverage& x) { return std::tie(x.kind, x.arguments); }
auto parts(const EventDeclaration& x) { return std::tie(x.name, x.parameters, x.definition); }
auto parts(const OnBlock& x) { return std::tie(x.event, x.body); }
auto parts(const Instance& x) { return std::tie(x.kind, x.name, x.type, x.arguments, x.with); }
auto parts(const Application& x) { return std::tie(x.label, x.call); }
auto parts(const Until& x) { return std::tie(x.event); }
auto parts(const Composition& x) { return std::tie(x.op, x.arguments, x.members, x.with); }
auto parts(const Invocation& x) { return std::tie(x.call, x.with); }
auto parts(const Wait& x) { return std::tie(x.event); }
auto parts(const DoMember& x) { return std::tie(x.label, x.node); }
auto parts(const DoDirective& x) { return std::tie(x.root); }
auto parts(const Member& x) { return std::tie(x.node); }

auto parts(const Import& x) { return std::tie(x.file, x.name); }
auto parts(const Namespace& x) { return std::tie(x.name, x.used); }
auto parts(const ExportItem& x) { return std::tie(x.space, x.text, x.is_everything); }
auto parts(const Export& x) { return std::tie(x.items); }
auto parts(const BaseExponent& x) { return std::tie(x.base, x.exponent); }
auto parts(const PhysicalType& x) { return std::tie(x.name, x.exponents); }
auto parts(const Unit& x) { return std::tie(x.name, x.type, x.exponents, x.factor, x.offset); }
auto parts(const EnumMember& x) { return std::tie(x.name, x.value); }
auto parts(const Enum& x) { return std::tie(x.name, x.members, x.is_extension); }
auto parts(const Inheritance& x) { return std::tie(x.base, x.field, x.value); }
auto parts(const TypeDeclaration& x) {
  return std::tie(x.kind, x.is_global, x.is_watcher, x.name, x.inherits, x.data_type, x.modified, x.members);
}
auto parts(const Extension& x) { return std::tie(x.name, x.members); }
auto parts(const GlobalField& x) { return std::tie(x.field); }
auto parts(const Declaration& x) { return std::tie(x.node); }

// One function object, so that the overloads see each other.
struct Same {
  template <typename T>
    requires std::is_enum_v<T> || std::is_integral_v<T>
  bool operator()(T a, T b) const {
    return a == b;
  }
  bool operator()(double a, double b) const {
    return std::bit_cast<std::uint64_t>(a) == std::bit_cast<std::uint64_t>(b);
  }
  bool operator()(const std::string& a, const std::string& b) const { return a == b; }
  bool operator()(const Expression* a, const Expression* b) const {
    return a == nullptr || b == nullptr ? a == b : (*this)(*a, *b);
  }
  template <typename T>
  bool operator()(const std::optional<T>& a, const std::optional<T>& b) const {
    return a.has_value() == b.has_value() && (!a || (*this)(*a, *b));
  }
  template <typename T>
  bool operator()(const std::vector<T>& a, const std::vector<T>& b) const {
    if (a.size() != b.size()) return false;
    for (std::size_t i = 0; i < a.size(); ++i)
      if (!(*this)(a[i], b[i])) return false;
    return true;
  }
  template <typename... T>
  bool operator()(const std::variant<T...>& a, const std::variant<T...>& b) const {
    if (a.index() != b.index()) return false;
    return std::visit([&](const auto& x) { return (*this)(x, std::get<std::decay_t<decltype(x)>>(b)); }, a);
  }
  template <typename T>
    requires std::is_class_v<T>
  bool operator()(const T& a, const T& b) const {
    return std::apply(
        [&](const auto&... x) {
          return std::apply([&](const auto&... y) { return ((*this)(x, y) && ...); }, parts(b));
        },
        parts(a));
  }
};

}  // namespace

bool same_tree(const Tree& a, const Tree& b) { return Same{}(a.declarations, b.declarations); }

}  // namespace scrutineer::lang::syntax
