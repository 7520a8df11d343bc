#include "map/detail/centre_runs.h"

#include <algorithm>
#include <cmath>

#include "base/angle.h"
#include "base/quantity.h"
#include "map/detail/lane_centre.h"
#include "map/detail/lane_ends.h"
#include "map/detail/lane_use.h"

namespace scrutineer::map::detail {
namespace {

constexpr double kHeadingError = 0.02 * kPi / 180.0;
constexpr double kLargestStep = 10.0 * kPi / 180.0;  // of the heading, between two samples
constexpr double kShortestStep = 1e-4;               // metres of s: a cusp is a step of the heading
constexpr double kRightRound = 1e-3;                 // radians: nearer than this to half a turn is half a turn
constexpr double kNoDirection = 1e-6;                // |c'| below this: the centre line stands still here

double turn_between(const CentrePoint& a, const CentrePoint& b) {
  return std::atan2(a.dx * b.dy - a.dy * b.dx, a.dx * b.dx + a.dy * b.dy);
}

double speed(const CentrePoint& p) { return std::hypot(p.dx, p.dy); }

class RunMaker {
 public:
  RunMaker(const RoadNetwork& map, const CentreRunOptions& options) : map_(map), options_(options) {}

  void follow(LaneId lane) {
    lane_ = lane;
    const LaneSection& section = map_.section(map_.lane(lane).section);
    for (std::uint32_t i = 0; i < section.strip_count; ++i) follow(map_.strip(section.first_strip + i), i > 0);
  }

  std::vector<CentreRun> finish() {
    end_run();
    return std::move(runs_);
  }

 private:
  void follow(const Strip& strip, bool within_lane) {
    strip_ = &strip;
    const CentrePoint begin = at(0.0), end = at(strip.length);
    if (within_lane && !run_.empty() && is_wide(begin)) add_jump_to(begin);
    add(0.0, begin);
    refine(0.0, begin, strip.length, end);
  }

  void add_jump_to(const CentrePoint& p) {
    const CentreSample from = run_.back();
    CentrePoint jump = p;
    jump.dx = p.x - from.x;
    jump.dy = p.y - from.y;
    if (speed(jump) <= options_.min_jump) return;
    add(0.0, jump);
    run_.back().x = from.x;
    run_.back().y = from.y;
    along_ += speed(jump);
    add(0.0, jump);
  }

  CentrePoint at(double ds) const { return centre_at(map_, *strip_, lane_, ds); }
  bool is_wide(const CentrePoint& p) const { return p.width >= options_.min_width; }

  // Adds what lies after ds_a, up to and with ds_b.
  void refine(double ds_a, const CentrePoint& a, double ds_b, const CentrePoint& b) {
    const double ds_middle = 0.5 * (ds_a + ds_b);
    const CentrePoint middle = at(ds_middle);
    const double first = turn_between(a, middle), second = turn_between(middle, b);
    const bool fine = std::abs(first - second) < 2.0 * kHeadingError && std::abs(first + second) < kLargestStep &&
                      is_wide(a) == is_wide(middle) && is_wide(middle) == is_wide(b);
    if (fine || ds_b - ds_a < kShortestStep) {
      along_ += (ds_b - ds_a) / 6.0 * (speed(a) + 4.0 * speed(middle) + speed(b));
      add(ds_b, b);
      return;
    }
    refine(ds_a, a, ds_middle, middle);
    refine(ds_middle, middle, ds_b, b);
  }

  void add(double ds, const CentrePoint& p) {
    if (!is_wide(p)) return end_run();
    if (speed(p) < kNoDirection) return;
    CentreSample sample{.along = along_,
                        .heading = std::atan2(p.dy, p.dx),
                        .s = strip_->s_begin + ds,
                        .x = p.x,
                        .y = p.y,
                        .z = p.z,
                        .lane = lane_};
    if (!run_.empty()) {
      const double before = run_.back().heading;
      sample.heading = before + signed_turn(wrapped_angle(sample.heading - before), p.bend);
    }
    run_.push_back(sample);
  }

  // On the inside of a curve that is too tight for it the line turns right round, and round again where the curve ends.
  // To which side would be up to rounding: it turns with the curve, and then back.
  double signed_turn(double turn, double bend) {
    if (std::abs(turn) < kPi - kRightRound) return turn;
    const double sign = turned_round_ != 0.0 ? -turned_round_ : (bend < 0.0 ? -1.0 : 1.0);
    turned_round_ = turned_round_ != 0.0 ? 0.0 : sign;
    return turn * sign > 0.0 ? turn : turn + sign * 2.0 * kPi;
  }

  void end_run() {
    turned_round_ = 0.0;

    if (run_.size() > 1) runs_.push_back(std::move(run_));
    run_.clear();
    along_ = 0.0;
  }

  const RoadNetwork& map_;
  CentreRunOptions options_;
  LaneId lane_;
  const Strip* strip_ = nullptr;
  double along_ = 0.0;
  double turned_round_ = 0.0;  // the sign of the turn that is still to be undone
  CentreRun run_;
  std::vector<CentreRun> runs_;
};

}  // namespace

std::vector<CentreRun> centre_runs(const RoadNetwork& map, std::span<const LaneId> lanes,
                                   const CentreRunOptions& options) {
  RunMaker maker(map, options);
  for (const LaneId lane : lanes) maker.follow(lane);
  return maker.finish();
}

std::vector<std::vector<LaneId>> lanes_along_roads(const RoadNetwork& map) {
  std::vector<std::vector<LaneId>> lists;
  std::vector<bool> taken(map.lanes().size(), false);
  for (std::size_t i = 0; i < taken.size(); ++i) {
    if (taken[i] || !is_in_use(map.lanes()[i].type)) continue;
    std::vector<LaneId>& list = lists.emplace_back();
    for (LaneId lane(i); lane.valid();) {
      taken[lane.index()] = true;
      list.push_back(lane);
      LaneId next;
      if (!is_road_end(map, {lane, ContactPoint::end})) {
        for (const LaneId candidate : map.lane(lane).successors) {
          if (taken[candidate.index()] || !is_in_use(map.lane(candidate).type)) continue;
          next = candidate;
          break;
        }
      }
      lane = next;
    }
  }
  return lists;
}

}  // namespace scrutineer::map::detail
