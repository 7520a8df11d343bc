#include "lang/builtin_docs.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "lang/library.h"
#include "lang/vm/builtins.h"
#include "scene/fact_docs.h"

namespace scrutineer::lang {
namespace {

constexpr const char* kOpening =
    R"(# Builtins of the language

What programs may ask of a run, by the type that it belongs to. This page is made from the program's own tables (`scrutineer docs --write docs`); [language.md](language.md)
explains how to use them, and `scrutineer lang library` prints them as declarations, together with the parameters of all checkers.

What does not exist is `nan` or null, and an actor that is absent has no values. A checker that asks for something that the run can never have (a map, say) is skipped with that reason.

)";

// How an expression reaches a member of the type.
std::string_view asked_as(std::string_view owner) {
  static constexpr std::pair<std::string_view, std::string_view> kWays[] = {
      {"object_state", "actor.state."},
      {"global_angular_speed", "actor.state.global_angular_speed."},
      {"global_position", "actor.state.position."},
      {"global_orientation", "actor.state.orientation."},
      {"velocity_vector", "actor.state.velocity."},
      {"acceleration_vector", "actor.state.acceleration_vector."},
      {"msp_position", "actor.state.msp_pos."},
      {"vehicle_indicators", "actor.state.vehicle_indicators."},
      {"bounding_box", "actor.bbox."},
      {"physical_object", "actor."},
      {"vehicle", "actor."},
      {"issue", "issues.curr."},
      {"string", "text."},
      {"builtin", ""},
      {"math", ""},
  };
  for (const auto& [type, way] : kWays)
    if (type == owner) return way;
  return {};
}

// "road_distance(other: physical_object, ...) -> length" -> the same, as it is asked for.
std::string asked(const Builtin& builtin) {
  const Signature signature = signature_of(builtin.declaration);
  const std::string_view way = asked_as(builtin.owner);
  std::string text = way.empty() && exists_once(builtin.owner) && builtin.owner != "builtin"
                         ? std::string(builtin.owner) + "."
                         : std::string(way);
  text += signature.name;
  if (!signature.is_field) text += fmt::format("({})", signature.parameters);
  return text;
}

std::string row(std::string_view asked, std::string_view type, const scene::Fact* needs, std::string_view meaning) {
  return fmt::format("| `{}` | {} | {} | {} |\n", asked, type, needs == nullptr ? "" : scene::needs_of(*needs),
                     meaning);
}

// Types of arguments decide, see GenericRule.
std::string_view result_of(GenericRule rule) {
  switch (rule) {
    case GenericRule::same:
    case GenericRule::common:
      return "as its arguments";
    case GenericRule::root:
    case GenericRule::power:
      return "of that dimension";
    case GenericRule::plain:
    case GenericRule::from_angle:
      return "float";
    case GenericRule::whole:
    case GenericRule::sign:
      return "int";
    case GenericRule::to_angle:
    case GenericRule::ratio_angle:
      return "angle";
    case GenericRule::truth:
      return "bool";
  }
  return "";
}

}  // namespace

std::string builtins_markdown() {
  std::string page = kOpening;
  std::vector<std::string_view> owners{"object_state"};
  for (const Builtin& builtin : builtins())
    if (std::ranges::find(owners, builtin.owner) == owners.end()) owners.push_back(builtin.owner);
  for (const std::string_view owner : owners) {
    std::string rows;
    if (owner == "object_state")
      for (const scene::Fact& fact : scene::facts())
        if (is_field(fact)) rows += row("actor.state." + std::string(fact.name), type_name(fact), &fact, fact.meaning);
    for (const Builtin& builtin : builtins()) {
      const Signature signature = signature_of(builtin.declaration);
      if (builtin.owner != owner || !(signature.is_field || signature.is_method || builtin.rule)) continue;
      rows += row(asked(builtin), builtin.rule ? result_of(*builtin.rule) : signature.type,
                  builtin.gives != nullptr ? builtin.gives : builtin.needs, builtin.meaning);
    }
    if (!rows.empty())
      page += fmt::format("## `{}`\n\n| ask | gives | needs | meaning |\n|---|---|---|---|\n{}\n", owner, rows);
  }
  page.pop_back();
  return page;
}

}  // namespace scrutineer::lang
