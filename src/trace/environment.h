// Weather and light that a manifest tells of, beside what the run itself says.
//
//   auto values = read_environment("time,concept,value\n0,rainfall_rate,3 mm/h\n", "weather.csv");
//   trace = with_environment(std::move(trace), *values);     // fills in what the run does not say
//
// Concepts have the names and units of OpenODD's ISO 34503 taxonomy; docs/traces.md lists those that are known.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "base/time.h"
#include "trace/frame.h"
#include "trace/trace.h"

namespace scrutineer::trace {

// What holds from a time on.
struct EnvironmentValue {
  Time from{};
  std::string concept_name, text;  // "rainfall_rate", "3 mm/h"

  bool operator==(const EnvironmentValue&) const = default;
};

// Puts one value in. A problem without a place: no such concept, or a value that it cannot have.
std::optional<Problem> apply(const EnvironmentValue& value, Environment& environment);

// A table time,concept,value; times do not decrease. `file` is what problems call it.
Result<std::vector<EnvironmentValue>> read_environment(std::string content, const std::string& file);

// Of all levels and amounts, what `first` says, else what `second` does.
Environment combined(const Environment& first, const Environment& second);

// The values must have been looked at with apply().
std::unique_ptr<Trace> with_environment(std::unique_ptr<Trace> trace, std::vector<EnvironmentValue> values);

// The level that an amount belongs to; OSI's bands.
Precipitation precipitation_of(double millimetres_per_hour);
Visibility visibility_of(double metres);
Illumination illumination_of(double lux);

}  // namespace scrutineer::trace
