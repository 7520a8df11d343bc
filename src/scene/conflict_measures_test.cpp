// Every measure against a second computation that knows nothing of its formula: both boxes are moved in small steps, and
// looked at with separating axes.
#include "scene/conflict_measures.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <functional>
#include <limits>

#include "base/quantity.h"
#include "kit/random.h"

namespace scrutineer::scene {
namespace {

constexpr double kNever = std::numeric_limits<double>::infinity();
constexpr double kHorizon = 10.0;
constexpr int kPairs = 10'000;

// ---- the second computation -----------------------------------------------------------------------------------------

struct RandomPair {
  FlatBox ego, other;
  Velocity ego_velocity, other_velocity;
  double ego_acceleration = 0.0, other_acceleration = 0.0;

  PairMotion motion() const {
    return {{.parts = std::span(&ego, 1),
             .velocity = ego_velocity,
             .heading = {ego.cos, ego.sin},
             .acceleration = ego_acceleration},
            {.parts = std::span(&other, 1),
             .velocity = other_velocity,
             .heading = {other.cos, other.sin},
             .acceleration = other_acceleration}};
  }
};

FlatBox at(FlatBox box, Velocity direction, double way) {
  box.x += way * direction.x;
  box.y += way * direction.y;
  return box;
}

RandomPair random_pair(kit::Random& random) {
  const auto box = [&](double x, double y) {
    const double yaw = random.uniform(-kPi, kPi);
    return FlatBox{x, y, std::cos(yaw), std::sin(yaw), random.uniform(0.2, 6.0), random.uniform(0.2, 1.3)};
  };
  RandomPair pair{box(0.0, 0.0), box(random.uniform(-60.0, 60.0), random.uniform(-60.0, 60.0)), {}, {}};
  const auto speed = [&] { return random.uniform(0.0, 1.0) < 0.15 ? 0.0 : random.uniform(-2.0, 25.0); };
  const double v = speed(), w = speed();
  pair.ego_velocity = {v * pair.ego.cos, v * pair.ego.sin};
  pair.other_velocity = {w * pair.other.cos, w * pair.other.sin};
  // Every second one drives at the other, so that enough of them meet.
  if (random.uniform(0.0, 1.0) < 0.5) {
    const double meets = random.uniform(0.5, 9.0);
    pair.other.x = pair.ego.x + meets * (pair.ego_velocity.x - pair.other_velocity.x) + random.uniform(-2.0, 2.0);
    pair.other.y = pair.ego.y + meets * (pair.ego_velocity.y - pair.other_velocity.y) + random.uniform(-2.0, 2.0);
  }
  pair.ego_acceleration = random.uniform(-8.0, 3.0);
  pair.other_acceleration = random.uniform(-8.0, 3.0);
  return pair;
}

// How far apart two boxes are at a time; below 0 they overlap.
using Apart = std::function<double(double)>;

// The first time at which they overlap, by small steps, longer ones where they are further apart than
// they can move meanwhile.
double first_overlap(const Apart& apart, double horizon, double step = 0.0005) {
  constexpr double kFastest = 150.0;
  double before = 0.0;
  for (double t = 0.0; t <= horizon;) {
    const double now = apart(t);
    if (now < 0.0) {
      double after = t;
      for (int i = 0; i < 30; ++i) {
        const double middle = 0.5 * (before + after);
        (apart(middle) < 0.0 ? after : before) = middle;
      }
      return after;
    }
    before = t;
    t += std::max(step, now / kFastest);
  }
  return kNever;
}

double even_way(double speed, double acceleration, double t) {
  if (acceleration < 0.0 && speed + acceleration * t < 0.0) return speed * speed / (-2.0 * acceleration);
  return speed * t + 0.5 * acceleration * t * t;
}

Apart at_constant_velocity(const RandomPair& pair) {
  return [pair](double t) {
    return -overlap_depth(at(pair.ego, pair.ego_velocity, t), at(pair.other, pair.other_velocity, t));
  };
}

struct Straight {
  Velocity direction;
  double speed = 0.0, acceleration = 0.0;
};
Straight straight(Velocity velocity, const FlatBox& box, double acceleration) {
  const double speed = std::hypot(velocity.x, velocity.y);
  if (speed == 0.0) return {{box.cos, box.sin}, 0.0, std::max(0.0, acceleration)};
  const bool forward = velocity.x * box.cos + velocity.y * box.sin >= 0.0;
  return {{velocity.x / speed, velocity.y / speed}, speed, forward ? acceleration : -acceleration};
}

Apart accelerating(const RandomPair& pair) {
  const Straight ego = straight(pair.ego_velocity, pair.ego, pair.ego_acceleration);
  const Straight other = straight(pair.other_velocity, pair.other, pair.other_acceleration);
  return [=](double t) {
    return -overlap_depth(at(pair.ego, ego.direction, even_way(ego.speed, ego.acceleration, t)),
                          at(pair.other, other.direction, even_way(other.speed, other.acceleration, t)));
  };
}

// The ego brakes after a delay; the other keeps its velocity.
Apart braking(const RandomPair& pair, double deceleration, double delay) {
  const Straight ego = straight(pair.ego_velocity, pair.ego, 0.0);
  return [=](double t) {
    const double way = ego.speed * std::min(t, delay) + even_way(ego.speed, -deceleration, std::max(0.0, t - delay));
    return -overlap_depth(at(pair.ego, ego.direction, way), at(pair.other, pair.other_velocity, t));
  };
}

// The least deceleration that avoids all contact, by halving.
double least_braking(const RandomPair& pair, double delay) {
  constexpr double kMost = 1e4;
  const double horizon = 60.0;
  const auto avoids = [&](double deceleration) {
    return first_overlap(braking(pair, deceleration, delay), horizon, 0.002) == kNever;
  };
  if (!avoids(kMost)) return std::numeric_limits<double>::quiet_NaN();
  double low = 0.0, high = kMost;
  while (high - low > 2e-3 * high + 1e-5) {
    const double middle = low == 0.0 ? 0.01 * high : std::sqrt(low * high);
    (avoids(middle) ? high : low) = middle;
  }
  return high;
}

bool grazes(const Apart& apart, double t) {
  double deepest = 0.0;
  for (double later = 0.0; later <= 0.05; later += 0.005) deepest = std::max(deepest, -apart(t + later));
  return deepest < 0.02;
}

// ---- against it -------------------------------------------------------------------------------------------------------

TEST(ConflictMeasures, TimesToCollisionAreThoseOfBoxesMovedInSteps) {
  kit::Random random(11);
  int met = 0, met_accelerating = 0;
  for (int i = 0; i < kPairs; ++i) {
    const RandomPair pair = random_pair(random);
    const double ttc = time_to_collision(pair.motion(), kHorizon);
    const double mttc = modified_time_to_collision(pair.motion(), kHorizon);
    const Apart even = at_constant_velocity(pair), uneven = accelerating(pair);
    if (ttc == kNever || !grazes(even, ttc)) {
      const double brute = first_overlap(even, kHorizon);
      ASSERT_EQ(ttc == kNever, brute == kNever) << "pair " << i << ": " << ttc << " and " << brute;
      if (ttc < kNever) {
        ASSERT_NEAR(ttc, brute, 0.01 * brute + 1e-6) << "pair " << i;
      }
      met += ttc < kNever ? 1 : 0;
    }
    if (mttc == kNever || !grazes(uneven, mttc)) {
      const double brute = first_overlap(uneven, kHorizon);
      ASSERT_EQ(mttc == kNever, brute == kNever) << "pair " << i << ": " << mttc << " and " << brute;
      if (mttc < kNever) {
        ASSERT_NEAR(mttc, brute, 0.01 * brute + 1e-6) << "pair " << i;
      }
      met_accelerating += mttc < kNever ? 1 : 0;
    }
  }
  EXPECT_GT(met, 3000);
  EXPECT_GT(met_accelerating, 1000);
}

TEST(ConflictMeasures, RequiredBrakingIsTheLeastThatAvoidsContact) {
  kit::Random random(12);
  int compared = 0, useless = 0;
  for (int i = 0; i < kPairs; ++i) {
    const RandomPair pair = random_pair(random);
    const double ttc = time_to_collision(pair.motion(), kHorizon);
    const double braking = required_braking(pair.motion());
    if (time_to_collision(pair.motion(), kNever) == kNever) {
      EXPECT_EQ(braking, 0.0);
      continue;
    }
    if (ttc == kNever || ttc == 0.0) continue;
    // A slow one comes to where the ego stopped later than steps can be counted.
    const double other_speed = std::hypot(pair.other_velocity.x, pair.other_velocity.y);
    if (other_speed > 0.0 && other_speed < 4.0) continue;
    const double brute = least_braking(pair, 0.0);
    if (std::isnan(braking)) {
      ++useless;
      // Braking at once, as hard as can be, does not help; where it seems to, the contact is a scratch.
      EXPECT_TRUE(std::isnan(brute) || brute > 1000.0) << "pair " << i << " " << brute;
      continue;
    }
    if (braking > 1000.0) continue;  // a scratch
    ASSERT_NEAR(braking, brute, 0.01 * brute + 0.03) << "pair " << i << " ttc " << ttc;
    ++compared;
    const double later = required_braking_after(pair.motion(), 1.0);
    if (ttc <= 1.0) {
      EXPECT_EQ(later, kNever);
    } else if (later < 1000.0 && i % 4 == 0) {
      ASSERT_NEAR(later, least_braking(pair, 1.0), 0.01 * later + 0.03) << "pair " << i;
    }
  }
  EXPECT_GT(compared, 1500);
  EXPECT_GT(useless, 200);
}

TEST(ConflictMeasures, ClosestEncounterIsTheLeastDistanceInSteps) {
  kit::Random random(13);
  for (int i = 0; i < kPairs; ++i) {
    const RandomPair pair = random_pair(random);
    const ClosestEncounter closest = closest_encounter(pair.motion(), kHorizon);
    double least = kNever, when = 0.0;
    for (double t = 0.0; t <= kHorizon; t += 0.02) {
      const double apart = distance(at(pair.ego, pair.ego_velocity, t), at(pair.other, pair.other_velocity, t));
      if (apart < least - 1e-9) {
        least = apart;
        when = t;
      }
    }
    const double closing =
        std::hypot(pair.ego_velocity.x - pair.other_velocity.x, pair.ego_velocity.y - pair.other_velocity.y);
    ASSERT_LE(closest.distance, least + 1e-9) << "pair " << i;
    ASSERT_NEAR(closest.distance, least, 0.01 * least + 0.02 * closing) << "pair " << i;
    const double then = distance(at(pair.ego, pair.ego_velocity, closest.seconds),
                                 at(pair.other, pair.other_velocity, closest.seconds));
    ASSERT_NEAR(then, closest.distance, 1e-6) << "pair " << i;
    // The least is flat: around it many times are nearly as near.
    ASSERT_LE(closest.seconds, when + 0.021) << "pair " << i;
  }
}

TEST(ConflictMeasures, DistanceIsThatOfPointsOnBothOutlines) {
  kit::Random random(14);
  for (int i = 0; i < 1000; ++i) {
    const RandomPair pair = random_pair(random);
    if (overlap_depth(pair.ego, pair.other) > 0.0) {
      EXPECT_EQ(distance(pair.ego, pair.other), 0.0);
      continue;
    }
    const auto outline = [](const FlatBox& box, int k) {
      constexpr int kEach = 40;
      const double along = 2.0 * (k % kEach) / kEach - 1.0;
      const std::array<std::array<double, 2>, 4> places{{{along, 1.0}, {-along, -1.0}, {1.0, -along}, {-1.0, along}}};
      const auto [u, v] = places.at(static_cast<std::size_t>(k / kEach));
      return Vector{box.x + u * box.half_length * box.cos - v * box.half_width * box.sin,
                    box.y + u * box.half_length * box.sin + v * box.half_width * box.cos};
    };
    double least = kNever;
    for (int k = 0; k < 160; ++k)
      for (int l = 0; l < 160; ++l) {
        const Vector p = outline(pair.ego, k), q = outline(pair.other, l);
        least = std::min(least, std::hypot(p.x - q.x, p.y - q.y));
      }
    ASSERT_NEAR(distance(pair.ego, pair.other), least, 0.01 * least + 0.05) << i;
    ASSERT_LE(distance(pair.ego, pair.other), least + 1e-9) << i;
  }
}

TEST(ConflictMeasures, WorstTimeIsWhereGrowingCirclesTouch) {
  kit::Random random(15);
  for (int i = 0; i < kPairs; ++i) {
    const RandomPair pair = random_pair(random);
    const double ability = random.uniform(0.0, 1.0) < 0.5 ? 16.0 : 8.0;
    const double radius = std::hypot(pair.ego.half_length, pair.ego.half_width) +
                          std::hypot(pair.other.half_length, pair.other.half_width);
    const auto apart = [&](double t) {
      const double x = pair.other.x - pair.ego.x + t * (pair.other_velocity.x - pair.ego_velocity.x);
      const double y = pair.other.y - pair.ego.y + t * (pair.other_velocity.y - pair.ego_velocity.y);
      return std::hypot(x, y) - radius - 0.5 * ability * t * t;
    };
    const double found = worst_time_to_collision(pair.motion(), ability), brute = first_overlap(apart, 60.0);
    ASSERT_NEAR(found, brute, 0.01 * brute + 1e-6) << "pair " << i;
  }
}

// The lateral way after `seconds` under that acceleration is just enough, and less is not.
TEST(ConflictMeasures, RequiredLateralAccelerationIsJustEnough) {
  kit::Random random(16);
  int compared = 0;
  for (int i = 0; i < kPairs; ++i) {
    RandomPair pair = random_pair(random);
    pair.ego.cos = 1.0;
    pair.ego.sin = 0.0;
    const double ttc = time_to_collision(pair.motion(), kHorizon);
    if (ttc == kNever || ttc < 0.05) continue;
    const double needed = required_lateral(pair.motion(), ttc, {0.0, 1.0});
    const auto beside = [&](double acceleration) {
      const double y = pair.ego.y + pair.ego_velocity.y * ttc + 0.5 * acceleration * ttc * ttc;
      const double other = pair.other.y + pair.other_velocity.y * ttc;
      const double half =
          std::abs(pair.other.sin) * pair.other.half_length + std::abs(pair.other.cos) * pair.other.half_width;
      return std::abs(other - y) - half - pair.ego.half_width;
    };
    EXPECT_NEAR(std::min(std::abs(beside(needed)), std::abs(beside(-needed))), 0.0, 1e-6) << i;
    ++compared;
  }
  EXPECT_GT(compared, 1000);
}

TEST(ConflictMeasures, RequiredDecelerationIsTheLeastThatAvoidsContact) {
  kit::Random random(17);
  for (int i = 0; i < kPairs; ++i) {
    Following pair{random.uniform(1.0, 60.0), random.uniform(0.0, 30.0), random.uniform(0.0, 30.0),
                   random.uniform(0.0, 1.0) < 0.3 ? 0.0 : random.uniform(-8.0, 2.0)};
    // One that hardly brakes drives for hours: too long to count steps.
    if (std::abs(pair.front_acceleration) < 0.1) pair.front_acceleration = 0.0;
    const double needed = required_deceleration(pair);
    const auto least_gap = [&](double deceleration) {
      double least = kNever;
      const auto stops = [](double speed, double braking) { return braking > 0.0 ? speed / braking : 0.0; };
      const double until =
          std::max({20.0, stops(pair.rear_speed, deceleration), stops(pair.front_speed, -pair.front_acceleration)});
      for (double t = 0.0; t <= 1.001 * until; t += until / 4000.0)
        least = std::min(least, pair.gap + even_way(pair.front_speed, pair.front_acceleration, t) -
                                    even_way(pair.rear_speed, -deceleration, t));
      return least;
    };
    // With 1 % more they stay apart; with 1 % less they touch.
    EXPECT_GE(least_gap(1.01 * needed + 1e-4), -1e-3) << i;
    // What the formula takes as needed at once, because the rear one is faster, may not be: the front one accelerates.
    if (needed > 0.05) {
      EXPECT_LE(least_gap(0.99 * needed - 1e-4), 0.02)
          << i << ": " << pair.gap << " " << pair.rear_speed << " " << pair.front_speed << " "
          << pair.front_acceleration << " " << needed;
    }
  }
}

// ---- closed forms and edges ---------------------------------------------------------------------------------------

constexpr FlatBox kCar{0.0, 0.0, 1.0, 0.0, 2.0, 1.0};  // 4 m by 2 m

FlatBox car_at(double x, double y, double yaw = 0.0) { return {x, y, std::cos(yaw), std::sin(yaw), 2.0, 1.0}; }

struct Two {
  FlatBox ego, other;
  PairMotion moving(Velocity v, Velocity w, double a = 0.0, double b = 0.0) const {
    return {{.parts = std::span(&ego, 1), .velocity = v, .heading = {ego.cos, ego.sin}, .acceleration = a},
            {.parts = std::span(&other, 1), .velocity = w, .heading = {other.cos, other.sin}, .acceleration = b}};
  }
};

TEST(ConflictMeasures, OfFollowingAreTheBooks) {
  const Two two{kCar, car_at(24.0, 0.0)};  // a gap of 20 m
  const PairMotion pair = two.moving({15.0, 0.0}, {5.0, 0.0}, 0.0, -2.0);
  EXPECT_DOUBLE_EQ(time_to_collision(pair, 10.0), 2.0);
  EXPECT_DOUBLE_EQ(required_braking(pair), 10.0 * 10.0 / 40.0);
  EXPECT_DOUBLE_EQ(required_braking_after(pair, 1.0), 10.0 / (2.0 * (2.0 - 1.0)));
  // 20 + 5 t - t^2 = 15 t, until the leader stands after 2.5 s and 6.25 m.
  EXPECT_NEAR(modified_time_to_collision(pair, 10.0), -5.0 + std::sqrt(45.0), 1e-12);
  EXPECT_DOUBLE_EQ(closing_speed(pair), 10.0);
  EXPECT_DOUBLE_EQ(closing_speed(pair, 6.0, 1.5), 1.0);
  EXPECT_DOUBLE_EQ(required_deceleration({20.0, 15.0, 5.0, 0.0}), 2.5);
  // Who is in front cannot prevent it by braking.
  EXPECT_TRUE(std::isnan(required_braking(swapped(pair))));
}

TEST(ConflictMeasures, WhoBrakesToAStandstillStays) {
  const Two two{kCar, car_at(24.0, 0.0)};
  // 10 m/s and 4 m/s^2 are 12.5 m: it stops 7.5 m short. Ozbay's formula would let it roll back.
  EXPECT_EQ(modified_time_to_collision(two.moving({10.0, 0.0}, {0.0, 0.0}, -4.0), 10.0), kNever);
  EXPECT_DOUBLE_EQ(time_to_collision(two.moving({10.0, 0.0}, {0.0, 0.0}), 10.0), 2.0);
  // A standing one that "brakes" does not begin to reverse.
  EXPECT_EQ(modified_time_to_collision(two.moving({0.0, 0.0}, {0.0, 0.0}, -4.0, -4.0), 10.0), kNever);
}

TEST(ConflictMeasures, OfCrossingAreSumos) {
  // The ego's front is 20 m before the other's swath, which the other has left when its rear is past the ego's side.
  const Two two{kCar, car_at(23.0, -20.0, kPi / 2.0)};
  const double way = 23.0 - 2.0 - 1.0;  // to the swath
  const auto leaves = [](double speed) { return (20.0 + 2.0 + 1.0) / speed; };
  struct Case {
    const char* name;
    double speed, other_speed;
    double expected;
  };
  const Case cases[] = {
      {"slows down", 12.0, 12.0, 2.0 * (12.0 - way / leaves(12.0)) / leaves(12.0)},
      {"has to stop: the other takes too long", 12.0, 10.0, 2.0 * (12.0 - way / leaves(10.0)) / leaves(10.0)},
      {"behind it anyway", 5.0, 12.0, 0.0},
      {"ahead of it anyway", 30.0, 5.0, 0.0},
  };
  for (const Case& c : cases)
    EXPECT_NEAR(required_braking(two.moving({c.speed, 0.0}, {0.0, c.other_speed})), c.expected, 1e-9) << c.name;
  // One that stands across: to a stop before it.
  const Two standing{kCar, car_at(23.0, 0.0, kPi / 2.0)};
  EXPECT_NEAR(required_braking(standing.moving({12.0, 0.0}, {0.0, 0.0})), 144.0 / (2.0 * 20.0), 1e-9);
}

TEST(ConflictMeasures, HaveEdges) {
  const Two touching{kCar, car_at(4.0, 0.0)}, inside{kCar, car_at(3.0, 0.0)}, beside{kCar, car_at(0.0, 3.0)};
  EXPECT_EQ(time_to_collision(inside.moving({1.0, 0.0}, {0.0, 0.0}), 10.0), 0.0);
  EXPECT_EQ(modified_time_to_collision(inside.moving({1.0, 0.0}, {0.0, 0.0}), 10.0), 0.0);
  EXPECT_TRUE(std::isnan(required_braking(inside.moving({1.0, 0.0}, {0.0, 0.0}))));
  EXPECT_EQ(distance(inside.moving({}, {})), 0.0);
  EXPECT_EQ(distance(touching.moving({}, {})), 0.0);
  EXPECT_EQ(closest_encounter(inside.moving({}, {}), 10.0).distance, 0.0);
  // Side by side at one speed: as near from the beginning.
  const ClosestEncounter parallel = closest_encounter(beside.moving({10.0, 0.0}, {10.0, 0.0}), 10.0);
  EXPECT_DOUBLE_EQ(parallel.distance, 1.0);
  EXPECT_EQ(parallel.seconds, 0.0);
  // Standing, both: never, and nothing is required.
  EXPECT_EQ(time_to_collision(beside.moving({}, {}), 10.0), kNever);
  EXPECT_EQ(required_braking(beside.moving({}, {})), 0.0);
  EXPECT_EQ(required_lateral(beside.moving({}, {}), kNever, {0.0, 1.0}), 0.0);
  // A standing ego in the way of another cannot brake.
  const Two behind{kCar, car_at(-24.0, 0.0)};
  EXPECT_TRUE(std::isnan(required_braking(behind.moving({}, {10.0, 0.0}))));
  // Without accelerations there is no time with them.
  EXPECT_TRUE(std::isnan(
      modified_time_to_collision(touching.moving({1.0, 0.0}, {}, std::numeric_limits<double>::quiet_NaN()), 10.0)));
  EXPECT_TRUE(std::isnan(required_deceleration({10.0, 10.0, 5.0, std::numeric_limits<double>::quiet_NaN()})));
}

TEST(ConflictMeasures, MassesShareTheImpact) {
  EXPECT_DOUBLE_EQ(share_of_impact(1500.0, 1500.0), 0.5);
  EXPECT_DOUBLE_EQ(share_of_impact(1500.0, kNever), 1.0);
  EXPECT_DOUBLE_EQ(share_of_impact(kNever, 1500.0), 0.0);
  EXPECT_DOUBLE_EQ(share_of_impact(1500.0, 75.0), 75.0 / 1575.0);
  using trace::Category;
  struct Case {
    Category category;
    double mass;
  };
  const Case cases[] = {{Category::car, 1500.0},   {Category::van, 2500.0},       {Category::truck, 12000.0},
                        {Category::bus, 12000.0},  {Category::motorcycle, 250.0}, {Category::bicycle, 90.0},
                        {Category::person, 75.0},  {Category::animal, 50.0},      {Category::train, kNever},
                        {Category::object, kNever}};
  for (const Case& c : cases) {
    trace::ActorInfo info;
    info.category = c.category;
    EXPECT_EQ(mass_of(info), c.mass) << static_cast<int>(c.category);
    info.mass = 800.0;
    EXPECT_EQ(mass_of(info), 800.0);
  }
}

// As ad-rss-lib's tests have it: both drive sideways at the same velocity, to the right or to the left.
TEST(ConflictMeasures, RssIsThatOfItsLibrary) {
  struct Case {
    double kmh, expected;
  };
  for (const auto& [kmh, expected] : {Case{0.0, 1.1}, {1.0, 1.19}, {-1.0, 1.19}, {5.0, 2.9}, {-5.0, 2.9}}) {
    const double speed = kmh / 3.6;
    EXPECT_NEAR(
        rss_distance_lateral({.towards_other = speed, .reaction = 2.0}, {.towards_other = -speed, .reaction = 2.0}),
        expected, 0.011)
        << kmh;
  }
  // v rho + a rho^2 / 2 + (v + rho a)^2 / 2 b - w^2 / 2 b_max
  EXPECT_NEAR(rss_distance_same_direction({.speed = 20.0, .reaction = 1.0}, {.speed = 10.0}),
              20.0 + 1.75 + 23.5 * 23.5 / 8.0 - 100.0 / 16.0, 1e-9);
  EXPECT_EQ(rss_distance_same_direction({.speed = 0.0, .reaction = 1.0}, {.speed = 30.0}), 0.0);
  EXPECT_NEAR(rss_distance_opposite({.speed = 20.0, .reaction = 1.0},
                                    {.speed = 10.0, .reaction = 2.0, .is_in_own_lane = false}),
              20.0 + 1.75 + 23.5 * 23.5 / 6.0 + 20.0 + 7.0 + 17.0 * 17.0 / 8.0, 1e-9);
}

}  // namespace
}  // namespace scrutineer::scene
