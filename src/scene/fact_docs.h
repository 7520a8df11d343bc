// The manual's page of all facts.
#pragma once

#include <string>

#include "scene/facts.h"

namespace scrutineer::scene {

// docs/facts.md, made from the table of facts.h.
std::string facts_markdown();
// What the run must have for there to be the fact: "a map; velocity, otherwise 1 difference". Empty: nothing.
std::string needs_of(const Fact& fact);

}  // namespace scrutineer::scene
