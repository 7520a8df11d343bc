#include "trace/detail/checked_trace.h"
#include "trace/detail/foreign_text.h"
#include "trace/detail/format_rows.h"
#include "trace/recognise.h"
#include "trace/trace.h"

namespace scrutineer::trace {

namespace {

bool is_of(const TraceFormat& row, const ByteSource& bytes) {
  if (row.looks_like(bytes.window().substr(0, kHeadSize))) return true;
  return row.is_told_by_extension && !bytes.window().empty() &&
         bytes.file().find(row.format.extension) != std::string::npos;
}

Problem unknown_format(const ByteSource& bytes) {
  const Recognised found = recognise(bytes.window().substr(0, kHeadSize), bytes.file());
  if (std::string why = why_no_run(found, bytes.file()); !why.empty()) return {{.file = bytes.file()}, std::move(why)};
  std::string wanted;
  for (const Format& format : trace_formats()) wanted += (wanted.empty() ? "" : "; ") + std::string(format.looked_for);
  const char* what = bytes.window().empty() ? "is empty" : "is of no known format";
  return {{.file = bytes.file()}, std::string(what) + ". Looked for: " + wanted + " (each also as gzip or zstd)"};
}

Result<std::unique_ptr<Trace>> open_from(ByteSource bytes, const TraceSource& source) {
  const auto filled = bytes.fill(kHeadSize);
  if (!filled && bytes.window().empty()) return filled.problem();  // a later fault is met again, in its frame
  if (auto message = utf16_problem(bytes.window())) return Problem{{.file = bytes.file()}, *std::move(message)};
  for (const TraceFormat& row : trace_format_rows()) {
    if (!is_of(row, bytes)) continue;
    std::string file = bytes.file();
    auto frames = row.open(std::move(bytes), source);
    if (!frames) {
      Problem problem = frames.problem();
      if (problem.place.file.empty()) problem.place.file = file;
      return problem;
    }
    return make_checked_trace(
        *std::move(frames),
        {.format = row.format.name, .file = std::move(file), .skip_bad_frames = source.skip_bad_frames});
  }
  return unknown_format(bytes);
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
