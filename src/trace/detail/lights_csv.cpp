#include <fmt/format.h>

#include <array>
#include <map>

#include "trace/detail/csv_table.h"
#include "trace/detail/format_rows.h"
#include "trace/words.h"

namespace scrutineer::trace {

namespace {

enum Column : std::size_t { column_time, column_road, column_signal, column_colour, column_mode };
constexpr std::array<std::string_view, 5> kColumns = {"time", "road", "signal", "colour", "mode"};

// Scrutineer's own: time,road,signal,colour,mode.
class LightsCsv final : public LightSource {
 public:
  explicit LightsCsv(CsvTable table) : table_(std::move(table)) {}

  std::optional<Problem> advance(Duration time, std::vector<LightInfo>& lights,
                                 std::vector<LightState>& states) override {
    const std::size_t first = states.size();
    for (;;) {
      if (!has_row_) {
        if (auto problem = read_row()) return problem;
        if (!has_row_) {  // the end
          times_.next.reset();
          return std::nullopt;
        }
      }
      if (time_ > time) {
        times_.next = time_;
        return std::nullopt;
      }
      if (auto problem = take_row(lights, states, first)) return problem;
      times_.add(time_);
      has_row_ = false;
    }
  }

 private:
  // If only the part behind the time is broken, nobody needs to know before that time: it is kept as row_problem_.
  std::optional<Problem> read_row() {
    const auto more = table_.next();
    if (!more && !table_.can_continue()) return more.problem();
    if (more && !*more) return std::nullopt;
    const Duration last = time_;
    if (!table_.seconds(column_time, time_)) return more ? table_.problem() : more.problem();
    if (has_started_ && time_ < last)
      return more ? table_.problem_at(column_time, "time is earlier than in the row before") : more.problem();
    has_row_ = has_started_ = true;
    if (!more) row_problem_ = more.problem();
    return std::nullopt;
  }

  std::optional<Problem> take_row(std::vector<LightInfo>& lights, std::vector<LightState>& states, std::size_t first) {
    if (row_problem_) return row_problem_;
    const std::string_view colour_word = table_.cell(column_colour), mode_word = table_.cell(column_mode);
    const auto colour = from_word<LightColour>(colour_word);
    if (!colour) return unknown_word(column_colour, words<LightColour>());
    const auto mode = mode_word.empty() ? LightMode::regular : from_word<LightMode>(mode_word);
    if (!mode) return unknown_word(column_mode, words<LightMode>());
    if (table_.cell(column_signal).empty()) return table_.problem_at(column_signal, "signal is empty");

    const LightState state{.light = light_of_row(lights), .colour = *colour, .mode = *mode};
    for (std::size_t i = first; i < states.size(); ++i) {
      if (states[i].light != state.light) continue;
      states[i] = state;
      return std::nullopt;
    }
    states.push_back(state);
    return std::nullopt;
  }

  // Signal ids need only be unique per road.
  LightId light_of_row(std::vector<LightInfo>& lights) {
    std::pair key(std::string(table_.cell(column_road)), std::string(table_.cell(column_signal)));
    const auto found = index_.find(key);
    if (found != index_.end()) return found->second;
    const LightId light(lights.size());
    lights.push_back({.id = key.second, .kind = LightKind::head, .references = {key.second}, .road = key.first});
    index_.emplace(std::move(key), light);
    return light;
  }

  Problem unknown_word(Column column, std::span<const std::string_view> known) const {
    return table_.problem_at(column,
                             fmt::format("{} \"{}\" is unknown{}; known are {}", kColumns[column], table_.cell(column),
                                         suggestion(table_.cell(column), known), joined(known)));
  }

  CsvTable table_;
  std::map<std::pair<std::string, std::string>, LightId> index_;  // by road and signal
  Duration time_{};
  bool has_row_ = false;                // read, and not yet taken
  std::optional<Problem> row_problem_;  // of that row
  bool has_started_ = false;
};

bool looks_like(std::string_view head) { return head.find(kColumns[column_signal]) != std::string_view::npos; }

Result<std::unique_ptr<LightSource>> open(ByteSource bytes, TimeUnit unit) {
  auto table =
      CsvTable::open(std::move(bytes), {.names = kColumns, .required_count = kColumns.size(), .time_unit = unit});
  if (!table) return table.problem();
  return std::unique_ptr<LightSource>(std::make_unique<LightsCsv>(*std::move(table)));
}

}  // namespace

LightFormat lights_csv_format() {
  return {.format = {.name = "csv",
                     .title = "Scrutineer CSV",
                     .looked_for = "CSV (a header with time, road, signal, colour, mode)"},
          .looks_like = looks_like,
          .open = open,
          .turn = 20};
}

}  // namespace scrutineer::trace
