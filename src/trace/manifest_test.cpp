#include "trace/manifest.h"

#include <gmock/gmock.h>

#include <fstream>

#include "kit/scratch_folder.h"

namespace scrutineer::trace {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

Result<Manifest> read(std::string_view content) { return read_manifest(content, "runs/17/run.json"); }

TEST(Manifest, ReadsTheWholeOfIt) {
  const auto manifest = read(R"({ "map": "../town.xodr", "trace": "run.osi", "ego": "0",
    "config": ["checks.osc", "/etc/more.osc"],
    "lang_path": ["lib", "/opt/lib"],
    "lights": "tls.xml", "sumo_net": "x.net.xml", "vehicle_types": "./types.xml",
    "actors": { "12": { "driver": "external_driver", "category": "truck", "length": 8.0, "width": 2, "height": 3.5, "mass": 9000 },
                "7": { "vru": true, "parent": "12" } },
    "planned_path": "plan.csv", "relocations": "spawn_selection.csv",
    "info": {} })");
  ASSERT_TRUE(manifest) << to_string(manifest.problem());
  EXPECT_EQ(manifest->file, "runs/17/run.json");
  EXPECT_EQ(manifest->map, "runs/town.xodr");
  EXPECT_EQ(manifest->trace, "runs/17/run.osi");
  EXPECT_EQ(manifest->ego, "0");
  EXPECT_THAT(manifest->config, ElementsAre("runs/17/checks.osc", "/etc/more.osc"));
  EXPECT_THAT(manifest->lang_path, ElementsAre("runs/17/lib", "/opt/lib"));
  EXPECT_EQ(manifest->lights, "runs/17/tls.xml");
  EXPECT_EQ(manifest->sumo_net, "runs/17/x.net.xml");
  EXPECT_EQ(manifest->vehicle_types, "runs/17/types.xml");
  EXPECT_EQ(manifest->planned_path, "runs/17/plan.csv");
  EXPECT_EQ(manifest->relocations, "runs/17/spawn_selection.csv");
  EXPECT_TRUE(manifest->info.members.empty());

  ASSERT_EQ(manifest->actors.size(), 2U);
  const ActorOverride& truck = manifest->actors.at("12");
  EXPECT_EQ(truck.driver, Driver::external_driver);
  EXPECT_EQ(truck.category, Category::truck);
  EXPECT_EQ(truck.length, 8.0);
  EXPECT_EQ(truck.width, 2.0);
  EXPECT_EQ(truck.height, 3.5);
  EXPECT_EQ(truck.mass, 9000.0);
  EXPECT_FALSE(truck.vru);
  EXPECT_EQ(manifest->actors.at("7").vru, true);
  EXPECT_EQ(manifest->actors.at("7").parent, "12");

  const TraceSource source = trace_source(*manifest);
  EXPECT_EQ(source.file, "runs/17/run.osi");
  EXPECT_EQ(source.lights, "runs/17/tls.xml");
  EXPECT_EQ(source.vehicle_types, "runs/17/types.xml");
  EXPECT_EQ(source.actors.size(), 2U);
}

TEST(Manifest, ReadsHowTheRunIsEvaluated) {
  const auto manifest =
      read(R"({"trace": "run.osi", "flip_y": true, "offset": [10, -2.5], "ignore_height": true, "derive": 2,
    "skip_bad_frames": true, "stop_on_error": true, "fail_on": "sut",
    "settings": [{"disable": "speed_limit"}, {"set": "policy.max_speed=130kph"},
                 {"severity": "collision=warning@other"}, {"enable": "speed_limit@sut"}]})");
  ASSERT_TRUE(manifest) << to_string(manifest.problem());
  EXPECT_TRUE(manifest->placement.flip_y);
  EXPECT_TRUE(manifest->placement.ignore_height);
  EXPECT_EQ(manifest->placement.x, 10.0);
  EXPECT_EQ(manifest->placement.y, -2.5);
  EXPECT_EQ(manifest->derive, 2);
  EXPECT_TRUE(manifest->stop_on_error);
  EXPECT_EQ(manifest->fail_on, FailOn::sut);
  EXPECT_TRUE(trace_source(*manifest).skip_bad_frames);
  std::vector<std::string> settings;
  for (const ManifestSetting& setting : manifest->settings)
    settings.push_back(std::string(to_word(setting.kind)) + " " + setting.text);
  EXPECT_THAT(settings, ElementsAre("disable speed_limit", "set policy.max_speed=130kph",
                                    "severity collision=warning@other", "enable speed_limit@sut"));
  EXPECT_EQ(to_string(manifest->settings[2].place), "runs/17/run.json:4:31");

  const auto silent = read(R"({"trace": "run.osi"})");
  ASSERT_TRUE(silent);
  EXPECT_TRUE(silent->placement.is_none());
  EXPECT_FALSE(silent->derive);
  EXPECT_FALSE(silent->stop_on_error);
  EXPECT_EQ(silent->fail_on, FailOn::any);
  EXPECT_THAT(to_string(read(R"({"trace": "run.osi", "fail_on": "ego"})").problem()),
              testing::HasSubstr("fail_on must be one of any, sut"));
  EXPECT_FALSE(trace_source(*silent).skip_bad_frames);
  EXPECT_TRUE(silent->settings.empty());
}

