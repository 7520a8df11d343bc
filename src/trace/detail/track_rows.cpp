#include "trace/detail/track_rows.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <set>
#include <utility>

#include "base/text.h"
#include "trace/detail/seconds.h"
#include "trace/words.h"

namespace scrutineer::trace {

namespace {

// Times of one frame that were written with few digits, or computed, may differ in the last of them.
constexpr Duration kSameFrame = std::chrono::microseconds(1);
constexpr double kSizeSlack = 0.01;  // metres: sizes are rounded
constexpr std::size_t kMostParts = 1000;

struct NumberTarget {
  Target target;
  double ActorState::* value;
};
constexpr NumberTarget kNumbers[] = {
    {Target::x, &ActorState::x},
    {Target::y, &ActorState::y},
    {Target::z, &ActorState::z},
    {Target::yaw, &ActorState::yaw},
    {Target::pitch, &ActorState::pitch},
    {Target::roll, &ActorState::roll},
    {Target::vx, &ActorState::vx},
    {Target::vy, &ActorState::vy},
    {Target::vz, &ActorState::vz},
    {Target::ax, &ActorState::ax},
    {Target::ay, &ActorState::ay},
    {Target::az, &ActorState::az},
    {Target::yaw_rate, &ActorState::yaw_rate},
    {Target::speed, &ActorState::speed},
};

struct Alias {
  std::string_view word;
  Category category;
};
constexpr Alias kAliases[] = {
    {"truck_bus", Category::truck},
    {"lorry", Category::truck},
    {"pedestrian", Category::person},
    {"pedestrian/bicycle", Category::person},
    {"walker", Category::person},
    {"cyclist", Category::bicycle},
    {"bike", Category::bicycle},
    {"motorbike", Category::motorcycle},
    {"motorcyclist", Category::motorcycle},
    {"vehicle", Category::car},
    {"auto", Category::car},
    {"passenger_car", Category::car},
    {"tricycle", Category::other_vehicle},
    {"static", Category::object},
    {"obstacle", Category::object},
};

}  // namespace

std::optional<Category> category_called(std::string_view word) {
  const std::string lower = to_lower(word);
  if (const auto known = from_word<Category>(lower)) return known;
  const auto* const alias = std::ranges::find(kAliases, lower, &Alias::word);
  return alias == std::end(kAliases) ? std::nullopt : std::optional(alias->category);
}

// ---- one table ------------------------------------------------------------------------------------------------------

class TrackRows::Reading {
 public:
  Reading(TrackRows& rows, const TrackPlan& plan) : rows_(rows), plan_(plan) {
    column_of_.fill(kAbsent);
    for (const PlannedColumn& planned : plan.columns) {
      const auto target = static_cast<std::size_t>(planned.target);
      column_of_[target] = column_called(planned.column);  // one column may mean several things
      planned_[target] = &planned;
    }
    needed_ = names_.size();
    for (const ColumnChoices::Only& only : plan.only) only_columns_.push_back(column_called(only.column));
    if (!plan.part_column.empty()) part_column_ = column_called(plan.part_column);
  }

  std::optional<Problem> read(ByteSource bytes) {
    auto table =
        CsvTable::open(std::move(bytes), {.names = names_, .required_count = needed_, .time_unit = plan_.time_unit});
    if (!table) return table.problem();
    table_.emplace(*std::move(table));
    for (;;) {
      const auto more = table_->next();
      const bool is_over = more ? !*more : !table_->can_continue();
      if (is_over) {
        // A row that is broken and the last one is where the file was cut off.
        rows_.end_problem_ = more ? std::move(pending_) : std::optional(more.problem());
        break;
      }
      if (pending_) add_bad(*std::exchange(pending_, std::nullopt));
      if (more && !is_wanted()) continue;
      pending_ = more ? take_row() : std::optional(more.problem());
    }
    if (parts_.size() > 1) return too_many_parts();
    return std::nullopt;
  }

