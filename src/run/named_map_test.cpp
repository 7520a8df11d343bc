#include "run/named_map.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "kit/carla_log.h"
#include "kit/fake_folders.h"
#include "kit/fake_outside.h"

namespace scrutineer::run {
namespace {

using testing::HasSubstr;

TEST(NamedMap, IsFoundInAFolderOfMaps) {
  struct Case {
    const char* name;
    std::vector<std::string> folder;
    std::string run;
    const char *map, *problem;
  };
  const std::string town = kit::CarlaLog("Carla/Maps/Town03_Opt").bytes();
  const Case cases[] = {
      {"by its name", {"Town01.xodr", "Town03.xodr", "Town03_Opt.xodr"}, town, "maps/Town03.xodr", ""},
      {"packed", {"Town01.xodr", "Town03.xodr.gz"}, town, "maps/Town03.xodr.gz", ""},
      {"in other letters", {"town03.xodr"}, town, "maps/town03.xodr", ""},
      {"in its own letters first", {"TOWN03.xodr", "Town03.xodr"}, town, "maps/Town03.xodr", ""},
      {"not there",
       {"Town01.xodr", "notes.txt"},
       town,
       "",
       "was driven on Town03, but maps has no Town03.xodr; it has Town01.xodr. --map names one that lies elsewhere"},
      {"no maps at all", {"notes.txt"}, town, "", "it has no maps (.xodr)"},
      {"a run that names none",
       {"Town01.xodr"},
       "time,id,type,x,y,length,width,height\n",
       "",
       "does not say on which map it was driven"},
  };
  for (const auto& [name, folder, run, map, problem] : cases) {
    FakeFiles files;
    results::FakeFolders folders;
    FakeProgress progress;
    Outside outside{files, folders, progress};
    files.content["run.log"] = run;
    for (const std::string& file : folder) folders.files["maps/" + file] = "";
    trace::Manifest manifest;
    manifest.trace = "run.log";
    manifest.map_dir = "maps";
    const auto found = find_named_map(manifest, outside);
    EXPECT_THAT(found ? found->message : "", HasSubstr(problem)) << name;
    EXPECT_EQ(manifest.map, map) << name;
  }
}

TEST(NamedMap, AMapThatIsNamedWins) {
  FakeFiles files;
  results::FakeFolders folders;
  FakeProgress progress;
  Outside outside{files, folders, progress};
  trace::Manifest manifest;
  manifest.map = "mine.xodr";
  manifest.map_dir = "maps";
  EXPECT_FALSE(find_named_map(manifest, outside));
  EXPECT_EQ(manifest.map, "mine.xodr");
}

}  // namespace
}  // namespace scrutineer::run
