// What SUMO's vehicle classes and types say of an actor: its category and size.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>

#include "base/result.h"
#include "trace/detail/actor_table.h"
#include "trace/input_hashes.h"

namespace scrutineer::trace {

struct SumoType {
  Category category = Category::car;
  Size size{0.0, 0.0, 0.0};  // 0: not known
};

// A vClass ("passenger", "bus" ...) with the size that SUMO gives it; nothing for an unknown word.
std::optional<SumoType> sumo_class(std::string_view name);

class SumoTypes {
 public:
  // From a file with vType elements anywhere in it: additional files, routes, duarouter's --vtype-output; plain or packed.
  static Result<SumoTypes> read(const std::string& file, SharedHashes hashes = {});

  // The type as the file defines it, or one of those that SUMO has built in. Null: it is not known.
  const SumoType* find(const std::string& id) const;

  SumoTypes();

 private:
  std::unordered_map<std::string, SumoType> types_;
};

}  // namespace scrutineer::trace