 private:
  static constexpr std::size_t kAbsent = ~std::size_t{0};

  // Columns that only filter are found here, too, whether or not they mean something.
  std::size_t column_called(const std::string& name) {
    const auto found = std::ranges::find(names_, std::string_view(name));
    if (found != names_.end()) return static_cast<std::size_t>(found - names_.begin());
    names_.emplace_back(name);
    return names_.size() - 1;
  }

  std::size_t column(Target target) const { return column_of_[static_cast<std::size_t>(target)]; }
  std::string_view cell(Target target) const {
    return column(target) == kAbsent ? std::string_view() : table_->cell(column(target));
  }

  static bool is_equal(std::string_view cell, std::string_view value) {
    if (cell == value) return true;
    const auto a = parse_number(cell), b = parse_number(value);
    return a && b && *a == *b;
  }

  bool is_wanted() {
    for (std::size_t i = 0; i < plan_.only.size(); ++i)
      if (!is_equal(table_->cell(only_columns_[i]), plan_.only[i].value)) return false;
    if (part_column_ != kAbsent && parts_.size() < kMostParts) parts_.emplace(table_->cell(part_column_));
    return true;
  }

  Problem too_many_parts() const {
    return {{.file = table_->file()},
            fmt::format("holds {} runs, one for each value of {}: choose one with --columns '{}=={}'",
                        parts_.size() < kMostParts ? fmt::format("{}", parts_.size()) : "many", plan_.part_column,
                        plan_.part_column, *parts_.begin())};
  }

  void add_bad(Problem problem) {
    rows_.rows_.push_back(
        {.time = time_, .line = table_->line(), .problem = static_cast<std::uint32_t>(rows_.problems_.size())});
    rows_.problems_.push_back(std::move(problem));
  }

  std::optional<Problem> take_row() {
    if (auto problem = read_time()) return problem;
    const std::string_view id = column(Target::id) == kAbsent ? "ego" : cell(Target::id);
    if (id.empty())
      return table_->problem_at(column(Target::id), fmt::format("{} is empty", names_[column(Target::id)]));
    const std::uint32_t track = rows_.track_called(id);
    Row row{.time = time_, .line = table_->line()};
    row.state.actor = ActorId(track);
    Size size;
    if (auto problem = read_size(size)) return problem;
    if (auto problem = read_numbers(row.state, size)) return problem;
    if (auto problem = read_words(row.state)) return problem;
    Track& own = rows_.tracks_[track];
    Duration& last = rows_.last_times_[track];
    if (own.rows > 0 && time_ < last)
      return table_->problem_at(column(Target::time),
                                fmt::format("time {} s is earlier than {} s, that of the row before of actor {}",
                                            decimal_seconds(time_), decimal_seconds(last), own.id));
    last = time_;
    describe(own, size);
    rows_.rows_.push_back(row);
    return std::nullopt;
  }

  std::optional<Problem> read_time() {
    if (plan_.frame_rate == 0.0)
      return table_->seconds(column(Target::time), time_) ? std::nullopt : std::optional(table_->problem());
    double frame = 0.0;
    if (!table_->number(column(Target::time), frame)) return table_->problem();
    const auto time = from_seconds((frame - plan_.first_frame) / plan_.frame_rate);
    if (!time)
      return table_->problem_at(column(Target::time), fmt::format("{} must be a frame's number, found {}",
                                                                  names_[column(Target::time)], cell(Target::time)));
    time_ = *time;
    return std::nullopt;
  }

  struct Size {
    double length = 0.0, width = 0.0, height = 0.0;
  };

  // Nothing where the cell is empty or the column absent.
  Result<std::optional<double>> number(Target target) {
    const std::size_t index = column(target);
    if (index == kAbsent || table_->cell(index).empty()) return std::optional<double>();
    double value = 0.0;
    if (!table_->number(index, value)) return table_->problem();
    const PlannedColumn& planned = *planned_[static_cast<std::size_t>(target)];
    value *= planned.factor;
    return std::optional(planned.is_compass ? std::numbers::pi / 2 - value : value);
  }

