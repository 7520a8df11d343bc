#include "suite/shards.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <numeric>

#include "base/json_whole.h"
#include "base/sha256.h"
#include "base/utf8.h"
#include "base/version.h"
#include "suite/detail/record_bytes.h"

namespace scrutineer::suite {

namespace {

using Json = nlohmann::ordered_json;

constexpr int kPlanVersion = 1;
constexpr std::string_view kEnd = "end";
constexpr std::size_t kCheckDigits = 16;  // of the SHA-256 of a record

std::string file_head() { return fmt::format("scrutineer shard {} {}\n", detail::kRecordVersion, version()); }

// A record in a file: how long it is, what it must hash to, itself.
std::string framed(std::string_view bytes) {
  return fmt::format("{} {}\n{}\n", bytes.size(), sha256_hex(bytes).substr(0, kCheckDigits), bytes);
}

// The bytes of the next frame, which is taken from `rest`; nothing: it is not whole.
std::optional<std::string_view> unframed(std::string_view& rest) {
  const std::size_t line = rest.substr(0, 64).find('\n');
  const std::size_t blank = rest.substr(0, 64).find(' ');
  if (line == std::string_view::npos || blank == std::string_view::npos || line != blank + 1 + kCheckDigits)
    return std::nullopt;
  std::size_t size = 0;
  for (const char digit : rest.substr(0, blank)) {
    if (digit < '0' || digit > '9' || size > rest.size()) return std::nullopt;
    size = size * 10 + static_cast<std::size_t>(digit - '0');
  }
  if (rest.size() < line + 1 + size + 1 || rest[line + 1 + size] != '\n') return std::nullopt;
  const std::string_view bytes = rest.substr(line + 1, size);
  if (sha256_hex(bytes).substr(0, kCheckDigits) != rest.substr(blank + 1, kCheckDigits)) return std::nullopt;
  rest.remove_prefix(line + 1 + size + 1);
  return bytes;
}

Json judging_json(const Judging& judging) {
  Json settings = Json::array();
  for (const trace::ManifestSetting& setting : judging.settings)
    settings.push_back({std::string(to_word(setting.kind)), setting.text});
  Json json{{"config", judging.config}, {"lang_path", judging.lang_path}, {"settings", settings}};
  if (!judging.odd.empty()) json["odd"] = judging.odd;
  if (judging.fail_on) json["fail_on"] = std::string(trace::to_word(*judging.fail_on));
  return json;
}

Judging judging_from(const Json& json) {
  using Kind = trace::ManifestSetting::Kind;
  Judging judging;
  judging.config = json.at("config").get<std::vector<std::string>>();
  judging.lang_path = json.at("lang_path").get<std::vector<std::string>>();
  for (const Json& setting : json.at("settings"))
    for (const Kind kind : {Kind::set, Kind::enable, Kind::disable, Kind::severity, Kind::profile})
      if (setting.at(0).get<std::string>() == to_word(kind))
        judging.settings.push_back({kind, setting.at(1).get<std::string>(), {}});
  if (json.contains("odd")) judging.odd = json["odd"].get<std::string>();
  for (const trace::FailOn fail_on : {trace::FailOn::any, trace::FailOn::sut})
    if (json.contains("fail_on") && json["fail_on"].get<std::string>() == trace::to_word(fail_on))
      judging.fail_on = fail_on;
  return judging;
}

Json plan_json(const ShardPlan& plan) {
  Json json{{"version", kPlanVersion},
            {"suite",
             {{"name", plan.suite.name},
              {"labels", plan.suite.labels},
              {"created", plan.suite.created},
              {"engine_version", plan.suite.engine_version},
              {"configuration", plan.suite.configuration}}},
            {"judging", judging_json(plan.job.judging)},
            {"keep_intervals", plan.job.keep_intervals},
            {"folders", plan.job.folders},
            {"runs", plan.runs},
            {"shards", plan.shards}};
  if (plan.job.timeout) json["timeout"] = *plan.job.timeout;
  if (plan.job.max_memory) json["max_memory"] = *plan.job.max_memory;
  return json;
}

ShardPlan plan_from(const Json& json) {
  ShardPlan plan;
  const Json& suite = json.at("suite");
  plan.suite.name = suite.at("name").get<std::string>();
  plan.suite.labels = suite.at("labels").get<std::map<std::string, std::string>>();
  plan.suite.created = suite.at("created").get<std::string>();
  plan.suite.engine_version = suite.at("engine_version").get<std::string>();
  plan.suite.configuration = suite.at("configuration").get<std::string>();
  plan.job.judging = judging_from(json.at("judging"));
  plan.job.keep_intervals = json.at("keep_intervals").get<bool>();
  plan.job.folders = json.at("folders").get<std::string>();
  if (json.contains("timeout")) plan.job.timeout = json["timeout"].get<double>();
  if (json.contains("max_memory")) plan.job.max_memory = whole_number<std::uint64_t>(json["max_memory"]);
  plan.runs = whole_number<std::size_t>(json.at("runs"));
  plan.shards = whole_number<std::size_t>(json.at("shards"));
  return plan;
}

// What a file of ours says; a problem if it is none, or not whole.
template <typename T>
Result<T> parsed(const std::string& file, run::Outside& outside, const std::function<T(const Json&)>& make) {
  const auto content = outside.files.read(file);
  if (!content) return content.problem();
  try {
    const Json json = Json::parse(*content);
    if (whole_number<int>(json.at("version")) != kPlanVersion)
      return Problem{{.file = file}, "was written by another version of scrutineer; plan again with this one"};
    return make(json);
  } catch (const Json::exception&) {
    return Problem{{.file = file}, "is no plan of scrutineer suite plan, or was cut short; plan again"};
  }
}

std::string shard_file(const std::string& folder, std::size_t shard) {
  return fmt::format("{}/shards/{:04}.json", folder, shard);
}

}  // namespace

std::string part_file(const std::string& folder, std::size_t shard) {
  return fmt::format("{}/results/{:04}.part", folder, shard);
}
std::string result_file(const std::string& folder, std::size_t shard) {
  return fmt::format("{}/results/{:04}.runs", folder, shard);
}

std::vector<std::vector<PlannedRun>> split(std::vector<PlannedRun> runs, std::size_t shards,
                                           const std::function<std::uint64_t(const PlannedRun&)>& cost) {
  std::ranges::stable_sort(runs, {}, &PlannedRun::map);
  std::vector<double> costs;
  costs.reserve(runs.size());
  // Even an empty trace takes some time: as much as 10 kB of one.
  for (const PlannedRun& run : runs) costs.push_back(10'000.0 + static_cast<double>(cost(run)));
  const double all = std::accumulate(costs.begin(), costs.end(), 0.0);
  std::vector<std::vector<PlannedRun>> parts(std::max<std::size_t>(1, std::min(shards, runs.size())));
  // Fills one shard after the other up to its share of the total cost, and leaves none empty.
  double before = 0.0;
  std::size_t part = 0;
  for (std::size_t i = 0; i < runs.size(); ++i) {
    const double share = all * static_cast<double>(part + 1) / static_cast<double>(parts.size());
    const bool is_full = !parts[part].empty() && before + costs[i] / 2.0 > share;
    const bool others_need_it = runs.size() - i <= parts.size() - part - 1;
    if (part + 1 < parts.size() && !parts[part].empty() && (is_full || others_need_it)) ++part;
    before += costs[i];
    parts[part].push_back(std::move(runs[i]));
  }
  return parts;
}

std::optional<Problem> write_plan(const std::string& folder, const ShardPlan& plan,
                                  const std::vector<std::vector<PlannedRun>>& shards, run::Outside& outside) {
  for (const auto& runs : shards)
    for (const PlannedRun& run : runs)
      for (const std::string* const path : {&run.manifest, &run.trace, &run.map})
        if (!is_utf8(*path))
          return Problem{
              {.file = *path},
              "has a name that is not UTF-8, which a plan cannot hold: rename it, or evaluate these runs with "
              "scrutineer suite run"};
  // Never overwrite: there may be results that were not merged yet, or files of others that happen to have our names.
  for (const char* const name : {"/plan.json", "/shards", "/results"}) {
    const auto found = outside.folders.look(folder + name);
    if (!found) return found.problem();
    if (*found != results::Folders::Found::nothing)
      return Problem{{.file = folder}, fmt::format("holds {} already: name a new folder, or remove that", name + 1)};
  }
  for (const char* const below : {"/shards", "/results"})
    if (auto problem = outside.folders.make_folder(folder + below)) return problem;
  for (std::size_t shard = 0; shard < shards.size(); ++shard) {
    Json runs = Json::array();
    for (const PlannedRun& run : shards[shard]) {
      Json json{{"key", run.key}, {"manifest", run.manifest}, {"trace", run.trace}, {"map", run.map}};
      if (!run.unreadable.empty()) json["unreadable"] = run.unreadable;
      runs.push_back(std::move(json));
    }
    const Json json{{"version", kPlanVersion}, {"runs", std::move(runs)}};
    const std::string text = json.dump(0, ' ', false, Json::error_handler_t::replace) + "\n";
    if (auto problem = outside.files.write(shard_file(folder, shard), text)) return problem;
  }
  // With its last file the plan is whole.
  return outside.files.write(folder + "/plan.json",
                             plan_json(plan).dump(2, ' ', false, Json::error_handler_t::replace) + "\n");
}

Result<ShardPlan> read_plan(const std::string& folder, run::Outside& outside) {
  return parsed<ShardPlan>(folder + "/plan.json", outside, plan_from);
}

Result<std::vector<PlannedRun>> read_shard(const std::string& folder, std::size_t shard, run::Outside& outside) {
  return parsed<std::vector<PlannedRun>>(shard_file(folder, shard), outside, [](const Json& json) {
    std::vector<PlannedRun> runs;
    for (const Json& run : json.at("runs"))
      runs.push_back({.key = run.at("key").get<std::string>(),
                      .manifest = run.at("manifest").get<std::string>(),
                      .trace = run.at("trace").get<std::string>(),
                      .map = run.at("map").get<std::string>(),
                      .unreadable = run.value("unreadable", "")});
    return runs;
  });
}

Result<ShardContent> read_shard_file(const std::string& file, const std::function<void(store::RunRecord)>& use,
                                     run::Outside& outside) {
  ShardContent content;
  const auto found = outside.folders.look(file);
  if (!found) return found.problem();
  if (*found == results::Folders::Found::nothing) return content;
  const auto bytes = outside.files.read(file);
  if (!bytes) return bytes.problem();
  std::string_view rest = *bytes;
  const std::string head = file_head();
  if (!rest.starts_with(head)) {
    if (!std::string_view(head).starts_with(rest) && !rest.starts_with("scrutineer shard "))
      return Problem{{.file = file}, "is no file of scrutineer suite shard"};
    return content;  // of another version, or cut within its first line: all of it is done again
  }
  rest.remove_prefix(head.size());
  content.sound_bytes = head.size();
  while (!rest.empty() && !content.is_complete) {
    const auto frame = unframed(rest);
    if (!frame) break;
    if (*frame == kEnd) {
      content.is_complete = rest.empty();
      break;
    }
    auto record = detail::record_from_bytes(*frame);
    if (!record) break;
    use(*std::move(record));
    ++content.records;
    content.sound_bytes = bytes->size() - rest.size();
  }
  return content;
}

Result<std::unique_ptr<ShardFile>> ShardFile::open(const std::string& folder, std::size_t shard,
                                                   const std::function<void(store::RunRecord)>& use,
                                                   run::Outside& outside) {
  constexpr double kPatience = 30.0;  // seconds: a task that was moved to another node may overlap with its old one
  auto file = run::AppendFile::open(part_file(folder, shard), kPatience);
  if (!file) return file.problem();
  const auto content = read_shard_file(part_file(folder, shard), use, outside);
  if (!content) return content.problem();
  std::uint64_t sound_bytes = content->sound_bytes;
  if (auto problem = file->cut(sound_bytes)) return *std::move(problem);
  if (sound_bytes == 0) {
    const std::string head = file_head();
    if (auto problem = file->append(head)) return *std::move(problem);
    sound_bytes = head.size();
  }
  return std::unique_ptr<ShardFile>(new ShardFile(*std::move(file), folder, shard, sound_bytes, outside));
}

std::optional<Problem> ShardFile::write(std::span<const store::RunRecord> records) {
  std::string bytes;
  for (const store::RunRecord& record : records) bytes += framed(detail::to_bytes(record));
  auto problem = file_.append(bytes);
  if (!problem) problem = file_.sync();
  if (problem)
    file_.cut(size_);  // reading stops at half a record, so later ones would be lost
  else
    size_ += bytes.size();
  return problem;
}

std::optional<Problem> ShardFile::complete() {
  if (auto problem = file_.append(framed(kEnd))) return problem;
  if (auto problem = file_.sync()) return problem;
  return outside_.folders.rename(part_file(folder_, shard_), result_file(folder_, shard_));
}

}  // namespace scrutineer::suite
