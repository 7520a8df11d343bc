#include "app/detail/man_pages.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <string>
#include <string_view>

#include "app/detail/help.h"
#include "base/text.h"
#include "base/version.h"

namespace scrutineer::app {

namespace {

// As roff reads it: a hyphen is a minus that can be copied, and no line begins with a request.
std::string escaped(std::string_view text) {
  std::string roff;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool begins_line = i == 0 || text[i - 1] == '\n';
    if (begins_line && (text[i] == '.' || text[i] == '\'')) roff += "\\&";
    if (text[i] == '\\')
      roff += "\\e";
    else if (text[i] == '-')
      roff += "\\-";
    else
      roff += text[i];
  }
  return roff;
}

std::string with_hyphens(std::string name) {
  std::ranges::replace(name, ' ', '-');
  return name;
}

std::string upper(std::string_view text) {
  std::string result;
  for (const char letter : text)
    result += static_cast<char>(letter >= 'a' && letter <= 'z' ? letter - 'a' + 'A' : letter);
  return result;
}

struct Section {
  std::string title;
  std::string entries;
};

// What has the same title is put together, in the order of first appearance.
void put(std::vector<Section>& sections, const std::string& title, const std::string& name,
         const std::string& meaning) {
  auto known = std::ranges::find(sections, title, &Section::title);
  if (known == sections.end()) known = sections.insert(sections.end(), Section{title, ""});
  known->entries += fmt::format(".TP\n\\fB{}\\fR\n{}\n", escaped(name), escaped(meaning));
}

std::string sections_of(const CLI::App& command) {
  std::vector<Section> sections;
  for (const CLI::App* below : commands_below(command))
    put(sections, "Commands", with_hyphens(full_name(*below)) + "(1)", below->get_description());
  for (const CLI::Option* option : command.get_options()) {
    const bool is_general = option == command.get_help_ptr() || option == command.get_version_ptr();
    if (!is_general)
      put(sections, option->get_positional() ? "Arguments" : option->get_group(), name_and_value(*option),
          meaning_of(*option));
  }
  for (const CLI::Option* option : {command.get_help_ptr(), command.get_version_ptr()})
    if (option != nullptr) put(sections, "General", name_and_value(*option), meaning_of(*option));
  std::string text;
  for (const Section& section : sections) text += fmt::format(".SH {}\n{}", upper(section.title), section.entries);
  return text;
}

// Examples stand in the footer below their heading, indented; the rest are sentences.
std::string footer_of(const CLI::App& command) {
  constexpr std::string_view kExamples = "Examples:\n";
  const std::string footer = command.get_footer();
  const std::size_t begin = footer.find(kExamples);
  std::size_t rest = 0;
  std::string text;
  if (begin != std::string::npos) {
    rest = begin + kExamples.size();
    while (rest < footer.size() && footer[rest] == ' ') rest = std::min(footer.find('\n', rest), footer.size() - 1) + 1;
    const std::string examples = footer.substr(begin + kExamples.size(), rest - begin - kExamples.size());
    text += fmt::format(".SH EXAMPLES\n.nf\n{}.fi\n", escaped(examples));
  }
  const std::string more(trim(std::string_view(footer).substr(rest)));
  if (!more.empty()) text += fmt::format(".SH NOTES\n{}\n", escaped(more));
  return text;
}

Page page_of(const CLI::App& command) {
  const std::string name = with_hyphens(full_name(command));
  std::string text = fmt::format(".TH {} 1 \"\" \"scrutineer {}\" \"Scrutineer\"\n", upper(name), version());
  text += fmt::format(".SH NAME\n{} \\- {}\n", escaped(name), escaped(command.get_description()));
  text += fmt::format(".SH SYNOPSIS\n\\fB{}\\fR\n", escaped(usage_of(command)));
  if (command.get_parent() == nullptr)
    text += fmt::format(".br\n\\fB{}\\fR\n", escaped(command.get_name() + " RUN [OPTIONS]"));
  text += sections_of(command) + footer_of(command);
  text +=
      ".SH EXIT STATUS\n0: nothing is wrong. 1: something is wrong with what was looked at. 2: it could not be "
      "looked at, or the command line is wrong.\n";
  if (command.get_parent() != nullptr)
    text += fmt::format(".SH SEE ALSO\n\\fB{}\\fR(1)\n", escaped(with_hyphens(full_name(*command.get_parent()))));
  return {name + ".1", text};
}

void add_pages(const CLI::App& command, std::vector<Page>& pages) {
  pages.push_back(page_of(command));
  for (const CLI::App* below : commands_below(command)) add_pages(*below, pages);
}

}  // namespace

std::vector<Page> man_pages(const CLI::App& program) {
  std::vector<Page> pages;
  add_pages(program, pages);
  return pages;
}

}  // namespace scrutineer::app
