#include "live/sumo_net.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <pugixml.hpp>
#include <sstream>

#include "base/text.h"
#include "live/sumo/process.h"
#include "map/lane_graph.h"
#include "trace/sumo_net.h"

namespace scrutineer::live::sumo {

namespace {

std::vector<map::Point> points_of(const std::string& shape) {
  std::vector<map::Point> points;
  std::istringstream in(shape);
  std::string point;
  while (in >> point) {
    const std::size_t comma = point.find(',');
    if (comma == std::string::npos) return {};
    const std::string_view rest = std::string_view(point).substr(comma + 1);
    const auto x = parse_number(point.substr(0, comma));
    const auto y = parse_number(rest.substr(0, rest.find(',')));  // a height may follow
    if (!x || !y) return {};
    points.push_back({*x, *y});
  }
  return points;
}

// The point half-way along.
map::Point middle_of(const std::vector<map::Point>& line) {
  double length = 0.0;
  for (std::size_t i = 1; i < line.size(); ++i)
    length += std::hypot(line[i].x - line[i - 1].x, line[i].y - line[i - 1].y);
  double left = length / 2.0;
  for (std::size_t i = 1; i < line.size(); ++i) {
    const double piece = std::hypot(line[i].x - line[i - 1].x, line[i].y - line[i - 1].y);
    if (piece >= left && piece > 0.0)
      return {line[i - 1].x + (line[i].x - line[i - 1].x) * left / piece,
              line[i - 1].y + (line[i].y - line[i - 1].y) * left / piece};
    left -= piece;
  }
  return line.back();
}

// netconvert writes when it ran into a comment and into the header.
std::string without_dates(std::string map) {
  const auto erase = [&](std::string_view begin, std::string_view end) {
    const std::size_t from = map.find(begin),
                      to = from == std::string::npos ? from : map.find(end, from + begin.size());
    if (to != std::string::npos) map.erase(from, to + end.size() - from);
  };
  erase("<!-- generated on", "-->");
  erase(" date=\"", "\"");
  return map;
}

// netconvert writes its own lanes where lanes of the road are meant: 0 is the rightmost one. Its roads have lanes on the
// right alone, so the number of them tells which is which.
std::string with_own_lanes(std::string map) {
  for (std::size_t road = map.find("<road "); road != std::string::npos; road = map.find("<road ", road + 1)) {
    const std::size_t end = std::min(map.find("</road>", road), map.size());
    int lanes = 0;
    for (std::size_t at = map.find("<lane id=\"-", road); at < end; at = map.find("<lane id=\"-", at + 1)) ++lanes;
    std::string signals;
    std::size_t done = road;
    const auto mend = [&](std::string_view attribute, std::size_t from) {
      const std::size_t value = map.find(attribute, from) + attribute.size(), quote = map.find('"', value);
      const auto index = parse_integer(std::string_view(map).substr(value, quote - value));
      signals += map.substr(done, value - done) + (index ? std::to_string(*index - lanes) : "0");
      done = quote;
    };
    for (std::size_t at = map.find("<validity ", road); at < end; at = map.find("<validity ", at + 1)) {
      mend("fromLane=\"", at);
      mend("toLane=\"", at);
    }
    if (done != road) map.replace(road, done - road, signals);
  }
  return map;
}

Result<pugi::xml_document> parse(const std::string& content, const std::string& file) {
  pugi::xml_document document;
  const auto parsed = document.load_string(content.c_str());
  if (!parsed) return Problem{{.file = file}, "is no XML that can be read: is it a file of SUMO's?"};
  return document;
}

}  // namespace

std::optional<Problem> convert_map(const std::string& map_file, const std::string& net_file, const std::string& log,
                                   const Patience& patience) {
  auto problem = run_program({"netconvert", "--opendrive-files", map_file, "-o", net_file,
                              "--offset.disable-normalization", "--output.original-names"},
                             log, patience);
  if (problem) problem->place.file = map_file;
  return problem;
}

Result<std::string> map_of_net(const std::string& net_file, const Patience& patience) {
  namespace fs = std::filesystem;
  if (trace::is_left_hand_net(net_file))
    return Problem{
        {.file = net_file},
        "cannot be converted into a map: traffic keeps to the left in it, and netconvert writes the lanes of "
        "such nets in the wrong order; name the OpenDRIVE map with --map, or check the FCD file without one"};
  std::error_code ignored;
  const fs::path folder = fs::temp_directory_path() / fmt::format("scrutineer-net-{}", getpid());
  fs::create_directories(folder, ignored);
  const std::string made = (folder / "map.xodr").string();
  auto problem = run_program({"netconvert", "-s", net_file, "--opendrive-output", made},
                             (folder / "netconvert.log").string(), patience);
  std::ifstream file(made, std::ios::binary);
  std::string map{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
  fs::remove_all(folder, ignored);
  if (problem) {
    problem->place.file = net_file;
    problem->message = "cannot be converted into a map: " + problem->message;
    if (problem->message.ends_with("is not installed"))
      problem->message += "; install it (Debian: apt-get install sumo), or name the OpenDRIVE map with --map";
    return *std::move(problem);
  }
  return with_own_lanes(without_dates(std::move(map)));
}

Result<std::string> net_of_config(const std::string& content, const std::string& file) {
  const auto document = parse(content, file);
  if (!document) return document.problem();
  const auto node = document->select_node("//net-file[@value]");
  if (!node) return Problem{{.file = file}, "names no net: net-file is missing"};
  const std::filesystem::path net = node.node().attribute("value").value();
  return (std::filesystem::path(file).parent_path() / net).lexically_normal().string();
}

Result<NetLanes> NetLanes::read(const std::string& content, const std::string& file) {
  const auto document = parse(content, file);
  if (!document) return document.problem();
  NetLanes lanes;
  lanes.file_ = file;
  for (const auto& edge : document->child("net").children("edge"))
    for (const auto& lane : edge.children("lane"))
      if (auto points = points_of(lane.attribute("shape").value()); points.size() >= 2)
        lanes.shapes_[lane.attribute("id").value()] = std::move(points);
  if (lanes.shapes_.empty()) return Problem{{.file = file}, "has no lanes: is it a SUMO net?"};
  return lanes;
}

Result<map::LaneId> NetLanes::find(const map::RoadNetwork& map, const teleport::LaneName& name) const {
  const std::string id = name.text();
  const auto shape = shapes_.find(id);
  if (shape == shapes_.end()) {
    std::vector<std::string_view> ids;
    ids.reserve(shapes_.size());
    for (const auto& [other, points] : shapes_) ids.emplace_back(other);
    const auto like = did_you_mean(id, ids);
    return Problem{name.place, fmt::format("there is no lane {}: {} has no such lane{}", id, file_,
                                           like ? fmt::format(" (did you mean {}?)", *like) : "")};
  }
  const map::Point middle = middle_of(shape->second);
  for (const map::RoadPosition& at : map::locate(map, middle))
    if (map::carries_vehicles(map.lane(at.lane).type)) return at.lane;
  return Problem{name.place, fmt::format("lane {} of {} lies on no lane of the map that vehicles drive on", id, file_)};
}

}  // namespace scrutineer::live::sumo
