#include "trace/detail/track_plan.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/angle.h"
#include "base/text.h"
#include "trace/detail/csv_table.h"
#include "trace/words.h"

namespace scrutineer::trace {

namespace {

enum class Dimension : std::uint8_t { text, time, length, angle, tilt, velocity, acceleration, turning };

struct TargetRow {
  std::string_view name;
  Dimension dimension;
  std::string_view meaning;
};

// In the order of Target.
constexpr std::array<TargetRow, kTargetCount> kTargets = {{
    {"time", Dimension::time, "of a clock that increases; needed"},
    {"x", Dimension::length, "the centre of the box (--reference names another point); needed"},
    {"y", Dimension::length, "likewise; needed"},
    {"z", Dimension::length, "the lowest point of the box; without it actors lie on the surface"},
    {"yaw", Dimension::angle, "the heading; without it, the direction of motion"},
    {"pitch", Dimension::tilt, "nose down is positive"},
    {"roll", Dimension::tilt, "right side down is positive"},
    {"vx", Dimension::velocity, "velocity along x (--motion-frame vehicle: along the vehicle)"},
    {"vy", Dimension::velocity, "velocity along y"},
    {"vz", Dimension::velocity, "velocity upwards"},
    {"ax", Dimension::acceleration, "acceleration along x"},
    {"ay", Dimension::acceleration, "acceleration along y"},
    {"az", Dimension::acceleration, "acceleration upwards"},
    {"yaw_rate", Dimension::turning, "to the left is positive"},
    {"speed", Dimension::velocity, "along the heading, where there is no vx and vy"},
    {"length", Dimension::length, "of the box; empty or 0: the usual one of its type"},
    {"width", Dimension::length, "of the box"},
    {"height", Dimension::length, "of the box"},
    {"id", Dimension::text, "who it is; without it, the table is about one vehicle, the ego"},
    {"type", Dimension::text, "car, truck, bus, van, motorcycle, bicycle, person (pedestrian) ...; without it, car"},
    {"role", Dimension::text, "ego, hero or sut: the system under test"},
    {"indicator", Dimension::text, "off, left, right, hazard"},
    {"brake_light", Dimension::text, "off, on"},
    {"driver", Dimension::text, "sut_driver, ftx_driver, hybrid_driver, external_driver; others are left out"},
    {"av_state", Dimension::text, "active, inactive; others are left out"},
    {"parent", Dimension::text, "the id of the actor that this one is a part of, as a trailer is of its truck"},
}};

struct UnitRow {
  std::string_view name;
  Dimension dimension;
  double factor;
  bool is_compass = false;
};

// The first of a dimension is ours.
constexpr UnitRow kUnits[] = {
    {"s", Dimension::time, 1.0},
    {"ms", Dimension::time, 1.0},  // the factor of times is in TimeUnit
    {"us", Dimension::time, 1.0},
    {"ns", Dimension::time, 1.0},
    {"m", Dimension::length, 1.0},
    {"cm", Dimension::length, 0.01},
    {"mm", Dimension::length, 0.001},
    {"km", Dimension::length, 1000.0},
    {"ft", Dimension::length, 0.3048},
    {"rad", Dimension::angle, 1.0},
    {"deg", Dimension::angle, kDegree},
    {"rad_north", Dimension::angle, 1.0, true},
    {"deg_north", Dimension::angle, kDegree, true},
    {"rad", Dimension::tilt, 1.0},  // no compass tells it
    {"deg", Dimension::tilt, kDegree},
    {"m/s", Dimension::velocity, 1.0},
    {"mps", Dimension::velocity, 1.0},
    {"km/h", Dimension::velocity, 1.0 / 3.6},
    {"kmh", Dimension::velocity, 1.0 / 3.6},
    {"kph", Dimension::velocity, 1.0 / 3.6},
    {"mph", Dimension::velocity, 0.44704},
    {"cm/s", Dimension::velocity, 0.01},
    {"ft/s", Dimension::velocity, 0.3048},
    {"kn", Dimension::velocity, 1852.0 / 3600.0},
    {"m/s2", Dimension::acceleration, 1.0},
    {"m/s^2", Dimension::acceleration, 1.0},
    {"cm/s2", Dimension::acceleration, 0.01},
    {"ft/s2", Dimension::acceleration, 0.3048},
    {"g", Dimension::acceleration, 9.80665},
    {"rad/s", Dimension::turning, 1.0},
    {"deg/s", Dimension::turning, kDegree},
};
constexpr std::string_view kFrameRate = "Hz";  // 25Hz: a count of frames

std::vector<std::string_view> units_of(Dimension dimension) {
  std::vector<std::string_view> names;
  for (const UnitRow& unit : kUnits)
    if (unit.dimension == dimension) names.push_back(unit.name);
  if (dimension == Dimension::time) names.emplace_back("25Hz");
  return names;
}

const TargetRow& row_of(Target target) { return kTargets[static_cast<std::size_t>(target)]; }

std::optional<Target> target_called(std::string_view name) {
  const auto* const found = std::ranges::find(kTargets, name, &TargetRow::name);
  if (found == kTargets.end()) return std::nullopt;
  return static_cast<Target>(found - kTargets.begin());
}

std::vector<std::string_view> target_names() {
  std::vector<std::string_view> names;
  names.reserve(std::size(kTargets));
  for (const TargetRow& row : kTargets) names.push_back(row.name);
  return names;
}

bool has(const std::vector<std::string>& header, std::string_view column) {
  return std::ranges::find(header, column) != header.end();
}

std::string list_of(const std::vector<std::string>& header) {
  constexpr std::size_t kMost = 20;
  std::string text;
  for (std::size_t i = 0; i < std::min(kMost, header.size()); ++i) text += (i > 0 ? ", " : "") + header[i];
  return header.size() > kMost ? fmt::format("{} and {} more", text, header.size() - kMost) : text;
}

Problem no_column(std::string_view column, const std::vector<std::string>& header) {
  const std::vector<std::string_view> names(header.begin(), header.end());
  return {{},
          fmt::format("--columns names {}, but there is no such column{}; there are {}", column,
                      suggestion(column, names), list_of(header))};
}

// Times are read to the nanosecond, so their units do not scale numbers.
std::optional<Problem> set_time_unit(std::string_view unit, TrackPlan& plan) {
  if (const auto known = from_word<TimeUnit>(unit)) {
    plan.time_unit = *known;
    return std::nullopt;
  }
  const bool is_rate =
      unit.size() > kFrameRate.size() && equals_ignoring_case(unit.substr(unit.size() - kFrameRate.size()), kFrameRate);
  const auto rate = is_rate ? parse_number(unit.substr(0, unit.size() - kFrameRate.size())) : std::nullopt;
  if (!rate || !(*rate > 0.0) || !(*rate <= 1e9))
    return Problem{{},
                   fmt::format("--columns: the unit of time must be s, ms, us, ns, or a count of frames per second "
                               "such as 25Hz, found {}",
                               unit)};
  plan.frame_rate = *rate;
  return std::nullopt;
}

std::optional<Problem> set_unit(std::string_view unit, PlannedColumn& planned, TrackPlan& plan) {
  const Dimension dimension = row_of(planned.target).dimension;
  if (dimension == Dimension::time) return set_time_unit(unit, plan);
  for (const UnitRow& row : kUnits) {
    if (row.dimension != dimension || row.name != unit) continue;
    planned.factor = row.factor;
    planned.is_compass = row.is_compass;
    return std::nullopt;
  }
  if (dimension == Dimension::text)
    return Problem{
        {},
        fmt::format("--columns: {} is no number, and has no unit, but {} is named", row_of(planned.target).name, unit)};
  return Problem{{},
                 fmt::format("--columns: the unit of {} must be one of {}, found {}", row_of(planned.target).name,
                             joined(units_of(dimension)), unit)};
}

std::optional<Problem> add(const ColumnChoices::ChosenColumn& chosen, const std::vector<std::string>& header,
                           TrackPlan& plan) {
  const Target target = *target_called(chosen.target);
  PlannedColumn planned{.target = target, .column = chosen.column};
  std::string_view unit;
  if (!has(header, planned.column)) {
    const std::size_t colon = planned.column.rfind(':');
    if (colon != std::string::npos) {
      unit = trim(std::string_view(chosen.column).substr(colon + 1));
      planned.column = trim(std::string_view(chosen.column).substr(0, colon));
    }
  }
  const bool is_negated = !has(header, planned.column) && planned.column.starts_with('-');
  if (is_negated) planned.column.erase(0, 1);
  if (!has(header, planned.column)) return no_column(planned.column, header);
  if (!unit.empty())
    if (auto problem = set_unit(unit, planned, plan)) return problem;
  if (is_negated) {
    if (target >= Target::first_text || target == Target::time)
      return Problem{{}, fmt::format("--columns: {} cannot be negated", chosen.target)};
    planned.factor = -planned.factor;
  }
  plan.columns.push_back(std::move(planned));
  return std::nullopt;
}

}  // namespace

std::string_view name_of(Target target) { return row_of(target).name; }

std::vector<std::string> header_of(std::string_view head) {
  if (head.starts_with("\xEF\xBB\xBF")) head.remove_prefix(3);
  while (head.starts_with('\n') || head.starts_with('\r')) head.remove_prefix(1);
  head = head.substr(0, head.find_first_of("\r\n"));
  std::vector<std::string> names;
  CsvCells cells;
  for (const char separator : {',', ';', '\t'}) {
    if (!cells.split(head, separator) || cells.size() <= names.size()) continue;
    names.clear();
    for (std::size_t i = 0; i < cells.size(); ++i) names.emplace_back(cells[i]);
  }
  return names;
}

Result<TrackPlan> plan_for(const ColumnChoices& choices, const std::vector<std::string>& header, TimeUnit time_unit) {
  TrackPlan plan;
  plan.time_unit = time_unit;
  plan.only = choices.only;
  for (const ColumnChoices::Only& only : choices.only)
    if (!has(header, only.column)) return no_column(only.column, header);
  for (const ColumnChoices::ChosenColumn& chosen : choices.columns)
    if (auto problem = add(chosen, header, plan)) return *std::move(problem);
  const auto is_planned = [&](Target target) {
    return std::ranges::find(plan.columns, target, &PlannedColumn::target) != plan.columns.end();
  };
  for (std::size_t i = 0; i < kTargetCount; ++i) {
    const auto target = static_cast<Target>(i);
    const std::string name(name_of(target));
    if (!is_planned(target) && has(header, name)) plan.columns.push_back({.target = target, .column = name});
  }
  for (const Target needed : {Target::time, Target::x, Target::y}) {
    if (is_planned(needed)) continue;
    return Problem{{},
                   fmt::format("has no column {0}, and --columns does not say which one means it ({0}=COLUMN); there "
                               "are {1}",
                               name_of(needed), list_of(header))};
  }
  return plan;
}

// ---- the text -------------------------------------------------------------------------------------------------------

namespace {

// "a=b,c==d": the parts, with what was in quotes as it is. Nothing: a quote is not closed.
struct Part {
  std::string left, right;
  bool is_equation = false, has_sign = false;
};

std::optional<std::vector<Part>> parts_of(std::string_view text) {
  std::vector<Part> parts(1);
  bool is_quoted = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    Part& part = parts.back();
    std::string& side = part.has_sign ? part.right : part.left;
    if (text[i] == '"') {
      is_quoted = !is_quoted;
    } else if (is_quoted) {
      side += text[i];
    } else if (text[i] == ',') {
      parts.emplace_back();
    } else if (text[i] == '=' && !part.has_sign) {
      part.has_sign = true;
      part.is_equation = i + 1 < text.size() && text[i + 1] == '=';
      if (part.is_equation) ++i;
    } else {
      side += text[i];
    }
  }
  if (is_quoted) return std::nullopt;
  return parts;
}

}  // namespace

