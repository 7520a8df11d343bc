#include "report/detail/page_words.h"

#include <fmt/format.h>

#include <algorithm>
#include <span>
#include <string_view>
#include <vector>

#include "map/model.h"
#include "map/road_network.h"
#include "map/signal_kinds.h"
#include "report/detail/about.h"
#include "report/light_shown.h"
#include "trace/words.h"

namespace scrutineer::report::detail {
namespace {

template <typename Enum>
std::vector<std::string_view> words_up_to(Enum last) {
  std::vector<std::string_view> words;
  for (int i = 0; i <= static_cast<int>(last); ++i) {
    const std::string_view word = to_string(static_cast<Enum>(i));
    if (std::ranges::find(words, word) == words.end()) words.push_back(word);
  }
  return words;
}

std::string list_of(std::string_view constant, std::string_view type, std::span<const std::string_view> words) {
  // As the web's formatter has it: in one line where it fits.
  constexpr std::size_t kWidth = 120;
  std::string line = fmt::format("export const {} = [", constant), lines = line + "\n";
  for (const std::string_view word : words) {
    line += fmt::format("{}\"{}\"", line.ends_with('[') ? "" : ", ", word);
    lines += fmt::format("  \"{}\",\n", word);
  }
  line += "] as const;\n";
  lines += "] as const;\n";
  return (line.size() <= kWidth + 1 ? line : lines) +
         fmt::format("export type {} = (typeof {})[number];\n", type, constant);
}

}  // namespace

std::string page_words() {
  std::string text = "// Words of the data, as the program writes them. Written by the test PageWords; do not edit.\n";
  const auto add = [&](std::string_view constant, std::string_view type, std::span<const std::string_view> words) {
    text += "\n" + list_of(constant, type, words);
  };
  add("kSignalKinds", "SignalKind", words_up_to(map::SignalKind::other));
  add("kLaneTypes", "LaneType", words_up_to(map::LaneType::other));
  add("kActorCategories", "ActorCategory", trace::words<trace::Category>());
  add("kLightStates", "LightState", light_words());
  // What the light of a plot shows is a place in this list.
  add("kLightColours", "LightColour", trace::words<trace::LightColour>());
  add("kLineRoles", "LineRole", line_role_words());
  add("kMetricRoles", "MetricRole", metric_role_words());
  return text;
}

}  // namespace scrutineer::report::detail
