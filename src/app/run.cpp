#include "app/run.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <map>
#include <ostream>
#include <string_view>
#include <vector>

#include "app/detail/command.h"
#include "app/detail/gate.h"
#include "app/detail/words.h"
#include "base/text.h"
#include "base/version.h"

namespace scrutineer::app {

namespace {

std::string example(std::string_view command_line) {
  return command_line.empty() ? "" : fmt::format("\nExample:\n  {}\n", command_line);
}

// Makes a parser of the rows. What the words on the command line lead to goes to `chosen`.
class Parser {
 public:
  Parser(CLI::App& program, Command::Start& chosen) : program_(program), chosen_(chosen) {}

  void add(const Command& command) {
    const std::size_t blank = command.name.find(' ');
    const bool is_grouped = blank != std::string_view::npos;
    CLI::App& above = is_grouped ? group(command.name.substr(0, blank)) : program_;
    const std::string_view name = is_grouped ? command.name.substr(blank + 1) : command.name;
    CLI::App& parsed = *above.add_subcommand(std::string(name), std::string(command.summary));
    parsed.footer(example(command.example) + std::string(command.more));
    Options options(parsed);
    parsed.callback([&chosen = chosen_, start = command.declare(options)] { chosen = start; });
  }

 private:
  // Made when its first command comes.
  CLI::App& group(std::string_view name) {
    if (const auto known = groups_.find(name); known != groups_.end()) return *known->second;
    for (const CommandGroup& row : command_groups()) {
      if (row.name != name) continue;
      CLI::App& made = *program_.add_subcommand(std::string(name), std::string(row.summary));
      made.require_subcommand(1);
      made.footer(example(row.example));
      return *groups_.emplace(name, &made).first->second;
    }
    throw std::logic_error(fmt::format("there is no group of commands called {}", name));
  }

  CLI::App& program_;
  Command::Start& chosen_;
  std::map<std::string, CLI::App*, std::less<>> groups_;
};

// "-.5" is "-0.5": the former looks like an option to CLI11.
std::string with_leading_zero(std::string word) {
  const bool is_fraction = word.size() > 2 && word.starts_with("-.") && word[2] >= '0' && word[2] <= '9';
  return is_fraction ? word.insert(1, "0") : word;
}

// The command that the words led to before they went wrong.
const CLI::App& deepest(const CLI::App& program) {
  const CLI::App* command = &program;
  while (!command->get_subcommands().empty()) command = command->get_subcommands().front();
  return *command;
}

std::string full_name(const CLI::App& command) {
  return command.get_parent() == nullptr ? command.get_name()
                                         : full_name(*command.get_parent()) + ' ' + command.get_name();
}

// What is wrong with the command line, in one line that ends with where to read on.
std::string usage_problem(const CLI::App& program, const CLI::ParseError& error) {
  const CLI::App& command = deepest(program);
  std::vector<std::string> names;
  for (const CLI::App* sub : command.get_subcommands([](const CLI::App*) { return true; }))
    names.push_back(sub->get_name());
  std::string what = error.what();
  if (!names.empty()) {
    const std::vector<std::string_view> candidates(names.begin(), names.end());
    const auto words = command.remaining();
    what = words.empty() ? fmt::format("a command is missing, one of {}", fmt::join(names, ", "))
                         : fmt::format("\"{}\" is no command", words.front());
    if (!words.empty())
      if (const auto likely = did_you_mean(words.front(), candidates))
        what += fmt::format("; did you mean {}?", *likely);
  }
  return fmt::format("{} (see {} --help)", trim(what), full_name(command));
}

}  // namespace

namespace {

// What the words on the command line ask for. The exit code.
int parse_and_start(std::span<const std::string> arguments, Outside& outside) {
  CLI::App program("Scrutineer evaluates drives of automated vehicles.", "scrutineer");
  program.set_version_flag("--version", "scrutineer " + std::string(version()));
  program.set_help_flag("-h,--help", "Print this help and exit");
  program.footer(example("scrutineer check examples/runs/departure/run.json"));
  program.require_subcommand(1);

  Command::Start chosen;
  Parser parser(program, chosen);
  for (const Command& command : commands()) parser.add(command);

  std::vector<std::string> words(arguments.rbegin(), arguments.rend());
  for (std::string& word : words) word = with_leading_zero(std::move(word));
  try {
    program.parse(std::move(words));
  } catch (const CLI::ParseError& error) {
    if (error.get_exit_code() == 0) return program.exit(error, outside.screen.out, outside.screen.err);
    return refuse(outside, usage_problem(program, error));
  }
  return chosen(outside);
}

}  // namespace

int run(std::span<const std::string> arguments, Outside& outside) {
  Gate gate_out(outside.screen.out, outside.screen.colour_out), gate_err(outside.screen.err, outside.screen.colour_err);
  std::ostream out(&gate_out), err(&gate_err);
  Outside gated{{outside.files, outside.folders, outside.progress},
                {out, err, outside.screen.colour_out, outside.screen.colour_err}};
  const int code = parse_and_start(arguments, gated);
  outside.progress.end();
  gate_out.finish();
  out.flush();
  // A reader that has had enough (head, less) is no fault: what else was to be done is done.
  if (!out && !gate_out.reader_has_gone()) return refuse(gated, "cannot write to the standard output");
  return code;
}

}  // namespace scrutineer::app
