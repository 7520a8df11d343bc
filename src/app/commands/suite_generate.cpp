// scrutineer suite generate: a made-up suite, to try things out with.

#include <fmt/format.h>

#include <limits>
#include <ostream>

#include "app/detail/command.h"
#include "app/detail/words.h"
#include "base/counted.h"
#include "suite/generator.h"

namespace scrutineer::app {

namespace {

struct SuiteGenerateOptions {
  std::string folder;
  int runs = 300, maps = 5, night = 1, sut = 1, actors = 6, broken = 0;
  std::uint64_t seed = 1;
  double seconds = 12.0;
};

int generate_suite(const SuiteGenerateOptions& options, Outside& outside) {
  if (options.broken > options.runs) return refuse(outside, "--broken cannot be more than --runs");
  const suite::Generator generator({.runs = options.runs,
                                    .maps = options.maps,
                                    .night = options.night,
                                    .sut = options.sut,
                                    .seed = options.seed,
                                    .seconds = options.seconds,
                                    .actors = options.actors,
                                    .broken = options.broken});
  std::optional<Problem> problem;
  const auto write = [&](const suite::GeneratedFile& file) {
    if (problem) return;
    const std::string path = options.folder + "/" + file.path;
    problem = outside.folders.make_folder(path.substr(0, path.rfind('/')));
    if (!problem) problem = outside.files.write(path, file.content);
  };
  outside.progress.begin("making up " + options.folder);
  for (const suite::GeneratedFile& file : generator.maps()) write(file);
  for (int number = 0; number < options.runs && !problem; ++number)
    for (const suite::GeneratedFile& file : generator.run(number)) write(file);
  write({"planted.json", generator.planted()});
  if (problem) return refuse(outside, *problem);
  outside.progress.end();
  outside.screen.out << fmt::format("{}: {} on {}; planted.json says what goes wrong in which\n", options.folder,
                                    counted(static_cast<std::size_t>(options.runs), "run"),
                                    counted(static_cast<std::size_t>(options.maps), "map"));
  return kFine;
}

void add_generate_options(Options& options, SuiteGenerateOptions& values) {
  options.add("DIR", values.folder, "Where to put it").required();
  options.add("--runs", values.runs, "How many runs", "N").shows_default().within(1, 10'000'000);
  options.add("--maps", values.maps, "On how many maps", "N").shows_default().within(1, 5);
  options.add("--night", values.night, "Another night: a little noise, and the flaky runs fail in every other one", "N")
      .shows_default()
      .within(1, 1'000'000);
  options.add("--sut", values.sut, "The version of the driver: 2 has planted changes", "N")
      .shows_default()
      .within(1, 2);
  options.add("--seed", values.seed, "The seed of everything random", "N")
      .shows_default()
      .within(0, std::numeric_limits<int>::max());
  options.add("--seconds", values.seconds, "How long each run is", "S").shows_default().within(12.0, 30.0);
  options.add("--actors", values.actors, "How many actors are in each run, the ego included", "N")
      .shows_default()
      .within(2, 16);
  options.add("--broken", values.broken, "How many of the runs have traces that were cut short", "N")
      .shows_default()
      .within(0, 10'000'000);
}

}  // namespace

Command suite_generate_command() {
  return {
      .name = "suite generate",
      .turn = 200,
      .summary = "Make up a suite of small runs with planted faults, to try suites with",
      .example = "scrutineer suite generate night1 --runs 300",
      .declare = declare<SuiteGenerateOptions, add_generate_options, generate_suite>,
      .more =
          "\nThe same options give the same files. DIR/planted.json lists every run with the fault planted in it.\n"};
}

}  // namespace scrutineer::app
