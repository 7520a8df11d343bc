#include "scene/fact_docs.h"

#include <fmt/format.h>

namespace scrutineer::scene {
namespace {

constexpr const char* kOpening =
    R"(# Facts

Checkers may ask for these facts, beyond what a run reports itself. This page is made from the program's own table
(`scrutineer docs --write docs`).

A fact is computed when somebody asks for it, at most once per frame and actor. One that does not exist is not a number, and comparisons
with it are false: before it has its frames, across a relocation or a reappearance, off the road. What the run does not report is a
backward difference of what it does report; a value more differences away than `--derive` allows (1 if nothing is said) never exists,
and checkers that need it are skipped with that reason.

)";

const char* scope_of(const Fact& fact) {
  switch (fact.scope) {
    case FactScope::world:
      return "the frame";
    case FactScope::actor:
      return "an actor";
    case FactScope::pair:
      return "two actors";
    case FactScope::run:
      return "the run";
  }
  return "";
}

std::string_view type_of(const Fact& fact) {
  switch (fact.type) {
    case FactType::number:
      return "number";
    case FactType::whole:
      return "whole number";
    case FactType::truth:
      return "truth";
    case FactType::word:
      return "word";
    case FactType::place:
      return "place";
    case FactType::list:
      return "list";
  }
  return "";
}

const char* basis_of(const Fact& fact) {
  switch (fact.basis) {
    case FactBasis::none:
      return "";
    case FactBasis::velocity:
      return "velocity, otherwise 1 difference";
    case FactBasis::acceleration:
      return "acceleration, otherwise 1 difference of velocities, 2 of positions";
    case FactBasis::yaw_rate:
      return "yaw rate, otherwise 1 difference";
    case FactBasis::jerk:
      return "1 difference of accelerations, 2 of velocities, 3 of positions";
  }
  return "";
}

}  // namespace

std::string needs_of(const Fact& fact) {
  if (fact.is_told != nullptr) return "that the run tells it";
  std::string basis = basis_of(fact);
  if (!fact.needs_map) return basis;
  return basis.empty() ? "a map" : "a map; " + basis;
}

std::string facts_markdown() {
  std::string page = kOpening;
  page += "| fact | of | unit | needs | meaning |\n|---|---|---|---|---|\n";
  for (const Fact& fact : facts()) {
    page += fmt::format("| `{}` | {} | {} | {} | {} |\n", fact.name, scope_of(fact),
                        fact.unit.empty() ? type_of(fact) : fact.unit, needs_of(fact), fact.meaning);
  }
  page +=
      "\nInside junctions an actor keeps all connecting lanes of its incoming lane that still contain its centre, or "
      "are up to half a\n"
      "metre beside it; `road_position` is the one that fits place and heading best, the straightest while they have "
      "not parted.\n";
  return page;
}

}  // namespace scrutineer::scene
