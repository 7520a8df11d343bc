// ODD and MODULES: modules with their sections, and what their conditions refer to.

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "base/text.h"
#include "odd/detail/readers.h"

namespace scrutineer::odd::detail {
namespace {

using YamlKind = YamlNode::Kind;

constexpr std::string_view kModuleKeys[] = {
    "TITLE",      "DESCRIPTION", "COMMENT",    "ACTIVE",   "LABEL",
    "LABELS",     "TAG",         "TAGS",       "METADATA", "INCLUDE_AND",
    "INCLUDE_OR", "EXCLUDE_AND", "EXCLUDE_OR", "KIND",     "EXPORT_INSTRUCTIONS"};

// Names of several in the file's order: "a, b and c".
std::vector<std::string> names_in(const YamlNode& node) {
  if (node.kind == YamlKind::text) return {std::string(trim(node.text))};
  std::vector<std::string> names;
  names.reserve(node.items.size());
  for (const YamlNode& item : node.items) names.emplace_back(trim(item.text));
  return names;
}

// A module's own entry. Nothing: it was said what is wrong with it.
void read_key(const YamlEntry& entry, RawModule& raw, Findings& findings) {
  const Place place = entry.place(raw.file);
  const YamlNode& value = entry.value;
  if (entry.key == "TITLE") raw.module.title = value.text;
  if (entry.key == "DESCRIPTION") raw.module.description = value.text;
  if (entry.key == "ACTIVE") {
    const std::string word = to_lower(value.text);
    if (word != "true" && word != "false")
      return findings.error(value.place(raw.file), "ACTIVE must be true or false, found " + describe(value));
    raw.module.is_active = word == "true";
  }
  if (entry.key == "LABEL" || entry.key == "LABELS") {
    for (std::string& label : names_in(value)) {
      if (label.empty()) findings.error(value.place(raw.file), "a label has no name");
      if (normal_name(label) == "unknown") findings.error(value.place(raw.file), "a label may not be called unknown");
      raw.module.labels.push_back(std::move(label));
    }
  }
  for (const auto& [prefix, section] : {std::pair("INCLUDE", &raw.include), std::pair("EXCLUDE", &raw.exclude)}) {
    if (!entry.key.starts_with(prefix)) continue;
    if (*section != nullptr)
      return findings.error(place, fmt::format("module \"{}\" has a second {} section; one is allowed, and AND and OR "
                                               "may be nested in it",
                                               raw.module.name, prefix));
    *section = &entry;
  }
}

}  // namespace

void read_modules(const YamlNode& node, const std::string& file, bool is_in_odd, std::vector<RawModule>& modules,
                  Findings& findings) {
  if (node.kind != YamlKind::map)
    return findings.error(node.place(file), "a map of modules was wanted, found " + describe(node));
  for (const YamlEntry& entry : node.entries) {
    RawModule raw;
    raw.file = file;
    raw.module.name = entry.key;
    raw.module.place = entry.place(file);
    raw.module.is_in_odd = is_in_odd;
    const auto namesake = std::ranges::find(modules, normal_name(entry.key),
                                            [](const RawModule& other) { return normal_name(other.module.name); });
    if (namesake != modules.end()) {
      findings.error(entry.place(file), fmt::format("module \"{}\" is there already, at {}", entry.key,
                                                    to_string(namesake->module.place)));
      continue;
    }
    if (normal_name(entry.key) == "unknown") findings.error(entry.place(file), "a module may not be called unknown");
    if (entry.value.kind != YamlKind::map) {
      findings.error(entry.place(file),
                     fmt::format("module \"{}\" must be a map with INCLUDE_AND, INCLUDE_OR, EXCLUDE_AND or EXCLUDE_OR, "
                                 "found {}",
                                 entry.key, describe(entry.value)));
      continue;
    }
    bool are_known = true;
    for (const YamlEntry& key : entry.value.entries) {
      if (std::ranges::find(kModuleKeys, key.key) != std::end(kModuleKeys)) {
        read_key(key, raw, findings);
        continue;
      }
      are_known = false;
      findings.error(
          key.place(file),
          fmt::format("module \"{}\" has no \"{}\"{}; conditions stand in a section such as INCLUDE_AND", entry.key,
                      key.key, suggestion(key.key, {std::begin(kModuleKeys), std::end(kModuleKeys)})));
    }
    if (raw.include == nullptr && raw.exclude == nullptr && are_known)
      findings.error(entry.place(file),
                     fmt::format("module \"{}\" has neither an INCLUDE nor an EXCLUDE section", entry.key));
    modules.push_back(std::move(raw));
  }
}

namespace {

class ModuleLinker {
 public:
  ModuleLinker(std::vector<RawModule> raw, Odd& odd, Findings& findings)
      : raw_(std::move(raw)), odd_(odd), findings_(findings) {}