TEST(Manifest, ReadsHowNumbersAreMeant) {
  const auto manifest = read_manifest(R"({"trace": "a", "time_unit": "ms", "angle_unit": "deg", "velocity_unit": "kmh",
      "motion_frame": "vehicle", "reference": "front", "trust_input": true})",
                                      "run.json");
  ASSERT_TRUE(manifest) << to_string(manifest.problem());
  EXPECT_EQ(manifest->time_unit, TimeUnit::ms);
  EXPECT_EQ(trace_source(*manifest).time_unit, TimeUnit::ms);
  EXPECT_EQ(manifest->conventions,
            (Conventions{AngleUnit::deg, VelocityUnit::kmh, MotionFrame::vehicle, {ReferencePoint::front, {}}}));
  EXPECT_TRUE(manifest->trust_input);
  for (const char* fits : {R"({"trace": "a", "columns": "time=t:ms,yaw=h", "time_unit": "ms", "angle_unit": "deg"})",
                           R"({"trace": "a", "columns": "time=t:25Hz", "time_unit": "ms"})",
                           R"({"trace": "a", "columns": "yaw=h:deg,speed=v", "velocity_unit": "kmh"})"})
    EXPECT_TRUE(read_manifest(fits, "run.json")) << fits;
  EXPECT_EQ(trace_source(*read_manifest(R"({"trace": "a", "columns": "x=px,yaw=h:deg"})", "run.json")).columns,
            "x=px,yaw=h:deg");
  EXPECT_EQ(read_manifest(R"({"trace": "a", "columns": {"x": "p, x", "yaw": "h:deg"}})", "run.json")->columns,
            "x=\"p, x\",yaw=\"h:deg\"");
  EXPECT_EQ(read_manifest(R"({"trace": "a", "map_dir": "maps"})", "runs/run.json")->map_dir, "runs/maps");
  EXPECT_EQ(read_manifest(R"({"trace": "a", "reference": 1.4})", "run.json")->conventions.reference.ahead, 1.4);
}

TEST(Manifest, ReadsAreasToShow) {
  const auto manifest = read(R"({"trace": "run.osi", "areas": [
    {"name": "trigger box", "outline": [[1, 2], [3.5, 2], [3.5, 4]]}, {"outline": [[0, 0], [1, 0], [1, 1], [0, 1]]}]})");
  ASSERT_TRUE(manifest) << to_string(manifest.problem());
  EXPECT_THAT(manifest->areas, ElementsAre(ManifestArea{"trigger box", {{{1.0, 2.0}}, {{3.5, 2.0}}, {{3.5, 4.0}}}},
                                           ManifestArea{"", {{{0.0, 0.0}}, {{1.0, 0.0}}, {{1.0, 1.0}}, {{0.0, 1.0}}}}));
}

TEST(Manifest, ReadsTheHashesOfAResult) {
  const std::string hash = "sha256:" + std::string(60, '0') + "beef";
  const auto manifest = read(R"({"trace": "../run.osi", "hashes": {"../run.osi": ")" + hash + R"("}})");
  ASSERT_TRUE(manifest) << to_string(manifest.problem());
  EXPECT_THAT(manifest->hashes, ElementsAre(testing::Pair("runs/run.osi", hash)));
}

TEST(Manifest, NeedsOnlyTheTrace) {
  const auto manifest = read_manifest(R"({"trace": "run.osi"})", "run.json");
  ASSERT_TRUE(manifest) << to_string(manifest.problem());
  EXPECT_EQ(manifest->trace, "run.osi");
  EXPECT_EQ(manifest->map, "");
  EXPECT_FALSE(manifest->ego);
}

// As one line: "run{seed=17 images{...}}".
std::string flat(const JsonValue& value) {
  if (value.kind != JsonValue::Kind::object) return "=" + describe(value);
  std::string text = "{";
  for (const JsonMember& member : value.members) text += (text.size() > 1 ? " " : "") + member.key + flat(member.value);
  return text + "}";
}

