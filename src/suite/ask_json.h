// A question to a store as JSON, as other programs ask it: which one, and what the options of its command would say.
//
//   auto answer = ask(store, R"({"question": "issues", "suite": "night-17", "new": true, "top": 0})");
//   if (!answer) return answer.problem();                 // such as: there is no "sute" here; did you mean "suite"?
//   to_json(*answer)                                      // as `scrutineer suite issues night-17 --format json`
#pragma once

#include <string_view>
#include <vector>

#include "base/result.h"
#include "store/store.h"
#include "suite/answer.h"

namespace scrutineer::suite {

Result<Answer> ask(store::Store& store, std::string_view question);

// The questions that there are.
std::vector<std::string_view> question_names();

}  // namespace scrutineer::suite
