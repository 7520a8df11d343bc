#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "base/text.h"
#include "checks/detail/breaks.h"
#include "checks/detail/shared_parameters.h"
#include "map/lane_graph.h"
#include "map/lane_projection.h"
#include "map/lane_room.h"
#include "map/lanes_following.h"
#include "map/lookup.h"
#include "map/surface.h"
#include "watch/per_actor.h"
#include "watch/person_words.h"
#include "watch/wording.h"

namespace scrutineer::checks {
namespace {

using namespace watch;
using map::LaneId;
using map::LaneType;
using map::RoadId;
using map::RoadNetwork;
using map::RoadPosition;
using trace::Category;

constexpr double kAllowedPart = 0.25;    // of the vehicle's width beyond the outermost driving lane
constexpr double kFurthestAside = 50.0;  // metres beside its last lane that a vehicle is still looked at

// ---- which lanes are for whom ---------------------------------------------------------------------------------------

// The standard's words for a category; nothing: it has none, so lane access says nothing about it.
std::span<const std::string_view> access_words(Category category) {
  static constexpr std::array<std::string_view, 1> kCar{"passengerCar"}, kBus{"bus"}, kMotorcycle{"motorcycle"},
      kBicycle{"bicycle"};
  static constexpr std::array<std::string_view, 2> kTruck{"truck", "trucks"}, kVan{"passengerCar", "delivery"};
  switch (category) {
    case Category::car:
      return kCar;
    case Category::van:
      return kVan;
    case Category::bus:
      return kBus;
    case Category::truck:
      return kTruck;
    case Category::motorcycle:
      return kMotorcycle;
    case Category::bicycle:
      return kBicycle;
    default:
      return {};
  }
}

// What the lane's access says of the category at s; nothing: nothing that can be known from the category alone (a car
// may be a taxi, or full of people).
std::optional<bool> access_of(const map::Lane& lane, double s, Category category) {
  if (lane.accesses.empty()) [[likely]]
    return std::nullopt;
  const auto words = access_words(category);
  if (words.empty()) return std::nullopt;
  const auto known = [](std::string_view word) {
    static constexpr std::array<std::string_view, 7> kCategories{"passengerCar", "bus",     "truck",     "trucks",
                                                                 "motorcycle",   "bicycle", "pedestrian"};
    return std::ranges::any_of(kCategories, [&](auto name) { return equals_ignoring_case(name, word); });
  };
  // The records that hold at s: the last ones up to it, several if they begin at the same place (before 1.8 each held
  // one word).
  double since = lane.s_begin;
  for (const map::LaneAccessRecord& record : lane.accesses)
    if (record.s <= s) since = std::max(since, record.s);
  bool names_allowed = false, others_unknown = false;
  for (const map::LaneAccessRecord& record : lane.accesses) {
    if (record.s > s || record.s < since) continue;
    for (const std::string& word : record.restrictions) {
      if (std::ranges::any_of(words, [&](auto own) { return equals_ignoring_case(own, word); })) return record.allow;
      names_allowed = names_allowed || record.allow;
      others_unknown = others_unknown || !known(word);
    }
  }
  return names_allowed && !others_unknown ? std::optional(false) : std::nullopt;
}

// Whether the vehicle may drive on the lane. Parking lanes, stop lanes and shoulders count while it stands.
bool is_for(const map::Lane& lane, double s, Category category, bool may_stand) {
  const std::optional<bool> access = access_of(lane, s, category);
  switch (lane.type) {
    case LaneType::bus:
      return category == Category::bus || access.value_or(false);
    case LaneType::taxi:
      return access.value_or(false);
    case LaneType::hov:  // a bus is full of people
      return category == Category::bus || access.value_or(false);
    case LaneType::shared:
      return access.value_or(true);
    case LaneType::biking:
      return category == Category::bicycle || category == Category::scooter;
    case LaneType::tram:
    case LaneType::rail:
      return category == Category::train || category == Category::tram;
    case LaneType::sidewalk:
    case LaneType::walking:
      return category == Category::wheelchair;
    case LaneType::parking:
    case LaneType::stop:
    case LaneType::shoulder:
      return may_stand;
    default:
      return map::is_driving(lane.type) && access.value_or(true);
  }
}

// What messages call a lane: its type, and for a driving lane also which vehicles its access names.
std::string usage(const map::Lane& lane, double s) {
  std::string text = map::to_string(lane.type);
  if (!map::is_driving(lane.type)) return text;
  for (const map::LaneAccessRecord& record : lane.accesses) {
    if (record.s > s) continue;
    for (const std::string& word : record.restrictions) text += (record.allow ? " for " : " not for ") + word;
  }
  return text;
}

// From the outermost lane of a strip that is for the vehicle to the other one, as places of their borders.
struct Outermost {
  std::uint32_t right = 0, left = 0;  // the same: no lane is for it
};

Outermost outermost_for(const RoadNetwork& map, const map::Strip& strip, double s, Category category, bool may_stand) {
  const auto fits = [&](std::uint32_t lane) {
    return is_for(map.lane(LaneId(strip.first_lane + lane)), s, category, may_stand);
  };
  Outermost lanes{0, strip.lane_count};
  while (lanes.right < lanes.left && !fits(lanes.right)) ++lanes.right;
  while (lanes.right < lanes.left && !fits(lanes.left - 1)) --lanes.left;
  return lanes;
}

// What is known of a strip on which somebody drives.
struct LanesHere {
  std::uint32_t strip = map::kNoStrip;
  bool may_stand = false;
  bool are_all_along = false;  // no lane's access may say something else at another s
  Outermost lanes;
  map::StripBounds bounds;

