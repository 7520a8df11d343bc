// Methods of lists, with `it` for the element, and of ranges.
#include <fmt/format.h>

#include "lang/sema/detail/calls.h"
#include "lang/sema/detail/conversion.h"
#include "lang/sema/detail/dimensions.h"
#include "lang/sema/detail/expressions.h"

namespace scrutineer::lang::detail {
namespace {

enum class Wants : std::uint8_t { condition, number, anything };
enum class Gives : std::uint8_t { integer, truth, element, list, same, mapped };

struct FoldMethod {
  std::string_view name;
  ListFold fold;
  Wants wants;
  bool may_be_empty;  // without an argument: of `it`
  Gives gives;
};

constexpr FoldMethod kFolds[] = {
    {"filter", ListFold::filter, Wants::condition, false, Gives::list},
    {"count", ListFold::count, Wants::condition, false, Gives::integer},
    {"has", ListFold::any, Wants::condition, false, Gives::truth},
    {"any", ListFold::any, Wants::condition, false, Gives::truth},
    {"all", ListFold::all, Wants::condition, false, Gives::truth},
    {"first", ListFold::first, Wants::condition, false, Gives::element},
    {"first_index", ListFold::first_index, Wants::condition, false, Gives::integer},
    {"map", ListFold::map, Wants::anything, false, Gives::mapped},
    {"sum", ListFold::sum, Wants::number, true, Gives::same},
    {"min", ListFold::least, Wants::number, true, Gives::same},
    {"max", ListFold::most, Wants::number, true, Gives::same},
    {"average", ListFold::average, Wants::number, true, Gives::same},
};

// A list's method on its way.
struct ListCall {
  FunctionCompiler& code;
  const Operand& list;
  Type element;
  const syntax::Name& name;
  const Arguments& arguments;
  Span span;

