#include "app/detail/setting_entry.h"

#include <fmt/format.h>

#include "app/detail/check_words.h"
#include "app/detail/words.h"
#include "app/detail/wrap.h"
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

}  // namespace

std::string setting_entry(const watch::AnyParameter& parameter, std::string_view indent, bool colour) {
  return entry(parameter, std::string(parameter.meaning), indent, colour);
}

std::string setting_entry(const watch::SettingInfo& setting, bool colour) {
  const std::string prose = fmt::format("{} Read by {}.", setting.parameter->meaning, fmt::join(setting.checks, ", "));
  return entry(*setting.parameter, prose, "", colour);
}

}  // namespace scrutineer::app
