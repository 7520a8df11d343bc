// What the plugin scrutineer_sumo gives the program: SUMO's client library stays out of it.
#pragma once

#include "base/result.h"
#include "live/sumo/sumo_simulator.h"

// Connected, and owned by the caller. Null: `problem` says why not.
extern "C" scrutineer::live::sumo::SumoSimulator* scrutineer_start_sumo(
    const scrutineer::live::sumo::SumoOptions& options, scrutineer::Problem& problem);
