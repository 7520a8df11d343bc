#include "lang/vm/detail/told_concepts.h"

#include <cmath>
#include <variant>

#include "odd/monitor.h"

namespace scrutineer::lang::detail {
namespace {

// Numbers are SI on both sides. What the concept cannot have is not known.
odd::Value told_value(const odd::Concept& about, const watch::Value& value) {
  if (const bool* const truth = std::get_if<bool>(&value))
    return about.kind == odd::Concept::Kind::boolean ? odd::Value::boolean(*truth) : odd::Value{};
  if (const std::string* const text = std::get_if<std::string>(&value)) {
    const auto read = odd::read_value(about, *text);
    return read ? *read : odd::Value{};
  }
  double number = std::nan("");
  if (const double* const real = std::get_if<double>(&value)) number = *real;
  return std::isnan(number) || about.kind != odd::Concept::Kind::number ? odd::Value{} : odd::Value::number(number);
}

}  // namespace

// What the program tells, and what the ODD calls that; of what it does not know, a warning.
void ToldConcepts::find(const odd::Taxonomy& taxonomy) {
  told_.emplace();
  for (const Metric& metric : program_.info) {
    if (metric.value == kNone || !is_one(metric)) continue;
    const odd::ConceptId about = taxonomy.find(metric.name.substr(kPrefix.size())).id;
    if (about.valid())
      told_->push_back({&metric, about});
    else
      said_.log({}, "warning", "top.info." + metric.name + ": the operational design domain has no such concept");
  }
}

void ToldConcepts::tell(odd::Monitor& monitor) {
  const odd::Taxonomy& taxonomy = monitor.domain().taxonomy;
  if (!told_) find(taxonomy);
  for (const auto& [metric, about] : *told_) {
    machine_.begin_steps();
    try {
      monitor.tell(about, told_value(taxonomy.at(about), said_.value(machine_.run(metric->value, {}), metric->type)));
    } catch (const Fault& fault) {
      monitor.tell(about, {});
      said_.log_fault(*metric, fault);
    }
  }
}

}  // namespace scrutineer::lang::detail
