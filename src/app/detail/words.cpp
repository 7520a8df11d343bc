#include "app/detail/words.h"

#include <fmt/format.h>

#include <algorithm>
#include <ostream>

#include "app/detail/table.h"
#include "base/printable.h"

namespace scrutineer::app {

namespace {

// Of a message: what it quotes from a file may be as long as the file.
constexpr std::size_t kLongestMessage = 5000;

}  // namespace

int refuse(Outside& outside, const Problem& problem) { return refuse(outside, to_string(problem)); }

int refuse(Outside& outside, std::string_view message) {
  outside.progress.end();
  outside.screen.err << inked(outside.screen.colour_err, Ink::red, "scrutineer:") << ' '
                     << printable(message, kLongestMessage) << '\n';
  return kNotEvaluated;
}

std::shared_ptr<const run::Configuration> configured(const std::vector<std::string>& files, Outside& outside,
                                                     const std::vector<std::string>& lang_path) {
  run::Configured read = run::read_configuration(files, outside, lang_path);
  if (read.problem) refuse(outside, *read.problem);
  outside.screen.err << read.diagnostics;
  return std::move(read.configuration);
}

std::string shell_word(std::string_view text) {
  const auto is_plain = [](char c) {
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
           std::string_view("_-./:@%+,=").find(c) != std::string_view::npos || static_cast<unsigned char>(c) >= 0x80;
  };
  if (!text.empty() && std::ranges::all_of(text, is_plain)) return std::string(text);
  std::string quoted = "'";
  for (const char c : text) quoted += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return quoted + "'";
}

std::string inked(bool colour, Ink ink, std::string_view text) {
  if (!colour || text.empty()) return std::string(text);
  const auto code = [ink] {
    switch (ink) {
      case Ink::bold:
        return 1;
      case Ink::dim:
        return 2;
      case Ink::red:
        return 31;
      case Ink::green:
        return 32;
      case Ink::yellow:
        return 33;
    }
    return 0;
  }();
  return fmt::format("\033[{}m{}\033[0m", code, text);
}

void print_section(std::string_view heading, const Table& table, Outside& outside) {
  if (table.empty()) return;
  outside.screen.out << '\n' << inked(outside.screen.colour_out, Ink::bold, heading) << '\n' << table.text("  ");
}

}  // namespace scrutineer::app
