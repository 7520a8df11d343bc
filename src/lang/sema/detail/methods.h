// Methods and constructors as functions. A method is compiled for each way in which its receiver is reached: actors,
// structs and other instances are the first parameter, the instance that runs is known, and a watcher's data is cells
// at a fixed offset of one.
#pragma once

#include <map>
#include <tuple>
#include <vector>

#include "lang/sema/detail/symbols.h"

namespace scrutineer::lang::detail {

struct PassResults;

struct MethodVersion {
  MethodInfo* method = nullptr;
  Type type{TypeKind::nothing};                 // of the receiver; nothing: it exists once
  bool is_own = false;                          // the instance that runs
  bool is_chosen = false;                       // this one, whatever the receiver's own type has instead
  ExpressionKind space = ExpressionKind::null;  // of a watcher's data: where its cells are ...
  std::uint32_t offset = 0;
  bool has_base = false;  // ... and that they are based on the first parameter
  Type base_type;

  auto key() const {
    return std::tuple(method, static_cast<int>(type.kind), type.index, is_own, is_chosen, static_cast<int>(space),
                      offset, has_base, static_cast<int>(base_type.kind), base_type.index);
  }
};

class Methods {
 public:
  explicit Methods(PassResults& passes) : passes_(passes) {}

  // Compiles it when it is asked for first.
  FunctionId function_of(const MethodVersion& version);
  // The function that makes a new struct. It is compiled later, when all that `set` and `keep` say is known.
  FunctionId constructor_of(const Type& type);
  void compile_constructors();

  // Reports mistakes in methods that are never called and structs that are never made; their code is not kept.
  void check_uncalled();
  void check_unused_structs();

 private:
  void compile(FunctionId id, const MethodVersion& version);
  // What types of actors or structs that inherit the method have instead: roles first, then the most special types. The
  // first that fits counts.
  std::vector<MethodInfo*> overrides_of(const MethodInfo& method) const;
  void choose_override(FunctionId id, const MethodVersion& version, const std::vector<MethodInfo*>& overrides);
  void compile_constructor(std::uint32_t structure);
  Type receiver_type(TypeInfo& owner);

  // How much code there is; `forget` takes back what was added since.
  struct CodeSize {
    std::size_t functions, statements, expressions;
  };
  CodeSize code_size() const;
  void forget(const CodeSize& before);

  PassResults& passes_;
  std::map<decltype(MethodVersion().key()), FunctionId> versions_;
  std::vector<std::pair<FunctionId, MethodVersion>> pending_;
  bool is_compiling_ = false;
  std::map<std::uint32_t, FunctionId> constructors_;  // by struct
  std::vector<std::uint32_t> pending_constructors_;   // structs
};

}  // namespace scrutineer::lang::detail
