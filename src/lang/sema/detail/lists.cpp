// Methods of lists, with `it` for the element, and of ranges.
#include <fmt/format.h>

#include "lang/sema/detail/body.h"

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

constexpr std::string_view kOthers[] = {"size",   "is_empty", "get",  "contains", "append",
                                        "remove", "set",      "sort", "join"};

}  // namespace

Operand Body::list_method(const Operand& list, const syntax::Name& name, const std::vector<syntax::Argument>& arguments,
                          Span span) {
  const Type element = c.element_of(list.type);
  const auto takes = [&](std::size_t count) {
    if (arguments.size() == count && (count == 0 || !arguments.front().name)) return true;
    c.error(span, fmt::format("`{}` of a list takes {}", name.text, count == 0 ? "no arguments" : "one argument"));
    return false;
  };
  const Type integer{TypeKind::integer}, truth{TypeKind::truth};
  if (name.text == "size" || name.text == "is_empty") {
    if (!takes(0)) return {};
    const ExpressionId size = intrinsic("list.size", integer, {value(list)}, span);
    if (name.text == "size") return value_operand(size, integer, span);
    return value_operand(operate(BinaryOperator::equal, truth, size, constant(0.0, integer, span), span), truth, span);
  }
  if (name.text == "get") {
    if (!takes(1)) return {};
    Expression at{ExpressionKind::element, element, span};
    at.operands = {value(list), typed(*arguments.front().value, integer, "the index")};
    return value_operand(make(std::move(at)), element, span);
  }
  if (name.text == "contains" || name.text == "append") {
    if (!takes(1)) return {};
    const ExpressionId item = typed(*arguments.front().value, element, "the element");
    if (name.text == "append")
      return value_operand(intrinsic("list.append", list.type, {value(list), item}, span), list.type, span);
    const bool has_texts = element.kind == TypeKind::text;
    return value_operand(
        intrinsic(has_texts ? "list.contains_text" : "list.contains", truth, {value(list), item}, span), truth, span);
  }
  if (name.text == "remove") {
    if (!takes(1)) return {};
    const ExpressionId item = typed(*arguments.front().value, element, "the element");
    const bool has_texts = element.kind == TypeKind::text;
    return value_operand(
        intrinsic(has_texts ? "list.remove_text" : "list.remove", list.type, {value(list), item}, span), list.type,
        span);
  }
  if (name.text == "set") {
    if (arguments.size() != 2 || arguments[0].name || arguments[1].name) {
      c.error(span, "`set` of a list takes a place and an element");
      return {};
    }
    const ExpressionId place = typed(*arguments[0].value, integer, "the index");
    const ExpressionId item = typed(*arguments[1].value, element, "the element");
    return value_operand(intrinsic("list.set", list.type, {value(list), place, item}, span), list.type, span);
  }
  if (name.text == "join") {
    if (!takes(1)) return {};
    const Type text{TypeKind::text};
    const ExpressionId between = typed(*arguments.front().value, text, "what stands between");
    if (element.kind != TypeKind::text) {
      c.error(name.span, fmt::format("`join` takes texts, found {}", c.describe(element)),
              "`.map(it.as(string))` makes texts of them");
      return {};
    }
    return value_operand(intrinsic("string.join", text, {between, value(list)}, span), text, span);
  }
  if (name.text == "sort") return sorted(list, arguments, name, span);
  for (const FoldMethod& method : kFolds) {
    if (method.name != name.text) continue;
    if (!(method.may_be_empty && arguments.empty()) && !takes(1)) return {};
    return fold(list, element, static_cast<std::uint32_t>(method.fold), name, arguments, span);
  }
  std::vector<std::string_view> names(std::begin(kOthers), std::end(kOthers));
  for (const FoldMethod& method : kFolds) names.push_back(method.name);
  c.error(name.span, fmt::format("a list has no method `{}`", name.text), c.meant(name.text, names));
  return {};
}

