#include "app/run.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <map>
#include <ostream>
#include <string_view>
#include <vector>

#include "app/detail/check_inputs.h"
#include "app/detail/command.h"
#include "app/detail/gate.h"
#include "app/detail/help.h"
#include "app/detail/usage.h"
#include "app/detail/words.h"
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

  void add(const Command& command) {
    const std::size_t blank = command.name.find(' ');
    const bool is_grouped = blank != std::string_view::npos;
    CLI::App& above = is_grouped ? group(command.name.substr(0, blank)) : program_;
    const std::string_view name = is_grouped ? command.name.substr(blank + 1) : command.name;
    CLI::App& parsed = *above.add_subcommand(std::string(name), std::string(command.summary));
    parsed.group(is_grouped ? "Commands" : heading_of(name));
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

// "-.5" is "-0.5": the former looks like an option to CLI11.
std::string with_leading_zero(std::string word) {
  const bool is_fraction = word.size() > 2 && word.starts_with("-.") && word[2] >= '0' && word[2] <= '9';
  return is_fraction ? word.insert(1, "0") : word;
}

bool is_command(const CLI::App& program, const std::string& word) {
  return !program.get_subcommands([&](const CLI::App* command) { return command->get_name() == word; }).empty();
}

bool is_there(const std::string& path, Outside& outside) {
  const auto found = outside.folders.look(path);
  const bool is_folder = found && *found == results::Folders::Found::folder;
  return is_folder || outside.folders.is_stream(path) || static_cast<bool>(outside.files.head(path));
}

// Short ways to say things: "help map info" asks for the help of a command, "version" for the version, and a run alone is checked.
std::vector<std::string> spelled_out(std::vector<std::string> words, const CLI::App& program, Outside& outside) {
  if (words.empty()) return words;
  if (words.front() == "version" || words.front() == "-v" || words.front() == "-V") return {"--version"};
  if (words.front() == "help" && !words.back().starts_with('-')) {
    std::ranges::rotate(words, words.begin() + 1);
    words.back() = "--help";
    // What is no command is left alone, so that it is told.
    if (words.size() > 1 && !is_command(program, words.front())) words.pop_back();
    return words;
  }
  const auto is_word = [](const std::string& word) { return !word.starts_with('-'); };
  const auto first = std::ranges::find_if(words, is_word);
  if (first == words.end() || is_command(program, *first)) return words;
  if (is_there(*first, outside)) words.insert(words.begin(), "check");
  return words;
}

// Of a first word that looks like a file: which one is likely meant.
std::optional<std::string> missing_file(const std::vector<std::string>& words, Outside& outside) {
  if (words.empty() || words.front().find_first_of("./") == std::string::npos || words.front().starts_with('-'))
    return std::nullopt;
  const auto head = outside.files.head(words.front());
  if (head) return std::nullopt;
  return to_string(missing(head.problem(), words.front(), outside)) + " (see scrutineer --help)";
}

constexpr std::string_view kProgramExamples[] = {
    "scrutineer run.osi --map town.xodr",
    "scrutineer check examples/runs/departure/run.json --out result --report",
    "scrutineer check examples/runs/*/run.json",
    "scrutineer check --sumo town.sumocfg",
    "scrutineer explain speed_limit",
};

// What the words on the command line ask for. The exit code.
int parse_and_start(std::span<const std::string> arguments, Outside& outside) {
  CLI::App program(
      "Scrutineer evaluates drives of automated vehicles: give it a run and its map, and it says what went wrong.",
      "scrutineer");
  program.set_version_flag("-v,--version", "scrutineer " + std::string(version()), "Print the version and exit");
  program.set_help_flag("-h,--help", "Print this help and exit");
  program.formatter_fn(
      [](const CLI::App* command, const std::string&, CLI::AppFormatMode) { return help_text(*command); });
  program.footer(examples(kProgramExamples) + "\nscrutineer help COMMAND explains a command.\n");
  program.require_subcommand(1);

  Command::Start chosen;
  Parser parser(program, chosen);
  for (const Command& command : commands()) parser.add(command);

  if (arguments.empty())
    return refuse(outside, "nothing to do: scrutineer RUN --map MAP.xodr checks a run (see scrutineer --help)");
  std::vector<std::string> words = spelled_out({arguments.begin(), arguments.end()}, program, outside);
  for (std::string& word : words) word = with_leading_zero(std::move(word));
  try {
    program.parse(std::vector<std::string>(words.rbegin(), words.rend()));
  } catch (const CLI::ParseError& error) {
    if (error.get_exit_code() == 0) return program.exit(error, outside.screen.out, outside.screen.err);
    if (program.get_subcommands().empty())
      if (const auto problem = missing_file(words, outside)) return refuse(outside, *problem);
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
