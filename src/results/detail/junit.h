// JUnit XML, which every CI system shows: one test case per check, and one for the run itself.
//
// The first suite is about the ego. An error of the ego is a failure of the check's test case. A check that failed, and
// a run that could not be evaluated to its end, are errors. A check that lacked its data is skipped. The suite `others`
// is there if a check found something about others (a failure) or in the evaluation itself (an error); if only the
// ego's errors count (RunResult::fail_on) these are skipped. Warnings and infos are in the test case's output, after
// them the check's notes. So there is a failure or an error exactly if the exit code is not 0.
#pragma once

#include <string>

#include "results/run_result.h"

namespace scrutineer::results {

std::string to_junit(const RunResult& result);

}  // namespace scrutineer::results
