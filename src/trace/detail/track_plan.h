// How a table of tracks is read: which of its columns mean what, and in which units.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "trace/columns.h"
#include "trace/units.h"

namespace scrutineer::trace {

// What a column may mean. Those before `first_text` are numbers.
enum class Target : std::uint8_t {
  time,
  x,
  y,
  z,
  yaw,
  pitch,
  roll,
  vx,
  vy,
  vz,
  ax,
  ay,
  az,
  yaw_rate,
  speed,
  length,
  width,
  height,
  first_text,
  id = first_text,
  type,
  role,
  indicator,
  brake_light,
  driver,
  av_state,
  parent,
  count
};
constexpr std::size_t kTargetCount = static_cast<std::size_t>(Target::count);
std::string_view name_of(Target target);

struct PlannedColumn {
  Target target{};
  std::string column;       // its name in the header
  double factor = 1.0;      // from its unit to ours
  bool is_compass = false;  // an angle clockwise from +y
};

struct TrackPlan {
  std::vector<PlannedColumn> columns;  // each target at most once
  TimeUnit time_unit = TimeUnit::s;
  double frame_rate = 0.0;   // not 0: `time` counts frames, so many in a second ...
  double first_frame = 0.0;  // ... from this one
  std::vector<ColumnChoices::Only> only;
  std::string part_column = {};  // whose values part a file into runs of their own
  bool is_corner = false;        // x, y is the upper left corner of an axis-parallel box
  bool is_y_down = false;        // y and what is along it
};

// The names in a table's header, without quotes; empty: this is no table.
std::vector<std::string> header_of(std::string_view head);

// For a table with this header: columns as they were chosen, and those that are called as targets are. A problem has no
// place.
Result<TrackPlan> plan_for(const ColumnChoices& choices, const std::vector<std::string>& header, TimeUnit time_unit);

}  // namespace scrutineer::trace
