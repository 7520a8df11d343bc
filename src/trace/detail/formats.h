// Every format's reader, and how its files are told by their first bytes (unpacked).
//
// A format adds two functions here and its line to the table in open_trace.cpp.
#pragma once

#include <memory>
#include <string_view>

#include "trace/detail/byte_source.h"
#include "trace/detail/frame_source.h"

namespace scrutineer::trace {

// `head` holds the first kHeadSize bytes, or all if there are fewer.
constexpr std::size_t kHeadSize = 65'536;

bool looks_like_mcap(std::string_view head);
Result<std::unique_ptr<FrameSource>> open_mcap(ByteSource bytes, const TraceSource& source);

bool looks_like_osi(std::string_view head);
Result<std::unique_ptr<FrameSource>> open_osi(ByteSource bytes, const TraceSource& source);

bool looks_like_sumo_fcd(std::string_view head);
Result<std::unique_ptr<FrameSource>> open_sumo_fcd(ByteSource bytes, const TraceSource& source);

bool looks_like_esmini_csv(std::string_view head);
Result<std::unique_ptr<FrameSource>> open_esmini_csv(ByteSource bytes, const TraceSource& source);

bool looks_like_scrutineer_csv(std::string_view head);
Result<std::unique_ptr<FrameSource>> open_scrutineer_csv(ByteSource bytes, const TraceSource& source);

}  // namespace scrutineer::trace
