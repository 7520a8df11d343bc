// Conditions and values as people read them.

#include <fmt/format.h>

#include <cmath>

#include "base/text.h"
#include "odd/odd.h"

namespace scrutineer::odd {
namespace {

std::string term_words(const Odd& odd, const Term& term, const Unit* unit) {
  if (!term.times.valid() && !term.over.valid()) return amount_text(term.factor, unit);
  std::string words = term.times.valid() ? odd.taxonomy.at(term.times).name : "";
  if (term.factor != 1.0 || words.empty()) words = shortest(term.factor) + (words.empty() ? "" : " times ") + words;
  if (term.over.valid()) words += " over " + odd.taxonomy.at(term.over).name;
  return words;
}

bool is_bound(const Term& term) { return term.times.valid() || std::abs(term.factor) != kUnbounded; }

std::string limits_words(const Odd& odd, const Limits& limits, const Unit* unit) {
  const std::string low = term_words(odd, limits.low, unit), high = term_words(odd, limits.high, unit);
  if (is_bound(limits.low) && is_bound(limits.high))
    return low == high ? low : fmt::format("between {} and {}", low, high);
  if (is_bound(limits.low)) return fmt::format("{} {}", limits.low_open ? "more than" : "at least", low);
  return fmt::format("{} {}", limits.high_open ? "less than" : "at most", high);
}

// Four decimals are enough for people.
std::string measured(double base, const Unit* unit) {
  if (unit == nullptr) return rounded(base, 4);
  return fmt::format("{} {}", rounded(unit->from_base(base), 4), unit->name);
}

std::string either_of(const std::vector<std::string>& words) {
  if (words.size() < 2) return words.empty() ? "" : words[0];
  return fmt::format("{} or {}", fmt::join(words.begin(), words.end() - 1, ", "), words.back());
}

void explain_children(const Odd& odd, const Node& node, const std::string& indent, std::string& text);

void explain_node(const Odd& odd, const Node& node, const std::string& indent, std::string& text) {
  if (node.kind == Node::Kind::condition) {
    text += fmt::format("{}{}\n", indent, in_words(odd, odd.conditions[node.condition.index()]));
  } else if (!node.reference.empty()) {
    text += fmt::format("{}{} {}\n", indent, node.reference, node.negated ? "does not hold" : "holds");
  } else {
    text += fmt::format("{}{}\n", indent, node.kind == Node::Kind::all ? "all of these hold:" : "any of these holds:");
    explain_children(odd, node, indent + "  ", text);
  }
}

void explain_children(const Odd& odd, const Node& node, const std::string& indent, std::string& text) {
  for (const NodeId child : node.children) explain_node(odd, odd.nodes[child.index()], indent, text);
}

void explain_module(const Odd& odd, ModuleId id, std::string& text) {
  const Module& module = odd.modules[id.index()];
  text += module.name;
  if (id == odd.root) text += ", the root";
  if (!module.labels.empty()) text += fmt::format(", labelled {}", fmt::join(module.labels, ", "));
  if (!module.is_active) text += ", not active: what refers to it is left out";
  text += '\n';
  for (const std::string* const words : {&module.title, &module.description})
    if (!words->empty()) text += fmt::format("  \"{}\"\n", *words);
  const std::string_view holds = id == odd.root ? "inside" : "holds";
  const Node* const include = module.include.valid() ? &odd.nodes[module.include.index()] : nullptr;
  const Node* const exclude = module.exclude.valid() ? &odd.nodes[module.exclude.index()] : nullptr;
  if (include != nullptr) {
    text += fmt::format("  {} when {}\n", holds,
                        include->kind == Node::Kind::all ? "all of these hold:" : "any of these holds:");
    explain_children(odd, *include, "    ", text);
  }
  if (exclude != nullptr) {
    text += fmt::format("  {} {}\n", include == nullptr ? fmt::format("{} unless", holds) : "but not when",
                        exclude->kind == Node::Kind::all ? "all of these hold:" : "any of these holds:");
    explain_children(odd, *exclude, "    ", text);
  }
  if (include == nullptr && exclude == nullptr) text += fmt::format("  always {}\n", holds);
}

}  // namespace

std::string explain(const Odd& odd) {
  std::vector<ModuleId> order;
  if (odd.root.valid()) order.push_back(odd.root);
  for (std::size_t i = 0; i < odd.modules.size(); ++i)
    if (ModuleId(i) != odd.root) order.emplace_back(i);
  std::string text;
  for (const ModuleId id : order) {
    if (!text.empty()) text += '\n';
    explain_module(odd, id, text);
  }
  return text;
}

std::string in_words(const Odd& odd, const Condition& condition) {
  const Concept& about = odd.taxonomy.at(condition.about);
  if (condition.test == Condition::Test::missing) return about.name + " is unknown";
  std::vector<std::string> options;
  if (condition.accepts_missing) options.emplace_back("unknown");
  for (const Limits& limits : condition.ranges) options.push_back(limits_words(odd, limits, condition.unit));
  for (std::size_t i = 0; i < about.literals.size(); ++i)
    if (condition.accepted.has(i)) options.push_back(about.literals[i].name);
  if (options.empty()) options.emplace_back("nothing that there is");
  return fmt::format("{} is {}", about.name, either_of(options));
}

std::string in_words(const Concept& about, const Value& value, const Unit* unit) {
  std::vector<std::string> names;
  switch (value.kind) {
    case Value::Kind::unknown:
      return "unknown";
    case Value::Kind::number:
      if (value.low == kUnbounded) return "without limit";
      if (value.low == value.high) return measured(value.low, unit);
      if (value.low == -kUnbounded) return "at most " + measured(value.high, unit);
      if (value.high == kUnbounded) return "at least " + measured(value.low, unit);
      return fmt::format("between {} and {}", measured(value.low, unit), measured(value.high, unit));
    case Value::Kind::literals:
    case Value::Kind::one_of:
      break;
  }
  for (std::size_t i = 0; i < about.literals.size(); ++i)
    if (value.literals.has(i)) names.push_back(about.literals[i].name);
  if (names.empty()) return "none";
  return value.kind == Value::Kind::one_of ? either_of(names) : fmt::format("{}", fmt::join(names, ", "));
}

}  // namespace scrutineer::odd
