// The messages of OSI that describe lanes, as they are on the wire.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "map/lane_map.h"

namespace scrutineer::trace::osi {

using Id = std::uint64_t;

// A list, mostly of one or two: these need no memory of their own.
template <typename Value>
class ShortList {
 public:
  void push_back(Value value) {
    if (count_ < few_.size()) {
      few_[count_] = value;
    } else {
      if (count_ == few_.size()) many_.assign(few_.begin(), few_.end());
      many_.push_back(value);
    }
    ++count_;
  }

  std::size_t size() const { return count_; }
  bool empty() const { return count_ == 0; }
  const Value* begin() const { return count_ <= few_.size() ? few_.data() : many_.data(); }
  const Value* end() const { return begin() + count_; }
  Value front() const { return *begin(); }

 private:
  std::array<Value, 2> few_{};
  std::size_t count_ = 0;
  std::vector<Value> many_;  // all of them, where they are more
};
using IdList = ShortList<Id>;

struct LanePairing {
  bool has_before = false, has_after = false;
  Id before = 0, after = 0;
};

struct PhysicalLane {
  Id id = 0;
  std::uint32_t type = 0, subtype = 0;
  bool runs_with_points = false;
  map::LaneLine centre;
  IdList left_lanes, right_lanes, left_borders, right_borders;
  std::vector<LanePairing> pairings;
};

struct LogicalLane {
  Id id = 0;
  std::uint32_t type = 0, move = 0;
  double start_s = 0.0, end_s = 0.0;
  bool has_range = false;
  IdList reference_lines;  // one, or none
  IdList physical, left_lanes, right_lanes, left_borders, right_borders, before, after;
  double speed = 0.0;  // m/s; 0: none
};

struct BorderLine {
  map::LaneLine points;
  std::vector<double> stations;        // s of the points, of logical borders
  IdList physical;                     // of logical borders: what is painted there, or stands there
  std::uint32_t type = 0, colour = 0;  // LaneBoundary.Classification's
  double width = 0.0;                  // metres, at the first point; 0: not told
};
using Borders = std::unordered_map<Id, BorderLine>;

struct StandingThing {  // a sign, a light or a marking
  Id id = 0;
  map::LanePoint position;
  double yaw = 0.0, width = 0.0;
  std::uint32_t type = 0, sign_type = 0, icon = 0;
  std::string country, code, sub_code, text;
  double value = 0.0;
  std::uint32_t unit = 0;
  bool has_value = false;
  IdList lanes, logical_lanes;
};

struct LaneMessages {
  std::vector<PhysicalLane> lanes;
  std::vector<LogicalLane> logical_lanes;
  Borders borders, logical_borders, reference_lines;
  std::vector<StandingThing> signs, lights, markings;
  std::string proj;
};

// Throws protozero::exception.
LaneMessages read_lane_messages(std::string_view ground_truth);

// m/s; 0 for a unit that is no speed.
double speed_of(double value, std::uint32_t unit);

}  // namespace scrutineer::trace::osi