  bool any() const { return lanes.right != lanes.left; }
  bool holds_on(std::uint32_t of_strip, bool while_standing) const {
    return strip == of_strip && may_stand == while_standing && are_all_along;
  }
};

LanesHere lanes_on(const RoadNetwork& map, std::uint32_t strip_index, double s, Category category, bool may_stand) {
  LanesHere here{strip_index, may_stand, true, {}, {}};
  const map::Strip& strip = map.strip(strip_index);
  for (std::uint32_t lane = 0; lane < strip.lane_count; ++lane)
    here.are_all_along = here.are_all_along && map.lane(LaneId(strip.first_lane + lane)).accesses.empty();
  here.lanes = outermost_for(map, strip, s, category, may_stand);
  if (here.any() && here.are_all_along)
    here.bounds = map::bounds_of_strip(map, strip_index, here.lanes.right, here.lanes.left);
  return here;
}

// The t of their borders, at that place of the road.
map::LaneSpan span_of(const RoadNetwork& map, const LanesHere& here, double s) {
  const map::Strip& strip = map.strip(here.strip);
  const auto borders = map.borders_of(strip);
  const double ds = s - strip.s_begin;
  return {borders[here.lanes.right].at(ds), borders[here.lanes.left].at(ds)};
}

constexpr double kNoRoom = -1.0;

// How far the corner surely is from leaving the strip, or from being beyond a side by as much as is allowed, if the strip
// is straight and flat: then it need not even be looked up. kNoRoom: it has to be.
double room_on_straight(const RoadNetwork& map, const LanesHere& here, map::Point corner, double allowed) {
  const map::Strip& strip = map.strip(here.strip);
  if (!strip.straight || !here.are_all_along || !here.any()) return kNoRoom;
  const double x = corner.x - strip.origin_x, y = corner.y - strip.origin_y;
  return map::room_between(map, here.bounds, strip.s_begin + strip.cos * x + strip.sin * y,
                           strip.cos * y - strip.sin * x, allowed);
}

// Of a corner that was looked up, from where its vehicle is. It must stay within the lanes, so that it is found there again.
double room_of(const RoadNetwork& map, const LanesHere& lanes, const RoadPosition& corner,
               const RoadPosition& vehicle) {
  // Strips that meet at an angle lie over each other.
  constexpr float kSameDirection = 1e-3F;  // radians
  constexpr double kOverlap = 0.02;        // metres, at most, of two that are so little turned
  if (!lanes.are_all_along || corner.road != vehicle.road) return kNoRoom;
  const map::Strip& strip = map.strip(corner.strip);
  const bool is_next = corner.strip == vehicle.strip + 1 && strip.kink_begin < kSameDirection;
  const bool is_previous = corner.strip + 1 == vehicle.strip && strip.kink_end < kSameDirection;
  if (corner.strip != vehicle.strip && !is_next && !is_previous) return kNoRoom;
  return map::room_between(map, lanes.bounds, corner.s, corner.t) - kOverlap;
}

// Where a vehicle of one body was found to be within its lanes. There is nothing to look at again until it has moved as far
// as it had room.
struct Untroubled {
  LaneId lane;
  std::uint32_t strip = map::kNoStrip;
  bool may_stand = false;
  double until = kNoRoom;  // of Places::moved

