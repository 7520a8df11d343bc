#include <fmt/format.h>

#include <array>
#include <tuple>

#include "base/text.h"
#include "lang/syntax/detail/parser.h"

namespace scrutineer::lang::syntax {
namespace {

constexpr std::array<std::string_view, 16> kDeclarations = {
    "import", "namespace", "export",   "type",   "unit",   "enum",    "struct", "actor",
    "action", "scenario",  "modifier", "extend", "global", "watcher", "on",     "checker"};
constexpr std::array<std::string_view, 8> kBaseUnits = {"kg", "m", "s", "A", "K", "mol", "cd", "rad"};

}  // namespace

Declaration Parser::declaration() {
  const Token first = here();
  Declaration result;
  result.node = declaration_node();
  result.span = span_from(first);
  is_past_imports_ = is_past_imports_ || (!is_broken_ && !std::holds_alternative<Import>(result.node));
  return result;
}

Declaration::Node Parser::declaration_node() {
  if (at_word("import")) return import_statement();
  if (at_word("namespace")) return namespace_statement();
  if (at_word("export")) return export_statement();
  if (at_word("type")) return physical_type();
  if (at_word("unit")) return unit();
  if (at_word("enum")) return enumeration();
  if (at_word("extend")) return extension();
  if (at_word("on")) return on_block();
  if (at_any_word({"struct", "actor", "scenario", "action", "modifier"})) return type_declaration();
  const bool before_modifier = is_word(ahead(1), "modifier") && starts_name(ahead(2));
  const bool before_watcher = is_word(ahead(1), "watcher") && is_word(ahead(2), "modifier");
  if (at_word("watcher") && before_modifier) return type_declaration();
  if (at_word("global") && (before_modifier || before_watcher)) return type_declaration();
  if (accept_word("global")) return GlobalField{field(FieldKind::parameter)};

  std::string hint;
  if (at_any_word({"watcher", "checker"})) {
    hint = "instances stand in a `global modifier` or an `extend`";
  } else if (at(TokenKind::name)) {
    if (const auto meant = did_you_mean(text(here()), kDeclarations)) hint = fmt::format("did you mean `{}`?", *meant);
  }
  if (at_name_before({TokenKind::colon}) && hint.empty()) hint = "a field outside of a type begins with `global`";
  fail_expected("a declaration, such as `struct`, `extend` or `import`", std::move(hint));
  return Export{};
}

Import Parser::import_statement() {
  const Token first = take();
  Import result;
  if (at(TokenKind::string_begin)) {
    const Expression* file = string();
    const auto* literal = std::get_if<StringLiteral>(&file->node);
    result.file.emplace();
    if (literal != nullptr) {
      for (const StringPart& part : literal->parts) {
        if (part.expression != nullptr) fail_at(part.span, "the name of a file is plain text");
        *result.file += part.text;
      }
    }
  } else {
    result.name = path("the name of a file in quotes, or of a library");
  }
  if (is_past_imports_) fail_at(span_from(first), "an import stands before all other declarations");
  end_line();
  return result;
}

Namespace Parser::namespace_statement() {
  take();
  Namespace result;
  result.name = name("the name of a namespace");
  if (accept_word("use")) {
    do result.used.push_back(name("the name of a namespace"));
    while (accept(TokenKind::comma));
  }
  end_line();
  return result;
}

Export Parser::export_statement() {
  take();
  Export result;
  do {
    const Token first = here();
    ExportItem item;
    const bool has_space = at(TokenKind::double_colon) || ahead(1).kind == TokenKind::double_colon;
    if (has_space) {
      item.space.emplace();
      if (at(TokenKind::name)) item.space = text(take());
      expect(TokenKind::double_colon);
    }
    if (at(TokenKind::star) || at(TokenKind::name)) {
      item.is_everything = at(TokenKind::star);
      if (!item.is_everything) item.text = text(here());
      take();
    } else {
      fail_expected("a name or `*`");
    }
    item.span = span_from(first);
    result.items.push_back(std::move(item));
  } while (accept(TokenKind::comma));
  end_line();
  return result;
}

PhysicalType Parser::physical_type() {
  take();
  PhysicalType result;
  result.name = name("the name of a physical type");
  expect_word("is");
  exponents(result.exponents, nullptr);
  end_line();
  return result;
}

Unit Parser::unit() {
  take();
  Unit result;
  result.name = name("the name of a unit");
  expect_word("of");
  result.type = name("the name of a physical type");
  expect_word("is");
  exponents(result.exponents, &result);
  end_line();
  return result;
}

// `SI(m: 1, s: -1)`; of a unit with `factor` and `offset` at the end.
void Parser::exponents(std::vector<BaseExponent>& list, Unit* unit) {
  expect_word("SI");
  const Token open = here();
  expect(TokenKind::left_parenthesis);
  do {
    if (is_broken_) return;
    const bool is_scale = unit != nullptr && at_any_word({"factor", "offset"});
    if (is_scale) {
      const Expression*& target = at_word("factor") ? unit->factor : unit->offset;
      if (target != nullptr || (&target == &unit->factor && unit->offset != nullptr))
        fail("`factor` and `offset` stand once each, in this order");
      accept(TokenKind::name);
      expect(TokenKind::colon);
      target = expression();
      continue;
    }
    if (unit != nullptr && (unit->factor != nullptr || unit->offset != nullptr))
      fail("`factor` and `offset` stand after the base units");
    BaseExponent exponent;
    const bool is_base =
        at(TokenKind::name) && std::find(kBaseUnits.begin(), kBaseUnits.end(), text(here())) != kBaseUnits.end();
    if (!is_base) fail_expected("a base unit (kg, m, s, A, K, mol, cd, rad)");
    exponent.base = name();
    expect(TokenKind::colon);
    const Token first = here();
    const Expression* number = prefix(kNegatePrecedence);
    const auto* literal = std::get_if<IntegerLiteral>(&number->node);
    constexpr std::uint64_t kLargestExponent = 100;
    if (literal == nullptr || literal->magnitude > kLargestExponent) {
      fail_at(span_from(first), "the exponent of a base unit is a small integer");
    } else {
      const int magnitude = static_cast<int>(literal->magnitude);
      exponent.exponent = literal->negative ? -magnitude : magnitude;
    }
    list.push_back(std::move(exponent));
  } while (accept(TokenKind::comma));
  close(TokenKind::right_parenthesis, open, "`,` or `)`");
}

Enum Parser::enumeration() {
  take();
  Enum result;
  result.name = name("the name of an enum");
  expect(TokenKind::colon);
  enum_members(result);
  return result;
}

void Parser::enum_members(Enum& target) {
  const Token open = here();
  expect(TokenKind::left_bracket, "`[` and the members of the enum");
  do {
    EnumMember member;
    member.name = name("the name of an enum member");
    if (accept(TokenKind::assign)) {
      const Expression* number = prefix(kNegatePrecedence);
      const auto* integer = std::get_if<IntegerLiteral>(&number->node);
      const bool is_value = (integer != nullptr && !integer->negative) ||
                            std::holds_alternative<NameExpression>(number->node) ||
                            std::holds_alternative<EnumMemberExpression>(number->node);
      if (!is_value) fail_at(number->span, "the value of an enum member is an integer from 0 or another member");
      member.value = number;
    }
    target.members.push_back(std::move(member));
  } while (accept(TokenKind::comma));
  close(TokenKind::right_bracket, open, "`,` or `]`");
  end_line();
}

TypeDeclaration Parser::type_declaration() {
  TypeDeclaration result;
  result.is_global = accept_word("global");
  result.is_watcher = accept_word("watcher");
  Owner owner = Owner::structure;
  if (at_word("actor")) std::tie(result.kind, owner) = std::pair(TypeKind::actor, Owner::actor);
  if (at_word("scenario")) std::tie(result.kind, owner) = std::pair(TypeKind::scenario, Owner::scenario);
  if (at_word("action")) std::tie(result.kind, owner) = std::pair(TypeKind::action, Owner::action);
  if (at_word("modifier")) std::tie(result.kind, owner) = std::pair(TypeKind::modifier, Owner::modifier);
  const std::string word(text(take()));

  const std::string expected = fmt::format("the name of the {}", word);
  if (owner == Owner::structure || owner == Owner::actor) {
    result.name.names.push_back(name(expected));
    result.name.span = result.name.names.front().span;
  } else {
    result.name = path(expected);
  }
  if (result.kind == TypeKind::modifier && at(TokenKind::left_parenthesis)) {
    const Token open = take();
    if (!at(TokenKind::right_parenthesis)) result.data_type = type();
    close(TokenKind::right_parenthesis, open, "`)`");
  }
  if (accept_word("inherits")) result.inherits = inheritance();
  if (result.kind == TypeKind::modifier && accept_word("of")) result.modified = path("the name of a behavior");

  if (!is_broken_ && accept(TokenKind::newline)) return result;
  if (!at(TokenKind::colon)) fail_expected("`:` or the end of the line");
  result.members = member_block(owner);
  return result;
}

Inheritance Parser::inheritance() {
  Inheritance result;
  result.base = path("the name of a type");
  if (!at(TokenKind::left_parenthesis)) return result;
  const Token open = take();
  result.field = name("the name of a field");
  expect(TokenKind::equal);
  const Token first = here();
  result.value = prefix(kNegatePrecedence);
  const bool is_value = std::holds_alternative<BoolLiteral>(result.value->node) ||
                        std::holds_alternative<NameExpression>(result.value->node) ||
                        std::holds_alternative<EnumMemberExpression>(result.value->node);
  if (!is_value)
    fail_at(span_from(first), "a type inherits under the condition that a field has an enum member or a truth value");
  close(TokenKind::right_parenthesis, open, "`)`");
  return result;
}

Declaration::Node Parser::extension() {
  take();
  Path subject = path("the name of a type");
  const bool is_enum = at(TokenKind::colon) && ahead(1).kind == TokenKind::left_bracket;
  if (!is_enum) return Extension{std::move(subject), member_block(Owner::extension)};
  if (subject.names.size() > 1) fail_at(subject.span, "an enum is not a member of another type");
  Enum result;
  result.name = std::move(subject.names.front());
  result.is_extension = true;
  expect(TokenKind::colon);
  enum_members(result);
  return result;
}

}  // namespace scrutineer::lang::syntax
