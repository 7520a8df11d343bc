#include "base/text.h"
#include "trace/detail/light_source.h"

namespace scrutineer::trace {

Result<std::unique_ptr<LightSource>> open_lights(const std::string& file) {
  if (file.empty()) return std::unique_ptr<LightSource>();
  auto bytes = ByteSource::open(file);
  if (!bytes) return bytes.problem();
  const auto filled = bytes->fill(256);
  if (!filled && bytes->window().empty()) return filled.problem();
  const bool is_xml = trim(bytes->window().substr(0, 256)).starts_with('<');
  if (is_xml) return make_sumo_lights(*std::move(bytes));
  return make_lights_csv(*std::move(bytes));
}

}  // namespace scrutineer::trace