Result<ColumnChoices> parse_columns(std::string_view text) {
  const auto parts = parts_of(text);
  if (!parts) return Problem{{}, "--columns: a quote is not closed"};
  ColumnChoices choices;
  for (const Part& part : *parts) {
    const std::string left(trim(part.left)), right(trim(part.right));
    if (left.empty() && right.empty() && !part.has_sign && parts->size() > 1) continue;  // a comma at the end
    if (left.empty() || right.empty())
      return Problem{
          {},
          fmt::format("--columns: \"{}{}{}\" should be TARGET=COLUMN, such as x=pos_x or yaw=heading:deg, or "
                      "COLUMN==VALUE",
                      left, part.has_sign ? "=" : "", right)};
    if (part.is_equation) {
      choices.only.push_back({left, right});
      continue;
    }
    if (!target_called(left)) {
      const std::vector<std::string_view> names = target_names();
      return Problem{{},
                     fmt::format("--columns: {} is nothing that a column can mean{}; known are {}", left,
                                 suggestion(left, names), joined(names))};
    }
    if (std::ranges::find(choices.columns, left, &ColumnChoices::ChosenColumn::target) != choices.columns.end())
      return Problem{{}, fmt::format("--columns: {} is named twice", left)};
    choices.columns.push_back({left, right});
  }
  return choices;
}

