// Any bytes as what a shard of a suite wrote, or as a plan: reading them ends, and what was read can be stored. The
// records' check sums are made here, or nothing would ever reach what is behind them.
#include <fmt/format.h>

#include <memory>

#include "base/sha256.h"
#include "base/version.h"
#include "kit/fake_folders.h"
#include "kit/fake_outside.h"
#include "kit/fuzz.h"
#include "kit/scratch_folder.h"
#include "store/store.h"
#include "suite/shards.h"

namespace {

using namespace scrutineer;

constexpr const char* kFile = "results/0000.runs";

std::string framed(std::string_view bytes) {
  return fmt::format("{} {}\n{}\n", bytes.size(), sha256_hex(bytes).substr(0, 16), bytes);
}

struct Memory {
  run::FakeFiles files;
  results::FakeFolders folders;
  run::FakeProgress progress;
  run::Outside outside{files, folders, progress};

  void put(const std::string& path, const std::string& content) { files.content[path] = folders.files[path] = content; }
};

Result<suite::ShardContent> read(const std::string& records, std::vector<store::RunRecord>& read) {
  Memory memory;
  memory.put(kFile, fmt::format("scrutineer shard 1 {}\n", version()) + records + framed("end"));
  return suite::read_shard_file(
      kFile, [&](store::RunRecord record) { read.push_back(std::move(record)); }, memory.outside);
}

// A store, once it is sure that records reach it.
struct Open {
  Open() {
    std::vector<store::RunRecord> none;
    const auto empty = read("", none);
    kit::require(static_cast<bool>(empty) && empty->is_complete, "the head of a shard's file is another one by now");
  }
  kit::ScratchFolder folder;
  std::unique_ptr<store::Store> nights = std::move(*store::open_store(folder.file("fuzz.db"), store::OpenMode::create));
};

// Stored, or refused as a whole; what is stored can be read.
void store_all(store::Store& store, const std::vector<store::RunRecord>& records) {
  const auto suite = store.make_suite({.name = "fuzz"});
  kit::require(static_cast<bool>(suite), "no suite can be made");
  const bool is_written = !store.write(suite->id, records);
  const auto runs = store.runs(suite->id);
  kit::require(static_cast<bool>(runs) && runs->empty() != is_written,
               "what was written is not there, or what was refused is");
  for (const store::RunRow& run : *runs) kit::require(static_cast<bool>(store.read(run)), "cannot be read", run.key);
  kit::require(!store.remove_suite(suite->id), "cannot be removed");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const Open open;
  const std::string bytes = kit::text_of(data, size);
  std::vector<store::RunRecord> records;
  (void)read(framed(bytes), records);
  if (!records.empty()) store_all(*open.nights, records);
  Memory plan;
  plan.put("plan/plan.json", bytes);
  plan.put("plan/shards/0000.json", bytes);
  (void)suite::read_plan("plan", plan.outside);
  (void)suite::read_shard("plan", 0, plan.outside);
  return 0;
}
