// JUnit XML, which every CI system shows: one test case per check, and one for the run itself.
//
// The first suite is about the ego: an error of its is a failure of the check's test case; a check that failed and a
// run that could not be evaluated to its end are errors; a check that lacked what it needs is skipped. The suite
// `others`, where there is any, has a test case per check that found something about others (failures) or in the
// evaluation itself (errors); where only the ego's errors count (RunResult::fail_on) those are skipped. Warnings and
// infos are in the test case's output. So there is a failure or an error exactly if the exit code is not 0.
#pragma once

#include <string>

#include "results/run_result.h"

namespace scrutineer::results {

std::string to_junit(const RunResult& result);

}  // namespace scrutineer::results
