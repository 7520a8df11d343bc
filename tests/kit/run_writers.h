// Runs (kit/run_data.h) as files of every format that is read, byte for byte as their own programs would write them.
//
//   const ReadRun read = read_run(to_osi_zst(run));
//   write_file(folder / "run.csv", to_csv(run));
//
// Faults stay in: a NaN is written as one. What a format cannot hold is left out; each writer says what that is.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "kit/run_data.h"

namespace scrutineer::kit {

// ---- OSI: no drivers; av_state only of the ego, in a SensorView; no speed without a velocity ------------------------
// Ids are numbers there: where any actor's id is none, all are numbered in their order, from 1. A light becomes a head
// of three bulbs that refer to the signal; static objects become stationary ones.
struct OsiOptions {
  bool sensor_view = false;  // else GroundTruth
};
std::string osi_message(const RunData& run, const trace::Frame& frame, const OsiOptions& options = {});  // one frame
std::string to_osi(const RunData& run, const OsiOptions& options = {});  // each message behind its length

struct McapOptions {
  std::string compression;  // of chunks: "zstd", "lz4" or none
  bool chunked = true;
  bool indexed = true;  // message indexes, and a summary with chunk index and statistics
  std::size_t frames_per_chunk = 20;
  bool sensor_view = false;
};
std::string to_mcap(const RunData& run, const McapOptions& options = {});

// ---- Scrutineer CSV: no brake lights, no polygons, no static objects ------------------------------------------------
// Columns that no actor has anything for are left out.
std::string to_csv(const RunData& run);
std::string to_lights_csv(const RunData& run);  // a row per light and frame

// ---- SUMO FCD: speed and acceleration along the heading only, no roll, no yaw rate, no parts ------------------------
// As SUMO writes it: the front bumper's position, degrees clockwise from north. Velocities go through `speed`.
struct FcdOptions {
  int digits = 2;  // SUMO's --precision
};
std::string to_fcd(const RunData& run, const FcdOptions& options = {});
std::string to_vehicle_types(const RunData& run);  // one vType for each actor; its FCD elements name it
std::string to_tls_states(const RunData& run);     // SaveTLSStates: all lights as links of one program "kit"

// ---- esmini's CSV log: every actor is a car, positions are 1.4 m behind the box's centre ----------------------------
// No roll, indicators and the like.
std::string to_esmini_csv(const RunData& run);

// ---- packing --------------------------------------------------------------------------------------------------------
std::string zstd_packed(std::string_view bytes);
std::string gzip_packed(std::string_view bytes);
std::string lz4_packed(std::string_view bytes);  // a frame, as in MCAP's chunks
inline std::string to_osi_zst(const RunData& run, const OsiOptions& options = {}) {
  return zstd_packed(to_osi(run, options));
}
inline std::string to_osi_gz(const RunData& run, const OsiOptions& options = {}) {
  return gzip_packed(to_osi(run, options));
}

// ---- files ----------------------------------------------------------------------------------------------------------
void write_file(const std::filesystem::path& path, std::string_view bytes);  // throws where it cannot

// A new folder for one test, removed with all that is in it.
class TemporaryFolder {
 public:
  TemporaryFolder();
  ~TemporaryFolder();
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;

  const std::filesystem::path& path() const { return path_; }
  std::string file(const std::string& name) const { return (path_ / name).string(); }

 private:
  std::filesystem::path path_;
};

}  // namespace scrutineer::kit
