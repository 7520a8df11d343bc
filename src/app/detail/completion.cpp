#include "app/detail/completion.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cctype>
#include <string_view>

#include "app/detail/help.h"
#include "checks/catalogue.h"

namespace scrutineer::app {

namespace {

using Kind = Completion::Kind;

bool takes_value(const CLI::Option& option) { return option.get_expected_max() > 0; }

const CLI::Option* find_option(const CLI::App& command, const std::string& name) {
  for (const CLI::Option* option : command.get_options())
    if (!option->get_positional() && option->check_name(name)) return option;
  return nullptr;
}

const CLI::App* find_command(const CLI::App& above, const std::string& name) {
  for (const CLI::App* command : commands_below(above))
    if (command->get_name() == name) return command;
  return nullptr;
}

// The first sentence is enough beside a word.
std::string first_sentence(const std::string& meaning) {
  const std::size_t end = std::min(meaning.find(". "), meaning.find('\n'));
  return meaning.substr(0, end);
}

// A type in small letters is a list of words: "json|text". In capitals it says what a value is: "FILE", "DIR|CFG|NET".
std::vector<Completion> values_of(const CLI::Option& option) {
  const std::string type = option.get_type_name().empty() ? option.get_name() : option.get_type_name();
  std::vector<Completion> values;
  if (type.starts_with("NAME[@")) {
    for (const watch::Check& check : checks::catalogue())
      values.push_back({Kind::word, std::string(check.info.name), std::string(check.info.summary)});
    return values;
  }
  if (type == "DIR") return {{.kind = Kind::folders}};
  for (const std::string_view names_file : {"FILE", "RUN", "DIR", "PATH", "MANIFEST", "RESULT", "OUT", "CFG"})
    if (type.find(names_file) != std::string::npos) return {{.kind = Kind::files}};
  const bool is_list =
      std::ranges::none_of(type, [](char letter) { return std::isupper(static_cast<unsigned char>(letter)) != 0; });
  for (std::size_t at = 0; is_list && at < type.size();) {
    const std::size_t end = std::min(type.find('|', at), type.size());
    values.push_back({Kind::word, type.substr(at, end - at), ""});
    at = end + 1;
  }
  // A value by its place that nobody describes is most often a file; behind an option it is a number or a name.
  if (values.empty() && option.get_positional()) return {{.kind = Kind::files}};
  return values;
}

std::vector<Completion> names_of_options(const CLI::App& command) {
  std::vector<Completion> names;
  for (const CLI::Option* option : command.get_options()) {
    if (option->get_positional()) continue;
    for (const std::string& name : option->get_lnames())
      names.push_back({Kind::word, "--" + name, first_sentence(option->get_description())});
  }
  return names;
}

std::vector<Completion> begin_with(std::vector<Completion> all, const std::string& start) {
  std::erase_if(all, [&](const Completion& one) { return one.kind == Kind::word && !one.word.starts_with(start); });
  return all;
}

// Where the words before the last one lead.
struct Context {
  const CLI::App* command;
  const CLI::Option* awaits = nullptr;  // the option whose value comes next
  std::size_t values = 0;               // by their place, so far
};

Context read(const CLI::App& program, std::span<const std::string> words) {
  Context context{&program};
  for (const std::string& word : words) {
    if (context.awaits != nullptr) {
      context.awaits = nullptr;
      continue;
    }
    if (word.starts_with('-')) {
      const CLI::Option* option = find_option(*context.command, word);
      if (option != nullptr && takes_value(*option)) context.awaits = option;
    } else if (const CLI::App* command = find_command(*context.command, word)) {
      context.command = command;
    } else if (context.command == &program && context.values == 0 && word != "help") {
      context.command = find_command(program, "check");  // a run alone is checked
      context.values = 1;
    } else {
      ++context.values;
    }
  }
  return context;
}

std::vector<Completion> by_place(const Context& context) {
  std::vector<const CLI::Option*> places;
  for (const CLI::Option* option : context.command->get_options())
    if (option->get_positional()) places.push_back(option);
  if (places.empty()) return {};
  const CLI::Option& next = *places[std::min(context.values, places.size() - 1)];
  if (context.values >= places.size() && next.get_expected_max() <= 1) return {};
  return values_of(next);
}

}  // namespace

bool is_value_next(const CLI::App& program, std::span<const std::string> words) {
  return read(program, words).awaits != nullptr;
}

std::vector<Completion> completions(const CLI::App& program, std::span<const std::string> words) {
  const std::string last = words.empty() ? "" : words.back();
  const Context context = read(program, words.empty() ? words : words.first(words.size() - 1));
  if (context.awaits != nullptr) return begin_with(values_of(*context.awaits), last);
  if (last.starts_with('-')) {
    const std::size_t equals = last.find('=');
    if (equals == std::string::npos) return begin_with(names_of_options(*context.command), last);
    const CLI::Option* option = find_option(*context.command, last.substr(0, equals));
    if (option == nullptr) return {};
    std::vector<Completion> values = values_of(*option);
    for (Completion& value : values) value.word.insert(0, last, 0, equals + 1);
    return begin_with(std::move(values), last);
  }
  std::vector<Completion> found;
  for (const CLI::App* command : commands_below(*context.command))
    found.push_back({Kind::word, command->get_name(), first_sentence(command->get_description())});
  if (context.command == &program) found.push_back({.kind = Kind::files});
  for (Completion& one : by_place(context)) found.push_back(std::move(one));
  return begin_with(std::move(found), last);
}

}  // namespace scrutineer::app