  void link() {
    for (std::size_t i = 0; i < raw_.size(); ++i) {
      modules_.emplace(normal_name(raw_[i].module.name), i);
      for (const std::string& label : raw_[i].module.labels) labels_[normal_name(label)].push_back(i);
    }
    check_names();
    states_.resize(raw_.size());
    for (std::size_t i = 0; i < raw_.size(); ++i) odd_.modules.push_back(raw_[i].module);
    for (std::size_t i = 0; i < raw_.size(); ++i) make(i);
    find_root();
  }

 private:
  enum class State : std::uint8_t { untouched, begun, done };
  static constexpr std::size_t kDeepest = 500;

  // A label must not be the name of a module or of a concept with a value.
  void check_names() {
    for (const RawModule& raw : raw_) {
      for (const std::string& label : raw.module.labels) {
        const auto module = modules_.find(normal_name(label));
        if (module != modules_.end())
          findings_.error(
              raw.module.place,
              fmt::format("label \"{}\" of module \"{}\" is also the name of a module, at {}; a condition could "
                          "mean either",
                          label, raw.module.name, to_string(raw_[module->second].module.place)));
        check_concept(label, "label", raw.module.place);
      }
      check_concept(raw.module.name, "module", raw.module.place);
    }
  }

  void check_concept(const std::string& name, std::string_view what, const Place& place) {
    const auto found = odd_.taxonomy.find(name);
    if (!found.id.valid()) return;
    const Concept& same = odd_.taxonomy.at(found.id);
    if (same.kind != Concept::Kind::record && same.layer > 0)
      findings_.error(place, fmt::format("{} \"{}\" is also a concept, at {}; a condition could mean either", what,
                                         name, to_string(same.place)));
    else if (same.kind != Concept::Kind::record)
      findings_.warn(place, fmt::format("{} \"{}\" hides the concept of ISO 34503 with this name", what, name));
  }

  // Makes the nodes of a module, after those of the modules that it uses. False: it uses itself, directly or through
  // others.
  bool make(std::size_t index) {
    if (states_[index] == State::done) return true;
    if (states_[index] == State::begun) return false;
    states_[index] = State::begun;
    path_.push_back(index);
    RawModule& raw = raw_[index];
    Module& module = odd_.modules[index];
    if (path_.size() > kDeepest) {
      findings_.error(module.place, fmt::format("modules refer to each other more than {} deep", kDeepest));
    } else {
      Node all;
      if (raw.include != nullptr) module.include = make_section(*raw.include, raw.file, index);
      if (raw.exclude != nullptr) module.exclude = make_section(*raw.exclude, raw.file, index);
      if (module.include.valid()) all.children.push_back(module.include);
      if (module.exclude.valid()) {
        odd_.nodes[module.exclude.index()].negated = true;
        all.children.push_back(module.exclude);
      }
      if (all.children.empty() && module.is_active && findings_.errors.empty())
        findings_.warn(module.place, fmt::format("nothing is left of \"{}\", because all that it refers to is not "
                                                 "active: it always holds",
                                                 module.name));
      odd_.modules[index].node = add(std::move(all));
    }
    path_.pop_back();
    states_[index] = State::done;
    return true;
  }

  NodeId add(Node node) {
    odd_.nodes.push_back(std::move(node));
    return NodeId(odd_.nodes.size() - 1);
  }

  // The node of a section; invalid: it has no usable condition.
  NodeId make_section(const YamlEntry& entry, const std::string& file, std::size_t module) {
    Node node{.kind = entry.key.ends_with("OR") ? Node::Kind::any : Node::Kind::all};
    if (entry.value.kind != YamlKind::map && entry.value.kind != YamlKind::list) {
      findings_.error(entry.place(file),
                      fmt::format("{} must be a map of conditions, found {}", entry.key, describe(entry.value)));
      return {};
    }
    if (entry.value.kind == YamlKind::map) add_conditions(entry.value, file, module, node);
    for (const YamlNode& item : entry.value.items) {
      if (item.kind == YamlKind::map)
        add_conditions(item, file, module, node);
      else
        findings_.error(item.place(file),
                        "a condition is a concept with a value, such as \"speed: < 60 km/h\", found " + describe(item));
    }
    if (node.children.empty()) {
      if (entry.value.entries.empty() && entry.value.items.empty())
        findings_.error(entry.place(file), entry.key + " has no conditions");
      return {};
    }
    return add(std::move(node));
  }

  void add_conditions(const YamlNode& conditions, const std::string& file, std::size_t module, Node& parent) {
    std::set<std::string> seen;
    for (const YamlEntry& entry : conditions.entries) {
      if (entry.key == "METADATA") continue;
      if (entry.key == "AND" || entry.key == "OR") {
        if (const NodeId section = make_section(entry, file, module); section.valid())
          parent.children.push_back(section);
        continue;
      }
      if (!seen.insert(normal_name(entry.key)).second) {
        findings_.error(
            entry.place(file),
            fmt::format("\"{}\" comes twice in one section; write a range, or a list of sections with \"- AND:\"",
                        entry.key));
        continue;
      }
      add_condition(entry, file, module, parent);
    }
  }

