// A format's whole row: what formats.h shows of it, how its files are told by their first bytes (unpacked), and its
// reader. Each row is given by the source of its reader, `TraceFormat osi_format() {`, and found there (cmake/ScrutineerRegistry.cmake).
#pragma once

#include <memory>
#include <string_view>
#include <vector>

#include "trace/detail/byte_source.h"
#include "trace/detail/frame_source.h"
#include "trace/detail/light_source.h"
#include "trace/formats.h"
#include "trace/trace.h"

namespace scrutineer::trace {

// How many bytes of a file looks_like() gets at most.
constexpr std::size_t kHeadSize = 65'536;

struct TraceFormat {
  Format format;
  bool (*looks_like)(std::string_view head);
  Result<std::unique_ptr<FrameSource>> (*open)(ByteSource bytes, const TraceSource& source);
  // A file with this format's extension is opened even if its content does not look like it, because the reader can say
  // best what is wrong.
  bool is_told_by_extension = false;
  bool chooses_rows = false;  // its reader takes `only` of the columns (columns.h)
  // The map that the run says it was driven on, by its name; null: runs of this format never say.
  std::optional<std::string> (*named_map)(std::string_view head) = nullptr;
  int turn = 100;  // the order in which formats are tried: those with a magic number first, vague ones last
};

struct LightFormat {
  Format format;
  bool (*looks_like)(std::string_view head);
  Result<std::unique_ptr<LightSource>> (*open)(ByteSource bytes, TimeUnit unit);
  int turn = 100;
};

std::vector<TraceFormat> all_trace_formats();
std::vector<LightFormat> all_light_formats();

// By their turns.
const std::vector<TraceFormat>& trace_format_rows();
const std::vector<LightFormat>& light_format_rows();

}  // namespace scrutineer::trace
