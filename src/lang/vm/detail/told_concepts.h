// The program's own concepts of the operational design domain: the fields of top.info.cod, told to its monitor.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "lang/vm/detail/said.h"
#include "odd/taxonomy.h"
#include "odd/value.h"

namespace scrutineer::lang::detail {

class ToldConcepts {
 public:
  ToldConcepts(const Program& program, Machine& machine, Said& said)
      : program_(program), machine_(machine), said_(said) {}

  // Such a field is no metric of the run.
  static bool is_one(const Metric& info) { return info.name.starts_with(kPrefix); }
  void tell(odd::Monitor& monitor);

 private:
  static constexpr std::string_view kPrefix = "cod.";
  struct Told {
    const Metric* metric;
    odd::ConceptId about;
    bool was_refused = false;  // a value of it, which was said
  };
  odd::Value value_of(Told& told, const odd::Concept& about);
  void find(const odd::Taxonomy& taxonomy);
  void warn(const Metric& metric, const std::string& what);

  const Program& program_;
  Machine& machine_;
  Said& said_;
  std::optional<std::vector<Told>> told_;  // nothing: the domain was not asked yet
};

}  // namespace scrutineer::lang::detail
