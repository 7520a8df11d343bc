// Decoding in a thread of its own, so that reading and evaluating overlap.
//
//   auto trace = read_ahead(*open_trace(source));   // the same steps and problems
//
// Only a bounded number of frames is decoded ahead, and each comes with the changes that belong to it, so nothing
// depends on how the threads take turns.
#pragma once

#include <memory>

#include "trace/trace.h"

namespace scrutineer::trace {

std::unique_ptr<Trace> read_ahead(std::unique_ptr<Trace> trace);

}  // namespace scrutineer::trace
