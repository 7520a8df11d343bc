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
  // Appends the states that changed since the last call, up to and at `time`, each light once with its last state.
  // Appends new lights to `lights`. Times must not decrease from call to call.
  virtual std::optional<Problem> advance(Duration time, std::vector<LightInfo>& lights,
                                         std::vector<LightState>& states) = 0;
};

struct TraceSource;
// Recognises the format by content (format_rows.h). Null: the run has no file of lights.
Result<std::unique_ptr<LightSource>> open_lights(const TraceSource& source);

}  // namespace scrutineer::trace
