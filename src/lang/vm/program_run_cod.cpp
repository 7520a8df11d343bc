// The program's own concepts of the operational design domain.

#include <cmath>
#include <variant>

#include "lang/vm/program_run.h"
#include "odd/monitor.h"

namespace scrutineer::lang {
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
void ProgramRun::find_concepts(const odd::Taxonomy& taxonomy) {
  cod_.emplace();
  for (const Metric& metric : program_.info) {
    if (metric.value == kNone || !metric.name.starts_with(kCodPrefix)) continue;
    const odd::ConceptId about = taxonomy.find(metric.name.substr(kCodPrefix.size())).id;
    if (about.valid())
      cod_->push_back({&metric, about});
    else
      log({}, "warning", "top.info." + metric.name + ": the operational design domain has no such concept");
  }
}

void ProgramRun::tell_cod(watch::Context& context) {
  const odd::Taxonomy& taxonomy = context.odd->domain().taxonomy;
  if (!cod_) find_concepts(taxonomy);
  for (const auto& [metric, about] : *cod_) {
    machine_.begin_steps();
    try {
      context.odd->tell(about, told_value(taxonomy.at(about), value(machine_.run(metric->value, {}), metric->type)));
    } catch (const Fault& fault) {
      context.odd->tell(about, {});
      log({}, "warning", "top.info." + metric->name + ": " + image_->place(fault.span) + ": " + fault.message);
    }
  }
}

}  // namespace scrutineer::lang