  // Reports other counts of arguments.
  bool takes(std::size_t count) const {
    if (arguments.size() == count && (count == 0 || !arguments.front().name)) return true;
    code.error(span, fmt::format("`{}` of a list takes {}", name.text, count == 0 ? "no arguments" : "one argument"));
    return false;
  }
  ExpressionId element_argument(std::size_t place) const {
    return check_typed(code, *arguments[place].value, element, "the element");
  }
  ExpressionId index_argument() const { return check_typed(code, *arguments.front().value, kInteger, "the index"); }
  // A function of the list and these, which has a form of its own for texts.
  Operand computed(std::string_view function, const Type& type, std::vector<ExpressionId> others) const {
    std::vector<ExpressionId> operands = {value_of(code, list)};
    operands.insert(operands.end(), others.begin(), others.end());
    return value_operand(code.intrinsic(function, type, std::move(operands), span), type, span);
  }
  bool has_texts() const { return element.kind == TypeKind::text; }
};

Operand size_of(const ListCall& call) {
  if (!call.takes(0)) return {};
  Operand size = call.computed("list.size", kInteger, {});
  if (call.name.text == "size") return size;
  const ExpressionId zero = call.code.constant(0.0, kInteger, call.span);
  return value_operand(call.code.operate(BinaryOperator::equal, kTruth, size.as<Value>()->id, zero, call.span), kTruth,
                       call.span);
}

Operand element_at(const ListCall& call) {
  if (!call.takes(1)) return {};
  Expression at{ExpressionKind::element, call.element, call.span};
  at.operands = {value_of(call.code, call.list), call.index_argument()};
  return value_operand(call.code.make(std::move(at)), call.element, call.span);
}

// contains, append, remove
Operand with_element(const ListCall& call) {
  if (!call.takes(1)) return {};
  const std::string& name = call.name.text;
  const ExpressionId item = call.element_argument(0);
  if (name == "append") return call.computed("list.append", call.list.type, {item});
  if (name == "contains")
    return call.computed(call.has_texts() ? "list.contains_text" : "list.contains", kTruth, {item});
  return call.computed(call.has_texts() ? "list.remove_text" : "list.remove", call.list.type, {item});
}

Operand set_element(const ListCall& call) {
  if (call.arguments.size() != 2 || call.arguments[0].name || call.arguments[1].name) {
    call.code.error(call.span, "`set` of a list takes a place and an element");
    return {};
  }
  const ExpressionId place = call.index_argument();
  return call.computed("list.set", call.list.type, {place, call.element_argument(1)});
}

Operand joined_texts(const ListCall& call) {
  if (!call.takes(1)) return {};
  const Type text{TypeKind::text};
  const ExpressionId between = check_typed(call.code, *call.arguments.front().value, text, "what stands between");
  if (!call.has_texts()) {
    call.code.error(call.name.span, fmt::format("`join` takes texts, found {}", call.code.types.describe(call.element)),
                    "`.map(it.as(string))` makes texts of them");
    return {};
  }
  return value_operand(call.code.intrinsic("string.join", text, {between, value_of(call.code, call.list)}, call.span),
                       text, call.span);
}

// The type of the whole, from that of what is computed of each element; nothing: it cannot be.
std::optional<Type> type_of_fold(FunctionCompiler& code, const FoldMethod& method, const Type& list,
                                 const Operand& each) {
  switch (method.gives) {
    case Gives::integer:
      return kInteger;
    case Gives::truth:
      return kTruth;
    case Gives::element:
      return code.types.element_of(list);
    case Gives::list:
      return list;
    case Gives::same:
      if (method.fold == ListFold::average && each.type.kind == TypeKind::integer) return Type{TypeKind::number};
      return each.type;
    case Gives::mapped:
      break;
  }
  if (each.type.kind == TypeKind::list || each.type.kind == TypeKind::range) {
    code.error(each.span, "a list holds no lists or ranges");
    return std::nullopt;
  }
  return code.types.list_of(each.type);
}

Operand fold_list(const ListCall& call, const FoldMethod& method) {
  FunctionCompiler& code = call.code;
  Expression whole{ExpressionKind::list_fold, kTruth, call.span};
  whole.index = static_cast<std::uint32_t>(method.fold);
  const std::size_t visible = code.locals().size();
  whole.local = code.add_local({}, call.element, call.span);
  const Operand it = cells_operand({ExpressionKind::local, kNone, whole.local}, call.element, call.span, nullptr);
  std::optional<Operand> outer = it;
  std::swap(outer, code.around.it);
  Operand each = it;
  if (!call.arguments.empty()) {
    const syntax::Expression& argument = *call.arguments.front().value;
    if (method.wants == Wants::condition)
      each = value_operand(check_typed(code, argument, kTruth, fmt::format("`{}`", call.name.text)), kTruth, call.span);
    else
      each = settled(code, check_expression(code, argument));
  }
  std::swap(outer, code.around.it);
  code.forget_locals(visible);
  if (each.is_error()) return {};
  if (method.wants == Wants::number && !is_number(each.type)) {
    code.error(each.span, fmt::format("`{}` takes numbers, found {}", call.name.text, code.types.describe(each.type)));
    return {};
  }
  const auto type = type_of_fold(code, method, call.list.type, each);
  if (!type) return {};
  whole.type = *type;
  whole.operands = {value_of(code, call.list), value_of(code, each)};
  return value_operand(code.make(std::move(whole)), *type, call.span);
}

// By the elements themselves, or by what the argument says of each.
Operand sorted_list(const ListCall& call) {
  FunctionCompiler& code = call.code;
  if (call.arguments.empty()) {
    if (call.has_texts()) return call.computed("list.sort_texts", call.list.type, {});
    if (is_number(call.element) || call.element.kind == TypeKind::word)
      return call.computed("list.sort", call.list.type, {});
    code.error(call.span, fmt::format("{} has no order", code.types.describe(call.element)),
               "say by what: sort(it.state.speed)");
    return {};
  }
  if (call.arguments.size() != 1 || call.arguments.front().name) {
    code.error(call.span, "`sort` of a list takes no arguments, or what to sort by");
    return {};
  }
  syntax::Name map = call.name;
  map.text = "map";
  const Operand keys = call_list_method(code, call.list, map, call.arguments, call.span);
  if (keys.is_error()) return {};
  const Type key = code.types.element_of(keys.type);
  if (!is_number(key)) {
    code.error(call.span, fmt::format("`sort` goes by numbers, found {}", code.types.describe(key)));
    return {};
  }
  return call.computed("list.sort_by", call.list.type, {value_of(code, keys)});
}

struct OtherMethod {
  std::string_view name;
  Operand (*check)(const ListCall& call);
};
constexpr OtherMethod kOthers[] = {
    {"size", size_of},          {"is_empty", size_of},    {"get", element_at},
    {"contains", with_element}, {"append", with_element}, {"remove", with_element},
    {"set", set_element},       {"sort", sorted_list},    {"join", joined_texts},
};

}  // namespace

Operand call_list_method(FunctionCompiler& code, const Operand& list, const syntax::Name& name,
                         const Arguments& arguments, Span span) {
  const ListCall call{code, list, code.types.element_of(list.type), name, arguments, span};
  for (const OtherMethod& method : kOthers)
    if (method.name == name.text) return method.check(call);
  for (const FoldMethod& method : kFolds) {
    if (method.name != name.text) continue;
    if (!(method.may_be_empty && arguments.empty()) && !call.takes(1)) return {};
    return fold_list(call, method);
  }
  std::vector<std::string_view> names;
  for (const OtherMethod& method : kOthers) names.push_back(method.name);
  for (const FoldMethod& method : kFolds) names.push_back(method.name);
  code.error(name.span, fmt::format("a list has no method `{}`", name.text),
             code.reporter.suggestion(name.text, names));
  return {};
}

Operand call_range_method(FunctionCompiler& code, const Operand& range, const syntax::Name& name,
                          const Arguments& arguments, Span span) {
  const bool is_lower = name.text == "lower" || name.text == "min",
             is_upper = name.text == "upper" || name.text == "max";
  if (!is_lower && !is_upper) {
    code.error(name.span, fmt::format("a range has no method `{}`", name.text),
               code.reporter.suggestion(name.text, {"lower", "upper"}));
    return {};
  }
  if (!arguments.empty()) {
    code.error(span, fmt::format("`{}` of a range takes no arguments", name.text));
    return {};
  }
  const auto bounds = bounds_of(code, range, range.type, "the range");
  if (!bounds) return {};
  return value_operand(bound_of(code, *bounds, is_upper, span), code.types.element_of(range.type), span);
}

}  // namespace scrutineer::lang::detail
