#include "lang/vm/detail/told_concepts.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <variant>

#include "odd/monitor.h"
#include "odd/units.h"

namespace scrutineer::lang::detail {
namespace {

using ConceptKind = odd::Concept::Kind;

// The quantities of OpenODD that the language has dimensions for, too. Of all others programs tell plain numbers, in
// the first unit of the quantity.
struct QuantityDimension {
  std::string_view quantity;
  Dimension dimension;
};
constexpr QuantityDimension kDimensions[] = {
    {"length", kLength},
    {"area", {.length = 2}},
    {"volume", {.length = 3}},
    {"angle", kAngle},
    {"force", {.length = 1, .time = -2, .mass = 1}},
    {"weight", {.mass = 1}},
    {"time", kTime},
    {"temperature", {.temperature = 1}},
    {"1/time", {.time = -1}},
    {"electric_current", {.current = 1}},
    {"power", {.length = 2, .time = -3, .mass = 1}},
    {"length/time", kSpeed},
    {"pressure", {.length = -1, .time = -2, .mass = 1}},
    {"torque", {.length = 2, .time = -2, .mass = 1}},
    {"length/time^2", kAcceleration},
    {"density", {.length = -3, .mass = 1}},
    {"1/length", {.length = -1}},
};

Dimension dimension_of_concept(const odd::Concept& about) {
  const auto* const known = std::ranges::find(kDimensions, about.quantity(), &QuantityDimension::quantity);
  return known == std::end(kDimensions) ? kPlainNumber : known->dimension;
}

std::string wanted_words(const odd::Concept& about) {
  if (about.kind != ConceptKind::number) return about.kind == ConceptKind::boolean ? "a bool" : "a text or word";
  return about.unit_type.empty() ? "a number" : "a number with the dimension of " + about.unit_type;
}

// Can what the program tells be a value of the concept?
bool can_be_told(const odd::Concept& about, const Type& told) {
  switch (told.kind) {
    case TypeKind::truth:
      return about.kind == ConceptKind::boolean;
    case TypeKind::integer:
    case TypeKind::number:
      // A number that is declared without a unit type may be of any quantity.
      return about.kind == ConceptKind::number &&
             (about.unit_type.empty() || told.dimension == dimension_of_concept(about));
    default:
      return about.kind != ConceptKind::record;
  }
}

}  // namespace

// What the program tells, and what the ODD calls that; of what it does not know, a warning.
void ToldConcepts::find(const odd::Taxonomy& taxonomy) {
  told_.emplace();
  for (const Metric& metric : program_.info) {
    if (metric.value == kNone || !is_one(metric)) continue;
    const odd::ConceptId about = taxonomy.find(metric.name.substr(kPrefix.size())).id;
    if (!about.valid()) {
      warn(metric, "the operational design domain has no such concept");
    } else if (!can_be_told(taxonomy.at(about), metric.type)) {
      warn(metric, fmt::format("it is not told: the concept is {}", wanted_words(taxonomy.at(about))));
    } else {
      told_->push_back({&metric, about});
    }
  }
}

void ToldConcepts::warn(const Metric& metric, const std::string& what) {
  said_.log({}, "warning", fmt::format("top.info.{}: {}", metric.name, what));
}

// Numbers are SI on both sides. What the concept cannot have is not known; of texts that is said once.
odd::Value ToldConcepts::value_of(Told& told, const odd::Concept& about) {
  const watch::Value value = said_.value(machine_.run(told.metric->value, {}), told.metric->type);
  if (const bool* const truth = std::get_if<bool>(&value)) return odd::Value::boolean(*truth);
  if (const double* const number = std::get_if<double>(&value))
    return std::isnan(*number) ? odd::Value{} : odd::Value::number(*number);
  const std::string& text = std::get<std::string>(value);
  const bool is_unknown = text.empty() || (text == "unknown" && !about.find_literal(text));
  if (is_unknown) return {};
  const auto read = odd::read_value(about, text);
  if (read) return *read;
  if (!told.was_refused) warn(*told.metric, read.problem().message);
  told.was_refused = true;
  return {};
}

void ToldConcepts::tell(odd::Monitor& monitor) {
  const odd::Taxonomy& taxonomy = monitor.domain().taxonomy;
  if (!told_) find(taxonomy);
  for (Told& told : *told_) {
    machine_.begin_steps();
    try {
      monitor.tell(told.about, value_of(told, taxonomy.at(told.about)));
    } catch (const Fault& fault) {
      monitor.tell(told.about, {});
      said_.log_fault(*told.metric, fault);
    }
  }
}

}  // namespace scrutineer::lang::detail
