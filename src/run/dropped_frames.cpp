#include "run/dropped_frames.h"

#include <fmt/format.h>

namespace scrutineer::run {

std::string bad_frames_note(const trace::TraceCounts& counts) {
  if (counts.bad_frames == 0) return {};
  const std::string first = to_string(*counts.first_bad);
  if (counts.bad_frames > counts.frames)
    return fmt::format("{} of {} frames were bad and are dropped, so most of the run is not judged; the first: {}",
                       counts.bad_frames, counts.bad_frames + counts.frames, first);
  return fmt::format("{} bad frame{} dropped, the first: {}", counts.bad_frames,
                     counts.bad_frames == 1 ? " was" : "s were", first);
}

}  // namespace scrutineer::run
