// The built-in checks as OSC2 text.
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <vector>

#include "lang/library.h"
#include "watch/parameter_text.h"

namespace scrutineer::lang {
namespace {

constexpr std::string_view kRoot = "ftlx_global_eval_config";
constexpr std::string_view kEgo = "ego_";
constexpr std::string_view kChecker = "checker_";

// Settings by the parts of their paths.
struct Node {
  std::map<std::string, Node, std::less<>> children;
  const watch::AnyParameter* parameter = nullptr;
};

std::vector<std::string_view> parts_of(std::string_view path) {
  std::vector<std::string_view> parts;
  for (;;) {
    const auto dot = path.find('.');
    parts.push_back(path.substr(0, dot));
    if (dot == std::string_view::npos) return parts;
    path.remove_prefix(dot + 1);
  }
}

// "a.b.c" -> {"a", "b"}
std::string_view group_of(std::string_view path) {
  const auto dot = path.rfind('.');
  return dot == std::string_view::npos ? std::string_view() : path.substr(0, dot);
}

std::string one_line(std::string_view text) {
  std::string line(text);
  std::ranges::replace(line, '\n', ' ');
  return line;
}

std::string_view without(std::string_view text, std::string_view prefix) {
  if (text.starts_with(prefix)) text.remove_prefix(prefix.size());
  return text;
}

class Writer {
 public:
  Writer(std::span<const watch::Check> checks, const watch::Settings& settings) : checks_(checks) {
    for (const watch::Check& check : checks) names_.insert(check.info.name);
    for (const watch::SettingInfo& setting : settings.all()) {
      Node* node = &root_;
      for (const std::string_view part : parts_of(setting.parameter->path)) node = &node->children[std::string(part)];
      node->parameter = setting.parameter;
      for (const watch::Check& check : checks)
        if (check.info.subject != watch::Subject::vehicle &&
            std::ranges::find(setting.checks, check.info.name) != setting.checks.end())
          objects_.insert(std::string(parts_of(setting.parameter->path).front()));
    }
    // A check without parameters in a group is a member all the same.
    for (const watch::Check& check : checks) root_.children[std::string(check.info.name)];
  }

  std::string written() {
    text_ += "# The built-in checks and their parameters.\n";
    write_kinds();
    for (const watch::Check& check : checks_) write_check(check.info);
    for (const auto& [name, node] : root_.children)
      if (!is_check(name)) write_group(name, node, name);
    for (const auto& [name, node] : root_.children) write_member(name, node);
    write_global_checkers();
    return enums_ + text_;
  }

 private:
  bool is_check(std::string_view name) const { return names_.contains(without(name, kChecker)); }

  void write_kinds() {
    std::set<std::string_view> kinds;
    for (const watch::Check& check : checks_)
      for (const watch::KindInfo& kind : check.info.kinds) kinds.insert(kind.name);
    if (kinds.empty()) return;
    text_ += fmt::format("extend issue_kind: [{}]\n", fmt::join(kinds, ", "));
  }

  std::string type_of(const watch::AnyParameter& parameter) {
    switch (parameter.type) {
      case watch::ValueType::truth:
        return "bool";
      case watch::ValueType::integer:
        return "int";
      case watch::ValueType::word:
        return enum_of(parameter);
      default:
        break;
    }
    const Dimension dimension = watch::dimension_of(parameter.type);
    return dimension == kPlainNumber ? "float" : to_string(dimension);
  }

  // Words are an enumeration of their own, named after the parameter, unless they are severities.
  std::string enum_of(const watch::AnyParameter& parameter) {
    if (std::ranges::equal(parameter.words, watch::severity_words())) return "issue_severity";
    const std::string name(parameter.path.substr(parameter.path.rfind('.') + 1));
    if (written_enums_.insert(name).second)
      enums_ += fmt::format("enum {}: [{}]\n", name, fmt::join(parameter.words, ", "));
    return name;
  }

  std::string default_of(const watch::AnyParameter& parameter) {
    if (parameter.fallback_for != nullptr) return {};  // depends on the actor
    if (parameter.type == watch::ValueType::word)
      return fmt::format(" = {}!{}", enum_of(parameter), parameter.words[static_cast<std::size_t>(parameter.fallback)]);
    return " = " + watch::default_text(parameter);
  }

  void write_field(std::string_view name, const watch::AnyParameter& parameter) {
    text_ += fmt::format("    # {}\n    {}: {}{}\n", one_line(parameter.meaning), name, type_of(parameter),
                         default_of(parameter));
  }

  // The struct of a group; configs are named without `ego_`, for others may have one.
  std::string struct_of(std::string_view path) const {
    if (path.starts_with(kRoot) && path.size() > kRoot.size())
      return std::string(without(path.substr(path.rfind('.') + 1), kEgo));
    if (path == kRoot) return std::string(kRoot);
    std::string name(path);
    std::ranges::replace(name, '.', '_');
    return name + "_settings";
  }

