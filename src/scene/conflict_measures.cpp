#include "scene/conflict_measures.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <optional>

namespace scrutineer::scene {
namespace {

constexpr double kInfinite = std::numeric_limits<double>::infinity();
constexpr double kMissing = std::numeric_limits<double>::quiet_NaN();

// ---- shadows of two boxes on the directions of their edges --------------------------------------------------------

using OnAxes = std::array<double, 4>;

OnAxes shadow(double x, double y, const FlatBox& a, const FlatBox& b) {
  return {a.cos * x + a.sin * y, a.cos * y - a.sin * x, b.cos * x + b.sin * y, b.cos * y - b.sin * x};
}

// Half the lengths of both shadows together.
OnAxes reach(const FlatBox& a, const FlatBox& b) {
  const double along = std::abs(a.cos * b.cos + a.sin * b.sin), across = std::abs(a.cos * b.sin - a.sin * b.cos);
  return {a.half_length + b.half_length * along + b.half_width * across,
          a.half_width + b.half_length * across + b.half_width * along,
          b.half_length + a.half_length * along + a.half_width * across,
          b.half_width + a.half_length * across + a.half_width * along};
}

std::array<Vector, 4> corners(const FlatBox& box) {
  const double x = box.half_length * box.cos, y = box.half_length * box.sin;
  const double u = -box.half_width * box.sin, v = box.half_width * box.cos;
  return {Vector{box.x + x + u, box.y + y + v}, Vector{box.x + x - u, box.y + y - v},
          Vector{box.x - x - u, box.y - y - v}, Vector{box.x - x + u, box.y - y + v}};
}

double distance_to_point(const FlatBox& box, Vector point) {
  const double dx = point.x - box.x, dy = point.y - box.y;
  const double ahead = std::abs(box.cos * dx + box.sin * dy) - box.half_length;
  const double beside = std::abs(box.cos * dy - box.sin * dx) - box.half_width;
  return std::hypot(std::max(ahead, 0.0), std::max(beside, 0.0));
}

FlatBox moved(FlatBox box, Velocity velocity, double seconds) {
  box.x += seconds * velocity.x;
  box.y += seconds * velocity.y;
  return box;
}

// The least (or greatest) over all pairs of parts.
template <typename Of>
double least_of_parts(const PairMotion& pair, Of&& of) {
  double least = kInfinite;
  for (const FlatBox& a : pair.ego.parts)
    for (const FlatBox& b : pair.other.parts) least = std::min(least, of(a, b));
  return least;
}

// ---- motion with a constant acceleration ---------------------------------------------------------------------------

// Along a line: at + speed t + acceleration t^2 / 2, until it stands.
struct Accelerated {
  Vector direction;
  double speed = 0.0, acceleration = 0.0;
  double stops = kInfinite;

