#include "trace/formats.h"

#include <algorithm>

#include "trace/detail/format_rows.h"

namespace scrutineer::trace {

namespace {

template <typename Row>
std::vector<Row> by_turn(std::vector<Row> rows) {
  std::ranges::stable_sort(rows, {}, &Row::turn);
  return rows;
}

template <typename Row>
std::vector<Format> shown(const std::vector<Row>& rows) {
  std::vector<Format> formats;
  formats.reserve(rows.size());
  for (const Row& row : rows) formats.push_back(row.format);
  return formats;
}

}  // namespace

const std::vector<TraceFormat>& trace_format_rows() {
  static const std::vector<TraceFormat> rows = by_turn(all_trace_formats());
  return rows;
}

const std::vector<LightFormat>& light_format_rows() {
  static const std::vector<LightFormat> rows = by_turn(all_light_formats());
  return rows;
}

std::vector<Format> trace_formats() { return shown(trace_format_rows()); }
std::vector<Format> light_formats() { return shown(light_format_rows()); }

std::string_view title_of(std::string_view trace_format) {
  for (const TraceFormat& row : trace_format_rows())
    if (row.format.name == trace_format) return row.format.title;
  return trace_format;
}

std::string list_of(const std::vector<Format>& formats) {
  std::string text;
  for (std::size_t i = 0; i < formats.size(); ++i) {
    if (i > 0) text += i + 1 == formats.size() ? " or " : ", ";
    text += formats[i].title;
    if (!formats[i].extension.empty()) text += " (" + std::string(formats[i].extension) + ")";
  }
  return text;
}

}  // namespace scrutineer::trace
