#include <algorithm>

#include "base/quantity.h"
#include "kit/map_check_testing.h"
#include "kit/maps.h"
#include "kit/transform.h"
#include "map/rules/catalogue.h"

namespace scrutineer::map::rules {
namespace {

using kit::find_road;
using kit::MapBuilder;
using kit::RoadBuilder;
using testing::ElementsAre;
using testing::ElementsAreArray;

constexpr ContactPoint kStart = ContactPoint::start;
constexpr ContactPoint kEnd = ContactPoint::end;

using Places = std::vector<std::string>;

LaneRecord& lane_of(LaneSectionRecord& section, int number) {
  return *std::ranges::find(section.lanes, number, &LaneRecord::number);
}

// Roads "1" and "2" along x with two lanes, of which only lane -1 is linked.
Document one_lane_linked(const kit::Pose& start_of_second = {100.0, 0.0, 0.0}) {
  return MapBuilder()
      .road(RoadBuilder("1").line(100.0).lanes({-2, -1}))
      .road(RoadBuilder("2").start(start_of_second).line(100.0).lanes({-2, -1}))
      .link({"1", kEnd}, {"2", kStart}, {{-1, -1}})
      .build();
}

// Turned about the end of road 1's lane -2, so that only the heading differs there.
kit::Pose turned_about_lane(double degrees) { return kit::moved({100.0, -5.25, degrees * kPi / 180.0}, 0.0, 5.25); }

TEST(LaneConnectivity, FindsALaneThatOnlyLacksItsLink) {
  struct Case {
    const char* name;
    kit::Pose second;
    Places expected;
  };
  const Case cases[] = {
      {"right at the end", {100.0, 0.0, 0.0}, {"1:-2@100"}},
      {"just near enough", {100.499, 0.0, 0.0}, {"1:-2@100"}},
      {"just too far", {100.501, 0.0, 0.0}, {}},
      {"aside, just near enough", {100.0, 0.499, 0.0}, {"1:-2@100"}},
      {"aside, just too far", {100.0, -0.501, 0.0}, {}},
      {"heading just alike", turned_about_lane(29.9), {"1:-2@100"}},
      {"heading just different", turned_about_lane(30.1), {}},
      {"heading just alike, to the right", turned_about_lane(-29.9), {"1:-2@100"}},
      {"heading just different, to the right", turned_about_lane(-30.1), {}},
  };
  for (const Case& c : cases) {
    EXPECT_THAT(places_found(lane_connectivity(), one_lane_linked(c.second)), ElementsAreArray(c.expected)) << c.name;
  }
}

TEST(LaneConnectivity, SaysWhatIsMissing) {
  const auto findings = findings_in(lane_connectivity(), one_lane_linked({100.25, 0.0, 0.0}));
  ASSERT_EQ(findings.size(), 1U);  // one, though the link is missing on both sides
  EXPECT_EQ(findings[0].level, Level::warning);
  EXPECT_NEAR(findings[0].measured, 0.25, 1e-9);
  EXPECT_EQ(findings[0].threshold, 0.5);
  EXPECT_EQ(findings[0].message, "has no link, though road 2, lane -2 lies right at its end");
}

TEST(LaneConnectivity, NeedsALinkedLaneOfTheSameType) {
  struct Case {
    const char* name;
    void (*change)(Document&);
    Places expected;
  };
  const Case cases[] = {
      {"same type", [](Document&) {}, {"1:-2@100"}},
      {"nothing is linked",
       [](Document& d) {
         lane_of(find_road(d, "1").sections[0], -1).successors.clear();
         lane_of(find_road(d, "2").sections[0], -1).predecessors.clear();
       },
       {}},
      {"another type",
       [](Document& d) { lane_of(find_road(d, "1").sections[0], -2).type = LaneType::biking; },
       {"2:-2@0"}},  // seen from the second road both lanes are still of one type
      {"another type on both roads",
       [](Document& d) {
         for (const char* road : {"1", "2"}) lane_of(find_road(d, road).sections[0], -2).type = LaneType::biking;
       },
       {}},
      {"not in use",
       [](Document& d) {
         for (const char* road : {"1", "2"}) {
           for (LaneRecord& lane : find_road(d, road).sections[0].lanes) lane.type = LaneType::shoulder;
         }
       },
       {}},
  };
  for (const Case& c : cases) {
    Document document = one_lane_linked();
    c.change(document);
    EXPECT_THAT(places_found(lane_connectivity(), document), ElementsAreArray(c.expected)) << c.name;
  }
}

TEST(LaneConnectivity, FindsALinkThatIsStatedOnOneSideOnly) {
  Document document = kit::two_roads();
  lane_of(find_road(document, "2").sections[0], -1).predecessors.clear();
  const auto findings = findings_in(lane_connectivity(), document);
  EXPECT_THAT(places_of(findings), ElementsAre("2:-1@0"));
  EXPECT_EQ(findings.at(0).message, "road 1, lane -1 is linked to it, but it names no lane in turn");
}

TEST(LaneConnectivity, DoesNotCountALinkToALaneThatNobodyUses) {
  Document document =
      MapBuilder()
          .road(RoadBuilder("1").line(100.0).lanes({-2, -1}).lane(-3, 1.0, LaneType::border))
          .road(RoadBuilder("2").start(100.0, 0.0).line(100.0).lanes({-2, -1}).lane(-3, 1.0, LaneType::border))
          .link({"1", kEnd}, {"2", kStart}, {{-1, -1}, {-2, -3}})
          .build();
  EXPECT_THAT(places_found(lane_connectivity(), document), ElementsAre("1:-2@100"));
}

TEST(LaneConnectivity, HoldsWhicheverWaySRuns) {
  struct Case {
    const char* name;
    Document document;
    int first, second;  // lanes of roads 1 and 2 that lose their link
    Places expected;
  };
  Case cases[] = {
      {"end to start", kit::two_roads(), -1, -1, {"1:-1@100"}},
      {"end to end", kit::end_to_end_roads(), -1, 1, {"1:-1@100"}},
      {"start to start", kit::start_to_start_roads(), 1, -1, {"1:1@0"}},
  };
  for (Case& c : cases) {
    EXPECT_THAT(places_found(lane_connectivity(), c.document), ElementsAre()) << c.name;
    for (const auto& [road, number] : {std::pair{"1", c.first}, std::pair{"2", c.second}}) {
      LaneRecord& lane = lane_of(find_road(c.document, road).sections[0], number);
      lane.predecessors.clear();
      lane.successors.clear();
    }
    EXPECT_THAT(places_found(lane_connectivity(), c.document), ElementsAreArray(c.expected)) << c.name;
  }
}

TEST(LaneConnectivity, LooksAtSections) {
  const auto with = [](std::initializer_list<int> linked) {
    RoadBuilder road("1");
    road.line(100.0).lanes({-2, -1}).section(50.0).lanes({-2, -1});
    for (const int lane : linked) road.continues(lane, lane);
    return MapBuilder().road(road).build();
  };
  EXPECT_THAT(places_found(lane_connectivity(), with({-1, -2})), ElementsAre());
  EXPECT_THAT(places_found(lane_connectivity(), with({-1})), ElementsAre("1:-2@50"));
}

TEST(LaneConnectivity, LooksAtJunctions) {
  Document document = kit::four_way_crossing({.lanes_each_way = 2});
  EXPECT_THAT(places_found(lane_connectivity(), document), ElementsAre());
  // All connections of the east arm's outer lane into the junction go missing, and what the connecting roads say of it.
  const LaneRecord* lost = nullptr;
  RoadRecord& east = find_road(document, "east");
  for (const LaneRecord& lane : east.sections[0].lanes) {
    if (lane.number == -2) lost = &lane;
  }
  ASSERT_NE(lost, nullptr);
  for (JunctionConnection& connection : document.junctions[0].connections) {
    if (connection.incoming_road != "east") continue;
    std::erase_if(connection.lane_links, [](const JunctionLaneLink& link) { return link.from == -2; });
    for (LaneRecord& lane : find_road(document, connection.connecting_road).sections[0].lanes) {
      std::erase(lane.predecessors, -2);
    }
  }
  EXPECT_THAT(places_found(lane_connectivity(), document), ElementsAre("east:-2@100"));
}

TEST(LaneConnectivity, AcceptsLanesThatEnd) {
  struct Case {
    const char* name;
    double width;
    Places expected;
  };
  const Case cases[] = {
      {"still wide", 0.501, {"1:-2@50"}},
      {"narrower than somebody needs", 0.499, {}},
      {"nothing left", 0.0, {}},
  };
  for (const Case& c : cases) {
    RoadBuilder road("1");
    road.line(100.0).lanes({-2, -1}).width(-2, {3.5, (c.width - 3.5) / 50.0, 0.0, 0.0});
    road.section(50.0).lanes({-2, -1}).width(-2, {c.width, (3.5 - c.width) / 50.0, 0.0, 0.0}).continues(-1, -1);
    EXPECT_THAT(places_found(lane_connectivity(), MapBuilder().road(road).build()), ElementsAreArray(c.expected))
        << c.name;
  }
}

TEST(LaneConnectivity, AcceptsALaneBesideTheNextRoad) {
  // Road 2 has one lane less: lane -2 ends at full width, beside lane -1 but nowhere near its centre.
  const Document document = MapBuilder()
                                .road(RoadBuilder("1").line(100.0).lanes({-2, -1}))
                                .road(RoadBuilder("2").start(100.0, 0.0).line(100.0).lanes({-1}))
                                .link({"1", kEnd}, {"2", kStart}, {{-1, -1}})
                                .build();
  EXPECT_THAT(places_found(lane_connectivity(), document), ElementsAre());
}

TEST(LaneConnectivity, AcceptsLanesWithOpposedTraffic) {
  // Lane -2 of road 1 ends where lane 1 of road 2, which comes the other way, ends too.
  const Document document =
      MapBuilder()
          .road(RoadBuilder("1").line(100.0).lanes({-2, -1}).lane_offset(0.0, {3.5, 0.0, 0.0, 0.0}))
          .road(RoadBuilder("2").start(100.0, 0.0).line(100.0).lanes({-1, 1}).lane_offset(0.0, {-3.5, 0.0, 0.0, 0.0}))
          .link({"1", kEnd}, {"2", kStart}, {{-1, -1}})
          .build();
  EXPECT_THAT(places_found(lane_connectivity(), document), ElementsAre());
}

TEST(LaneConnectivity, FindsARoadLinkThatIsNotReturned) {
  Document document = kit::two_roads();
  find_road(document, "1").successor.reset();
  const auto findings = findings_in(lane_connectivity(), document);
  EXPECT_THAT(places_of(findings), ElementsAre("2@0"));
  EXPECT_EQ(findings.at(0).message, "names road 1 as its predecessor, which does not name it in turn");
}

// Two lanes of road 2 lie within reach of road 1's only one: 0.3 m from it, and right on it.
TEST(LaneConnectivity, MeasuresTheNearestLanesOnEitherSide) {
  const Document document =
      MapBuilder()
          .road(RoadBuilder("1").line(100.0).lanes({-1}))
          .road(RoadBuilder("2").start(100.0, 0.0).line(100.0).lane(-1, 3.8).lane(-2).predecessor_road("1", kEnd))
          .build();
  for (const Document& telling : {document, kit::mirrored(document)}) {
    const auto findings = findings_in(lane_connectivity(), telling);
    ASSERT_THAT(places_of(findings), ElementsAre("2@0"));
    EXPECT_DOUBLE_EQ(findings.at(0).measured, 0.0);
  }
}

TEST(LaneConnectivity, AcceptsARoadLinkThatAConnectionReturns) {
  Document document = kit::four_way_crossing();
  find_road(document, "east").successor.reset();
  // Connecting roads name "east", which names nothing; those that lead from it are named by connections with it.
  for (const Finding& finding : findings_in(lane_connectivity(), document)) {
    EXPECT_FALSE(finding.road_id.starts_with("east_")) << finding.road_id;
  }
}

// A junction whose connecting road states only how it is entered: half of its links are missing, but in no direction
// is there a lane that has one beside a lane that has none.
TEST(LaneConnectivity, ComparesLanesOfOneDirectionInJunctions) {
  const auto with = [](std::vector<JunctionLaneLink> forth, std::vector<JunctionLaneLink> back) {
    MapBuilder map;
    map.road(RoadBuilder("1").line(50.0).lanes({-2, -1, 1, 2}).successor_junction("J"));
    map.road(RoadBuilder("2").start(60.0, 0.0).line(50.0).lanes({-2, -1, 1, 2}).predecessor_junction("J"));
    map.road(RoadBuilder("c")
                 .start(50.0, 0.0)
                 .line(10.0)
                 .lanes({-2, -1, 1, 2})
                 .in_junction("J")
                 .predecessor_road("1", kEnd)
                 .successor_road("2", kStart));
    map.junction("J");
    map.junction_record("J").connections = {{"0", "1", "c", kStart, std::move(forth)},
                                            {"1", "2", "c", kEnd, std::move(back)}};
    return map.build();
  };
  EXPECT_THAT(places_found(lane_connectivity(), with({{-1, -1}, {-2, -2}}, {{1, 1}, {2, 2}})), ElementsAre());
  EXPECT_THAT(places_found(lane_connectivity(), with({{-1, -1}}, {{1, 1}, {2, 2}})), ElementsAre("1:-2@50"));
  EXPECT_THAT(places_found(lane_connectivity(), with({{-1, -1}, {-2, -2}}, {{2, 2}})), ElementsAre("2:1@0"));
}

TEST(LaneConnectivity, DoesNotDependOnHowTheMapIsTold) {
  const Document document = one_lane_linked({100.25, 0.0, 0.0});
  const Document told[] = {
      kit::shifted_and_rotated(document, 1e6, -2e5, 2.0),
      kit::mirrored(document),
      kit::reversed(document, "1"),
      kit::reversed(document, "2"),
      kit::split(document, "1", 60.0),
  };
  for (const Document& other : told) {
    const auto findings = findings_in(lane_connectivity(), other);
    ASSERT_EQ(findings.size(), 1U);
    EXPECT_NEAR(findings[0].measured, 0.25, 1e-6);
  }
}

TEST(LaneConnectivity, FindsNothingInSoundMaps) {
  for (const auto& [name, document] : kit::all_generated_maps()) {
    EXPECT_THAT(places_found(lane_connectivity(), document), ElementsAre()) << name;
  }
}

}  // namespace
}  // namespace scrutineer::map::rules