  explicit Accelerated(const Mover& mover) {
    speed = std::hypot(mover.velocity.x, mover.velocity.y);
    constexpr double kMoves = 1e-9;
    if (speed > kMoves) {
      direction = {mover.velocity.x / speed, mover.velocity.y / speed};
      const bool is_forward = direction.x * mover.heading.x + direction.y * mover.heading.y >= 0.0;
      acceleration = is_forward ? mover.acceleration : -mover.acceleration;
    } else {
      speed = 0.0;
      direction = mover.heading;
      acceleration = std::max(0.0, mover.acceleration);  // a standing one that brakes stays
    }
    if (acceleration < 0.0) stops = speed / -acceleration;
  }
  // Its way along the line from `from` on, as coefficients of 1, t, t^2.
  std::array<double, 3> way(double from) const {
    if (from >= stops) return {0.5 * speed * stops, 0.0, 0.0};
    return {0.0, speed, 0.5 * acceleration};
  }
};

// A square function of time on one axis, and how far from 0 it must stay for the shadows to be apart.
struct AxisMotion {
  double c0 = 0.0, c1 = 0.0, c2 = 0.0, reach = 0.0;
  double at(double t) const { return c0 + t * (c1 + t * c2); }
};

void add_roots(double c0, double c1, double c2, double begin, double end, std::array<double, 18>& times,
               std::size_t& count) {
  const auto add = [&](double t) {
    if (t > begin && t < end && count + 1 < times.size()) times[count++] = t;
  };
  const double half = 0.5 * c1, discriminant = half * half - c2 * c0;
  if (discriminant < 0.0) return;
  // Neither root from a difference of nearly equal numbers.
  const double q = -(half + std::copysign(std::sqrt(discriminant), half));
  if (c2 != 0.0) add(q / c2);
  if (q != 0.0) add(c0 / q);
}

// The first overlap between two times, of boxes whose shadows move like that.
double first_overlap(const std::array<AxisMotion, 4>& axes, double begin, double end) {
  std::array<double, 18> times{};
  std::size_t count = 0;
  times[count++] = begin;
  for (const AxisMotion& axis : axes) {
    add_roots(axis.c0 - axis.reach, axis.c1, axis.c2, begin, end, times, count);
    add_roots(axis.c0 + axis.reach, axis.c1, axis.c2, begin, end, times, count);
  }
  std::sort(times.begin(), times.begin() + static_cast<std::ptrdiff_t>(count));
  times[count] = end;
  for (std::size_t i = 0; i < count; ++i) {
    const double middle = 0.5 * (times[i] + times[i + 1]);
    const bool overlap =
        std::ranges::all_of(axes, [&](const AxisMotion& axis) { return std::abs(axis.at(middle)) < axis.reach; });
    if (overlap && times[i + 1] > times[i]) return times[i];
  }
  return kInfinite;
}

double accelerated_overlap(const FlatBox& a, const Accelerated& ego, const FlatBox& b, const Accelerated& other,
                           double horizon) {
  if (overlap_depth(a, b) > 0.0) return 0.0;
  const OnAxes between = shadow(b.x - a.x, b.y - a.y, a, b), reaches = reach(a, b);
  const OnAxes along = shadow(ego.direction.x, ego.direction.y, a, b);
  const OnAxes others = shadow(other.direction.x, other.direction.y, a, b);
  std::array<double, 4> bounds{0.0, std::min(ego.stops, horizon), std::min(other.stops, horizon), horizon};
  std::ranges::sort(bounds);
  for (std::size_t phase = 0; phase + 1 < bounds.size(); ++phase) {
    if (!(bounds[phase] < bounds[phase + 1])) continue;
    const auto own = ego.way(bounds[phase]), others_way = other.way(bounds[phase]);
    std::array<AxisMotion, 4> axes;
    for (std::size_t i = 0; i < 4; ++i)
      axes[i] = {between[i] + others[i] * others_way[0] - along[i] * own[0],
                 others[i] * others_way[1] - along[i] * own[1], others[i] * others_way[2] - along[i] * own[2],
                 reaches[i]};
    const double found = first_overlap(axes, bounds[phase], bounds[phase + 1]);
    if (found < kInfinite) return found;
  }
  return kInfinite;
}

// ---- braking ------------------------------------------------------------------------------------------------------

// A bound of the way that the first one may have driven: at + slope t.
struct Bound {
  double at = 0.0, slope = 0.0;
  double operator()(double t) const { return at + slope * t; }
};

// Times and ways of the first one at which its box overlaps the other's: between bounds that are straight lines, since
// both boxes move evenly along lines. That area is convex.
struct Forbidden {
  std::array<Bound, 4> least, most;
  std::size_t count = 0;
  double begin = 0.0, end = kInfinite;  // seconds

