// TAXONOMY: nested maps of concepts. What an entry is, its form tells: a text is a type, a list a category, a map a
// record; but a map whose entries all are ranges or literals of other concepts is a literal of the concept around it.

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <unordered_map>

#include "base/text.h"
#include "odd/detail/expression.h"
#include "odd/detail/readers.h"

namespace scrutineer::odd::detail {
namespace {

using Kind = Concept::Kind;
using YamlKind = YamlNode::Kind;

// A type that is another concept's, and a literal that stands for values of another: both are looked up when all are
// known.
struct TypeReference {
  ConceptId used_in;
  std::string type;
  Place place;
};
struct LevelReference {
  ConceptId category;
  std::size_t literal;
  std::string about;
  std::vector<std::string> texts;
  Place place;
};

std::vector<std::string> texts_of(const YamlNode& node) {
  if (node.kind == YamlKind::text) return {node.text};
  std::vector<std::string> texts;
  texts.reserve(node.items.size());
  for (const YamlNode& item : node.items) texts.push_back(item.text);
  return texts;
}

bool looks_like_range(const YamlNode& node) {
  if (node.kind == YamlKind::list) return node.items.size() == 1 && node.items[0].text.find("..") != std::string::npos;
  if (node.kind != YamlKind::text) return false;
  const std::string_view text = trim(node.text);
  if (text.empty()) return false;
  return text.find_first_of("<>=[") == 0 || (text[0] >= '0' && text[0] <= '9');
}

class TaxonomyReader {
 public:
  TaxonomyReader(const std::string& file, std::uint32_t layer, Taxonomy& taxonomy, Findings& findings)
      : file_(file), layer_(layer), taxonomy_(taxonomy), findings_(findings) {}

  void read(const YamlNode& node) {
    if (node.kind != YamlKind::map) {
      findings_.error(node.place(file_), "TAXONOMY must be a map of concepts, found " + describe(node));
      return;
    }
    collect_lists(node);
    read_entries(node, "", {});
    for (std::size_t i = 0; i < types_.size(); ++i) resolve_type(types_[i], 0);
    for (const LevelReference& level : levels_) resolve_level(level);
  }

 private:
  // Categories by name: where the same name comes again with some of the literals, it is a condition, not a definition.
  void collect_lists(const YamlNode& node) {
    for (const YamlEntry& entry : node.entries) {
      if (entry.value.kind == YamlKind::map) collect_lists(entry.value);
      if (entry.value.kind != YamlKind::list || looks_like_range(entry.value)) continue;
      std::set<std::string>& literals = lists_[normal_name(entry.key)];
      std::set<std::string> own;
      for (const YamlNode& item : entry.value.items) own.insert(normal_name(item.text));
      if (own.size() > literals.size()) {
        literals = std::move(own);
        defined_[normal_name(entry.key)] = &entry;
      }
    }
  }

  bool is_condition(const YamlEntry& entry) const {
    if (looks_like_range(entry.value)) return true;
    if (entry.value.kind != YamlKind::text && entry.value.kind != YamlKind::list) return false;
    const auto defined = defined_.find(normal_name(entry.key));
    if (defined == defined_.end() || defined->second == &entry) return false;
    const std::set<std::string>& literals = lists_.at(normal_name(entry.key));
    return std::ranges::all_of(texts_of(entry.value),
                               [&](const std::string& text) { return literals.contains(normal_name(text)); });
  }

  bool is_literal(const YamlNode& node) const {
    return node.kind == YamlKind::map && !node.entries.empty() &&
           std::ranges::all_of(node.entries, [&](const YamlEntry& entry) { return is_condition(entry); });
  }

  void read_entries(const YamlNode& node, const std::string& path, ConceptId parent) {
    std::set<std::string> seen;
    for (const YamlEntry& entry : node.entries) {
      if (!seen.insert(normal_name(entry.key)).second)
        findings_.error(entry.place(file_), fmt::format("\"{}\" comes twice in one map", entry.key));
      else
        read_entry(entry, path, parent);
    }
  }

  void read_entry(const YamlEntry& entry, const std::string& path, ConceptId parent) {
    if (entry.key.empty()) return findings_.error(entry.place(file_), "a concept has no name");
    if (is_literal(entry.value)) return read_literal(entry, parent);
    Concept added{.name = entry.key, .path = path.empty() ? entry.key : path + '.' + entry.key};
    added.layer = layer_;
    added.place = entry.place(file_);
    switch (entry.value.kind) {
      case YamlKind::map: {
        const ConceptId id = taxonomy_.add(added);
        return read_entries(entry.value, added.path, id);
      }
      case YamlKind::list:
        added.kind = Kind::category;
        if (read_literals(entry, added)) add_category(std::move(added));
        return;
      case YamlKind::text:
        return read_type(entry, std::move(added));
      case YamlKind::null:
        return findings_.error(entry.place(file_),
                               fmt::format("concept \"{}\" has neither a type (such as \"float length\") nor a list of "
                                           "literals",
                                           entry.key));
    }
  }