  bool holds(const RoadPosition& here, bool stands, double moved) const {
    return moved <= until && here.lane == lane && here.strip == strip && stands == may_stand;
  }
};

// From the corner to a lane of another road that is for the vehicle, 0 on it: where roads lie side by side, or where a
// long vehicle reaches across a small junction. `reach` where there is none within it.
double distance_to_other_road(const RoadNetwork& map, map::Point corner, std::optional<double> height, RoadId own,
                              Category category, bool may_stand, double reach) {
  const auto fits = [&](const RoadPosition& at) { return is_for(map.lane(at.lane), at.s, category, may_stand); };
  if (std::ranges::any_of(map::locate(map, corner, height), fits)) return 0.0;
  const auto near = map::nearest_lane(map, corner, reach, height);
  return near && near->position.road != own && fits(near->position) ? near->distance : reach;
}

// ---- the check ------------------------------------------------------------------------------------------------------

struct OffLane {
  enum class Kind : std::uint8_t { off_lane };

  struct Metrics {
    double off_by, allowed, off_left, off_right;
    std::string lane_usage;

    void fields(auto& field) {
      field("off_by", off_by, "m",
            "The furthest that a front corner was beyond the outermost driving lane; null if none was "
            "too far.",
            MetricRole::value);
      field("allowed", allowed, "m", "How far it may be: a quarter of the vehicle's width; null if none was too far.",
            MetricRole::limit);
      field("off_left", off_left, "m", "The furthest on the left, 0 if not too far.");
      field("off_right", off_right, "m", "The furthest on the right, 0 if not too far.");
      field("lane_usage", lane_usage, "",
            "The types of the lanes that are not for the vehicle, in the order of driving.", MetricRole::value);
    }
  };

  struct Instance {
    Untroubled untroubled;  // first: of most, nothing else is looked at
    Category category;
    double allowed;    // metres beyond, of the part that is furthest out now; else of the first one
    LaneId last_lane;  // of the first part, that its centre was on or beside last; invalid: never, or in a junction
    // Now: how far beyond on either side, of the part that is furthest out; not above 0: not beyond.
    double left = 0.0, right = 0.0;
    bool wrong_lane = false;
    LanesHere here = {};                      // where its centre was last ...
    std::array<LanesHere, 2> at_corner = {};  // ... and each front corner that had to be looked up, the left one first
    double moved = 0.0;                       // Places::moved when it was looked at last
    // Of the interval.
    double largest_left = 0.0, largest_right = 0.0, allowed_at_largest = 0.0;
    std::vector<std::string> usages = {};
    Breaks breaks = {};
  };

  static Instance create(const Setup& setup) {
    return {{}, setup.info().category, kAllowedPart * setup.info().width, {}};
  }