  std::optional<Problem> read_size(Size& size) {
    for (const auto& [target, value] : {std::pair{Target::length, &size.length}, std::pair{Target::width, &size.width},
                                        std::pair{Target::height, &size.height}}) {
      const auto read = number(target);
      if (!read) return read.problem();
      *value = read->value_or(0.0);
      if (*value >= 0.0 && *value <= 1e7) continue;
      return table_->problem_at(column(target),
                                fmt::format("{} must be 0 to 1e7 m, found {}", names_[column(target)], cell(target)));
    }
    return std::nullopt;
  }

  std::optional<Problem> read_numbers(ActorState& state, const Size& size) {
    std::uint32_t given = 0;
    for (const auto& [target, value] : kNumbers) {
      const auto read = number(target);
      if (!read) return read.problem();
      if (!*read) continue;
      state.*value = **read;
      given |= 1U << static_cast<unsigned>(target);
    }
    const auto has = [given](Target target) { return (given & (1U << static_cast<unsigned>(target))) != 0; };
    for (const Target needed : {Target::x, Target::y})
      if (!has(needed)) return table_->problem_at(column(needed), fmt::format("{} is empty", names_[column(needed)]));
    state.yaw_is_course = !has(Target::yaw);
    state.yaw = std::remainder(state.yaw, 2.0 * std::numbers::pi);
    if (has(Target::z)) state.fields.set(Field::z);
    if (has(Target::pitch) || has(Target::roll)) state.fields.set(Field::pitch_roll);
    if (has(Target::vx) && has(Target::vy)) state.fields.set(Field::velocity);
    if (has(Target::ax) && has(Target::ay)) state.fields.set(Field::acceleration);
    if (has(Target::yaw_rate)) state.fields.set(Field::yaw_rate);
    if (has(Target::speed) && !state.fields.has(Field::velocity)) state.fields.set(Field::speed);
    if (!state.fields.has(Field::velocity)) state.vx = state.vy = state.vz = 0.0;
    if (!state.fields.has(Field::acceleration)) state.ax = state.ay = state.az = 0.0;
    if (!state.fields.has(Field::speed)) state.speed = 0.0;
    if (plan_.is_corner) {
      state.x += size.length / 2.0;
      state.y += size.width / 2.0;
    }
    if (plan_.is_y_down) {
      state.y = -state.y;
      state.vy = -state.vy;
      state.ay = -state.ay;
    }
    return std::nullopt;
  }

  std::optional<Problem> read_words(ActorState& state) {
    if (const std::string_view word = cell(Target::indicator); !word.empty()) {
      const auto known = from_word<Indicator>(to_lower(word));
      if (!known) return unknown_word(Target::indicator, words<Indicator>());
      state.indicator = *known;
      if (*known != Indicator::unknown) state.fields.set(Field::indicator);
    }
    if (const std::string_view word = cell(Target::brake_light); !word.empty()) {
      const auto known = from_word<BrakeLight>(word == "1" ? "on" : word == "0" ? "off" : to_lower(word));
      if (!known) return unknown_word(Target::brake_light, words<BrakeLight>());
      state.brake_light = *known;
      if (*known != BrakeLight::unknown) state.fields.set(Field::brake_light);
    }
    read_own_word(Target::driver, Field::driver, state.driver, state);
    read_own_word(Target::av_state, Field::av_state, state.av_state, state);
    return std::nullopt;
  }

