#include <fmt/format.h>

#include "trace/detail/format_rows.h"
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

}  // namespace scrutineer::trace