  static bool violated(Instance& self, const View& at) {
    scene::Places& places = at.scene.places;
    if (!places.has_map()) return false;
    const RoadNetwork& map = places.map();
    // A vehicle may stand beside the driving lanes. One whose speed is unknown is given the benefit of the doubt.
    const bool may_stand = !(std::abs(at.scene.motion.speed(at.slot)) > kStandingStill);
    const RoadPosition* here = places.road_position(at.slot);
    const bool is_one_body = at.scene.actors.is_one_body(at.slot);
    const double moved = places.moved(at.slot);
    if (here != nullptr && is_one_body && self.untroubled.holds(*here, may_stand, moved)) [[likely]]
      return false;
    self.untroubled.until = kNoRoom;
    if (here != nullptr) self.last_lane = map.road(here->road).junction.valid() ? LaneId() : here->lane;
    if (!self.last_lane.valid()) return false;

    self.wrong_lane = here != nullptr && !is_for(map.lane(here->lane), here->s, self.category, may_stand);
    self.left = self.right = 0.0;
    self.allowed = kAllowedPart * at.info().width;
    double room = kNoRoom;
    for (const scene::Slot part : at.scene.actors.parts(at.slot)) room = look_at_corners(self, at, part, may_stand);
    const bool off = self.left > 0.0 || self.right > 0.0;
    if (!self.wrong_lane && !off && here != nullptr && is_one_body)
      self.untroubled = {here->lane, here->strip, may_stand, moved + room};
    self.moved = moved;
    return (self.wrong_lane || off) && !places.junction(at.slot).valid();
  }

  // What is known of the strip of that place, in the memory of where that part of the body was last. Another part of it is
  // often there already.
  static const LanesHere& lanes_at(const View& at, const Instance& self, const RoadPosition& place, bool may_stand,
                                   LanesHere& known) {
    if (known.holds_on(place.strip, may_stand)) return known;
    for (const LanesHere* other : {&self.here, &self.at_corner[0], &self.at_corner[1]})
      if (other->holds_on(place.strip, may_stand)) return known = *other;
    return known = lanes_on(at.scene.places.map(), place.strip, place.s, self.category, may_stand);
  }

  // Returns how far the body may move before there is something to look at again.
  static double look_at_corners(Instance& self, const View& at, scene::Slot part, bool may_stand) {
    scene::Places& places = at.scene.places;
    const RoadNetwork& map = places.map();
    const RoadPosition* here = places.road_position(part);
    if (here != nullptr && map.road(here->road).junction.valid()) return kNoRoom;
    if (here != nullptr) lanes_at(at, self, *here, may_stand, self.here);
    const std::array<map::Point, 4> corners = places.box(part).corners();
    const double allowed = kAllowedPart * at.scene.actors.info(part).width;
    double room = map::kMostRoom;
    for (const bool is_left : {true, false}) {
      const map::Point corner = corners[is_left ? 0 : 1];
      double corner_room = here != nullptr ? room_on_straight(map, self.here, corner, allowed) : kNoRoom;
      if (corner_room <= 0.0) corner_room = look_up_corner(self, at, part, {corner, is_left, allowed, may_stand});
      room = std::min(room, corner_room);
    }
    return room;
  }

  struct Corner {
    map::Point point;
    bool is_left;
    double allowed;
    bool may_stand;
  };

  // Likewise, of one front corner.
  static double look_up_corner(Instance& self, const View& at, scene::Slot part, const Corner& corner) {
    scene::Places& places = at.scene.places;
    const RoadNetwork& map = places.map();
    const RoadPosition* here = places.road_position(part);
    const auto there = position_of(map, corner.point, here, self.last_lane);
    if (!there || map.road(there->road).junction.valid()) return kNoRoom;
    if (here == nullptr && part == at.slot) self.last_lane = there->lane;  // it goes on beside the roads
    const LanesHere& lanes = lanes_at(at, self, *there, corner.may_stand, self.at_corner[corner.is_left ? 0 : 1]);
    if (!lanes.any()) return kNoRoom;
    const map::LaneSpan span = span_of(map, lanes, there->s);
    const scene::Vector heading = at.scene.motion.heading(part);
    const bool along_s = heading.x * there->tangent_x + heading.y * there->tangent_y >= 0.0;
    double beyond = corner.is_left == along_s ? there->t - span.left : span.right - there->t;
    double& largest = corner.is_left ? self.left : self.right;
    if (beyond <= std::max(largest, corner.allowed)) {
      // A vehicle that moves as far in a frame as such rooms are wide has no use for one.
      constexpr double kFast = 0.5;  // metres
      const bool is_fast = places.moved(part) - self.moved > kFast;
      return here == nullptr || is_fast || !self.here.are_all_along ? kNoRoom : room_of(map, lanes, *there, *here);
    }
    // A corner inside a junction is not judged, just like a vehicle inside one.
    if (map::is_in_junction(map, corner.point, places.height(part))) return kNoRoom;
    beyond = distance_to_other_road(map, corner.point, places.height(part), there->road, self.category,
                                    corner.may_stand, beyond);
    if (beyond <= std::max(largest, corner.allowed)) return kNoRoom;
    if (beyond > std::max(self.left, self.right)) self.allowed = corner.allowed;
    largest = beyond;
    return kNoRoom;
  }

