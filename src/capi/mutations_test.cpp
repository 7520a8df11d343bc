// Random calls with random values: each ends with or without an error, and nothing else happens. SCRUTINEER_MUTATIONS=5000 runs
// more of them; the fuzzer capi_fuzz looks further (cmake --preset fuzz).
#include <gtest/gtest.h>

#include <cstdlib>
#include <random>
#include <vector>

#include "base/text.h"
#include "kit/data.h"
#include "kit/paths.h"
#include "kit/use_c_face.h"

namespace scrutineer::capi {
namespace {

TEST(CFace, SurvivesRandomCalls) {
  const char* wanted = std::getenv("SCRUTINEER_MUTATIONS");
  const auto count = wanted == nullptr ? std::optional<long long>(60) : parse_integer(wanted);
  ASSERT_TRUE(count);
  const std::string config = kit::read_text(kit::source_dir() / "examples/teleporter/loop.json");
  scr_map* map = scr_map_open((kit::source_dir() / "examples/maps/town.xodr").c_str(), nullptr);
  ASSERT_NE(map, nullptr);
  std::size_t worked = 0;
  for (long long seed = 0; seed < *count; ++seed) {
    SCOPED_TRACE(seed);
    std::mt19937_64 random(static_cast<std::uint64_t>(seed));
    std::vector<std::uint8_t> bytes(100 + random() % 4000);
    for (std::uint8_t& one : bytes) one = static_cast<std::uint8_t>(random());
    worked += kit::CFaceUser(bytes, seed % 8 == 7 ? nullptr : map, config.c_str()).run();
  }
  EXPECT_GT(worked, 0U);
  scr_map_close(map);
}

}  // namespace
}  // namespace scrutineer::capi
