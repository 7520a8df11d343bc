#include "store/cluster.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace scrutineer::store {
namespace {

TEST(NormalisedMessage, ReplacesWhatDiffersFromRunToRun) {
  struct Case {
    const char* name;
    std::string message, expected;
    std::string actor = "7", other = "";
    std::vector<std::string> names = {};
  };
  const Case cases[] = {
      {"time in front, numbers with units",
       "[3.400s] Speed limit of 50kph broken. 7 - car - external_driver driving at 54.2kph",
       "Speed limit of #kph broken. <actor> - car - external_driver driving at #kph"},
      {"negative numbers", "[6.000s] limit of -4mpsps was missed. acceleration: -20mpsps",
       "limit of #mpsps was missed. acceleration: #mpsps"},
      {"a number on its own, exponents", "3 steers, 1e-09 and 2.5E+3 of them", "# steers, # and # of them"},
      {"a sentence's end is not a decimal point", "It took 5. Then 7.5.", "It took #. Then #."},
      {"the type behind the dash stays", "car - car - external_driver stands", "<actor> - car - external_driver stands",
       "car"},
      {"both actors", "[5.8s] Collision of ego - SUT - sut_driver with tree - object: front against rear",
       "Collision of <actor> - SUT - sut_driver with <other> - object: front against rear", "ego", "tree"},
      {"numeric ids only where an actor is described", "7 - car passed 7 cars", "<actor> - car passed # cars"},
      {"a short word that is an id", "a - car did not stop at a stop sign", "<actor> - car did not stop at a stop sign",
       "a"},
      {"an id in the sentence", "npc_lead braked; behind npc_lead", "<actor> braked; behind <actor>", "npc_lead"},
      {"an id that is part of another word", "leader follows lead", "leader follows <actor>", "lead"},
      {"ids of nobody known", "behind npc_17, ticket 9a7f03", "behind <id>, ticket <id>"},
      {"units with digits", "5m/s2 and 3m2", "#m/s2 and #m2"},
      {"names of roads, junctions and lights",
       "traffic light light_mill of road mill_road at junction market was red since 4s",
       "traffic light <name> of road <name> at junction <name> was red since #s"},
      {"numbered roads, junctions and signs", "stop sign 12 of road 5 at junction 9; it passed",
       "stop sign <name> of road <name> at junction <name>; it passed"},
      {"the noun alone is no name", "Off the road on the right, in a junction while turning",
       "Off the road on the right, in a junction while turning"},
      {"a quoted name", "left road \"Main Street 5\" early", "left road <name> early"},
      {"names of several words",
       "of Mill Road East, then Mill Road",
       "of <name>, then <name>",
       "7",
       "",
       {"Mill Road", "Mill Road East"}},
      {"a clause that is repeated", "red; the same holds for light a1 of road b; the same holds for light a2 of road c",
       "red; the same holds for light <name> of road <name>"},
      {"joined violations are like others", "drove backwards at 4.3 km/h, on and off for 2.5 s (setting: x)",
       "drove backwards at # km/h, for # s (setting: x)"},
      {"no number", "value nan, ttc inf, nano", "value #, ttc #, nano"},
      {"other alphabets", "Straße 12 überquert", "Straße # überquert"},
      {"not a time", "[info] 5", "[info] #"},
      {"nothing", "", ""},
      {"a sign that joins words", "left-2 and x-ray", "left-# and x-ray"},
  };
  for (const Case& row : cases)
    EXPECT_EQ(normalised_message({.kind = "",
                                  .checker = "",
                                  .category = "",
                                  .actor_id = row.actor,
                                  .actor_role = "",
                                  .other_id = row.other,
                                  .message = row.message,
                                  .names = row.names}),
              row.expected)
        << row.name;
}

TEST(Cluster, IsTheSameForWhatIsTheSameToAPerson) {
  const ClusterInput first{.kind = "collision",
                           .checker = "safety.collision",
                           .category = "sut",
                           .actor_id = "0",
                           .actor_role = "sut",
                           .other_id = "7",
                           .other_role = "npc",
                           .message = "[1.000s] Collision of 0 - SUT with 7 - car, 5kph"};
  ClusterInput later = first;
  later.other_id = "12";
  later.message = "[31.500s] Collision of 0 - SUT with 12 - car, 17.25kph";
  EXPECT_EQ(cluster_of(first), cluster_of(later));
  EXPECT_EQ(cluster_of(first).roles, "sut,npc");
  EXPECT_EQ(cluster_of(first).id.size(), 16U);

  struct Case {
    const char* name;
    void (*change)(ClusterInput&);
  };
  const Case cases[] = {
      {"kind", [](ClusterInput& issue) { issue.kind = "collision_of_others"; }},
      {"checker", [](ClusterInput& issue) { issue.checker = "mine"; }},
      {"category", [](ClusterInput& issue) { issue.category = "other"; }},
      {"role of the actor", [](ClusterInput& issue) { issue.actor_role = "npc"; }},
      {"role of the other", [](ClusterInput& issue) { issue.other_role = "sut"; }},
      {"nobody else", [](ClusterInput& issue) { issue.other_role = {}; }},
      {"words of the message",
       [](ClusterInput& issue) { issue.message = "[1.000s] Collision of 0 - SUT with 7 - truck, 5kph"; }},
      {"a part moved to the next field",
       [](ClusterInput& issue) {
         issue.kind = "collisionsafety";
         issue.checker = ".collision";
       }},
  };
  for (const Case& row : cases) {
    ClusterInput changed = first;
    row.change(changed);
    EXPECT_NE(cluster_of(changed).id, cluster_of(first).id) << row.name;
  }
}

// Rules name clusters by their ids, in files and bug trackers: an id never changes.
TEST(Cluster, IdsAreKeptForEver) {
  EXPECT_EQ(
      cluster_of({.kind = "k", .checker = "c", .category = "sut", .actor_id = "0", .actor_role = "sut", .message = "m"})
          .id,
      "6ce0b58c6994efcb");
}

TEST(Cluster, KnowsWhichMetricsNamePlaces) {
  for (const char* name : {"road", "signal_road", "junction", "incoming_lane", "signal"})
    EXPECT_TRUE(is_name_of_place(name)) << name;
  for (const char* name : {"usages", "broad", "road_kind", "speed"}) EXPECT_FALSE(is_name_of_place(name)) << name;
}

}  // namespace
}  // namespace scrutineer::store
