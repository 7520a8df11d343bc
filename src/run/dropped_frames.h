// What a result has to say of frames that were not sound and were dropped (--skip-bad-frames): nobody judged them.
#pragma once

#include <string>

#include "trace/tables.h"

namespace scrutineer::run {

// That frames were dropped, and why the first one was; empty: none was. It is one of the result's notes.
std::string bad_frames_note(const trace::TraceCounts& counts);

}  // namespace scrutineer::run