  // Tables of others may mean something else by these names.
  template <typename Enum>
  void read_own_word(Target target, Field field, Enum& value, ActorState& state) {
    const std::string_view word = cell(target);
    if (word.empty() || word == "unknown") return;
    if (const auto known = from_word<Enum>(to_lower(word))) {
      value = *known;
      state.fields.set(field);
    } else if (!std::exchange(has_strange_[static_cast<std::size_t>(target)], true)) {
      rows_.notes_.add(fmt::format("{} \"{}\" in line {} is unknown, and left out like others; known are {}",
                                   names_[column(target)], word, table_->line(), joined(words<Enum>())));
    }
  }

  Problem unknown_word(Target target, std::span<const std::string_view> known) const {
    return table_->problem_at(column(target), fmt::format("{} \"{}\" is unknown; known are {}", names_[column(target)],
                                                          cell(target), joined(known)));
  }

  void describe(Track& track, const Size& size) {
    ++track.rows;
    // What the first row does not know, a later one may.
    if (track.type.empty()) track.type = cell(Target::type);
    if (track.parent.empty()) track.parent = cell(Target::parent);
    for (const auto& [known, given] : {std::pair{&track.length, size.length}, std::pair{&track.width, size.width},
                                       std::pair{&track.height, size.height}})
      if (*known == 0.0) *known = given;
    const auto is_other = [](double known, double given) {
      return given != 0.0 && std::abs(known - given) > kSizeSlack;
    };
    if (is_other(track.length, size.length) || is_other(track.width, size.width)) {
      rows_.notes_.add(fmt::format("actor {} and perhaps others change their size: the first is taken", track.id));
    }
    const std::string role = to_lower(cell(Target::role));
    track.is_ego = track.is_ego || column(Target::id) == kAbsent || role == "ego" || role == "hero" || role == "sut";
  }

  TrackRows& rows_;
  const TrackPlan& plan_;
  std::vector<std::string_view> names_;  // of columns that are read; those that mean something first
  std::array<const PlannedColumn*, kTargetCount> planned_{};
  std::size_t needed_ = 0;
  std::array<std::size_t, kTargetCount> column_of_{};
  std::array<bool, kTargetCount> has_strange_{};  // a word that is not known, of which a note tells
  std::vector<std::size_t> only_columns_;
  std::size_t part_column_ = kAbsent;
  std::set<std::string> parts_;
  std::optional<CsvTable> table_;
  Duration time_{};                 // of the row; where it cannot be read, of the one before
  std::optional<Problem> pending_;  // of the row before
};

// ---- all of them ----------------------------------------------------------------------------------------------------

std::optional<Problem> TrackRows::read(ByteSource bytes, const TrackPlan& plan) {
  return Reading(*this, plan).read(std::move(bytes));
}

std::uint32_t TrackRows::track_called(std::string_view id) {
  // Rows of one track mostly come one after the other.
  if (!rows_.empty() && rows_.back().state.actor.valid()) {
    const std::size_t last = rows_.back().state.actor.index();
    if (tracks_[last].id == id) return static_cast<std::uint32_t>(last);
  }
  const auto [found, is_new] = by_id_.try_emplace(std::string(id), static_cast<std::uint32_t>(tracks_.size()));
  if (is_new) {
    tracks_.push_back({.id = std::string(id)});
    last_times_.emplace_back();
  }
  return found->second;
}

void TrackRows::sort() {
  order_.resize(rows_.size());
  for (std::size_t i = 0; i < order_.size(); ++i) order_[i] = static_cast<std::uint32_t>(i);
  std::ranges::stable_sort(order_, {}, [this](std::uint32_t row) { return rows_[row].time; });
}

std::optional<std::span<const std::uint32_t>> TrackRows::next_frame() {
  if (taken_ >= order_.size()) return std::nullopt;
  const std::size_t first = taken_;
  const Duration begin = rows_[order_[first]].time;
  while (taken_ < order_.size() && rows_[order_[taken_]].time - begin <= kSameFrame) ++taken_;
  return std::span<const std::uint32_t>(order_).subspan(first, taken_ - first);
}

}  // namespace scrutineer::trace
