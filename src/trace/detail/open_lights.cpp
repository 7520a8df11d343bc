#include "trace/detail/format_rows.h"
#include "trace/trace.h"

namespace scrutineer::trace {

Result<std::unique_ptr<LightSource>> open_lights(const TraceSource& source) {
  if (source.lights.empty()) return std::unique_ptr<LightSource>();
  auto bytes = ByteSource::open(source.lights, source.hashes);
  if (!bytes) return bytes.problem();
  const auto filled = bytes->fill(256);
  if (!filled && bytes->window().empty()) return filled.problem();
  const auto& rows = light_format_rows();
  for (const LightFormat& row : rows)
    if (row.looks_like(bytes->window().substr(0, 256))) return row.open(*std::move(bytes), source.time_unit);
  // The last one is plain text: its reader says best what is missing.
  return rows.back().open(*std::move(bytes), source.time_unit);
}

}  // namespace scrutineer::trace
