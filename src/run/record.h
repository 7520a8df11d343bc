// A run that was evaluated, read again for its report.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "map/road_network.h"
#include "report/map_piece.h"
#include "report/odd_track.h"
#include "report/recording.h"
#include "run/configuration.h"
#include "run/outside.h"
#include "trace/kept_steps.h"
#include "trace/manifest.h"

namespace scrutineer::run {

struct Recorded {
  std::optional<report::Recording> recording;  // nothing: it could not be read again, see `notices`
  std::optional<report::MapPiece> map;
  report::OddTracks odd;             // of a run with an operational design domain
  std::vector<std::string> notices;  // why something is missing
};

// What the manifest names and is still in memory from the evaluation, so that it need not be read again.
struct StillThere {
  std::shared_ptr<const map::RoadNetwork> map = {};
  std::shared_ptr<const trace::KeptSteps> steps = {};  // all of them, with the states of lights
};

// A sentence for each input that is missing, cannot be read again, or has changed since the result was made.
std::vector<std::string> changed_inputs(const trace::Manifest& manifest, const StillThere& still_there,
                                        Outside& outside);

Recorded record(const trace::Manifest& manifest, const report::Found& found,
                std::shared_ptr<const Configuration> configuration, Outside& outside,
                const StillThere& still_there = {});

}  // namespace scrutineer::run
