// What levelX's files beside NN_tracks.csv say of a recording: NN_tracksMeta.csv and NN_recordingMeta.csv.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>

#include "base/result.h"
#include "trace/input_hashes.h"

namespace scrutineer::trace {

struct TrackMeta {
  struct Said {
    std::string type;               // the class
    std::uint64_t rows = 0;         // 0: it does not say
    std::optional<bool> goes_back;  // towards -x (highD's driving direction 1)
  };
  std::string file;                    // that of the tracks; empty: it is not there
  std::map<std::string, Said> tracks;  // by id
  std::optional<double> frame_rate;    // Hz
};

// Files that are not there say nothing. A problem: one is there and cannot be read.
Result<TrackMeta> read_track_meta(const std::string& tracks_file, const SharedHashes& hashes);

}  // namespace scrutineer::trace
