#include "trace/relocations.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <tuple>

#include "trace/detail/csv_table.h"

namespace scrutineer::trace {

namespace {

enum Column : std::size_t { column_id, column_start, column_end, column_timestamp };
constexpr std::array<std::string_view, 4> kColumns = {"id", "start", "end", "timestamp"};

std::optional<Problem> missing_column(const CsvTable& table) {
  if (table.has(column_timestamp)) return std::nullopt;
  for (const Column column : {column_id, column_start, column_end}) {
    if (table.has(column)) continue;
    return Problem{{.file = table.file(), .line = table.line()},
                   fmt::format("column {} is missing; needed are id, start, end, or the Teleporter's timestamp",
                               kColumns[column])};
  }
  return std::nullopt;
}

std::optional<Problem> read_row(CsvTable& table, Relocation& relocation) {
  Duration start{}, end{};
  if (table.has(column_timestamp)) {
    if (!table.seconds(column_timestamp, start)) return table.problem();
    end = start;
  } else {
    relocation.id = table.cell(column_id);
    if (relocation.id.empty()) return table.problem_at(column_id, "id is empty");
    if (!table.seconds(column_start, start) || !table.seconds(column_end, end)) return table.problem();
    if (end < start) return table.problem_at(column_end, "end is before start");
  }
  relocation.start = Time(start);
  relocation.end = Time(end);
  return std::nullopt;
}

Result<std::vector<Relocation>> read(Result<ByteSource> bytes) {
  if (!bytes) return bytes.problem();
  auto table = CsvTable::open(*std::move(bytes), {.names = kColumns, .required_count = 0});
  if (!table) return table.problem();
  if (auto problem = missing_column(*table)) return *std::move(problem);
  std::vector<Relocation> all;
  for (;;) {
    const auto more = table->next();
    if (!more) return more.problem();
    if (!*more) break;
    if (auto problem = read_row(*table, all.emplace_back())) return *std::move(problem);
  }
  std::ranges::sort(all, {}, [](const Relocation& r) { return std::tie(r.start, r.end, r.id); });
  return all;
}

}  // namespace

Result<std::vector<Relocation>> read_relocations(const std::string& file) { return read(ByteSource::open(file)); }

Result<std::vector<Relocation>> read_relocations(std::string content, const std::string& file) {
  return read(ByteSource::from_memory(std::move(content), file));
}

}  // namespace scrutineer::trace
