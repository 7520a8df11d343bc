#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "trace/detail/csv_table.h"
#include "trace/detail/described_actors.h"
#include "trace/detail/format_rows.h"
#include "trace/words.h"

namespace scrutineer::trace {

namespace {

enum Column : std::size_t {
  column_time,
  column_id,
  column_type,
  column_x,
  column_y,
  column_length,
  column_width,
  column_height,
  column_z,
  column_yaw,
  column_pitch,
  column_roll,
  column_vx,
  column_vy,
  column_vz,
  column_ax,
  column_ay,
  column_az,
  column_yaw_rate,
  column_role,
  column_driver,
  column_av_state,
  column_indicator,
  column_brake_light,
  column_parent,
  column_count
};
constexpr std::array<std::string_view, column_count> kColumns = {
    "time",     "id",    "type",   "x",        "y",         "length",      "width", "height", "z",
    "yaw",      "pitch", "roll",   "vx",       "vy",        "vz",          "ax",    "ay",     "az",
    "yaw_rate", "role",  "driver", "av_state", "indicator", "brake_light", "parent"};
constexpr std::size_t kRequiredCount = column_height + 1;

constexpr std::string_view kEgo = "ego";

class ScrutineerCsvReader final : public FrameSource {
 public:
  ScrutineerCsvReader(CsvTable table, const TraceSource& source) : FrameSource(source), table_(std::move(table)) {
    constexpr std::size_t kMostNamed = 20;
    const std::vector<std::string>& unknown = table_.unknown_columns();
    for (std::size_t i = 0; i < std::min(unknown.size(), kMostNamed); ++i)
      notes_.add(fmt::format("column {} is unknown and passed over{}", unknown[i], suggestion(unknown[i], kColumns)));
    if (unknown.size() > kMostNamed)
      notes_.add(fmt::format("{} more columns are unknown and passed over", unknown.size() - kMostNamed));
  }

  Result<bool> next(RawFrame& frame) override {
    frame.actors.clear();
    frame.lights.clear();
    can_continue_ = true;
    if (is_frame_bad_) {
      if (auto problem = skip_bad_frame()) return *std::move(problem);
    }
    if (!has_row_) {
      if (auto problem = read_row()) return *std::move(problem);
    }
    if (!has_row_) {
      described_.note_missing_parents();
      return false;
    }
    frame_line_ = table_.line();
    frame.time = frame_time_ = row_time_;
    if (std::exchange(is_next_doubtful_, false)) {
      is_frame_bad_ = true;
      return Problem{place(), "a row before this frame has no readable time, and may be a part of it"};
    }
    described_.begin_frame();
    actor_lines_.clear();
    while (has_row_ && row_time_ == frame_time_) {
      auto problem = take_row(frame);
      has_row_ = false;
      if (!problem) problem = read_row();
      if (!problem) continue;
      is_frame_bad_ = true;
      return *std::move(problem);
    }
    return true;
  }

  bool can_continue() const override { return can_continue_; }
  Place place() const override { return {.line = frame_line_}; }
  Place place_of(std::size_t actor) const override { return {.line = actor_lines_[actor]}; }
  // Nothing but one of its own columns needs to be said (columns.h).
  std::string_view remedy_if_sorted_by_actor() const override { return "--columns time=time"; }

 private:
  // If only the part behind the time is broken, the row belongs to a known frame and spoils only that: it is kept as
  // row_problem_. Returns a problem for a row without a time, or of the file itself.
  std::optional<Problem> read_row() {
    const auto more = table_.next();
    can_continue_ = more || table_.can_continue();
    if (!can_continue_) return more.problem();
    if (more && !*more) return std::nullopt;
    if (!table_.seconds(column_time, row_time_)) {
      is_next_doubtful_ = true;
      return more ? table_.problem() : more.problem();
    }
    has_row_ = true;
    if (!more) row_problem_ = more.problem();
    return std::nullopt;
  }

  // Skips the remaining rows of a frame that was given up.
  std::optional<Problem> skip_bad_frame() {
    is_frame_bad_ = false;
    for (;;) {
      if (has_row_ && row_time_ != frame_time_) return std::nullopt;
      // A row without a time between two of this frame is a part of it, and of no other.
      if (has_row_) is_next_doubtful_ = false;
      has_row_ = false;
      row_problem_.reset();
      auto problem = read_row();
      if (problem && !can_continue_) return problem;
      if (!problem && !has_row_) return std::nullopt;  // the end
    }
  }

  std::optional<Problem> take_row(RawFrame& frame) {
    if (row_problem_) return std::exchange(row_problem_, std::nullopt);
    DescribedActor row{.id = table_.cell(column_id), .parent = table_.cell(column_parent)};
    if (auto problem = read_description(row.description)) return problem;
    const std::string_view role = table_.cell(column_role);
    row.is_ego = role == kEgo;
    if (!role.empty() && !row.is_ego)
      return table_.problem_at(column_role, fmt::format("role must be ego or empty, found \"{}\"", role));
    ActorId actor;
    if (const auto fault = described_.take(row, actor))
      return table_.problem_at(column_of(fault->part), fault->message);
    ActorState& state = frame.actors.emplace_back();
    actor_lines_.push_back(table_.line());
    state.actor = actor;
    return read_state(state);
  }

  static Column column_of(DescribedActors::Fault::Part part) {
    using Part = DescribedActors::Fault::Part;
    switch (part) {
      case Part::id:
        return column_id;
      case Part::size:
        return column_length;
      case Part::parent:
        return column_parent;
      case Part::role:
        return column_role;
    }
    return column_id;
  }

