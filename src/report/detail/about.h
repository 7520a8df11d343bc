// The part "about" of a report, in JSON: what the page must know beyond the result (web/src/data/about.ts).
#pragma once

#include <string>

#include "report/report.h"

namespace scrutineer::report::detail {

struct Origin {
  double x = 0.0, y = 0.0;  // whole metres; other parts count from here
};

std::string about_json(const ReportInputs& inputs, Origin origin);

// What one step of a column of this unit is worth.
double quantum_of(std::string_view unit);

}  // namespace scrutineer::report::detail
