// A map that programs share: counted, never changed.
#pragma once

#include <atomic>
#include <cstdint>
#include <utility>

#include "capi/scrutineer.h"
#include "run/load.h"

struct scr_map {
  explicit scr_map(scrutineer::run::LoadedMap with) : loaded(std::move(with)) {}

  const scrutineer::map::RoadNetwork& network() const { return *loaded.network; }

  scrutineer::run::LoadedMap loaded;
  std::atomic<std::int64_t> references{1};
};
