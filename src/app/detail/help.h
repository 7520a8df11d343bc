// The help of commands: what they do, how they are written, their options by heading, examples; within 80 columns.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace CLI {  // NOLINT(readability-identifier-naming): the library's own name
class App;
class Option;
}  // namespace CLI

namespace scrutineer::app {

inline constexpr std::size_t kHelpWidth = 80;
// Of the program's own help, in this order; commands of other headings come last.
inline constexpr std::string_view kHelpHeadings[] = {"Evaluate", "Look into maps and runs", "Choose what is checked",
                                                     "Write checkers"};

// The program's own, a group's or a command's.
std::string help_text(const CLI::App& command);

std::vector<const CLI::App*> commands_below(const CLI::App& above);
// What help says of it: its description, its default, and whether it must be given.
std::string meaning_of(const CLI::Option& option);

// "scrutineer map info"
std::string full_name(const CLI::App& command);
// How it is written: "scrutineer map draw [OPTIONS] FILE --output FILE"
std::string usage_of(const CLI::App& command);
// "--around X Y RADIUS"; a flag, or what goes by its place, is its name alone.
std::string name_and_value(const CLI::Option& option);

}  // namespace scrutineer::app
