#include "lang/syntax/detail/member_parser.h"

namespace scrutineer::lang::syntax {

DoMember MemberParser::do_member() {
  const Token first = here();
  DoMember result;
  const auto at_operator = [&] { return at_any_word({"serial", "parallel", "one_of"}); };
  // `serial:` at the end of a line is the operator, `serial: drive()` a label with this name.
  const bool has_label = at_name_before({TokenKind::colon}) && !(at_operator() && ahead(2).kind == TokenKind::newline);
  if (has_label) {
    result.label = name();
    take();
  }
  if (at_operator() && (ahead(1).kind == TokenKind::colon || ahead(1).kind == TokenKind::left_parenthesis)) {
    result.node = composition();
  } else if (accept_word("wait")) {
    result.node = Wait{event_specification()};
    end_line();
  } else if (at_word("emit") && starts_name(ahead(1))) {
    result.node = emit();
    end_line();
  } else if (at_word("call") && starts_name(ahead(1))) {
    take();
    result.node = CallStatement{call_line("a call"), true};
    end_line();
  } else {
    Invocation invocation;
    invocation.call = call_line("a behavior, `serial`, `parallel`, `one_of`, `wait`, `emit` or `call`");
    invocation.with = with_block();
    result.node = std::move(invocation);
  }
  result.span = span_from(first);
  return result;
}

Composition MemberParser::composition() {
  Composition result;
  if (at_word("parallel")) result.op = CompositionOperator::parallel;
  if (at_word("one_of")) result.op = CompositionOperator::one_of;
  take();
  if (at(TokenKind::left_parenthesis)) result.arguments = arguments();
  block(result.members, [this] { return do_member(); });
  // The `with` of a composition stands below its block.
  if (!is_broken_ && at_word("with") && ahead(1).kind == TokenKind::colon) {
    take();
    result.with = member_block(Owner::with_block);
  }
  return result;
}

}  // namespace scrutineer::lang::syntax