std::optional<UnitClash> unit_clash(const ColumnChoices& choices, const SaidUnits& said) {
  for (const auto& [target, column] : choices.columns) {
    const std::size_t colon = column.rfind(':');
    if (colon == std::string::npos) continue;
    const std::string unit(trim(std::string_view(column).substr(colon + 1)));
    const Dimension dimension = row_of(*target_called(target)).dimension;
    const auto is_its_unit = [&](const UnitRow& row) { return row.dimension == dimension && row.name == unit; };
    if (std::ranges::none_of(kUnits, is_its_unit)) continue;  // a part of the column's name, or a count of frames
    if (dimension == Dimension::time && said.time && from_word<TimeUnit>(unit) != said.time)
      return UnitClash{target, unit, "time", to_word(*said.time)};
    const bool is_angle =
        dimension == Dimension::angle || dimension == Dimension::tilt || dimension == Dimension::turning;
    if (is_angle && said.angle) return UnitClash{target, unit, "angle", to_word(*said.angle)};
    if (dimension == Dimension::velocity && said.velocity)
      return UnitClash{target, unit, "velocity", to_word(*said.velocity)};
  }
  return std::nullopt;
}

std::vector<ColumnTarget> column_targets() {
  std::vector<ColumnTarget> targets;
  targets.reserve(std::size(kTargets));
  for (const TargetRow& row : kTargets) targets.push_back({row.name, row.meaning, units_of(row.dimension)});
  return targets;
}

}  // namespace scrutineer::trace
