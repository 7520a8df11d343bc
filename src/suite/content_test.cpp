#include "suite/content.h"

#include <gtest/gtest.h>

#include <set>

namespace scrutineer::suite {
namespace {

std::string content(const std::string& manifest, const std::string& folder = "a",
                    const std::string& configuration = "") {
  const auto read = trace::read_manifest(manifest, folder + "/run.json");
  EXPECT_TRUE(read) << to_string(read.problem());
  return content_of(*read, configuration, [](const std::string& file) { return file.substr(file.rfind('/') + 1); });
}

TEST(Content, DiffersWithEverythingThatMatters) {
  const char* const manifests[] = {
      R"({"trace": "t"})",
      R"({"trace": "u"})",
      R"({"trace": "t", "map": "m"})",
      R"({"trace": "t", "lights": "m"})",
      R"({"trace": "t", "sumo_net": "m"})",
      R"({"trace": "t", "vehicle_types": "m"})",
      R"({"trace": "t", "planned_path": "m"})",
      R"({"trace": "t", "relocations": "m"})",
      R"({"trace": "t", "ego": "1"})",
      R"({"trace": "t", "actors": {"1": {"length": 4}}})",
      R"({"trace": "t", "actors": {"1": {"width": 4}}})",
      R"({"trace": "t", "actors": {"1": {"vru": false}}})",
      R"({"trace": "t", "flip_y": true})",
      R"({"trace": "t", "offset": [1, 0]})",
      R"({"trace": "t", "offset": [0, 1]})",
      R"({"trace": "t", "ignore_height": true})",
      R"({"trace": "t", "derive": 2})",
      R"({"trace": "t", "skip_bad_frames": true})",
      R"({"trace": "t", "stop_on_error": true})",
      R"({"trace": "t", "settings": [{"enable": "x"}]})",
      R"({"trace": "t", "settings": [{"disable": "x"}]})",
      R"({"trace": "t", "info": {"run": {"seed": 1}}})",
      R"({"trace": "t", "environment": "m"})",
      R"({"trace": "t", "odd": "m"})",
      R"({"trace": "t", "cod": "m"})",
      R"({"trace": "t", "columns": "x=pos_x"})",
      R"({"trace": "t", "columns": "x=pos_y"})",
      R"({"trace": "t", "time_unit": "ms"})",
      R"({"trace": "t", "angle_unit": "deg"})",
      R"({"trace": "t", "velocity_unit": "kmh"})",
      R"({"trace": "t", "motion_frame": "vehicle"})",
      R"({"trace": "t", "reference": "rear"})",
      R"({"trace": "t", "reference": 1.4})",
      R"({"trace": "t", "trust_input": true})",
      R"({"trace": "t", "fail_on": "sut"})",
      R"({"trace": "t", "profile": "all"})",
      R"({"trace": "t", "areas": [{"name": "a", "outline": [[0, 0], [1, 0], [1, 1]]}]})",
      R"({"trace": "t", "areas": [{"name": "a", "outline": [[0, 0], [2, 0], [1, 1]]}]})",
      R"({"trace": "t", "attributes": {"a": "b"}})",
      R"({"trace": "t", "attributes": {"ab": ""}})",
  };
  std::set<std::string> contents;
  for (const char* manifest : manifests) EXPECT_TRUE(contents.insert(content(manifest)).second) << manifest;
  EXPECT_TRUE(contents.insert(content(manifests[0], "a", "another configuration")).second);
}

TEST(Content, IsTheSameInAnotherFolder) {
  constexpr const char* kManifest = R"({"trace": "t", "map": "m", "info": {"run": {"seed": 1}}})";
  EXPECT_EQ(content(kManifest, "night1"), content(kManifest, "night2"));
}

TEST(Content, KnowsWhatIsSetForTheWholeSuite) {
  auto manifest = trace::read_manifest(R"({"trace": "t"})", "run.json");
  const auto hash = [](const std::string& file) { return file; };
  const std::string before = content_of(*manifest, "", hash);
  apply({.settings = {{trace::ManifestSetting::Kind::set, "policy.max_speed=130kph", {}}}}, *manifest);
  EXPECT_NE(content_of(*manifest, "", hash), before);
}

}  // namespace
}  // namespace scrutineer::suite
