// The members that the parts of a type declare.
#pragma once

#include "lang/sema/detail/type_table.h"

namespace scrutineer::lang::detail {

class MemberLinker {
 public:
  MemberLinker(SymbolTable& symbols, TypeTable& types, Reporter& reporter)
      : symbols_(symbols), types_(types), reporter_(reporter) {}

  void collect(TypeInfo& type);

 private:
  void add_to_actor(TypeInfo& type);
  void find_data(TypeInfo& watcher);
  TypeInfo& unknown_data();
  // Whether the type has the name already; reports it unless it is the same thing written out once more.
  bool is_taken(const TypeInfo& type, const Part& part, const syntax::Name& name, const Type& field_type);
  void add(TypeInfo& type, const Part& part, const syntax::Field& field);
  void add(TypeInfo& type, const Part& part, const syntax::EventDeclaration& event);
  void add(TypeInfo& type, const Part& part, const syntax::Instance& instance);
  void add(TypeInfo& type, const Part& part, const syntax::Method& method);
  void add_body(MethodInfo& same, const syntax::Method& method);
  // Behind those that it has.
  void append_body(MethodInfo& info, const syntax::Method& method);
  void find_watcher(InstanceInfo& instance);
  std::vector<ParameterInfo> parameters_of(const std::vector<syntax::Parameter>& parameters, const Namespace& space);

  SymbolTable& symbols_;
  TypeTable& types_;
  Reporter& reporter_;
};

}  // namespace scrutineer::lang::detail
