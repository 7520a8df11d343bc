#include <algorithm>

#include "base/printable.h"
#include "base/text.h"
#include "trace/columns.h"
#include "trace/detail/checked_trace.h"
#include "trace/detail/file_names.h"
#include "trace/detail/foreign_text.h"
#include "trace/detail/format_rows.h"
#include "trace/detail/track_plan.h"
#include "trace/recognise.h"
#include "trace/trace.h"

namespace scrutineer::trace {

namespace {

constexpr std::string_view kColumnsFormat = "columns";

bool is_of(const TraceFormat& row, const ByteSource& bytes) {
  return row.looks_like(bytes.window().substr(0, kHeadSize));
}

// Null: it is of none. Its name counts only where the content tells nothing.
const TraceFormat* format_of(const ByteSource& bytes) {
  const auto& rows = trace_format_rows();
  const auto by_content = std::ranges::find_if(rows, [&](const TraceFormat& row) { return is_of(row, bytes); });
  if (by_content != rows.end()) return &*by_content;
  const auto by_name = std::ranges::find_if(rows, [&](const TraceFormat& row) {
    return row.is_told_by_extension && !bytes.window().empty() && has_extension(bytes.file(), row.format.extension);
  });
  return by_name == rows.end() ? nullptr : &*by_name;
}

const TraceFormat* row_for_columns() {
  return &*std::ranges::find(trace_format_rows(), kColumnsFormat,
                             [](const TraceFormat& row) { return row.format.name; });
}

// Named columns make any table a run. Those that only choose rows leave track data what it is.
bool is_table_of_ones_own(const ColumnChoices& columns, const ByteSource& bytes) {
  if (!columns.columns.empty()) return true;
  return std::ranges::none_of(trace_format_rows(),
                              [&](const TraceFormat& row) { return row.chooses_rows && is_of(row, bytes); });
}

bool is_no_text(std::string_view head) {
  return head.starts_with('<') || head.starts_with('{') ||
         head.substr(0, kHeadSize).find('\0') != std::string_view::npos;
}

// Of a table that may be one of positions; empty: it is none.
std::string unknown_columns(std::string_view head) {
  constexpr std::size_t kFewest = 3, kMost = 12;
  if (is_no_text(head)) return "";
  const std::vector<std::string> header = header_of(head.substr(0, kHeadSize));
  const bool has_names =
      std::ranges::none_of(header, [](const std::string& name) { return parse_number(name).has_value(); });
  if (header.size() < kFewest || !has_names) return "";
  std::string text;
  for (std::size_t i = 0; i < std::min(kMost, header.size()); ++i)
    text += (i > 0 ? ", " : "") + printable(header[i], 40);
  return header.size() > kMost ? text + " ..." : text;
}

Problem unknown_format(const ByteSource& bytes) {
  const Recognised found = recognise(bytes.window().substr(0, kHeadSize), bytes.file());
  if (std::string why = why_no_run(found, bytes.file()); !why.empty()) return {{.file = bytes.file()}, std::move(why)};
  if (std::string columns = unknown_columns(bytes.window()); !columns.empty())
    return {{.file = bytes.file()},
            "is a table of no known format, with the columns " + columns +
                ". Say what they mean: --columns 'time=...,id=...,x=...,y=...,yaw=...:deg' (docs/formats.md)"};
  std::string wanted;
  for (const Format& format : trace_formats()) wanted += (wanted.empty() ? "" : "; ") + std::string(format.looked_for);
  const char* what = bytes.window().empty() ? "is empty" : "is of no known format";
  return {{.file = bytes.file()}, std::string(what) + ". Looked for: " + wanted + " (each also as gzip or zstd)"};
}

Result<std::unique_ptr<Trace>> open_from(ByteSource bytes, const TraceSource& source) {
  const auto filled = bytes.fill(kHeadSize);
  if (!filled && bytes.window().empty()) return filled.problem();  // a later fault is met again, in its frame
  if (auto message = utf16_problem(bytes.window())) return Problem{{.file = bytes.file()}, *std::move(message)};
  const auto columns = parse_columns(source.columns);
  if (!columns && !source.columns.empty()) return columns.problem();
  const bool has_columns = !source.columns.empty() && is_table_of_ones_own(*columns, bytes);
  if (has_columns && is_no_text(bytes.window()))
    return Problem{{.file = bytes.file()}, "is no table: --columns is for CSV, and other formats know what they mean"};
  const TraceFormat* const row = has_columns ? row_for_columns() : format_of(bytes);
  if (row == nullptr) return unknown_format(bytes);
  std::string file = bytes.file();
  auto frames = row->open(std::move(bytes), source);
  if (!frames) {
    Problem problem = frames.problem();
    if (problem.place.file.empty()) problem.place.file = file;
    return problem;
  }
  auto lights = open_lights(source);
  if (!lights) return lights.problem();
  (*frames)->set_lights(*std::move(lights));
  return make_checked_trace(*std::move(frames), {.format = row->format.name,
                                                 .file = std::move(file),
                                                 .lights_file = source.lights,
                                                 .skip_bad_frames = source.skip_bad_frames});
}

}  // namespace

Result<std::unique_ptr<Trace>> open_trace(const TraceSource& source) {
  auto bytes = ByteSource::open(source.file, source.hashes);
  if (!bytes) return bytes.problem();
  return open_from(*std::move(bytes), source);
}

Result<std::unique_ptr<Trace>> open_trace(std::string content, const TraceSource& source) {
  auto bytes = ByteSource::from_memory(std::move(content), source.file, source.hashes);
  if (!bytes) return bytes.problem();
  return open_from(*std::move(bytes), source);
}

}  // namespace scrutineer::trace
