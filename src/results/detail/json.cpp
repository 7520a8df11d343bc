#include "results/detail/json.h"

#include "results/detail/shape.h"

namespace scrutineer::results {

std::string to_json(const RunResult& result) {
  return detail::dumped(detail::written(detail::run_members(), result), 2) + "\n";
}

}  // namespace scrutineer::results
