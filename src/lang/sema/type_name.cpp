#include "lang/sema/analyse.h"

namespace scrutineer::lang {

std::string type_name(const Program& program, const Type& type) {
  switch (type.kind) {
    case TypeKind::nothing:
      return "nothing";
    case TypeKind::truth:
      return "bool";
    case TypeKind::integer:
      return "int";
    case TypeKind::number:
      return type.dimension == kPlainNumber ? "float" : to_string(type.dimension);
    case TypeKind::text:
      return "string";
    case TypeKind::word:
      return program.enums[type.index].name;
    case TypeKind::structure:
      return program.structs[type.index].name;
    case TypeKind::actor:
      return program.actors[type.index].name;
    case TypeKind::instance:
      return program.objects[type.index].name;
    case TypeKind::list:
      return "list of " + type_name(program, program.elements[type.index]);
    case TypeKind::range:
      return "range of " + type_name(program, program.elements[type.index]);
    case TypeKind::null:
      return "null";
    case TypeKind::any:
      break;
  }
  return "any";
}

}  // namespace scrutineer::lang
