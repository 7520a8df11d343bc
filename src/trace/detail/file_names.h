// What the name of a file tells of its content.
#pragma once

#include <string>
#include <string_view>

#include "base/text.h"

namespace scrutineer::trace {

// Whether its name ends so, plain or packed: "RUN.OSI" and "run.osi.gz" have ".osi"; "x.osi/run.csv" has not.
inline bool has_extension(std::string_view file, std::string_view extension) {
  const std::string name = to_lower(file);
  std::string_view rest = name;
  for (const std::string_view packing : {".gz", ".zst"})
    if (rest.ends_with(packing)) rest.remove_suffix(packing.size());
  return rest.ends_with(extension);
}

}  // namespace scrutineer::trace
