#include "scene/heights.h"

#include <gmock/gmock.h>

#include "kit/maps.h"
#include "map/read.h"

namespace scrutineer::scene {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using trace::ActorId;
using trace::ActorInfo;
using trace::Field;

// Road "1" along x, from 0 to 100 m, all of it as high as said.
std::unique_ptr<const map::RoadNetwork> road_at(double height) {
  map::Document document = kit::straight_road();
  document.roads[0].elevations = {{0.0, {height, 0.0, 0.0, 0.0}}};
  return map::build_network(std::move(document));
}

struct Spot {
  double x, y;
  std::optional<double> z;
};
using Spots = std::vector<Spot>;

class WatchedRun {
 public:
  explicit WatchedRun(const map::RoadNetwork* map) : heights_(map) {}

  // The ids of those that stay, with their height if they still have one: "0 at 12", "1".
  std::vector<std::string> see(const Spots& places) {
    trace::Frame frame{.time = Time(std::chrono::seconds(seconds_++))};
    for (std::size_t i = 0; i < places.size(); ++i) {
      if (i == actors_.size()) actors_.push_back(ActorInfo{.id = std::to_string(i), .height = 1.5});
      trace::ActorState state{.actor = ActorId(i), .x = places[i].x, .y = places[i].y, .z = places[i].z.value_or(0.0)};
      if (places[i].z) state.fields.set(Field::z);
      frame.actors.push_back(state);
    }
    heights_.advance(frame, actors_);
    std::vector<std::string> seen;
    for (const trace::ActorState& state : frame.actors) {
      seen.push_back(actors_[state.actor.index()].id);
      if (state.fields.has(Field::z)) seen.back() += " at " + std::to_string(static_cast<int>(state.z));
    }
    return seen;
  }
  std::vector<std::string> notes() const { return heights_.notes(); }
  std::vector<ActorInfo>& actors() { return actors_; }

