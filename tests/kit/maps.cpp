#include "kit/maps.h"

#include <array>
#include <cmath>

#include "base/quantity.h"

namespace scrutineer::kit {

using namespace map;
using namespace literals;

namespace {

constexpr ContactPoint kStart = ContactPoint::start;
constexpr ContactPoint kEnd = ContactPoint::end;

}  // namespace

Document straight_road(double length, TrafficRule rule) {
  return MapBuilder("straight_road").road(RoadBuilder("1").rule(rule).line(length).speed(0.0, 50.0_kmh)).build();
}

Document s_curve() {
  return MapBuilder("s_curve")
      .road(RoadBuilder("1")
                .line(50.0)
                .spiral(30.0, 0.0, 0.02)
                .arc(60.0, 0.02)
                .spiral(30.0, 0.02, 0.0)
                .spiral(30.0, 0.0, -0.02)
                .arc(60.0, -0.02)
                .spiral(30.0, -0.02, 0.0)
                .line(50.0)
                .lanes({-2, -1, 1, 2}))
      .build();
}

Document everything_road() {
  RoadBuilder road("1");
  road.start(-30.0, 20.0, 0.4)
      .line(40.0)
      .spiral(25.0, 0.0, 0.03)
      .arc(20.0, 0.03)
      .spiral(35.0, 0.03, -0.02)
      .poly3(30.0, {0.0, 0.0, -0.01, 1e-4})
      .param_poly3({0.0, 40.0, -2.0, 0.0}, {0.0, 0.0, 6.0, -3.0})
      .line(25.0);
  const double length = road.length();
  road.lanes({-1, 1})
      .lane(-2, 2.0, LaneType::sidewalk)
      .section(60.0)
      .lanes({-2, -1, 1})
      .lane(-3, 2.0, LaneType::sidewalk)
      .width(-2, hermite(0.0, 0.0, kLaneWidth, 0.0, 30.0))
      .width(-2, {kLaneWidth, 0.0, 0.0, 0.0}, 30.0)
      .continues(-1, -1)
      .continues(-2, -3)
      .continues(1, 1)
      .section(150.0)
      .lanes({-2, -1, 1})
      .lane(-3, 2.0, LaneType::sidewalk)
      .lane(2, 1.5, LaneType::biking)
      .width(-1, {kLaneWidth, 0.0, 0.001, 0.0})
      .width(2, hermite(0.0, 0.0, 1.5, 0.0, length - 150.0))
      .lane_speed(-1, 30.0_kmh, 10.0)
      .lane_access(-2, true, {"bus", "taxi"}, 5.0)
      .elevation(0.0, {1.0, 0.0, 0.0, 0.0})
      .elevation(20.0, {1.0, 0.0, 4e-4, -1e-6})
      .superelevation(0.0, {0.0, 0.0, 0.0, 0.0})
      .superelevation(40.0, hermite(0.0, 0.0, 0.05, 0.0, 60.0))
      .superelevation(100.0, {0.05, 0.0, 0.0, 0.0})
      .lane_offset(0.0, {0.0, 0.0, 0.0, 0.0})
      .lane_offset(30.0, hermite(0.0, 0.0, 0.8, 0.0, 40.0))
      .lane_offset(70.0, {0.8, 0.0, 0.0, 0.0})
      .speed(0.0, 50.0_kmh)
      .speed(120.0, 80.0_kmh, "rural")
      .signal(stop_line("line", 100.0, -1.0, Orientation::with_s))
      .signal(light("light", 110.0, 5.0, Orientation::against_s))
      .object(crosswalk("walk", 55.0, -1.0, 9.0));
  return MapBuilder("everything_road").road(road).build();
}

Document bordered_road() {
  return MapBuilder("bordered_road")
      .road(RoadBuilder("1")
                .line(100.0)
                .lanes({-2, -1, 1})
                .border(-1, {-3.0, 0.0, 0.0, 0.0})
                .border(-1, hermite(-3.0, 0.0, -4.0, 0.0, 60.0), 20.0)
                .border(-1, {-4.0, 0.0, 0.0, 0.0}, 80.0)
                .border(-2, {-7.0, 0.0, 0.0, 0.0})
                .border(1, {3.5, -0.005, 0.0, 0.0}))
      .build();
}

Document two_roads() {
  return MapBuilder("two_roads")
      .road(RoadBuilder("1").line(100.0).speed(0.0, 50.0_kmh))
      .road(RoadBuilder("2").start(100.0, 0.0).line(100.0).speed(0.0, 30.0_kmh))
      .link({"1", kEnd}, {"2", kStart})
      .build();
}

// Right-hand traffic along x drives at y < 0 whichever way s runs: on lane -1 of the one road and lane 1 of the other.
Document end_to_end_roads() {
  return MapBuilder("end_to_end_roads")
      .road(RoadBuilder("1").line(100.0))
      .road(RoadBuilder("2").start(200.0, 0.0, kPi).line(100.0))
      .link({"1", kEnd}, {"2", kEnd})
      .build();
}

Document start_to_start_roads() {
  return MapBuilder("start_to_start_roads")
      .road(RoadBuilder("1").start(100.0, 0.0, kPi).line(100.0))
      .road(RoadBuilder("2").start(100.0, 0.0).line(100.0))
      .link({"1", kStart}, {"2", kStart})
      .build();
}

// ---- crossings ------------------------------------------------------------------------------------------------------

namespace {

constexpr std::array<const char*, 4> kArms{"east", "north", "west", "south"};  // counter-clockwise
constexpr double kSidewalkWidth = 2.0;

// A street's lanes from the middle outward: `inward` for those that lead to the junction.
struct Street {
  int lanes_each_way;
  bool sidewalks;
  TrafficRule rule;

