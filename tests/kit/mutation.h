// Damaged XML, the same for the same seed: what a reader must survive.
#pragma once

#include <cstdint>
#include <string>

namespace scrutineer::kit {

struct Mutation {
  std::string text;
  std::string what;  // "numbers: 3 changes"
};

// One to four changes of one kind: bytes (changed, cut out, repeated, cut off), tags (removed, repeated, renamed,
// swapped), attributes (removed, repeated, renamed, values swapped) or numbers (zero, sign, size, not a number,
// digits).
Mutation mutated(const std::string& xml, std::uint64_t seed);

}  // namespace scrutineer::kit
