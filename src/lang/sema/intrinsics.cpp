#include "lang/sema/intrinsics.h"

#include <algorithm>
#include <vector>

#include "lang/vm/builtins.h"

namespace scrutineer::lang {

std::span<const GenericFunction> generic_functions() {
  static const std::vector<GenericFunction> kAll = [] {
    std::vector<GenericFunction> all;
    for (const Builtin& builtin : builtins()) {
      if (!builtin.rule) continue;
      const Signature signature = signature_of(builtin.declaration);
      all.push_back({signature.name, std::string(builtin.owner) + '.' + std::string(signature.name), *builtin.rule,
                     static_cast<int>(std::ranges::count(signature.parameters, ',')) + 1});
    }
    return all;
  }();
  return kAll;
}

const GenericFunction* generic_function(std::string_view name) {
  const auto found = std::ranges::find(generic_functions(), name, &GenericFunction::name);
  return found == generic_functions().end() ? nullptr : &*found;
}

}  // namespace scrutineer::lang
