// Where actors were put elsewhere on purpose, from a file beside the run: no checker may take that for driving.
//
//   auto relocations = read_relocations("relocations.csv");
//   for (const Relocation& relocation : *relocations) ...
//
// The file has the columns id,start,end, or is the Teleporter's own log, which has a timestamp per relocation of the
// ego. Times are seconds from the run's first frame.
#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "base/time.h"

namespace scrutineer::trace {

struct Relocation {
  std::string id;  // of the actor; empty: the ego
  Time start{}, end{};
  bool operator==(const Relocation&) const = default;
};

// Sorted by start, then end, then id.
Result<std::vector<Relocation>> read_relocations(const std::string& file);
// The same for what is already in memory; `file` is what problems call it.
Result<std::vector<Relocation>> read_relocations(std::string content, const std::string& file);

}  // namespace scrutineer::trace