  // The sign of the lanes whose traffic runs along s.
  int along() const { return rule == TrafficRule::right_hand ? -1 : 1; }
  // The lanes that lead off the road at that end, and onto it there.
  int off(ContactPoint end) const { return end == kEnd ? along() : -along(); }
  int onto(ContactPoint end) const { return -off(end); }

  RoadBuilder& build(RoadBuilder& road) const {
    road.rule(rule);
    for (const int side : {-1, 1}) {
      for (int lane = 1; lane <= lanes_each_way; ++lane) road.lane(side * lane);
      if (sidewalks) road.lane(side * (lanes_each_way + 1), kSidewalkWidth, LaneType::sidewalk);
    }
    return road;
  }

  double half_width() const { return lanes_each_way * kLaneWidth + (sidewalks ? kSidewalkWidth : 0.0); }
};

enum class Turn { near_side, straight, far_side };  // near: right with right-hand traffic, left with left-hand

constexpr std::array<Turn, 3> kTurns{Turn::near_side, Turn::straight, Turn::far_side};

// `arm` counts counter-clockwise; so does the exit that a turn leads to.
std::size_t exit_of(std::size_t arm, Turn turn, TrafficRule rule) {
  const std::size_t near = rule == TrafficRule::right_hand ? 1 : 3;
  switch (turn) {
    case Turn::near_side:
      return (arm + near) % 4;
    case Turn::straight:
      return (arm + 2) % 4;
    case Turn::far_side:
      return (arm + 4 - near) % 4;
  }
  return arm;
}

LanePairs lanes_of(Turn turn, const Street& street, int in, int out) {
  LanePairs pairs;
  const int count = street.lanes_each_way;
  if (turn == Turn::far_side) return {{in, out}};
  for (int lane = turn == Turn::straight ? 1 : count; lane <= count; ++lane) pairs.push_back({in * lane, out * lane});
  if (turn == Turn::near_side && street.sidewalks) pairs.push_back({in * (count + 1), out * (count + 1)});
  return pairs;
}

double inward_s(const Crossing& options, double before_junction) {
  return options.arms_run_inward ? options.arm_length - before_junction : before_junction;
}

void add_signals(MapBuilder& map, const Crossing& options, const Street& street) {
  const ContactPoint contact = options.arms_run_inward ? kEnd : kStart;
  const int side = street.off(contact);
  const Orientation orientation = options.arms_run_inward ? Orientation::with_s : Orientation::against_s;
  const double beside = side * (street.half_width() + 0.5);
  const double middle = side * 0.5 * options.lanes_each_way * kLaneWidth;
  const double width = options.lanes_each_way * kLaneWidth;
  for (std::size_t i = 0; i < kArms.size(); ++i) {
    const std::string arm = kArms[i];
    const bool minor = i % 2 == 1;
    RoadRecord& road = map.road(arm);
    const double s = inward_s(options, 1.0);
    if (options.lights != Crossing::Lights::none) {
      SignalRecord signal = light("light_" + arm, s, beside, orientation);
      if (options.lights == Crossing::Lights::by_reference) {
        signal.validities = {{0, 0}};
        for (const JunctionConnection& connection : map.junction_record("J").connections) {
          if (connection.incoming_road != arm) continue;
          SignalReferenceRecord reference;
          reference.signal_id = signal.id;
          reference.orientation = Orientation::against_s;  // reversed, as RoadRunner writes it
          const int first = connection.lane_links.front().to, last = connection.lane_links.back().to;
          reference.validities = {{std::min(first, last), std::max(first, last)}};
          map.road(connection.connecting_road).signal_references.push_back(std::move(reference));
        }
      }
      road.signals.push_back(std::move(signal));
    }
    const bool stops =
        options.signs == Crossing::Signs::all_way_stop || (minor && options.signs == Crossing::Signs::minor_stop);
    if (stops) road.signals.push_back(stop_sign("stop_" + arm, s, beside, orientation));
    if (minor && options.signs == Crossing::Signs::minor_yield)
      road.signals.push_back(yield_sign("yield_" + arm, s, beside, orientation));
    if (options.stop_lines == Crossing::StopLines::signals) {
      SignalRecord line = stop_line("line_" + arm, s, middle, orientation);
      line.width = width;
      road.signals.push_back(std::move(line));
    }
    if (options.stop_lines == Crossing::StopLines::objects)
      road.objects.push_back(stop_line_object("line_" + arm, s, middle, width, orientation));
    if (options.crosswalks)
      road.objects.push_back(crosswalk("walk_" + arm, inward_s(options, 4.0), 0.0, 2.0 * street.half_width()));
  }
  if (options.lights != Crossing::Lights::none) {
    map.controller("ns", {"light_north", "light_south"}, "J").controller("ew", {"light_east", "light_west"}, "J");
  }
}

// Counter-clockwise: across each arm, then along the outer border of the turn to the next one.
void add_boundary(MapBuilder& map, const Street& street) {
  const bool right_hand = street.rule == TrafficRule::right_hand;
  for (std::size_t i = 0; i < kArms.size(); ++i) {
    const std::string arm = kArms[i], next = kArms[(i + 1) % 4];
    JunctionBoundarySegment joint;
    joint.kind = JunctionBoundarySegment::Kind::joint;
    joint.road = arm;
    joint.contact = map.road(arm).successor ? kEnd : kStart;
    JunctionBoundarySegment corner;
    corner.kind = JunctionBoundarySegment::Kind::lane;
    corner.road = right_hand ? arm + "_" + next : next + "_" + arm;
    corner.boundary_lane = street.along() * (street.sidewalks ? 2 : 1);
    corner.s_start_is_end = corner.s_end_is_begin = !right_hand;
    auto& boundary = map.junction_record("J").boundary;
    boundary.push_back(joint);
    boundary.push_back(corner);
  }
}

}  // namespace

Document four_way_crossing(const Crossing& options) {
  MapBuilder map("four_way_crossing");
  const Street street{options.lanes_each_way, options.sidewalks, options.rule};
  for (std::size_t i = 0; i < kArms.size(); ++i) {
    const double angle = 0.5 * kPi * static_cast<double>(i);  // of the arm, seen from the middle
    RoadBuilder road(kArms[i]);
    if (options.arms_run_inward) {
      road.start(turned_around(moved({0.0, 0.0, angle}, options.half_size + options.arm_length)));
    } else {
      road.start(moved({0.0, 0.0, angle}, options.half_size));
    }
    map.road(street.build(road.line(options.arm_length).speed(0.0, 50.0_kmh)));
  }
  map.junction("J");
  const ContactPoint contact = options.arms_run_inward ? kEnd : kStart;
  for (std::size_t i = 0; i < kArms.size(); ++i) {
    for (const Turn turn : kTurns) {
      const char* exit = kArms[exit_of(i, turn, options.rule)];
      map.connect("J", {kArms[i], contact}, {exit, contact},
                  lanes_of(turn, street, street.off(contact), street.onto(contact)),
                  std::string(kArms[i]) + "_" + exit);
    }
  }
  add_signals(map, options, street);
  if (options.boundary) add_boundary(map, street);
  if (options.signs == Crossing::Signs::minor_stop || options.signs == Crossing::Signs::minor_yield) {
    for (const char* high : {"east", "west"})
      for (const char* low : {"north", "south"}) map.priority("J", high, low);
  }
  return map.build();
}

Document roundabout(TrafficRule rule) {
  constexpr double kRadius = 20.0, kArmStart = 40.0, kArmLength = 60.0;
  constexpr double kGap = kPi / 6.0;  // half the angle that a junction takes from the ring
  // With right-hand traffic the ring runs counter-clockwise; with left-hand traffic everything is mirrored.
  const double sense = rule == TrafficRule::right_hand ? 1.0 : -1.0;
  const int along = rule == TrafficRule::right_hand ? -1 : 1;
  MapBuilder map("roundabout");
  for (std::size_t i = 0; i < kArms.size(); ++i) {
    const std::string arm = kArms[i];
    const double angle = 0.5 * kPi * static_cast<double>(i);
    map.road(RoadBuilder(arm)
                 .rule(rule)
                 .start(turned_around(moved({0.0, 0.0, angle}, kArmStart + kArmLength)))
                 .line(kArmLength)
                 .speed(0.0, 50.0_kmh));
    const double begin = angle + sense * kGap;
    Pose ring = moved({0.0, 0.0, begin}, kRadius);
    ring.heading = normalised_angle(begin + sense * 0.5 * kPi);
    map.road(RoadBuilder("ring_" + arm)
                 .rule(rule)
                 .start(ring)
                 .arc(kRadius * (0.5 * kPi - 2.0 * kGap), sense / kRadius)
                 .lanes({along})
                 .speed(0.0, 30.0_kmh));
  }
  for (std::size_t i = 0; i < kArms.size(); ++i) {
    const std::string arm = kArms[i], junction = "J_" + arm;
    const std::size_t before = rule == TrafficRule::right_hand ? 3 : 1;
    const std::string ring_in = std::string("ring_") + kArms[(i + before) % 4], ring_out = "ring_" + arm;
    map.junction(junction);
    map.connect(junction, {ring_in, kEnd}, {ring_out, kStart}, {{along, along}});
    map.connect(junction, {ring_in, kEnd}, {arm, kEnd}, {{along, -along}});
    map.connect(junction, {arm, kEnd}, {ring_out, kStart}, {{along, along}});
    map.priority(junction, ring_in, arm);
    const double beside = along * (kLaneWidth + 0.5);
    map.road(arm).signals.push_back(yield_sign("yield_" + arm, kArmLength - 1.0, beside, Orientation::with_s));
  }
  return map.build();
}

// ---- roads with something special -----------------------------------------------------------------------------------

Document bridge() {
  return MapBuilder("bridge")
      .road(RoadBuilder("lower").start(-100.0, 0.0).line(200.0))
      .road(RoadBuilder("upper").start(0.0, -100.0, 0.5 * kPi).line(200.0).elevation(0.0, {6.0, 0.0, 0.0, 0.0}))
      .build();
}

Document narrowing_lane() {
  return MapBuilder("narrowing_lane")
      .road(RoadBuilder("1")
                .line(200.0)
                .lanes({-2, -1, 1})
                .width(-2, {kLaneWidth, 0.0, 0.0, 0.0})
                .width(-2, hermite(kLaneWidth, 0.0, 0.0, 0.0, 50.0), 50.0)
                .section(100.0)
                .lanes({-1, 1})
                .continues(-1, -1)
                .continues(-2, -1)
                .continues(1, 1))
      .build();
}

Document motorway_with_exit(bool direct_junction) {
  constexpr double kLength = 300.0;
  MapBuilder map("motorway_with_exit");
  map.road(RoadBuilder("main")
               .line(kLength)
               .lanes({-3, -2, -1})
               .section(100.0)
               .lanes({-3, -2, -1})
               .lane(-4, kLaneWidth, LaneType::exit)
               .width(-4, hermite(0.0, 0.0, kLaneWidth, 0.0, 80.0))
               .width(-4, {kLaneWidth, 0.0, 0.0, 0.0}, 80.0)
               .speed(0.0, 130.0_kmh, "motorway"));
  const double after_begin = kLength + (direct_junction ? 0.0 : 50.0);
  map.road(
      RoadBuilder("after").start(after_begin, 0.0).line(300.0).lanes({-3, -2, -1}).speed(0.0, 130.0_kmh, "motorway"));
  RoadBuilder ramp("ramp");
  if (direct_junction) {
    ramp.start(kLength, -3.0 * kLaneWidth).arc(50.0, -0.004);
  } else {
    ramp.start(after_begin, -3.0 * kLaneWidth - 3.0, -0.12);
  }
  map.road(ramp.arc(100.0, -0.01).line(50.0).lane(-1, kLaneWidth, LaneType::exit).speed(0.0, 80.0_kmh, "motorway"));
  const LanePairs through{{-1, -1}, {-2, -2}, {-3, -3}}, exit{{-4, -1}};
  if (direct_junction) {
    map.junction("J", JunctionRecord::Kind::direct);
    map.connect_directly("J", {"main", kEnd}, {"after", kStart}, through);
    map.connect_directly("J", {"main", kEnd}, {"ramp", kStart}, exit);
  } else {
    map.junction("J");
    map.connect("J", {"main", kEnd}, {"after", kStart}, through);
    map.connect("J", {"main", kEnd}, {"ramp", kStart}, exit);
  }
  return map.build();
}

// ---- the grid -------------------------------------------------------------------------------------------------------

Document grid(int road_count) {
  constexpr double kHalfSize = 15.0, kStreet = 100.0, kSpacing = kStreet + 2.0 * kHalfSize;
  // Every crossing has 12 connecting roads and owns the streets to its east and north.
  const auto roads_with = [](int columns, int rows) {
    return 12 * columns * rows + (columns + 1) * rows + (rows + 1) * columns;
  };
  int columns = 1, rows = 1;
  while (roads_with(columns, rows) < road_count) ++(columns > rows ? rows : columns);

  const Street street{2, true, TrafficRule::right_hand};
  MapBuilder map("grid");
  const auto across = [](int column, int row) { return "h" + std::to_string(column) + "_" + std::to_string(row); };
  const auto up = [](int column, int row) { return "v" + std::to_string(column) + "_" + std::to_string(row); };
  // Street (column, row) leads east or north to crossing (column, row).
  for (int row = 0; row < rows; ++row) {
    for (int column = 0; column <= columns; ++column) {
      RoadBuilder road(across(column, row));
      road.start((column - 1) * kSpacing + kHalfSize, row * kSpacing).line(kStreet).speed(0.0, 50.0_kmh);
      map.road(street.build(road));
    }
  }
  for (int column = 0; column < columns; ++column) {
    for (int row = 0; row <= rows; ++row) {
      RoadBuilder road(up(column, row));
      road.start(column * kSpacing, (row - 1) * kSpacing + kHalfSize, 0.5 * kPi);
      map.road(street.build(road.line(kStreet).speed(0.0, 30.0_kmh)));
    }
  }
  for (int row = 0; row < rows; ++row) {
    for (int column = 0; column < columns; ++column) {
      const std::string junction = "j" + std::to_string(column) + "_" + std::to_string(row);
      map.junction(junction);
      const std::array<End, 4> arms{End{across(column + 1, row), kStart}, End{up(column, row + 1), kStart},
                                    End{across(column, row), kEnd}, End{up(column, row), kEnd}};
      for (std::size_t i = 0; i < arms.size(); ++i) {
        for (const Turn turn : kTurns) {
          const End& from = arms[i];
          const End& to = arms[exit_of(i, turn, street.rule)];
          map.connect(junction, from, to, lanes_of(turn, street, street.off(from.contact), street.onto(to.contact)));
        }
      }
    }
  }
  return map.build();
}

std::vector<std::pair<std::string, Document>> all_generated_maps() {
  Crossing rich;
  rich.lanes_each_way = 2;
  rich.sidewalks = true;
  rich.lights = Crossing::Lights::by_reference;
  rich.signs = Crossing::Signs::minor_yield;
  rich.stop_lines = Crossing::StopLines::signals;
  rich.crosswalks = true;
  rich.boundary = true;
  Crossing left_hand = rich;
  left_hand.rule = TrafficRule::left_hand;
  left_hand.lights = Crossing::Lights::on_arms;
  left_hand.stop_lines = Crossing::StopLines::objects;
  Crossing outward = left_hand;
  outward.rule = TrafficRule::right_hand;
  outward.arms_run_inward = false;
  outward.signs = Crossing::Signs::all_way_stop;
  return {
      {"straight_road", straight_road()},
      {"s_curve", s_curve()},
      {"everything_road", everything_road()},
      {"bordered_road", bordered_road()},
      {"two_roads", two_roads()},
      {"end_to_end_roads", end_to_end_roads()},
      {"start_to_start_roads", start_to_start_roads()},
      {"four_way_crossing", four_way_crossing()},
      {"four_way_crossing, all there is", four_way_crossing(rich)},
      {"four_way_crossing, left-hand traffic", four_way_crossing(left_hand)},
      {"four_way_crossing, arms run outward", four_way_crossing(outward)},
      {"roundabout", roundabout()},
      {"roundabout, left-hand traffic", roundabout(TrafficRule::left_hand)},
      {"bridge", bridge()},
      {"narrowing_lane", narrowing_lane()},
      {"motorway_with_exit", motorway_with_exit()},
      {"motorway_with_exit, direct junction", motorway_with_exit(true)},
      {"grid", grid(100)},
  };
}

}  // namespace scrutineer::kit
