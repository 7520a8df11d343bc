#include "map/locate_points.h"

#include <gtest/gtest.h>

#include "kit/maps.h"
#include "map/read.h"

namespace scrutineer::map {
namespace {

constexpr const char* kAdded = "lanes,road,lane,lane_type,junction,s,t,offset,width,height,heading,distance\n";

std::string located(const RoadNetwork& map, std::string_view text, PointLocator::Options options = {},
                    std::size_t part_size = 1000) {
  PointLocator locator(map, "points.csv", options);
  std::string out;
  for (std::size_t at = 0; at < text.size(); at += part_size) {
    if (const auto problem = locator.add(text.substr(at, part_size), out)) return to_string(*problem);
  }
  if (const auto problem = locator.finish(out)) return to_string(*problem);
  return out;
}

std::unique_ptr<const RoadNetwork> straight() { return build_network(kit::straight_road(100.0)); }

TEST(PointLocator, AddsThePlaceToEveryRow) {
  const auto map = straight();
  const std::string on_lane = "1,1,-1,driving,,40.000,-1.000,0.750,3.500,0.000,0.000000,0.000\n";
  const std::string beside = "0,1,-1,driving,,40.000,-5.500,-3.750,3.500,0.000,0.000000,2.000\n";
  struct Case {
    const char* name;
    std::string text, wanted;
  };
  const Case cases[] = {
      {"x and y", "x,y\n40,-1\n40,-5.5\n", std::string("x,y,") + kAdded + "40,-1," + on_lane + "40,-5.5," + beside},
      {"no end of the last line", "x,y\n40,-1", std::string("x,y,") + kAdded + "40,-1," + on_lane},
      {"without a header", "40,-1\n", std::string("x,y,") + kAdded + "40,-1," + on_lane},
      {"without a header, with z", "40,-1,0.5\n", std::string("x,y,z,") + kAdded + "40,-1,0.5," + on_lane},
      {"other columns, any order", "id,\"Y\",x\n\"a,b\",-1,40\n",
       std::string("id,\"Y\",x,") + kAdded + "\"a,b\",-1,40," + on_lane},
      {"an empty z", "x,y,z\n40,-1,\n", std::string("x,y,z,") + kAdded + "40,-1,," + on_lane},
      {"everything in quotes", "\"x\",\"y\",\"z\"\n\"40\",\"-1\",\"\"\n",
       std::string("\"x\",\"y\",\"z\",") + kAdded + "\"40\",\"-1\",\"\"," + on_lane},
      {"z far above", "x,y,z\n40,-1,9\n", std::string("x,y,z,") + kAdded + "40,-1,9,0,,,,,,,,,,,\n"},
      {"nowhere near", "x,y\n40,-9999\n", std::string("x,y,") + kAdded + "40,-9999,0,,,,,,,,,,,\n"},
      {"empty lines, CR LF, byte order mark, blanks", "\xEF\xBB\xBFx,y\r\n\r\n 40 , -1\r\n",
       std::string("x,y,") + kAdded + " 40 , -1," + on_lane},
      {"a header alone", "x,y\n", std::string("x,y,") + kAdded},
  };
  for (const Case& c : cases) {
    EXPECT_EQ(located(*map, c.text), c.wanted) << c.name;
    EXPECT_EQ(located(*map, c.text, {}, 1), c.wanted) << c.name << ", byte by byte";
  }
}

TEST(PointLocator, WritesWithTheSeparatorAndDecimalMarkItFinds) {
  const auto map = straight();
  struct Case {
    const char* name;
    std::string text, last_row;
  };
  const Case cases[] = {
      {"semicolons and commas", "x;y\n40,5;-1,25\n",
       "40,5;-1,25;1;1;-1;driving;;40,500;-1,250;0,500;3,500;0,000;0,000000;0,000\n"},
      {"semicolons and points", "x;y\n40.5;-1.25\n",
       "40.5;-1.25;1;1;-1;driving;;40.500;-1.250;0.500;3.500;0.000;0.000000;0.000\n"},
      {"tabs without a header", "40,5\t-1,25\n",
       "40,5\t-1,25\t1\t1\t-1\tdriving\t\t40,500\t-1,250\t0,500\t3,500\t0,000\t0,000000\t0,000\n"},
  };
  for (const Case& c : cases) {
    const std::string out = located(*map, c.text);
    EXPECT_EQ(out.substr(out.find('\n') + 1), c.last_row) << c.name;
  }
}

TEST(PointLocator, NamesAllLanesIfAsked) {
  const auto map = build_network(kit::four_way_crossing());
  const std::string text = "x,y\n0.5,-1.75\n";
  const auto rows = [](const std::string& out) { return std::ranges::count(out, '\n') - 1; };
  const auto found = locate(*map, {0.5, -1.75});
  ASSERT_GT(found.size(), 1U);
  EXPECT_EQ(rows(located(*map, text)), 1);
  const std::string all = located(*map, text, {.all = true});
  EXPECT_EQ(rows(all), static_cast<long>(found.size()));
  EXPECT_NE(all.find("0.5,-1.75," + std::to_string(found.size()) + "," + map->road(found[1].road).id + ","),
            std::string::npos)
      << all;
  EXPECT_NE(all.find(",J,"), std::string::npos) << "the junction: " << all;
}

TEST(PointLocator, SaysWhereATableIsWrong) {
  const auto map = straight();
  struct Case {
    const char* name;
    std::string text, problem;
  };
  const Case cases[] = {
      {"nothing", "", "points.csv: is empty, wanted points: columns x and y, and perhaps z"},
      {"blank lines", "\n \n", "points.csv: is empty, wanted points: columns x and y, and perhaps z"},
      {"no y", "x,z\n1,2\n", "points.csv:1: has no column y, found x, z"},
      {"no column of ours", "time,id\n1,2\n", "points.csv:1: has no column x, found time, id"},
      {"a word", "x,y\n1,2\none,2\n", "points.csv:3: x must be a finite number, found \"one\""},
      {"nothing for a number", "x,y\n1,\n", "points.csv:2: y must be a finite number, found \"\""},
      {"not a number", "x,y,z\n1,2,nan\n", "points.csv:2: z must be a finite number, found \"nan\""},
      {"endless", "x,y\ninf,2\n", "points.csv:2: x must be a finite number, found \"inf\""},
      {"a cell too many", "x,y\n1,2,3\n", "points.csv:2: has 3 cells, the first line has 2"},
      {"a quote", "x,y,n\n1,2,\"a\n", "points.csv:2: a quote is not closed"},
      {"too many numbers", "1,2,3,4\n",
       "points.csv:1: a table without a header must have the columns x, y and perhaps z, found 4 numbers"},
      {"no lines at all", std::string(1'500'000, 'x'),
       "points.csv:1: is longer than 1000000 bytes: this is no table of points"},
  };
  for (const Case& c : cases) EXPECT_EQ(located(*map, c.text), c.problem) << c.name;
}

}  // namespace
}  // namespace scrutineer::map
