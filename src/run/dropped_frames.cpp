#include "run/dropped_frames.h"

#include <fmt/format.h>

namespace scrutineer::run {

std::string bad_frames_note(const trace::TraceCounts& counts) {
  if (counts.bad_frames == 0) return {};
  return fmt::format("{} bad frame{} dropped, the first: {}", counts.bad_frames,
                     counts.bad_frames == 1 ? " was" : "s were", to_string(*counts.first_bad));
}

}  // namespace scrutineer::run
