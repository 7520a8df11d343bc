#include "trace/recognise.h"

#include <gmock/gmock.h>

#include "kit/data.h"
#include "kit/paths.h"

namespace scrutineer::trace {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

const std::string kComment =
    "<?xml version=\"1.0\"?>\n<!-- generated on Monday\n<configuration>...</configuration>\n-->\n\n";

TEST(Recognise, TellsFilesByHowTheyBegin) {
  struct Case {
    const char* name;
    std::string head;
    const char* file;
    FileKind kind;
  };
  const std::string esmini = std::string("\x03\0\0\0", 4) + "../resources/xodr/e6mini.xodr" + std::string(500, '\0');
  const Case cases[] = {
      {"nothing", "", "run.osi", FileKind::empty},
      {"noise", "\x7F\x7F\x7F\x7F\x7F", "run.bin", FileKind::unknown},
      {"Scrutineer CSV", "time,id,x,y,type\n", "a.txt", FileKind::run},
      {"SUMO FCD", kComment + "<fcd-export>\n", "a.xml", FileKind::run},
      {"MCAP", "\x89MCAP0\r\n", "a", FileKind::run},
      {"a map", "\xEF\xBB\xBF<?xml version='1.0'?><OpenDRIVE><header/>", "a.xml", FileKind::map},
      {"a map behind a type", "<!DOCTYPE x>\n<OpenDRIVE>", "a.xml", FileKind::map},
      {"a manifest", " {\n \"trace\": \"a.osi\"}", "a.txt", FileKind::manifest},
      {"a manifest of a run called so", "{\"trace\": \"results/a.osi\"}", "run.json", FileKind::manifest},
      {"a result", "{\n  \"schema_version\": 2,\n  \"engine\": {\n", "runtime_data.json", FileKind::result},
      {"SARIF", "{\n \"$schema\": \"https://json.schemastore.org/sarif-2.1.0.json\"", "a.sarif", FileKind::result},
      {"a net", kComment + "<net version=\"1.9\">", "town.net.xml", FileKind::sumo_net},
      {"a configuration of SUMO", "<configuration>", "town.sumocfg", FileKind::sumo_config},
      {"a newer one", "<sumoConfiguration>", "town.sumocfg", FileKind::sumo_config},
      {"routes", "<routes>", "town.rou.xml", FileKind::sumo_definitions},
      {"light states of SUMO", "<tlsStates>", "tls.xml", FileKind::lights},
      {"light states as CSV", "time,road,signal,colour,mode\n", "lights.csv", FileKind::lights},
      {"light states of SinD", "RawFrameID,timestamp(ms),Traffic light 1\n", "lights.csv", FileKind::lights},
      {"what highD says of tracks", "id,width,height,initialFrame,finalFrame,numFrames,class\n1,4,2,1,9,9,Car\n",
       "01_tracksMeta.csv", FileKind::track_meta},
      {"what inD says of a recording", "recordingId,locationId,frameRate,speedLimit\n", "00_recordingMeta.csv",
       FileKind::track_meta},
      {"relocations", "id;start;end\n", "spawns.csv", FileKind::relocations},
      {"another output of SUMO", "<tripinfos>", "trips.xml", FileKind::sumo_output},
      {"a scenario", "<?xml version=\"1.0\"?>\n<OpenSCENARIO>", "cut_in.xosc", FileKind::scenario},
      {"OpenSCENARIO DSL", "import osc.standard\n", "mine.osc", FileKind::configuration},
      {"esmini's recording", esmini, "sim.dat", FileKind::esmini_recording},
      {"CARLA's recording", std::string("\x01\0\x0E\0", 4) + "CARLA_RECORDER", "rec.log", FileKind::run},
      {"a bag of ROS 1", "#ROSBAG V2.0\n", "a.bag", FileKind::ros1_bag},
      {"a bag of ROS 2", std::string("SQLite format 3\0", 16), "a.db3", FileKind::ros2_bag},
      {"what a bag of ROS 2 holds", "rosbag2_bagfile_information:\n  version: 9\n", "metadata.yaml",
       FileKind::ros2_metadata},
      {"CommonRoad", "<commonRoad version='2020a'>", "a.xml", FileKind::commonroad},
      {"Lanelet2", "<osm version='0.6'>", "a.osm", FileKind::open_street_map},
      {"a report", "<!doctype html>\n<html>", "report.html", FileKind::page},
      {"an archive", "PK\x03\x04 and more", "run.zip", FileKind::archive},
  };
  for (const auto& [name, head, file, kind] : cases) EXPECT_EQ(recognise(head, file).kind, kind) << name;
}

// Every kind of file that is no run says what to do, and so does every kind that is no map.
TEST(Recognise, SaysWhatToDo) {
  for (int i = static_cast<int>(FileKind::run); i <= static_cast<int>(FileKind::archive); ++i) {
    const auto kind = static_cast<FileKind>(i);
    const Recognised found{kind, "a thing", ""};
    const std::string no_run = kind == FileKind::run ? "" : "is a thing, not a run: ";
    const std::string no_map = kind == FileKind::map ? "" : ", not a map: ";
    EXPECT_THAT(why_no_run(found, "x.y"), StartsWith(no_run)) << i;
    EXPECT_THAT(why_no_map(found, "x.y"), HasSubstr(no_map)) << i;
  }
  EXPECT_EQ(why_no_run({FileKind::unknown, "", ""}, "x"), "");
  EXPECT_EQ(why_no_run({FileKind::scenario, "a scenario", ""}, "a.xosc"),
            "is a scenario, not a run: drive it first, then check what was driven: esmini --osc a.xosc --headless "
            "--fixed_timestep 0.05 --csv_logger run.csv");
}

TEST(Recognise, KnowsRealFiles) {
  SCRUTINEER_NEEDS_DATA();
  struct Case {
    const char* file;
    FileKind kind;
  };
  const Case cases[] = {
      {"maps/Town01.xodr", FileKind::map},
      {"runs/omega-prime/acc-test.osi", FileKind::run},
      {"runs/pmsf/dronetracker_119_cutout.mcap", FileKind::run},
      {"inputs/maps/Town03.xodr.gz", FileKind::map},
      {"inputs/lanelet2/mapping_example.osm", FileKind::open_street_map},
      {"inputs/tracks/highD_layout_01_tracksMeta.csv", FileKind::track_meta},
      {"inputs/tracks/highD_layout_01_recordingMeta.csv", FileKind::track_meta},
      {"inputs/tracks/inD_layout_00_tracksMeta.csv", FileKind::track_meta},
      {"inputs/tracks/inD_layout_00_recordingMeta.csv", FileKind::track_meta},
      {"inputs/tracks/exiD_layout_01_tracksMeta.csv", FileKind::track_meta},
      {"inputs/tracks/exiD_layout_01_recordingMeta.csv", FileKind::track_meta},
      {"inputs/tracks/sind_xian_traffic_lights.csv", FileKind::lights},
      {"inputs/ros2/synthetic_autoware_auto/metadata.yaml", FileKind::ros2_metadata},
  };
  for (const auto& [file, kind] : cases) {
    const auto head = read_head((kit::data_dir() / file).string());
    ASSERT_TRUE(head) << file;
    EXPECT_EQ(recognise(*head, file).kind, kind) << file;
  }
}

}  // namespace
}  // namespace scrutineer::trace
