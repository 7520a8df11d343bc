#include "trace/planned_path.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <utility>

#include "base/clock_rounding.h"
#include "base/text.h"
#include "trace/detail/csv_table.h"
#include "trace/detail/limits.h"

namespace scrutineer::trace {

namespace {

enum Column : std::size_t { column_time, column_id, column_x, column_y, column_speed };
constexpr std::array<std::string_view, 5> kColumns = {"time", "id", "x", "y", "speed"};

}  // namespace

class PlannedPaths::Rows {
 public:
  explicit Rows(CsvTable table) : table_(std::move(table)) {}

  std::optional<Problem> advance(Time now) {
    while (!problem_ && !ended_) {
      if (!has_row_) problem_ = read_row();
      if (!has_row_ || row_time_ > now) break;
      problem_ = std::exchange(row_problem_, std::nullopt);
      if (!problem_) take_row();
    }
    return problem_;
  }

  const PlannedPath* of(std::string_view actor) const {
    const auto found = paths_.find(actor);
    return found == paths_.end() ? nullptr : &found->second;
  }
  std::size_t most_points() const { return most_points_; }

 private:
  // If only the part behind the time is broken, nobody needs to know before that time: it is kept as row_problem_.
  // Returns a problem for a row without a time, which may be of the time before it, or of the file itself.
  std::optional<Problem> read_row() {
    const auto more = table_.next();
    if (!more && !table_.can_continue()) return more.problem();
    if (more && !*more) {
      ended_ = true;
      return std::nullopt;
    }
    Duration time{};
    if (!table_.seconds(column_time, time)) return more ? table_.problem() : more.problem();
    if (has_started_ && Time(time) < row_time_)
      return more ? table_.problem_at(column_time, "time is earlier than in the row before") : more.problem();
    row_time_ = Time(time);
    has_row_ = has_started_ = true;
    row_problem_ = more ? read_point() : more.problem();
    return std::nullopt;
  }

  std::optional<Problem> read_point() {
    if (table_.cell(column_id).empty()) return table_.problem_at(column_id, "id is empty");
    for (const auto& [column, value] :
         {std::pair{column_x, &row_.x}, std::pair{column_y, &row_.y}, std::pair{column_speed, &row_.speed}}) {
      if (!table_.number(column, *value)) return table_.problem();
      if (!(std::abs(*value) <= kLargestValue)) {
        return table_.problem_at(
            column, fmt::format("{} must be a number within +-1e7, found {}", kColumns[column], shortest(*value)));
      }
    }
    return std::nullopt;
  }

  void take_row() {
    auto found = paths_.find(table_.cell(column_id));
    if (found == paths_.end()) found = paths_.emplace(table_.cell(column_id), PlannedPath{.time = row_time_}).first;
    PlannedPath& path = found->second;
    if (path.time != row_time_) {
      path.time = row_time_;
      path.points.clear();
    }
    path.points.push_back(row_);
    most_points_ = std::max(most_points_, path.points.size());
    has_row_ = false;
  }

  CsvTable table_;
  std::map<std::string, PlannedPath, std::less<>> paths_;  // by actor
  std::size_t most_points_ = 0;
  Time row_time_{};
  PlannedPoint row_;
  bool has_row_ = false;                // read, and not yet taken
  std::optional<Problem> row_problem_;  // of that row
  bool has_started_ = false, ended_ = false;
  std::optional<Problem> problem_;  // the last
};

namespace {

Result<CsvTable> open_table(Result<ByteSource> bytes) {
  if (!bytes) return bytes.problem();
  return CsvTable::open(*std::move(bytes), {.names = kColumns, .required_count = kColumns.size()});
}

}  // namespace

Result<PlannedPaths> PlannedPaths::open(const std::string& file) {
  auto table = open_table(ByteSource::open(file));
  if (!table) return table.problem();
  return PlannedPaths(std::make_unique<Rows>(*std::move(table)));
}

Result<PlannedPaths> PlannedPaths::open(std::string content, const std::string& file) {
  auto table = open_table(ByteSource::from_memory(std::move(content), file));
  if (!table) return table.problem();
  return PlannedPaths(std::make_unique<Rows>(*std::move(table)));
}

PlannedPaths::PlannedPaths(std::unique_ptr<Rows> rows) : rows_(std::move(rows)) {}
PlannedPaths::PlannedPaths(PlannedPaths&&) noexcept = default;
PlannedPaths& PlannedPaths::operator=(PlannedPaths&&) noexcept = default;
PlannedPaths::~PlannedPaths() = default;

std::optional<Problem> PlannedPaths::advance(Time now) { return rows_->advance(latest_in(now)); }
const PlannedPath* PlannedPaths::of(std::string_view actor) const { return rows_->of(actor); }
std::size_t PlannedPaths::most_points() const { return rows_->most_points(); }

}  // namespace scrutineer::trace
