// Statements, the members of types and scenarios, and behaviour: what stands in blocks.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "lang/syntax/detail/expression_parser.h"

namespace scrutineer::lang::syntax {

class MemberParser : protected ExpressionParser {
 protected:
  using ExpressionParser::ExpressionParser;

  // What a line of members belongs to: not every member may stand everywhere.
  enum class Owner : std::uint8_t { structure, actor, scenario, action, modifier, extension, with_block };

  // ---- parse_statements.cpp ----
  std::vector<Statement> statement_block();
  Statement statement();
  Statement::Node statement_node();
  IfStatement if_statement();
  Assignment assignment_to(const Expression* target, bool has_set);
  std::optional<BinaryOperator> update_operator() const;
  Assignment update(const Expression* target, BinaryOperator op);
  EmitStatement emit();

  // ---- parse_members.cpp ----
  std::vector<Member> member_block(Owner owner);
  std::vector<Member> with_block();  // where there is none: the end of the line
  Member member_line(Owner owner);
  Member::Node member_node(Owner owner);
  bool at_labelled_call() const;
  Field field(FieldKind kind);
  std::optional<Sample> sample();
  Keep keep();
  Method method();
  EventDeclaration event_declaration();
  OnBlock on_block();
  Instance instance();

  // ---- parse_behaviour.cpp ----
  DoMember do_member();
  Composition composition();
};

}  // namespace scrutineer::lang::syntax
