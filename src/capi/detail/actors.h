// Actors and lights as C programs give them, and as a pushed trace takes them.
#pragma once

#include <cstdint>
#include <vector>

#include "capi/detail/call.h"
#include "capi/scrutineer.h"
#include "trace/pushed_trace.h"

namespace scrutineer::capi {

// Both replace the content of the vector and reuse its memory. Texts are not copied: they stay the caller's.
Failed read_actors(const scr_actor* given, std::int64_t count, std::vector<trace::PushedActor>& actors);
Failed read_lights(const scr_light* given, std::int64_t count, std::vector<trace::PushedLight>& lights);

}  // namespace scrutineer::capi