  void write_check(const watch::CheckInfo& info) {
    text_ += fmt::format("\nstruct {}_data inherits any_watcher_data:\n", info.name);
    bool has_own = false;
    for (const watch::MetricInfo& metric : info.metrics) {
      if (metric.name == "justified_by") continue;  // every interval has it
      has_own = true;
      text_ +=
          fmt::format("    # {}\n    var {}: {}\n", one_line(metric.meaning), metric.name, metric_type(metric.unit));
    }
    if (!has_own) text_ += "    pass\n";
    text_ += fmt::format("\n# {}\nwatcher modifier {}({}_data):\n", one_line(info.summary), info.name, info.name);
    const std::string_view subject = watch::to_word(info.subject);
    text_ += fmt::format("    {}: {}\n    enabled: bool = {}\n", subject, subject, info.enabled);
    if (info.merge_gap) text_ += fmt::format("    merge_gap: time = {}s\n", to_seconds(*info.merge_gap));
    std::set<std::string> used = {std::string(subject), "enabled", "merge_gap"};
    for (const watch::AnyParameter* parameter : info.parameters) {
      const std::string name(parameter->path.substr(parameter->path.rfind('.') + 1));
      if (used.insert(name).second) write_field(name, *parameter);
      const std::string_view group = group_of(parameter->path);
      const std::string member(without(group.substr(group.rfind('.') + 1), kEgo));
      if (!group.empty() && !is_check(member) && used.insert(member).second)
        text_ += fmt::format("    {}: {}\n", member, struct_of(group));
    }
  }

  // The modifier by which all checkers of objects and vehicles are turned on and off together.
  void write_global_checkers() {
    text_ += "\nstruct global_checkers_settings inherits settings:\n";
    for (const watch::Check& check : checks_) {
      const bool is_in =
          check.info.subject == watch::Subject::physical_object || check.info.subject == watch::Subject::vehicle;
      if (is_in && !check.info.kinds.empty())
        text_ += fmt::format("    checker {} is {}\n", check.info.name, check.info.name);
    }
    text_ +=
        "    # Whether any of its checkers is done.\n    enabled: bool = true\n"
        "\nextend physical_object:\n    # All checkers of physical objects and vehicles.\n"
        "    global_checkers: global_checkers_settings\n";
  }

  static std::string_view metric_type(std::string_view unit) {
    struct Row {
      std::string_view unit, type;
    };
    static constexpr Row kRows[] = {{"m", "length"},           {"s", "time"},     {"m/s", "speed"},
                                    {"m/s^2", "acceleration"}, {"m/s^3", "jerk"}, {"rad", "angle"},
                                    {"rad/s", "angular_rate"}};
    for (const auto& [known, type] : kRows)
      if (known == unit) return type;
    return "string";
  }

  void write_group(const std::string& name, const Node& node, const std::string& path) {
    if (node.children.empty()) return;
    for (const auto& [child, inner] : node.children)
      if (!is_check(child)) write_group(child, inner, path + "." + child);
    const std::string made = struct_of(path);
    if (!written_structs_.insert(made).second) return;
    text_ += fmt::format("\nstruct {} inherits settings:\n", made);
    bool has_checks = false;
    for (const auto& [child, inner] : node.children) {
      if (is_check(child)) {
        has_checks = true;
        text_ += fmt::format("    checker {} is {}\n", child, without(child, kChecker));
      } else if (inner.parameter != nullptr) {
        write_field(child, *inner.parameter);
      } else {
        text_ += fmt::format("    {}: {}\n", child, struct_of(path + "." + child));
      }
    }
    if (has_checks && !node.children.contains("enabled"))
      text_ += "    # Whether any of its checks is done.\n    enabled: bool = true\n";
    (void)name;
  }

  void write_member(const std::string& name, const Node& node) {
    if (name == kRoot) {
      text_ += fmt::format("\nglobal {}: {}\n", kRoot, kRoot);
      return;
    }
    if (name == watch::kProfilePath) {
      text_ += "\nextend top:\n";
      write_field(name, *node.parameter);
      return;
    }
    const auto check =
        std::ranges::find(checks_, std::string_view(name), [](const watch::Check& known) { return known.info.name; });
    const watch::Subject group = objects_.contains(name) ? watch::Subject::physical_object : watch::Subject::vehicle;
    text_ += fmt::format("\nextend {}:\n", watch::to_word(check != checks_.end() ? check->info.subject : group));
    if (check != checks_.end())
      text_ += fmt::format("    checker {} is {}\n", name, name);
    else if (node.parameter != nullptr)
      write_field(name, *node.parameter);
    else
      text_ += fmt::format("    {}: {}\n", name, struct_of(name));
  }

  std::span<const watch::Check> checks_;
  std::set<std::string_view> names_;
  Node root_;
  std::set<std::string> objects_;  // groups that checks of all objects read
  std::set<std::string> written_enums_, written_structs_;
  std::string enums_, text_;
};

}  // namespace

std::string checker_library(std::span<const watch::Check> checks, const watch::Settings& settings) {
  return Writer(checks, settings).written();
}

}  // namespace scrutineer::lang
