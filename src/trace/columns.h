// Which columns of somebody's table mean what, as people say it on the command line and in manifests.
//
//   --columns 'time=t:ms,id=track,x=pos_x,y=pos_y,yaw=heading:deg,vx=v_x:km/h'
//   --columns 'case_id==3'                                       // only these rows
//
// A column may have the unit of its numbers behind it, and a minus before it, which negates them. Names with commas,
// colons or equals signs stand in double quotes. Columns that are called as targets are need not be named. docs/formats.md
// has all targets and units.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "trace/units.h"

namespace scrutineer::trace {

struct ColumnChoices {
  struct ChosenColumn {
    std::string target, column;  // the column with its unit, as it was written
    bool operator==(const ChosenColumn&) const = default;
  };
  struct Only {
    std::string column, value;
    bool operator==(const Only&) const = default;
  };
  std::vector<ChosenColumn> columns;
  std::vector<Only> only;  // rows that have these values

  bool operator==(const ColumnChoices&) const = default;
};

// A problem says what was wrong with the text, with the targets that there are.
Result<ColumnChoices> parse_columns(std::string_view text);

// What else says in which units the whole run is; nothing: it is not said.
struct SaidUnits {
  std::optional<TimeUnit> time;
  std::optional<AngleUnit> angle;
  std::optional<VelocityUnit> velocity;
};
// A unit behind a column, and one for the whole run that is about the same numbers: times would be read in the unit of
// the column, whatever the other says, and angles and velocities would be converted twice. The same unit of times twice
// is no clash, because lights beside the run are in it, too.
struct UnitClash {
  std::string target, unit;  // of the column
  std::string_view of;       // "time", "angle" or "velocity"
  std::string_view said;     // the other unit
};
std::optional<UnitClash> unit_clash(const ColumnChoices& choices, const SaidUnits& said);

// For help and manual: what a column may mean, and the units that it may be in; the first is meant where none is named.
struct ColumnTarget {
  std::string_view name, meaning;
  std::vector<std::string_view> units;
};
std::vector<ColumnTarget> column_targets();

}  // namespace scrutineer::trace
