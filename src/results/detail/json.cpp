#include "results/detail/json.h"

#include "results/detail/shape.h"
#include "results/formats.h"
#include "results/write_folder.h"

namespace scrutineer::results {

std::string to_json(const RunResult& result) {
  return detail::dumped(detail::written(detail::run_members(), result), 2) + "\n";
}

ResultFormat json_result_format() {
  return {.name = "json",
          .words = "all of the result for programs",
          .file = kResultFile,
          .has_messages = true,
          .write = plainly<to_json>,
          .turn = ResultFormat::kLast};
}

}  // namespace scrutineer::results
