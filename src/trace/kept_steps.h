// The steps of a short run, kept while it is read for the first time: its report reads them again without decoding the run.
//
//   const auto kept = std::make_shared<KeptSteps>();
//   trace = keeping(std::move(trace), kept);      // the same steps and problems
//   ...                                           // read to its end
//   if (kept->end) trace = read_again(kept);      // the same once more
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "trace/trace.h"

namespace scrutineer::trace {

struct KeptSteps {
  std::size_t most_bytes = 64'000'000;  // of states: 20 minutes of 40 actors at 10 Hz
  std::string file = {};
  std::string_view format = {};
  std::vector<Step> steps = {};
  std::optional<Result<bool>> end = {};  // of the last step; nothing: the run was not read to its end, or is too long
};

std::unique_ptr<Trace> keeping(std::unique_ptr<Trace> trace, std::shared_ptr<KeptSteps> kept);
std::unique_ptr<Trace> read_again(std::shared_ptr<const KeptSteps> kept);

}  // namespace scrutineer::trace
