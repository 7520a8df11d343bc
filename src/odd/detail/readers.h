// The readers of the parts of an OpenODD file. They note every error and go on without the faulty part, so that a
// person sees all errors at once.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "odd/odd.h"
#include "odd/yaml.h"

namespace scrutineer::odd::detail {

struct Findings {
  std::vector<Problem> errors, warnings;

  void error(Place place, std::string message) { errors.push_back({std::move(place), std::move(message)}); }
  void warn(Place place, std::string message) { warnings.push_back({std::move(place), std::move(message)}); }
};

// A module as it was read, with its sections still as YAML.
struct RawModule {
  Module module;
  const YamlEntry* include = nullptr;  // INCLUDE_AND or INCLUDE_OR
  const YamlEntry* exclude = nullptr;
  std::string file;
};

// Adds the concepts below a TAXONOMY to the taxonomy; they win over concepts of the same name that are there.
void read_taxonomy(const YamlNode& node, const std::string& file, Taxonomy& taxonomy, Findings& findings);

// The standard's case study C.1 has a taxonomy in another form, below a key `root` (`_node_type`, `_literals` ...).
// Turns it into the form that stands below TAXONOMY.
YamlNode plain_taxonomy(const YamlNode& root);

// The modules below an ODD or MODULES; their sections point into the node.
void read_modules(const YamlNode& node, const std::string& file, bool is_in_odd, std::vector<RawModule>& modules,
                  Findings& findings);

// Makes conditions and nodes of all modules, and finds the root.
void link_modules(std::vector<RawModule> raw, Odd& odd, Findings& findings);

// The condition that `value` states about the concept. Nothing: the value is wrong, and the error was noted.
std::optional<Condition> read_condition(ConceptId about, const YamlNode& value, const std::string& file,
                                        Taxonomy& taxonomy, Findings& findings);

// Must the number be written with its unit? 0 is the same in all units, except for those of temperature.
inline bool needs_unit(std::string_view unit_type, double number) {
  const Unit* const unit = customary_unit(unit_type);
  return unit != nullptr && (number != 0.0 || unit->offset != 0.0);
}

// " (did you mean "x"?)", or nothing.
std::string suggestion(std::string_view word, const std::vector<std::string_view>& candidates);

}  // namespace scrutineer::odd::detail