// By the elements themselves, or by what the argument says of each.
Operand Body::sorted(const Operand& list, const std::vector<syntax::Argument>& arguments, const syntax::Name& name,
                     Span span) {
  const Type element = c.element_of(list.type);
  if (arguments.empty()) {
    if (element.kind == TypeKind::text)
      return value_operand(intrinsic("list.sort_texts", list.type, {value(list)}, span), list.type, span);
    if (element.kind == TypeKind::number || element.kind == TypeKind::integer || element.kind == TypeKind::word)
      return value_operand(intrinsic("list.sort", list.type, {value(list)}, span), list.type, span);
    c.error(span, fmt::format("{} has no order", c.describe(element)), "say by what: sort(it.state.speed)");
    return {};
  }
  if (arguments.size() != 1 || arguments.front().name) {
    c.error(span, "`sort` of a list takes no arguments, or what to sort by");
    return {};
  }
  syntax::Name map = name;
  map.text = "map";
  const Operand keys = list_method(list, map, arguments, span);
  if (keys.is_error()) return {};
  const Type key = c.element_of(keys.type);
  if (key.kind != TypeKind::number && key.kind != TypeKind::integer) {
    c.error(span, fmt::format("`sort` goes by numbers, found {}", c.describe(key)));
    return {};
  }
  return value_operand(intrinsic("list.sort_by", list.type, {value(list), value(keys)}, span), list.type, span);
}

Operand Body::fold(const Operand& list, const Type& element, std::uint32_t kind, const syntax::Name& name,
                   const std::vector<syntax::Argument>& arguments, Span span) {
  const FoldMethod* method = nullptr;
  for (const FoldMethod& known : kFolds)
    if (known.name == name.text) method = &known;
  Expression whole{ExpressionKind::list_fold, {TypeKind::truth}, span};
  whole.index = kind;
  whole.local = add_local({}, element, span);
  const Operand it = place_operand({ExpressionKind::local, kNone, whole.local}, element, span, nullptr);
  std::optional<Operand> outer = it;
  std::swap(outer, around.it);
  Operand body = it;
  if (!arguments.empty()) {
    const Type truth{TypeKind::truth};
    if (method->wants == Wants::condition)
      body = value_operand(typed(*arguments.front().value, truth, fmt::format("`{}`", name.text)), truth, span);
    else
      body = settled(expression(*arguments.front().value));
  }
  std::swap(outer, around.it);
  locals_.pop_back();
  if (body.is_error()) return {};
  if (method->wants == Wants::number && body.type.kind != TypeKind::number && body.type.kind != TypeKind::integer) {
    c.error(body.span, fmt::format("`{}` takes numbers, found {}", name.text, c.describe(body.type)));
    return {};
  }
  switch (method->gives) {
    case Gives::integer:
      whole.type = {TypeKind::integer};
      break;
    case Gives::truth:
      break;
    case Gives::element:
      whole.type = element;
      break;
    case Gives::list:
      whole.type = list.type;
      break;
    case Gives::same:
      whole.type = body.type;
      if (method->fold == ListFold::average && body.type.kind == TypeKind::integer) whole.type = {TypeKind::number};
      break;
    case Gives::mapped:
      if (body.type.kind == TypeKind::list || body.type.kind == TypeKind::range) {
        c.error(body.span, "a list holds no lists or ranges");
        return {};
      }
      whole.type = c.list_of(body.type);
      break;
  }
  whole.operands = {value(list), value(body)};
  const Type type = whole.type;
  return value_operand(make(std::move(whole)), type, span);
}

Operand Body::range_method(const Operand& range, const syntax::Name& name,
                           const std::vector<syntax::Argument>& arguments, Span span) {
  const bool is_lower = name.text == "lower" || name.text == "min",
             is_upper = name.text == "upper" || name.text == "max";
  if (!is_lower && !is_upper) {
    c.error(name.span, fmt::format("a range has no method `{}`", name.text), c.meant(name.text, {"lower", "upper"}));
    return {};
  }
  if (!arguments.empty()) {
    c.error(span, fmt::format("`{}` of a range takes no arguments", name.text));
    return {};
  }
  const auto bounds = convert_range(range, range.type, "the range");
  if (!bounds) return {};
  return value_operand(bound(*bounds, is_upper, span), c.element_of(range.type), span);
}

}  // namespace scrutineer::lang::detail
