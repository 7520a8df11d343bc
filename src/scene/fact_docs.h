// The manual's page of all facts.
#pragma once

#include <string>

namespace scrutineer::scene {

// docs/facts.md, made from the table of facts.h.
std::string facts_markdown();

}  // namespace scrutineer::scene
