// The public Trace over any format's reader.
//
// Judges what decoding alone cannot: times must increase, numbers must be finite and in reach, an actor comes once in
// a frame. The first bad frame ends the trace, or is dropped and counted with skip_bad_frames.
#pragma once

#include <memory>
#include <string>

#include "trace/detail/frame_source.h"
#include "trace/trace.h"

namespace scrutineer::trace {

std::unique_ptr<Trace> make_checked_trace(std::unique_ptr<FrameSource> source, std::string file, bool skip_bad_frames);

}  // namespace scrutineer::trace
