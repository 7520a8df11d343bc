// `map info` on every real map against a count of the file's text that shares no code with the reader.

#include <gmock/gmock.h>

#include <cctype>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "kit/data.h"
#include "kit/fake_world.h"

namespace scrutineer::app {
namespace {

// The text without everything between `from` and `to`.
std::string without(const std::string& from, const std::string& to, const std::string& text) {
  std::string rest;
  std::size_t at = 0;
  for (std::size_t begin = text.find(from); begin != std::string::npos; begin = text.find(from, at)) {
    rest += text.substr(at, begin - at);
    at = text.find(to, begin) + to.size();
  }
  return rest + text.substr(at);
}

// The start tags of this element.
std::vector<std::string> tags(const std::string& xml, const std::string& element) {
  std::vector<std::string> found;
  const std::string open = "<" + element;
  for (std::size_t at = xml.find(open); at != std::string::npos; at = xml.find(open, at + 1)) {
    const char after = xml[at + open.size()];
    if (after == ' ' || after == '>' || after == '/' || after == '\n' || after == '\r' || after == '\t')
      found.push_back(xml.substr(at, xml.find('>', at) - at));
  }
  return found;
}

std::string attribute(const std::string& tag, const std::string& name) {
  for (std::size_t at = tag.find(name); at != std::string::npos; at = tag.find(name, at + 1)) {
    const std::size_t equals = tag.find_first_not_of(" \t\r\n", at + name.size());
    if (!std::isspace(static_cast<unsigned char>(tag[at - 1])) || equals == std::string::npos || tag[equals] != '=')
      continue;
    const std::size_t quote = tag.find_first_of("\"'", equals);
    return tag.substr(quote + 1, tag.find(tag[quote], quote + 1) - quote - 1);
  }
  return "";
}

TEST(MapInfo, AgreesWithTheTextOfEveryRealMap) {
  for (const auto& path : kit::all_maps()) {
    SCOPED_TRACE(path.filename());
    const std::string xml = without("<!--", "-->", kit::read_text(path));
    FakeWorld world;
    world.files.content["map"] = xml;
    const Ran ran = world.run({"map", "info", "map", "--format", "json"});
    ASSERT_EQ(ran.code, 0) << ran.err;
    const auto info = nlohmann::json::parse(ran.out);

    double length = 0.0;
    std::size_t connecting = 0;
    for (const std::string& road : tags(xml, "road")) {
      if (attribute(road, "length").empty()) continue;  // <road> is also an element of a junction's cross path
      length += std::stod(attribute(road, "length"));
      if (attribute(road, "junction") != "-1") ++connecting;
    }
    std::map<std::string, std::size_t> lanes;
    std::size_t lane_count = 0;
    for (const std::string& lane : tags(xml, "lane")) {
      const std::string number = attribute(lane, "id");
      if (number.empty() || std::stoi(number) == 0 || attribute(lane, "type").empty()) continue;
      ++lanes[attribute(lane, "type")];
      ++lane_count;
    }
    EXPECT_EQ(info["roads"]["count"], tags(xml, "planView").size());
    EXPECT_NEAR(info["roads"]["length_m"], length, 1e-6 * length);
    EXPECT_EQ(info["connecting_roads"]["count"], connecting);
    EXPECT_EQ(info["lane_sections"], tags(xml, "laneSection").size());
    EXPECT_EQ(info["lanes"]["count"], lane_count);
    for (const auto& [type, count] : lanes) EXPECT_EQ(info["lanes_by_type"][type]["count"], count) << type;
    EXPECT_EQ(info["junctions"], tags(xml, "junction").size());
    EXPECT_EQ(info["connections"], tags(xml, "connection").size());
    EXPECT_EQ(info["signals"], tags(xml, "signal").size());
    EXPECT_EQ(info["signal_references"], tags(xml, "signalReference").size());
    EXPECT_EQ(info["objects"], tags(xml, "object").size());
    // Junctions have elements of that name too: references to them.
    EXPECT_EQ(info["controllers"], tags(without("<junction ", "</junction>", xml), "controller").size());
    const std::string header = tags(xml, "header").at(0);
    EXPECT_EQ(info["standard"], attribute(header, "revMajor") + "." + attribute(header, "revMinor"));
  }
}

}  // namespace
}  // namespace scrutineer::app
