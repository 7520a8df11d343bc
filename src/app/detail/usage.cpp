#include "app/detail/usage.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <optional>
#include <string_view>
#include <vector>

#include "app/detail/help.h"
#include "base/text.h"

namespace scrutineer::app {

namespace {

// The command that the words led to before they went wrong.
const CLI::App& deepest(const CLI::App& program) {
  const CLI::App* command = &program;
  while (!command->get_subcommands().empty()) command = command->get_subcommands().front();
  return *command;
}

// Without the program's own name, which every message begins with.
std::string name_of(const CLI::App& command) {
  return command.get_parent() == nullptr || command.get_parent()->get_parent() == nullptr
             ? command.get_name()
             : name_of(*command.get_parent()) + ' ' + command.get_name();
}

std::vector<const CLI::App*> all_commands(const CLI::App& program) {
  return program.get_subcommands([](const CLI::App*) { return true; });
}

// What people call options that have another name here.
struct OtherWord {
  std::string_view word, meant;
};
constexpr OtherWord kOtherWords[] = {
    {"--json", "--format json"},
    {"--csv", "--format csv"},
    {"--junit", "--format junit"},
    {"--sarif", "--format sarif"},
    {"--xodr", "--map"},
    {"--opendrive", "--map"},
    {"--osi", "--trace"},
    {"--run", "--trace"},
    {"--fcd", "--trace"},
    {"--input", "--trace"},
    {"--net", "--sumo-net"},
    {"--net-file", "--sumo-net"},
    {"--output", "--out"},
    {"-o", "--out"},
    {"--output-dir", "--out"},
    {"--html", "--report"},
    {"--verbose", "--verbosity full"},
    {"--quiet", "--verbosity quiet"},
    {"-q", "--verbosity quiet"},
    {"--sut", "--ego"},
    {"--host", "--ego"},
    {"--param", "--set"},
    {"--parameter", "--set"},
    {"--checker", "--enable"},
    {"--skip", "--disable"},
    {"--cfg", "--config"},
    {"-c", "--config"},
    {"--vtypes", "--vehicle-types"},
    {"--tls", "--lights"},
    {"--mirror", "--flip-y"},
    {"--fail", "--fail-on"},
    {"--sumocfg", "--sumo"},
};

std::vector<std::string> option_names(const CLI::App& command) {
  std::vector<std::string> names;
  for (const CLI::Option* option : command.get_options()) {
    for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
    for (const std::string& name : option->get_snames()) names.push_back("-" + name);
  }
  return names;
}

bool has(const std::vector<std::string>& names, std::string_view name) {
  return std::ranges::find(names, name) != names.end();
}

// What is likely meant by an option that the command does not have; nothing: nobody knows.
std::optional<std::string> likely_option(const CLI::App& command, std::string_view flag) {
  const std::vector<std::string> names = option_names(command);
  for (const OtherWord& other : kOtherWords)
    if (other.word == flag && has(names, other.meant.substr(0, other.meant.find(' ')))) return std::string(other.meant);
  const std::string written = to_lower(flag);
  const std::vector<std::string_view> candidates(names.begin(), names.end());
  if (const auto likely = did_you_mean(written, candidates)) return std::string(*likely);
  for (const std::string& name : names)
    if (name.size() > 4 && flag.size() > 4 && (name.starts_with(flag) || flag.starts_with(name))) return name;
  return std::nullopt;
}

// A command that has the option; empty: none has.
std::string owner_of(const CLI::App& above, std::string_view flag) {
  for (const CLI::App* command : all_commands(above)) {
    if (has(option_names(*command), flag)) return full_name(*command);
    if (std::string found = owner_of(*command, flag); !found.empty()) return found;
  }
  return "";
}

std::string unknown_option(const CLI::App& program, const CLI::App& command, std::string_view word) {
  const std::string flag(word.substr(0, word.find('=')));
  std::string what = fmt::format("{} has no option {}", name_of(command), flag);
  if (const auto likely = likely_option(command, flag)) return fmt::format("{}; did you mean {}?", what, *likely);
  if (const std::string owner = owner_of(program, flag); !owner.empty()) return fmt::format("{}; {} has", what, owner);
  return what;
}

std::string unknown_command(const CLI::App& command, const std::string& word) {
  std::vector<std::string> names;
  for (const CLI::App* sub : all_commands(command)) names.push_back(sub->get_name());
  const std::vector<std::string_view> candidates(names.begin(), names.end());
  if (const auto likely = did_you_mean(word, candidates))
    return fmt::format("\"{}\" is no command; did you mean {} {}?", word, full_name(command), *likely);
  return fmt::format("\"{}\" is no command; there are {}", word, fmt::join(names, ", "));
}

// The option that the library's text is about; null: none.
const CLI::Option* option_of(const CLI::App& command, std::string_view text) {
  const CLI::Option* found = nullptr;
  std::size_t longest = 0;
  for (const CLI::Option* option : command.get_options()) {
    const std::string name = option->get_name();
    if (text.find(name) == std::string_view::npos || name.size() <= longest) continue;
    longest = name.size();
    found = option;
  }
  return found;
}

// The value that is no number, or nothing.
std::string wrong_number(const CLI::Option& option) {
  for (const std::string& value : option.results()) {
    const auto number = parse_number(value);
    if (!number) return fmt::format("{} takes a number, found \"{}\"", option.get_name(), value);
    if (!parse_integer(value)) return fmt::format("{} takes a whole number, found \"{}\"", option.get_name(), value);
  }
  return fmt::format("{} takes a number: {}", option.get_name(), name_and_value(option));
}

std::string wrong_count(const CLI::Option& option) {
  const int wanted = option.get_items_expected_min();
  if (option.get_items_expected_max() == 0) return fmt::format("{} takes no value", option.get_name());
  if (static_cast<int>(option.results().size()) > wanted && wanted == 1)
    return fmt::format("{} is given {} times, and takes one value", option.get_name(), option.results().size());
  return fmt::format("{} needs {}: {}", option.get_name(), wanted == 1 ? "a value" : fmt::format("{} values", wanted),
                     name_and_value(option));
}

// One of the options is needed, or only one.
std::string wrong_choice(const CLI::App& command) {
  std::vector<std::string> names;
  for (const CLI::Option* option : command.get_options())
    if (option != command.get_help_ptr()) names.push_back(name_and_value(*option));
  return fmt::format("{} wants one of {}", name_of(command), fmt::join(names, ", "));
}

std::string too_many(const CLI::App& command, const std::vector<std::string>& words) {
  return fmt::format("\"{}\" is one word too many: {}", words.front(), usage_of(command));
}

std::string what_is_wrong(const CLI::App& program, const CLI::App& command, const CLI::ParseError& error) {
  std::vector<std::string> left = command.remaining();
  if (left.empty()) left = program.remaining(true);
  std::erase(left, "--");  // behind it nothing is an option
  const auto flag =
      std::ranges::find_if(left, [](const std::string& word) { return word.size() > 1 && word[0] == '-'; });
  if (flag != left.end()) return unknown_option(program, command, *flag);
  if (!all_commands(command).empty()) {
    if (!left.empty()) return unknown_command(command, left.front());
    std::vector<std::string> names;
    for (const CLI::App* sub : all_commands(command)) names.push_back(sub->get_name());
    return fmt::format("a command is missing, one of {}", fmt::join(names, ", "));
  }
  const std::string text = error.what();
  const auto is = [&](CLI::ExitCodes code) { return error.get_exit_code() == static_cast<int>(code); };
  const CLI::Option* option = option_of(command, text);
  if (is(CLI::ExitCodes::ExtrasError) && !left.empty()) return too_many(command, left);
  if (option == nullptr || text.find(" option") != std::string::npos) return wrong_choice(command);
  if (is(CLI::ExitCodes::RequiredError))
    return fmt::format("{} is required: {}", option->get_name(), usage_of(command));
  if (is(CLI::ExitCodes::ConversionError)) return wrong_number(*option);
  if (is(CLI::ExitCodes::ExcludesError))
    return fmt::format("{} cannot stand together: give one of them",
                       std::string(text).replace(text.find(" excludes "), 10, " and "));
  if (is(CLI::ExitCodes::ArgumentMismatch)) return wrong_count(*option);
  if (is(CLI::ExitCodes::ValidationError)) return std::string(trim(text));  // the checks of options.cpp: our own words
  return fmt::format("{} cannot be used like this: {}", option->get_name(), usage_of(command));
}

}  // namespace

std::string usage_problem(const CLI::App& program, const CLI::ParseError& error) {
  const CLI::App& command = deepest(program);
  return fmt::format("{} (see {} --help)", what_is_wrong(program, command, error), full_name(command));
}

}  // namespace scrutineer::app
