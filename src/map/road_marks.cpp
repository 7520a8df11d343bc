#include "map/road_marks.h"

#include <algorithm>
#include <pugixml.hpp>
#include <string_view>

#include "base/text.h"
#include "map/detail/limits.h"
#include "map/detail/source_text.h"

namespace scrutineer::map {
namespace {

constexpr double kUsualWidth = 0.12, kBoldWidth = 0.25, kWidest = 1.0;

double number(const pugi::xml_attribute& attribute, double fallback) {
  return parse_number(attribute.value()).value_or(fallback);
}

// Nothing for types that are no line.
bool has_line(std::string_view type) {
  return type == "solid" || type == "broken" || type == "solid solid" || type == "solid broken" ||
         type == "broken solid" || type == "broken broken";
}

double width_of(const pugi::xml_node& mark) {
  const bool is_bold = std::string_view(mark.attribute("weight").value()) == "bold";
  const double width = number(mark.attribute("width"), 0.0);
  return width > 0.0 && width <= kWidest ? width : is_bold ? kBoldWidth : kUsualWidth;
}

// The marks of one lane: each holds to the next one's begin.
void add_marks(const pugi::xml_node& lane, RoadId road, double begin, double end, std::vector<RoadMark>& marks) {
  std::vector<pugi::xml_node> records;
  for (const pugi::xml_node& record : lane.children("roadMark")) records.push_back(record);
  std::ranges::stable_sort(records, {},
                           [](const pugi::xml_node& record) { return number(record.attribute("sOffset"), 0.0); });
  for (std::size_t i = 0; i < records.size(); ++i) {
    const std::string_view type = records[i].attribute("type").value();
    if (!has_line(type)) continue;
    RoadMark mark;
    mark.road = road;
    mark.lane_number = static_cast<int>(parse_integer(lane.attribute("id").value()).value_or(0));
    mark.s_begin = std::max(begin, begin + number(records[i].attribute("sOffset"), 0.0));
    mark.s_end = i + 1 < records.size() ? begin + number(records[i + 1].attribute("sOffset"), 0.0) : end;
    mark.s_end = std::min(mark.s_end, end);
    if (!(mark.s_begin < mark.s_end)) continue;
    mark.line = type.find("solid") != std::string_view::npos ? MarkLine::solid : MarkLine::broken;
    mark.colour =
        std::string_view(records[i].attribute("color").value()) == "yellow" ? MarkColour::yellow : MarkColour::white;
    mark.width = width_of(records[i]);
    marks.push_back(mark);
  }
}

}  // namespace

std::vector<RoadMark> read_road_marks(const RoadNetwork& map, std::string text) {
  std::vector<RoadMark> marks;
  auto unpacked = detail::unpacked(std::move(text), map.file(), detail::kMaxTextBytes);
  if (!unpacked) return marks;
  pugi::xml_document document;
  if (!document.load_buffer_inplace(unpacked->data(), unpacked->size())) return marks;
  for (const pugi::xml_node& road : document.child("OpenDRIVE").children("road")) {
    const RoadId id = map.find_road(road.attribute("id").value());
    if (!id.valid()) continue;
    std::vector<pugi::xml_node> sections;
    for (const pugi::xml_node& section : road.child("lanes").children("laneSection")) sections.push_back(section);
    for (std::size_t i = 0; i < sections.size(); ++i) {
      const double begin = number(sections[i].attribute("s"), 0.0);
      const double end = i + 1 < sections.size() ? number(sections[i + 1].attribute("s"), 0.0) : map.road(id).length;
      for (const pugi::xml_node& side : sections[i].children())
        for (const pugi::xml_node& lane : side.children("lane")) add_marks(lane, id, begin, end, marks);
    }
  }
  return marks;
}

}  // namespace scrutineer::map
