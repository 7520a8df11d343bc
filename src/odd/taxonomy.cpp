#include "odd/taxonomy.h"

#include <algorithm>
#include <cctype>
#include <limits>

#include "odd/units.h"

namespace scrutineer::odd {
namespace {

std::string_view last_part(std::string_view name) {
  const auto dot = name.rfind('.');
  return dot == std::string_view::npos ? name : name.substr(dot + 1);
}

// Is `path` the name, or does it end with it?
bool is_named(std::string_view path, std::string_view name) {
  return path.ends_with(name) && (path.size() == name.size() || path[path.size() - name.size() - 1] == '.');
}

double middle(const Bounds& range) {
  constexpr double kFar = std::numeric_limits<double>::max() / 4.0;
  return std::max(range.low, -kFar) / 2.0 + std::min(range.high, kFar) / 2.0;
}

}  // namespace

std::string normal_name(std::string_view name) {
  std::string normal;
  for (const char c : name) {
    if (c == '$') continue;
    normal += c == '-' || c == ' ' ? '_' : static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  }
  return normal;
}

std::string_view to_word(Concept::Kind kind) {
  switch (kind) {
    case Concept::Kind::number:
      return "number";
    case Concept::Kind::boolean:
      return "boolean";
    case Concept::Kind::category:
      return "category";
    case Concept::Kind::text:
      return "text";
    case Concept::Kind::record:
      break;
  }
  return "record";
}

std::string_view Concept::quantity() const {
  const UnitType* const type = find_unit_type(unit_type);
  return type == nullptr ? "number" : type->quantity;
}

std::optional<std::size_t> Concept::find_literal(std::string_view literal) const {
  const std::string normal = normal_name(literal);
  for (std::size_t i = 0; i < literals.size(); ++i)
    if (normal_name(literals[i].name) == normal) return i;
  return std::nullopt;
}

Taxonomy::Found Taxonomy::find(std::string_view name) const {
  const std::string normal = normal_name(name);
  const auto known = by_name_.find(std::string(last_part(normal)));
  if (known == by_name_.end()) return {};
  Found found;
  std::uint32_t layer = 0;
  bool is_whole = false;
  for (const ConceptId id : known->second) {
    const std::string path = normal_name(at(id).path);
    if (!is_named(path, normal)) continue;
    const bool whole = normal_name(at(id).name) == normal || path == normal;
    // A record that has the same name as a part of it is not what conditions mean.
    const bool is_better = found.several.empty() || at(id).layer > layer ||
                           (at(id).layer == layer && whole && !is_whole) ||
                           (at(id).layer == layer && at(found.several.front()).kind == Concept::Kind::record);
    if (is_better) {
      found.several = {id};
      layer = at(id).layer;
      is_whole = whole;
    } else if (at(id).layer == layer && whole == is_whole && at(id).kind != Concept::Kind::record) {
      found.several.push_back(id);
    }
  }
  if (found.several.size() == 1) found.id = found.several.front();
  return found;
}

ConceptId Taxonomy::add(Concept added) {
  const ConceptId id(concepts_.size());
  by_name_[std::string(last_part(normal_name(added.name)))].push_back(id);
  concepts_.push_back(std::move(added));
  return id;
}

std::vector<std::string_view> Taxonomy::names() const {
  std::vector<std::string_view> names;
  for (const Concept& known : concepts_)
    if (known.kind != Concept::Kind::record) names.emplace_back(known.name);
  std::ranges::sort(names);
  const auto [first, last] = std::ranges::unique(names);
  names.erase(first, last);
  return names;
}

std::vector<std::size_t> order_of(const Concept& category) {
  std::vector<std::size_t> order;
  for (std::size_t i = 0; i < category.literals.size(); ++i) {
    if (!category.literals[i].range) return {};
    order.push_back(i);
  }
  std::ranges::stable_sort(order, {}, [&](std::size_t i) { return middle(*category.literals[i].range); });
  if (!order.empty() && order.front() > order.back()) std::ranges::reverse(order);
  return order;
}

Value level_for(const Concept& category, const Value& of) {
  if (!of.is_known()) return {};
  Value level{of.kind == Value::Kind::literals ? Value::Kind::literals : Value::Kind::one_of};
  std::size_t count = 0;
  for (std::size_t i = 0; i < category.literals.size(); ++i) {
    const Literal& literal = category.literals[i];
    bool fits = false;
    if (of.kind == Value::Kind::number && literal.range) {
      // Where two ranges share a bound, the first in the file has it.
      if (of.low == of.high) {
        fits = count == 0 && literal.range->holds(of.low);
      } else {
        fits = literal.range->low < of.high && of.low < literal.range->high;
        fits =
            fits || (literal.range->low == literal.range->high && literal.range->holds(of.low, of.high) != Truth::no);
      }
    } else if (of.kind != Value::Kind::number) {
      fits = literal.among.meets(of.literals);
    }
    if (!fits) continue;
    level.literals.add(i);
    ++count;
  }
  if (level.kind == Value::Kind::one_of && count <= 1) level.kind = Value::Kind::literals;
  return level;
}

Value range_for(const Concept& category, const Value& level) {
  if (!level.is_known() || level.literals.empty()) return {};
  Value range = Value::between(kUnbounded, -kUnbounded);
  for (std::size_t i = 0; i < category.literals.size(); ++i) {
    if (!level.literals.has(i)) continue;
    if (!category.literals[i].range) return {};
    range.low = std::min(range.low, category.literals[i].range->low);
    range.high = std::max(range.high, category.literals[i].range->high);
  }
  return range;
}

}  // namespace scrutineer::odd
