// Weather and light of an OSI message.
#pragma once

#include <string_view>

#include "trace/frame.h"

namespace scrutineer::trace::osi {

// EnvironmentalConditions, as far as they are asked for.
Environment read_environment(std::string_view message);

}  // namespace scrutineer::trace::osi
