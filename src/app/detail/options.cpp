#include "app/detail/options.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>

namespace scrutineer::app {

Option& Option::required() {
  option_->required();
  return *this;
}

Option& Option::within(double least, double most) {
  option_->check(CLI::Range(least, most).description(""));
  return *this;
}

Option& Option::within(int least, int most) {
  option_->check(CLI::Range(least, most).description(""));
  return *this;
}

Option& Option::excludes(const Option& other) {
  option_->excludes(other.option_);
  return *this;
}

Option& Option::shows_default() {
  option_->capture_default_str();
  return *this;
}

Option& Option::shows_default(const std::string& text) {
  option_->default_str(text);
  return *this;
}

template <typename T>
Option Options::add_any(const char* name, T& into, const std::string& what, const char* type) {
  return Option(*command_.add_option(name, into, what)->type_name(type));
}

Option Options::add(const char* name, std::string& into, const std::string& what, const char* type) {
  return add_any(name, into, what, type);
}
Option Options::add(const char* name, double& into, const std::string& what, const char* type) {
  return add_any(name, into, what, type);
}
Option Options::add(const char* name, int& into, const std::string& what, const char* type) {
  return add_any(name, into, what, type);
}
Option Options::add(const char* name, std::uint64_t& into, const std::string& what, const char* type) {
  return add_any(name, into, what, type);
}
Option Options::add(const char* name, std::optional<double>& into, const std::string& what, const char* type) {
  return add_any(name, into, what, type);
}
Option Options::add(const char* name, std::optional<int>& into, const std::string& what, const char* type) {
  return add_any(name, into, what, type);
}
Option Options::add(const char* name, std::optional<std::size_t>& into, const std::string& what, const char* type) {
  return add_any(name, into, what, type);
}

namespace {

// "--config a b" is one value and a word of its own; only what goes by its place takes all that follow.
template <typename T>
CLI::Option& add_several(CLI::App& command, const char* name, std::vector<T>& into, const std::string& what,
                         const char* type) {
  CLI::Option* option = command.add_option(name, into, what)->type_name(type);
  if (*name == '-') option->allow_extra_args(false);
  return *option;
}

}  // namespace

Option Options::add(const char* name, std::vector<std::string>& into, const std::string& what, const char* type) {
  return Option(add_several(command_, name, into, what, type));
}
Option Options::add(const char* name, std::vector<int>& into, const std::string& what, const char* type) {
  return Option(add_several(command_, name, into, what, type));
}

Option Options::add_numbers(const char* name, std::vector<double>& into, int count, const std::string& what,
                            const char* type, char separator) {
  CLI::Option* option = command_.add_option(name, into, what)->expected(count)->type_name(type);
  if (separator != '\0') option->delimiter(separator);
  return Option(*option);
}

Option Options::flag(const char* name, bool& into, const std::string& what) {
  return Option(*command_.add_flag(name, into, what));
}

Option Options::add_choice(const char* name, std::vector<std::string> words, const std::string& what,
                           std::function<void(std::size_t)> choose) {
  const std::string all = fmt::format("{}", fmt::join(words, "|"));
  const auto place = [words = std::move(words)](const std::string& word) {
    return static_cast<std::size_t>(std::ranges::find(words, word) - words.begin());
  };
  const std::size_t count = static_cast<std::size_t>(std::ranges::count(all, '|')) + 1;
  CLI::Option* option = command_.add_option_function<std::string>(
      name, [place, choose = std::move(choose)](const std::string& word) { choose(place(word)); }, what);
  option->check([place, all, count](const std::string& word) {
    return place(word) < count ? std::string() : fmt::format("\"{}\" is none of {}", word, all);
  });
  return Option(*option->type_name(all));
}

void Options::require_one() { command_.require_option(1); }

}  // namespace scrutineer::app
