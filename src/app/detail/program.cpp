#include "app/detail/program.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <map>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "app/detail/help.h"
#include "app/detail/wrap.h"
#include "base/version.h"

namespace scrutineer::app {

namespace {

// Command lines below a heading, long ones broken as a shell reads them.
std::string examples(std::span<const std::string_view> command_lines) {
  std::string text;
  for (std::string_view line : command_lines) {
    std::string indent = "  ";
    while (indent.size() + line.size() > kHelpWidth) {
      const std::size_t most = kHelpWidth - indent.size() - 2, option = line.rfind(" -", most);
      const std::size_t at = option == std::string_view::npos ? line.rfind(' ', most) : option;
      if (at == std::string_view::npos) break;
      text += fmt::format("{}{} \\\n", indent, line.substr(0, at));
      line.remove_prefix(at + 1);
      indent = "      ";
    }
    text += fmt::format("{}{}\n", indent, line);
  }
  return text.empty() ? "" : "\nExamples:\n" + text;
}

std::string footer(std::string_view example, std::string_view more) {
  const std::string text = wrapped(more, {.width = kHelpWidth});
  return (example.empty() ? "" : examples({&example, 1})) + (text.empty() ? "" : '\n' + text);
}

// Under which heading the program's help lists a command, by its first word.
struct HelpHeading {
  std::string_view title;
  std::vector<std::string_view> commands;
};
std::string heading_of(std::string_view command) {
  for (const auto& [title, commands] :
       {HelpHeading{kHelpHeadings[0], {"check", "report", "suite", "live", "serve"}},
        HelpHeading{kHelpHeadings[1], {"map", "trace"}}, HelpHeading{kHelpHeadings[2], {"list", "explain"}},
        HelpHeading{kHelpHeadings[3], {"lint", "lang"}}})
    if (std::ranges::find(commands, command) != commands.end()) return std::string(title);
  return "More";
}

// Makes a parser of the rows. What the words on the command line lead to goes to `chosen`.
class Parser {
 public:
  Parser(CLI::App& program, Command::Start& chosen) : program_(program), chosen_(chosen) {}

  void add(const Command& command, bool has_options) {
    const std::size_t blank = command.name.find(' ');
    const bool is_grouped = blank != std::string_view::npos;
    CLI::App& above = is_grouped ? group(command.name.substr(0, blank)) : program_;
    const std::string_view name = is_grouped ? command.name.substr(blank + 1) : command.name;
    CLI::App& parsed = *above.add_subcommand(std::string(name), std::string(command.summary));
    parsed.group(is_grouped ? "Commands" : heading_of(name));
    if (!has_options) return;
    parsed.footer(footer(command.example, command.more));
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
      made.group(heading_of(name));
      made.footer(footer(row.example, {}));
      return *groups_.emplace(name, &made).first->second;
    }
    throw std::logic_error(fmt::format("there is no group of commands called {}", name));
  }

  CLI::App& program_;
  Command::Start& chosen_;
  std::map<std::string, CLI::App*, std::less<>> groups_;
};

constexpr std::string_view kProgramExamples[] = {
    "scrutineer run.osi --map town.xodr",
    "scrutineer check examples/runs/departure/run.json --out result --report",
    "scrutineer check examples/runs/*/run.json",
    "scrutineer check --sumo town.sumocfg",
    "scrutineer explain speed_limit",
};

// All of its words are there; a run alone is checked.
bool may_call(std::span<const std::string> words, const Command& command) {
  if (command.name == "check") return true;
  const std::size_t blank = command.name.find(' ');
  const auto is_there = [&](std::string_view word) { return std::ranges::find(words, word) != words.end(); };
  return is_there(command.name.substr(0, blank)) &&
         (blank == std::string_view::npos || is_there(command.name.substr(blank + 1)));
}

}  // namespace

Program::Program() : Program(nullptr) {}
Program::Program(std::span<const std::string> words) : Program(&words) {}

Program::Program(const std::span<const std::string>* words)
    : parser(std::make_unique<CLI::App>(
          "Scrutineer evaluates drives of automated vehicles: give it a run and its map, and it says what went wrong.",
          "scrutineer")) {
  CLI::App& program = *parser;
  program.set_version_flag("-v,--version", "scrutineer " + std::string(version()), "Print the version and exit");
  program.set_help_flag("-h,--help", "Print this help and exit");
  program.formatter_fn(
      [](const CLI::App* command, const std::string&, CLI::AppFormatMode) { return help_text(*command); });
  program.footer(examples(kProgramExamples) + "\nscrutineer help COMMAND explains a command.\n");
  program.require_subcommand(1);

  Parser reads(program, chosen);
  for (const Command& command : commands()) reads.add(command, words == nullptr || may_call(*words, command));
}

Program::~Program() = default;

}  // namespace scrutineer::app
