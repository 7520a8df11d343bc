// OpenDRIVE text from a Document, so that a generated map can go through the reader or be looked at in another program.
#pragma once

#include "map/write_xodr.h"

namespace scrutineer::kit {

using map::to_xodr;

}  // namespace scrutineer::kit
