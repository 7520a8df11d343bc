// The report of a result that lies in a folder, for the commands that make one.
#pragma once

#include <functional>
#include <string>

#include "app/detail/write_report.h"

namespace scrutineer::app {

// Reads what the folder holds of the run and hands it on. Returns what `use` returns, or an exit code after having said
// what is wrong.
int with_result_folder(const std::string& folder, Outside& outside, const std::function<int(EvaluatedRun&)>& use);

}  // namespace scrutineer::app
