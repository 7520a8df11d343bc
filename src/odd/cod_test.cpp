// Every concept that map and run tell of: where a condition on it holds, where it does not, and where nobody knows.

#include "odd/cod.h"

#include <gtest/gtest.h>

#include <functional>
#include <set>
#include <tuple>

#include "kit/actor_scene.h"
#include "kit/odd_files.h"
#include "kit/paths.h"
#include "map/lookup.h"
#include "map/read.h"
#include "odd/monitor.h"

namespace scrutineer::odd {
namespace {

// Three straight roads to the east, 100 m long: a motorway, a town street that climbs with a crosswalk and signs, and one
// of which little is said.
const std::string kMapText = R"(<OpenDRIVE><header revMajor="1" revMinor="7"/>
<road id="1" length="100" junction="-1" rule="RHT"><type s="0" type="motorway"><speed max="130" unit="km/h"/></type>
<planView><geometry s="0" x="0" y="0" hdg="0" length="100"><line/></geometry></planView>
<lanes><laneSection s="0"><center><lane id="0" type="none"><roadMark sOffset="0" type="solid"/></lane></center>
<right><lane id="-1" type="driving"><width sOffset="0" a="3.5" b="0" c="0" d="0"/><roadMark sOffset="0" type="broken"/></lane>
<lane id="-2" type="driving"><width sOffset="0" a="3.5" b="0" c="0" d="0"/><roadMark sOffset="0" type="solid"/></lane></right>
</laneSection></lanes><objects><bridge id="b" s="40" length="20"/><tunnel id="t" s="70" length="20"/></objects></road>
<road id="2" length="100" junction="-1" rule="LHT"><type s="0" type="townLocal"><speed max="30" unit="km/h"/></type>
<planView><geometry s="0" x="0" y="100" hdg="0" length="100"><arc curvature="0.01"/></geometry></planView>
<elevationProfile><elevation s="0" a="0" b="0.05" c="0" d="0"/></elevationProfile>
<lanes><laneSection s="0"><left><lane id="2" type="sidewalk"><width sOffset="0" a="2" b="0" c="0" d="0"/></lane>
<lane id="1" type="driving"><width sOffset="0" a="3" b="0" c="0" d="0"/></lane></left>
<center><lane id="0" type="none"/></center>
<right><lane id="-1" type="bus"><width sOffset="0" a="3" b="0" c="0" d="0"/></lane></right></laneSection></lanes>
<objects><object id="c" type="crosswalk" s="20" t="0" zOffset="0" hdg="0" length="3" width="8" orientation="none"/></objects>
<signals><signal id="s" s="60" t="4" type="206" subtype="-1" country="DE" dynamic="no" orientation="-" zOffset="2"/>
<signal id="l" s="70" t="4" type="1000001" subtype="-1" country="OpenDRIVE" dynamic="yes" orientation="-" zOffset="4"/></signals></road>
<road id="3" length="100" junction="-1"><planView><geometry s="0" x="0" y="300" hdg="0" length="100"><line/></geometry></planView>
<lanes><laneSection s="0"><center><lane id="0" type="none"/></center>
<right><lane id="-1" type="driving"><width sOffset="0" a="3.5" b="0" c="0" d="0"/></lane></right></laneSection></lanes></road>
</OpenDRIVE>)";

struct Situation {
  enum class Surroundings {
    motorway,
    bridge,
    tunnel,
    street,
    plain_road,
    off_road,
    town_road,
    junction,
    no_map
  } place = Surroundings::motorway;
  std::vector<kit::ActorSpec> others = {};
  std::function<void(scene::Scene&)> change = {};
  double speed = 10.0;
  bool has_velocity = true;
  bool has_ego = true;
  kit::ActorSpec body = {};  // its size and mass
};
using Surroundings = Situation::Surroundings;

class Maps {
 public:
  Maps() {
    roads_ = *map::read_xodr(kMapText, "roads.xodr");
    town_ = *map::read_xodr(kit::read_text(kit::source_dir() / "examples/maps/town.xodr"), "town.xodr");
    for (const map::Road& road : town_->roads())
      if (road.junction.valid() && crossing_.first == 0.0) {
        const map::LaneId lane(town_->sections()[road.first_section].first_lane);
        const auto point = map::point_at(*town_, lane, 0.5 * road.length, 0.0);
        crossing_ = {point.x, point.y};
      }
  }

