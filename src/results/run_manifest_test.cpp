#include "results/run_manifest.h"

#include <gmock/gmock.h>

#include "kit/fake_folders.h"

namespace scrutineer::results {
namespace {

using testing::HasSubstr;
using testing::Not;

trace::Manifest everything() {
  trace::Manifest manifest;
  manifest.map = "maps/town.xodr";
  manifest.trace = "/data/run.osi";
  manifest.ego = "0";
  manifest.config = {"checks.osc"};
  manifest.lang_path = {"lib", "/shared/lib"};
  manifest.lights = "tls.xml";
  manifest.actors["12"] = {.driver = trace::Driver::external_driver, .category = trace::Category::truck, .length = 8.0};
  manifest.placement = {.flip_y = true, .x = 10.0, .y = -2.5, .ignore_height = true};
  manifest.time_unit = trace::TimeUnit::ms;
  manifest.conventions = {.angle_unit = trace::AngleUnit::deg,
                          .velocity_unit = trace::VelocityUnit::kmh,
                          .motion_frame = trace::MotionFrame::vehicle,
                          .reference = {.point = trace::ReferencePoint::rear_axle}};
  manifest.trust_input = true;
  manifest.derive = 2;
  manifest.skip_bad_frames = manifest.stop_on_error = true;
  manifest.fail_on = trace::FailOn::sut;
  using Kind = trace::ManifestSetting::Kind;
  manifest.settings = {{Kind::disable, "speed_limit", {}}, {Kind::set, "policy.max_speed=130kph", {}}};
  manifest.areas = {{"trigger box", {{0.0, 1.5}, {2.0, 1.5}, {2.0, 3.0}}}};
  manifest.info = *parse_json(R"({"run": {"seed": 17}})", "");
  manifest.attributes = {{"weather.rain", "true"}};
  return manifest;
}

TEST(RunManifest, NamesEveryFileByPathAndContent) {
  FakeFolders folders;
  folders.files = {{"maps/town.xodr", "map"}, {"/data/run.osi", "trace"}, {"checks.osc", ""}, {"tls.xml", "abc"}};
  const auto text = run_manifest(everything(), "out/17", folders);
  ASSERT_TRUE(text) << to_string(text.problem());
  EXPECT_EQ(*text, R"({
  "map": "../../maps/town.xodr",
  "trace": "../../../data/run.osi",
  "ego": "0",
  "config": [
    "../../checks.osc"
  ],
  "lang_path": [
    "../../lib",
    "../../../shared/lib"
  ],
  "lights": "../../tls.xml",
  "actors": {
    "12": {
      "driver": "external_driver",
      "category": "truck",
      "length": 8.0
    }
  },
  "flip_y": true,
  "offset": [
    10.0,
    -2.5
  ],
  "ignore_height": true,
  "time_unit": "ms",
  "angle_unit": "deg",
  "velocity_unit": "kmh",
  "motion_frame": "vehicle",
  "reference": "rear_axle",
  "trust_input": true,
  "derive": 2,
  "skip_bad_frames": true,
  "stop_on_error": true,
  "fail_on": "sut",
  "settings": [
    {
      "disable": "speed_limit"
    },
    {
      "set": "policy.max_speed=130kph"
    }
  ],
  "areas": [
    {
      "name": "trigger box",
      "outline": [
        [
          0.0,
          1.5
        ],
        [
          2.0,
          1.5
        ],
        [
          2.0,
          3.0
        ]
      ]
    }
  ],
  "info": {
    "run": {
      "seed": 17
    }
  },
  "attributes": {
    "weather.rain": "true"
  },
  "hashes": {
    "../../maps/town.xodr": "sha256:)" +
                       sha256_hex("map") + R"(",
    "../../../data/run.osi": "sha256:)" +
                       sha256_hex("trace") + R"(",
    "../../checks.osc": "sha256:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
    "../../tls.xml": "sha256:ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
  }
}
)");
}

TEST(RunManifest, IsAManifest) {
  FakeFolders folders;
  folders.files = {{"maps/town.xodr", "map"}, {"/data/run.osi", "trace"}, {"checks.osc", ""}, {"tls.xml", "abc"}};
  const auto text = run_manifest(everything(), "/at/out/17", folders);
  ASSERT_TRUE(text) << to_string(text.problem());
  const auto read = trace::read_manifest(*text, "/at/out/17/run.json");
  ASSERT_TRUE(read) << to_string(read.problem());
  EXPECT_EQ(read->map, "/at/maps/town.xodr");
  EXPECT_EQ(read->trace, "/data/run.osi");
  EXPECT_EQ(read->ego, "0");
  EXPECT_EQ(read->actors.at("12").length, 8.0);
  const trace::Placement& placement = read->placement;
  EXPECT_EQ(std::tuple(placement.flip_y, placement.x, placement.y, placement.ignore_height),
            std::tuple(true, 10.0, -2.5, true));
  EXPECT_EQ(read->derive, 2);
  EXPECT_TRUE(read->skip_bad_frames);
  EXPECT_TRUE(read->stop_on_error);
  EXPECT_EQ(read->fail_on, trace::FailOn::sut);
  ASSERT_EQ(read->settings.size(), 2U);
  for (std::size_t i = 0; i < 2; ++i) {
    EXPECT_EQ(read->settings[i].kind, everything().settings[i].kind);
    EXPECT_EQ(read->settings[i].text, everything().settings[i].text);
  }
  EXPECT_EQ(read->areas, everything().areas);
  EXPECT_EQ(read->hashes.at("/data/run.osi"), "sha256:" + sha256_hex("trace"));
}

TEST(RunManifest, SaysWhichFileIsGone) {
  FakeFolders folders;
  const auto text = run_manifest(everything(), "out", folders);
  ASSERT_FALSE(text);
  EXPECT_EQ(to_string(text.problem()), "maps/town.xodr: cannot open: No such file or directory");
}

TEST(RunManifest, HasTheHashesOfWhatWasReadNotOfWhatIsThereNow) {
  FakeFolders folders;
  folders.files = {{"run.osi", "the file that replaced it"}, {"checks.osc", "checks"}};
  trace::Manifest manifest;
  manifest.trace = "run.osi";
  manifest.config = {"checks.osc"};
  manifest.hashes = {{"run.osi", "sha256:" + sha256_hex("evaluated")},
                     {"imported.osc", "sha256:" + sha256_hex("import")}};
  const auto text = run_manifest(manifest, "out", folders);
  ASSERT_TRUE(text) << to_string(text.problem());
  EXPECT_THAT(*text, HasSubstr(R"("../run.osi": "sha256:)" + sha256_hex("evaluated")));
  EXPECT_THAT(*text, HasSubstr(R"("../checks.osc": "sha256:)" + sha256_hex("checks"))) << "hashed now";
  EXPECT_THAT(*text, HasSubstr(R"("../imported.osc": "sha256:)" + sha256_hex("import")));
}

TEST(RunManifest, NamesPipesAsTheyWereGiven) {
  FakeFolders folders;
  folders.streams = {"/dev/stdin"};
  trace::Manifest manifest;
  manifest.trace = "/dev/stdin";
  const auto unknown = run_manifest(manifest, "out", folders);
  ASSERT_TRUE(unknown) << to_string(unknown.problem());
  EXPECT_THAT(*unknown, HasSubstr(R"("trace": "/dev/stdin")"));
  EXPECT_THAT(*unknown, HasSubstr(R"("hashes": {})")) << "it was not read to its end";
  manifest.hashes = {{"/dev/stdin", "sha256:" + sha256_hex("run")}};
  const auto known = run_manifest(manifest, "out", folders);
  ASSERT_TRUE(known) << to_string(known.problem());
  EXPECT_THAT(*known, HasSubstr(R"("/dev/stdin": "sha256:)" + sha256_hex("run")));
}

}  // namespace
}  // namespace scrutineer::results
