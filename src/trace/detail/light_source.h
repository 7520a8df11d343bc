// Traffic lights that a file beside the run tells of, on the run's own clock.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "trace/frame.h"

namespace scrutineer::trace {

class LightSource {
 public:
  virtual ~LightSource() = default;
  // Appends what was said up to and at `time` and was not yet given, each light once with its last state. New lights
  // join `lights`. Times must not decrease from call to call.
  virtual std::optional<Problem> advance(Duration time, std::vector<LightInfo>& lights,
                                         std::vector<LightState>& states) = 0;
};

struct TraceSource;
// Any of the formats (format_rows.h), told by its content. Null where the run has no such file.
Result<std::unique_ptr<LightSource>> open_lights(const TraceSource& source);

}  // namespace scrutineer::trace
