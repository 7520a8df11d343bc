#include "scene/motion.h"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <limits>
#include <vector>

#include "base/quantity.h"
#include "kit/hand_frames.h"

namespace scrutineer::scene {
namespace {

using namespace std::chrono_literals;
using trace::ActorId;
using trace::ActorState;
using trace::Field;

constexpr double kNone = std::numeric_limits<double>::quiet_NaN();

// Where something is, and the first three derivatives of that, in closed form.
struct Analytic {
  double x, y, yaw;
  Vector velocity, acceleration, jerk;
  double yaw_rate;
};
using Law = std::function<Analytic(double)>;

// Counter-clockwise around the origin, 20 m, 10 m/s.
Analytic circle(double t) {
  const double r = 20.0, w = 0.5, a = w * t, c = std::cos(a), s = std::sin(a);
  return {r * c,
          r * s,
          a + 0.5 * kPi,
          {-r * w * s, r * w * c},
          {-r * w * w * c, -r * w * w * s},
          {r * w * w * w * s, -r * w * w * w * c},
          w};
}
// Along +x from 20 m/s at 4 m/s2 less each second, jerk 1.
Analytic braking(double t) {
  return {20.0 * t - 2.0 * t * t + t * t * t / 6.0,
          0.0,
          0.0,
          {20.0 - 4.0 * t + 0.5 * t * t, 0.0},
          {-4.0 + t, 0.0},
          {1.0, 0.0},
          0.0};
}
// Backwards: the heading is against the way.
Analytic reversing(double t) { return {-3.0 * t, 0.0, 0.0, {-3.0, 0.0}, {0.0, 0.0}, {0.0, 0.0}, 0.0}; }

// What a run that reports `fields` says of it.
ActorState reported(ActorId actor, const Analytic& at, std::initializer_list<Field> fields) {
  ActorState state = kit::HandFrames::at(actor, at.x, at.y, std::remainder(at.yaw, 2.0 * kPi));
  for (const Field field : fields) {
    state.fields.set(field);
    if (field == Field::velocity) {
      state.vx = at.velocity.x;
      state.vy = at.velocity.y;
    } else if (field == Field::acceleration) {
      state.ax = at.acceleration.x;
      state.ay = at.acceleration.y;
    } else if (field == Field::yaw_rate) {
      state.yaw_rate = at.yaw_rate;
    } else if (field == Field::speed) {
      const double along = at.velocity.x * std::cos(at.yaw) + at.velocity.y * std::sin(at.yaw);
      state.speed = std::copysign(std::hypot(at.velocity.x, at.velocity.y), along);
    }
  }
  return state;
}

struct Seen {
  double speed, acceleration, yaw_rate, jerk_lon;
};

// The facts of the frame after `frames` frames of 10 ms.
Seen look(const Law& law, std::initializer_list<Field> fields, int differences, int frame_count,
          trace::ActorType type = trace::ActorType::vehicle) {
  kit::HandFrames frames;
  const ActorId actor = frames.add({.id = "7", .type = type});
  Actors actors;
  Motion motion(actors, differences);
  for (int i = 0; i < frame_count; ++i)
    actors.advance(frames.frame(i * 10ms, {reported(actor, law(0.01 * i), fields)}), frames.actors());
  const Slot slot = actors.present().front();
  return {motion.speed(slot), motion.acceleration(slot), motion.yaw_rate(slot), motion.local_jerk(slot).lon};
}

void expect_near(double value, double expected, double tolerance, const char* name) {
  if (std::isnan(expected)) {
    EXPECT_TRUE(std::isnan(value)) << name << ": " << value;
  } else {
    EXPECT_NEAR(value, expected, tolerance) << name;
  }
}

// Which fact is there after how many frames, by what is reported and how many differences are allowed.
TEST(Motion, ExistsAsTheSpecificationSays) {
  struct Row {
    const char* name;
    std::initializer_list<Field> fields;
    int differences, frames;
    bool speed, acceleration, yaw_rate, jerk;
  };
  const auto v = Field::velocity;
  const auto a = Field::acceleration;
  const auto y = Field::yaw_rate;
  const auto s = Field::speed;
  const Row rows[] = {
      {"all reported, first frame", {v, a, y}, 1, 1, true, true, true, false},
      {"all reported, second frame", {v, a, y}, 1, 2, true, true, true, true},
      {"all reported, no differences", {v, a, y}, 0, 4, true, true, true, false},
      {"velocity only, first frame", {v}, 1, 1, true, false, false, false},
      {"velocity only, second frame", {v}, 1, 2, true, true, true, false},
      {"velocity only, jerk is two away", {v}, 1, 4, true, true, true, false},
      {"velocity only, two allowed, too early", {v}, 2, 2, true, true, true, false},
      {"velocity only, two allowed", {v}, 2, 3, true, true, true, true},
      {"velocity only, none allowed", {v}, 0, 4, true, false, false, false},
      {"speed only, first frame", {s}, 1, 1, true, false, false, false},
      {"speed only, second frame", {s}, 1, 2, true, true, true, false},
      {"speed only, two allowed", {s}, 2, 3, true, true, true, true},
      {"positions only, none allowed", {}, 0, 4, false, false, false, false},
      {"positions only, first frame", {}, 1, 1, false, false, false, false},
      {"positions only, acceleration is two away", {}, 1, 4, true, false, true, false},
      {"positions only, two allowed, too early", {}, 2, 2, true, false, true, false},
      {"positions only, two allowed", {}, 2, 3, true, true, true, false},
      {"positions only, three allowed, too early", {}, 3, 3, true, true, true, false},
      {"positions only, three allowed", {}, 3, 4, true, true, true, true},
      {"acceleration without velocity", {a}, 1, 2, true, true, true, true},
  };
  for (const Row& row : rows) {
    const Seen seen = look(braking, row.fields, row.differences, row.frames);
    EXPECT_EQ(!std::isnan(seen.speed), row.speed) << row.name;
    EXPECT_EQ(!std::isnan(seen.acceleration), row.acceleration) << row.name;
    EXPECT_EQ(!std::isnan(seen.yaw_rate), row.yaw_rate) << row.name;
    EXPECT_EQ(!std::isnan(seen.jerk_lon), row.jerk) << row.name;
  }
}

// A second computation: the derivatives in closed form. A backward difference lies half a step behind.
TEST(Motion, AgreesWithClosedForms) {
  struct Row {
    const char* name;
    Law law;
    std::initializer_list<Field> fields;
    double speed, acceleration, yaw_rate, jerk, tolerance;
  };
  const auto v = Field::velocity;
  const auto a = Field::acceleration;
  const auto y = Field::yaw_rate;
  const auto s = Field::speed;
  const Row rows[] = {
      {"circle, all reported", circle, {v, a, y}, 10.0, 0.0, 0.5, -2.5, 0.01},
      {"circle, velocity", circle, {v}, 10.0, 0.0, 0.5, -2.5, 0.02},
      {"circle, speed", circle, {s}, 10.0, 0.0, 0.5, -2.5, 0.02},
      {"circle, positions", circle, {}, 10.0, 0.0, 0.5, -2.5, 0.04},
      {"braking, all reported", braking, {v, a, y}, 19.88045, -3.97, 0.0, 1.0, 1e-9},
      {"braking, velocity", braking, {v}, 19.88045, -3.97, 0.0, 1.0, 0.01},
      {"braking, speed", braking, {s}, 19.88045, -3.97, 0.0, 1.0, 0.01},
      {"braking, positions", braking, {}, 19.88045, -3.97, 0.0, 1.0, 0.03},
      {"reversing, velocity", reversing, {v}, -3.0, 0.0, 0.0, 0.0, 1e-9},
      {"reversing, speed", reversing, {s}, -3.0, 0.0, 0.0, 0.0, 1e-9},
      {"reversing, positions", reversing, {}, -3.0, 0.0, 0.0, 0.0, 1e-9},
  };
  for (const Row& row : rows) {
    const Seen seen = look(row.law, row.fields, 3, 4);
    expect_near(seen.speed, row.speed, row.tolerance, row.name);
    expect_near(seen.acceleration, row.acceleration, row.tolerance, row.name);
    expect_near(seen.yaw_rate, row.yaw_rate, 1e-9, row.name);
    expect_near(seen.jerk_lon, row.jerk, row.tolerance, row.name);
  }
}

TEST(Motion, OnlyVehiclesGoBackwards) {
  EXPECT_EQ(look(reversing, {Field::velocity}, 1, 2, trace::ActorType::vehicle).speed, -3.0);
  EXPECT_EQ(look(reversing, {Field::velocity}, 1, 2, trace::ActorType::person).speed, 3.0);
}

// Whoever slides exactly sideways does not drive backwards, and rounding does not make it.
TEST(Motion, SidewaysIsNotBackwards) {
  struct Row {
    const char* name;
    double along;  // of a velocity of 5 m/s across
    double sign;
  };
  const Row rows[] = {{"exactly", 0.0, 1.0},
                      {"ahead by a bit", 1e-16, 1.0},
                      {"back by a bit", -1e-16, 1.0},
                      {"back by as much as digits are rounded", -0.02, 1.0},
                      {"ahead", 0.5, 1.0},
                      {"back", -0.5, -1.0}};
  for (const Row& row : rows) {
    for (const double across : {5.0, -5.0}) {
      const Law law = [&](double t) {
        return Analytic{row.along * t, across * t, 0.0, {row.along, across}, {0.0, 0.0}, {0.0, 0.0}, 0.0};
      };
      EXPECT_NEAR(look(law, {Field::velocity}, 1, 2).speed, row.sign * std::hypot(5.0, row.along), 1e-12)
          << row.name << ", " << across;
    }
  }
  // Wherever it points: cosines of quarters are not exactly 0.
  for (int quarter = 0; quarter < 8; ++quarter) {
    const double yaw = 0.25 * kPi * quarter;
    const Law law = [&](double) {
      return Analytic{0.0, 0.0, yaw, {-5.0 * std::sin(yaw), 5.0 * std::cos(yaw)}, {0.0, 0.0}, {0.0, 0.0}, 0.0};
    };
    EXPECT_NEAR(look(law, {Field::velocity}, 1, 2).speed, 5.0, 1e-12) << quarter;
  }
}

TEST(Motion, AHeadingThatIsTheMovementTellsNoReversingAndNoTurning) {
  kit::HandFrames frames;
  const ActorId car = frames.add({.id = "7"});
  for (const bool is_course : {false, true}) {
    for (const int differences : {1, 2}) {
      Actors actors;
      Motion motion(actors, differences);
      for (int i = 0; i < 2; ++i) {
        ActorState state = frames.at(car, 0.0, 0.0, 0.1 * i);
        state.fields.set(Field::velocity);
        state.vx = -3.0;
        state.yaw_is_course = is_course;
        actors.advance(frames.frame(i * 100ms, {state}), frames.actors());
      }
      const Slot slot = actors.present().front();
      EXPECT_NEAR(motion.speed(slot), is_course ? 3.0 : -3.0, 1e-9) << differences;
      expect_near(motion.yaw_rate(slot), is_course && differences == 1 ? kNone : 1.0, 1e-9, "yaw rate");
      EXPECT_EQ(motion.yaw_rate_differences(slot), is_course ? 2 : 1);
    }
  }
}

TEST(Motion, LocalValuesAreAheadAndToTheLeft) {
  kit::HandFrames frames;
  const ActorId car = frames.add({.id = "7"});
  Actors actors;
  Motion motion(actors, 1);
  ActorState state = frames.at(car, 0.0, 0.0, 0.5 * kPi);  // facing +y
  state.fields.set(Field::velocity);
  state.fields.set(Field::acceleration);
  state.vx = -1.0;
  state.vy = 5.0;
  state.ax = 2.0;
  state.ay = 0.5;
  actors.advance(frames.frame(0ms, {state}), frames.actors());
  const Slot slot = actors.present().front();
  EXPECT_NEAR(motion.local_speed(slot).lon, 5.0, 1e-12);
  EXPECT_NEAR(motion.local_speed(slot).lat, 1.0, 1e-12);
  EXPECT_NEAR(motion.local_acceleration(slot).lon, 0.5, 1e-12);
  EXPECT_NEAR(motion.local_acceleration(slot).lat, -2.0, 1e-12);
  EXPECT_NEAR(motion.acceleration(slot), 0.5, 1e-12) << "the reported vector along the heading";
  EXPECT_NEAR(motion.speed(slot), std::sqrt(26.0), 1e-12);
  EXPECT_TRUE(std::isnan(motion.previous_local_speed(slot).lon));
  state.vy = 7.0;
  actors.advance(frames.frame(10ms, {state}), frames.actors());
  EXPECT_NEAR(motion.previous_local_speed(slot).lon, 5.0, 1e-12);
  EXPECT_NEAR(motion.previous_velocity(slot).y, 5.0, 1e-12);
}

TEST(Motion, YawWrapsAround) {
  struct Row {
    const char* name;
    double from, to, rate;
  };
  const Row rows[] = {
      {"left over pi", kPi - 0.01, -kPi + 0.01, 0.2},
      {"right over pi", -kPi + 0.01, kPi - 0.01, -0.2},
      {"a full turn more is none", 0.1, 0.12 + 2.0 * kPi, 0.2},
      {"through zero", -0.01, 0.01, 0.2},
  };
  for (const Row& row : rows) {
    kit::HandFrames frames;
    const ActorId car = frames.add({.id = "7"});
    Actors actors;
    Motion motion(actors, 1);
    actors.advance(frames.frame(0ms, {frames.at(car, 0, 0, row.from)}), frames.actors());
    actors.advance(frames.frame(100ms, {frames.at(car, 0, 0, row.to)}), frames.actors());
    EXPECT_NEAR(motion.yaw_rate(actors.present().front()), row.rate, 1e-9) << row.name;
  }
}

TEST(Motion, ASpeedIsAlongTheHeadingOfItsOwnFrame) {
  kit::HandFrames frames;
  const ActorId actor = frames.add({.id = "7"});
  Actors actors;
  Motion motion(actors, 1);
  int i = 0;
  for (const double yaw : {0.0, -0.0, 0.3, 0.3, -2.0}) {  // a zero's sign is that of its sine
    ActorState state = kit::HandFrames::at(actor, 0.0, 0.0, yaw);
    state.fields.set(Field::speed);
    state.speed = 5.0 + i;
    actors.advance(frames.frame(i++ * 10ms, {state}), frames.actors());
    const Vector velocity = motion.velocity(actors.present().front());
    EXPECT_EQ(velocity.x, state.speed * std::cos(yaw)) << yaw;
    EXPECT_EQ(velocity.y, state.speed * std::sin(yaw)) << yaw;
    EXPECT_EQ(std::signbit(velocity.y), std::signbit(yaw)) << yaw;
  }
}

TEST(Motion, UnevenStepsCountAsTheyAre) {
  kit::HandFrames frames;
  const ActorId car = frames.add({.id = "7"});
  Actors actors;
  Motion motion(actors, 3);
  // x = t^2: the speed over a step is the sum of its ends' times.
  for (const Duration time : {0ms, 100ms, 150ms, 450ms}) {
    const double t = to_seconds(time);
    actors.advance(frames.frame(time, {frames.at(car, t * t, 0.0)}), frames.actors());
  }
  const Slot slot = actors.present().front();
  EXPECT_NEAR(motion.speed(slot), 0.6, 1e-12);
  EXPECT_NEAR(motion.acceleration(slot), (0.6 - 0.25) / 0.3, 1e-12);
}

TEST(Motion, NothingIsDerivedAcrossARelocationOrAGap) {
  const bool relocated_rows[] = {true, false};
  for (const bool relocated : relocated_rows) {
    kit::HandFrames frames;
    const ActorId car = frames.add({.id = "7"}), other = frames.add({.id = "8"});
    Actors actors;
    Motion motion(actors, 1);
    actors.advance(frames.frame(0ms, {frames.at(car, 0.0, 0.0), frames.at(other, 0, 0)}), frames.actors());
    actors.advance(frames.frame(100ms, {frames.at(car, 1.0, 0.0), frames.at(other, 0, 0)}), frames.actors());
    EXPECT_NEAR(motion.speed(actors.slot_of(car)), 10.0, 1e-9);
    if (relocated) {
      actors.announce_relocation(car);
    } else {
      actors.advance(frames.frame(200ms, {frames.at(other, 0, 0)}), frames.actors());
    }
    actors.advance(frames.frame(300ms, {frames.at(car, 500.0, 0.0), frames.at(other, 0, 0)}), frames.actors());
    EXPECT_TRUE(std::isnan(motion.speed(actors.slot_of(car)))) << relocated;
    EXPECT_TRUE(std::isnan(motion.yaw_rate(actors.slot_of(car)))) << relocated;
    actors.advance(frames.frame(400ms, {frames.at(car, 501.0, 0.0), frames.at(other, 0, 0)}), frames.actors());
    EXPECT_NEAR(motion.speed(actors.slot_of(car)), 10.0, 1e-9) << relocated;
  }
}

// A velocity that is reported now but was not before: its difference would be two differences away.
// Asked at once, one by one, or some before and all at once then: also of one who comes later and one who leaves.
TEST(Motion, IsTheSameForEverybodyAtOnce) {
  kit::HandFrames frames;
  const ActorId turning = frames.add({.id = "1"}), slowing = frames.add({.id = "2"}), back = frames.add({.id = "3"});
  Actors actors;
  Motion alone(actors, 2), at_once(actors, 2), mixed(actors, 2);
  for (int i = 0; i < 30; ++i) {
    const double t = 0.01 * i;
    trace::Frame frame;
    frame.time = Time(i * 10ms);
    frame.actors = {reported(turning, circle(t), {})};
    if (i > 4) frame.actors.push_back(reported(slowing, braking(t), {Field::velocity}));
    if (i < 20) frame.actors.push_back(reported(back, reversing(t), {Field::speed}));
    actors.advance(frame, frames.actors());
    if (i % 3 != 1) at_once.find_all();
    mixed.facts(actors.present().front());
    mixed.find_all();
    for (const Slot slot : actors.present()) {
      const MotionFacts& expected = alone.facts(slot);
      for (Motion* const motion : {&at_once, &mixed}) {
        const MotionFacts& found = motion->facts(slot);
        expect_near(found.speed, expected.speed, 0.0, "speed");
        expect_near(found.speed_change, expected.speed_change, 0.0, "speed_change");
        expect_near(found.yaw_rate, expected.yaw_rate, 0.0, "yaw_rate");
        expect_near(found.local_acceleration.lat, expected.local_acceleration.lat, 0.0, "local_acceleration");
        expect_near(motion->previous_local_speed(slot).lon, alone.previous_local_speed(slot).lon, 0.0, "before");
      }
    }
  }
}

TEST(Motion, MixedReportsCountTheLongerWay) {
  for (const int differences : {1, 2}) {
    kit::HandFrames frames;
    const ActorId car = frames.add({.id = "7"});
    Actors actors;
    Motion motion(actors, differences);
    actors.advance(frames.frame(0ms, {frames.at(car, 0.0, 0.0)}), frames.actors());
    actors.advance(frames.frame(100ms, {frames.at(car, 1.0, 0.0)}), frames.actors());
    ActorState state = frames.at(car, 2.0, 0.0);
    state.fields.set(Field::velocity);
    state.vx = 11.0;
    actors.advance(frames.frame(200ms, {state}), frames.actors());
    expect_near(motion.acceleration(actors.present().front()), differences == 1 ? kNone : 10.0, 1e-9, "mixed");
  }
}

}  // namespace
}  // namespace scrutineer::scene
