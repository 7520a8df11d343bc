#include "live/sumo/net_graph.h"

#include <gtest/gtest.h>

namespace scrutineer::live::sumo {
namespace {

std::vector<map::Point> line(map::Point from, map::Point to, int steps = 20) {
  std::vector<map::Point> points;
  for (int i = 0; i <= steps; ++i)
    points.push_back({from.x + (to.x - from.x) * i / steps, from.y + (to.y - from.y) * i / steps});
  return points;
}

std::vector<map::Point> joined(std::vector<std::vector<map::Point>> parts) {
  std::vector<map::Point> whole;
  for (const auto& part : parts) whole.insert(whole.end(), part.begin(), part.end());
  return whole;
}

// A road to the east up to x = 50 that goes on straight or turns left; the ways through the junction lie over each other
// at first. A road to the west lies beside it, and a tiny connector behind the junction.
NetGraph crossing() {
  NetGraph graph;
  graph.add("in_0", {{0, 0}, {50, 0}});
  graph.add(":j_0_0", {{50, 0}, {70, 0}});
  graph.add(":j_1_0", {{50, 0}, {55, 0.2}, {59, 2}, {60, 6}, {60, 20}});
  graph.add("ahead_0", {{70, 0}, {120, 0}});
  graph.add("left_0", {{60, 20}, {60, 70}});
  graph.add(":k_0_0", {{120, 0}});
  graph.add("far_0", {{120, 0}, {170, 0}});
  graph.add("back_0", {{120, 3.2}, {0, 3.2}});
  for (const auto& [from, to] : {std::pair("in_0", ":j_0_0"),
                                 {":j_0_0", "ahead_0"},
                                 {"in_0", ":j_1_0"},
                                 {":j_1_0", "left_0"},
                                 {"ahead_0", ":k_0_0"},
                                 {":k_0_0", "far_0"}})
    graph.link(from, to);
  return graph;
}

TEST(NetGraph, FindsTheLanesAlongALine) {
  const NetGraph graph = crossing();
  const auto left =
      joined({line({50, 0}, {55, 0.2}), line({55, 0.2}, {59, 2}), line({59, 2}, {60, 6}), line({60, 6}, {60, 30})});
  struct Case {
    const char* name;
    std::vector<map::Point> line;
    std::vector<std::string> lanes, edges;
  };
  const Case cases[] = {
      {"on one lane", line({10, 0}, {20, 0}), {"in_0"}, {"in"}},
      {"a little beside it", line({10, 0.5}, {20, 0.5}), {"in_0"}, {"in"}},
      {"against it", line({20, 0}, {10, 0}), {}, {}},
      {"on the lane of the other direction", line({20, 3.2}, {10, 3.2}), {"back_0"}, {"back"}},
      {"straight on, from where both ways begin", line({50.001, 0}, {80, 0}), {":j_0_0", "ahead_0"}, {"in", "ahead"}},
      {"left, from where both ways begin", left, {":j_1_0", "left_0"}, {"in", "left"}},
      {"straight on, from the very end of the lane before",
       line({49.9, 0}, {80, 0}),
       {"in_0", ":j_0_0", "ahead_0"},
       {"in", "ahead"}},
      {"over the tiny connector", line({110, 0}, {130, 0}), {"ahead_0", ":k_0_0", "far_0"}, {"ahead", "far"}},
      {"to the very end of a lane that leads nowhere", line({150, 0}, {170, 0}), {"far_0"}, {"far"}},
      {"a wide turn that the net cuts short",
       joined({line({48, 0}, {60, 0}), line({60, 0}, {60, 30})}),
       {"in_0", ":j_1_0", "left_0"},
       {"in", "left"}},
      {"too far beside the lane", line({10, 1.6}, {20, 1.6}), {}, {}},
      {"off the net", line({10, 50}, {20, 50}), {}, {}},
      {"leaves the net", line({10, 0}, {20, 20}), {}, {}},
      {"no line", {}, {}, {}},
  };
  for (const auto& [name, points, lanes, edges] : cases) {
    const auto found = graph.lanes_along(points);
    ASSERT_EQ(found.has_value(), !lanes.empty()) << name;
    if (!found) continue;
    std::vector<std::string> ids;
    for (const NetGraph::Lane lane : *found) ids.push_back(graph.id(lane));
    EXPECT_EQ(ids, lanes) << name;
    EXPECT_EQ(graph.edges_of(*found), edges) << name;
  }
}

TEST(NetGraph, FindsTheLaneThatTheFrontOfAVehicleIsOn) {
  const NetGraph graph = crossing();
  const auto points = line({45, 0}, {80, 0});
  const auto lanes = graph.lanes_along(points);
  ASSERT_TRUE(lanes);
  struct Case {
    const char* name;
    double metres;
    const char* lane;
  };
  const Case cases[] = {
      {"the same lane", 2.5, "in_0"},     {"just short of the junction", 4.9, "in_0"},
      {"in the junction", 5.1, ":j_0_0"}, {"beyond it", 25.1, "ahead_0"},
      {"beyond all", 500.0, "ahead_0"},
  };
  for (const auto& [name, metres, lane] : cases)
    EXPECT_EQ(graph.id(graph.lane_ahead(*lanes, points.front(), metres)), lane) << name;
}

}  // namespace
}  // namespace scrutineer::live::sumo
