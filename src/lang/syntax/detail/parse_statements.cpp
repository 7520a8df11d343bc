#include <fmt/format.h>

#include "lang/syntax/detail/member_parser.h"

namespace scrutineer::lang::syntax {

std::vector<Statement> MemberParser::statement_block() {
  std::vector<Statement> result;
  block(result, [this] { return statement(); });
  return result;
}

Statement MemberParser::statement() {
  const Token first = here();
  Statement result;
  result.node = statement_node();
  result.span = span_from(first);
  return result;
}

Statement::Node MemberParser::statement_node() {
  // A word is a keyword only where a name could not go on like this: `set = 3` and `if.x()` are about names.
  const bool may_be_keyword = ahead(1).kind != TokenKind::assign && ahead(1).kind != TokenKind::dot;
  if (may_be_keyword) {
    if (at_word("if")) return if_statement();
    if (accept_word("while")) {
      const Expression* condition = expression();
      return WhileStatement{condition, statement_block()};
    }
    if (accept_word("return")) {
      const Expression* returned = at(TokenKind::newline) ? nullptr : expression();
      end_line();
      return ReturnStatement{returned};
    }
    if (at_any_word({"elif", "else"})) {
      fail(fmt::format("`{}` without `if`", text(here())));
      return PassStatement{};
    }
  }
  if (at_word("pass") && ahead(1).kind == TokenKind::newline) {
    take();
    end_line();
    return PassStatement{};
  }
  if (starts_name(ahead(1))) {
    if (accept_word("for")) {
      ForStatement loop;
      loop.variable = name("the name of the loop's variable");
      expect_word("in");
      loop.list = expression();
      loop.body = statement_block();
      return loop;
    }
    if (at_word("emit")) {
      EmitStatement result = emit();
      end_line();
      return result;
    }
    if (accept_word("call")) {
      const Expression* called = call_line("a call");
      end_line();
      return CallStatement{called, true};
    }
    if (accept_word("set")) {
      const Token target = here();
      return assignment_to(postfix(primary(), target), true);
    }
    if (accept_word("var")) {
      LocalVariable variable;
      do variable.names.push_back(name("the name of a variable"));
      while (accept(TokenKind::comma));
      expect(TokenKind::colon, "`:` and the type of the variable");
      variable.type = type();
      if (accept(TokenKind::assign)) variable.value = value();
      end_line();
      return variable;
    }
  }
  const Token first = here();
  if (!starts_name(first) && first.kind != TokenKind::left_parenthesis) {
    fail_expected("a statement");
    return PassStatement{};
  }
  const Expression* whole = postfix(primary(), first);
  if (at(TokenKind::assign)) return assignment_to(whole, false);
  if (const auto op = update_operator()) return update(whole, *op);
  if (!std::holds_alternative<CallExpression>(whole->node)) fail_expected("`=` or a call");
  end_line();
  return CallStatement{whole, false};
}

IfStatement MemberParser::if_statement() {
  IfStatement result;
  bool was_broken = false;
  do {
    take();
    IfBranch branch;
    branch.condition = expression();
    branch.body = statement_block();
    result.branches.push_back(std::move(branch));
    // What follows the block of a broken condition still belongs to it.
    const bool has_more = at_any_word({"elif", "else"});
    if (has_more && is_broken_) {
      was_broken = true;
      is_broken_ = false;
    }
    if (at_word("else") && is_word(ahead(1), "if")) {
      report({index_, here().begin, ahead(1).end}, "a second condition is written `elif`");
      was_broken = true;
      ++at_;  // the rest is read as if it were
    }
  } while (!is_broken_ && at_any_word({"elif", "if"}) && (at_word("elif") || is_word(tokens_[at_ - 1], "else")));
  if (!is_broken_ && accept_word("else")) result.otherwise = statement_block();
  is_broken_ = is_broken_ || was_broken;
  return result;
}

// Of `+=` and its like: both signs without a blank between them.
std::optional<BinaryOperator> MemberParser::update_operator() const {
  if (ahead(1).kind != TokenKind::assign || ahead(1).has_space_before) return std::nullopt;
  return arithmetic_operator_of(here().kind);
}

// `x += y` is `x = x + y`.
Assignment MemberParser::update(const Expression* target, BinaryOperator op) {
  const Token token = take();
  Assignment result = assignment_to(target, false);
  const Span span{index_, target->span.begin, std::max(target->span.end, last_end_)};
  result.value = make(span, BinaryExpression{op, span_of(token), target, result.value}, {target, result.value});
  return result;
}

Assignment MemberParser::assignment_to(const Expression* target, bool has_set) {
  Assignment result;
  result.has_set = has_set;
  result.target = target;
  const bool is_place = std::holds_alternative<NameExpression>(target->node) ||
                        std::holds_alternative<MemberExpression>(target->node) ||
                        std::holds_alternative<IndexExpression>(target->node);
  if (!is_place) fail_at(target->span, "only a name, a member or an element can be assigned to");
  expect(TokenKind::assign);
  result.value = value();
  end_line();
  return result;
}

EmitStatement MemberParser::emit() {
  take();
  EmitStatement result;
  result.event = reference(false);
  if (at(TokenKind::left_parenthesis)) result.arguments = arguments();
  return result;
}

}  // namespace scrutineer::lang::syntax
