// A whole generated map: roads, their links, junctions with their connecting roads.
//
//   MapBuilder map;
//   map.road(RoadBuilder("1").line(100.0));
//   map.road(RoadBuilder("2").start(100.0, 0.0).line(100.0));
//   map.link({"1", ContactPoint::end}, {"2", ContactPoint::start});
//   const map::Document document = map.build();
#pragma once

#include <string>
#include <unordered_map>
#include <vector>

#include "kit/road_builder.h"
#include "map/model.h"

namespace scrutineer::kit {

// One end of a road.
struct End {
  std::string road;
  map::ContactPoint contact = map::ContactPoint::start;
};

// A lane that comes in at one end, and the one that goes on at the other: lane numbers of their own roads.
using LanePairs = std::vector<map::JunctionLaneLink>;

class MapBuilder {
 public:
  explicit MapBuilder(std::string name = "generated");

  MapBuilder& road(const RoadBuilder& builder) { return road(builder.record()); }
  MapBuilder& road(map::RoadRecord record);

  // Links two ends that touch, and the lanes there: those of `pairs`, or else equal ones (the number's sign changes
  // where both ends are starts or both are ends).
  MapBuilder& link(const End& a, const End& b, const LanePairs& pairs = {});

  MapBuilder& junction(std::string id, map::JunctionRecord::Kind kind = map::JunctionRecord::Kind::standard);

  // Adds a connecting road from lanes that lead into the junction at `from` to lanes that lead out of it at `to`, and
  // the connection. `pairs` are neighbours, the one nearest to the middle of the road first. The connecting road runs
  // along the traffic: lanes -1, -2, ... or, with traffic on the left, 1, 2, ...
  // Its id is `id`, or else the junction's with a running number. Returns the id.
  std::string connect(const std::string& junction, const End& from, const End& to, const LanePairs& pairs,
                      std::string id = {});

  // A connection of a direct junction: the lanes of `to` follow those of `from` with nothing between.
  MapBuilder& connect_directly(const std::string& junction, const End& from, const End& to, const LanePairs& pairs);

  MapBuilder& priority(const std::string& junction, std::string high, std::string low);
  MapBuilder& controller(std::string id, std::vector<std::string> signal_ids, const std::string& junction = {});

  // To change what is already there.
  map::RoadRecord& road(const std::string& id);
  map::JunctionRecord& junction_record(const std::string& id);

  const map::Document& build() const { return document_; }

 private:
  map::Document document_;
  std::unordered_map<std::string, std::size_t> roads_, junctions_;
};

map::RoadRecord& find_road(map::Document& document, const std::string& id);
const map::RoadRecord& find_road(const map::Document& document, const std::string& id);

}  // namespace scrutineer::kit
