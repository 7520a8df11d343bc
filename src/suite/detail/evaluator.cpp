#include "suite/detail/evaluator.h"

#include <fmt/format.h>

#include <chrono>
#include <cmath>
#include <ctime>
#include <filesystem>
#include <utility>

#include "base/sha256.h"
#include "odd/odd.h"
#include "results/formats.h"
#include "results/run_manifest.h"
#include "results/write_folder.h"
#include "run/hashing_files.h"
#include "run/run.h"
#include "store/record.h"

namespace scrutineer::suite::detail {

namespace {

// Stands for the hash of a file that cannot be read. Once it can be read, the run's content differs, so it is evaluated
// again.
constexpr const char* kUnreadableFile = "unreadable";

double processor_seconds() {
  timespec time{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

// Measures how long a run takes, and writes that into its row.
class Stopwatch {
 public:
  void stop(store::RunRow& run) const {
    run.wall_s = std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
    run.cpu_s = processor_seconds() - processor_start_;
  }

 private:
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
  double processor_start_ = processor_seconds();
};

// How far the ego drives. A step that is too long for any vehicle was a relocation, and does not count.
class Odometer {
 public:
  void add(const watch::Moment& moment) {
    for (const trace::ActorState& state : moment.frame.actors) {
      if (state.actor != moment.ego) continue;
      constexpr double kFastest = 120.0;  // m/s
      const double seconds = to_seconds(moment.frame.time) - time_;
      const double metres = std::hypot(state.x - x_, state.y - y_);
      if (is_seen_ && metres <= kFastest * seconds) metres_ += metres;
      is_seen_ = true;
      x_ = state.x;
      y_ = state.y;
      time_ = to_seconds(moment.frame.time);
      return;
    }
  }
  std::optional<double> kilometres() const { return is_seen_ ? std::optional(metres_ / 1000.0) : std::nullopt; }

 private:
  bool is_seen_ = false;
  double x_ = 0.0, y_ = 0.0, time_ = 0.0, metres_ = 0.0;
};

store::RunRecord unreadable_record(std::string reason) {
  store::RunRecord record;
  record.run.outcome = store::Outcome::unreadable;
  record.run.reason = std::move(reason);
  return record;
}

}  // namespace

std::string result_folder(const std::string& folders, const std::string& key) {
  std::string name = key.ends_with("/run.json") ? key.substr(0, key.size() - 9) : key;
  for (char& character : name) {
    const bool is_kept = (character >= '0' && character <= '9') || (character >= 'a' && character <= 'z') ||
                         (character >= 'A' && character <= 'Z') || character == '.' || character == '-';
    if (!is_kept) character = '_';
  }
  constexpr std::size_t kLongestName = 100;
  if (name.size() > kLongestName) name.erase(0, name.size() - kLongestName);
  if (name.starts_with('.')) name[0] = '_';
  return fmt::format("{}/{}-{}", folders, name, sha256_hex(key).substr(0, 8));
}

struct Evaluator::KeptConfiguration {
  std::vector<std::string> files, lang_path;
  std::shared_ptr<const run::Configuration> configuration = {};  // null: it cannot be used
  std::string problem = {};
  std::map<std::string, std::string> hashes = {};  // of all files that it consists of
  std::string hash = {};                           // of all of them together; empty without any
};

struct Evaluator::KeptMap {
  std::string file;
  std::string hash;
  std::optional<run::LoadedMap> map = {};  // nothing: it was not read yet, or cannot be ...
  std::optional<Problem> problem = {};     // ... because of this
};

Evaluator::Evaluator(Judging judging, Keeping keeping, run::Outside& outside)
    : judging_(std::move(judging)), keeping_(std::move(keeping)), outside_(outside) {}
Evaluator::~Evaluator() = default;

const Evaluator::KeptConfiguration& Evaluator::configuration_for(const trace::Manifest& manifest) {
  if (configuration_ && configuration_->files == manifest.config && configuration_->lang_path == manifest.lang_path)
    return *configuration_;
  configuration_.reset();  // never two at once
  auto kept = std::make_unique<KeptConfiguration>();
  kept->files = manifest.config;
  kept->lang_path = manifest.lang_path;
  run::HashingFiles hashing(outside_.files);
  run::Outside reading{hashing, outside_.folders, outside_.progress};
  run::Configured configured = run::read_configuration(manifest.config, reading, manifest.lang_path);
  kept->configuration = std::move(configured.configuration);
  if (configured.problem) kept->problem = to_string(*configured.problem);
  if (!kept->configuration && !configured.problem) kept->problem = std::move(configured.diagnostics);
  kept->hashes = hashing.hashes();
  if (!manifest.config.empty()) {
    // In the order of the files, which matters; then what they import.
    std::string all;
    for (const std::string& file : manifest.config)
      if (const auto hash = kept->hashes.find(file); hash != kept->hashes.end()) all += hash->second + "\n";
    for (const auto& [file, hash] : kept->hashes) all += std::filesystem::path(file).filename().string() + hash + "\n";
    kept->hash = sha256_hex(all);
  }
  configuration_ = std::move(kept);
  return *configuration_;
}

const Evaluator::KeptMap& Evaluator::map_for(const std::string& file) {
  if (!map_ || map_->file != file) {
    map_.reset();
    map_ = std::make_unique<KeptMap>(KeptMap{.file = file, .hash = kUnreadableFile});
  }
  if (map_->map || map_->problem) return *map_;
  run::HashingFiles hashing(outside_.files);
  run::Outside reading{hashing, outside_.folders, outside_.progress};
  auto loaded = run::load_checked_map(file, reading);
  if (loaded)
    map_->map = *std::move(loaded);
  else
    map_->problem = loaded.problem();
  if (const auto hashes = hashing.hashes(); hashes.contains(file)) map_->hash = hashes.at(file);
  return *map_;
}

namespace {

// The hash of an ODD covers all files that it imports.
std::string hash_of_odd(const std::string& file, run::Outside& outside) {
  std::string all;
  odd::read_odd(file, [&](const std::string& path) {
    auto text = outside.files.read(path);
    all += text ? sha256_hex(*text) : kUnreadableFile;
    return text;
  });
  return "sha256:" + sha256_hex(all);
}

}  // namespace

std::string Evaluator::content(const trace::Manifest& manifest, const std::map<std::string, std::string>& read,
                               const std::string& unread) {
  trace::Manifest with_map = manifest;
  if (with_map.map.empty()) with_map.map = run::map_beside_run(manifest.trace, outside_);
  return content_of(with_map, configuration_for(manifest).hash, [&](const std::string& file) -> std::string {
    const auto known = read.find(file);
    if (file == unread && known == read.end()) return kUnreadableFile;
    if (file == manifest.odd) return hash_of_odd(file, outside_);
    if (known != read.end()) return known->second;
    if (file == manifest.map && map_ && map_->file == file && map_->hash != kUnreadableFile) return map_->hash;
    const auto hash = outside_.folders.sha256(file);
    if (!hash) return kUnreadableFile;
    if (file == manifest.map) map_ = std::make_unique<KeptMap>(KeptMap{.file = file, .hash = "sha256:" + *hash});
    return "sha256:" + *hash;
  });
}

std::string Evaluator::content(const PlannedRun& run) {
  auto manifest = manifest_of(run, outside_);
  if (run.unreadable.empty() && manifest) {
    apply(judging_, *manifest);
    return content(*manifest, {});
  }
  return content_without_manifest(run);
}

std::string Evaluator::content_without_manifest(const PlannedRun& run) {
  const auto hash = outside_.folders.sha256(run.manifest);
  return sha256_hex(run.unreadable + (hash ? *hash : kUnreadableFile));
}

Result<std::optional<store::RunRecord>> Evaluator::evaluate(const PlannedRun& planned) {
  const Stopwatch stopwatch;
  evaluating_ = 0.0;
  if (!planned.content.empty() && content(planned) == planned.content) return std::optional<store::RunRecord>();
  std::optional<store::RunRecord> record;
  auto manifest = manifest_of(planned, outside_);
  if (!planned.unreadable.empty() || !manifest) {
    record = unreadable_record(!planned.unreadable.empty() ? planned.unreadable : to_string(manifest.problem()));
    record->run.content = content_without_manifest(planned);
  } else {
    apply(judging_, *manifest);
    auto evaluated = evaluate(planned, *std::move(manifest));
    if (!evaluated) return evaluated.problem();
    record = *std::move(evaluated);
  }
  record->run.key = planned.key;
  record->run.manifest = planned.manifest;
  stopwatch.stop(record->run);
  return record;
}

Result<store::RunRecord> Evaluator::evaluate(const PlannedRun& planned, trace::Manifest manifest) {
  const KeptConfiguration& configuration = configuration_for(manifest);
  // The problem's file counts as unreadable in the content: it may be readable next time, and is then evaluated again.
  const auto failed = [&](const Problem& problem, const std::map<std::string, std::string>& read) {
    store::RunRecord record = unreadable_record(to_string(problem));
    record.run.content = content(manifest, read, problem.place.file);
    return record;
  };
  if (!configuration.configuration) return failed({{}, configuration.problem}, {});
  const KeptMap* const map = manifest.map.empty() ? nullptr : &map_for(manifest.map);
  if (map != nullptr && map->problem) {
    std::map<std::string, std::string> read;
    if (map->hash != kUnreadableFile) read.emplace(manifest.map, map->hash);
    return failed(*map->problem, read);
  }

  run::HashingFiles hashing(outside_.files);
  run::Outside reading{hashing, outside_.folders, outside_.progress};
  auto run = run::open(manifest, configuration.configuration, reading,
                       {.reads_ahead = false, .map = map == nullptr ? nullptr : &*map->map});
  if (!run) return failed(run.problem(), hashing.hashes());
  Odometer odometer;
  const auto count = [&](std::span<const watch::Event>, const watch::Moment& moment) -> Result<bool> {
    odometer.add(moment);
    return true;
  };
  const double before = processor_seconds();
  run::Outcome outcome = run::evaluate(*run, {.after = count});
  evaluating_ = processor_seconds() - before;
  run->trace.reset();  // which completes the hashes
  if (!outcome.result) return failed(outcome.fault.value_or(Problem{{}, "nothing was read"}), hashing.hashes());

  const results::RunResult& result = *outcome.result;
  store::RunRecord record = store::record_of(result, {.keeps_intervals = keeping_.intervals});
  record.run.ego_km = odometer.kilometres();
  if (record.run.reason.empty() && outcome.fault) record.run.reason = to_string(*outcome.fault);
  for (const auto& [name, value] : manifest.attributes) record.attributes.push_back({name, value});
  const std::map<std::string, std::string> hashes = hashing.hashes();
  record.run.content = content(manifest, hashes);
  if (keeping_.folders.empty()) return record;

  run->manifest.hashes = hashes;
  run->manifest.hashes.insert(configuration.hashes.begin(), configuration.hashes.end());
  if (map != nullptr) run->manifest.hashes[manifest.map] = map->hash;
  record.run.folder = result_folder(keeping_.folders, planned.key);
  if (auto problem = keep_folder(record.run.folder, run->manifest, result)) return *std::move(problem);
  return record;
}

std::optional<Problem> Evaluator::keep_folder(const std::string& folder, trace::Manifest& manifest,
                                              const results::RunResult& result) {
  auto opened = results::ResultFolder::open(folder, outside_.folders);
  if (!opened) return opened.problem();
  if (result.evaluation.ego) manifest.ego = result.evaluation.ego->id;
  auto text = results::run_manifest(manifest, folder, outside_.folders);
  if (!text) return text.problem();
  results::Documents documents(result);
  return opened->write(results::result_files(documents, *std::move(text)));
}

}  // namespace scrutineer::suite::detail
