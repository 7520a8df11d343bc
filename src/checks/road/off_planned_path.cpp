#include <array>
#include <cmath>
#include <limits>
#include <optional>

#include "base/text.h"
#include "watch/per_actor.h"
#include "watch/person_words.h"
#include "watch/planned.h"
#include "watch/wording.h"

namespace scrutineer::checks {
namespace {

using namespace watch;
using namespace literals;

constexpr Parameter<bool> kEnableOffPlannedPathCheck{"policy.enable_off_planned_path_check", true,
                                                     "Whether distance from the planned path is looked at."};
constexpr Parameter<Distance> kMaxRoadOffset{"policy.max_road_offset", 20.0_m,
                                             "How far beyond half a lane's width the vehicle may be from its path.",
                                             kNotNegative};

// Metres beyond the allowed offset in which a lane is looked for, so that messages can say how far away it is.
constexpr double kFurtherReach = 30.0;

struct OffPlannedPath {
  enum class Kind : std::uint8_t { off_planned_path };

  struct Metrics {
    double distance, limit;
    std::string path;

    void fields(auto& field) {
      field("distance", distance, "m", "From the path where it was furthest beyond the limit.", MetricRole::value);
      field("limit", limit, "m", "Half the lane's width and the allowed offset there.", MetricRole::limit);
      field("path", path, "", "What it was measured from: plan or lane.");
    }
  };

  // Where the vehicle is, relative to its path.
  struct PathOffset {
    double distance = 0.0, limit = 0.0;
    bool is_planned = false;  // the path is the run's plan
    bool is_least = false;    // no lane is near: it is at least this far
    double x = 0.0, y = 0.0, z = 0.0;
    std::string lane;
    double excess() const { return distance - limit; }
  };
  struct Instance {
    bool enabled;
    double offset;
    PathOffset now, furthest;
  };

  static Instance create(const Setup& setup) {
    return {setup.get(kEnableOffPlannedPathCheck), setup.get(kMaxRoadOffset).si(), {}, {}};
  }

  static std::string_view switched_off(const Instance& self) {
    return self.enabled ? "" : "policy.enable_off_planned_path_check is false";
  }

  static bool violated(Instance& self, const View& at) {
    scene::Places& places = at.scene.places;
    if (!self.enabled || !places.has_map()) return false;
    // On a lane it is never further than half a width from the middle of one.
    const bool is_on_lane = places.road_position(at.slot) != nullptr;
    if (at.context.plans == nullptr && is_on_lane) [[likely]]
      return false;
    const auto plan = on_plan(at);
    const bool is_planned = plan.has_value();
    if (!is_planned && is_on_lane) return false;

    const trace::ActorState& state = at.state();
    const auto near = nearest_lane(self, at);
    const double half_width = near ? 0.5 * near->position.width : 0.0;
    self.now.limit = half_width + self.offset;
    self.now.is_planned = is_planned;
    self.now.is_least = false;
    if (is_planned) {
      self.now.distance = plan->distance;
    } else if (near) {
      const map::RoadPoint middle = map::point_at(places.map(), near->position.lane, near->position.s, 0.0);
      self.now.distance = std::hypot(state.x - middle.x, state.y - middle.y);
    } else {
      self.now.distance = self.offset + kFurtherReach;
      self.now.is_least = true;
    }
    return self.now.distance > self.now.limit;
  }

  // Of its centre, as far away as matters here.
  static std::optional<map::NearLane> nearest_lane(const Instance& self, const View& at) {
    scene::Places& places = at.scene.places;
    if (const map::RoadPosition* here = places.road_position(at.slot)) return map::NearLane{*here, 0.0};
    const double reach = self.offset + kFurtherReach;
    if (reach <= scene::kNearestLaneReach) {  // others ask for it, too
      const map::NearLane* near = places.nearest_lane(at.slot);
      return near != nullptr && near->distance <= reach ? std::optional(*near) : std::nullopt;
    }
    return map::nearest_lane(places.map(), {at.state().x, at.state().y}, reach, places.height(at.slot));
  }