TEST(Manifest, PutsInfoIntoItsOrder) {
  const auto manifest = read(R"({"trace": "run.osi", "info": {
    "model": {"dut_version": "4.1", "dut_name": "XYZ"},
    "run": {"packages": ["a", "b"], "images": {"sut_images": "s", "foretify_image": "f"}, "start_time": 1.5, "seed": 17,
            "debug_mode": "none", "replay_folder": null},
    "sim": {"simulator_name": "esmini"}}})");
  ASSERT_TRUE(manifest) << to_string(manifest.problem());
  EXPECT_EQ(flat(manifest->info),
            "{run{debug_mode=\"none\" seed=17 start_time=1.5 images{foretify_image=\"f\" sut_images=\"s\"} "
            "packages=a list} sim{simulator_name=\"esmini\"} model{dut_name=\"XYZ\" dut_version=\"4.1\"}}");
  EXPECT_THAT(info_keys(), testing::Contains("run.images.sut_images"));
}

TEST(Manifest, FlattensAttributes) {
  const auto manifest = read(R"({"trace": "run.osi", "attributes": {
    "weather": {"rain": true, "light": {"kind": "dusk", "lux": 12.5}}, "route": 12, "road.kind": "town", "fog": null}})");
  ASSERT_TRUE(manifest) << to_string(manifest.problem());
  const std::map<std::string, std::string> expected{{"weather.rain", "true"},
                                                    {"weather.light.kind", "dusk"},
                                                    {"weather.light.lux", "12.5"},
                                                    {"route", "12"},
                                                    {"road.kind", "town"}};
  EXPECT_EQ(manifest->attributes, expected);
}

