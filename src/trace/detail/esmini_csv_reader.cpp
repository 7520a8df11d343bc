#include <fmt/format.h>

#include <array>
#include <cmath>
#include <numbers>
#include <vector>

#include "base/text.h"
#include "trace/detail/csv_table.h"
#include "trace/detail/described_actors.h"
#include "trace/detail/format_rows.h"
#include "trace/detail/seconds.h"

namespace scrutineer::trace {

namespace {

// What an entity's group of columns is asked for; names without the "#1 " in front and the unit behind.
enum Value : std::size_t {
  value_name,
  value_x,
  value_y,
  value_heading,
  value_z,
  value_speed,
  value_box_x,
  value_box_y,
  value_box_z,
  value_length,
  value_width,
  value_height,
  value_vx,
  value_vy,
  value_vz,
  value_ax,
  value_ay,
  value_az,
  value_yaw_rate,
  value_pitch,
  value_count
};
constexpr std::array<std::string_view, value_count> kNames = {"Entity_Name",
                                                              "World_Position_X",
                                                              "World_Position_Y",
                                                              "World_Heading_Angle",
                                                              "World_Position_Z",
                                                              "Current_Speed",
                                                              "bb_x",
                                                              "bb_y",
                                                              "bb_z",
                                                              "bb_length",
                                                              "bb_width",
                                                              "bb_height",
                                                              "Vel_X",
                                                              "Vel_Y",
                                                              "Vel_Z",
                                                              "Acc_X",
                                                              "Acc_Y",
                                                              "Acc_Z",
                                                              "Heading_Angle_Rate",
                                                              "World_Pitch_Angle"};
constexpr std::size_t kRequiredCount = value_heading + 1;
constexpr std::string_view kOldName = "Entitity_Name";  // as logs before 2024 spell it

constexpr std::size_t kTimeCell = 1, kFirstGroup = 2;
// From the rear axle, which positions are of, to the middle of a usual car.
constexpr double kUsualCentre = 1.4;

bool is_header(std::string_view line) {
  const std::string_view text = trim(line);
  return text.starts_with("Index") && text.find("TimeStamp") != std::string_view::npos;
}

// "#1 bb_x [m]" -> "bb_x"; nothing for what is not of the first group.
std::optional<std::string_view> first_group_name(std::string_view cell) {
  if (!cell.starts_with("#1 ")) return std::nullopt;
  cell.remove_prefix(3);
  return trim(cell.substr(0, cell.find('[')));
}

// Lines of metadata, a header, then one row per frame: index, time, and a group of cells per entity, as many as there
// are in that frame.
class EsminiCsvReader final : public FrameSource {
 public:
  EsminiCsvReader(LineReader lines, const TraceSource& source) : FrameSource(source), lines_(std::move(lines)) {
    cells_of_.fill(kAbsent);
  }

  std::optional<Problem> read_header() {
    for (;;) {
      const auto more = lines_.next();
      if (!more) return more.problem();
      if (!*more) return Problem{{}, "has no header: Index [-], TimeStamp [s], #1 Entity_Name [-] ... was expected"};
      if (is_header(lines_.line())) break;
    }
    frame_line_ = lines_.number();
    (void)cells_.split(lines_.line());
    for (std::size_t i = kFirstGroup; i < cells_.size(); ++i) {
      const auto name = first_group_name(cells_[i]);
      if (!name) continue;
      ++group_width_;
      for (std::size_t value = 0; value < value_count; ++value)
        if (*name == kNames[value] || (value == value_name && *name == kOldName)) cells_of_[value] = i - kFirstGroup;
    }
    for (std::size_t value = 0; value < kRequiredCount; ++value)
      if (!has(value)) return Problem{place(), fmt::format("column #1 {} is missing", kNames[value])};
    for (const std::size_t offset : cells_of_)
      if (offset != kAbsent && offset >= group_width_)
        return Problem{place(), "the columns of #1 do not stand together, behind TimeStamp"};
    has_boxes_ = has(value_box_x) && has(value_length) && has(value_width) && has(value_height);
    notes_.add("esmini's log has no types: every actor is taken as a car where the manifest does not say otherwise");
    if (!has_boxes_) {
      notes_.add(fmt::format("esmini's log has no boxes: their centres are taken as {} m before the rear axle",
                             shortest(kUsualCentre)));
    }
    return std::nullopt;
  }

  Result<bool> next(RawFrame& frame) override {
    frame.actors.clear();
    frame.lights.clear();
    can_continue_ = false;
    do {
      const auto more = lines_.next();
      if (!more || !*more) return more;
    } while (trim(lines_.line()).empty());
    frame_line_ = lines_.number();
    if (auto problem = read_row(frame)) {
      can_continue_ = true;
      return *std::move(problem);
    }
    return true;
  }

  bool can_continue() const override { return can_continue_; }
  Place place() const override { return {.line = frame_line_}; }

 private:
  static constexpr std::size_t kAbsent = ~std::size_t{0};

  bool has(std::size_t value) const { return cells_of_[value] != kAbsent; }

  std::optional<Problem> read_row(RawFrame& frame) {
    if (!cells_.split(lines_.line())) return Problem{place(), "a quote is not closed"};
    std::size_t count = cells_.size();
    if (count > kFirstGroup && cells_[count - 1].empty() && (count - kFirstGroup) % group_width_ == 1)
      --count;  // rows end with a comma
    if (count < kFirstGroup || (count - kFirstGroup) % group_width_ != 0) {
      return Problem{place(), fmt::format("the row has {} cells: an index, a time and {} for each entity were expected",
                                          count, group_width_)};
    }
    const auto time = parse_time(cells_[kTimeCell], time_unit_);
    if (!time) return problem_at(kTimeCell, bad_time("TimeStamp", cells_[kTimeCell], time_unit_));
    frame.time = *time;
    described_.begin_frame();
    for (std::size_t group = kFirstGroup; group < count; group += group_width_)
      if (auto problem = read_entity(group, frame)) return problem;
    return std::nullopt;
  }

