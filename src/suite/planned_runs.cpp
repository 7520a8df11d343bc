#include "suite/planned_runs.h"

#include <nlohmann/json.hpp>

namespace scrutineer::suite {
namespace {

using PlannedJson = nlohmann::ordered_json;
constexpr const char* kPlannedRuns = "planned_runs";

}  // namespace

std::size_t planned_runs_of(const std::string& configuration) {
  const PlannedJson json = PlannedJson::parse(configuration, nullptr, false);
  if (!json.is_object()) return 0;
  const auto count = json.find(kPlannedRuns);
  return count == json.end() || !count->is_number_unsigned() ? 0 : count->get<std::size_t>();
}

std::string with_planned_runs(const std::string& configuration, std::size_t count) {
  PlannedJson json = PlannedJson::parse(configuration, nullptr, false);
  if (!json.is_object()) json = PlannedJson::object();
  json[kPlannedRuns] = count;
  return json.dump(-1, ' ', false, PlannedJson::error_handler_t::replace);
}

}  // namespace scrutineer::suite
