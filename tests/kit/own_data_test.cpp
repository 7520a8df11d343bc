// tests/data: small maps and runs of our own, for machines without a folder of real ones. This test writes them.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>

#include "kit/data.h"
#include "kit/maps.h"
#include "kit/run_writers.h"
#include "kit/scenario.h"
#include "kit/xodr_writer.h"
#include "map/read.h"

namespace scrutineer::kit {
namespace {

using namespace std::chrono_literals;

std::string file_name(std::string name) {
  std::ranges::replace_if(name, [](char c) { return std::isalnum(static_cast<unsigned char>(c)) == 0; }, '_');
  return name;
}

// Two cars on a crossing's arm, one behind the other, and a person beside the road.
RunData following() {
  static const auto kMap = map::build_network(four_way_crossing());
  Scenario scenario({.map = kMap.get(), .step = 100ms, .duration = 6s});
  scenario.add({.id = "1", .is_ego = true}).start_at("west", -1, 5.0).speed(8.0);
  scenario.add({.id = "2"}).start_at("west", -1, 30.0).speed(6.0);
  scenario.add({.id = "3", .category = trace::Category::person}).start_free({-40.0, 8.0, 0.0}).speed(1.0);
  return scenario.run();
}

std::vector<std::pair<std::filesystem::path, std::string>> own_files() {
  std::vector<std::pair<std::filesystem::path, std::string>> files;
  for (const auto& [name, document] : all_generated_maps())
    if (document.roads.size() <= 40) files.emplace_back("maps/" + file_name(name) + ".xodr", to_xodr(document));
  const RunData run = following();
  files.emplace_back("runs/following.osi", to_osi(run));
  files.emplace_back("runs/following_seen.osi", to_osi(run, {.sensor_view = true}));
  files.emplace_back("runs/following.mcap", to_mcap(run, {.compression = "zstd"}));
  files.emplace_back("runs/following_plain.mcap", to_mcap(run, {.chunked = false, .indexed = false}));
  files.emplace_back("runs/following.csv", to_csv(run));
  files.emplace_back("runs/following.fcd.xml", to_fcd(run));
  files.emplace_back("runs/following.esmini.csv", to_esmini_csv(run));
  return files;
}

TEST(OwnData, IsWhatTheKitWrites) {
  const bool writes = std::getenv("SCRUTINEER_WRITE_DATA") != nullptr;
  std::size_t bytes = 0;
  for (const auto& [name, content] : own_files()) {
    bytes += content.size();
    const std::filesystem::path path = source_dir() / "tests/data" / name;
    if (writes) {
      std::filesystem::create_directories(path.parent_path());
      write_file(path, content);
    }
    ASSERT_TRUE(std::filesystem::exists(path)) << path << "; SCRUTINEER_WRITE_DATA=1 writes it";
    EXPECT_TRUE(read_text(path) == content) << path << " is not what the kit writes; SCRUTINEER_WRITE_DATA=1 writes it";
  }
  EXPECT_LT(bytes, 1'500'000U) << "a clone stays small";
}

}  // namespace
}  // namespace scrutineer::kit