TEST(Manifest, SaysWhatIsWrongAndWhere) {
  struct Case {
    const char *name, *content, *expected;
  };
  const Case cases[] = {
      {"no trace", "\n{\"map\": \"a\"}", "run.json:2:1: key \"trace\" is missing: it names the recorded run"},
      {"an unknown key", "{\"trace\": \"a\",\n  \"sumo-net\": \"b\"}",
       "run.json:2:3: key \"sumo-net\" is unknown (did you mean sumo_net?); known are map, trace, ego,"},
      {"a key twice", "{\"trace\": \"a\",\n\"trace\": \"b\"}", "run.json:2:1: key \"trace\" comes twice"},
      {"no JSON", "{\"trace\": \"a\"\n\"map\": 1}", "run.json:2:5: is no JSON: a comma is missing"},
      {"no object", "[]", "run.json:1:1: the manifest must be an object, found a list"},
      {"a path that is no text", R"({"trace": 3})",
       "run.json:1:11: trace must be a path, a text that is not empty, found 3"},
      {"an empty path", R"({"trace": ""})",
       "run.json:1:11: trace must be a path, a text that is not empty, found \"\""},
      {"an ego that is no text", R"({"trace": "a", "ego": 0})",
       "run.json:1:23: ego must be an actor's id, a text that is not empty, found 0"},
      {"an unknown unit", R"({"trace": "a", "angle_unit": "degrees"})",
       "run.json:1:30: angle_unit must be one of rad, deg, found \"degrees\""},
      {"a unit of angles twice", R"({"columns": "yaw=h:deg", "trace": "a", "angle_unit": "rad"})",
       "run.json:1:13: columns says that yaw is in deg, and angle_unit says rad: leave one of them away"},
      {"the same one twice", R"({"angle_unit": "deg", "trace": "a", "columns": {"yaw_rate": "r:deg/s"}})",
       "run.json:1:48: columns says that yaw_rate is in deg/s, and angle_unit says deg: leave one of them away"},
      {"a unit of velocities twice", R"({"trace": "a", "velocity_unit": "mps", "columns": "speed=v:km/h"})",
       "run.json:1:51: columns says that speed is in km/h, and velocity_unit says mps: leave one of them away"},
      {"two units of times", R"({"trace": "a", "time_unit": "s", "columns": "time=t:ms"})",
       "run.json:1:45: columns says that time is in ms, and time_unit says s: leave one of them away"},
      {"columns that mean nothing", R"({"trace": "a", "columns": "xx=px"})",
       "run.json:1:27: --columns: xx is nothing that a column can mean (did you mean x?); known are time, x, y, z, "
       "yaw, "
       "pitch, roll, vx, vy, vz, ax, ay, az, yaw_rate, speed, length, width, height, id, type, role, indicator, "
       "brake_light"},
      {"a reference that is no point", R"({"trace": "a", "reference": "bumper"})",
       "run.json:1:29: reference must be one of centre, rear_axle, rear, front, or metres from the point forward to "
       "the "
       "centre, found \"bumper\""},
      {"one configuration", R"({"trace": "a", "config": "c"})",
       "run.json:1:26: config must be a list of paths, found \"c\""},
      {"a configuration that is no path", R"({"trace": "a", "config": ["c", null]})",
       "run.json:1:32: config must be a path, a text that is not empty, found null"},
      {"a flag as a word", R"({"flip_y": "yes"})", "run.json:1:12: flip_y must be true or false, found \"yes\""},
      {"a flag as a number", R"({"skip_bad_frames": 1})",
       "run.json:1:21: skip_bad_frames must be true or false, found 1"},
      {"half an offset", R"({"offset": [1]})",
       "run.json:1:12: offset must be a list of two numbers of metres, x and y, found a list"},
      {"an offset with a word", R"({"offset": [1, "2"]})", "run.json:1:12: offset must be a list of two numbers"},
      {"an absurd offset", R"({"offset": [1, 1e300]})", "run.json:1:12: offset must be a list of two numbers"},
      {"too many differences", R"({"derive": 4})", "run.json:1:12: derive must be a whole number from 0 to 3, found 4"},
      {"less than no difference", R"({"derive": -1})", "run.json:1:12: derive must be a whole number from 0 to 3"},
      {"half a difference", R"({"derive": 0.5})", "run.json:1:12: derive must be a whole number from 0 to 3"},
      {"settings in an object", R"({"settings": {"set": "a=1"}})",
       "run.json:1:14: settings must be a list of objects with one key each, found an object"},
      {"a setting that is a text", R"({"settings": ["a=1"]})",
       "run.json:1:15: a setting must be an object with one key, one of set, enable, disable, severity, profile, "
       "found"},
      {"two settings in one", R"({"settings": [{"set": "a=1", "enable": "b"}]})",
       "run.json:1:15: a setting must be an object with one key, one of set, enable, disable, severity, profile, "
       "found"},
      {"an unknown kind of setting", R"({"settings": [{"enabel": "b"}]})",
       "run.json:1:16: key \"enabel\" is unknown (did you mean enable?); known are set, enable, disable, severity"},
      {"a setting of a number", R"({"settings": [{"set": 1}]})",
       "run.json:1:23: set must be a text, as behind the flag of that name, found 1"},
      {"areas in an object", R"({"areas": {}})",
       "run.json:1:11: areas must be a list of objects with name and outline, found an object"},
      {"an area that is a text", R"({"areas": ["a"]})",
       "run.json:1:12: an area must be an object with name and outline, found"},
      {"an area without corners", R"({"areas": [{"name": "a"}]})", "run.json:1:12: an area needs an \"outline\""},
      {"an area of two corners", R"({"areas": [{"outline": [[1, 2], [3, 4]]}]})",
       "run.json:1:24: an area's outline must be a list of three corners or more, each [x, y] in metres, found a list"},
      {"a corner with one number", R"({"areas": [{"outline": [[1, 2], [3, 4], [5]]}]})",
       "run.json:1:24: an area's outline must be a list of three corners or more"},
      {"an area's name as a number", R"({"areas": [{"name": 5}]})",
       "run.json:1:21: an area's name must be a text, found 5"},
      {"an unknown key of an area", R"({"areas": [{"nam": "a"}]})",
       "run.json:1:13: key \"nam\" is unknown (did you mean name?); known are name, outline"},
      {"hashes in a list", R"({"hashes": []})",
       "run.json:1:12: hashes must be an object with paths as keys, found a list"},
      {"a hash of another kind", R"({"hashes": {"a": "md5:12"}})",
       "run.json:1:18: hashes: a must be \"sha256:\" and 64 hexadecimal digits, found \"md5:12\""},
      {"actors in a list", R"({"actors": []})",
       "run.json:1:12: actors must be an object with actors' ids as keys, found a list"},
      {"an actor that is a word", R"({"actors": {"1": "truck"}})",
       "run.json:1:18: actor 1 must be an object, found \"truck\""},
      {"an actor's unknown key", "{\"actors\": {\"1\": {\n \"lenght\": 3}}}",
       "run.json:2:2: key \"lenght\" is unknown (did you mean length?); known are name, driver, category,"},
      {"an unknown driver", R"({"actors": {"1": {"driver": "sut_drive"}}})",
       "run.json:1:29: actor 1: driver \"sut_drive\" is unknown (did you mean sut_driver?); known are sut_driver, "},
      {"a driver that is no word", R"({"actors": {"1": {"driver": 1}}})",
       "run.json:1:29: actor 1: driver must be one of sut_driver, "},
      {"an unknown category", R"({"actors": {"1": {"category": "lorry"}}})",
       "run.json:1:31: actor 1: category \"lorry\" is unknown; known are car, truck, "},
      {"a negative size", R"({"actors": {"1": {"width": -2}}})",
       "run.json:1:28: actor 1: width must be a number of metres above 0, found -2"},
      {"no size at all", R"({"actors": {"1": {"height": 0.0}}})",
       "run.json:1:29: actor 1: height must be a number of metres above 0, found 0"},
      {"a size that is no number", R"({"actors": {"1": {"length": "8 m"}}})",
       "run.json:1:29: actor 1: length must be a number of metres above 0, found \"8 m\""},
      {"an absurd size", R"({"actors": {"1": {"length": 1e300}}})",
       "run.json:1:29: actor 1: length must be a number of metres above 0, found 1e+300"},
      {"an infinite size", R"({"actors": {"1": {"length": 1e999}}})",
       "run.json:1:33: is no JSON: the number is too large"},
      {"a parent that is a number", R"({"actors": {"1": {"parent": 2}}})",
       "run.json:1:29: actor 1: parent must be a text that is not empty, found 2"},
      {"a part of itself", R"({"actors": {"1": {"parent": "1"}}})", "run.json:1:13: actor 1 would be a part of itself"},
      {"parts in a circle", R"({"actors": {"1": {"parent": "2"}, "2": {"parent": "3"}, "3": {"parent": "1"}}})",
       "run.json:1:13: actor 1 would be a part of itself"},
      {"no mass", R"({"actors": {"1": {"mass": 0}}})",
       "run.json:1:27: actor 1: mass must be a number of kilograms above 0, found 0"},
      {"vru as a number", R"({"actors": {"1": {"vru": 1}}})",
       "run.json:1:26: actor 1: vru must be true or false, found 1"},
      {"info that is no object", R"({"info": 1})", "run.json:1:10: info must be an object, found 1"},
      {"info's unknown group", R"({"info": {"modle": {}}})",
       "run.json:1:11: key \"modle\" is unknown (did you mean model?); known are run, sim, model"},
      {"info's unknown key", R"({"info": {"run": {"sed": 1}}})",
       "run.json:1:19: key \"sed\" is unknown (did you mean seed?); known are run_folder, debug_mode,"},
      {"an image's unknown key", R"({"info": {"run": {"images": {"sut": "x"}}}})",
       "run.json:1:30: key \"sut\" is unknown; known are foretify_image, simulator_image, sut_images"},
      {"a seed as a text", R"({"info": {"run": {"seed": "1"}}})",
       "run.json:1:27: info.run.seed must be a whole number, found \"1\""},
      {"an unknown debug mode", R"({"info": {"run": {"debug_mode": "record"}}})",
       "run.json:1:33: info.run.debug_mode must be none, debug_record or debug_replay, found \"record\""},
      {"a version as a number", R"({"info": {"model": {"dut_version": 4.1}}})",
       "run.json:1:36: info.model.dut_version must be a text, found 4.1"},
      {"attributes that are no object", R"({"attributes": "rain"})",
       "run.json:1:16: attributes must be an object with names as keys, found \"rain\""},
      {"a list as an attribute", R"({"attributes": {"weather": {"rain": []}}})",
       "run.json:1:37: attributes.weather.rain must be a text, a number, true or false, or an object of those, found a "
       "list"},
      {"an attribute twice", R"({"attributes": {"a.b": 1, "a": {"b": 2}}})",
       "run.json:1:38: attributes.a.b is there twice"},
      {"packages of numbers", R"({"info": {"run": {"packages": [1]}}})",
       "run.json:1:31: info.run.packages must be a text or a list of texts, found a list"},
  };
  for (const auto& [name, content, expected] : cases) {
    const auto manifest = read_manifest(content, "run.json");
    ASSERT_FALSE(manifest) << name;
    EXPECT_THAT(to_string(manifest.problem()), testing::StartsWith(expected)) << name;
  }
}

TEST(Manifest, IsReadFromItsFile) {
  const kit::ScratchFolder folder;
  std::ofstream(folder.file("run.json")) << R"({"trace": "run.osi"})";
  const auto manifest = read_manifest(folder.file("run.json"));
  ASSERT_TRUE(manifest) << to_string(manifest.problem());
  EXPECT_EQ(manifest->trace, folder.file("run.osi"));

  const auto missing = read_manifest(folder.file("missing.json"));
  ASSERT_FALSE(missing);
  EXPECT_THAT(to_string(missing.problem()), HasSubstr("missing.json"));
}

}  // namespace
}  // namespace scrutineer::trace
