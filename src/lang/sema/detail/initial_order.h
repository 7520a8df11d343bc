// In which order fields get their first values: each after those that its own value reads, wherever they are declared.
#pragma once

#include <set>
#include <string_view>
#include <vector>

#include "lang/sema/detail/pass_results.h"

namespace scrutineer::lang::detail {

// What gives one field its first value.
struct FieldStart {
  const FieldInfo* field = nullptr;       // null: what is given to none of them
  std::vector<FieldValues> values = {};   // by the type that gives them, bases' first
  std::set<std::string_view> names = {};  // what stands in them
  bool reads_all = false;

  bool may_read(std::string_view name) const { return reads_all || names.contains(name); }
};

// The fields of a struct or of what runs, bases' too.
std::vector<FieldStart> initial_order(const PassResults& passes, const TypeInfo& type);
std::vector<FieldStart> order_of_globals(const PassResults& passes);

// Reports fields whose first values need each other.
void check_cycles(PassResults& passes);

}  // namespace scrutineer::lang::detail
