#include "suite/run_suite.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/mman.h>
#include <unistd.h>

#include <atomic>
#include <csignal>
#include <cstdlib>
#include <map>
#include <memory>
#include <new>
#include <thread>

#include "kit/fake_folders.h"
#include "kit/fake_outside.h"
#include "suite/generator.h"

namespace scrutineer::suite {
namespace {

using store::Outcome;
using testing::HasSubstr;
using testing::IsEmpty;

// Seen by workers and by us.
struct Shared {
  std::atomic<int> opened{0};
};

// Files in which some traces do more than being read: whoever opens them meets what the path says.
class HostileFiles : public run::FakeFiles {
 public:
  HostileFiles()
      : shared(new(::mmap(nullptr, sizeof(Shared), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0)) Shared) {
  }
  HostileFiles(const HostileFiles&) = delete;
  HostileFiles& operator=(const HostileFiles&) = delete;
  ~HostileFiles() override { ::munmap(shared, sizeof(Shared)); }

  Result<std::unique_ptr<trace::Trace>> open_trace(const trace::TraceSource& source) override {
    const int opened = ++shared->opened;
    const std::string what = faults[source.file];
    if (what == "crash" || (what == "crash once" && opened == 1)) ::raise(SIGSEGV);
    if (what == "busy") return Problem{{.file = source.file}, "cannot be opened: Too many open files"};
    if (what == "hang") std::this_thread::sleep_for(std::chrono::hours(1));
    if (what == "hunger") eat();
    if (what == "slow") std::this_thread::sleep_for(std::chrono::milliseconds(20));
    if (what == "throw") throw std::runtime_error("a mistake of ours");
    return FakeFiles::open_trace(source);
  }

  std::map<std::string, std::string> faults;
  Shared* shared;

 private:
  static void eat() {
    for (std::vector<std::unique_ptr<char[]>> all;;) {
      all.push_back(std::make_unique<char[]>(1 << 20));
      std::fill_n(all.back().get(), 1 << 20, 'x');
    }
  }
};

class MemorySink : public RecordSink {
 public:
  std::optional<Problem> write(std::span<const store::RunRecord> written) override {
    ++calls;
    if (fails > 0) {
      --fails;
      return Problem{{.file = "nights.db"}, "is locked"};
    }
    for (const store::RunRecord& record : written) records[record.run.key] = record;
    return std::nullopt;
  }
  int calls = 0, fails = 0;
  std::map<std::string, store::RunRecord> records;
};

class QuietWatcher : public SuiteWatcher {
 public:
  void show(const SuiteProgress& progress) override {
    last = progress;
    if (interrupts_at && progress.done >= *interrupts_at) {
      interrupts_at.reset();
      ::raise(SIGINT);
    }
  }
  SuiteProgress last;
  std::optional<std::size_t> interrupts_at;
};

// A generated suite in memory.
struct Night {
  explicit Night(int runs) : generator({.runs = runs, .maps = 3}) {
    for (const GeneratedFile& file : generator.maps()) put(file.path, file.content);
    for (int number = 0; number < runs; ++number) {
      for (const GeneratedFile& file : generator.run(number)) put(file.path, file.content);
      const std::string key = generator.plan(number).key;
      const std::string folder = key.substr(0, key.rfind('/'));
      job.runs.push_back({.key = key,
                          .manifest = key,
                          .trace = folder + "/run.csv",
                          .map = "maps/" + key.substr(0, key.find('/')) + ".xodr"});
    }
    job.patience = std::chrono::milliseconds(0);
  }
  void put(const std::string& path, const std::string& content) {
    files.content[path] = content;
    folders.files[path] = content;
  }
  SuiteOutcome run() { return run_suite(job, sink, watcher, outside); }
  // What the runs were made from is known the next time.
  void remember() {
    for (PlannedRun& run : job.runs) {
      const auto known = sink.records.find(run.key);
      if (known == sink.records.end()) continue;
      run.content = known->second.run.content;
      run.failed_before.reset();
      if (known->second.run.outcome != store::Outcome::evaluated) run.failed_before = known->second.run.reason;
    }
  }
  std::map<std::string, store::RunRecord> records_without_times() const {
    std::map<std::string, store::RunRecord> records = sink.records;
    for (auto& [key, record] : records) record.run.wall_s = record.run.cpu_s = 0.0;
    return records;
  }

