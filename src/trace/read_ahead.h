// Decoding in a thread of its own, so that reading and evaluating overlap.
//
//   auto trace = read_ahead(*open_trace(source));   // the same frames, problems, actors and notes
//
// Only a bounded number of frames is decoded ahead. What the tables say (actors, lights, notes, counts) is as of the
// frame that was last returned, not of the last one decoded, so that nothing depends on how the threads take turns.
#pragma once

#include <memory>

#include "trace/trace.h"

namespace scrutineer::trace {

std::unique_ptr<Trace> read_ahead(std::unique_ptr<Trace> trace);

}  // namespace scrutineer::trace
