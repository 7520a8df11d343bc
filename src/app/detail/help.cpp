#include "app/detail/help.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <string_view>
#include <vector>

#include "app/detail/wrap.h"

namespace scrutineer::app {

namespace {

constexpr std::size_t kDescriptionAt = 24;  // the column where descriptions begin

// A name and what it means, beside it or, behind a long name, below it.
std::string entry(const std::string& name, std::string_view meaning) {
  const std::string indent(kDescriptionAt, ' ');
  const std::string text = wrapped(meaning, {.indent = indent, .width = kHelpWidth});
  const std::string start = "  " + name;
  if (text.empty()) return start + '\n';
  if (start.size() + 2 > kDescriptionAt) return start + '\n' + text;
  return start + text.substr(start.size());
}

struct Heading {
  std::string title;
  std::string entries;
};

// What has the same title is put together, in the order of first appearance.
void put(std::vector<Heading>& headings, const std::string& title, const std::string& entries) {
  const auto known = std::ranges::find(headings, title, &Heading::title);
  if (known == headings.end())
    headings.push_back({title, entries});
  else
    known->entries += entries;
}

std::string options_text(const CLI::App& command) {
  std::vector<Heading> headings;
  std::string general;  // help and the like come last
  for (const CLI::Option* option : command.get_options()) {
    const std::string text = entry(name_and_value(*option), meaning_of(*option));
    if (option->get_positional())
      put(headings, "Arguments", text);
    else if (option == command.get_help_ptr() || option == command.get_version_ptr())
      general += text;
    else
      put(headings, option->get_group(), text);
  }
  if (!general.empty()) put(headings, headings.empty() ? "Options" : "General", general);
  std::string text;
  for (const Heading& heading : headings) text += fmt::format("\n{}:\n{}", heading.title, heading.entries);
  return text;
}

std::string commands_text(const CLI::App& above) {
  std::vector<Heading> headings;
  for (const CLI::App* command : commands_below(above))
    put(headings, command->get_group(), entry(command->get_name(), command->get_description()));
  std::ranges::stable_sort(headings, {}, [](const Heading& heading) {
    return std::ranges::find(kHelpHeadings, heading.title) - std::begin(kHelpHeadings);
  });
  std::string text;
  for (const Heading& heading : headings) text += fmt::format("\n{}:\n{}", heading.title, heading.entries);
  return text;
}

}  // namespace

std::string meaning_of(const CLI::Option& option) {
  std::string text = option.get_description();
  if (const std::string fallback = option.get_default_str(); !fallback.empty())
    text += fmt::format(" (default {})", fallback);
  if (option.get_required() && !option.get_positional()) text += " (required)";
  return text;
}

std::vector<const CLI::App*> commands_below(const CLI::App& above) {
  return above.get_subcommands([](const CLI::App*) { return true; });
}

std::string full_name(const CLI::App& command) {
  return command.get_parent() == nullptr ? command.get_name()
                                         : full_name(*command.get_parent()) + ' ' + command.get_name();
}

std::string name_and_value(const CLI::Option& option) {
  if (option.get_positional()) return option.get_name();
  std::string name = option.get_name(false, true);
  if (const std::size_t comma = name.find(','); comma != std::string::npos) name.insert(comma + 1, " ");
  const bool is_flag = option.get_expected_max() == 0;
  return is_flag || option.get_type_name().empty() ? name : name + ' ' + option.get_type_name();
}

std::string usage_of(const CLI::App& command) {
  std::string text = full_name(command);
  if (!commands_below(command).empty()) return text + " COMMAND [OPTIONS]";
  text += " [OPTIONS]";
  for (const CLI::Option* option : command.get_options()) {
    const bool is_several = option->get_positional() && option->get_expected_max() > 1;
    const std::string name =
        (option->get_positional() ? option->get_name() : option->get_name() + ' ' + option->get_type_name()) +
        (is_several ? "..." : "");
    if (option->get_required())
      text += ' ' + name;
    else if (option->get_positional())
      text += " [" + name + ']';
  }
  return text;
}

std::string help_text(const CLI::App& command) {
  std::string text = wrapped(command.get_description(), {.width = kHelpWidth});
  constexpr std::string_view kUsage = "Usage: ";
  const std::string indent(kUsage.size(), ' ');
  text += fmt::format("\n{}{}", kUsage,
                      wrapped(usage_of(command), {.indent = indent, .width = kHelpWidth}).substr(indent.size()));
  if (command.get_parent() == nullptr) text += indent + command.get_name() + " RUN [OPTIONS]\n";
  text += commands_text(command);
  text += options_text(command);
  return text + command.get_footer();
}

}  // namespace scrutineer::app