  Generator generator;
  HostileFiles files;
  results::FakeFolders folders;
  run::NoProgress progress;
  run::Outside outside{files, folders, progress};
  SuiteJob job;
  MemorySink sink;
  QuietWatcher watcher;
};

TEST(RunSuite, FindsTheSameWithAnyNumberOfWorkers) {
  Night one(24), three(24);
  three.job.jobs = 3;
  const SuiteOutcome outcome = one.run();
  EXPECT_TRUE(outcome.is_complete());
  EXPECT_EQ(outcome.evaluated, 24);
  EXPECT_TRUE(three.run().is_complete());
  EXPECT_EQ(one.sink.records.size(), 24);
  EXPECT_EQ(one.records_without_times(), three.records_without_times());
  const store::RunRecord& first = one.sink.records.begin()->second;
  EXPECT_GT(first.run.ego_km.value_or(0.0), 0.1);
  EXPECT_EQ(first.run.frames, 121);
  EXPECT_GT(first.run.wall_s, 0.0);
  EXPECT_EQ(one.watcher.last.done, 24);
}

TEST(RunSuite, GivesARunThatGoesWrongItsOwnOutcome) {
  struct Row {
    const char *name, *fault;
    Outcome outcome;
    const char* reason;
  };
  const Row rows[] = {
      {"a crash", "crash", Outcome::crashed, "the process that evaluated it was killed by signal 11"},
      {"a run that takes for ever", "hang", Outcome::timeout, "was not evaluated within 1 s (--timeout)"},
      {"a mistake of ours", "throw", Outcome::crashed, "internal error: a mistake of ours"},
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
      {"a run that takes all memory", "hunger", Outcome::out_of_memory,
       "needs more than 400 MB of memory (--max-memory)"},
#endif
  };
  for (const Row& row : rows) {
    Night night(9), sound(9);
    night.job.jobs = 2;
    if (row.outcome == Outcome::timeout) night.job.timeout = 1.0;
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
    night.job.max_memory = 400'000'000;
#endif
    const std::string key = night.job.runs[4].key;
    night.files.faults[night.job.runs[4].trace] = row.fault;
    const SuiteOutcome outcome = night.run();
    EXPECT_TRUE(outcome.is_complete()) << row.name;
    ASSERT_EQ(night.sink.records.size(), 9) << row.name;
    EXPECT_EQ(to_word(night.sink.records[key].run.outcome), to_word(row.outcome)) << row.name;
    EXPECT_THAT(night.sink.records[key].run.reason, HasSubstr(row.reason)) << row.name;
    // All others are what they are without it.
    sound.run();
    EXPECT_EQ(night.sink.records[key].run.content, sound.sink.records[key].run.content) << row.name;
    night.sink.records.erase(key);
    sound.sink.records.erase(key);
    EXPECT_EQ(night.records_without_times(), sound.records_without_times()) << row.name;
  }
}

TEST(RunSuite, TriesAgainWhatAWorkerDiedOf) {
  Night night(3);
  night.files.faults[night.job.runs[0].trace] = "crash once";
  EXPECT_TRUE(night.run().is_complete());
  for (const auto& [key, record] : night.sink.records) EXPECT_EQ(to_word(record.run.outcome), "evaluated") << key;
}

TEST(RunSuite, GoesOnAmongRunsThatCannotBeRead) {
  Night night(8);
  night.files.content.erase(night.job.runs[0].trace);
  night.folders.files.erase(night.job.runs[0].trace);
  night.put(night.job.runs[1].manifest, "{");
  night.put(night.job.runs[2].trace, "no trace");
  night.put(night.job.runs[3].manifest, R"({"trace": "run.csv", "map": "nowhere.xodr"})");
  night.put(night.job.runs[4].manifest, R"({"trace": "run.csv", "settings": [{"set": "nothing=1"}]})");
  const SuiteOutcome outcome = night.run();
  EXPECT_TRUE(outcome.is_complete());
  EXPECT_EQ(outcome.not_evaluated.size(), 5);
  for (const auto& [key, reason] : outcome.not_evaluated) {
    EXPECT_EQ(to_word(night.sink.records[key].run.outcome), "unreadable") << key;
    EXPECT_FALSE(reason.empty()) << key;
    EXPECT_FALSE(night.sink.records[key].run.content.empty()) << key;
  }
}

TEST(RunSuite, DoesOnlyWhatIsMissingOrChanged) {
  Night night(9);
  night.put(night.job.runs[2].trace, "no trace");
  SuiteOutcome outcome = night.run();
  EXPECT_EQ(outcome.evaluated, 8) << "and not the one that could not be";
  EXPECT_EQ(outcome.not_evaluated.size(), 1);
  EXPECT_EQ(outcome.all(), 9);
  const auto failed = outcome.not_evaluated;
  const auto before = night.records_without_times();
  night.remember();
  outcome = night.run();
  EXPECT_EQ(outcome.unchanged, 8);
  EXPECT_EQ(outcome.evaluated, 0);
  EXPECT_TRUE(outcome.not_evaluated.empty());
  EXPECT_EQ(outcome.still_not_evaluated, failed) << "what could not be evaluated is not forgotten";
  EXPECT_EQ(outcome.all(), 9);

  // Another trace, another map, a trace that can be read now, one that is new.
  night.put(night.job.runs[0].trace, night.files.content[night.job.runs[3].trace]);
  night.put("maps/bend.xodr", night.files.content["maps/bend.xodr"] + "\n");
  night.put(night.job.runs[2].trace, night.files.content[night.job.runs[5].trace]);
  night.job.runs[6].content.clear();
  outcome = night.run();
  std::size_t on_bend = 0;
  for (const PlannedRun& run : night.job.runs) on_bend += run.map == "maps/bend.xodr" ? 1U : 0U;
  EXPECT_EQ(outcome.evaluated, 3 + on_bend);
  EXPECT_EQ(outcome.unchanged, 6 - on_bend);
}

TEST(RunSuite, TriesAgainWhatTheSystemWouldNotLetItRead) {
  Night night(3);
  const std::string trace = night.job.runs[1].trace, key = night.job.runs[1].key;
  night.files.faults[trace] = "busy";
  EXPECT_EQ(night.run().not_evaluated.size(), 1U);
  night.remember();
  EXPECT_EQ(night.run().unchanged, 2U) << "as long as it cannot be read, it is tried";
  night.files.faults.erase(trace);
  const SuiteOutcome outcome = night.run();
  EXPECT_EQ(outcome.evaluated, 1U);
  EXPECT_EQ(to_word(night.sink.records[key].run.outcome), "evaluated");
}

TEST(RunSuite, StopsWhenAskedAndGoesOnLater) {
  Night night(60), undisturbed(60);
  for (const PlannedRun& run : night.job.runs) night.files.faults[run.trace] = "slow";
  night.watcher.interrupts_at = 1;
  const SuiteOutcome first = night.run();
  EXPECT_TRUE(first.is_cancelled);
  EXPECT_FALSE(first.is_complete());
  EXPECT_EQ(first.left, 60 - night.sink.records.size());
  night.remember();
  EXPECT_TRUE(night.run().is_complete());
  undisturbed.run();
  EXPECT_EQ(night.records_without_times(), undisturbed.records_without_times());
}

TEST(RunSuite, AbandonsWhatDoesNotEndWhenAsked) {
  Night night(2);
  night.files.faults[night.job.runs[0].trace] = night.files.faults[night.job.runs[1].trace] = "hang";
  night.watcher.interrupts_at = 0;
  const SuiteOutcome outcome = night.run();
  EXPECT_TRUE(outcome.is_cancelled);
  EXPECT_EQ(outcome.left, 2);
  EXPECT_THAT(night.sink.records, IsEmpty());
}

TEST(RunSuite, KeepsRecordsUntilTheyCanBeStored) {
  Night night(6);
  night.job.patience = std::chrono::seconds(60);
  night.sink.fails = 1;
  const SuiteOutcome outcome = night.run();
  EXPECT_TRUE(outcome.is_complete());
  EXPECT_EQ(night.sink.records.size(), 6);
  EXPECT_GT(night.sink.calls, 1);
}

TEST(RunSuite, SaysWhyNothingCanBeStored) {
  Night night(6);
  night.sink.fails = 1'000;
  const SuiteOutcome outcome = night.run();
  EXPECT_FALSE(outcome.is_complete());
  ASSERT_TRUE(outcome.problem);
  EXPECT_EQ(to_string(*outcome.problem), "nights.db: is locked");
  EXPECT_EQ(outcome.left, 6);
  EXPECT_EQ(outcome.evaluated, 0);
  for (const auto& [verdict, count] : outcome.verdicts) EXPECT_EQ(count, 0) << verdict;
}

TEST(RunSuite, KeepsFoldersAndIntervals) {
  Night night(3);
  night.job.folders = "kept";
  night.job.keep_intervals = true;
  EXPECT_TRUE(night.run().is_complete());
  std::size_t intervals = 0;
  for (const auto& [key, record] : night.sink.records) {
    EXPECT_THAT(record.run.folder, testing::StartsWith("kept/")) << key;
    intervals += record.intervals.size();
  }
  EXPECT_GT(intervals, 0);
}

}  // namespace
}  // namespace scrutineer::suite