  bool read_literals(const YamlEntry& entry, Concept& category) {
    if (entry.value.items.size() > LiteralSet::kMost) {
      findings_.error(entry.value.place(file_), fmt::format("\"{}\" has {} literals, more than {}", entry.key,
                                                            entry.value.items.size(), LiteralSet::kMost));
      return false;
    }
    for (const YamlNode& item : entry.value.items) {
      if (item.kind != YamlKind::text) {
        findings_.error(item.place(file_),
                        fmt::format("a literal of \"{}\" must be a text, found {}", entry.key, describe(item)));
        return false;
      }
      if (category.find_literal(item.text)) {
        findings_.error(item.place(file_), fmt::format("literal \"{}\" of \"{}\" comes twice", item.text, entry.key));
        return false;
      }
      category.literals.push_back({.name = item.text});
    }
    if (category.literals.empty())
      findings_.error(entry.place(file_), fmt::format("\"{}\" has no literals", entry.key));
    return !category.literals.empty();
  }

  // A list with the name of another category alone has that one's literals.
  void add_category(Concept added) {
    const bool refers = added.literals.size() == 1 && defined_.contains(normal_name(added.literals[0].name)) &&
                        normal_name(added.literals[0].name) != normal_name(added.name);
    const std::string type = refers ? added.literals[0].name : "";
    const Place place = added.place;
    if (refers) added.literals.clear();
    const ConceptId id = taxonomy_.add(std::move(added));
    if (refers) types_.push_back({id, type, place});
  }

  void read_type(const YamlEntry& entry, Concept added) {
    const std::string_view text = trim(entry.value.text);
    const auto blank = text.find(' ');
    const std::string first = to_lower(text.substr(0, blank));
    const std::string_view second = blank == std::string_view::npos ? "" : trim(text.substr(blank));
    if (first == "float" || first == "integer" || first == "int") {
      added.kind = Kind::number;
      added.is_integer = first != "float";
      added.unit_type = second;
      if (!second.empty() && find_unit_type(second) == nullptr) {
        std::vector<std::string_view> known;
        for (const UnitType& type : unit_types()) known.push_back(type.name);
        return findings_.error(entry.value.place(file_),
                               fmt::format("unit type \"{}\" of \"{}\" is unknown{}; known are {}", second, entry.key,
                                           suggestion(second, known), fmt::join(known, ", ")));
      }
    } else if (first == "boolean" || first == "bool") {
      added.kind = Kind::boolean;
      added.literals = {{"false"}, {"true"}};
    } else if (first == "shapefile" || first == "string" || first == "text") {
      added.kind = Kind::text;
    } else {
      const Place place = entry.value.place(file_);
      types_.push_back({taxonomy_.add(std::move(added)), std::string(text), place});
      return;
    }
    taxonomy_.add(std::move(added));
  }

  void read_literal(const YamlEntry& entry, ConceptId parent) {
    if (!parent.valid())
      return findings_.error(entry.place(file_),
                             fmt::format("\"{}\" is a literal, as it stands for values of other concepts, but there is "
                                         "no concept around it",
                                         entry.key));
    Concept& category = taxonomy_.at(parent);
    category.kind = Kind::category;
    if (category.literals.size() >= LiteralSet::kMost)
      return findings_.error(entry.place(file_),
                             fmt::format("\"{}\" has more than {} literals", category.name, LiteralSet::kMost));
    category.literals.push_back({.name = entry.key});
    const YamlEntry& condition = entry.value.entries.front();
    if (entry.value.entries.size() > 1)
      findings_.error(entry.value.entries[1].place(file_),
                      fmt::format("literal \"{}\" may stand for values of one concept, found a second one", entry.key));
    levels_.push_back(
        {parent, category.literals.size() - 1, condition.key, texts_of(condition.value), condition.value.place(file_)});
  }

  // Types may be concepts whose own type is another: those first.
  void resolve_type(const TypeReference& reference, int depth) {
    constexpr int kMostTypes = 32;
    const auto found = taxonomy_.find(reference.type);
    if (!found.id.valid() || found.id == reference.used_in || depth > kMostTypes) {
      static const std::vector<std::string_view> kTypes = {"float", "integer", "boolean", "shapefile", "string"};
      return findings_.error(
          reference.place,
          !found.id.valid()
              ? fmt::format(
                    "type \"{}\" is unknown{}; a type is float or integer with a unit type, boolean, shapefile, "
                    "string, or another concept",
                    reference.type, suggestion(reference.type, kTypes))
              : fmt::format("type \"{}\" is defined by itself", reference.type));
    }
    for (const TypeReference& other : types_) {
      const bool is_part = taxonomy_.at(other.used_in).path.starts_with(taxonomy_.at(found.id).path + '.');
      if ((other.used_in == found.id || is_part) && !is_resolved(other.used_in)) resolve_type(other, depth + 1);
    }
    if (!is_resolved(reference.used_in)) copy_type(found.id, reference.used_in);
  }

  bool is_resolved(ConceptId id) const { return resolved_.contains(id.index()); }

