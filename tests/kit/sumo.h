// A real run of SUMO on one of the data folder's maps: its net derived from the map, traffic between random edges.
//
//   SCRUTINEER_NEEDS_SUMO();
//   const SumoRun sumo = run_sumo({.map = "Town10HD"});
//   const ReadRun run = read_run_file(sumo.source());      // FCD with lights and vehicle types
//
// The same options give the same run. Its files are in a folder of their own, removed with the SumoRun.
#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>

#include "base/time.h"
#include "kit/data.h"
#include "kit/plugins.h"
#include "kit/run_writers.h"
#include "trace/trace.h"

// Skips the test, visibly, where SUMO or the data folder is absent.
#define SCRUTINEER_NEEDS_SUMO()                                                                                       \
  do {                                                                                                                \
    SCRUTINEER_NEEDS_DATA();                                                                                          \
    if (!::scrutineer::kit::has_sumo()) GTEST_SKIP() << "no programs sumo and netconvert; scripts/install-deps live"; \
  } while (false)

// Likewise where the program cannot talk to SUMO.
#define SCRUTINEER_NEEDS_LIVE_SUMO()                    \
  do {                                                  \
    SCRUTINEER_NEEDS_SUMO();                            \
    SCRUTINEER_NEEDS_PLUGIN("scrutineer_sumo", "live"); \
  } while (false)

namespace scrutineer::kit {

bool has_sumo();

struct SumoOptions {
  std::string map = "Town10HD";  // of data/maps
  Duration duration = std::chrono::seconds(60);
  Duration step = std::chrono::milliseconds(100);
  int vehicles = 30;  // that want to depart, one after the other, over the first half; every fifth a truck or a bus
  std::uint64_t seed = 7;
  int digits = 4;  // of the numbers in the FCD file
  // Vehicles move sideways for this long; with 0 a lane change is a jump.
  Duration lane_change = std::chrono::seconds(3);
  // Every third car takes no notice of others at junctions and of red lights and drives half as fast again as it may.
  // One vehicle of ten, the braker, stops on its last edge as hard as it can; the two behind it, the tailgaters, follow
  // it closely, brake badly and push into other lanes. SUMO writes down whom it sees collide, bumper to bumper and in
  // junctions, and lets them drive on.
  bool reckless = false;
  // Every third car takes no notice of red lights, but of everything else.
  bool runs_red = false;
  // Persons and containers, in turns, who come one after the other over the whole run and stand for half a minute at
  // the right side of some lane.
  int bystanders = 0;
  // Writes what indicators show into the FCD file, and every lane change into a file of its own.
  bool lane_changes = false;
  // Lets SUMO's SSM device write down every conflict of everybody, step by step.
  bool surrogates = false;
  std::filesystem::path map_file = {};  // instead of one of data/maps
  // Nobody is faster than allowed, or accelerates and brakes harder than is comfortable.
  bool lawful = false;
};

class SumoRun {
 public:
  std::filesystem::path map;            // the OpenDRIVE file
  std::filesystem::path net;            // netconvert's; lanes have origId, connections signalID
  std::filesystem::path fcd;            // with accelerations
  std::filesystem::path lights;         // SaveTLSStates of all programs
  std::filesystem::path vehicle_types;  // of all vehicles
  std::filesystem::path collisions;     // of a reckless run
  std::filesystem::path lane_changes;   // if they were wanted
  std::filesystem::path surrogates;     // likewise

  trace::TraceSource source() const {
    return {.file = fcd.string(), .lights = lights.string(), .vehicle_types = vehicle_types.string()};
  }

 private:
  friend SumoRun run_sumo(const SumoOptions& options);
  std::unique_ptr<TemporaryFolder> folder_;
};

// Throws std::runtime_error with what SUMO said where it did not work.
SumoRun run_sumo(const SumoOptions& options = {});

}  // namespace scrutineer::kit