  // The point on the vehicle's road or the next one; beside the lanes, as far as it is beside them.
  static std::optional<RoadPosition> position_of(const RoadNetwork& map, map::Point point, const RoadPosition* here,
                                                 LaneId last_lane) {
    if (here != nullptr)
      if (auto there = map::follow(map, point, *here)) return there;
    const LaneId lane = here != nullptr ? here->lane : last_lane;
    const std::uint32_t hint = here != nullptr ? here->strip : map::kNoStrip;
    if (auto there = map::project_on_lane(map, point, lane, {.beside = kFurthestAside}, hint)) return there;
    for (const bool in_junction : {false, true})
      for (const bool along_s : {true, false})
        if (auto there = further_along(map, point, {lane, along_s}, in_junction)) return there;
    return std::nullopt;
  }

  // On what follows, which may be shorter than a vehicle; up to a junction or on the ways through it, which lead to other
  // roads.
  static std::optional<RoadPosition> further_along(const RoadNetwork& map, map::Point point, map::DirectedLane way,
                                                   bool in_junction) {
    const map::LanesFollowing& following = map::lanes_following(map, way);
    for (const auto& [stretch, distance] : following.lanes) {
      const bool is_behind_junction = distance > following.junction && !stretch.is_in_junction;
      if (distance > kFurthestAside || is_behind_junction) break;
      if (stretch.is_in_junction != in_junction) continue;
      if (auto there = map::project_on_lane(map, point, stretch.lane.lane, {.beside = kFurthestAside})) return there;
    }
    return std::nullopt;
  }

  static void measure(Instance& self, const View& at, bool starts) {
    self.breaks.see(at, starts);
    if (starts) {
      self.largest_left = self.largest_right = 0.0;
      self.usages.clear();
    }
    if (std::max(self.left, self.right) > std::max(self.largest_left, self.largest_right))
      self.allowed_at_largest = self.allowed;
    self.largest_left = std::max(self.largest_left, self.left);
    self.largest_right = std::max(self.largest_right, self.right);
    if (!self.wrong_lane) return;
    const RoadPosition& here = *at.scene.places.road_position(at.slot);
    std::string text = usage(at.scene.places.map().lane(here.lane), here.s);
    if (std::ranges::find(self.usages, text) == self.usages.end()) self.usages.push_back(std::move(text));
  }

  static std::array<double, 3> plot(const Instance& self, const View&) { return {self.left, self.right, self.allowed}; }

  // "drove on a lane that is not for it (sidewalk) and was off the road on the left by 0.35 m, where 0.45 m is tolerated"
  static std::string what_it_did(const Instance& self, const std::string& usages) {
    std::string did = usages.empty() ? "" : "drove on a lane that is not for it (" + usages + ")";
    const auto off = [&](double by, const char* side) {
      if (by <= 0.0) return;
      did +=
          (did.empty() ? "" : " and ") + std::string("was beside the road on the ") + side + " by " + length_words(by);
    };
    off(self.largest_left, "left");
    off(self.largest_right, "right");
    if (self.largest_left > 0.0 || self.largest_right > 0.0)
      did += ", where " + length_words(self.allowed_at_largest) + " is tolerated";
    return did;
  }