  void copy_type(ConceptId from, ConceptId to) {
    constexpr std::size_t kMostConcepts = 20'000;
    resolved_.insert(to.index());
    const std::string from_path = taxonomy_.at(from).path, to_path = taxonomy_.at(to).path;
    Concept& copy = taxonomy_.at(to);
    const Concept& original = taxonomy_.at(from);
    copy.kind = original.kind;
    copy.is_integer = original.is_integer;
    copy.unit_type = original.unit_type;
    copy.literals = original.literals;
    copies_[from.index()].push_back(to);
    if (original.kind == Kind::category) copied_categories_.emplace_back(from, to);
    const std::size_t count = taxonomy_.concepts().size();
    if (count > kMostConcepts) return findings_.error(taxonomy_.at(to).place, "types make more concepts than fit");
    for (std::size_t i = 0; i < count; ++i) {
      Concept part = taxonomy_.concepts()[i];
      if (!part.path.starts_with(from_path + '.')) continue;
      part.path = to_path + part.path.substr(from_path.size());
      part.layer = layer_;
      part.place = taxonomy_.at(to).place;
      taxonomy_.add(std::move(part));
    }
  }

  void resolve_level(const LevelReference& level) {
    const auto found = taxonomy_.find(level.about);
    if (!found.id.valid())
      return findings_.error(level.place, fmt::format("concept \"{}\" is unknown{}", level.about,
                                                      suggestion(level.about, taxonomy_.names())));
    Concept& category = taxonomy_.at(level.category);
    if (category.level_of.valid() && category.level_of != found.id)
      return findings_.error(level.place,
                             fmt::format("all literals of \"{}\" must stand for values of one concept, found "
                                         "\"{}\" and \"{}\"",
                                         category.name, taxonomy_.at(category.level_of).name, level.about));
    category.level_of = found.id;
    read_level(level, taxonomy_.at(found.id), category.literals[level.literal]);
    for (const auto& [from, to] : copied_categories_) {
      if (from != level.category) continue;
      Concept& copy = taxonomy_.at(to);
      copy.literals = taxonomy_.at(from).literals;
      copy.level_of = beside(to, found.id);
    }
  }

  // The concept beside `category` that has the type of `number`, if there is one: speed_level goes with speed_rate.
  ConceptId beside(ConceptId category, ConceptId number) const {
    const auto folder = [&](ConceptId id) {
      const std::string& path = taxonomy_.at(id).path;
      const auto dot = path.rfind('.');
      return dot == std::string::npos ? std::string() : path.substr(0, dot);
    };
    const auto copies = copies_.find(number.index());
    if (copies != copies_.end())
      for (const ConceptId copy : copies->second)
        if (folder(copy) == folder(category)) return copy;
    return number;
  }

  void read_level(const LevelReference& level, const Concept& about, Literal& literal) {
    YamlNode value;
    value.kind = level.texts.size() == 1 ? YamlKind::text : YamlKind::list;
    value.line = level.place.line;
    value.column = level.place.column;
    if (level.texts.size() == 1) value.text = level.texts[0];
    for (const std::string& text : level.texts) {
      YamlNode item;
      item.kind = YamlKind::text;
      item.text = text;
      value.items.push_back(item);
    }
    if (level.texts.size() == 1 && level.texts[0].find("..") != std::string::npos && level.texts[0][0] != '[')
      value.text = '[' + level.texts[0] + ']';
    const auto condition = read_condition(taxonomy_.find(level.about).id, value, file_, taxonomy_, findings_);
    if (!condition) return;
    if (about.kind != Kind::number) {
      literal.among = condition->accepted;
    } else if (condition->ranges.size() == 1) {
      const Limits& limits = condition->ranges[0];
      if (limits.low.times.valid() || limits.high.times.valid() || limits.low.over.valid() || limits.high.over.valid())
        return findings_.error(level.place, "the ranges of literals must be numbers");
      literal.range = Bounds{limits.low.factor, limits.high.factor, limits.low_open, limits.high_open};
    }
  }

  const std::string& file_;
  std::uint32_t layer_;
  Taxonomy& taxonomy_;
  Findings& findings_;
  std::unordered_map<std::string, std::set<std::string>> lists_;
  std::unordered_map<std::string, const YamlEntry*> defined_;
  std::vector<TypeReference> types_;
  std::vector<LevelReference> levels_;
  std::set<std::size_t> resolved_;
  std::unordered_map<std::size_t, std::vector<ConceptId>> copies_;  // of a concept: those that have its type
  std::vector<std::pair<ConceptId, ConceptId>> copied_categories_;
};

}  // namespace

void read_taxonomy(const YamlNode& node, const std::string& file, Taxonomy& taxonomy, Findings& findings) {
  std::uint32_t layer = 0;
  for (const Concept& known : taxonomy.concepts()) layer = std::max(layer, known.layer);
  TaxonomyReader(file, layer + 1, taxonomy, findings).read(node);
}

}  // namespace scrutineer::odd::detail
