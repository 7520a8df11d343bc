// What a rule is given while it runs: the map as XML and as a network, its tolerances, and where findings go.
//
//   void run(Check& check) {
//     check.each(check.source().roads(), [&](const SourceRoad& road) {
//       if (road.length < check.tolerance("min_length"))
//         check.report(road.node, {.road = &road, .s = 0.0}, "is too short").measure(road.length, 0.1, "m");
//     });
//   }
#pragma once

#include <deque>
#include <exception>
#include <new>
#include <string>

#include "base/quantity.h"
#include "map/check.h"
#include "map/detail/lane_ends.h"
#include "map/road_network.h"
#include "map/rules/source.h"

namespace scrutineer::map::rules {

inline constexpr double kDegrees = 180.0 / kPi;  // in a radian

// Where a finding is: as much of it as is known.
struct Where {
  const SourceRoad* road = nullptr;
  const SourceLane* lane = nullptr;  // brings its road along
  const SourceJunction* junction = nullptr;
  double s = kNowhere;
  double t = kNowhere;  // NaN: the lane's middle, or the reference line
};

// A finding that has just been made, to say more about it.
class Found {
 public:
  Found(Finding& finding, const Source* source) : finding_(&finding), source_(source) {}

  Found& level(Level level) { return finding_->level = level, *this; }
  Found& measure(double value, double limit, std::string unit) {
    finding_->measured = value;
    finding_->threshold = limit;
    finding_->unit = std::move(unit);
    return *this;
  }
  Found& relate(Node node);  // another element that it is about
  Found& fix(Node node, std::string attribute, std::string after);
  Finding& finding() { return *finding_; }

 private:
  Finding* finding_;
  const Source* source_;
};

class Check {
 public:
  Check(const MapRule& rule, const CheckedMap& checked, const Source* source, RuleOutcome& outcome)
      : rule_(rule), checked_(checked), source_(source), outcome_(outcome) {}

  // Only what the rule says it needs is there.
  const Source& source() const { return *source_; }
  const RoadNetwork& map() const { return *checked_.map; }
  bool has_map() const { return checked_.map != nullptr; }
  const CheckedMap& checked() const { return checked_; }
  Version version() const { return source_ == nullptr ? Version{} : source_->version(); }
  bool is_before(int major, int minor) const;  // of a file whose version is known
  double tolerance(std::string_view name) const;

  Found report(Node node, const Where& where, std::string message);
  // From the network: node and path are found by road and lane.
  Found report(Finding finding);
  // An element that cannot be judged.
  void skip(Node node, std::string_view reason);
  // Nothing can be judged in this map.
  void skip_rule(std::string reason);
  void note(std::string key, std::string value);  // what the rule counts rather than judges
  // One element after the other. One that the rule fails on is counted as skipped, and the others go on.
  template <typename List, typename Judge>
  void each(const List& list, Judge judge) {
    for (const auto& element : list) {
      try {
        judge(element);
      } catch (const std::bad_alloc&) {  // not the element's fault
        throw;
      } catch (const std::exception& failure) {
        skip(element.node, failure.what());
      }
    }
  }

  // The same things in the network; invalid without one.
  RoadId road_id(const SourceRoad& road) const;
  LaneId lane_id(const SourceLane& lane) const;

  void finish();  // puts the findings into the outcome

 private:
  void place(Finding& finding) const;
  Node node_of(const Finding& finding) const;

  const MapRule& rule_;
  const CheckedMap& checked_;
  const Source* source_;
  RuleOutcome& outcome_;
  std::deque<Finding> found_;
  Finding surplus_;
};

// "road 12, lane -1"
std::string name_of(const RoadNetwork& map, LaneId lane);
std::string name_of(const SourceRoad& road);
std::string name_of(const Source& source, const SourceLane& lane);

// A finding at the end of a lane, with everything but measured value, threshold, unit and message.
Finding finding_at(const RoadNetwork& map, LaneId lane, const detail::LaneEndSection& place);
// The same for the whole road: at this s of its reference line.
Finding finding_at(const RoadNetwork& map, RoadId road, double s);

// What an object has that the schema of 1.8 forbids for its type (object_structure.cpp).
std::vector<std::string> forbidden_in_object(Node object);

// Lanes that vehicles use, as the rules about links and surfaces take them: those of lane_graph.h and bus, parking,
// stop, restricted and bicycle lanes are not all the same to everybody.
bool is_drivable(LaneType type);      // annex D's list: where edges must meet exactly
bool is_for_vehicles(LaneType type);  // motor vehicles drive there: carries_vehicles()

}  // namespace scrutineer::map::rules
