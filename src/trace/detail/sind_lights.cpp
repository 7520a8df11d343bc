#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"
#include "trace/detail/csv_table.h"
#include "trace/detail/format_rows.h"
#include "trace/detail/seconds.h"
#include "trace/detail/track_plan.h"

namespace scrutineer::trace {

namespace {

constexpr std::string_view kFrame = "RawFrameID", kTime = "timestamp(ms)";
constexpr std::size_t kColumnsBefore = 2;
constexpr Duration kFromTheStart = Duration::min();  // what there was at first has no time

LightColour colour_of_number(std::string_view number) {
  if (number == "0") return LightColour::red;
  if (number == "1") return LightColour::green;
  if (number == "3") return LightColour::yellow;
  return LightColour::unknown;
}

// SinD's: a row for each change, with what every light of the crossing shows from then on. Its files have some rows
// twice, and some in the wrong order: all are read, and taken by their times.
class SindLights final : public LightSource {
 public:
  std::optional<Problem> read(LineReader lines) {
    for (;;) {
      const auto more = lines.next();
      if (!more) return more.problem();
      if (!*more) break;
      if (trim(lines.line()).empty()) continue;
      if (auto message = header_.empty() ? read_header(lines.line()) : read_row(lines.line()))
        return Problem{{.file = lines.file(), .line = lines.number()}, *std::move(message)};
    }
    std::ranges::stable_sort(rows_, {}, &Row::time);
    return std::nullopt;
  }

  std::optional<Problem> advance(Duration time, std::vector<LightInfo>& lights,
                                 std::vector<LightState>& states) override {
    for (std::size_t i = kColumnsBefore + ids_.size(); i < header_.size(); ++i) {
      ids_.emplace_back(lights.size());
      lights.push_back({.id = header_[i], .kind = LightKind::head});
    }
    const Row* last = nullptr;
    for (; taken_ < rows_.size() && rows_[taken_].time <= time; ++taken_) {
      last = &rows_[taken_];
      if (last->time != kFromTheStart) times_.add(last->time);
    }
    times_.next = taken_ < rows_.size() ? std::optional(rows_[taken_].time) : std::nullopt;
    if (last == nullptr) return std::nullopt;
    for (std::size_t i = 0; i < ids_.size(); ++i) states.push_back({.light = ids_[i], .colour = last->colours[i]});
    return std::nullopt;
  }

 private:
  struct Row {
    Duration time{};
    std::vector<LightColour> colours;
  };

  // What is wrong with it, if anything.
  std::optional<std::string> read_header(std::string_view line) {
    header_ = header_of(line);
    if (header_.size() > kColumnsBefore) return std::nullopt;
    return "a header with RawFrameID, timestamp(ms) and a column for each light was expected";
  }

  std::optional<std::string> read_row(std::string_view line) {
    if (!cells_.split(line)) return "a quote is not closed";
    if (cells_.size() != header_.size())
      return fmt::format("the row has {} cells, the header has {}", cells_.size(), header_.size());
    const auto time =
        cells_[1].empty() && rows_.empty() ? std::optional(kFromTheStart) : parse_time(cells_[1], TimeUnit::ms);
    if (!time) return bad_time(kTime, cells_[1], TimeUnit::ms);
    Row& row = rows_.emplace_back(Row{.time = *time, .colours = {}});
    for (std::size_t i = kColumnsBefore; i < cells_.size(); ++i) row.colours.push_back(colour_of_number(cells_[i]));
    return std::nullopt;
  }

  std::vector<std::string> header_;
  CsvCells cells_;
  std::vector<Row> rows_;
  std::size_t taken_ = 0;
  std::vector<LightId> ids_;  // by column
};

bool looks_like_sind_lights(std::string_view head) {
  const std::string_view line = head.substr(0, head.find('\n'));
  return line.find(kFrame) != std::string_view::npos && line.find(kTime) != std::string_view::npos;
}

Result<std::unique_ptr<LightSource>> open_sind_lights(ByteSource bytes, TimeUnit /*unit*/) {
  auto lights = std::make_unique<SindLights>();
  if (auto problem = lights->read(LineReader(std::move(bytes)))) return *std::move(problem);
  return std::unique_ptr<LightSource>(std::move(lights));
}

}  // namespace

LightFormat sind_lights_format() {
  return {.format = {.name = "sind",
                     .title = "SinD traffic lights",
                     .looked_for = "SinD (a header with RawFrameID, timestamp(ms) and a column for each light)"},
          .looks_like = looks_like_sind_lights,
          .open = open_sind_lights,
          .turn = 15};
}

}  // namespace scrutineer::trace
