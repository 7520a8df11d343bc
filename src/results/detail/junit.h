// JUnit XML, which every CI system shows: one test case per check, and one for the run itself.
//
// An issue of an error level is a failure of its check's test case; a check that failed, an issue of the evaluation's
// own (category tool) and a run that could not be evaluated to its end are errors; a check that lacked what it needs is
// skipped. Warnings and infos are in the test case's output. So there is a failure or an error exactly if the exit
// code is not 0.
#pragma once

#include <string>

#include "results/run_result.h"

namespace scrutineer::results {

std::string to_junit(const RunResult& result);

}  // namespace scrutineer::results
