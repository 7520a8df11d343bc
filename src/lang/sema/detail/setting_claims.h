// What `set` and `keep` say of parameters of built-in checks, of users' config structs, and of what users declare.
#pragma once

#include <algorithm>

#include "lang/sema/detail/claims.h"

namespace scrutineer::lang::detail {

class SettingClaims {
 public:
  SettingClaims(PassResults& passes, KeptConstants& kept) : passes_(passes), kept_(kept) {}

  void set(const Claim& claim, const Operand& target, FunctionCompiler& probe);
  // `set ego_config = my_config`, `keep(x.teleportation_checker_config == ftlx_global_eval_config.my_config)`
  void assign_config(const Claim& claim, const Operand& target, FunctionCompiler& probe);
  // Sets a field of a user's config struct. False if the target is something else.
  bool set_in_config(const Claim& claim, FunctionCompiler& probe);
  // Sets `enabled` or `merge_gap` of what users declare. False if the target is something else.
  bool set_of_declared(const Claim& claim, TypeInfo& type, FunctionCompiler& probe);
  void remove_default(const Setting& target);

  // Writes the settings into the program.
  void finish();

 private:
  struct SettingValue {
    const watch::AnyParameter* parameter = nullptr;
    std::string path;  // where there is no parameter: NAME.enabled of what users declare
    watch::Scope scope;
    std::uint32_t declaration = kNone;  // of this instance alone
    bool is_hard = false;
    double low = 0.0, high = 0.0;  // the same, unless it is a range
    bool is_range = false;
    int depth = 0;  // in how many modifiers it stands, of what users declare
    Span span;
    std::string shown = {};  // as in SettingAssignment
  };
  struct ConfigClaim {
    Span claim;
    SettingsGroup target;
    Operand from;
  };
  struct DeclaredTarget {
    const syntax::Name* name = nullptr;
    std::uint32_t declaration = kNone;
    const TypeInfo* only = nullptr;  // for these actors; null: for all
  };

  // The lowest and highest value that is claimed; the same unless it is a range. Reports what is not constant.
  std::optional<std::pair<double, double>> constants(const Claim& claim, const Type& type, FunctionCompiler& probe);
  // Which actors the setting is for; reports a target that cannot be configured.
  std::optional<watch::Scope> scope_of_target(const Setting& target, Span span);
  bool is_for_everybody(const Claim& claim, SettingValue& value);
  bool is_allowed(const Claim& claim, const watch::AnyParameter& parameter, double value);
  void set_of_group(const Claim& claim, const TypeInfo& group, const SettingValue& value, Span target);
  void add(const SettingValue& value, const Claim& claim, Span target);
  const watch::AnyParameter* parameter_like(const TypeInfo& config, std::string_view name) const;
  DeclaredTarget declared_target(const Claim& claim, TypeInfo& type, FunctionCompiler& probe);

  const watch::CheckInfo* built_in_of(const Declaration& instance) const;  // null: it is one of users
  // Is what is claimed of an instance for all of its actors, or for some that may differ? Else that is reported.
  bool narrow_to_instance(SettingValue& value, Span target);

  void put(const SettingValue& value, double number);
  void keep_in_range(const SettingValue& range);
  void take_config(const ConfigClaim& taken);

  PassResults& passes_;
  KeptConstants& kept_;
  std::vector<SettingValue> settings_;
  std::vector<ConfigClaim> configs_;
};

// Of two that set the same, the later in the sources wins, whichever types they stand in: sorts by that.
class SourceOrder {
 public:
  explicit SourceOrder(const PassResults& passes) : ranks_(passes.sources.size()) {
    for (std::size_t i = 0; i < passes.loaded.files.size(); ++i) ranks_[passes.loaded.files[i].tree.file] = i;
  }
  template <typename Values>
  void sort(Values& values) const {
    std::ranges::stable_sort(values, {},
                             [&](const auto& value) { return std::pair(ranks_[value.span.file], value.span.begin); });
  }

 private:
  std::vector<std::size_t> ranks_;  // by file
};

}  // namespace scrutineer::lang::detail