  static void measure(Instance& self, const View& at, bool starts) {
    if (!starts && self.now.excess() <= self.furthest.excess()) return;
    self.furthest = self.now;
    const trace::ActorState& state = at.state();
    self.furthest.x = state.x;
    self.furthest.y = state.y;
    self.furthest.z = state.z;
    self.furthest.lane = "none";
    if (const auto near = nearest_lane(self, at)) {
      const map::RoadNetwork& map = at.scene.places.map();
      self.furthest.lane = "road " + map.road(near->position.road).id + ", lane " +
                           std::to_string(map.lane(near->position.lane).number) + ", s " + in_metres(near->position.s) +
                           ", t " + in_metres(near->position.t);
    }
  }

  // On a lane and without a plan nothing was measured: its distance is that from the lane's middle.
  static std::array<double, 2> plot(const Instance& self, const View& at) {
    const map::RoadPosition* here = at.scene.places.road_position(at.slot);
    if (here != nullptr && !on_plan(at))
      return {std::abs(at.scene.places.lane_offset(at.slot)), 0.5 * here->width + self.offset};
    return self.enabled ? std::array{self.now.distance, self.now.limit} : std::array{kNone, kNone};
  }

  static Finding<OffPlannedPath> finding(const Instance& self, const Closing& closing) {
    const PathOffset& place = self.furthest;
    Finding<OffPlannedPath> finding;
    finding.message =
        person_sentence(closing.subject.actor,
                        std::string("was ") + (place.is_least ? "at least " : "") + length_words(place.distance) +
                            " away from " + (place.is_planned ? "its planned path" : "the nearest lane") +
                            for_seconds(closing.duration()) + "; it may be " + length_words(place.limit),
                        "policy.max_road_offset");
    finding.details = describe(closing.subject) +
                      ": Vehicle position is too far off planned path: " + (place.is_least ? "at least " : "") +
                      in_metres(place.distance) + " from " +
                      (place.is_planned ? "the planned path" : "the nearest lane") + ", the limit is " +
                      in_metres(place.limit) + " (configurable as policy.max_road_offset). Position: [" + place.lane +
                      "], Global coordinates: [" + rounded(place.x, 2) + ", " + rounded(place.y, 2) + ", " +
                      rounded(place.z, 2) + "]";
    finding.data = Metrics{
        .distance = place.distance, .limit = place.limit, .path = std::string(place.is_planned ? "plan" : "lane")};
    return finding;
  }
};

}  // namespace

watch::Check off_planned_path() {
  using Kind = OffPlannedPath::Kind;
  return make_violation_check<OffPlannedPath>({
      .name = "off_planned_path",
      .summary = "The vehicle is far away from its planned path, or from all roads.",
      .doc =
          "The vehicle's centre must not be further than half a lane's width plus `policy.max_road_offset` from the\n"
          "path that the run says it plans, or, without one, from the centre line of the nearest lane. The width is\n"
          "that of the nearest lane. With `policy.enable_off_planned_path_check` off nothing is checked.\n"
          "\n"
          "Where no lane is near at all, the distance is at least what is reported.",
      .remedy = "Check whether map and run belong together (an offset between them shows here first), set\n"
                "`policy.max_road_offset`, or switch the check off by `policy.enable_off_planned_path_check`.",
      .kinds = kinds_of<Kind>({{.kind = Kind::off_planned_path,
                                .name = "off_planned_path",
                                .sut = Severity::error,
                                .other = Severity::error,
                                .when = "The vehicle is further from its path than allowed.",
                                .category = watch::Category::other}}),
      .parameters = {&kEnableOffPlannedPathCheck, &kMaxRoadOffset},
      .plots = {{"Distance from the planned path, or from the nearest lane's centre",
                 {{.name = "distance", .unit = "m"}, {.name = "limit", .unit = "m", .role = LineRole::limit}}}},
      .needs = {{fact("road_position")}},
  });
}

}  // namespace scrutineer::checks