  double least_at(double t) const {
    double way = -kInfinite;
    for (std::size_t i = 0; i < count; ++i) way = std::max(way, least[i](t));
    return way;
  }
  // Keeps the times with value + slope t > 0.
  void keep_times(double value, double slope) {
    if (slope > 0.0)
      begin = std::max(begin, -value / slope);
    else if (slope < 0.0)
      end = std::min(end, -value / slope);
    else if (value <= 0.0)
      end = begin;
  }
};

Forbidden forbidden(const FlatBox& a, Vector direction, const FlatBox& b, Velocity velocity) {
  const OnAxes between = shadow(b.x - a.x, b.y - a.y, a, b), reaches = reach(a, b);
  const OnAxes own = shadow(direction.x, direction.y, a, b), others = shadow(velocity.x, velocity.y, a, b);
  Forbidden found;
  constexpr double kAcross = 1e-9;  // the first one does not move along this axis
  for (std::size_t i = 0; i < 4; ++i) {
    if (std::abs(own[i]) < kAcross) {
      found.keep_times(between[i] + reaches[i], others[i]);
      found.keep_times(reaches[i] - between[i], -others[i]);
      continue;
    }
    const double reached = reaches[i] / std::abs(own[i]);
    const double middle = between[i] / own[i], slope = others[i] / own[i];
    found.least[found.count] = {middle - reached, slope};
    found.most[found.count++] = {middle + reached, slope};
  }
  for (std::size_t i = 0; i < found.count; ++i)
    for (std::size_t j = 0; j < found.count; ++j)
      if (i != j) found.keep_times(found.most[j].at - found.least[i].at, found.most[j].slope - found.least[i].slope);
  return found;
}

// The deceleration with which the way is exactly `way` at time t, or at most that for good.
double braking_for(double speed, double way, double t) {
  if (!(t > 0.0)) return 0.0;
  if (2.0 * way >= speed * t) return std::max(0.0, 2.0 * (speed - way / t) / t);
  return speed * speed / (2.0 * way);
}

// As required_braking, of two boxes that do meet. It must stay below the least forbidden way at all times; the most
// that any time asks for is at an end of the times, a corner of the bound, where it touches one of the lines, or where
// it would come to a stop on one.
double braking_below(const Forbidden& area, double speed) {
  std::array<double, 20> times{};
  std::size_t count = 0;
  const auto add = [&](double t) {
    if (t >= area.begin && t <= area.end && std::isfinite(t)) times[count++] = t;
  };
  add(area.begin);
  add(area.end);
  for (std::size_t i = 0; i < area.count; ++i) {
    const Bound& line = area.least[i];
    add(2.0 * line.at / (speed - line.slope));
    add(2.0 * line.at / (speed - 2.0 * line.slope));
    for (std::size_t j = 0; j < i; ++j) add((area.least[j].at - line.at) / (line.slope - area.least[j].slope));
  }
  double most = 0.0;
  for (std::size_t i = 0; i < count; ++i) {
    const double way = area.least_at(times[i]);
    if (way <= 0.0) return kMissing;
    most = std::max(most, braking_for(speed, way, times[i]));
  }
  const bool comes_closer_for_ever =
      area.end == kInfinite &&
      std::all_of(area.least.begin(), area.least.begin() + static_cast<std::ptrdiff_t>(area.count),
                  [](const Bound& line) { return line.slope < 0.0; });
  return comes_closer_for_ever ? kMissing : most;
}

}  // namespace

// ---- distances and times ----------------------------------------------------------------------------------------------

double distance(const FlatBox& a, const FlatBox& b) {
  if (overlap_depth(a, b) > 0.0) return 0.0;
  double least = kInfinite;
  for (const Vector& corner : corners(a)) least = std::min(least, distance_to_point(b, corner));
  for (const Vector& corner : corners(b)) least = std::min(least, distance_to_point(a, corner));
  return least;
}

bool overlap(const PairMotion& pair) {
  return least_of_parts(pair, [](const FlatBox& a, const FlatBox& b) { return -overlap_depth(a, b); }) < 0.0;
}

double distance(const PairMotion& pair) {
  return least_of_parts(pair, [](const FlatBox& a, const FlatBox& b) { return distance(a, b); });
}

double time_to_collision(const PairMotion& pair, double horizon) {
  return least_of_parts(pair, [&](const FlatBox& a, const FlatBox& b) {
    return time_to_collision(a, pair.ego.velocity, b, pair.other.velocity, horizon);
  });
}

double modified_time_to_collision(const PairMotion& pair, double horizon) {
  if (std::isnan(pair.ego.acceleration + pair.other.acceleration)) return kMissing;
  const Accelerated ego(pair.ego), other(pair.other);
  return least_of_parts(
      pair, [&](const FlatBox& a, const FlatBox& b) { return accelerated_overlap(a, ego, b, other, horizon); });
}

PairMotion swapped(const PairMotion& pair) { return {pair.other, pair.ego}; }

double required_braking(const PairMotion& pair) {
  if (time_to_collision(pair, kInfinite) == kInfinite) return 0.0;
  const Velocity velocity = pair.ego.velocity;
  const double speed = std::hypot(velocity.x, velocity.y);
  if (speed == 0.0 || overlap(pair)) return kMissing;
  double most = 0.0;
  for (const FlatBox& a : pair.ego.parts) {
    for (const FlatBox& b : pair.other.parts) {
      const Forbidden area = forbidden(a, {velocity.x / speed, velocity.y / speed}, b, pair.other.velocity);
      if (area.begin >= area.end) continue;
      const double braking = braking_below(area, speed);
      if (std::isnan(braking)) return kMissing;
      most = std::max(most, braking);
    }
  }
  return most;
}

double required_braking_after(const PairMotion& pair, double reaction) {
  const double ttc = time_to_collision(pair, kInfinite);
  if (ttc == kInfinite) return 0.0;
  if (ttc == 0.0) return kMissing;
  if (ttc <= reaction) return kInfinite;
  std::array<std::array<FlatBox, 16>, 2> later;  // parts beyond that do not matter: the first ones meet
  const auto after = [&](const Mover& mover, std::array<FlatBox, 16>& boxes) {
    Mover then = mover;
    const std::size_t count = std::min(mover.parts.size(), boxes.size());
    for (std::size_t i = 0; i < count; ++i) boxes[i] = moved(mover.parts[i], mover.velocity, reaction);
    then.parts = std::span(boxes).first(count);
    return then;
  };
  return required_braking({after(pair.ego, later[0]), after(pair.other, later[1])});
}

double required_deceleration(const Following& pair) {
  const auto& [gap, rear, front, acceleration] = pair;
  if (!(gap > 0.0) || std::isnan(rear + front + acceleration)) return kMissing;
  if (rear <= 0.0) return 0.0;
  if (acceleration < 0.0 && front >= 0.0) {
    const double way = gap + front * front / (2.0 * -acceleration);
    const double rear_stops = 2.0 * way / rear, front_stops = front / -acceleration;
    if (rear_stops >= front_stops) return rear * rear / (2.0 * way);
  }
  const double closing = rear - front;
  return closing > 0.0 ? std::max(0.0, closing * closing / (2.0 * gap) - acceleration) : 0.0;
}

double required_lateral(const PairMotion& pair, double seconds, Vector left) {
  if (seconds == kInfinite) return 0.0;
  if (!(seconds > 0.0)) return kMissing;
  const auto span = [&](const Mover& mover) {
    double low = kInfinite, high = -kInfinite;
    for (const FlatBox& box : mover.parts) {
      for (const Vector& corner : corners(box)) {
        const double across = corner.x * left.x + corner.y * left.y;
        low = std::min(low, across);
        high = std::max(high, across);
      }
    }
    return std::pair(low, high);
  };
  const auto speed = [&](const Mover& mover) {
    return mover.velocity.x * left.x + mover.velocity.y * left.y + mover.lateral;
  };
  const auto [low, high] = span(pair.ego);
  const auto [other_low, other_high] = span(pair.other);
  const double drift = (speed(pair.other) - speed(pair.ego)) * seconds;
  // To pass on its left, or on its right.
  const double to_left = std::abs(other_high - low + drift), to_right = std::abs(other_low - high + drift);
  return 2.0 * std::min(to_left, to_right) / (seconds * seconds);
}

ClosestEncounter closest_encounter(const PairMotion& pair, double horizon) {
  const double ttc = time_to_collision(pair, horizon);
  if (ttc < kInfinite) return {0.0, ttc};
  const Vector velocity{pair.other.velocity.x - pair.ego.velocity.x, pair.other.velocity.y - pair.ego.velocity.y};
  const double square = velocity.x * velocity.x + velocity.y * velocity.y;
  ClosestEncounter best{distance(pair), 0.0};
  constexpr double kNearer = 1e-9;  // metres: what is not nearer than that was as near before
  const auto take = [&](double metres, double seconds) {
    if (metres < best.distance - kNearer || (metres < best.distance + kNearer && seconds < best.seconds))
      best = {metres, seconds};
  };
  if (square == 0.0) return best;
  const Velocity relative{velocity.x, velocity.y};
  for (const FlatBox& a : pair.ego.parts) {
    for (const FlatBox& b : pair.other.parts) {
      take(distance(a, moved(b, relative, horizon)), horizon);
      // The relative way is a line, and what it keeps away from is the area of differences of points of both: nearest
      // to it at one of that area's corners.
      const auto own = corners(a), others = corners(b);
      for (const Vector& p : own) {
        for (const Vector& q : others) {
          const double x = q.x - p.x, y = q.y - p.y;
          const double seconds = -(x * velocity.x + y * velocity.y) / square;
          if (seconds > 0.0 && seconds < horizon) take(distance(a, moved(b, relative, seconds)), seconds);
        }
      }
    }
  }
  return best;
}

double worst_time_to_collision(const PairMotion& pair, double acceleration) {
  const double wx = pair.other.velocity.x - pair.ego.velocity.x, wy = pair.other.velocity.y - pair.ego.velocity.y;
  const double speed = std::hypot(wx, wy);
  return least_of_parts(pair, [&](const FlatBox& a, const FlatBox& b) {
    const double radius = std::hypot(a.half_length, a.half_width) + std::hypot(b.half_length, b.half_width);
    const double dx = b.x - a.x, dy = b.y - a.y;
    // In no time step can the circles come nearer by more than both speeds and accelerations allow: steps of that size
    // never miss the first contact.
    constexpr double kTouch = 1e-9;
    constexpr int kMostSteps = 200;
    double t = 0.0;
    for (int step = 0; step < kMostSteps; ++step) {
      const double apart = std::hypot(dx + wx * t, dy + wy * t) - radius - 0.5 * acceleration * t * t;
      if (apart <= kTouch) return t;
      const double closing = speed + acceleration * t;
      if (closing <= 0.0 && acceleration <= 0.0) return kInfinite;
      t += 2.0 * apart / (closing + std::sqrt(closing * closing + 2.0 * acceleration * apart));
      if (acceleration == 0.0 && t > 1e6) return kInfinite;
    }
    return t;
  });
}

double closing_speed(const PairMotion& pair, double braking, double seconds) {
  const Velocity own = pair.ego.velocity, other = pair.other.velocity;
  const double speed = std::hypot(own.x, own.y);
  const double left = speed > 0.0 ? std::max(0.0, speed - braking * seconds) / speed : 0.0;
  return std::hypot(left * own.x - other.x, left * own.y - other.y);
}

double share_of_impact(double own_mass, double other_mass) {
  if (std::isinf(other_mass)) return std::isinf(own_mass) ? 0.5 : 1.0;
  return std::isinf(own_mass) ? 0.0 : other_mass / (own_mass + other_mass);
}

double mass_of(const trace::ActorInfo& info) {
  using trace::Category;
  if (info.mass > 0.0) return info.mass;
  switch (info.category) {
    case Category::car:
    case Category::other_vehicle:
      return 1500.0;
    case Category::van:
      return 2500.0;
    case Category::truck:
    case Category::bus:
    case Category::semitrailer:
    case Category::work_machine:
      return 12000.0;
    case Category::trailer:
      return 2500.0;
    case Category::motorcycle:
      return 250.0;
    case Category::bicycle:
    case Category::scooter:
      return 90.0;
    case Category::wheelchair:
      return 120.0;
    case Category::person:
      return 75.0;
    case Category::animal:
      return 50.0;
    default:
      return kInfinite;  // trains, trams and things
  }
}

// ---- responsibility-sensitive safety ----------------------------------------------------------------------------

namespace {

// Until it stands: it accelerates while its driver has not reacted, then brakes.
double stopping_way(const RssDriver& driver, double acceleration, double braking) {
  const double then = driver.speed + driver.reaction * acceleration;
  return driver.speed * driver.reaction + 0.5 * acceleration * driver.reaction * driver.reaction +
         then * then / (2.0 * braking);
}

double way_towards(const RssDriver& driver, const RssParameters& by) {
  const double then = std::max(0.0, driver.towards_other + driver.reaction * by.lateral_acceleration);
  return driver.towards_other * driver.reaction + 0.5 * by.lateral_acceleration * driver.reaction * driver.reaction +
         then * then / (2.0 * by.lateral_braking);
}

}  // namespace

double rss_distance_same_direction(const RssDriver& rear, const RssDriver& front, const RssParameters& by) {
  return std::max(0.0, stopping_way(rear, by.acceleration, by.brakes_at_least) -
                           front.speed * front.speed / (2.0 * by.brakes_at_most));
}

double rss_distance_opposite(const RssDriver& a, const RssDriver& b, const RssParameters& by) {
  const auto way = [&](const RssDriver& driver) {
    return stopping_way(driver, by.acceleration, driver.is_in_own_lane ? by.brakes_in_own_lane : by.brakes_at_least);
  };
  return way(a) + way(b);
}

double rss_distance_lateral(const RssDriver& a, const RssDriver& b, const RssParameters& by) {
  return by.margin + std::max(0.0, way_towards(a, by) + way_towards(b, by));
}

}  // namespace scrutineer::scene
