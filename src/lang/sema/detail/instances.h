// Instances of watchers and checkers: `checker near is near_checker(limit: 2m)`, with the issues that they raise.
#pragma once

#include <set>
#include <string_view>
#include <unordered_map>

#include "lang/sema/detail/assignments.h"
#include "lang/sema/detail/initial_order.h"

namespace scrutineer::lang::detail {

void compile_instances(PassResults& passes);

// Assigns the first value of one field, then what `set` and `keep` say about it.
void give_first_value(FunctionCompiler& code, const FieldStart& given, const Operand& self, TypeInfo& type);

// Lets `--set NAME.PARAMETER=VALUE` change what the sources give a parameter, where that is a constant
// (instance_settings.cpp). `arguments`: what the instance was given.
void add_instance_settings(FunctionCompiler& code, TypeInfo& type, std::uint32_t declaration,
                           const std::unordered_map<const FieldInfo*, ExpressionId>& arguments);
// Computes the first values again of those fields that depend on the changed ones.
void give_what_follows(FunctionCompiler& code, TypeInfo& type, std::set<std::string_view> changed);
// Its parameters, bases' first.
std::vector<const FieldInfo*> parameter_fields(const TypeInfo& type);

}  // namespace scrutineer::lang::detail