 private:
  Heights heights_;
  std::vector<ActorInfo> actors_;
  int seconds_ = 0;
};

TEST(Heights, ZerosThatCannotBeAreTakenAway) {
  struct Case {
    const char* name;
    double road;
    std::vector<Spots> frames;
    std::vector<std::string> last;
    const char* note;  // a part of it; empty: none
  };
  const Case cases[] = {
      {"0 on a road at 0", 0.0, {{{50, 0, 0.0}}}, {"0 at 0"}, ""},
      {"0 within a level", 2.5, {{{50, 0, 0.0}}}, {"0 at 0"}, ""},
      {"0 far below the road",
       52.0,
       {{{50, 0, 0.0}}},
       {"0"},
       "z of all actors is 0, but at 0 s a vehicle is on a road that lies at 52 m"},
      {"0 far above the road", -8.0, {{{50, 0, 0.0}}}, {"0"}, "lies at -8 m"},
      {"just within a level", 2.99, {{{50, 0, 0.0}}}, {"0 at 0"}, ""},
      {"just beyond a level", 3.01, {{{50, 0, 0.0}}}, {"0"}, "lies at 3 m"},
      {"beside the road, it may be anywhere", 52.0, {{{50, 12, 0.0}}}, {"0 at 0"}, ""},
      {"the middle of its box, as in OSI", 52.0, {{{50, 0, -0.75}}}, {"0"}, "--ignore-height"},
      {"on a road later",
       52.0,
       {{{50, 500, 0.0}}, {{50, 0, 0.0}}},
       {"0"},
       "at 1 s a vehicle is on a road that lies at 52"},
      {"all, when one cannot be", 52.0, {{{50, 0, 0.0}, {50, 500, 0.0}}}, {"0", "1"}, "lies at 52 m"},
      {"nobody there", 52.0, {{}}, {}, ""},
      {"no heights", 52.0, {{{50, 0, {}}}}, {"0"}, ""},
      {"true heights", 52.0, {{{50, 0, 52.0}}}, {"0 at 52"}, ""},
      {"wrong ones, but not 0", 52.0, {{{50, 0, 1.0}}}, {"0 at 1"}, ""},
      {"not all are 0", 52.0, {{{50, 0, 0.0}, {60, 0, 52.0}}}, {"0 at 0", "1 at 52"}, ""},
      {"0 once heights were told", 52.0, {{{50, 0, 52.0}}, {{50, 0, 0.0}}}, {"0 at 0"}, ""},
      {"0 at first",
       52.0,
       {{{50, 0, 0.0}}, {{50, 0, 52.0}}},
       {"0 at 52"},
       "z of all actors is 0 before 1 s, but at 0 s"},
  };
  for (const Case& c : cases) {
    const auto map = road_at(c.road);
    WatchedRun run(map.get());
    std::vector<std::string> seen;
    for (const Spots& places : c.frames) seen = run.see(places);
    EXPECT_EQ(seen, c.last) << c.name;
    if (*c.note == '\0') {
      EXPECT_THAT(run.notes(), IsEmpty()) << c.name;
    } else {
      EXPECT_THAT(run.notes(), ElementsAre(HasSubstr(c.note))) << c.name;
    }
  }
}

TEST(Heights, ARoadThatClimbsAwayShowsThatZerosAreNone) {
  map::Document document = kit::straight_road();
  document.roads[0].elevations = {{0.0, {0.0, 0.1, 0.0, 0.0}}};
  const auto map = map::build_network(std::move(document));
  WatchedRun run(map.get());
  EXPECT_THAT(run.see({{10.0, 0.0, 0.0}}), ElementsAre("0 at 0")) << "the road is at 1 m";
  EXPECT_THAT(run.see({{80.0, 0.0, 0.0}}), ElementsAre("0")) << "the road is at 8 m";
  EXPECT_THAT(run.see({{10.0, 0.0, 0.0}}), ElementsAre("0")) << "once is enough";
  EXPECT_THAT(run.notes(), ElementsAre(HasSubstr("at 1 s a vehicle is on a road that lies at 8 m")));
}

TEST(Heights, OnlyVehiclesShowThatZerosAreNone) {
  const auto map = road_at(52.0);
  for (const bool is_static : {false, true}) {
    WatchedRun run(map.get());
    run.actors().push_back({.id = "0", .type = trace::ActorType::plain_object, .is_static = is_static});
    EXPECT_THAT(run.see({{50.0, 0.0, 0.0}}), ElementsAre("0 at 0"));
    EXPECT_THAT(run.notes(), IsEmpty());
  }
}

TEST(Heights, ABridgeAboveIsNotWhereItIs) {
  const auto map = map::build_network(kit::bridge());
  WatchedRun run(map.get());
  EXPECT_THAT(run.see({{0.0, 0.0, 0.0}}), ElementsAre("0 at 0"));
  EXPECT_THAT(run.notes(), IsEmpty());
}

TEST(Heights, LeavesOutThoseThatAreHiddenBelowGround) {
  const std::string note = "actor 1 (z -498.8 m): hidden far below all roads, and left out while there";
  const auto flat = road_at(0.0), deep = road_at(-430.0);
  struct Case {
    const char* name;
    const map::RoadNetwork* map;
    double road, hidden;
    bool is_left_out;
  };
  const Case cases[] = {
      {"500 m below", flat.get(), 0.0, -498.8, true},
      {"without a map, below the others", nullptr, 0.0, -498.8, true},
      {"on a map that lies as low", deep.get(), -430.0, -498.8, false},
      {"fallen through the ground", flat.get(), 0.0, -99.9, false},
  };
  for (const Case& c : cases) {
    WatchedRun run(c.map);
    const auto seen = run.see({{10.0, 0.0, c.road}, {20.0, 0.0, c.hidden}});
    EXPECT_EQ(seen.size(), c.is_left_out ? 1U : 2U) << c.name;
    EXPECT_THAT(run.notes(), c.is_left_out ? testing::Matcher<std::vector<std::string>>(ElementsAre(note)) : IsEmpty())
        << c.name;
    EXPECT_EQ(run.see({{10.0, 0.0, c.road}, {20.0, 0.0, c.road}}).size(), 2U) << c.name << ", when it has come";
  }
}

TEST(Heights, CountsThoseThatAreHidden) {
  const auto map = road_at(0.0);
  WatchedRun run(map.get());
  run.see({{10.0, 0.0, 0.0}, {20.0, 0.0, -500.0}, {30.0, 0.0, -501.0}});
  run.see({{10.0, 0.0, 0.0}, {20.0, 0.0, 0.0}, {30.0, 0.0, -501.0}, {40.0, 0.0, -502.0}});
  EXPECT_THAT(run.notes(),
              ElementsAre("actor 1 (z -500 m) and 2 others: hidden far below all roads, and left out while there"));
}

}  // namespace
}  // namespace scrutineer::scene
