// What the fuzzers share.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>

namespace scrutineer::kit {

inline std::string text_of(const std::uint8_t* data, std::size_t size) {
  return {reinterpret_cast<const char*>(data), size};
}

// Ends the process where it does not hold, which a fuzzer takes for a finding.
inline void require(bool holds, const char* what, const std::string& details = "") {
  if (holds) return;
  std::fprintf(stderr, "%s:\n%s\n", what, details.c_str());
  std::abort();
}

}  // namespace scrutineer::kit
