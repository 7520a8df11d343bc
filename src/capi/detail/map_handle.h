// A map that programs share: counted, never changed.
#pragma once

#include <atomic>
#include <cstdint>
#include <utility>
#include <vector>

#include "capi/scrutineer.h"
#include "run/load.h"

struct scr_map {
  explicit scr_map(scrutineer::run::LoadedMap with);

  // All that a position says about its lane, in one place: the lookup of a random point mostly waits for memory.
  struct LaneFacts {
    const char* road = nullptr;
    std::int32_t road_index = 0, number = 0;
    bool is_along_s = false;
  };

  const scrutineer::map::RoadNetwork& network() const { return *loaded.network; }

  scrutineer::run::LoadedMap loaded;
  std::vector<LaneFacts> lanes;  // by LaneId
  std::atomic<std::int64_t> references{1};
};
