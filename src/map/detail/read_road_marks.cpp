// <roadMark>: what is painted along lanes.
#include <algorithm>
#include <array>
#include <utility>

#include "map/detail/document_reader.h"

namespace scrutineer::map::detail {
namespace {

constexpr std::pair<std::string_view, MarkType> kTypes[] = {
    {"none", MarkType::none},
    {"solid", MarkType::solid},
    {"broken", MarkType::broken},
    {"solid solid", MarkType::solid_solid},
    {"solid broken", MarkType::solid_broken},
    {"broken solid", MarkType::broken_solid},
    {"broken broken", MarkType::broken_broken},
    {"botts dots", MarkType::botts_dots},
    {"grass", MarkType::grass},
    {"curb", MarkType::curb},
    {"edge", MarkType::edge},
    {"custom", MarkType::other},
};
constexpr std::pair<std::string_view, MarkColour> kColours[] = {
    {"standard", MarkColour::standard}, {"white", MarkColour::white},   {"yellow", MarkColour::yellow},
    {"red", MarkColour::red},           {"blue", MarkColour::blue},     {"green", MarkColour::green},
    {"orange", MarkColour::orange},     {"violet", MarkColour::violet}, {"black", MarkColour::black},
};

template <typename Value, std::size_t N>
const Value* find_word(const std::pair<std::string_view, Value> (&words)[N], std::string_view word) {
  const auto* found = std::ranges::find(words, word, &std::pair<std::string_view, Value>::first);
  return found == std::end(words) ? nullptr : &found->second;
}

constexpr double kWidestMark = 1.0;  // metres

}  // namespace

void DocumentReader::read_road_mark(Element& mark) {
  LaneMarkRecord record;
  record.s = section_->s + std::max(0.0, number_or_zero(mark, "sOffset"));
  const std::string_view type = text_or_empty(mark, "type");
  if (const MarkType* known = find_word(kTypes, type)) {
    record.type = *known;
  } else if (!type.empty()) {
    record.type = MarkType::other;
    std::string word("road mark ");
    warn_once(mark.node, word.append(type), fmt::format("type {} is none of the standard's road marks", shown(type)));
  }
  const MarkColour* colour = find_word(kColours, text_or_empty(mark, "color"));
  record.colour = colour == nullptr ? MarkColour::standard : *colour;
  const double width = number_or_zero(mark, "width");
  if (width > 0.0 && width <= kWidestMark) record.width = static_cast<float>(width);
  if (record.width == 0.0F && text_or_empty(mark, "weight") == "bold") record.width = kBoldMarkWidth;
  (lane_ == nullptr ? section_->centre_marks : lane_->marks).push_back(record);
  read_children(mark);
}

// Files list them in any order, and beyond the road's end.
void DocumentReader::finish_marks(std::vector<LaneMarkRecord>& marks) const {
  if (!std::ranges::is_sorted(marks, {}, &LaneMarkRecord::s)) std::ranges::stable_sort(marks, {}, &LaneMarkRecord::s);
  std::erase_if(marks, [this](const LaneMarkRecord& mark) { return mark.s >= road_->length; });
}

}  // namespace scrutineer::map::detail
