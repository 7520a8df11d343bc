#include "results/detail/json.h"

#include "results/detail/shape.h"
#include "results/formats.h"
#include "results/write_folder.h"

namespace scrutineer::results {

std::string to_json(const RunResult& result) {
  JsonWriter out(2);
  detail::write_object(out, detail::run_members(), result);
  return out.text() + "\n";
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
