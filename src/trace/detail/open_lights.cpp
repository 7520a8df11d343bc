#include <fmt/format.h>

#include <algorithm>
#include <chrono>

#include "trace/detail/format_rows.h"
#include "trace/detail/seconds.h"
#include "trace/recognise.h"
#include "trace/trace.h"

namespace scrutineer::trace {

Result<std::unique_ptr<LightSource>> open_lights(const TraceSource& source) {
  if (source.lights.empty()) return std::unique_ptr<LightSource>();
  auto bytes = ByteSource::open(source.lights, source.hashes);
  if (!bytes) return bytes.problem();
  const auto filled = bytes->fill(kHeadSize);
  if (!filled && bytes->window().empty()) return filled.problem();
  const Recognised found = recognise(bytes->window().substr(0, kHeadSize), source.lights);
  if (found.kind != FileKind::lights && !found.title.empty())
    return Problem{{.file = source.lights},
                   fmt::format("is {}, and tells nothing of lights: --lights takes {}",
                               found.kind == FileKind::run ? "a run" : found.title, list_of(light_formats()))};
  const auto& rows = light_format_rows();
  for (const LightFormat& row : rows)
    if (row.looks_like(bytes->window().substr(0, 256))) return row.open(*std::move(bytes), source.time_unit);
  // The last one is plain text: its reader says best what is missing.
  return rows.back().open(*std::move(bytes), source.time_unit);
}

std::string doubt_of_lights(const LightTimes& times, Duration start, Duration end, std::string_view file) {
  using namespace std::chrono_literals;
  // No phase lasts longer. A file that tells states at a steady rate, not only changes, is over much sooner.
  constexpr Duration kLongestPhase = 120s, kShortest = 1s;
  constexpr std::uint64_t kSteadyFrom = 20;
  constexpr int kStepsToMiss = 10;
  if (!times.last) return {};
  const std::string last = decimal_seconds(*times.last), run_end = decimal_seconds(end);
  if (*times.last < start && start - *times.last > kShortest)
    return fmt::format(
        "{} has no light state between the run's first frame, at {} s on its own clock, and its last, at "
        "{} s: every light keeps what it showed at {} s or before",
        file, decimal_seconds(start), run_end, last);
  // Times in milliseconds are a thousand times as far apart: such a run sees one or two of them.
  constexpr double kLongSilence = 60.0, kRunsOfSilence = 3.0;
  if (times.next && times.count <= 2) {
    const double until_next = to_seconds(*times.next) - to_seconds(*times.last);
    if (until_next > std::max(kLongSilence, kRunsOfSilence * (to_seconds(end) - to_seconds(start))))
      return fmt::format(
          "{} has no light state between {} s and {} s, and the run goes from {} s to {} s on its own clock: until its "
          "end every light keeps what it showed; are both in the same unit?",
          file, last, decimal_seconds(*times.next), decimal_seconds(start), run_end);
  }
  const Duration silence = end - *times.last;
  const bool is_steady = times.count >= kSteadyFrom && silence > std::max(kShortest, kStepsToMiss * times.longest_step);
  if (times.count < 2 || (!is_steady && silence <= kLongestPhase)) return {};
  return fmt::format(
      "{} has no light state after {} s, and the run ends at {} s on its own clock: until then every light "
      "keeps what it showed",
      file, last, run_end);
}

}  // namespace scrutineer::trace
