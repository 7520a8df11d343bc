#include "odd/cod.h"

#include <fmt/format.h>

#include <algorithm>

#include "odd/cod_docs.h"
#include "odd/detail/cod_state.h"

namespace scrutineer::odd {
namespace {

// The parts of a text that are divided by `mark`.
std::vector<std::string_view> split(std::string_view text, char mark) {
  std::vector<std::string_view> parts;
  while (!text.empty()) {
    const auto end = text.find(mark);
    parts.push_back(text.substr(0, end));
    text = end == std::string_view::npos ? std::string_view() : text.substr(end + 1);
  }
  return parts;
}

// Words of a row that it never says: nothing in a map tells barriers, rail crossings and kinds of signs apart.
constexpr std::string_view kNeverSaid[] = {"automatic_access_control_barrier", "rail_crossing", "warning_signs"};

bool is_never_said(std::string_view word) { return std::ranges::find(kNeverSaid, word) != std::end(kNeverSaid); }

// How a concept of some taxonomy is told by a row.
struct Bound {
  const SuppliedConcept* row = nullptr;  // null: by none
  std::vector<int> literals = {};        // by word: its place among the concept's literals; -1: it has none
  int word = -1;                         // of a boolean: the word that makes it true
};

bool is_number(const SuppliedConcept& row) { return row.words.empty(); }

// The place of each word among the literals of the concept. Empty: none of them is there.
std::vector<int> places_of_words(const SuppliedConcept& row, const Concept& about) {
  std::vector<int> places;
  bool any = false;
  for (const std::string_view names : split(row.words, '|')) {
    int place = -1;
    for (const std::string_view name : is_never_said(names) ? std::vector<std::string_view>() : split(names, ' '))
      if (const auto found = about.find_literal(name); found && place < 0) place = static_cast<int>(*found);
    any = any || place >= 0;
    places.push_back(place);
  }
  return any ? places : std::vector<int>();
}

// By the concept's name or an alias of it.
Bound bound_by_name(const SuppliedConcept& row, const Concept& about) {
  const Concept& own = built_in_taxonomy().at(built_in_taxonomy().find(row.name).id);
  if (is_number(row)) {
    const bool fits =
        about.kind == Concept::Kind::number && (about.unit_type.empty() || about.quantity() == own.quantity());
    return fits ? Bound{.row = &row} : Bound{};
  }
  if (about.kind == Concept::Kind::category) {
    std::vector<int> places = places_of_words(row, about);
    return places.empty() ? Bound{} : Bound{.row = &row, .literals = std::move(places)};
  }
  // A boolean that is called like a category asks for its first word: lane_marking, whether there is any.
  if (about.kind == Concept::Kind::boolean) return {.row = &row, .word = row.words == "false|true" ? 1 : 0};
  return {};
}

// Of a boolean: by one of the words.
Bound bound_by_word(const SuppliedConcept& row, const std::string& name) {
  if (is_number(row) || row.words == "false|true") return {};
  int word = 0;
  for (const std::string_view names : split(row.words, '|')) {
    for (const std::string_view synonym : split(names, ' '))
      if (normal_name(synonym) == name && !is_never_said(names)) return {.row = &row, .word = word};
    ++word;
  }
  return {};
}

Bound bound(const Concept& about) {
  const std::string name = normal_name(about.name);
  for (const SuppliedConcept& row : supplied_concepts()) {
    bool is_named = normal_name(row.name) == name;
    for (const std::string_view alias : split(row.aliases, '|')) is_named = is_named || normal_name(alias) == name;
    if (!is_named) continue;
    if (Bound found = bound_by_name(row, about); found.row != nullptr) return found;
  }
  if (about.kind == Concept::Kind::boolean)
    for (const SuppliedConcept& row : supplied_concepts())
      if (Bound found = bound_by_word(row, name); found.row != nullptr) return found;
  return {};
}

Value value_of(const Supplied& supplied, const Bound& bound, Concept::Kind kind) {
  if (!supplied.is_known) return {};
  if (kind == Concept::Kind::number) return Value::between(supplied.low, supplied.high);
  if (bound.word >= 0) return Value::boolean(((supplied.words >> bound.word) & 1U) != 0);
  Value value{Value::Kind::literals};
  for (std::size_t i = 0; i < bound.literals.size(); ++i)
    if (((supplied.words >> i) & 1U) != 0 && bound.literals[i] >= 0)
      value.literals.add(static_cast<std::size_t>(bound.literals[i]));
  return value;
}

}  // namespace

struct CodSource::Binding {
  ConceptId about;
  Concept::Kind kind;
  Bound bound;
  Supplied last = {};
  bool was_told = false;  // `last` is what `set` knows
};

CodSource::CodSource(const Taxonomy& taxonomy, const std::function<bool(ConceptId)>& wants)
    : state_(std::make_unique<CodState>()) {
  for (std::size_t i = 0; i < taxonomy.concepts().size(); ++i) {
    const Concept& about = taxonomy.concepts()[i];
    if (about.kind == Concept::Kind::record || about.kind == Concept::Kind::text) continue;
    if (wants && !wants(ConceptId(i))) continue;
    if (Bound found = bound(about); found.row != nullptr)
      bindings_.push_back({ConceptId(i), about.kind, std::move(found)});
  }
}

CodSource::~CodSource() = default;

std::vector<CodSource::Column> CodSource::columns() const {
  std::vector<Column> columns;
  columns.reserve(bindings_.size());
  for (const Binding& binding : bindings_) columns.push_back({binding.about, binding.bound.row->step});
  return columns;
}

void CodSource::look(scene::Scene& scene, scene::Slot ego, const Set& set) {
  CodState& state = *state_;
  const trace::ActorState* const pose = ego.valid() ? &scene.actors.state(ego) : nullptr;
  const bool has_moved = state.is_first || ego != state.last_ego ||
                         (pose != nullptr && (pose->x != state.x || pose->y != state.y || pose->yaw != state.yaw));
  const bool has_weather = state.is_first || !(scene.environment == state.environment);
  state.scene = &scene;
  state.ego = ego;
  state.at = ego.valid() ? scene.places.road_position(ego) : nullptr;
  state.junction = ego.valid() && scene.places.has_map() ? scene.places.junction(ego) : map::JunctionId();
  state.agents.reset();
  if (pose != nullptr) state.x = pose->x, state.y = pose->y, state.yaw = pose->yaw;
  bool has_other_lane = has_moved;
  if (has_moved) {
    const auto way = ego.valid() ? scene.surroundings.way(ego) : std::nullopt;
    has_other_lane = state.is_first || ego != state.last_ego || way != state.way;
    state.way = way;
  }
  state.last_ego = ego;
  if (has_weather) state.environment = scene.environment;
  state.is_first = false;
  using Changes = SuppliedConcept::Changes;
  bool may_change[4];
  may_change[static_cast<std::size_t>(Changes::every_frame)] = true;
  may_change[static_cast<std::size_t>(Changes::with_place)] = has_moved;
  may_change[static_cast<std::size_t>(Changes::with_lane)] = has_other_lane;
  may_change[static_cast<std::size_t>(Changes::with_weather)] = has_weather;
  for (Binding& binding : bindings_) {
    const SuppliedConcept& row = *binding.bound.row;
    if (binding.was_told && !may_change[static_cast<std::size_t>(row.changes)]) continue;
    const bool can_tell = ego.valid() || row.changes == Changes::with_weather;
    const Supplied now = can_tell ? row.look(state) : Supplied{};
    if (binding.was_told && now == binding.last) continue;
    binding.last = now;
    binding.was_told = true;
    set(binding.about, value_of(now, binding.bound, binding.kind));
  }
}

void CodSource::forget(ConceptId about) {
  for (Binding& binding : bindings_)
    if (binding.about == about) binding.was_told = false;
}

std::string supplied_concepts_markdown() {
  std::string text =
      "# What the ODD checker knows\n\n"
      "Written by `scrutineer docs`. Every concept that a map or a run tells of, where it comes from, and when it is "
      "unknown. All\n"
      "others are unknown unless the manifest's `cod` or a program tells them ([Is this drive inside my "
      "ODD?](odd.md)). A concept of\n"
      "your own is told, too, if it has one of these names and a type that fits: a number of the same quantity, a "
      "category with some of\n"
      "these literals, or a boolean that is called like a literal (`t_junction`, `tunnel`, "
      "`vulnerable_road_users`).\n\n"
      "| concept | also as | where it comes from | when it is unknown |\n|---|---|---|---|\n";
  const auto code = [](std::string_view names) {
    std::string list;
    for (const std::string_view name : split(names, '|')) list += fmt::format("{}`{}`", list.empty() ? "" : ", ", name);
    return list;
  };
  for (const SuppliedConcept& row : supplied_concepts())
    text += fmt::format("| `{}` | {} | {} | {} |\n", row.name, code(row.aliases), row.source, row.unknown);
  return text;
}

bool can_be_supplied(const Taxonomy& taxonomy, ConceptId about) {
  const auto is_bound = [&](ConceptId id) { return bound(taxonomy.at(id)).row != nullptr; };
  if (is_bound(about)) return true;
  // A level is told with its number, and a number with its levels.
  if (taxonomy.at(about).level_of.valid() && is_bound(taxonomy.at(about).level_of)) return true;
  for (std::size_t i = 0; i < taxonomy.concepts().size(); ++i)
    if (taxonomy.concepts()[i].level_of == about && is_bound(ConceptId(i))) return true;
  return false;
}

namespace {

// Of a category that a map or run tells: the literals of a condition that they never say.
std::vector<std::string_view> literals_never_told(const Concept& about, const Condition& condition) {
  std::vector<std::string_view> literals;
  const Bound told = bound(about);
  if (told.row == nullptr || about.kind != Concept::Kind::category || about.level_of.valid()) return literals;
  for (std::size_t i = 0; i < about.literals.size(); ++i)
    if (condition.accepted.has(i) && std::ranges::find(told.literals, static_cast<int>(i)) == told.literals.end())
      literals.emplace_back(about.literals[i].name);
  return literals;
}

}  // namespace

std::vector<Problem> never_told(const Odd& odd, std::span<const CodRow> told) {
  std::vector<bool> is_seen(odd.taxonomy.concepts().size());
  for (const CodRow& row : told)
    for (const CodRow::Entry& entry : row.values) is_seen[entry.about.index()] = true;
  const std::vector<bool> is_told = is_seen;
  std::vector<Problem> warnings;
  for (const Condition& condition : odd.conditions) {
    if (condition.test == Condition::Test::missing || is_seen[condition.about.index()]) continue;
    is_seen[condition.about.index()] = true;
    if (!can_be_supplied(odd.taxonomy, condition.about))
      warnings.push_back(
          {condition.place,
           fmt::format("nothing in a map or run tells of \"{}\": it is unknown unless the manifest's cod "
                       "or a program says it",
                       odd.taxonomy.at(condition.about).name)});
  }
  for (const Condition& condition : odd.conditions) {
    const Concept& about = odd.taxonomy.at(condition.about);
    const auto literals =
        is_told[condition.about.index()] ? std::vector<std::string_view>() : literals_never_told(about, condition);
    if (!literals.empty())
      warnings.push_back(
          {condition.place, fmt::format("nothing in a map or run tells whether \"{}\" is {}: it counts as "
                                        "not so unless the manifest's cod or a program says it",
                                        about.name, fmt::join(literals, " or "))});
  }
  return warnings;
}

}  // namespace scrutineer::odd
