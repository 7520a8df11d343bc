#include "app/detail/setting_entry.h"

#include <fmt/format.h>

#include <algorithm>

#include "app/detail/check_words.h"
#include "app/detail/words.h"
#include "app/detail/wrap.h"
#include "base/text.h"
#include "watch/parameter_text.h"

namespace scrutineer::app {

namespace {

std::string entry(const watch::AnyParameter& parameter, const std::string& prose, std::string_view indent,
                  bool colour) {
  const std::string value = watch::default_text(parameter), kind = type_and_range(parameter);
  const std::size_t width = indent.size() + parameter.path.size() + 3 + value.size() + 4 + kind.size();
  const std::string further = std::string(indent) + "    ";
  std::string text = fmt::format("{}{} = {}", indent, inked(colour, Ink::bold, parameter.path), value);
  text += width <= kTextWidth ? fmt::format("  ({})\n", kind) : fmt::format("\n{}({})\n", further, kind);
  return text + wrapped(prose, {.indent = further, .colour = colour});
}

std::string list_of_names(const std::vector<std::string_view>& names) {
  if (names.size() < 2) return names.empty() ? "" : std::string(names.front());
  return fmt::format("{} and {}", fmt::join(names.begin(), names.end() - 1, ", "), names.back());
}

// The sentence in which a check's explanation names the parameter; empty: none does.
std::string sentence_about(std::string_view doc, std::string_view path) {
  const std::size_t at = doc.find('`' + std::string(path) + '`');
  if (at == std::string_view::npos) return "";
  const auto is_end = [&](std::size_t place) {
    return doc[place] == '.' && (place + 1 == doc.size() || doc[place + 1] == ' ' || doc[place + 1] == '\n');
  };
  std::size_t begin = at, end = at;
  while (begin > 0 && !is_end(begin - 1)) --begin;
  while (end < doc.size() && !is_end(end)) ++end;
  return std::string(trim(doc.substr(begin, end + 1 - begin)));
}

}  // namespace

std::string setting_entry(const watch::AnyParameter& parameter, std::string_view indent, bool colour,
                          const std::vector<std::string_view>& also_read_by) {
  std::string prose(parameter.meaning);
  if (!also_read_by.empty())
    prose += fmt::format(" It also changes what {} allow{}.", list_of_names(also_read_by),
                         also_read_by.size() == 1 ? "s" : "");
  return entry(parameter, prose, indent, colour);
}

std::string setting_entry(const watch::SettingInfo& setting, bool colour) {
  const std::string prose = fmt::format("{} Read by {}{}.", setting.parameter->meaning, list_of_names(setting.checks),
                                        setting.checks.size() > 1 ? ": it changes what each of them allows" : "");
  return entry(*setting.parameter, prose, "", colour);
}

std::string setting_uses(const watch::SettingInfo& setting, std::span<const watch::Check> checks, bool colour) {
  std::string text;
  for (const watch::Check& check : checks) {
    if (std::ranges::find(setting.checks, check.info.name) == setting.checks.end()) continue;
    const std::string sentence = sentence_about(check.info.doc, setting.parameter->path);
    if (sentence.empty()) continue;
    text += fmt::format("\n    {}\n", inked(colour, Ink::bold, check.info.name));
    text += wrapped(sentence, {.indent = "      ", .colour = colour});
  }
  return text;
}

}  // namespace scrutineer::app