  Truth judge(const std::string& condition, const Situation& situation) const {
    const ReadOdd read = kit::read_odd_text("ODD: {m: {INCLUDE_AND: {" + condition + "}}}\n");
    EXPECT_TRUE(read.errors.empty()) << to_string(read.errors.front());
    const bool in_town = situation.place == Surroundings::junction || situation.place == Surroundings::town_road;
    const map::RoadNetwork* const map = situation.place == Surroundings::no_map ? nullptr
                                        : in_town                               ? town_.get()
                                                                                : roads_.get();
    kit::ActorSpec ego = situation.body;
    std::tie(ego.x, ego.y) = place_of(situation);
    ego.vx = situation.speed;
    ego.has_velocity = situation.has_velocity;
    std::vector<kit::ActorSpec> actors{ego};
    actors.insert(actors.end(), situation.others.begin(), situation.others.end());
    kit::ActorScene made(actors, map);
    if (situation.change) situation.change(made.scene);
    Monitor monitor(std::make_shared<const Odd>(read.odd), {});
    monitor.step(made.scene, situation.has_ego ? made.scene.actors.ego() : scene::Slot());
    return monitor.root();
  }

 private:
  std::pair<double, double> place_of(const Situation& situation) const {
    switch (situation.place) {
      case Surroundings::motorway:
      case Surroundings::no_map:
        return {10.0, -1.75};
      case Surroundings::bridge:
        return {50.0, -1.75};
      case Surroundings::tunnel:
        return {80.0, -1.75};
      case Surroundings::street:
        return {2.0, 98.5};
      case Surroundings::plain_road:
        return {50.0, 298.25};
      case Surroundings::off_road:
        return {50.0, -60.0};
      case Surroundings::town_road:
        return {-100.0, -1.75};
      case Surroundings::junction:
        return crossing_;
    }
    return {};
  }

