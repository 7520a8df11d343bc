#include <algorithm>
#include <cmath>
#include <vector>

#include "scene/detail/encounter_work.h"

namespace scrutineer::scene {

namespace {

constexpr double kStep = 0.5;       // metres
constexpr double kFurthest = 60.0;  // metres
constexpr double kFollowsLane =
    0.87;  // the cosine of its heading to its lane's: beyond 30 degrees it does something else
constexpr double kBesideLane = 1.5;  // metres off the lane's centre, likewise

}  // namespace

// Where its body will be along its lane and those that follow, as far aside of them as now. Empty: it does not drive along one.
std::vector<FlatBox> Encounters::Work::course_of(const Now& of, double metres) const {
  if (of.way == nullptr || of.place == nullptr || of.box_count != 1 || std::abs(of.place->offset) > kBesideLane)
    return {};
  auto piece = std::ranges::find(*of.way, of.place->lane, [](const detail::WayLane& lane) { return lane.lane.lane; });
  if (piece == of.way->end()) return {};
  const map::RoadNetwork& map = places.map();
  FlatBox box = boxes[of.first_box];
  std::vector<FlatBox> course{box};
  double s = of.place->s;
  // As it drives: the next lane's s may run the other way, and its left is then the other side.
  const double to_the_left = (piece->lane.along_s ? 1.0 : -1.0) * of.place->offset;
  for (double driven = 0.0; driven <= std::min(metres, kFurthest); driven += kStep) {
    const double sense = piece->lane.along_s ? 1.0 : -1.0;
    const map::RoadPoint at =
        point_at(map, piece->lane.lane, std::clamp(s, piece->s_begin, piece->s_end), sense * to_the_left);
    box.x = at.x;
    box.y = at.y;
    box.cos = sense * std::cos(at.heading);
    box.sin = sense * std::sin(at.heading);
    if (driven == 0.0 && box.cos * of.heading.x + box.sin * of.heading.y < kFollowsLane) return {};
    course.push_back(box);
    s += sense * kStep;
    const double over = piece->lane.along_s ? s - piece->s_end : piece->s_begin - s;
    if (over <= 0.0) continue;
    if (++piece == of.way->end()) break;
    s = piece->lane.along_s ? piece->s_begin + over : piece->s_end - over;
  }
  return course;
}

bool Encounters::lanes_lead_past(const Encounter& met, double seconds) {
  Work& work = *work_;
  if (!work.ways || met.overlaps) return false;
  const Work::Now &ego = work.now(met.ego), &other = work.now(met.other);
  constexpr double kBeyond = 5.0;  // metres more than they drive until then
  const std::vector<FlatBox> own = work.course_of(ego, ego.speed * seconds + kBeyond);
  if (own.empty()) return false;
  const std::vector<FlatBox> others = work.course_of(other, other.speed * seconds + kBeyond);
  if (others.empty()) return false;
  return std::ranges::none_of(own, [&](const FlatBox& one) {
    return std::ranges::any_of(others, [&](const FlatBox& another) { return overlap_depth(one, another) > 0.0; });
  });
}

}  // namespace scrutineer::scene
