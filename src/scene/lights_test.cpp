#include "scene/lights.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <set>
#include <tuple>

#include "kit/data.h"
#include "kit/map_builder.h"
#include "kit/maps.h"
#include "kit/read_run.h"
#include "kit/road_builder.h"
#include "kit/sumo.h"
#include "kit/transform.h"
#include "map/read.h"
#include "map/signal_controls.h"
#include "map/signals.h"
#include "trace/sumo_net.h"
#include "trace/words.h"

namespace scrutineer::scene {
namespace {

using namespace std::chrono_literals;
using map::Orientation;
using trace::Frame;
using trace::LightColour;
using trace::LightId;
using trace::LightInfo;
using trace::LightKind;
using trace::LightMode;
using trace::LightState;

map::SignalRecord pedestrian_light(std::string id, double s, double t) {
  map::SignalRecord signal = kit::light(std::move(id), s, t, Orientation::with_s);
  signal.type = "1000002";
  return signal;
}

// Road "1" along x at y = 0, road "2" at y = 50, with lights 4 m to the right of them. Id 41 is there twice.
std::unique_ptr<const map::RoadNetwork> crossing() {
  map::SignalReferenceRecord reference;
  reference.signal_id = "42";
  reference.s = 10.0;
  map::SignalRecord named = kit::light("45", 80.0, -4.0, Orientation::with_s);
  named.name = "C_7";
  return map::build_network(kit::MapBuilder()
                                .road(kit::RoadBuilder("1")
                                          .line(100.0)
                                          .signal(kit::light("41", 50.0, -4.0, Orientation::with_s))
                                          .signal(kit::light("42", 90.0, -4.0, Orientation::with_s))
                                          .signal(pedestrian_light("43", 90.0, -4.0))
                                          .signal(kit::stop_sign("44", 20.0, -4.0, Orientation::with_s)))
                                .road(kit::RoadBuilder("2")
                                          .start(0.0, 50.0)
                                          .line(100.0)
                                          .signal(kit::light("41", 50.0, -4.0, Orientation::with_s))
                                          .signal(named)
                                          .signal(kit::light("C_3", 95.0, -4.0, Orientation::with_s))
                                          .signal_reference(reference))
                                .build());
}

// "1/41 2/41": the signals that are tied, by road and id.
std::string tied(const map::RoadNetwork& map, const LightHeads& heads) {
  std::string text;
  for (std::size_t i = 0; i < map.signals().size(); ++i) {
    const map::SignalId signal(i);
    if (!heads.is_tied(signal)) continue;
    text += (text.empty() ? "" : " ") + map.road(map.signal(signal).road).id + "/" + map.signal(signal).record.id;
  }
  return text;
}

TEST(LightHeads, TieEachLightToItsSignal) {
  const auto map = crossing();
  const std::vector<trace::LightTie> net = {
      {.light = "C/0", .signals = {"42"}, .ways = {}},       {.light = "C/1", .signals = {"41"}, .ways = {{"2", ""}}},
      {.light = "C/2", .signals = {"41"}, .ways = {}},       {.light = "C/3", .signals = {"no such"}, .ways = {}},
      {.light = "C/4", .signals = {"42", "45"}, .ways = {}},
  };
  const auto bulb = [](std::string id, std::vector<std::string> references, std::optional<double> x = {},
                       std::optional<double> y = {}, bool for_vehicles = true) {
    return LightInfo{
        .id = std::move(id), .references = std::move(references), .x = x, .y = y, .for_vehicles = for_vehicles};
  };
  const auto link = [](std::string id, std::string name) {
    return LightInfo{.id = std::move(id), .kind = LightKind::way, .references = {std::move(name)}};
  };
  const auto head = [](std::string road, std::string id) {
    return LightInfo{.id = id, .kind = LightKind::head, .references = {id}, .road = std::move(road)};
  };
  const auto placed = [](double x, double y) { return LightInfo{.id = "41", .kind = LightKind::head, .x = x, .y = y}; };
  struct Case {
    const char* name;
    LightInfo light;
    const char *expected, *reason;
  };
  const Case cases[] = {
      {"by reference", bulb("900", {"42"}), "1/42", ""},
      {"by reference, not by id", bulb("45", {"42"}), "1/42", ""},
      {"by reference, not by place", bulb("900", {"42"}, 50.0, -4.0), "1/42", ""},
      {"by a reference with a word", bulb("900", {"traffic_light_id:42"}), "1/42", ""},
      {"by road and signal", bulb("900", {"2", "41"}), "2/41", ""},
      {"by road and signal with words", bulb("900", {"road_id:1", "signal_id:41"}), "1/41", ""},
      {"a lane's number is no signal", bulb("900", {"lane_id:42"}), "",
       "no light of the map has its id, and it has no position"},
      {"a repeated id, by place", bulb("900", {"41"}, 48.0, 40.0), "2/41", ""},
      {"a repeated id", bulb("900", {"41"}), "",
       "2 lights of the map have the id that its source reference names, and it has no position"},
      {"a reference to something else", bulb("42", {"model.fbx"}), "1/42", ""},
      {"by id", bulb("42", {}), "1/42", ""},
      {"by id, not by place", bulb("42", {}, 3.0, 3.0), "1/42", ""},
      {"by place where the id is chance", bulb("42", {}, 80.0, 46.0), "2/45", ""},
      {"by id where it hangs on that too", bulb("42", {}, 90.5, -4.0), "1/42", ""},
      {"a stop sign is no light", bulb("44", {}, 20.0, -4.0), "", "no light of the map has its id or hangs within 2 m"},
      {"by place", bulb("900", {}, 51.0, -5.0), "1/41", ""},
      {"by place, 2 m away", bulb("900", {}, 52.0, -4.0), "1/41", ""},
      {"too far away", bulb("900", {}, 52.01, -4.0), "", "no light of the map has its id or hangs within 2 m"},
      {"for people, on the same pole", bulb("900", {}, 90.0, -4.0, false), "1/43", ""},
      {"for vehicles, on the same pole", bulb("900", {}, 90.0, -4.0, true), "1/42", ""},

      {"through the net", link("C/0", "C_0"), "1/42", ""},
      {"through the net by road", link("C/1", "C_1"), "2/41", ""},
      {"a repeated id in the net", link("C/2", "C_2"), "",
       "neither the file beside the run (sumo_net) names its signal, nor has a light of the map its name"},
      {"by name where the net is wrong", link("C/3", "C_3"), "2/C_3", ""},
      {"several signals", link("C/4", "C_4"), "1/42 2/45", ""},
      {"by the signal's name", link("C/7", "C_7"), "2/45", ""},

      {"by road and id", head("2", "41"), "2/41", ""},
      {"by the road of a reference", head("2", "42"), "1/42", ""},
      {"without a road", head("", "42"), "1/42", ""},
      {"a repeated id without a road", head("", "41"), "", "2 lights of the map have its id, and it names no road"},
      {"a head by its place, whatever it is called", placed(90.3, -4.1), "1/42", ""},
      {"a head too far away", placed(51.1, -4.0), "", "no light of the map that is still free hangs within 1 m of it"},
      {"no such signal", head("1", "45"), "", "road 1 has no signal 45"},
      {"no such road", head("9", "45"), "", "the map has no road 9"},
      {"a head that is a stop sign", head("1", "44"), "",
       "signal 44 of road 1 is no traffic light (by its type: stop sign)"},
  };
  for (const Case& c : cases) {
    LightHeads heads(*map, net);
    heads.advance({.lights = {{LightId(0), LightColour::red, LightMode::regular}}}, std::span(&c.light, 1));
    EXPECT_EQ(tied(*map, heads), c.expected) << c.name;
    EXPECT_EQ(heads.untied(), *c.expected == 0 ? 1U : 0U) << c.name;
    if (heads.untied() == 0) {
      EXPECT_EQ(heads.skip_reason(), std::nullopt) << c.name;
    } else {
      EXPECT_EQ(heads.skip_reason(), "none of the run's 1 traffic lights could be tied to a signal of the map; " +
                                         c.light.id + ": " + c.reason)
          << c.name;
    }
  }
  EXPECT_EQ(LightHeads(*map).skip_reason(), "the run has no traffic lights");
}

// One name with a slip in it would otherwise make a red light one that nobody judges.
TEST(LightHeads, TellWhatCouldNotBeTied) {
  const auto map = map::build_network(kit::MapBuilder()
                                          .road(kit::RoadBuilder("mill_road")
                                                    .line(100.0)
                                                    .signal(kit::light("light_mill", 50.0, -4.0, Orientation::with_s))
                                                    .signal(kit::light("71", 90.0, -4.0, Orientation::with_s)))
                                          .road(kit::RoadBuilder("park_lane")
                                                    .start(0.0, 50.0)
                                                    .line(100.0)
                                                    .signal(kit::light("light_park", 50.0, -4.0, Orientation::with_s)))
                                          .build());
  const auto head = [](std::string road, std::string id) {
    return LightInfo{.id = std::move(id), .kind = LightKind::head, .road = std::move(road)};
  };
  const LightInfo mill = head("mill_road", "light_mill"), park = head("park_lane", "light_park");
  const LightInfo slip = head("mill_road", "ligth_mill");
  const std::string one =
      "1 of the run's 2 traffic lights could not be tied to a signal of the map, so nobody is "
      "judged by it; ";
  struct Case {
    const char* name;
    std::vector<LightInfo> lights;
    std::string note;  // empty: none
  };
  const Case cases[] = {
      {"no lights", {}, ""},
      {"all are tied", {mill, park}, ""},
      {"a slip in the id",
       {slip, park},
       one + "ligth_mill: road mill_road has no signal ligth_mill (did you mean light_mill?)"},
      {"a slip in the id, without a road",
       {park, head("", "ligth_mill")},
       one + "ligth_mill: no light of the map has its id (did you mean light_mill?)"},
      {"a slip in the road",
       {park, head("mil_road", "light_mill")},
       one + "light_mill: the map has no road mil_road (did you mean road mill_road?)"},
      {"what is similar has its own light", {mill, slip}, one + "ligth_mill: road mill_road has no signal ligth_mill"},
      {"nothing is similar", {park, head("mill_road", "north")}, one + "north: road mill_road has no signal north"},
      {"a number is no slip", {park, head("mill_road", "72")}, one + "72: road mill_road has no signal 72"},
      {"the light of a way",
       {park, {.id = "light_mil/0", .kind = LightKind::way, .references = {"light_mil_0"}}},
       one + "light_mil/0: no light of the map has its name, and no file beside the run (sumo_net) names its signal"},
      {"several",
       {park, slip, head("mill_road", "north")},
       "2 of the run's 3 traffic lights could not be tied to a signal of the map, so nobody is judged by them; the "
       "first is ligth_mill: road mill_road has no signal ligth_mill (did you mean light_mill?)"},
      {"none is tied",
       {slip},
       "none of the run's 1 traffic lights could be tied to a signal of the map; ligth_mill: road mill_road has no "
       "signal ligth_mill (did you mean light_mill?)"},
  };
  for (const auto& [name, lights, note] : cases) {
    LightHeads heads(*map);
    heads.advance({}, lights);
    std::vector<std::string> notes = heads.notes();
    std::erase_if(notes, [](const std::string& text) { return text.find("through a junction") != std::string::npos; });
    EXPECT_EQ(notes, note.empty() ? std::vector<std::string>() : std::vector{note}) << name;
  }
}

TEST(LightHeads, TellWhichControlNothing) {
  struct Case {
    const char* name;
    double s;      // of the light on a road of 100 m, which ends at the junction
    double cut;    // of that road in two; 0: it is one
    bool is_idle;  // nobody is judged by it
  };
  const Case cases[] = {
      {"20 m before the junction, on its road", 80.0, 0.0, false},
      {"20 m, on the road before", 80.0, 85.0, true},
      {"9 m, on the road before", 91.0, 95.0, false},
      {"20 m, and the road is cut before it", 80.0, 70.0, false},
  };
  for (const Case& c : cases) {
    map::Document document = kit::four_way_crossing();
    document.file = "town.xodr";
    kit::find_road(document, "east").signals = {kit::light("L", c.s, 4.0, Orientation::both)};
    if (c.cut > 0.0) document = kit::split(document, "east", c.cut);
    const auto map = map::build_network(document);
    LightHeads heads(*map);
    const LightInfo light{.id = "L", .kind = LightKind::head};
    heads.advance({}, std::span(&light, 1));
    const std::vector<std::string> note = {
        "the only traffic light of the map that the run tells of controls no way through a junction, so nobody is "
        "judged by it: L of road east; scrutineer map info --signals town.xodr lists what controls each way"};
    EXPECT_EQ(heads.notes(), c.is_idle ? note : std::vector<std::string>()) << c.name;
  }
}

// "red regular", or "not known".
std::string text_of(const HeadState& state) {
  if (!state.known) return "not known";
  return std::string(to_word(state.colour)) + " " + std::string(to_word(state.mode));
}

constexpr LightState red{{}, LightColour::red, LightMode::regular};
constexpr LightState yellow{{}, LightColour::yellow, LightMode::regular};
constexpr LightState green{{}, LightColour::green, LightMode::regular};
constexpr LightState dark{{}, LightColour::off, LightMode::regular};
constexpr LightState unknown{{}, LightColour::unknown, LightMode::unknown};
constexpr LightState strange{{}, LightColour::unknown, LightMode::regular};  // lit, in a colour that is none of ours
constexpr LightState broken{{}, LightColour::unknown, LightMode::malfunctioning};
constexpr LightState flashing_yellow{{}, LightColour::yellow, LightMode::flashing_yellow};
constexpr LightState flashing_red{{}, LightColour::red, LightMode::flashing_red};

TEST(LightHeads, CombineBulbs) {
  const auto map = crossing();
  struct Case {
    const char* name;
    std::vector<LightState> bulbs;
    const char* expected;
  };
  const Case cases[] = {
      {"red", {red, dark, dark}, "red regular"},
      {"red and yellow", {red, yellow, dark}, "red_yellow regular"},
      {"yellow", {dark, yellow, dark}, "yellow regular"},
      {"green", {dark, dark, green}, "green regular"},
      {"none lit", {dark, dark, dark}, "off off"},
      {"flashing yellow", {dark, flashing_yellow, dark}, "yellow flashing_yellow"},
      {"flashing red", {flashing_red, dark, dark}, "red flashing_red"},
      {"one out of service", {red, broken, dark}, "unknown malfunctioning"},
      {"one unknown beside a lit one", {unknown, dark, green}, "green regular"},
      {"one unknown, none lit", {unknown, dark, dark}, "not known"},
      {"lit in no colour of ours", {strange}, "not known"},
      {"red and green", {red, dark, green}, "not known"},
      {"one bulb", {green}, "green regular"},
  };
  for (const auto& [name, bulbs, expected] : cases) {
    LightHeads heads(*map);
    std::vector<LightInfo> lights;
    Frame frame;
    for (LightState state : bulbs) {
      state.light = LightId(lights.size());
      frame.lights.push_back(state);
      lights.push_back({.id = std::to_string(lights.size()), .references = {"42"}});
    }
    heads.advance(frame, lights);
    const map::SignalId signal(1);
    ASSERT_EQ(map->signal(signal).record.id, "42");
    EXPECT_EQ(text_of(heads.state(signal)), expected) << name;
  }
}

TEST(LightHeads, TakeLinksThatAgree) {
  const auto map = crossing();
  const std::vector<LightInfo> lights = {{.id = "C/3", .kind = LightKind::way, .references = {"C_3"}},
                                         {.id = "C/x", .kind = LightKind::way, .references = {"C_3"}}};
  struct Case {
    const char* name;
    LightState first, second;
    const char* expected;
  };
  const LightState off{{}, LightColour::off, LightMode::off};
  const Case cases[] = {
      {"both green", green, green, "green regular"},
      {"not the same", red, green, "not known"},
      {"red and yellow of two links are not red-yellow", red, yellow, "not known"},
      {"off", off, dark, "off off"},
      {"flashing", flashing_yellow, flashing_yellow, "yellow flashing_yellow"},
  };
  for (Case c : cases) {
    LightHeads heads(*map);
    c.second.light = LightId(1);
    c.first.light = LightId(0);
    heads.advance({.lights = {c.first, c.second}}, lights);
    EXPECT_EQ(tied(*map, heads), "2/C_3");
    EXPECT_EQ(text_of(heads.state(map::SignalId(6))), c.expected) << c.name;
  }
}

// SUMO's programs give each way through a junction its own state, whatever the map's signal looks like.
TEST(LightHeads, TellTheWaysOfOneSignalApart) {
  map::Document document = kit::four_way_crossing({.lights = kit::Crossing::Lights::on_arms});
  std::vector<std::string> ways;  // from the east
  for (const map::JunctionConnection& connection : document.junctions[0].connections)
    if (connection.incoming_road == "east") ways.push_back(connection.connecting_road);
  ASSERT_EQ(ways.size(), 3U);
  kit::find_road(document, ways[1]).name = ":J_1";
  const auto map = map::build_network(document);
  const std::vector<trace::LightTie> net = {
      {.light = "J/0", .signals = {"light_east"}, .ways = {{"east", ways[0]}}},
      {.light = "J/1", .signals = {"light_east"}, .ways = {{"", ":J_1"}}},  // as netconvert calls it in a map of a net
  };
  const std::vector<LightInfo> lights = {{.id = "J/0", .kind = LightKind::way, .references = {"J_0"}},
                                         {.id = "J/1", .kind = LightKind::way, .references = {"J_1"}}};
  LightHeads heads(*map, net);
  map::SignalId signal;
  for (std::size_t i = 0; i < map->signals().size(); ++i)
    if (map->signals()[i].record.id == "light_east") signal = map::SignalId(i);
  const auto state = [&](const std::string& road) {
    return heads.state(signal, {map->find_road("east"), map->find_road(road)});
  };
  const auto shown = [&](const std::string& road) { return text_of(state(road)); };

  heads.advance({.lights = {{LightId(0), LightColour::red, LightMode::regular},
                            {LightId(1), LightColour::green, LightMode::regular}}},
                lights);
  EXPECT_EQ(shown(ways[0]), "red regular");
  EXPECT_EQ(shown(ways[1]), "green regular");
  EXPECT_EQ(shown(ways[2]), "not known") << "the net does not tell, and the others disagree";
  EXPECT_EQ(text_of(heads.state(signal)), "not known");

  heads.advance({.time = Time(1s), .lights = {{LightId(0), LightColour::green, LightMode::regular}}}, lights);
  EXPECT_EQ(shown(ways[0]), "green regular");
  EXPECT_EQ(shown(ways[2]), "green regular") << "the signal's own";
  EXPECT_EQ(state(ways[0]).since, Time(1s));
  EXPECT_EQ(state(ways[1]).since, Time(0s));
}

TEST(LightHeads, KeepTheirStateForAWhile) {
  const auto map = crossing();
  const std::vector<LightInfo> lights = {{.id = "42", .kind = LightKind::head, .road = "1"}};
  struct Step {
    Duration time;
    std::optional<LightState> said;  // nothing: the light is missing
    const char* expected;
    Duration since = {}, mode_since = {};
  };
  struct Case {
    const char* name;
    std::vector<Step> steps;
  };
  const Case cases[] = {
      {"a change", {{0s, red, "red regular"}, {1s, red, "red regular"}, {2s, green, "green regular", 2s}}},
      {"a change of mode",
       {{0s, red, "red regular"},
        {3s, flashing_yellow, "yellow flashing_yellow", 3s, 3s},
        {4s, red, "red regular", 4s, 4s}}},
      {"missing keeps it", {{0s, red, "red regular"}, {1s, {}, "red regular"}, {3600s, {}, "red regular"}}},
      {"unknown keeps it for a second",
       {{0s, red, "red regular"},
        {1s, unknown, "red regular"},
        {2s, unknown, "red regular"},
        {2001ms, unknown, "not known"},
        {2500ms, {}, "not known"},
        {3s, red, "red regular", 3s, 3s}}},
      {"unknown, then missing", {{0s, red, "red regular"}, {1s, unknown, "red regular"}, {2100ms, {}, "not known"}}},
      {"unknown only for a moment",
       {{0s, red, "red regular"}, {1s, unknown, "red regular"}, {2s, red, "red regular"}, {9s, red, "red regular"}}},
      {"another colour after a moment",
       {{0s, red, "red regular"}, {1s, unknown, "red regular"}, {2s, green, "green regular", 2s}}},
      {"unknown from the start", {{0s, unknown, "not known"}, {1s, red, "red regular", 1s, 1s}}},
      {"two short gaps",
       {{0s, red, "red regular"},
        {1s, unknown, "red regular"},
        {1500ms, red, "red regular"},
        {2s, unknown, "red regular"},
        {3s, unknown, "red regular"}}},
  };
  for (const auto& [name, steps] : cases) {
    LightHeads heads(*map);
    for (const Step& step : steps) {
      Frame frame{.time = Time(step.time)};
      if (step.said) {
        frame.lights = {*step.said};
        frame.lights[0].light = LightId(0);
      }
      heads.advance(frame, lights);
      const HeadState state = heads.state(map::SignalId(1));
      const double at = to_seconds(step.time);
      EXPECT_EQ(text_of(state), step.expected) << name << " at " << at;
      if (!state.known) continue;
      EXPECT_EQ(state.since, Time(step.since)) << name << " at " << at;
      EXPECT_EQ(state.mode_since, Time(step.mode_since)) << name << " at " << at;
    }
  }
}

TEST(LightHeads, RememberWhenGreenAndRedEnded) {
  constexpr LightColour kRed = LightColour::red, kGreen = LightColour::green, kYellow = LightColour::yellow,
                        kBoth = LightColour::red_yellow, kOff = LightColour::off, kUnknown = LightColour::unknown;
  struct Row {
    const char* name;
    std::vector<std::pair<int, LightColour>> shows;  // from so many seconds on; off is another mode
    std::optional<int> green_ended, red_ended;       // at 20 s
  };
  const Row rows[] = {
      {"always green", {{0, kGreen}}, {}, {}},
      {"always red", {{0, kRed}}, {}, {}},
      {"yellow after green", {{0, kGreen}, {5, kYellow}}, 5, {}},
      {"red after yellow", {{0, kGreen}, {5, kYellow}, {8, kRed}}, 5, {}},
      {"red at once", {{0, kGreen}, {5, kRed}}, 5, {}},
      {"green after red", {{0, kRed}, {5, kGreen}}, {}, 5},
      {"through red with yellow", {{0, kRed}, {5, kBoth}, {7, kGreen}}, {}, 7},
      {"through yellow", {{0, kRed}, {5, kYellow}, {7, kGreen}}, {}, 7},
      {"green after yellow only", {{0, kGreen}, {5, kYellow}, {7, kGreen}}, 5, {}},
      {"twice: the last one", {{0, kGreen}, {2, kRed}, {4, kGreen}, {6, kYellow}, {8, kRed}}, 6, 4},
      {"switched off", {{0, kGreen}, {5, kOff}}, 5, {}},
      {"switched on: nobody saw red turn green", {{0, kRed}, {5, kOff}, {7, kGreen}}, {}, {}},
      {"unknown for long, then red: no later than then", {{0, kGreen}, {5, kUnknown}, {9, kRed}}, 9, {}},
      {"unknown for long, then green: nobody knows when", {{0, kRed}, {5, kUnknown}, {9, kGreen}}, {}, {}},
  };
  const auto map = crossing();
  const std::vector<LightInfo> lights = {{.id = "42", .kind = LightKind::head, .road = "1"}};
  for (const Row& row : rows) {
    LightHeads heads(*map);
    for (int second = 0; second <= 20; ++second) {
      Frame frame;
      frame.time = Time(std::chrono::seconds(second));
      LightColour colour = kUnknown;
      for (const auto& [from, shown] : row.shows)
        if (from <= second) colour = shown;
      frame.lights = {{LightId(0), colour, LightMode::regular}};
      heads.advance(frame, lights);
    }
    const HeadState state = heads.state(map::SignalId(1));
    const auto seconds = [](std::optional<Time> time) {
      return time ? std::optional(static_cast<int>(to_seconds(*time))) : std::nullopt;
    };
    EXPECT_EQ(seconds(state.green_ended), row.green_ended) << row.name;
    EXPECT_EQ(seconds(state.red_ended), row.red_ended) << row.name;
  }
}

// On real maps every light is found again by its own place, its own id with its road, or as good as its own.
TEST(LightHeads, FindTheLightsOfRealMaps) {
  SCRUTINEER_NEEDS_DATA();
  for (const char* name : {"Town01", "Town10HD", "McityMap_Main", "multi_intersections", "CampusUAH_v1_7"}) {
    const auto map = kit::load_map(name);
    std::vector<LightInfo> bulbs, rows;
    std::vector<map::SignalId> signals;
    for (std::size_t i = 0; i < map->signals().size(); ++i) {
      const map::SignalId signal(i);
      const map::Signal& entry = map->signal(signal);
      if (map::meaning_of(*map, signal).kind != map::SignalKind::traffic_light) continue;
      const map::RoadPoint at = map::point_at(*map, entry.road, entry.record.s, entry.record.t);
      bulbs.push_back({.id = "bulb " + std::to_string(i), .x = at.x + 0.1, .y = at.y});
      rows.push_back({.id = entry.record.id, .kind = LightKind::head, .road = map->road(entry.road).id});
      signals.push_back(signal);
    }
    ASSERT_FALSE(signals.empty()) << name;
    for (const auto& lights : {bulbs, rows}) {
      LightHeads heads(*map);
      heads.advance({}, lights);
      EXPECT_EQ(heads.untied(), 0U) << name << ": " << heads.skip_reason().value_or("");
    }
    LightHeads heads(*map);
    heads.advance({}, rows);
    for (const map::SignalId signal : signals) EXPECT_TRUE(heads.is_tied(signal)) << name;
  }
}

TEST(LightHeads, TieEveryLightOfACarlaRecording) {
  SCRUTINEER_NEEDS_DATA();
  for (const char* name : {"DistanceBetweenVehicles_2020", "DistanceToLaneCenter_2021", "synthetic_ue5_doubles"}) {
    const kit::ReadRun run =
        kit::read_run_file({.file = (kit::data_dir() / "inputs/carla" / (std::string(name) + ".log")).string()});
    const auto map = kit::load_map("Town01");
    LightHeads heads(*map);
    std::size_t known = 0;
    for (const Frame& frame : run.frames) {
      heads.advance(frame, run.tables.lights());
      known = 0;
      for (std::size_t i = 0; i < map->signals().size(); ++i) known += heads.state(map::SignalId(i)).known ? 1 : 0;
    }
    EXPECT_EQ(heads.untied(), 0U) << name << ": " << heads.skip_reason().value_or("");
    EXPECT_EQ(known, 36U) << name;  // each of its own
  }
}

// A real run of SUMO: a vehicle controlled by a light of the map is shown something in every frame.
TEST(LightHeads, ShowEveryWayItsStateInARealSumoRun) {
  SCRUTINEER_NEEDS_SUMO();
  for (const char* name : {"Town01", "Town10HD"}) {
    const kit::SumoRun sumo = kit::run_sumo({.map = name, .duration = 100s, .step = 1s, .vehicles = 2});
    const kit::ReadRun run = kit::read_run_file(sumo.source());
    ASSERT_EQ(run.problem, "") << name;
    const auto net = trace::read_sumo_net(sumo.net.string());
    ASSERT_TRUE(net) << name << ": " << to_string(net.problem());
    const auto map = kit::load_map(name);
    std::set<std::tuple<map::SignalId, map::RoadId, map::RoadId>> ways;
    for (std::size_t i = 0; i < map->junctions().size(); ++i)
      for (const map::ApproachControl& control : map::junction_controls(*map, map::JunctionId(i)))
        if (control.place.meaning.kind == map::SignalKind::traffic_light)
          ways.emplace(control.place.signal, map->lane(control.connection.incoming).road,
                       map->lane(control.connection.connecting).road);
    ASSERT_GE(ways.size(), 40U) << name;

    LightHeads heads(*map, *net);
    std::size_t known = 0, asked = 0;
    std::set<LightColour> seen;
    for (const Frame& frame : run.frames) {
      heads.advance(frame, run.tables.lights());
      for (const auto& [signal, incoming, connecting] : ways) {
        const HeadState state = heads.state(signal, {incoming, connecting});
        ++asked;
        known += state.known ? 1 : 0;
        seen.insert(state.colour);
      }
    }
    EXPECT_EQ(known, asked) << name;
    EXPECT_GE(seen.size(), 3U) << name << ": red, yellow, green";
    EXPECT_EQ(heads.skip_reason(), std::nullopt) << name;
  }
}

}  // namespace
}  // namespace scrutineer::scene
