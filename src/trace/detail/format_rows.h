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

// As much of a file as a row is shown, or all if there is less.
constexpr std::size_t kHeadSize = 65'536;

struct TraceFormat {
  Format format;
  bool (*looks_like)(std::string_view head);
  Result<std::unique_ptr<FrameSource>> (*open)(ByteSource bytes, const TraceSource& source);
  // A file that only its extension tells is opened all the same: its reader can say best what is wrong with it.
  bool is_told_by_extension = false;
  bool chooses_rows = false;  // its reader takes `only` of the columns (columns.h)
  // The map that the run says it was driven on, by its name; null: runs of this format never say.
  std::optional<std::string> (*named_map)(std::string_view head) = nullptr;
  int turn = 100;  // who is asked whether a file is its own: what has a magic number first, what is only likely last
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
