// Suites that are made up, for demonstrations, tests and benchmarks: small runs on a few maps, with faults that are known.
//
//   const Generator generator({.runs = 300, .night = 2, .sut = 2});
//   for (const GeneratedFile& file : generator.maps()) ...
//   for (int run = 0; run < 300; ++run)
//     for (const GeneratedFile& file : generator.run(run)) ...    // avenue/0007/run.json, avenue/0007/run.csv
//   generator.planted();                                          // planted.json: which faults are where
//
// The same options give the same bytes on every machine. Nights differ by a little noise, so little that with up to six
// actors it changes no metric by more than one learns from the nights before, and by the flaky runs;
// versions of the system under test by planted changes: some runs fail that did not, some no longer do, some are worse.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace scrutineer::suite {

// What goes wrong in a run.
enum class PlantedFault : std::uint8_t {
  none,
  speeding,        // the ego is too fast for its road: fails
  departure,       // the ego leaves the road: fails
  collision,       // the ego drives into a car that stands: fails
  hard_braking,    // the ego brakes harder than it should: a warning, passes
  other_teleport,  // another car jumps: suspect
  broken_trace,    // the file ends in the middle of a row: cannot be judged to its end
};
std::string_view to_word(PlantedFault fault);

// What the second version of the system under test changes.
enum class PlantedChange : std::uint8_t {
  none,
  added,   // a fault that the first version does not have
  mended,  // no fault where the first version has one
  worse,   // the same fault, graver
  moved,   // no fault in either, but the ego drives faster
};
std::string_view to_word(PlantedChange change);

struct GeneratorOptions {
  int runs = 300;
  int maps = 5;  // 1 to 5
  int night = 1;
  int sut = 1;  // the version of the system under test: 1 or 2
  std::uint64_t seed = 1;
  double seconds = 12.0, step = 0.1;
  int actors = 6;  // with the ego, at least 2
  int broken = 0;  // so many of the runs, the last ones, have broken traces
};

struct GeneratedFile {
  std::string path;  // below the suite's folder
  std::string content;
};

struct PlantedRun {
  std::string key;  // the manifest's path below the suite's folder
  PlantedFault fault = PlantedFault::none;
  PlantedChange change = PlantedChange::none;  // against version 1
  bool is_flaky = false;                       // speeds in every second night
};

class Generator {
 public:
  explicit Generator(const GeneratorOptions& options) : options_(options) {}

  std::vector<GeneratedFile> maps() const;
  std::vector<GeneratedFile> run(int number) const;  // from 0
  PlantedRun plan(int number) const;
  std::string planted() const;

 private:
  GeneratorOptions options_;
};

}  // namespace scrutineer::suite
