// The part "about" of a report, in JSON: what the page must know beyond the result (web/src/data/about.ts).
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "report/report.h"

namespace scrutineer::report::detail {

struct Origin {
  double x = 0.0, y = 0.0;  // whole metres; other parts count from here
};

std::string about_json(const ReportInputs& inputs, Origin origin);

// Each word stands at its value's place.
std::span<const std::string_view> line_role_words();
std::span<const std::string_view> metric_role_words();

// What one step of a column of this unit is worth.
double quantum_of(std::string_view unit);

}  // namespace scrutineer::report::detail
