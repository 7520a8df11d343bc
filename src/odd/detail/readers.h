// The parts of a file, each with its reader. What is wrong is put down and left out, so that a person sees all of it at
// once.
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

// Puts the concepts below a TAXONOMY into the taxonomy, above those that are there.
void read_taxonomy(const YamlNode& node, const std::string& file, Taxonomy& taxonomy, Findings& findings);

// The standard's case study C.1 spells out what its concepts are (`_node_type`, `_literals` ...) below a key `root`: the
// same as it would stand below TAXONOMY.
YamlNode plain_taxonomy(const YamlNode& root);

// The modules below an ODD or MODULES; their sections point into the node.
void read_modules(const YamlNode& node, const std::string& file, bool is_in_odd, std::vector<RawModule>& modules,
                  Findings& findings);

// Makes conditions and nodes of all modules, and finds the root.
void link_modules(std::vector<RawModule> raw, Odd& odd, Findings& findings);

// What a concept must be, of the value that a file gives for it. Nothing: that is wrong, and was said.
std::optional<Condition> read_condition(ConceptId about, const YamlNode& value, const std::string& file,
                                        Taxonomy& taxonomy, Findings& findings);

// " (did you mean "x"?)", or nothing.
std::string suggestion(std::string_view word, const std::vector<std::string_view>& candidates);

}  // namespace scrutineer::odd::detail
