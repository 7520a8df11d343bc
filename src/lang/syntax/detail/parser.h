// The parser: recursive descent over the tokens, one function per rule. What it is made of, each on top of the one before:
// lines (line_reader.h), expressions, members, and here the declarations of a file.
#pragma once

#include <vector>

#include "lang/syntax/detail/member_parser.h"

namespace scrutineer::lang::syntax {

class Parser : private MemberParser {
 public:
  Parser(const SourceFile& file, FileIndex index, std::vector<Token> tokens, std::vector<Diagnostic>& diagnostics)
      : MemberParser(file, index, std::move(tokens), diagnostics) {}

  Tree run();

 private:
  Declaration declaration();
  Declaration::Node declaration_node();
  Import import_statement();
  Namespace namespace_statement();
  Export export_statement();
  PhysicalType physical_type();
  Unit unit();
  void exponents(std::vector<BaseExponent>& list, Unit* unit);
  Enum enumeration();
  void enum_members(Enum& target);
  TypeDeclaration type_declaration();
  Inheritance inheritance();
  Declaration::Node extension();

  bool is_past_imports_ = false;
};

}  // namespace scrutineer::lang::syntax
