// OpenDRIVE text from a Document, so that a generated map can go through the reader or be looked at in another program.
#pragma once

#include <string>

#include "map/model.h"

namespace scrutineer::kit {

// Numbers in their shortest form that reads back as the same double. What the reader adds itself (file, skipped,
// warnings) is not written. A ParamPoly3 whose p_end is neither 1 nor its length is scaled to p in [0, 1].
std::string to_xodr(const map::Document& document);

}  // namespace scrutineer::kit
