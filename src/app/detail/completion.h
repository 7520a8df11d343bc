// What may stand at the end of a command line: for shells that complete it when somebody presses Tab.
//
//   for (const Completion& one : completions(*Program().parser, {"check", "--verb"})) ...    // "--verbosity"
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace CLI {  // NOLINT(readability-identifier-naming): the library's own name
class App;
}

namespace scrutineer::app {

struct Completion {
  enum class Kind : std::uint8_t { word, files, folders };
  Kind kind = Kind::word;
  std::string word = {};     // of the kind word
  std::string meaning = {};  // likewise, in one line

  bool operator==(const Completion&) const = default;
};

// `words` follow the program's name. The last one is being written, and may be empty. Only those words that begin with
// it are given; a file or a folder stands for whatever the shell finds.
std::vector<Completion> completions(const CLI::App& program, std::span<const std::string> words);

// Is the word behind these the value of an option, whatever it looks like?
bool is_value_next(const CLI::App& program, std::span<const std::string> words);

}  // namespace scrutineer::app
