// A live run as files that `scrutineer check` evaluates again to the same result.
//
//   Recording recording;
//   osi << recording.osi(frame, simulator);  lights << recording.lights(frame, simulator);     // every frame
//   ... lights << Recording::kLightsEnd; write("run.json", recording.manifest(simulator, ...));
//
// OSI's ids are numbers: actors are numbered in their order, and the manifest gives them their names back. The lights
// go to a file of SUMO's own kind, because the manifest ties those through the net, as the live run does.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "live/simulator.h"
#include "trace/manifest.h"
#include "trace/relocations.h"

namespace scrutineer::live {

struct RecordingFiles {  // as the manifest names them: relative to it; empty: there is none
  std::string trace, map, lights, sumo_net, relocations;
  std::string ego;
  std::string simulator_name, simulator_version;
  std::vector<trace::ManifestArea> areas = {};
};

class Recording {
 public:
  static constexpr std::string_view kLightsBegin = "<tlsStates>\n";
  static constexpr std::string_view kLightsEnd = "</tlsStates>\n";

  std::string osi(const trace::Frame& frame, const trace::Tables& tables) const;
  // Of the programs whose state is another than in the frame before.
  std::string lights(const trace::Frame& frame, const trace::Tables& tables);

 private:
  std::vector<std::pair<std::string, std::string>> states_;  // by program, as written last
};

std::string recording_manifest(const RecordingFiles& files, std::span<const trace::ActorInfo> actors);
std::string relocations_csv(std::span<const trace::Relocation> relocations);

}  // namespace scrutineer::live
