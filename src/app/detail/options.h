// The options of a command: where each value goes, what help says of it, and what it may be.
//
//   options.add("--map", wanted->map, "The OpenDRIVE map", "FILE");
//   options.add("FILE", wanted->file, "A run").required();            // no dashes: by its place on the command line
//   options.flag("--labels", wanted->labels, "Write ids beside roads");
//
// A value is never empty: --map "" is refused, so an empty string can mean that an option was not given.
//
// The library that reads command lines is known in options.cpp, help.cpp, usage.cpp and run.cpp only.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace CLI {  // NOLINT(readability-identifier-naming): the library's own name
class App;
class Option;
}  // namespace CLI

namespace scrutineer::app {

class Option {
 public:
  explicit Option(CLI::Option& option) : option_(&option) {}

  Option& required();
  Option& within(double least, double most);
  Option& within(int least, int most);
  Option& excludes(const Option& other);
  Option& needs(const Option& other);
  Option& may_be_empty();                          // which no other value may
  Option& shows_default();                         // in the help, as it is now
  Option& shows_default(const std::string& text);  // as this

 private:
  CLI::Option* option_;
};

class Options {
 public:
  explicit Options(CLI::App& command) : command_(command) {}

  // `type` is what help calls the value: "FILE". All must outlive the options.
  Option add(const char* name, std::string& into, const std::string& what, const char* type = "");
  Option add(const char* name, double& into, const std::string& what, const char* type = "");
  Option add(const char* name, int& into, const std::string& what, const char* type = "");
  Option add(const char* name, std::uint64_t& into, const std::string& what, const char* type = "");
  Option add(const char* name, std::optional<double>& into, const std::string& what, const char* type = "");
  Option add(const char* name, std::optional<int>& into, const std::string& what, const char* type = "");
  Option add(const char* name, std::optional<std::size_t>& into, const std::string& what, const char* type = "");
  // May be given several times.
  Option add(const char* name, std::vector<std::string>& into, const std::string& what, const char* type = "");
  Option add(const char* name, std::vector<int>& into, const std::string& what, const char* type = "");
  // So many numbers at once, apart by blanks, or by the separator.
  Option add_numbers(const char* name, std::vector<double>& into, int count, const std::string& what, const char* type,
                     char separator = '\0');
  // May be given several times. Values are handed on in the order of the command line, also those of several options.
  Option add_each(const char* name, const std::function<void(const std::string& value)>& take, const std::string& what,
                  const char* type);
  Option flag(const char* name, bool& into, const std::string& what);

  // One of these words; help shows them in this order.
  template <typename T>
  Option choice(const char* name, T& into, std::vector<std::pair<std::string, T>> choices, const std::string& what) {
    std::vector<std::string> words;
    words.reserve(choices.size());
    for (const auto& [word, value] : choices) words.push_back(word);
    return add_choice(name, std::move(words), what,
                      [&into, choices = std::move(choices)](std::size_t place) { into = choices[place].second; });
  }

  // One of them must be given, and no more.
  void require_one();

  // What is added from here on stands below this heading in the help.
  void heading(std::string title) { heading_ = std::move(title); }

 private:
  Option add_choice(const char* name, std::vector<std::string> words, const std::string& what,
                    std::function<void(std::size_t)> choose);
  template <typename T>
  Option add_any(const char* name, T& into, const std::string& what, const char* type);

  CLI::Option& listed(CLI::Option& option) const;  // below the heading, and never with an empty value

  CLI::App& command_;
  std::string heading_ = "Options";
};

}  // namespace scrutineer::app
