#include "trace/detail/track_meta.h"

#include <fmt/format.h>

#include <array>
#include <filesystem>
#include <string_view>

#include "trace/detail/csv_table.h"
#include "trace/files_beside.h"

namespace scrutineer::trace {

namespace {

enum TrackColumn : std::size_t { column_id, column_track_id, column_class, column_rows, column_direction };
constexpr std::array<std::string_view, 5> kTrackColumns = {"id", "trackId", "class", "numFrames", "drivingDirection"};

std::optional<Problem> read_tracks(CsvTable& table, TrackMeta& meta) {
  const std::size_t id = table.has(column_track_id) ? column_track_id : column_id;
  for (;;) {
    const auto more = table.next();
    if (!more) return more.problem();
    if (!*more) return std::nullopt;
    TrackMeta::Said& said = meta.tracks[std::string(table.cell(id))];
    said.type = table.cell(column_class);
    double number = 0.0;
    if (!table.cell(column_rows).empty()) {
      if (!table.number(column_rows, number)) return table.problem();
      if (number > 0.0 && number < 1e9) said.rows = static_cast<std::uint64_t>(number);
    }
    if (!table.cell(column_direction).empty()) {
      if (!table.number(column_direction, number)) return table.problem();
      if (number == 1.0 || number == 2.0) said.goes_back = number == 1.0;
    }
  }
}

std::optional<Problem> read_rate(CsvTable& table, TrackMeta& meta) {
  const auto more = table.next();
  if (!more) return more.problem();
  if (!*more) return std::nullopt;
  double rate = 0.0;
  if (!table.number(0, rate)) return table.problem();
  if (!(rate > 0.0 && rate <= 1e6))
    return table.problem_at(0, fmt::format("frameRate must be above 0 Hz, found {}", table.cell(0)));
  meta.frame_rate = rate;
  return std::nullopt;
}

}  // namespace

Result<TrackMeta> read_track_meta(const std::string& tracks_file, const SharedHashes& hashes) {
  TrackMeta meta;
  if (const std::string file = meta_beside(tracks_file, "tracksMeta"); !file.empty()) {
    auto bytes = ByteSource::open(file, hashes);
    if (!bytes) return bytes.problem();
    auto table = CsvTable::open(*std::move(bytes), {.names = kTrackColumns});
    if (!table) return table.problem();
    meta.file = std::filesystem::path(file).filename().string();
    if (auto problem = read_tracks(*table, meta)) return *std::move(problem);
  }
  if (const std::string file = meta_beside(tracks_file, "recordingMeta"); !file.empty()) {
    static constexpr std::array<std::string_view, 1> kColumns = {"frameRate"};
    auto bytes = ByteSource::open(file, hashes);
    if (!bytes) return bytes.problem();
    auto table = CsvTable::open(*std::move(bytes), {.names = kColumns, .required_count = 1});
    if (!table) return table.problem();
    if (auto problem = read_rate(*table, meta)) return *std::move(problem);
  }
  return meta;
}

}  // namespace scrutineer::trace
