#include "scene/belonging.h"

#include <gmock/gmock.h>

#include <fstream>
#include <sstream>

#include "base/text.h"
#include "kit/data.h"
#include "kit/maps.h"
#include "map/read.h"

namespace scrutineer::scene {
namespace {

using namespace std::chrono_literals;
using testing::HasSubstr;
using trace::ActorId;
using trace::ActorInfo;

struct Row {
  Duration time;
  std::vector<map::Point> vehicles;
};

std::string judge(const map::RoadNetwork& map, const std::vector<Row>& rows, std::vector<ActorInfo> actors = {},
                  std::string* note = nullptr) {
  Belonging belonging(map, "run.csv");
  for (const Row& row : rows) {
    trace::Frame frame{.time = Time(row.time)};
    for (std::size_t i = 0; i < row.vehicles.size(); ++i)
      frame.actors.push_back({.actor = ActorId(i), .x = row.vehicles[i].x, .y = row.vehicles[i].y});
    if (actors.size() < row.vehicles.size()) actors.resize(row.vehicles.size());
    if (auto problem = belonging.advance(frame, actors)) return to_string(*problem);
  }
  const auto problem = belonging.finish();
  EXPECT_TRUE(belonging.is_decided());
  if (note != nullptr) *note = belonging.note();
  return problem ? to_string(*problem) : "";
}

TEST(Belonging, AsksForHalfOfTheVehicles) {
  const auto map = map::build_network(kit::straight_road());  // x 0 to 100, y -3.5 to 3.5
  struct Case {
    const char* name;
    std::vector<Row> rows;
    const char* expected;  // what comes before the extents
  };
  const Case cases[] = {
      {"on the road", {{0s, {{50, 0}}}}, ""},
      {"19 m beside it", {{0s, {{50, 22.5}}}}, ""},
      {"21 m beside it", {{0s, {{50, 24.5}}}}, "0 of 1 vehicles"},
      {"one of two", {{0s, {{50, 0}, {50, 500}}}}, ""},
      {"one of three", {{0s, {{50, 0}, {50, 500}, {50, 600}}}}, "1 of 3 vehicles"},
      {"comes near within 5 s", {{0s, {{50, 500}}}, {5s, {{50, 0}}}}, ""},
      {"comes near later", {{0s, {{50, 500}}}, {5001ms, {{50, 0}}}}, "0 of 1 vehicles"},
      {"leaves later", {{0s, {{50, 0}}}, {4s, {{50, 500}}}, {6s, {{50, 500}}}}, ""},
      {"nobody", {{0s, {}}, {6s, {}}}, ""},
      {"nobody at first, then near", {{0s, {}}, {6s, {{50, 0}}}}, ""},
      {"nobody at first, then far away", {{0s, {}}, {6s, {{50, 500}}}}, "0 of 1 vehicles"},
      {"nobody at first, near within 5 s of that", {{0s, {}}, {6s, {{50, 500}}}, {11s, {{50, 0}}}}, ""},
  };
  for (const auto& [name, rows, expected] : cases) {
    const std::string problem = judge(*map, rows);
    if (*expected == 0) {
      EXPECT_EQ(problem, "") << name;
      continue;
    }
    EXPECT_THAT(problem, testing::StartsWith("run.csv: map and trace do not belong together: " + std::string(expected)))
        << name;
  }
}

TEST(Belonging, CountsOnlyVehiclesThatMayDrive) {
  const auto map = map::build_network(kit::straight_road());
  const std::vector<ActorInfo> actors = {
      {.id = "car"},
      {.id = "person", .type = trace::ActorType::person},
      {.id = "wreck", .is_static = true},
      {.id = "trailer", .parent = ActorId(0)},
  };
  EXPECT_EQ(judge(*map, {{0s, {{50, 0}, {0, 900}, {0, 900}, {0, 900}}}}, actors), "");
}

TEST(Belonging, NamesTheRemedyThatWouldFit) {
  struct Case {
    const char* name;
    double header_x, header_y;
    std::vector<map::Point> vehicles;
    const char* expected;  // the end
  };
  // The road lies at x 0 to 100, y 40.
  const Case cases[] = {
      {"y negated", 0, 0, {{10, -40}, {90, -41}}, "; with --flip-y it would be 2 of 2"},
      {"projected coordinates",
       600'000,
       5'700'000,
       {{600'010, 5'700'040}, {600'060, 5'700'041}},
       "; with --offset=-600000,-5700000 it would be 2 of 2"},
      {"the other way round",
       600'000,
       5'700'000,
       {{-599'990, -5'699'960}},
       "; with --offset=600000,5700000 it would be 1 of 1"},
      {"both", 1000, 2000, {{1010, -2040}}, "; with --flip-y --offset=-1000,-2000 it would be 1 of 1"},
      {"somewhere else", 0, 0, {{7010, 900}, {7090, 901}}, "; with --offset=-7000,-861 it would be 2 of 2"},
      {"of another shape",
       0,
       0,
       {{7010, 900}, {7090, 901}, {0, 5000}, {9000, -4000}, {300, -900}},
       "; neither y negated nor an offset would make them fit"},
  };
  for (const Case& c : cases) {
    map::Document document = kit::MapBuilder("m").road(kit::RoadBuilder("1").start(0.0, 40.0).line(100.0)).build();
    document.header.offset_x = c.header_x;
    document.header.offset_y = c.header_y;
    const auto map = map::build_network(std::move(document));
    EXPECT_THAT(judge(*map, {{0s, c.vehicles}}), testing::EndsWith(c.expected)) << c.name;
  }
}

TEST(Belonging, TellsWhereBothAre) {
  map::Document document = kit::straight_road();
  document.file = "town.xodr";
  const auto map = map::build_network(std::move(document));
  EXPECT_EQ(
      judge(*map, {{0s, {{5000, -300.5}}}, {1s, {{5010, -310}}}}),
      "run.csv: map and trace do not belong together: 0 of 1 vehicles of the first 5 s come within 20 m of a road; "
      "the map town.xodr extends over x 0 to 100, y -3.5 to 3.5 m, the vehicles over x 5000 to 5010, y -310 to "
      "-300.5 m; with --offset=-4955,305 it would be 1 of 1");
}

// Three cars that drove in CARLA, whose y runs the other way.
std::vector<Row> carla_run(double y_sign) {
  std::vector<Row> rows;
  for (const char* name : {"ego", "npc1", "npc2"}) {
    std::istringstream file(kit::read_text(kit::data_dir() / "runs/carla" / (std::string(name) + "_logs.csv")));
    std::string line;
    for (std::size_t row = 0; std::getline(file, line); ++row) {
      std::istringstream cells(line);
      std::string x, y;
      std::getline(cells, x, ',');
      std::getline(cells, y, ',');
      if (row >= rows.size()) rows.push_back({(row + 1) * 50ms, {}});
      rows[row].vehicles.push_back({*parse_number(x), y_sign * *parse_number(y)});
    }
  }
  return rows;
}

TEST(Belonging, ToldFromRealRuns) {
  SCRUTINEER_NEEDS_DATA();
  const auto town = kit::load_map("Town10HD");
  std::string note;
  EXPECT_EQ(judge(*town, carla_run(-1.0), {}, &note), "");
  EXPECT_EQ(note, "");
  // Of all three as recorded, two come near some road of this dense town by chance, so the rule holds nothing against
  // them; of the last one alone it does.
  EXPECT_EQ(judge(*town, carla_run(1.0), {}, &note), "");
  EXPECT_EQ(note, "2 of 3 vehicles of the first 5 s come within 20 m of a road; with --flip-y all of them would");
  std::vector<Row> last_car = carla_run(1.0);
  for (Row& row : last_car) row.vehicles = {row.vehicles.back()};
  last_car.resize(100);
  EXPECT_THAT(judge(*town, last_car), HasSubstr("with --flip-y it would be 1 of 1"));
  EXPECT_THAT(judge(*kit::load_map("A39_Wolfsburg-West"), carla_run(-1.0)), HasSubstr("0 of 3 vehicles"));
}

}  // namespace
}  // namespace scrutineer::scene
