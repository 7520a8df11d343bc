#include "app/run.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <iterator>
#include <optional>
#include <ostream>
#include <string_view>
#include <vector>

#include "app/detail/check_inputs.h"
#include "app/detail/completion.h"
#include "app/detail/gate.h"
#include "app/detail/program.h"
#include "app/detail/usage.h"
#include "app/detail/words.h"
#include "base/version.h"

namespace scrutineer::app {

namespace {

// "-.5" is "-0.5": the former looks like an option to CLI11.
std::string with_leading_zero(std::string word) {
  const bool is_fraction = word.size() > 2 && word.starts_with("-.") && word[2] >= '0' && word[2] <= '9';
  return is_fraction ? word.insert(1, "0") : word;
}

// "--map=" is "--map" and an empty value, which is refused: CLI11 would take the next word for the value.
std::vector<std::string> with_empty_values(const std::vector<std::string>& words, const CLI::App& program) {
  std::vector<std::string> all;
  for (std::size_t i = 0; i < words.size(); ++i) {
    const std::string& word = words[i];
    if (word == "--") {  // behind it nothing is an option
      all.insert(all.end(), words.begin() + static_cast<std::ptrdiff_t>(i), words.end());
      break;
    }
    const bool has_no_value = word.size() > 3 && word.starts_with("--") && word.find('=') == word.size() - 1;
    if (has_no_value && !is_value_next(program, std::span(words).first(i))) {
      all.insert(all.end(), {word.substr(0, word.size() - 1), ""});
    } else {
      all.push_back(word);
    }
  }
  return all;
}

bool is_command(const CLI::App& program, const std::string& word) {
  return !program.get_subcommands([&](const CLI::App* command) { return command->get_name() == word; }).empty();
}

bool is_there(const std::string& path, Outside& outside) {
  const auto found = outside.folders.look(path);
  const bool is_folder = found && *found == results::Folders::Found::folder;
  return is_folder || outside.folders.is_stream(path) || static_cast<bool>(outside.files.head(path));
}

// Answered before any command is declared: scripts ask for it often.
bool asks_for_version(std::span<const std::string> words) {
  constexpr std::string_view kSpellings[] = {"--version", "version", "-v", "-V"};
  return std::ranges::find(kSpellings, words.front()) != std::end(kSpellings);
}

// Short ways to say things: "help map info" asks for the help of a command, and a run alone is checked.
std::vector<std::string> spelled_out(std::vector<std::string> words, const CLI::App& program, Outside& outside) {
  if (words.empty()) return words;
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

// What the words on the command line ask for. The exit code; nothing if they are refused and `is_last` is not set.
std::optional<int> start(Program& whole, std::span<const std::string> arguments, bool is_last, Outside& outside) {
  CLI::App& program = *whole.parser;
  std::vector<std::string> words = spelled_out({arguments.begin(), arguments.end()}, program, outside);
  words = with_empty_values(words, program);
  for (std::string& word : words) word = with_leading_zero(std::move(word));
  try {
    program.parse(std::vector<std::string>(words.rbegin(), words.rend()));
  } catch (const CLI::ParseError& error) {
    if (error.get_exit_code() == 0) return program.exit(error, outside.screen.out, outside.screen.err);
    if (!is_last) return std::nullopt;
    if (program.get_subcommands().empty())
      if (const auto problem = missing_file(words, outside)) return refuse(outside, *problem);
    return refuse(outside, usage_problem(program, error));
  }
  return whole.chosen(outside);
}

int parse_and_start(std::span<const std::string> arguments, Outside& outside) {
  if (arguments.empty())
    return refuse(outside, "nothing to do: scrutineer RUN --map MAP.xodr checks a run (see scrutineer --help)");
  if (asks_for_version(arguments)) {
    outside.screen.out << "scrutineer " << version() << '\n';
    return kFine;
  }
  if (Program called(arguments); const auto code = start(called, arguments, false, outside)) return *code;
  Program whole;
  return *start(whole, arguments, true, outside);
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