  void add_condition(const YamlEntry& entry, const std::string& file, std::size_t module, Node& parent) {
    const std::string name = normal_name(entry.key);
    const auto label = labels_.find(name);
    const auto other = modules_.find(name);
    if (other != modules_.end()) return refer(entry, {other->second}, false, file, module, parent);
    if (label != labels_.end()) return refer(entry, label->second, true, file, module, parent);
    const auto found = odd_.taxonomy.find(entry.key);
    if (found.several.size() > 1) {
      std::vector<std::string> paths;
      paths.reserve(found.several.size());
      for (const ConceptId id : found.several) paths.push_back(odd_.taxonomy.at(id).path);
      return findings_.error(entry.place(file),
                             fmt::format("\"{}\" may mean several concepts: write more of the path of {}", entry.key,
                                         fmt::join(paths, " or ")));
    }
    if (!found.id.valid()) return unknown(entry, file);
    auto condition = read_condition(found.id, entry.value, file, odd_.taxonomy, findings_);
    if (!condition) return;
    condition->place = entry.place(file);
    odd_.conditions.push_back(*std::move(condition));
    parent.children.push_back(
        add({.kind = Node::Kind::condition, .condition = ConditionId(odd_.conditions.size() - 1)}));
  }

  void unknown(const YamlEntry& entry, const std::string& file) {
    std::vector<std::string_view> names = odd_.taxonomy.names();
    for (const RawModule& raw : raw_) {
      names.push_back(raw.module.name);
      names.insert(names.end(), raw.module.labels.begin(), raw.module.labels.end());
    }
    findings_.error(entry.place(file), fmt::format("\"{}\" is no concept of the taxonomy, no module and no label{}",
                                                   entry.key, suggestion(entry.key, names)));
  }

  // A condition about other modules. Those that are not active are left out, and so is the condition if none remains.
  void refer(const YamlEntry& entry, const std::vector<std::size_t>& others, bool is_label, const std::string& file,
             std::size_t module, Node& parent) {
    const std::string word = to_lower(trim(entry.value.text));
    if (entry.value.kind != YamlKind::text || (word != "true" && word != "false"))
      return findings_.error(entry.value.place(file),
                             fmt::format("{} \"{}\" must be true or false, found {}", is_label ? "label" : "module",
                                         entry.key, describe(entry.value)));
    odd_.modules[module].uses.push_back(entry.key);
    Node node{.kind = Node::Kind::any, .negated = word == "false", .reference = entry.key};
    for (const std::size_t other : others) {
      used_.insert(other);
      if (!make(other)) return cycle(entry, other, file);
      if (raw_[other].module.is_active && odd_.modules[other].node.valid())
        node.children.push_back(odd_.modules[other].node);
    }
    if (!node.children.empty()) parent.children.push_back(add(std::move(node)));
  }

  void cycle(const YamlEntry& entry, std::size_t other, const std::string& file) {
    std::string way;
    for (auto step = std::ranges::find(path_, other); step != path_.end(); ++step)
      way += raw_[*step].module.name + " -> ";
    findings_.error(entry.place(file),
                    fmt::format("modules refer to each other in a circle: {}{}", way, raw_[other].module.name));
  }

  // Under ODD, or anywhere if there is no ODD: the module to which no other refers.
  void find_root() {
    const bool has_odd = std::ranges::any_of(raw_, [](const RawModule& raw) { return raw.module.is_in_odd; });
    std::vector<std::size_t> roots;
    for (const bool with_labels : {false, true}) {
      if (!roots.empty()) break;
      for (std::size_t i = 0; i < raw_.size(); ++i)
        if (raw_[i].module.is_in_odd == has_odd && !used_.contains(i) && raw_[i].module.labels.empty() != with_labels)
          roots.push_back(i);
    }
    if (roots.size() == 1) odd_.root = ModuleId(roots[0]);
    if (roots.size() > 1 && has_odd)
      findings_.error(
          raw_[roots[1]].module.place,
          fmt::format("\"{}\" is a second root: \"{}\" at {} is one, too, as no module refers to it; move what "
                      "is not the root to MODULES, or refer to it",
                      raw_[roots[1]].module.name, raw_[roots[0]].module.name, to_string(raw_[roots[0]].module.place)));
    if (odd_.root.valid() && !raw_[roots[0]].module.is_active)
      findings_.error(raw_[roots[0]].module.place,
                      fmt::format("the root \"{}\" is not active", raw_[roots[0]].module.name));
  }

  std::vector<RawModule> raw_;
  Odd& odd_;
  Findings& findings_;
  std::map<std::string, std::size_t> modules_;
  std::map<std::string, std::vector<std::size_t>> labels_;
  std::vector<State> states_;
  std::vector<std::size_t> path_;  // the modules that are being made
  std::set<std::size_t> used_;
};

}  // namespace

void link_modules(std::vector<RawModule> raw, Odd& odd, Findings& findings) {
  ModuleLinker(std::move(raw), odd, findings).link();
}

}  // namespace scrutineer::odd::detail
