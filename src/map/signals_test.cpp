#include "map/signals.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "kit/maps.h"
#include "map/lookup.h"
#include "map/read.h"

namespace scrutineer::map {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

const Signal& signal_at(const RoadNetwork& map, const SignalPlace& place) { return map.signal(place.signal); }

// A road along x with lanes 2, 1, -1, -2 and one signal or object.
std::unique_ptr<const RoadNetwork> road_with(const SignalRecord& signal, TrafficRule rule = TrafficRule::right_hand) {
  kit::MapBuilder map;
  map.road(kit::RoadBuilder("1").rule(rule).line(100.0).lanes({2, 1, -1, -2}).signal(signal));
  return build_network(map.build());
}
std::unique_ptr<const RoadNetwork> road_with(const ObjectRecord& object) {
  kit::MapBuilder map;
  map.road(kit::RoadBuilder("1").line(100.0).lanes({2, 1, -1, -2}).object(object));
  return build_network(map.build());
}

std::vector<int> lanes_held(const RoadNetwork& map) {
  std::vector<int> numbers;
  const SignalPlace& place = signal_places(map, RoadId(0)).front();
  for (const int number : {-2, -1, 1, 2}) {
    if (holds_for(map, place, map.find_lane(RoadId(0), place.s, number))) numbers.push_back(number);
  }
  return numbers;
}

TEST(HoldsFor, ValidityElseOrientation) {
  struct Case {
    const char* name;
    Orientation orientation;
    std::vector<LaneValidity> validities;
    TrafficRule rule;
    std::vector<int> lanes;
  };
  const auto right = TrafficRule::right_hand;
  const Case cases[] = {
      {"with s", Orientation::with_s, {}, right, {-2, -1}},
      {"against s", Orientation::against_s, {}, right, {1, 2}},
      {"with s, traffic on the left", Orientation::with_s, {}, TrafficRule::left_hand, {1, 2}},
      {"both", Orientation::both, {}, right, {-2, -1, 1, 2}},
      {"validity alone, though reversed", Orientation::against_s, {{-2, -2}}, right, {-2}},
      {"several validities", Orientation::with_s, {{-1, -1}, {2, 2}}, right, {-1, 2}},
      {"a range over lane 0", Orientation::with_s, {{-1, 1}}, right, {-1, 1}},
      {"stands here, holds for nobody", Orientation::with_s, {{0, 0}}, right, {}},
  };
  for (const Case& c : cases) {
    SignalRecord signal = kit::light("1", 50.0, -8.0, c.orientation);
    signal.validities = c.validities;
    EXPECT_EQ(lanes_held(*road_with(signal, c.rule)), c.lanes) << c.name;
  }
}

TEST(HoldsFor, NobodyIfItIsInvalidated) {
  SignalRecord signal = kit::light("1", 50.0, -8.0, Orientation::both);
  signal.validities = {{-2, 2}};
  signal.invalidated = true;
  EXPECT_THAT(lanes_held(*road_with(signal)), IsEmpty());
  ObjectRecord line{.name = "StopLine", .type = "roadMark", .s = 50.0, .length = 0.5, .width = 14.0};
  EXPECT_EQ(lanes_held(*road_with(line)).size(), 4U);
  line.invalidated = true;
  EXPECT_THAT(lanes_held(*road_with(line)), IsEmpty());
  // References to it, too.
  kit::MapBuilder map;
  kit::RoadBuilder referring("2");
  referring.start(100.0, 0.0).line(100.0).lanes({-1});
  map.road(kit::RoadBuilder("1").line(100.0).lanes({-1}).signal(signal)).road(referring);
  Document document = map.build();
  document.roads[1].signal_references = {{"1", 5.0, 0.0, Orientation::with_s, {}}};
  const auto network = build_network(document);
  const SignalPlace& place = signal_places(*network, RoadId(1)).front();
  EXPECT_FALSE(holds_for(*network, place, network->find_lane(RoadId(1), 5.0, -1)));
}

TEST(HoldsFor, APaintedStopLineHoldsForTheLanesItLiesOn) {
  struct Case {
    const char* name;
    double t, length, width, heading;
    Orientation orientation;
    std::vector<LaneValidity> validities;
    std::vector<int> lanes;
  };
  const double across = 0.5 * kPi;
  const Case cases[] = {
      {"both right lanes", -3.5, 0.3, 6.8, 0.0, Orientation::with_s, {}, {-2, -1}},
      {"drawn lengthwise and turned, as RoadRunner does", -3.5, 6.8, 0.0, across, Orientation::with_s, {}, {-2, -1}},
      {"orientation reversed", -3.5, 6.8, 0.0, across, Orientation::against_s, {}, {-2, -1}},
      {"one lane", 1.75, 3.2, 0.3, -across, Orientation::with_s, {}, {1}},
      {"on lanes of both directions orientation decides", 0.0, 0.3, 14.0, 0.0, Orientation::against_s, {}, {1, 2}},
      {"on both directions, for both", 0.0, 0.3, 14.0, 0.0, Orientation::both, {}, {-2, -1, 1, 2}},
      {"beside the road", 12.0, 0.3, 3.0, 0.0, Orientation::against_s, {}, {}},
      {"validity alone", 12.0, 0.3, 3.0, 0.0, Orientation::against_s, {{-1, -1}}, {-1}},
      {"no size: orientation", -3.5, 0.0, 0.0, 0.0, Orientation::against_s, {}, {1, 2}},
  };
  for (const Case& c : cases) {
    ObjectRecord line = kit::stop_line_object("1", 50.0, c.t, c.width, c.orientation);
    line.length = c.length;
    line.heading = c.heading;
    line.validities = c.validities;
    EXPECT_EQ(lanes_held(*road_with(line)), c.lanes) << c.name;
  }
  ObjectRecord outlined = kit::stop_line_object("1", 50.0, -1.75, 0.0, Orientation::with_s);
  outlined.heading = across;
  outlined.outlines = {{{false, -1.6, 0.0, 0.0}, {false, 1.6, 0.0, 0.0}}};
  EXPECT_THAT(lanes_held(*road_with(outlined)), ElementsAre(-1)) << "corners in the object's own frame";
  outlined.outlines = {{{true, 50.0, 0.2, 0.0}, {true, 50.0, 6.9, 0.0}}};
  EXPECT_THAT(lanes_held(*road_with(outlined)), ElementsAre(1, 2)) << "corners on the road";
}

TEST(SignalPlaces, ReferencesMeanTheSignalOfTheirJunctionElseTheNearest) {
  // Three signals "0": two on arms of the crossing, one on a road of its own that passes by.
  Document document = kit::four_way_crossing();
  kit::find_road(document, "east").signals.push_back(kit::light("0", 99.0, -4.0, Orientation::with_s));
  kit::find_road(document, "north").signals.push_back(kit::stop_sign("0", 99.0, -4.0, Orientation::with_s));
  document.roads.push_back(kit::RoadBuilder("aside").start(0.0, 500.0).line(100.0).record());
  document.roads.back().signals.push_back(kit::yield_sign("0", 50.0, 0.0, Orientation::with_s));
  document.roads.push_back(kit::RoadBuilder("lone").start(0.0, 480.0).line(100.0).record());

  SignalReferenceRecord reference;
  reference.signal_id = "0";
  for (const char* road : {"east_west", "north_south", "lone"}) {
    kit::find_road(document, road).signal_references.push_back(reference);
  }
  reference.signal_id = "missing";
  kit::find_road(document, "lone").signal_references.push_back(reference);
  const auto map = build_network(document);

  struct Case {
    const char *name, *road;
    SignalKind expected;
  };
  const Case cases[] = {
      {"nearest of the junction, from the east", "east_west", SignalKind::traffic_light},
      {"nearest of the junction, from the north", "north_south", SignalKind::stop_sign},
      {"no junction: nearest", "lone", SignalKind::yield_sign},
  };
  for (const Case& c : cases) {
    const auto places = signal_places(*map, map->find_road(c.road));
    ASSERT_EQ(places.size(), 1u) << c.name;
    EXPECT_TRUE(places[0].is_reference) << c.name;
    EXPECT_EQ(places[0].meaning.kind, c.expected) << c.name;
  }
  ASSERT_EQ(dangling_references(*map).size(), 1u);
  EXPECT_EQ(dangling_references(*map)[0].signal_id, "missing");
}

TEST(SignalsAhead, AreThoseOfTheLaneInTheWayOfTraffic) {
  // 100 m each along x; whichever way s runs, lane "along x" is driven to the east.
  struct Case {
    const char* name;
    Document document;
    int first_lane, second_lane;   // numbers of the lane along x
    bool first_runs, second_runs;  // does s run along x?
  };
  const Case cases[] = {
      {"both along", kit::two_roads(), -1, -1, true, true},
      {"second against", kit::end_to_end_roads(), -1, 1, true, false},
      {"first against", kit::start_to_start_roads(), 1, -1, false, true},
  };
  for (const Case& c : cases) {
    Document document = c.document;
    // Signals at x = 40 and 80 on the first road, at x = 130 and 190 on the second; at x = 150 one for the other way.
    const auto s_of = [](bool runs, double x) { return runs ? x : 100.0 - x; };
    const auto forward = [](bool runs) { return runs ? Orientation::with_s : Orientation::against_s; };
    const auto backward = [](bool runs) { return runs ? Orientation::against_s : Orientation::with_s; };
    auto& first = kit::find_road(document, "1").signals;
    auto& second = kit::find_road(document, "2").signals;
    first.push_back(kit::light("at 40", s_of(c.first_runs, 40.0), 0.0, forward(c.first_runs)));
    first.push_back(kit::stop_line("at 80", s_of(c.first_runs, 80.0), 0.0, forward(c.first_runs)));
    second.push_back(kit::yield_sign("at 130", s_of(c.second_runs, 30.0), 0.0, forward(c.second_runs)));
    second.push_back(kit::light("at 150", s_of(c.second_runs, 50.0), 0.0, backward(c.second_runs)));
    second.push_back(kit::stop_sign("at 190", s_of(c.second_runs, 90.0), 0.0, forward(c.second_runs)));
    const auto map = build_network(document);

    const double s = s_of(c.first_runs, 60.0);
    const LaneId lane = map->find_lane(map->find_road("1"), s, c.first_lane);
    const auto ahead = signals_ahead(*map, lane, s, 100.0);
    ASSERT_EQ(ahead.size(), 2u) << c.name;
    EXPECT_EQ(signal_at(*map, ahead[0].place).record.id, "at 80") << c.name;
    EXPECT_NEAR(ahead[0].distance, 20.0, 1e-6) << c.name;
    EXPECT_EQ(signal_at(*map, ahead[1].place).record.id, "at 130") << c.name;
    EXPECT_NEAR(ahead[1].distance, 70.0, 1e-6) << c.name;
    EXPECT_EQ(map->lane(ahead[1].lane).number, c.second_lane) << c.name;
    EXPECT_EQ(signals_ahead(*map, lane, s, 131.0).size(), 3u) << c.name << ": further";
    EXPECT_EQ(signals_ahead(*map, lane, s, 19.0).size(), 0u) << c.name << ": nothing within 19 m";
  }
}

TEST(SignalsAhead, GoAlongCentreLinesThroughEveryWay) {
  Document document = kit::four_way_crossing({.lights = kit::Crossing::Lights::by_reference});
  const auto map = build_network(document);
  const LaneId lane = map->find_lane(map->find_road("east"), 90.0, -1);
  const auto ahead = signals_ahead(*map, lane, 90.0, 20.0);
  ASSERT_EQ(ahead.size(), 3u) << "one reference on each connecting road";
  for (const SignalAhead& found : ahead) {
    EXPECT_EQ(signal_at(*map, found.place).record.id, "light_east");
    EXPECT_TRUE(found.place.is_reference);
    EXPECT_NEAR(found.distance, 10.0, 1e-6);
  }

  // A quarter turn with radius 20 m of the reference line, the lane 1.75 m further in: its centre line is as long as an
  // arc.
  kit::MapBuilder bend;
  bend.road(kit::RoadBuilder("1")
                .arc(10.0 * kPi, 1.0 / 20.0)
                .lanes({1, -1})
                .signal(kit::light("1", 0.0, 0.0, Orientation::against_s)));
  const auto curve = build_network(bend.build());
  const auto at_end = signals_ahead(*curve, curve->find_lane(RoadId(0), 10.0 * kPi, 1), 10.0 * kPi, 100.0);
  ASSERT_EQ(at_end.size(), 1u);
  EXPECT_NEAR(at_end[0].distance, 0.5 * kPi * 18.25, 1e-4);
}

TEST(SignalsAhead, AreThoseOfBothWaysOnALaneThatIsDrivenBothWays) {
  kit::MapBuilder builder;
  builder.road(kit::RoadBuilder("1")
                   .line(100.0)
                   .lane(-1, 3.5, LaneType::bidirectional)
                   .signal(kit::light("east", 90.0, 0.0, Orientation::with_s))
                   .signal(kit::light("west", 10.0, 0.0, Orientation::against_s)));
  const auto map = build_network(builder.build());
  const auto ahead = signals_ahead(*map, map->find_lane(RoadId(0), 40.0, -1), 40.0, 60.0);
  ASSERT_EQ(ahead.size(), 2u);
  EXPECT_EQ(signal_at(*map, ahead[0].place).record.id, "west");
  EXPECT_NEAR(ahead[0].distance, 30.0, 1e-6);
  EXPECT_EQ(signal_at(*map, ahead[1].place).record.id, "east");
  EXPECT_NEAR(ahead[1].distance, 50.0, 1e-6);
}

// Of one id there may be thousands, in the file and in a controller.
TEST(Signals, AreControlledOnceByAControllerThatRepeatsItself) {
  Document document = kit::four_way_crossing({.lights = kit::Crossing::Lights::on_arms});
  const std::size_t before = build_network(document)->controllers()[0].signals.size();
  auto& ids = document.controllers[0].signal_ids;
  ids.insert(ids.end(), 3, ids.front());
  EXPECT_EQ(build_network(document)->controllers()[0].signals.size(), before);
}

TEST(Signals, HaveControllersAndDependencies) {
  Document document =
      kit::four_way_crossing({.lights = kit::Crossing::Lights::on_arms, .signs = kit::Crossing::Signs::all_way_stop});
  auto& east = kit::find_road(document, "east").signals;
  SignalRecord plate = kit::stop_sign("plate", 99.0, -4.0, Orientation::with_s);
  plate.type = "1022";
  east.push_back(plate);
  east[1].dependencies = {{"plate", ""}, {"missing", ""}};
  const auto map = build_network(document);

  const std::uint32_t first = map->road(map->find_road("east")).first_signal;
  const auto controllers = controllers_of(*map, SignalId(first));
  ASSERT_EQ(controllers.size(), 1u);
  EXPECT_EQ(map->controllers()[controllers[0].index()].id, "ew");
  EXPECT_TRUE(controllers_of(*map, SignalId(first + 1)).empty()) << "a stop sign";
  EXPECT_THAT(dependencies_of(*map, SignalId(first + 1)), ElementsAre(SignalId(first + 2)));
  EXPECT_TRUE(dependencies_of(*map, SignalId(first)).empty());
  EXPECT_EQ(meaning_of(*map, SignalId(first + 2)).kind, SignalKind::supplementary);
}

}  // namespace
}  // namespace scrutineer::map