  std::unique_ptr<const map::RoadNetwork> roads_, town_;
  std::pair<double, double> crossing_{};
};

void rain(scene::Scene& scene) { scene.environment.rainfall_rate = 5.0; }
void dry(scene::Scene& scene) { scene.environment.precipitation = trace::Precipitation::none; }
void snow(scene::Scene& scene) { scene.environment.snowfall = trace::Snowfall::heavy; }
void no_snow(scene::Scene& scene) { scene.environment.snowfall = trace::Snowfall::none; }
void fog(scene::Scene& scene) { scene.environment.visibility = trace::Visibility::dense_fog; }
void clear(scene::Scene& scene) { scene.environment.visibility_metres = 5'000.0; }
void day(scene::Scene& scene) { scene.environment.illumination = trace::Illumination::day; }
void night(scene::Scene& scene) { scene.environment.illuminance = 0.5; }
void windy(scene::Scene& scene) { scene.environment.wind_speed = 20.0; }
void calm(scene::Scene& scene) { scene.environment.wind_speed = 0.1; }
void warm(scene::Scene& scene) { scene.environment.temperature = 300.0; }
void cold(scene::Scene& scene) { scene.environment.temperature = 260.0; }

const kit::ActorSpec kWalker{
    .x = 20.0, .y = 5.0, .type = trace::ActorType::person, .category = trace::Category::person, .is_vru = true};
const kit::ActorSpec kCar{.x = 30.0, .y = -1.75, .vx = 10.0};

struct Row {
  const char* about;
  const char* condition;
  Situation yes, no, unknown;
};

const std::vector<Row>& rows() {
  static const Situation kNoMap{.place = Surroundings::no_map}, kOff{.place = Surroundings::off_road},
      kPlain{.place = Surroundings::plain_road}, kStreet{.place = Surroundings::street}, kMotorway{},
      kJunction{.place = Surroundings::junction}, kNobody{.has_ego = false}, kNoSize{.body = {.size_is_default = true}};
  static const std::vector<Row> kRows = {
      {"drivable_area_type", "drivable_area_type: motorways_or_highways_or_interstates", kMotorway, kStreet, kPlain},
      {"transverse_plane_type",
       "transverse_plane_type: divided",
       kMotorway,
       {.place = Surroundings::town_road},
       kNoMap},
      {"horizontal_plane", "horizontal_plane: curves", kStreet, kMotorway, kOff},
      {"longitudinal_plane", "longitudinal_plane: level_plane", kMotorway, kStreet, kOff},
      {"lane_type", "lane_type: traffic_lane", kMotorway, kStreet, kOff},
      {"lane_marking", "lane_marking: clear_lane_marking", kMotorway, kStreet, kJunction},
      {"direction_of_travel", "direction_of_travel: right-hand_travel", kMotorway, kStreet, kNoMap},
      {"speed_limit", "speed_limit: \"<= 50 km/h\"", kStreet, kMotorway, kPlain},
      {"number_of_lanes", "number_of_lanes: \">= 2\"", kMotorway, kStreet, kJunction},
      {"lane_width", "lane_width: \">= 3.25 m\"", kMotorway, kStreet, kOff},
      {"lane_curvature", "lane_curvature: \"[-0.001 .. 0.001] 1/m\"", kMotorway, kStreet, kOff},
      {"slope", "slope: \"< 2 %\"", kMotorway, kStreet, kOff},
      {"on_road", "on_road: true", kMotorway, kOff, kNoMap},
      {"in_junction", "in_junction: true", kJunction, kMotorway, kNoMap},
      {"junction_kind", "junction_kind: none", kMotorway, kJunction, kNoMap},
      {"intersection", "intersection: [t-junction, cross_road]", kJunction, kMotorway, kNoMap},
      {"intersection_classification",
       "intersection_classification: [signalized_intersection, non-signalized_intersection]", kJunction, kMotorway,
       kNoMap},
      {"special_structures_type", "special_structures_type: bridge", {.place = Surroundings::bridge}, kMotorway, kOff},
      {"special_structures_type",
       "special_structures_type: tunnel",
       {.place = Surroundings::tunnel},
       {.place = Surroundings::bridge},
       kNoMap},
      {"special_structures_type", "special_structures_type: pedestrian_crossing", kStreet, kMotorway, kOff},
      {"sign_types", "sign_types: regulatory_signs", kStreet, kMotorway, kOff},
      {"traffic_light", "traffic_light: true", kStreet, kMotorway, kOff},
      {"speed", "speed: \"<= 50 km/h\"", {.speed = 10.0}, {.speed = 20.0}, {.has_velocity = false}},
      {"agent_type", "agent_type: vulnerable_road_users", {.others = {kWalker}}, {.others = {kCar}}, kNobody},
      {"number_of_agents", "number_of_agents: 1", {.others = {kCar}}, kMotorway, kNobody},
      {"traffic_density", "traffic_density: \">= 1\"", {.others = {kCar}}, kMotorway, kNoMap},
      {"ego_width", "ego_width: \"<= 2 m\"", kMotorway, {.body = {.width = 2.5}}, kNoSize},
      {"ego_length", "ego_length: \"<= 5 m\"", kMotorway, {.body = {.length = 12.0}}, kNoSize},
      {"ego_height", "ego_height: \"<= 2 m\"", kMotorway, {.body = {.height = 4.0}}, kNoSize},
      {"weight", "weight: \"<= 3500 kg\"", {.body = {.mass = 1500.0}}, {.body = {.mass = 7500.0}}, kMotorway},
      {"rainfall_rate", "rainfall_rate: \"> 1 mm/h\"", {.change = rain}, {.change = dry}, kMotorway},
      {"rainfall_rate", "rainfall_intensity: no_rain", {.change = dry}, {.change = rain}, kMotorway},
      {"snowfall", "snowfall: heavy_snow", {.change = snow}, {.change = no_snow}, kMotorway},
      {"no_snow", "no_snow: true", {.change = no_snow}, {.change = snow}, kMotorway},
      {"visibility", "visibility: \"> 200 m\"", {.change = clear}, {.change = fog}, kMotorway},
      {"illuminance", "natural_illuminance: day", {.change = day}, {.change = night}, kMotorway},
      {"illuminance", "illuminance: \">= 2000 lux\"", {.change = day}, {.change = night}, kMotorway},
      {"wind_speed", "wind: \">= gale\"", {.change = windy}, {.change = calm}, kMotorway},
      {"ambient_air_temperature", "ambient_air_temperature: \"> 0 C\"", {.change = warm}, {.change = cold}, kMotorway},
  };
  return kRows;
}

TEST(Cod, EveryConceptIsTrueFalseAndUnknownSomewhere) {
  const Maps maps;
  std::set<std::string> seen;
  for (const Row& row : rows()) {
    seen.insert(row.about);
    EXPECT_EQ(maps.judge(row.condition, row.yes), Truth::yes) << row.condition;
    EXPECT_EQ(maps.judge(row.condition, row.no), Truth::no) << row.condition;
    EXPECT_EQ(maps.judge(row.condition, row.unknown), Truth::unknown) << row.condition;
  }
  for (const SuppliedConcept& supplied : supplied_concepts()) {
    EXPECT_TRUE(built_in_taxonomy().find(supplied.name).id.valid()) << supplied.name;
    EXPECT_TRUE(seen.contains(std::string(supplied.name))) << supplied.name << " has no row";
  }
}

TEST(Cod, NothingIsKnownOfWhoIsNotThere) {
  const ReadOdd read = kit::read_odd_text("ODD: {m: {INCLUDE_AND: {agent_type: motor_vehicle}}}\n");
  kit::ActorScene scene(std::vector<kit::ActorSpec>{{.x = 1.0}});
  Monitor monitor(std::make_shared<const Odd>(read.odd), {});
  monitor.step(scene.scene, scene::Slot());
  EXPECT_EQ(monitor.root(), Truth::unknown);
}

TEST(Cod, ConceptsOfFilesAreToldByTheirNames) {
  struct Case {
    const char* name;
    const char* taxonomy;
    const char* about;
    bool can_be;
  };
  const Case cases[] = {
      {"an alias", "operational_speed: float velocity", "operational_speed", true},
      {"an alias of another kind", "operational_speed: boolean", "operational_speed", false},
      {"a unit type that is another's", "speed: float length", "speed", false},
      {"a boolean like a literal", "t_junction: boolean", "t_junction", true},
      {"a boolean like a category", "lane_marking: boolean", "lane_marking", true},
      {"own literals", "drivable_area_type: [motorway, local_road]", "drivable_area_type", true},
      {"foreign literals", "drivable_area_type: [blue, green]", "drivable_area_type", false},
      {"what nobody tells", "tire_pressure: boolean", "tire_pressure", false},
      {"a level of what is told", "fog: {thick: {visibility: \"< 50 m\"}, none: {visibility: \">= 50 m\"}}", "fog",
       true},
  };
  for (const Case& row : cases) {
    const ReadOdd read = kit::read_odd_text("TAXONOMY: {" + std::string(row.taxonomy) + "}\n");
    ASSERT_TRUE(read.errors.empty()) << row.name << to_string(read.errors.front());
    EXPECT_EQ(can_be_supplied(read.odd.taxonomy, read.odd.taxonomy.find(row.about).id), row.can_be) << row.name;
  }
}

}  // namespace
}  // namespace scrutineer::odd
