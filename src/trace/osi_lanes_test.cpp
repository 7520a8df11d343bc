// Road networks that became OSI lanes, and damaged ones.
#include "kit/osi_lanes.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <limits>

#include "base/text.h"
#include "kit/data.h"
#include "kit/lane_maps.h"
#include "kit/maps.h"
#include "kit/mcap_records.h"
#include "kit/random.h"
#include "kit/wire_message.h"
#include "map/check.h"
#include "map/lookup.h"
#include "map/read.h"
#include "map/surface.h"
#include "map/write_xodr.h"
#include "trace/carried_map.h"

namespace scrutineer::trace {
namespace {

// As OpenDRIVE, and as a simulator writes its lanes into a trace: the same lane under every point but those within
// centimetres of a border.
TEST(OsiLanes, AreTheRoadsThatTheyWereMadeFrom) {
  std::vector<std::pair<std::string, std::unique_ptr<const map::RoadNetwork>>> networks;
  networks.emplace_back("crossing",
                        map::build_network(kit::four_way_crossing({.lanes_each_way = 2, .sidewalks = true})));
  for (const std::string& name : kit::maps_like({"fabriksgatan", "Town01"}))
    networks.emplace_back(name, kit::load_map(name));
  for (const auto& [name, roads] : networks) {
    const auto carried = read_carried_map(kit::osi_file(kit::lanes_of(*roads)), "run.osi");
    ASSERT_TRUE(carried && carried->lanes) << name;
    const auto lanes = map::build_network(*carried->lanes);
    EXPECT_EQ(lanes->contradictions().size(), 0U) << name;
    kit::Random random(5);
    int compared = 0, different = 0;
    for (int i = 0; i < 10'000; ++i) {
      const std::size_t index = random.index(roads->lanes().size());
      const map::Lane& of = roads->lanes()[index];
      const map::RoadPoint at =
          map::point_at(*roads, map::LaneId(index), random.uniform(of.s_begin, of.s_end), random.uniform(-2.0, 2.0));
      std::vector<std::string> in_roads, in_lanes;
      bool is_near_border = false;
      for (const map::RoadNetwork* network : {roads.get(), lanes.get()}) {
        auto& found = network == roads.get() ? in_roads : in_lanes;
        for (const map::RoadPosition& place : map::locate(*network, {at.x, at.y})) {
          const map::Lane& lane = network->lane(place.lane);
          found.push_back(network == roads.get() ? std::to_string(place.lane.index()) : lane.id);
          const double to_end = std::min(place.s - lane.s_begin, lane.s_end - place.s);
          if (0.5 * place.width - std::abs(place.offset) < 0.05 || to_end < 0.05) is_near_border = true;
        }
        std::ranges::sort(found);
        found.erase(std::ranges::unique(found).begin(), found.end());
      }
      if (is_near_border || in_roads.empty() || in_lanes.empty()) continue;
      ++compared;
      if (in_roads == in_lanes) continue;
      ++different;
    }
    // On the inner side of the sharpest turns a place has several feet on its road.
    EXPECT_LE(different, name == "Town01" ? 2 : 0) << name;
    EXPECT_GT(compared, 6'000) << name;
  }
}

// A road of many sections, of which all lanes name one border: that between its directions.
TEST(OsiLanes, LanesAtOneLongBorderAreBesideThoseOfTheirOwnSection) {
  constexpr int kSections = 100;
  using kit::WireMessage;
  const auto id = [](int value) { return WireMessage().varint(1, static_cast<std::uint64_t>(value)); };
  WireMessage truth;
  truth.inner(2, WireMessage().varint(1, 0));
  const auto add_border = [&](int number, double from, double to, double y) {
    WireMessage border;
    border.inner(1, id(number));
    for (const double x : {from, to}) border.inner(2, WireMessage().triple(1, x, y, 0.0));
    truth.inner(9, border);
  };
  constexpr int kMiddle = 1, kOuter = 1000, kLane = 2000;
  add_border(kMiddle, 0.0, 20.0 * kSections, 0.0);
  for (int i = 0; i < 2 * kSections; ++i) {
    const bool is_left = i % 2 != 0;
    const double from = 20.0 * (i / 2), to = from + 20.0, side = is_left ? 1.0 : -1.0;
    add_border(kOuter + i, from, to, 3.5 * side);
    WireMessage lane;
    lane.varint(1, 2).varint(4, is_left ? 0 : 1);
    for (const double x : {from, to}) lane.triple(3, x, 1.75 * side, 0.0);
    lane.inner(is_left ? 8 : 9, id(kMiddle)).inner(is_left ? 9 : 8, id(kOuter + i));
    truth.inner(10, WireMessage().inner(1, id(kLane + i)).inner(2, lane));
  }
  const auto carried = read_carried_map(kit::framed(truth), "run.osi");
  ASSERT_TRUE(carried && carried->lanes);
  const auto network = map::build_network(*carried->lanes);
  ASSERT_EQ(network->roads().size(), static_cast<std::size_t>(kSections));
  for (const map::LaneSection& section : network->sections()) EXPECT_EQ(section.lane_count, 2);
}

std::uint64_t mutation_count() {
  const char* value = std::getenv("SCRUTINEER_MUTATIONS");
  const auto number = value == nullptr ? std::nullopt : parse_integer(value);
  return number && *number > 0 ? static_cast<std::uint64_t>(*number) : 300;
}

// Puts in numbers that are none or far away, and sometimes changes bytes, cuts pieces out, repeats them.
std::string damaged(std::string bytes, kit::Random& random) {
  for (std::size_t change = 1 + random.index(4); change > 0 && bytes.size() > 16; --change) {
    std::size_t at = random.index(bytes.size());
    switch (random.index(12)) {
      case 0:
        bytes[at] = static_cast<char>(random.index(256));
        break;
      case 1:
        bytes.erase(at, random.index(16));
        break;
      case 2:
        bytes.insert(at, bytes.substr(random.index(bytes.size()), random.index(64)));
        break;
      case 3:
        bytes.resize(at);
        break;
      default: {
        const double odd[] = {std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity(), 1e300,
                              -1e8, 0.0};
        const double value = odd[random.index(5)];
        // Behind the tag of a y coordinate, so that the message stays one.
        at = bytes.find('\x11', at) + 1;
        if (at != 0 && at + 8 <= bytes.size())
          bytes.replace(at, 8, std::string(reinterpret_cast<const char*>(&value), 8));
      }
    }
  }
  return bytes;
}

// Whatever the bytes: a map, or none, or a problem; and what is made of it can be asked, checked and written.
TEST(OsiLanes, DamagedLanesAreReadOrRefused) {
  const auto network = map::build_network(kit::four_way_crossing());
  const map::LaneMap lanes = kit::lanes_of(*network, 0.1);
  const std::string truth = kit::osi_ground_truth(lanes);
  using namespace kit::mcap;
  const std::string map_message =
      kit::WireMessage().text(1, "a.xodr").text(2, map::to_xodr(kit::straight_road())).bytes();
  const std::string records = schema(1, "osi3.GroundTruth") + channel(1, 1, "ground_truth") +
                              schema(2, "osi3.MapAsamOpenDrive") + channel(2, 2, "map") + message(1, 0, truth) +
                              message(2, 0, map_message);
  std::size_t with_lanes = 0, with_map = 0;
  for (std::uint64_t seed = 0; seed < mutation_count(); ++seed) {
    kit::Random random(seed);
    std::string message_bytes = damaged(truth, random);
    std::string file;
    for (std::size_t i = 0, size = message_bytes.size(); i < 4; ++i, size >>= 8) file += static_cast<char>(size & 0xFF);
    const auto in_osi = read_carried_map(file + message_bytes, "run.osi");
    const auto in_mcap =
        read_carried_map(kit::mcap::file(seed % 2 == 0 ? damaged(records, random)
                                                       : chunk("zstd", damaged(records, random), {.checksum = 0})),
                         "run.mcap");
    for (const auto* carried : {&in_osi, &in_mcap}) {
      if (!*carried || !(*carried)->is_there()) continue;
      std::unique_ptr<const map::RoadNetwork> made;
      if ((*carried)->lanes) {
        ++with_lanes;
        map::Document document = map::document_of(*(*carried)->lanes);
        made = map::build_network(document);
        const auto again = map::read_xodr(map::export_xodr(std::move(document)).text, "again.xodr");
        if (!again && !made->roads().empty()) ADD_FAILURE() << seed << ": " << to_string(again.problem());
      } else if (auto read = map::read_xodr((*carried)->xodr, "a.xodr")) {
        ++with_map;
        made = *std::move(read);
      }
      if (!made) continue;
      map::locate(*made, {5.0, 1.0});
      map::distance_to_surface(*made, {5.0, 1.0}, {}, 20.0);
      map::check_map(*made, map::rules_of(map::RuleSet::drive));
    }
  }
  EXPECT_GT(with_lanes, mutation_count() / 5);
  EXPECT_GT(with_map, mutation_count() / 20);
}

}  // namespace
}  // namespace scrutineer::trace
