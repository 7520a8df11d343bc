#include "trace/detail/checked_trace.h"
#include "trace/detail/formats.h"
#include "trace/trace.h"

namespace scrutineer::trace {

namespace {

struct FormatEntry {
  const char* description;
  bool (*looks_like)(std::string_view head);
  Result<std::unique_ptr<FrameSource>> (*open)(ByteSource bytes, const TraceSource& source);
  const char* extension = nullptr;  // where nothing else has it
};

// In the order of asking: what has a magic number first, what is only likely last.
const std::vector<FormatEntry>& formats() {
  static const std::vector<FormatEntry> all = {
      {"MCAP", looks_like_mcap, open_mcap},
      {"OSI GroundTruth or SensorView messages, each behind its length", looks_like_osi, open_osi, ".osi"},
      {"SUMO FCD (XML, fcd-export)", looks_like_sumo_fcd, open_sumo_fcd},
      {"esmini CSV (a header with Index, TimeStamp, #1 Entity_Name ...)", looks_like_esmini_csv, open_esmini_csv},
      {"Scrutineer CSV (a header with time, id, type, x, y ...)", looks_like_scrutineer_csv, open_scrutineer_csv},
  };
  return all;
}

// A file of a format by name only is opened all the same: its reader can say best what is wrong with it.
bool is_named_alike(const FormatEntry& format, const ByteSource& bytes) {
  return format.extension != nullptr && !bytes.window().empty() &&
         bytes.file().find(format.extension) != std::string::npos;
}

Problem unknown_format(const ByteSource& bytes) {
  std::string wanted;
  for (const FormatEntry& format : formats()) wanted += (wanted.empty() ? "" : "; ") + std::string(format.description);
  const char* what = bytes.window().empty() ? "is empty" : "is of no known format";
  return {{.file = bytes.file()}, std::string(what) + ". Looked for: " + wanted + " (each also as gzip or zstd)"};
}

Result<std::unique_ptr<Trace>> open_from(ByteSource bytes, const TraceSource& source) {
  const auto filled = bytes.fill(kHeadSize);
  if (!filled && bytes.window().empty()) return filled.problem();  // a later fault is met again, in its frame
  const std::string_view head = bytes.window().substr(0, kHeadSize);
  for (const FormatEntry& format : formats()) {
    if (!format.looks_like(head) && !is_named_alike(format, bytes)) continue;
    std::string file = bytes.file();
    auto frames = format.open(std::move(bytes), source);
    if (!frames) {
      Problem problem = frames.problem();
      if (problem.place.file.empty()) problem.place.file = file;
      return problem;
    }
    return make_checked_trace(*std::move(frames), std::move(file), source.skip_bad_frames);
  }
  return unknown_format(bytes);
}

}  // namespace

const char* to_string(Format format) {
  switch (format) {
    case Format::osi:
      return "osi";
    case Format::osi_mcap:
      return "mcap";
    case Format::sumo_fcd:
      return "sumo";
    case Format::esmini_csv:
      return "esmini-csv";
    case Format::scrutineer_csv:
      return "csv";
  }
  return "";
}

Result<std::unique_ptr<Trace>> open_trace(const TraceSource& source) {
  auto bytes = ByteSource::open(source.file);
  if (!bytes) return bytes.problem();
  return open_from(*std::move(bytes), source);
}

Result<std::unique_ptr<Trace>> open_trace(std::string content, const TraceSource& source) {
  auto bytes = ByteSource::from_memory(std::move(content), source.file);
  if (!bytes) return bytes.problem();
  return open_from(*std::move(bytes), source);
}

}  // namespace scrutineer::trace