  std::optional<Problem> read_entity(std::size_t group, RawFrame& frame) {
    std::array<double, value_count> values{};
    for (std::size_t value = value_x; value < value_count; ++value) {
      if (!has(value)) continue;
      const std::size_t cell = group + cells_of_[value];
      const auto number = parse_number(cells_[cell]);
      if (!number)
        return problem_at(cell, fmt::format("{} must be a number, found \"{}\"", kNames[value], cells_[cell]));
      values[value] = *number;
    }
    const std::size_t name_cell = group + cells_of_[value_name];
    const std::string_view name = cells_[name_cell];
    if (name.empty()) return problem_at(name_cell, "Entity_Name is empty");
    DescribedActor row{.id = name, .description = {.category = Category::car}};
    if (has_boxes_) {
      row.description.length = values[value_length];
      row.description.width = values[value_width];
      row.description.height = values[value_height];
    }
    ActorId actor;
    if (const auto fault = described_.take(row, actor)) return problem_at(name_cell, fault->message);
    fill(values, centre_of(actor, values), frame.actors.emplace_back(ActorState{.actor = actor}));
    return std::nullopt;
  }

  // From an entity's position to the centre of its box, with the height of its lowest point.
  struct Centre {
    double ahead = kUsualCentre, left = 0.0, bottom = 0.0;
  };

  // A box of zeros is one that the log does not know: then what it said before counts.
  Centre centre_of(ActorId actor, const std::array<double, value_count>& values) {
    if (!has_boxes_) return {};
    centres_.resize(actors_.size());
    Centre& centre = centres_[actor.index()];
    const auto is_given = [&](std::size_t value) { return values[value] != 0.0; };
    if (!is_given(value_length) && !is_given(value_width) && !is_given(value_height)) return centre;
    centre = {.ahead = values[value_box_x], .left = values[value_box_y]};
    if (has(value_box_z) && is_given(value_height)) centre.bottom = values[value_box_z] - values[value_height] / 2.0;
    return centre;
  }

  void fill(const std::array<double, value_count>& values, const Centre& centre, ActorState& state) const {
    state.yaw = std::remainder(values[value_heading], 2.0 * std::numbers::pi);
    const double cosine = std::cos(state.yaw), sine = std::sin(state.yaw);
    state.x = values[value_x] + centre.ahead * cosine - centre.left * sine;
    state.y = values[value_y] + centre.ahead * sine + centre.left * cosine;
    state.z = values[value_z] + centre.bottom;
    state.pitch = values[value_pitch];
    state.vx = values[value_vx];
    state.vy = values[value_vy];
    state.vz = values[value_vz];
    state.ax = values[value_ax];
    state.ay = values[value_ay];
    state.az = values[value_az];
    state.yaw_rate = values[value_yaw_rate];
    const bool has_velocity = has(value_vx) && has(value_vy);
    if (!has_velocity) state.speed = values[value_speed];
    if (has(value_z)) state.fields.set(Field::z);
    if (has(value_pitch)) state.fields.set(Field::pitch_roll);
    if (has_velocity) state.fields.set(Field::velocity);
    if (!has_velocity && has(value_speed)) state.fields.set(Field::speed);
    if (has(value_ax) && has(value_ay)) state.fields.set(Field::acceleration);
    if (has(value_yaw_rate)) state.fields.set(Field::yaw_rate);
  }

  Problem problem_at(std::size_t cell, std::string message) const {
    return {{.line = frame_line_, .column = cells_.column(cell)}, std::move(message)};
  }

  LineReader lines_;
  CsvCells cells_;
  std::array<std::size_t, value_count> cells_of_{};  // where in a group each value stands
  std::size_t group_width_ = 0;
  bool has_boxes_ = false;
  DescribedActors described_{actors_, notes_, host_id_, ego_is_named_};
  std::vector<Centre> centres_;  // by ActorId, as the log said them last
  std::uint32_t frame_line_ = 0;
  bool can_continue_ = false;
};

bool looks_like(std::string_view head) {
  while (!head.empty()) {
    const std::size_t end = head.find('\n');
    if (is_header(head.substr(0, end))) return true;
    if (end == std::string_view::npos) return false;
    head.remove_prefix(end + 1);
  }
  return false;
}

Result<std::unique_ptr<FrameSource>> open(ByteSource bytes, const TraceSource& source) {
  auto reader = std::make_unique<EsminiCsvReader>(LineReader(std::move(bytes)), source);
  if (auto problem = reader->read_header()) return *std::move(problem);
  return std::unique_ptr<FrameSource>(std::move(reader));
}

}  // namespace

TraceFormat esmini_csv_format() {
  return {
      .format = {.name = "esmini-csv",
                 .title = "esmini CSV log",
                 .looked_for = "esmini CSV (a header with Index, TimeStamp, #1 Entity_Name ...)",
                 .reads = "names, boxes, positions (of the rear axle), heading, velocity, acceleration, yaw rate",
                 .leaves_out = "wheel angles, collisions; the log has no types: all are cars unless the manifest says "
                               "otherwise"},
      .looks_like = looks_like,
      .open = open,
      .turn = 40};
}

}  // namespace scrutineer::trace
