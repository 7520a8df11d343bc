// A run that is still being sent: OSI messages behind their lengths, as an .osi file has them, from a pipe or a socket.
//
//   auto trace = open_osi_stream(std::move(bytes), {.file = "tcp:48198"});
//   while (auto more = (*trace)->next(step)) ...                  // a frame as soon as its last byte has come
//
// What is told of the run and what is wrong with it is what open_trace() would tell of a file with the same bytes.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string_view>

#include "base/result.h"
#include "base/time.h"
#include "trace/trace.h"

namespace scrutineer::trace {

class ByteStream {
 public:
  virtual ~ByteStream() = default;
  // Waits for the next bytes, `capacity` (above 0) of them at most; 0: there will be no more.
  virtual Result<std::size_t> read(char* out, std::size_t capacity) = 0;
};

// `source.file` is what problems and results call it.
Result<std::unique_ptr<Trace>> open_osi_stream(std::unique_ptr<ByteStream> bytes, const TraceSource& source);

// The time of a GroundTruth or SensorView message; nothing: it has none, or is no such message.
std::optional<Duration> osi_message_time(std::string_view message);

}  // namespace scrutineer::trace
