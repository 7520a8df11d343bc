// A map keeps what runs ask of it. What it keeps may only save time: a run on a map that others have used is judged as on
// a new one.
#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

#include "kit/data.h"
#include "kit/maps.h"
#include "kit/traffic.h"
#include "map/read.h"
#include "results/formats.h"
#include "run/run.h"

namespace scrutineer::run {
namespace {

using namespace std::chrono_literals;
using Network = std::shared_ptr<const map::RoadNetwork>;

std::string judged(const kit::RunData& data, const Network& map) {
  Run run(catalogue_only());
  run.map = map;
  auto trace = kit::as_trace(data);
  const Outcome outcome = evaluate(run, *trace, {});
  EXPECT_TRUE(outcome.result);
  if (!outcome.result) return {};
  results::Documents documents(*outcome.result);
  return documents.in(results::json_format());
}

TEST(SharedMap, JudgesAsANewOneDoes) {
  struct Case {
    std::string name;
    Network (*load)(const std::string& name);
  };
  std::vector<Case> cases{{"grid", [](const std::string&) { return Network(map::build_network(kit::grid(100))); }}};
  if (kit::has_data())
    for (const std::string& name : kit::maps_like({"Town10HD", "Town07"}))
      cases.push_back({name, [](const std::string& map) { return Network(kit::load_map(map)); }});
  for (const Case& c : cases) {
    const Network shared = c.load(c.name);
    std::vector<kit::RunData> runs;
    std::vector<std::string> alone;
    for (const std::uint64_t seed : {1, 2, 3}) {
      runs.push_back(kit::random_traffic(*shared, {.actors = 20, .frames = 100, .step = 100ms, .seed = seed}));
      alone.push_back(judged(runs.back(), c.load(c.name)));
    }
    for (std::size_t i = 0; i < runs.size(); ++i)
      EXPECT_EQ(judged(runs[i], shared), alone[i]) << c.name << ", run " << i;
    for (std::size_t i = runs.size(); i-- > 0;)
      EXPECT_EQ(judged(runs[i], shared), alone[i]) << c.name << ", run " << i << " once more";
  }
}

}  // namespace
}  // namespace scrutineer::run
