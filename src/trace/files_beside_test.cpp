#include "trace/files_beside.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "kit/run_writers.h"
#include "kit/scratch_folder.h"

namespace scrutineer::trace {
namespace {

TEST(FilesBeside, AreThoseThatDataSetsPutThere) {
  struct Case {
    const char *name, *run;
    std::vector<const char*> there;
    std::set<std::pair<std::string, std::string>> found;
  };
  const Case cases[] = {
      {"nothing", "01_tracks.csv", {"02_tracksMeta.csv"}, {}},
      {"levelX", "01_tracks.csv", {"01_tracksMeta.csv"}, {{"tracksMeta", "01_tracksMeta.csv"}}},
      {"both of levelX, packed",
       "01_tracks.csv.gz",
       {"01_tracksMeta.csv.gz", "01_recordingMeta.csv"},
       {{"tracksMeta", "01_tracksMeta.csv.gz"}, {"recordingMeta", "01_recordingMeta.csv"}}},
      {"INTERACTION",
       "vehicle_tracks_000.csv",
       {"pedestrian_tracks_000.csv"},
       {{"people", "pedestrian_tracks_000.csv"}}},
      {"SinD", "Veh_smoothed_tracks.csv", {"Ped_smoothed_tracks.csv"}, {{"people", "Ped_smoothed_tracks.csv"}}},
      {"another name", "run.csv", {"runMeta.csv"}, {}},
  };
  for (const auto& [name, run, there, found] : cases) {
    const kit::ScratchFolder folder;
    for (const char* file : there) kit::write_file(folder.path() / file, "");
    std::set<std::pair<std::string, std::string>> files;
    for (const auto& [what, file] : files_beside(folder.file(run)))
      files.emplace(what, std::filesystem::path(file).filename().string());
    EXPECT_EQ(files, found) << name;
  }
}

}  // namespace
}  // namespace scrutineer::trace
