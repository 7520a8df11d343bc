#include "app/detail/options.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <string_view>

#include "base/text.h"

namespace scrutineer::app {

namespace {
constexpr const char* kNotEmpty = "not empty";  // what the library calls that check
}  // namespace

Option& Option::required() {
  option_->required();
  return *this;
}

Option& Option::within(double least, double most) {
  option_->check([least, most](const std::string& value) {
    const auto number = parse_number(value);
    return number && *number >= least && *number <= most
               ? std::string()
               : fmt::format("takes a number from {} to {}, found \"{}\"", shortest(least), shortest(most), value);
  });
  return *this;
}

Option& Option::within(int least, int most) {
  option_->check([least, most](const std::string& value) {
    const auto number = parse_integer(value);
    const bool seems_octal = value.size() > 1 && value.starts_with('0');  // which CLI11 would take it for
    return number && !seems_octal && *number >= least && *number <= most
               ? std::string()
               : fmt::format("takes a whole number from {} to {}, found \"{}\"", least, most, value);
  });
  return *this;
}

Option& Option::excludes(const Option& other) {
  option_->excludes(other.option_);
  return *this;
}

Option& Option::needs(const Option& other) {
  option_->needs(other.option_);
  return *this;
}

Option& Option::may_be_empty() {
  option_->get_validator(kNotEmpty)->active(false);
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
  return Option(listed(*command_.add_option(name, into, what)->type_name(type)));
}

// An empty value is an unset variable of somebody's script. Taken as "not given" it would, for instance, leave the
// lights of a run out, and a red light would not be judged.
CLI::Option& Options::listed(CLI::Option& option) const {
  option.check([](const std::string& value) { return std::string(value.empty() ? "must not be empty" : ""); }, "",
               kNotEmpty);
  return *option.group(heading_);
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
  return Option(listed(add_several(command_, name, into, what, type)));
}
Option Options::add(const char* name, std::vector<int>& into, const std::string& what, const char* type) {
  return Option(listed(add_several(command_, name, into, what, type)));
}

Option Options::add_numbers(const char* name, std::vector<double>& into, int count, const std::string& what,
                            const char* type, char separator) {
  CLI::Option* option = command_.add_option(name, into, what)->expected(count)->type_name(type);
  if (separator != '\0') option->delimiter(separator);
  return Option(listed(*option));
}

Option Options::add_each(const char* name, const std::function<void(const std::string& value)>& take,
                         const std::string& what, const char* type) {
  CLI::Option* option = command_.add_option_function<std::string>(name, take, what);
  return Option(listed(*option->type_name(type)->trigger_on_parse()));
}

Option Options::flag(const char* name, bool& into, const std::string& what) {
  return Option(listed(*command_.add_flag(name, into, what)));
}

Option Options::add_choice(const char* name, std::vector<std::string> words, const std::string& what,
                           std::function<void(std::size_t)> choose) {
  const std::string all = fmt::format("{}", fmt::join(words, "|"));
  const auto place = [words](const std::string& word) {
    return static_cast<std::size_t>(std::ranges::find(words, word) - words.begin());
  };
  const std::size_t count = words.size();
  CLI::Option* option = command_.add_option_function<std::string>(
      name, [place, choose = std::move(choose)](const std::string& word) { choose(place(word)); }, what);
  listed(*option).check([place, words = std::move(words), all, count](const std::string& word) {
    if (place(word) < count) return std::string();
    const std::vector<std::string_view> known(words.begin(), words.end());
    const auto likely = did_you_mean(to_lower(word), known);
    return fmt::format("\"{}\" is none of {}{}", word, all,
                       likely ? fmt::format("; did you mean {}?", *likely) : std::string());
  });
  return Option(*option->type_name(all));
}

void Options::require_one() { command_.require_option(1); }

}  // namespace scrutineer::app
