#include <fmt/format.h>

#include "lang/syntax/detail/member_parser.h"

namespace scrutineer::lang::syntax {
namespace {

constexpr std::string_view kMembers =
    "a member, such as `name: type`, `keep(...)`, `set`, `def`, `event`, `on` or a call";

}  // namespace

std::vector<Member> MemberParser::member_block(Owner owner) {
  std::vector<Member> result;
  block(result, [this, owner] { return member_line(owner); });
  return result;
}

std::vector<Member> MemberParser::with_block() {
  if (accept_word("with")) return member_block(Owner::with_block);
  end_line();
  return {};
}

Member MemberParser::member_line(Owner owner) {
  const Token first = here();
  Member result;
  result.node = member_node(owner);
  result.span = span_from(first);
  return result;
}

// long: a case for each word that a member begins with
Member::Node MemberParser::member_node(Owner owner) {
  const Token first = here();
  const auto only_outside_with = [&](std::string_view what) {
    if (owner == Owner::with_block) fail(fmt::format("{} cannot stand in a `with` block", what));
  };
  const TokenKind next = ahead(1).kind;
  if (at_labelled_call()) {
    Application result;
    result.label = name();
    take();
    result.call = call_line("a call");
    end_line();
    return result;
  }
  if (at_name_before({TokenKind::colon, TokenKind::comma})) {
    only_outside_with("a field");
    return field(FieldKind::parameter);
  }
  if (starts_name(ahead(1))) {
    if (at_any_word({"var", "const"})) {
      only_outside_with("a field");
      const FieldKind kind = at_word("var") ? FieldKind::variable : FieldKind::constant;
      if (!is_broken_) take();
      return field(kind);
    }
    if (accept_word("set")) {
      const Token target = here();
      return assignment_to(postfix(primary(), target), true);
    }
    if (at_word("def")) {
      only_outside_with("a method");
      return method();
    }
    if (at_word("event")) {
      only_outside_with("an event");
      return event_declaration();
    }
    if (at_any_word({"watcher", "checker"})) {
      only_outside_with("a watcher or checker");
      return instance();
    }
    if (at_word("do")) {
      if (owner == Owner::structure || owner == Owner::actor || owner == Owner::modifier || owner == Owner::with_block)
        fail("`do` can stand only in a scenario or an action");
      else
        take();
      return DoDirective{do_member()};
    }
  }
  if (next == TokenKind::left_parenthesis) {
    if (at_word("keep")) {
      Keep result = keep();
      end_line();
      return result;
    }
    if (accept_word("remove_default")) {
      const Token open = take();
      RemoveDefault result{reference()};
      close(TokenKind::right_parenthesis, open, "`)`");
      end_line();
      return result;
    }
    if (at_any_word({"cover", "record", "plot"})) {
      Coverage result;
      result.kind = at_word("cover")    ? CoverageKind::cover
                    : at_word("record") ? CoverageKind::record
                                        : CoverageKind::plot;
      take();
      result.arguments = arguments();
      end_line();
      return result;
    }
  }
  if (next != TokenKind::assign && next != TokenKind::dot) {
    if (at_word("on")) {
      only_outside_with("an `on` block");
      return on_block();
    }
    if (at_word("until")) {
      if (owner != Owner::with_block) fail("`until` can stand only in the `with` block of a behavior");
      accept_word("until");
      Until result{event_specification()};
      end_line();
      return result;
    }
  }
  if (at_word("pass") && next == TokenKind::newline) {
    take();
    end_line();
    return PassStatement{};
  }
  if (!starts_name(first) && first.kind != TokenKind::left_parenthesis) {
    fail_expected(owner == Owner::with_block ? "`keep(...)`, `until` or a call" : kMembers);
    return PassStatement{};
  }
  const Expression* whole = postfix(primary(), first);
  if (at(TokenKind::assign)) return assignment_to(whole, false);
  if (!std::holds_alternative<CallExpression>(whole->node)) fail_expected("`:`, `=` or a call");
  end_line();
  return Application{{}, whole};
}

// `link: map.roads_follow(...)`: the standard's examples label modifiers, where its grammar has only fields.
bool MemberParser::at_labelled_call() const {
  std::size_t count = after_name();
  if (count == 0 || ahead(count).kind != TokenKind::colon) return false;
  ++count;
  while (ahead(count).kind == TokenKind::name && ahead(count + 1).kind == TokenKind::dot) count += 2;
  return ahead(count).kind == TokenKind::name && ahead(count + 1).kind == TokenKind::left_parenthesis;
}

Field MemberParser::field(FieldKind kind) {
  Field result;
  result.kind = kind;
  do result.names.push_back(name("the name of a field"));
  while (accept(TokenKind::comma));
  expect(TokenKind::colon, "`:` and the type of the field");
  if (kind == FieldKind::parameter && at_word("var") && starts_name(ahead(1)))
    fail("`var` stands before the name", fmt::format("write `var {}: {}`", result.names.front().text, text(ahead(1))));
  result.type = type();
  if (accept(TokenKind::assign)) {
    if (kind == FieldKind::variable) result.sample = sample();
    if (!result.sample) result.value = value();
  }
  result.with = with_block();
  return result;
}

std::optional<Sample> MemberParser::sample() {
  if (!at_word("sample") || ahead(1).kind != TokenKind::left_parenthesis) return std::nullopt;
  take();
  const Token open = take();
  Sample result;
  result.value = expression();
  expect(TokenKind::comma, "`,` and the event to sample at");
  result.event = event_specification();
  if (accept(TokenKind::comma)) result.initial = expression();
  close(TokenKind::right_parenthesis, open, "`)`");
  return result;
}

Keep MemberParser::keep() {
  take();
  const Token open = take();
  Keep result;
  // `default` and `hard` may also be names: `keep(default == 3)`.
  const TokenKind next = ahead(1).kind;
  const bool goes_on =
      (next == TokenKind::name && !is_word(ahead(1), "in") && !is_word(ahead(1), "and") && !is_word(ahead(1), "or")) ||
      next == TokenKind::integer || next == TokenKind::real || next == TokenKind::string_begin ||
      next == TokenKind::left_parenthesis || next == TokenKind::left_bracket || next == TokenKind::double_colon;
  if (goes_on && at_any_word({"default", "soft", "hard"})) {
    result.strength = at_word("hard") ? KeepStrength::hard : KeepStrength::by_default;
    take();
  }
  result.condition = expression();
  close(TokenKind::right_parenthesis, open, "`)`");
  return result;
}

Method MemberParser::method() {
  accept_word("def");
  Method result;
  result.name = name("the name of a method");
  result.parameters = parameters();
  if (accept(TokenKind::arrow)) result.result = type();
  // The standard's domain model declares its methods without saying `is undefined`.
  if (!is_broken_ && accept(TokenKind::newline)) {
    result.body = UndefinedBody{};
    return result;
  }
  expect_word("is");
  if (accept_word("only"))
    result.qualifier = MethodQualifier::only;
  else if (accept_word("also"))
    result.qualifier = MethodQualifier::also;
  if (accept_word("expression")) {
    result.body = ExpressionBody{expression()};
    end_line();
  } else if (accept_word("undefined")) {
    result.body = UndefinedBody{};
    end_line();
  } else if (accept_word("external")) {
    ExternalBody body;
    body.name = path("the name of an external method");
    body.arguments = arguments();
    result.body = std::move(body);
    end_line();
  } else {
    if (!at(TokenKind::colon)) fail_expected("`expression`, `external`, `undefined` or `:`");
    result.body = StatementBody{statement_block()};
  }
  return result;
}

EventDeclaration MemberParser::event_declaration() {
  accept_word("event");
  EventDeclaration result;
  result.name = name("the name of an event");
  if (at(TokenKind::left_parenthesis)) result.parameters = parameters();
  if (accept_word("is")) result.definition = event_specification();
  end_line();
  return result;
}

OnBlock MemberParser::on_block() {
  accept_word("on");
  OnBlock result;
  result.event = event_specification();
  result.body = statement_block();
  return result;
}

Instance MemberParser::instance() {
  Instance result;
  result.kind = at_word("checker") ? InstanceKind::checker : InstanceKind::watcher;
  if (!is_broken_) take();
  result.name = name("the name of the instance");
  expect_word("is");
  result.type = path("a watcher type");
  if (at(TokenKind::left_parenthesis)) result.arguments = arguments();
  result.with = with_block();
  return result;
}

}  // namespace scrutineer::lang::syntax