  std::optional<Problem> read_description(DescribedActor::Description& description) {
    const auto category = from_word<Category>(table_.cell(column_type));
    if (!category) return unknown_word(column_type, words<Category>());
    description.category = *category;
    // An empty size is one that the run does not know.
    for (const auto& [column, value] :
         {std::pair{column_length, &description.length}, std::pair{column_width, &description.width},
          std::pair{column_height, &description.height}}) {
      if (!table_.cell(column).empty() && !table_.number(column, *value)) return table_.problem();
    }
    return std::nullopt;
  }

  std::optional<Problem> read_state(ActorState& state) {
    if (!table_.number(column_x, state.x) || !table_.number(column_y, state.y)) return table_.problem();
    state.yaw_is_course = table_.cell(column_yaw).empty();
    if (!state.yaw_is_course && !table_.number(column_yaw, state.yaw)) return table_.problem();
    if (auto problem =
            read_triple(state, Field::velocity, column_vx, {&ActorState::vx, &ActorState::vy, &ActorState::vz}))
      return problem;
    if (auto problem =
            read_triple(state, Field::acceleration, column_ax, {&ActorState::ax, &ActorState::ay, &ActorState::az}))
      return problem;
    for (const auto& [column, value, field] : {std::tuple{column_z, &ActorState::z, Field::z},
                                               std::tuple{column_pitch, &ActorState::pitch, Field::pitch_roll},
                                               std::tuple{column_roll, &ActorState::roll, Field::pitch_roll},
                                               std::tuple{column_yaw_rate, &ActorState::yaw_rate, Field::yaw_rate}}) {
      if (table_.cell(column).empty()) continue;
      if (!table_.number(column, state.*value)) return table_.problem();
      state.fields.set(field);
    }
    if (auto problem = read_word(column_driver, Field::driver, state, state.driver)) return problem;
    if (auto problem = read_word(column_av_state, Field::av_state, state, state.av_state)) return problem;
    if (auto problem = read_word(column_indicator, Field::indicator, state, state.indicator)) return problem;
    return read_word(column_brake_light, Field::brake_light, state, state.brake_light);
  }

  // A vector in three columns that follow each other in our list. x and y come together or not at all.
  std::optional<Problem> read_triple(ActorState& state, Field field, std::size_t first,
                                     std::array<double ActorState::*, 3> values) {
    const bool has_x = !table_.cell(first).empty(), has_y = !table_.cell(first + 1).empty();
    if (!has_x && !has_y) return std::nullopt;
    if (!has_x || !has_y) {
      const std::size_t missing = has_x ? first + 1 : first, given = has_x ? first : first + 1;
      return table_.problem_at(missing, fmt::format("{} is not given, but {} is", kColumns[missing], kColumns[given]));
    }
    for (std::size_t i = 0; i < values.size(); ++i) {
      if (table_.cell(first + i).empty()) continue;
      if (!table_.number(first + i, state.*values[i])) return table_.problem();
    }
    state.fields.set(field);
    return std::nullopt;
  }

  template <typename Enum>
  std::optional<Problem> read_word(Column column, Field field, ActorState& state, Enum& value) {
    const std::string_view word = table_.cell(column);
    if (word.empty()) return std::nullopt;
    const auto known = from_word<Enum>(word);
    if (!known) return unknown_word(column, words<Enum>());
    value = *known;
    if (word != "unknown") state.fields.set(field);
    return std::nullopt;
  }

  Problem unknown_word(Column column, std::span<const std::string_view> known) const {
    return table_.problem_at(column,
                             fmt::format("{} \"{}\" is unknown{}; known are {}", kColumns[column], table_.cell(column),
                                         suggestion(table_.cell(column), known), joined(known)));
  }

  CsvTable table_;
  DescribedActors described_{actors_, notes_, host_id_, ego_is_named_};
  bool has_row_ = false;                // read, and not yet taken
  std::optional<Problem> row_problem_;  // of that row
  Duration row_time_{}, frame_time_{};
  std::uint32_t frame_line_ = 0;
  std::vector<std::uint32_t> actor_lines_;  // of the frame, in its order
  bool is_frame_bad_ = false;
  bool is_next_doubtful_ = false;  // the last row had no time: it may be the first one of the next frame
  bool can_continue_ = true;
};

// A header with some of our columns: the reader says best what is missing.
bool looks_like(std::string_view head) {
  if (head.starts_with("\xEF\xBB\xBF")) head.remove_prefix(3);
  while (head.starts_with('\n') || head.starts_with('\r')) head.remove_prefix(1);
  head = head.substr(0, head.find_first_of("\r\n"));
  CsvCells cells;
  return cells.split(head, csv_separator(head, kColumns)) && cells.count_of(kColumns) >= 4;
}

Result<std::unique_ptr<FrameSource>> open(ByteSource bytes, const TraceSource& source) {
  auto table = CsvTable::open(std::move(bytes),
                              {.names = kColumns, .required_count = kRequiredCount, .time_unit = source.time_unit});
  if (!table) return table.problem();
  return std::unique_ptr<FrameSource>(std::make_unique<ScrutineerCsvReader>(*std::move(table), source));
}

}  // namespace

TraceFormat scrutineer_csv_format() {
  return {.format = {.name = "csv",
                     .title = "Scrutineer CSV",
                     .looked_for = "Scrutineer CSV (a header with time, id, type, x, y ...)",
                     .reads = "all of its columns (docs/traces.md)",
                     .leaves_out = "columns of other names, with a note"},
          .looks_like = looks_like,
          .open = open,
          .turn = 50};
}

}  // namespace scrutineer::trace
