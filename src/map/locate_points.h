// Many points against one map: a table of points comes in as text, the same table with their places goes out.
//
//   PointLocator locator(map, "points.csv");
//   if (auto problem = locator.add(part_of_the_text, out)) ...   // as often as there are parts, cut anywhere
//   if (auto problem = locator.finish(out)) ...
//
// The text is CSV with columns x, y and perhaps z among others, or without a header x, y and perhaps z only. Columns
// are parted by commas, semicolons or tabs; with the latter two numbers may have decimal commas. Every row comes out
// again as it is, with more columns behind: how many lanes contain the point, and the nearest of them; where there is
// none, the nearest lane and its distance.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "map/lookup.h"
#include "map/road_network.h"

namespace scrutineer::map {

class PointLocator {
 public:
  struct Options {
    bool all = false;          // a row for every lane that contains the point, nearest first
    double farthest = 1000.0;  // metres: lanes beyond that are not named
  };
  // The map must outlive it. `file` is only what problems call the text.
  PointLocator(const RoadNetwork& map, std::string file, Options options);
  PointLocator(const RoadNetwork& map, std::string file) : PointLocator(map, std::move(file), Options()) {}

  // What is complete of it is appended to `out`. After a problem nothing more is taken.
  std::optional<Problem> add(std::string_view text, std::string& out);
  std::optional<Problem> finish(std::string& out);

  std::uint64_t points() const { return points_; }

 private:
  static constexpr std::size_t kAbsent = ~std::size_t{0};

  std::optional<Problem> take_line(std::string_view line, std::string& out);
  std::optional<Problem> take_header(std::string_view line, std::string& out);
  std::optional<Problem> take_point(std::string_view line, std::string& out);
  std::optional<Problem> number(std::size_t column, const char* name, double& value);
  Problem problem(std::string message) const;
  bool split(std::string_view line);
  void append_header(std::string_view line, std::string& out) const;
  void append_place(const RoadPosition* at, std::size_t lanes, double distance, std::string& out);
  void append_number(double value, int decimals, std::string& out) const;
  const std::string& cells_of(LaneId lane);

  const RoadNetwork& map_;
  std::string file_;
  Options options_;
  std::string begun_;  // the part of a line that came so far
  std::uint32_t line_ = 0;
  std::uint64_t points_ = 0;
  char separator_ = ',';
  char decimal_point_ = '.';
  bool has_header_ = false;
  std::size_t width_ = 0;
  std::size_t x_ = 0, y_ = 1, z_ = kAbsent;  // columns
  std::vector<std::string_view> cells_;
  std::vector<RoadPosition> found_;
  std::vector<std::string> lane_cells_;  // by LaneId: road, lane, type and junction, once asked for
};

}  // namespace scrutineer::map
