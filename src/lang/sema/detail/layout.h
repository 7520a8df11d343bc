// Fourth pass: where the values of fields are, as cells of actors, structs, instances and the program.
#pragma once

#include "lang/sema/detail/type_table.h"

namespace scrutineer::lang::detail {

class Layout {
 public:
  Layout(TypeTable& types, Program& program, Reporter& reporter)
      : types_(types), program_(program), reporter_(reporter) {}

  // Also for a struct that is used for the first time after this pass. Does nothing if it is laid out already.
  void lay_out_struct(TypeInfo& type);
  void lay_out_object(TypeInfo& type);
  void lay_out_actors();
  void lay_out_program(SymbolTable& symbols);

 private:
  // Reports a struct that cannot be made, because it would hold too many others; its field has no type then.
  void lay_out_inner(TypeInfo& type, FieldInfo& field);
  void give_cells(FieldInfo& field);

  TypeTable& types_;
  Program& program_;
  Reporter& reporter_;
  int depth_ = 0;  // of structs that are being laid out, one in the other
};

Layout lay_out(SymbolTable& symbols, TypeTable& types, Program& program, Reporter& reporter);

}  // namespace scrutineer::lang::detail
