// What a benchmark measured, beside what it prints for people: one line of JSON for each figure, in the file that the
// environment variable SCRUTINEER_FIGURES names. scripts/bench gathers them and holds them against bench/bounds.json.
//
//   figure("check/grid/50", 560.0, "ns");
#pragma once

#include <fmt/format.h>

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>

namespace scrutineer::kit {

// Names are words and numbers with slashes between them.
inline void figure(std::string_view name, double value, std::string_view unit) {
  const char* const path = std::getenv("SCRUTINEER_FIGURES");
  if (path == nullptr || !std::isfinite(value)) return;
  std::FILE* const file = std::fopen(path, "a");
  if (file == nullptr) return;
  fmt::print(file,
             R"({{"name": "{}", "value": {:.6g}, "unit": "{}"}})"
             "\n",
             name, value, unit);
  std::fclose(file);
}

}  // namespace scrutineer::kit
