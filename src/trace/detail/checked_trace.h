// The public Trace over any format's reader.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "trace/detail/frame_source.h"
#include "trace/trace.h"

namespace scrutineer::trace {

struct CheckedRun {
  std::string_view format;  // a row's name
  std::string file;
  std::string lights_file = {};  // of the source's lights, if it has any
  bool skip_bad_frames = false;
  bool ends_at_fault = true;  // false: a problem loses only its frame, and next() may be called again
};
std::unique_ptr<Trace> make_checked_trace(std::unique_ptr<FrameSource> source, CheckedRun run);

}  // namespace scrutineer::trace
