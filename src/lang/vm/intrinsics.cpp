#include "lang/vm/intrinsics.h"

#include <algorithm>
#include <stdexcept>
#include <vector>

#include "lang/library.h"
#include "lang/lower/handles.h"
#include "lang/vm/builtins.h"

namespace scrutineer::lang {
namespace {

// How many arguments stand before the parameters: members of actors, views and texts have a receiver.
std::uint32_t receivers_of(const Builtin& builtin, const Signature& signature) {
  if (!signature.is_field && !signature.is_method) return 0;
  return exists_once(builtin.owner) ? 0 : 1;
}

AskedOf asked_of(const Builtin& builtin, const Signature& signature) {
  if (builtin.owner == "string") return AskedOf::text;
  if (builtin.owner == "list") return AskedOf::list;
  if (signature.name == "is_present") return AskedOf::nobody;  // the question itself
  const std::string_view first = signature.parameters.substr(0, signature.parameters.find(','));
  const bool is_member = receivers_of(builtin, signature) == 1 || builtin.owner == "physical_object";
  const int actors = (is_member ? 1 : 0) + (first.ends_with(": physical_object") ? 1 : 0);
  return actors == 0 ? AskedOf::nobody : actors == 1 ? AskedOf::actor : AskedOf::two_actors;
}

// A question with yes or no is answered with no.
double otherwise(std::string_view type) { return type == "bool" ? 0.0 : kNull; }

Intrinsic intrinsic_of(const Builtin& builtin) {
  const Signature signature = signature_of(builtin.declaration);
  const auto commas = static_cast<std::uint32_t>(std::ranges::count(signature.parameters, ','));
  return {.name = std::string(builtin.owner) + '.' + std::string(builtin.name.empty() ? signature.name : builtin.name),
          .arguments = receivers_of(builtin, signature) + (signature.parameters.empty() ? 0 : commas + 1),
          .function = builtin.function,
          .fact = builtin.function == nullptr ? builtin.gives : builtin.needs,
          .asked_of = asked_of(builtin, signature),
          .otherwise = otherwise(signature.type)};
}

// "speed" is a field of object_state; "local_speed.lon" one of a view of its own.
Intrinsic intrinsic_of(const scene::Fact& fact) {
  const bool has_view = fact.name.find('.') != std::string_view::npos;
  return {.name = (has_view ? "" : "object_state.") + std::string(fact.name),
          .arguments = 1,
          .fact = &fact,
          .asked_of = AskedOf::actor,
          .otherwise = otherwise(type_name(fact))};
}

std::vector<Intrinsic> made() {
  std::vector<Intrinsic> all;
  for (const Builtin& builtin : builtins()) all.push_back(intrinsic_of(builtin));
  for (const scene::Fact& fact : scene::facts())
    if (is_field(fact)) all.push_back(intrinsic_of(fact));
  std::ranges::sort(all, {}, &Intrinsic::name);
  const auto twice = std::ranges::adjacent_find(all, {}, &Intrinsic::name);
  if (twice != all.end()) throw std::logic_error(twice->name + " is in the tables of facts and builtins twice");
  return all;
}

const std::vector<Intrinsic>& table() {
  static const std::vector<Intrinsic> kAll = made();
  return kAll;
}

}  // namespace

std::span<const Intrinsic> intrinsics() { return table(); }

std::optional<std::uint32_t> find_intrinsic(std::string_view name) {
  const auto found = std::ranges::lower_bound(table(), name, {}, &Intrinsic::name);
  if (found == table().end() || found->name != name) return std::nullopt;
  return static_cast<std::uint32_t>(found - table().begin());
}

}  // namespace scrutineer::lang
