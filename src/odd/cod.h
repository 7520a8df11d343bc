// The current operational domain: what map and run tell of the taxonomy's concepts in one frame.
//
//   CodSource source(odd.taxonomy);
//   source.look(scene, scene.actors.ego(), [&](ConceptId about, const Value& value) { truths.set(about, value); });
//
// Each concept that something can be told of is a row of supplied_concepts(): where it comes from, and when it is
// unknown; the manual's table is made of these.
#pragma once

#include <functional>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "odd/cod_file.h"
#include "odd/odd.h"
#include "scene/scene.h"

namespace scrutineer::odd {

inline constexpr double kAgentRange = 100.0;  // metres around the ego

// What a row gives: a number in the first unit of its quantity, or a set of its words.
struct Supplied {
  bool is_known = false;
  double low = 0.0, high = 0.0;
  std::uint32_t words = 0;  // by bit

  static Supplied number(double value) { return {value == value, value, value}; }
  static Supplied between(double from, double to) { return {true, from, to}; }
  static Supplied of(std::uint32_t words) { return {true, 0.0, 0.0, words}; }

  bool operator==(const Supplied&) const = default;
};

struct CodState;  // detail/cod_state.h

struct SuppliedConcept {
  enum class Changes : std::uint8_t {
    every_frame,   // also while the ego stands: it depends on others, or on its speed
    with_place,    // only where the ego moves
    with_lane,     // only where it comes to another lane, or turns round
    with_weather,  // only with what the run says of the environment
  };

  std::string_view name;     // of the built-in concept
  std::string_view aliases;  // other names that files have for it, divided by |
  // Of a category: what its words are called, each with its synonyms, divided by | and blank. A boolean concept that
  // is called like one of them is supplied, too.
  std::string_view words;
  Changes changes;
  double step;                       // of a number: a COD file has a new row when it moved by this much; 0: by anything
  std::string_view source, unknown;  // for the manual
  Supplied (*look)(CodState& state);
};
std::span<const SuppliedConcept> supplied_concepts();

class CodSource {
 public:
  // Looks at the concepts that `wants` says; empty: all that can be told.
  explicit CodSource(const Taxonomy& taxonomy, const std::function<bool(ConceptId)>& wants = {});
  ~CodSource();

  struct Column {
    ConceptId about;
    double step = 0.0;
  };
  std::vector<Column> columns() const;  // what is looked at

  using Set = std::function<void(ConceptId, const Value&)>;
  // Calls `set` for what has changed since the last frame. An invalid ego: nothing is known but the weather.
  void look(scene::Scene& scene, scene::Slot ego, const Set& set);
  // The next look tells it again, changed or not.
  void forget(ConceptId about);

 private:
  struct Binding;
  std::vector<Binding> bindings_;
  std::unique_ptr<CodState> state_;
};

// Does anything in a map or run ever tell of a concept of this name and kind?
bool can_be_supplied(const Taxonomy& taxonomy, ConceptId about);

// A warning for every concept that conditions ask for and that neither a map, a run nor any of these rows ever tell,
// where it is first asked for.
std::vector<Problem> never_told(const Odd& odd, std::span<const CodRow> told = {});

}  // namespace scrutineer::odd
