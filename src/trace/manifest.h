// run.json: one file that names everything about one run.
//
//   auto manifest = read_manifest("runs/17/run.json");
//   if (!manifest) return manifest.problem();          // run.json:4:3: key "tracce" is unknown (did you mean trace?)
//   auto trace = open_trace(trace_source(*manifest));
//
// docs/traces.md has an example and says what each key means.
#pragma once

#include <array>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/located_json.h"
#include "base/result.h"
#include "trace/conventions.h"
#include "trace/environment.h"
#include "trace/placement.h"
#include "trace/trace.h"

namespace scrutineer::trace {

// What is judged and how, as the flags of the same names say it: "policy.max_speed=130kph", "jerk_policy@sut" ...
struct ManifestSetting {
  enum class Kind : std::uint8_t { set, enable, disable, severity, profile };
  Kind kind = Kind::set;
  std::string text;
  Place place;  // empty: a flag said it

  bool operator==(const ManifestSetting&) const = default;
};
std::string_view to_word(ManifestSetting::Kind kind);  // "set", "enable", "disable", "severity", "profile"

// A place that people should see in a report, such as the box of a Teleporter's trigger. In the map's coordinates.
struct ManifestArea {
  std::string name;
  std::vector<std::array<double, 2>> outline;  // x and y of three corners or more

  bool operator==(const ManifestArea&) const = default;
};

// Whose errors make a program that evaluates the run exit with 1: anybody's, or only those of the system under test.
enum class FailOn : std::uint8_t { any, sut };
std::string_view to_word(FailOn fail_on);

// What holds of a concept of the operational design domain throughout the run; whether it can, the ODD's taxonomy says.
struct ConceptValue {
  std::string concept_name, text;
  Place place;

  bool operator==(const ConceptValue&) const = default;
};

struct Manifest {
  std::string file;  // the manifest itself
  // Paths are resolved: those in the file are relative to it. Empty: not given. Nothing was opened yet.
  std::string map, trace;
  std::string lights, sumo_net, vehicle_types;
  std::string planned_path, relocations;
  std::string environment;                           // a file of weather and light, or ...
  std::vector<EnvironmentValue> environment_values;  // ... what holds throughout; looked at already
  std::string map_dir;                               // a folder of maps, of which the run names one; `map` wins
  std::string columns;                               // which columns of a table mean what (columns.h)
  std::string odd;                                   // an OpenODD file
  std::string cod;                                   // a file with values of concepts, or ...
  std::vector<ConceptValue> cod_values;              // ... what holds throughout
  std::vector<std::string> config;
  std::vector<std::string> lang_path;  // folders in which configurations find the libraries that they import
  std::optional<std::string> ego;      // an actor's id
  std::map<std::string, ActorOverride> actors;
  Placement placement;
  TimeUnit time_unit = TimeUnit::s;
  Conventions conventions;
  bool trust_input = false;   // nobody asks whether the run's numbers are meant as they are read
  std::optional<int> derive;  // how many differences a value may be away from what the run reports
  bool skip_bad_frames = false, stop_on_error = false;
  FailOn fail_on = FailOn::any;
  std::vector<ManifestSetting> settings;  // later ones win
  std::vector<ManifestArea> areas;
  // An object with the objects `run`, `sim` and `model` (spec/1, global metrics), as far as they were given; whatever
  // the file's order, keys are in the order of info_keys().
  JsonValue info;
  // What else suites should know the run by, flattened: {"weather": {"rain": true}} is "weather.rain" = "true".
  std::map<std::string, std::string> attributes;
  // What was in the files when a result was made from them (its run.json says so): "sha256:" and 64 digits, by path,
  // resolved like the others. Empty in manifests that people write.
  std::map<std::string, std::string> hashes;
};

// What `info` may say, by path and in order: "run.seed", "run.images.sut_images", "sim.simulator_name" ...
std::vector<std::string> info_keys();

Result<Manifest> read_manifest(const std::string& file);
// The same for what is already in memory; `file` is what problems call it, and where paths are resolved from.
Result<Manifest> read_manifest(std::string_view content, const std::string& file);

// All that a manifest says about reading its trace.
TraceSource trace_source(const Manifest& manifest);
// What was read that way, as the manifest says that it is meant, and where the map is.
std::unique_ptr<Trace> as_meant(std::unique_ptr<Trace> trace, const Manifest& manifest);

}  // namespace scrutineer::trace
