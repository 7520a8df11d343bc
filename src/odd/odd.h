// An operational design domain as OpenODD 1.0 files describe it: modules of conditions about concepts, one of which is
// the root.
//
//   const ReadOdd read = read_odd("odd.yaml", [&](const std::string& path) { return files.read(path); });
//   for (const Problem& error : read.errors) ...
//   if (read.errors.empty()) ConditionTruths truths(read.odd);       // condition_truths.h
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/id.h"
#include "base/result.h"
#include "odd/taxonomy.h"
#include "odd/units.h"
#include "odd/value.h"

namespace scrutineer::odd {

using ConditionId = StrongId<struct ConditionTag>;
using NodeId = StrongId<struct NodeTag>;
using ModuleId = StrongId<struct ModuleTag>;

// factor * times / over; concepts that are invalid count as 1.
struct Term {
  double factor = 0.0;
  ConceptId times = {}, over = {};
};

struct Limits {
  Term low{-kUnbounded}, high{kUnbounded};
  bool low_open = false, high_open = false;
};

// One concept and what it must be.
struct Condition {
  enum class Test : std::uint8_t {
    number,   // in one of the ranges
    literal,  // accepted
    missing   // not known at all: OpenODD's `unknown`
  };

  ConceptId about;
  Test test = Test::literal;
  std::vector<Limits> ranges = {};
  LiteralSet accepted = {};
  bool accepts_missing = false;
  std::string text = {};       // as the file has it: "< 60 km/h"
  const Unit* unit = nullptr;  // in which numbers are shown; null: without one
  Place place = {};
};

// All or any of its children, or a condition; the opposite of that if it is negated. Children come before it.
struct Node {
  enum class Kind : std::uint8_t { all, any, condition };

  Kind kind = Kind::all;
  bool negated = false;
  ConditionId condition = {};
  std::vector<NodeId> children = {};
  std::string reference = {};  // the module or label that it stands for; empty: none
};

struct Module {
  std::string name, title, description;
  bool is_active = true;
  bool is_in_odd = false;  // under ODD, not under MODULES
  std::vector<std::string> labels;
  std::vector<std::string> uses;  // modules and labels that its conditions name
  NodeId node;                    // all of the two below
  NodeId include, exclude;        // invalid: it has no such section; the second is negated
  Place place;
};

struct Odd {
  std::string file;
  Taxonomy taxonomy = built_in_taxonomy();
  std::vector<Condition> conditions;
  std::vector<Node> nodes;
  std::vector<Module> modules;
  ModuleId root;                   // invalid: this is a library of modules, or of concepts
  std::vector<std::string> files;  // that were read, the first as it was named, others as they are found from there
};

struct ReadOdd {
  Odd odd;  // of no use if there are errors
  std::vector<Problem> errors, warnings;
};

using ReadFile = std::function<Result<std::string>(const std::string& path)>;

// Errors have file, line and column. That there is no root is none: root_problem() tells.
ReadOdd read_odd(const std::string& path, const ReadFile& read);

// Why the file says nothing of being inside or outside; nothing: it has a root.
std::optional<Problem> root_problem(const Odd& odd);

// The condition as people read it: "number_of_lanes is at least 2".
std::string in_words(const Odd& odd, const Condition& condition);
// A value as people read it: "54 km/h", "no_lane_marking", "unknown".
std::string in_words(const Concept& about, const Value& value, const Unit* unit);

// All modules in words, the root first.
std::string explain(const Odd& odd);

}  // namespace scrutineer::odd
