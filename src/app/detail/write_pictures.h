// Pictures of issues as files.
#pragma once

#include <span>
#include <string>

#include "app/detail/write_report.h"

namespace scrutineer::app {

struct PictureFiles {
  std::vector<int> issues;   // by id; empty: the worst of each row of the table (results/triage.h) ...
  bool every_issue = false;  // ... or all
  bool with_svg = false;     // beside each PNG
  std::string folder;        // issue-3.png ...
  std::string output;        // or this file, of one issue; the end of its name says whether PNG or SVG
};

// What to tell about what was written.
Result<std::string> write_pictures(const EvaluatedRun& run, const PictureFiles& files, Outside& outside);

}  // namespace scrutineer::app
