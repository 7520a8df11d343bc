// The concepts that conditions are about: ISO 34503's, and those that files add.
//
//   Taxonomy taxonomy = built_in_taxonomy();
//   const auto found = taxonomy.find("wind_speed");     // or by more of its path: "wind.wind_speed"
//   if (found.id.valid()) use(taxonomy.at(found.id));
//
// Names are compared without regard to case, and to blanks, - and _, which files mix up.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/id.h"
#include "base/result.h"
#include "odd/value.h"

namespace scrutineer::odd {

using ConceptId = StrongId<struct ConceptTag>;

struct Literal {
  std::string name;
  std::optional<Bounds> range = {};  // of the concept that it is a level of
  LiteralSet among = {};             // likewise, if that has literals
};

struct Concept {
  enum class Kind : std::uint8_t {
    record,    // has no value of its own
    number,    //
    boolean,   //
    category,  // has one or more of its literals
    text       // a shapefile's name, for example; its literals are the texts that conditions name
  };

  std::string name;
  std::string path;  // with all that it is a part of: "environmental_conditions.weather.wind.wind_speed"
  Kind kind = Kind::record;
  bool is_integer = false;
  std::string unit_type = {};  // of a number; empty: none
  std::vector<Literal> literals = {};
  ConceptId level_of = {};  // a category whose literals stand for ranges, or literals, of this concept
  std::uint32_t layer = 0;  // 0: built in; the higher wins
  Place place = {};         // empty: built in

  std::string_view quantity() const;                                     // of a number: what its units convert between
  std::optional<std::size_t> find_literal(std::string_view name) const;  // its place
};
std::string_view to_word(Concept::Kind kind);  // "record", "number", ...

// Without regard to case, blanks, - and _; without the $ of parameters.
std::string normal_name(std::string_view name);

class Taxonomy {
 public:
  struct Found {
    ConceptId id;                         // invalid: none, or several
    std::vector<ConceptId> several = {};  // of the same layer
  };
  // By its name, or by the end of its path.
  Found find(std::string_view name) const;

  ConceptId add(Concept added);
  const Concept& at(ConceptId id) const { return concepts_[id.index()]; }
  Concept& at(ConceptId id) { return concepts_[id.index()]; }
  std::span<const Concept> concepts() const { return concepts_; }
  std::vector<std::string_view> names() const;  // of all that have values, each once

 private:
  std::vector<Concept> concepts_;
  std::unordered_map<std::string, std::vector<ConceptId>> by_name_;  // by the last part of its name, normal
};

// ISO 34503, and what this program knows beyond it.
const Taxonomy& built_in_taxonomy();

// Literals in the order that their ranges give, in the direction in which the file lists them. Empty: they have none.
std::vector<std::size_t> order_of(const Concept& category);

// What holds of a level while this is known of the concept that it is a level of.
Value level_for(const Concept& category, const Value& of);
// The reverse: what the level tells of that concept.
Value range_for(const Concept& category, const Value& level);

}  // namespace scrutineer::odd
