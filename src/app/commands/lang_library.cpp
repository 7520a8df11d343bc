// scrutineer lang library: the names that configuration files may use.

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <ostream>
#include <sstream>
#include <string_view>

#include "app/detail/command.h"
#include "app/detail/words.h"
#include "checks/catalogue.h"
#include "lang/library.h"

namespace scrutineer::app {

namespace {

struct LangLibraryOptions {
  std::string name;  // of a type; empty: all of it
};

// Does the first line of a declaration name it? `extend vehicle:`, `struct object_state inherits view:`
bool names(std::string_view line, std::string_view name) {
  const auto is_of_word = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; };
  const std::size_t words = line.find(' ');
  if (words == std::string_view::npos) return false;
  line.remove_prefix(words + 1);
  const std::size_t end = static_cast<std::size_t>(std::ranges::find_if_not(line, is_of_word) - line.begin());
  return line.substr(0, end) == name || (line.starts_with("modifier ") && names(line, name));
}

// The declarations of that name, each with the comment before it.
std::string only(const std::string& text, std::string_view name) {
  std::istringstream lines(text);
  std::string found, comment;
  bool is_inside = false;
  for (std::string line; std::getline(lines, line);) {
    if (line.empty()) {
      comment.clear();
    } else if (line.starts_with('#')) {
      comment += line + "\n";
      is_inside = false;
    } else if (!line.starts_with(' ')) {
      is_inside = names(line, name);
      if (is_inside) found += (found.empty() ? "" : "\n") + comment + line + "\n";
      comment.clear();
    } else if (is_inside) {
      found += line + "\n";
    }
  }
  return found;
}

int lang_library(const LangLibraryOptions& options, Outside& outside) {
  const std::vector<watch::Check> checks = checks::catalogue();
  const std::string all =
      std::string(lang::domain_library()) + "\n" + lang::checker_library(checks, watch::Settings(checks));
  if (options.name.empty()) {
    outside.screen.out << all;
    return kFine;
  }
  const std::string found = only(all, options.name);
  if (found.empty())
    return refuse(outside, fmt::format("nothing in the library is called {}; scrutineer lang library shows all of it",
                                       options.name));
  outside.screen.out << found;
  return kFine;
}

void add_options(Options& options, LangLibraryOptions& values) { options.add("NAME", values.name, "Only this type"); }

}  // namespace

Command lang_library_command() {
  return {.name = "lang library",
          .turn = 120,
          .summary = "Print all names that exist before your files, as OSC2 declarations",
          .example = "scrutineer lang library object_state",
          .declare = declare<LangLibraryOptions, add_options, lang_library>};
}

}  // namespace scrutineer::app
