// Files that a run is read together with though nobody names them: those that its data set puts beside it.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace scrutineer::trace {

// What levelX's files say of the recording in NN_tracks.csv: NN_tracksMeta.csv and NN_recordingMeta.csv, also packed.
// `kind` is tracksMeta or recordingMeta. Empty: there is no such file.
std::string meta_beside(const std::string& run, std::string_view kind);

// The table of the people beside that of the vehicles (INTERACTION, SinD). Empty: there is none.
std::string people_beside(const std::string& run);

// All of these that are there, in a fixed order. Names alone decide, so the run's format may be one that does not use
// them.
struct FileBeside {
  std::string_view what;  // the same for every run
  std::string file;
};
std::vector<FileBeside> files_beside(const std::string& run);

}  // namespace scrutineer::trace