  static Finding<OffLane> finding(const Instance& self, const Closing& closing) {
    std::string usages, reasons;
    for (const std::string& one : self.usages) usages += (usages.empty() ? "" : ", ") + one;
    const auto add = [&](const std::string& reason) { reasons += (reasons.empty() ? "" : ". ") + reason; };
    if (!usages.empty()) add("On lane not intended for this type of vehicle - (usage: " + usages + ")");
    if (self.largest_left > 0.0) add("Off road on left side by " + in_centimetres(self.largest_left));
    if (self.largest_right > 0.0) add("Off road on right side by " + in_centimetres(self.largest_right));
    if (self.largest_left > 0.0 || self.largest_right > 0.0)
      reasons += ", allowed are " + in_centimetres(self.allowed_at_largest);
    Finding<OffLane> finding;
    finding.message =
        person_sentence(closing.subject.actor, what_it_did(self, usages) + self.breaks.for_seconds(closing), {});
    finding.details = reasons + ". " + describe(closing.subject);
    // Where only the lane is wrong there is nothing to measure.
    const double off_by = std::max(self.largest_left, self.largest_right);
    finding.data = Metrics{.off_by = off_by > 0.0 ? off_by : kNone,
                           .allowed = off_by > 0.0 ? self.allowed_at_largest : kNone,
                           .off_left = self.largest_left,
                           .off_right = self.largest_right,
                           .lane_usage = usages};
    return finding;
  }
};

}  // namespace

watch::Check off_lane() {
  using Kind = OffLane::Kind;
  return make_violation_check<OffLane>({
      .name = "off_lane",
      .summary = "The vehicle is on a lane that is not for it, or beside the driving lanes.",
      .doc =
          "Outside junctions, the lane at the vehicle's centre must be a driving lane, and its front corners (and "
          "those of\n"
          "its trailers) may be beyond the outermost driving lane of the road, in either direction of travel, by at "
          "most a\n"
          "quarter of the body's width. A corner that is already inside a junction is not looked at.\n"
          "\n"
          "Driving lanes are of the types driving, entry, exit, onRamp, offRamp, connectingRamp, slipLane, "
          "bidirectional\n"
          "and shared, unless the lane's access excludes the vehicle's category. Also: bus and HOV lanes for buses; "
          "these\n"
          "and taxi lanes for vehicles that the lane's access allows; biking for bicycles and scooters; tram and rail "
          "for\n"
          "trains and trams; sidewalk and walking for wheelchairs. Parking, stop and shoulder lanes count as driving "
          "lanes\n"
          "while the vehicle stands.\n"
          "\n"
          "A vehicle that leaves all lanes sideways is measured from the road that it left, or from another one that "
          "is\n"
          "for it and nearer. Left and right are as the vehicle sees them. Several reasons at the same time are one "
          "issue.\n"
          "\n"
          "The original formulas use the same corner for both sides, which is taken as a slip: here the left corner "
          "is\n"
          "compared with the left edge and the right corner with the right edge. They also subtract a width from a "
          "lane\n"
          "number; here everything is in metres.",
      .remedy = "Lower the severity, or change how the vehicle drives. If the vehicle is where it should be, look at\n"
                "the types of the map's lanes.",
      .merge_gap = kHoveringMergeGap,
      .kinds = kinds_of<Kind>({{Kind::off_lane, "off_lane", Severity::error, Severity::warning,
                                "The vehicle is on a lane that is not for it, or beside the driving lanes."}}),
      .plots = {{"Front corners beyond the outermost driving lane (0 while not too far)",
                 {{.name = "left", .unit = "m"},
                  {.name = "right", .unit = "m"},
                  {.name = "allowed", .unit = "m", .role = LineRole::limit}}},
                {"Place in the lane",
                 {{.name = "left of the lane's centre", .unit = "m", .fact = fact("lane_offset")}}}},
      .needs = {{fact("road_position")}},
      .replaced_by = "lane_departure",
      .status = Status::deprecated,
  });
}

}  // namespace scrutineer::checks
