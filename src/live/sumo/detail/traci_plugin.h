// The function that the plugin scrutineer_sumo exports. Only the plugin links SUMO's client library.
#pragma once

#include "base/result.h"
#include "live/sumo/sumo_simulator.h"

// Connected, and owned by the caller. Null: `problem` says why not.
extern "C" scrutineer::live::sumo::SumoSimulator* scrutineer_start_sumo(
    const scrutineer::live::sumo::SumoOptions& options, scrutineer::Problem& problem);
