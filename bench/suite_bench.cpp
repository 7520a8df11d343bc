// A whole suite: runs of 20 s with 10 actors at 10 Hz on 5 maps, through workers into a SQLite store.
//
//   build/release/bin/suite_bench [RUNS]        10,000 by default; they take 150 kB each in the folder for temporary files
//
// What a run costs beside decoding and evaluating is what is left of the processor time of all processes when that of
// run::evaluate() in the workers is taken away.

#include <fmt/format.h>
#include <sys/resource.h>

#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <string>

#include "kit/figures.h"
#include "run/real_files.h"
#include "run/real_folders.h"
#include "store/store.h"
#include "suite/generator.h"
#include "suite/run_suite.h"

namespace scrutineer {
namespace {

namespace fs = std::filesystem;

double processor_seconds(int who) {
  rusage usage{};
  getrusage(who, &usage);
  const auto seconds = [](const timeval& time) {
    return static_cast<double>(time.tv_sec) + 1e-6 * static_cast<double>(time.tv_usec);
  };
  return seconds(usage.ru_utime) + seconds(usage.ru_stime);
}

double thread_seconds() {
  timespec time{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

void make_runs(const suite::GeneratorOptions& options, const fs::path& folder) {
  const suite::Generator generator(options);
  const auto write = [&](const suite::GeneratedFile& file) {
    const fs::path path = folder / file.path;
    fs::create_directories(path.parent_path());
    std::ofstream(path, std::ios::binary) << file.content;
  };
  for (const suite::GeneratedFile& file : generator.maps()) write(file);
  for (int run = 0; run < options.runs; ++run)
    for (const suite::GeneratedFile& file : generator.run(run)) write(file);
}

class StoreOfBench : public suite::RecordSink, public suite::SuiteWatcher {
 public:
  explicit StoreOfBench(const std::string& file)
      : store_(*store::open_store(file, store::OpenMode::create)), suite_(store_->make_suite({.name = "bench"})->id) {}
  std::optional<Problem> write(std::span<const store::RunRecord> records) override {
    return store_->write(suite_, records);
  }
  void show(const suite::SuiteProgress& /*progress*/) override {}

 private:
  std::unique_ptr<store::Store> store_;
  std::int64_t suite_;
};

struct Measured {
  double wall = 0.0, processor = 0.0, evaluating = 0.0;
  std::uint64_t largest_worker = 0;
};

Measured measure(const suite::SuiteJob& job, const std::string& store, run::Outside& outside) {
  fs::remove(store);
  StoreOfBench sink(store);
  const double before = processor_seconds(RUSAGE_SELF) + processor_seconds(RUSAGE_CHILDREN);
  const suite::SuiteOutcome outcome = suite::run_suite(job, sink, sink, outside);
  const double after = processor_seconds(RUSAGE_SELF) + processor_seconds(RUSAGE_CHILDREN);
  if (!outcome.is_complete()) fmt::print("the suite is not complete\n");
  return {outcome.seconds, after - before, outcome.evaluating, outcome.largest_worker};
}

int bench(int runs) {
  const fs::path folder = fs::temp_directory_path() / "scrutineer-suite-bench";
  fs::remove_all(folder);
  make_runs({.runs = runs, .seconds = 20.0, .actors = 10}, folder / "runs");
  run::RealFiles files;
  run::RealFolders folders;
  run::NoProgress progress;
  run::Outside outside{files, folders, progress};
  const double before = thread_seconds();
  const auto plan = suite::make_plan({.paths = {(folder / "runs").string()}}, outside);
  const double planning = (thread_seconds() - before) / runs;
  if (!plan) {
    fmt::print("{}\n", to_string(plan.problem()));
    return 2;
  }
  suite::SuiteJob job{.runs = plan->runs};
  const Measured one = measure(job, folder / "one.db", outside);
  job.jobs = 2;
  const Measured two = measure(job, folder / "two.db", outside);
  const double all = one.processor / runs + planning, evaluation = one.evaluating / runs;
  fmt::print("{} runs of 20 s, 10 actors, 10 Hz on 5 maps\n", runs);
  fmt::print("  one worker    {:8.1f} s  {:7.0f} runs/s\n", one.wall, runs / one.wall);
  fmt::print("  two workers   {:8.1f} s  {:7.0f} runs/s  {:.2f} times as fast\n", two.wall, runs / two.wall,
             one.wall / two.wall);
  fmt::print("  processor time per run  {:7.3f} ms\n", 1e3 * all);
  fmt::print("    decoding, evaluating  {:7.3f} ms\n", 1e3 * evaluation);
  fmt::print("    all else              {:7.3f} ms  of it looking for runs {:.3f} ms\n", 1e3 * (all - evaluation),
             1e3 * planning);
  fmt::print("  memory of a worker      {:7.0f} MB at most\n",
             static_cast<double>(std::max(one.largest_worker, two.largest_worker)) / 1e6);
  fmt::print("  store                   {:7.0f} bytes per run\n",
             static_cast<double>(fs::file_size(folder / "one.db")) / runs);
  fmt::print("  a million such runs     {:7.1f} core hours\n", 1e6 * all / 3600.0);
  kit::figure("suite/evaluating", 1e3 * evaluation, "ms");
  kit::figure("suite/all_else", 1e3 * (all - evaluation), "ms");
  kit::figure("suite/two_workers_over_one", one.wall / two.wall, "times");
  kit::figure("suite/runs_per_second/two_workers", runs / two.wall, "1/s");
  kit::figure("suite/memory_of_worker", static_cast<double>(std::max(one.largest_worker, two.largest_worker)) / 1e6,
              "MB");
  fs::remove_all(folder);
  return 0;
}

}  // namespace
}  // namespace scrutineer

int main(int argc, char** argv) { return scrutineer::bench(argc > 1 ? std::atoi(argv[1]) : 10'000); }
