// Overlaps and times to collision of whole scenes, against all pairs looked at one by one.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/quantity.h"
#include "kit/actor_scene.h"
#include "kit/map_builder.h"
#include "kit/random.h"
#include "map/read.h"

namespace scrutineer::scene {
namespace {

using kit::ActorScene;
using kit::ActorSpec;
using trace::Category;
using trace::Corner;
using Specs = std::vector<ActorSpec>;

constexpr double kNever = std::numeric_limits<double>::infinity();

// ---- the second computation -----------------------------------------------------------------------------------------

std::vector<Corner> outline(const ActorSpec& spec) {
  std::vector<Corner> corners = spec.polygon;
  if (corners.empty()) {
    const double x = 0.5 * spec.length, y = 0.5 * spec.width;
    corners = {{x, y}, {-x, y}, {-x, -y}, {x, -y}};
  }
  for (Corner& c : corners)
    c = {spec.x + c.x * std::cos(spec.yaw) - c.y * std::sin(spec.yaw),
         spec.y + c.x * std::sin(spec.yaw) + c.y * std::cos(spec.yaw)};
  return corners;
}

double cross(Corner a, Corner b, Corner c) { return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x); }

bool is_inside(const std::vector<Corner>& polygon, Corner p) {
  bool inside = false;
  for (std::size_t i = 0; i < polygon.size(); ++i) {
    const Corner a = polygon[i], b = polygon[(i + 1) % polygon.size()];
    if ((a.y > p.y) != (b.y > p.y) && p.x < a.x + (b.x - a.x) * (p.y - a.y) / (b.y - a.y)) inside = !inside;
  }
  return inside;
}

// Right for outlines that do not just touch: random ones never do.
bool outlines_overlap(const std::vector<Corner>& a, const std::vector<Corner>& b) {
  if (is_inside(a, b[0]) || is_inside(b, a[0])) return true;
  for (std::size_t i = 0; i < a.size(); ++i) {
    for (std::size_t j = 0; j < b.size(); ++j) {
      const Corner p = a[i], q = a[(i + 1) % a.size()], r = b[j], s = b[(j + 1) % b.size()];
      if ((cross(p, q, r) > 0) != (cross(p, q, s) > 0) && (cross(r, s, p) > 0) != (cross(r, s, q) > 0)) return true;
    }
  }
  return false;
}

std::size_t whole_of(const Specs& specs, std::size_t i) {
  return specs[i].parent < 0 ? i : static_cast<std::size_t>(specs[i].parent);
}

bool collides(Category category) {
  return category != Category::bridge && category != Category::speed_bump && category != Category::vegetation;
}

bool is_pair(const Specs& specs, std::size_t i, std::size_t j) {
  const ActorSpec &a = specs[i], &b = specs[j];
  const bool heights = !a.has_z || !b.has_z || (a.z < b.z + b.height && b.z < a.z + a.height);
  const bool both_static = specs[whole_of(specs, i)].is_static && specs[whole_of(specs, j)].is_static;
  return heights && !both_static && whole_of(specs, i) != whole_of(specs, j) && collides(a.category) &&
         collides(b.category);
}

using Pairs = std::vector<std::pair<std::size_t, std::size_t>>;

Pairs all_overlaps(const Specs& specs) {
  Pairs pairs;
  for (std::size_t i = 0; i < specs.size(); ++i)
    for (std::size_t j = 0; j < specs.size(); ++j) {
      const std::size_t a = whole_of(specs, i), b = whole_of(specs, j);
      if (a < b && is_pair(specs, i, j) && outlines_overlap(outline(specs[i]), outline(specs[j])))
        pairs.emplace_back(a, b);
    }
  std::ranges::sort(pairs);
  pairs.erase(std::unique(pairs.begin(), pairs.end()), pairs.end());
  return pairs;
}

Box box(const ActorSpec& spec) {
  return {.x = spec.x,
          .y = spec.y,
          .yaw = spec.yaw,
          .length = spec.length,
          .width = spec.width,
          .z_low = 0.0,
          .z_high = 1.0};
}

std::vector<std::size_t> parts_of(const Specs& specs, std::size_t whole) {
  std::vector<std::size_t> parts{whole};  // the random ones follow it
  while (parts.back() + 1 < specs.size() && specs[parts.back() + 1].parent == static_cast<int>(whole))
    parts.push_back(parts.back() + 1);
  return parts;
}

// Not a number: a velocity is missing.
double all_pairs_ttc(const Specs& specs, std::size_t a, std::size_t b, double horizon) {
  const auto velocity = [&](std::size_t i) {
    if (specs[i].is_static) return Velocity{};
    return specs[i].has_velocity ? Velocity{specs[i].vx, specs[i].vy} : Velocity{NAN, NAN};
  };
  double first = kNever;
  if (std::isnan(velocity(a).x + velocity(b).x)) return NAN;
  for (const std::size_t i : parts_of(specs, a))
    for (const std::size_t j : parts_of(specs, b)) {
      if (!is_pair(specs, i, j)) continue;
      first = std::min(first, time_to_collision(box(specs[i]), velocity(a), box(specs[j]), velocity(b), horizon));
    }
  return first;
}

// ---- random scenes --------------------------------------------------------------------------------------------------

struct Mix {
  const char* name;
  std::size_t count;
  double spread;  // metres
  double centre = 0.0;
  double speed = 20.0;  // m/s, of the fastest
  bool plain = false;   // cars only
};

const Mix kMixes[] = {
    {"nobody", 0, 1.0},
    {"one", 1, 1.0},
    {"two", 2, 3.0},
    {"all in one place", 60, 4.0},
    {"a jam", 150, 60.0},
    {"traffic", 150, 200.0},
    {"a jam of cars", 150, 60.0, 0.0, 20.0, true},
    {"sparse", 150, 2000.0},
    {"far from the origin", 150, 60.0, 1e6},
    {"spread over everything", 100, 1e7},
    {"standing", 150, 60.0, 0.0, 0.0},
    {"absurdly fast", 100, 200.0, 0.0, 1e5},
    {"more than are swept along an axis", 250, 200.0},
};

Specs random_actors(const Mix& mix, std::uint64_t seed) {
  kit::Random random(seed);
  Specs specs;
  const auto chance = [&](double share) { return random.uniform() < share; };
  while (specs.size() < mix.count) {
    ActorSpec spec{.x = mix.centre + random.uniform(-mix.spread, mix.spread),
                   .y = -mix.centre + random.uniform(-mix.spread, mix.spread),
                   .yaw = random.uniform(-10.0, 10.0),
                   .vx = random.uniform(-mix.speed, mix.speed),
                   .vy = random.uniform(-mix.speed, mix.speed)};
    if (mix.plain) {
      specs.push_back(spec);
      continue;
    }
    spec.length = random.uniform(0.3, 15.0);
    spec.width = random.uniform(0.3, 3.0);
    if (chance(0.02)) spec.length = 300.0;
    if (chance(0.2)) spec.z = random.uniform(0.0, 3.0);
    spec.has_z = !chance(0.05);
    spec.has_velocity = !chance(0.1);
    spec.is_static = chance(0.2);
    if (chance(0.1)) spec.category = Category::bridge;
    if (chance(0.15)) {
      const std::size_t corners = 3 + random.index(10);
      for (std::size_t i = 0; i < corners; ++i) {
        const double angle = 2.0 * kPi * static_cast<double>(i) / static_cast<double>(corners);
        const double radius = random.uniform(0.5, 8.0);
        spec.polygon.push_back({radius * std::cos(angle), radius * std::sin(angle)});
      }
    }
    specs.push_back(spec);
    const std::size_t truck = specs.size() - 1;
    for (int trailers = chance(0.2) ? 2 : 0; trailers > 0; --trailers) {
      ActorSpec trailer = spec;
      trailer.polygon.clear();
      trailer.parent = static_cast<int>(truck);
      trailer.x += random.uniform(-8.0, 8.0);
      trailer.y += random.uniform(-8.0, 8.0);
      trailer.vx = 1e3;  // must not count: parts move with their whole
      specs.push_back(trailer);
    }
  }
  return specs;
}

Pairs overlaps_of(ActorScene& world) {
  Pairs pairs;
  for (const Overlap& overlap : world.scene.relations.overlaps()) {
    const Actors& actors = world.scene.actors;
    pairs.emplace_back(actors.id(overlap.a).index(), actors.id(overlap.b).index());
    EXPECT_EQ(actors.whole(overlap.part_a), overlap.a);
    EXPECT_EQ(actors.whole(overlap.part_b), overlap.b);
  }
  return pairs;
}

TEST(Overlaps, AreThoseOfAllPairs) {
  for (const Mix& mix : kMixes) {
    std::size_t found = 0;
    for (std::uint64_t seed = 1; seed <= 8; ++seed) {
      const Specs specs = random_actors(mix, seed);
      ActorScene world(specs);
      const Pairs wanted = all_overlaps(specs);
      ASSERT_EQ(overlaps_of(world), wanted) << mix.name << ", seed " << seed;
      found += wanted.size();
    }
    if (mix.count >= 60 && mix.spread <= 60.0) {
      EXPECT_GT(found, 30U) << mix.name << " tests nothing";
    }
  }
}

TEST(MinTtc, IsTheFirstOfAllPairs) {
  for (const Mix& mix : kMixes) {
    int meetings = 0;
    for (std::uint64_t seed = 1; seed <= 4; ++seed) {
      const Specs specs = random_actors(mix, seed);
      ActorScene world(specs);
      Relations& relations = world.scene.relations;
      // Horizons in no order, so that the grid is made anew within the frame.
      for (const double horizon : {3.0, 1.0, 10.0, 0.0, 5.0, 99.0}) {
        for (std::size_t i = 0; i < specs.size(); ++i) {
          if (specs[i].parent >= 0) continue;
          const bool moves = specs[i].has_velocity || specs[i].is_static;
          double wanted = moves ? kNever : NAN;
          for (std::size_t j = 0; j < specs.size() && moves; ++j) {
            if (specs[j].parent >= 0 || j == i) continue;
            wanted = std::fmin(wanted, all_pairs_ttc(specs, i, j, std::min(horizon, 10.0)));
            if (seed == 1) {
              const double pair = all_pairs_ttc(specs, i, j, horizon);
              const double found = relations.ttc(world.slot(i), world.slot(j), horizon);
              ASSERT_TRUE(found == pair || std::abs(found - pair) < 1e-6 || (std::isnan(found) && std::isnan(pair)))
                  << mix.name << ": " << found << " instead of " << pair;
            }
          }
          const TimeToCollision found = relations.min_ttc(world.slot(i), horizon);
          ASSERT_EQ(std::isnan(found.seconds), std::isnan(wanted)) << mix.name;
          ASSERT_TRUE(!(wanted <= 10.0) || std::abs(found.seconds - wanted) < 1e-6)
              << mix.name << ", seed " << seed << ", actor " << i << ", horizon " << horizon << ": " << found.seconds
              << " instead of " << wanted;
          ASSERT_EQ(found.seconds == kNever, wanted == kNever) << mix.name;
          ASSERT_EQ(found.other.valid(), found.seconds <= 10.0) << mix.name;
          if (found.other.valid()) {
            ++meetings;
            const std::size_t other = world.scene.actors.id(found.other).index();
            ASSERT_NEAR(all_pairs_ttc(specs, i, other, 10.0), wanted, 1e-6) << mix.name;
          }
        }
      }
    }
    if (mix.count >= 60 && mix.spread <= 60.0) {
      EXPECT_GT(meetings, 30) << mix.name << " tests nothing";
    }
  }
}

// Where all were asked about in the frame before, all are computed at once.
TEST(MinTtc, DoesNotDependOnWhoElseIsAskedAbout) {
  for (const Mix& mix : kMixes) {
    const Specs specs = random_actors(mix, 5);
    ActorScene all(specs), one(specs);
    std::size_t lone = 0;
    for (int frame = 0; frame < 3; ++frame) {
      for (const double horizon : {3.0, 5.0}) {
        for (std::size_t i = 0; i < specs.size(); ++i) {
          const TimeToCollision found = all.scene.relations.min_ttc(all.slot(i), horizon);
          if (i != lone) continue;
          const TimeToCollision wanted = one.scene.relations.min_ttc(one.slot(i), horizon);
          EXPECT_EQ(found.other, wanted.other) << mix.name;
          EXPECT_TRUE(found.seconds == wanted.seconds || (std::isnan(found.seconds) && std::isnan(wanted.seconds)))
              << mix.name << ": " << found.seconds << ", " << wanted.seconds;
        }
        lone = specs.empty() ? 0 : (lone + 7) % specs.size();
      }
      all.advance_again();
      one.advance_again();
    }
  }
}

// ---- the same scene told differently --------------------------------------------------------------------------------

TEST(PairRelations, DoNotDependOnWhereTheSceneLies) {
  struct Case {
    const char* name;
    double dx, dy, angle, mirror;
  };
  const Case cases[] = {
      {"shifted", 1234.5, -98.7, 0.0, 1.0},
      {"turned", 0.0, 0.0, 1.1, 1.0},
      {"mirrored", 0.0, 0.0, 0.0, -1.0},
      {"shifted far, turned and mirrored", 1e6, -1e6, 2.5, -1.0},
  };
  for (const Case& c : cases) {
    for (std::uint64_t seed = 1; seed <= 5; ++seed) {
      const Specs specs = random_actors(kMixes[4], seed);
      Specs moved = specs;
      const double cos = std::cos(c.angle), sin = std::sin(c.angle);
      for (ActorSpec& spec : moved) {
        const double x = spec.x, y = c.mirror * spec.y, vx = spec.vx, vy = c.mirror * spec.vy;
        spec.x = c.dx + cos * x - sin * y;
        spec.y = c.dy + sin * x + cos * y;
        spec.vx = cos * vx - sin * vy;
        spec.vy = sin * vx + cos * vy;
        spec.yaw = c.mirror * spec.yaw + c.angle;
        for (Corner& corner : spec.polygon) corner.y *= c.mirror;
      }
      ActorScene here(specs), there(moved);
      EXPECT_EQ(overlaps_of(here), overlaps_of(there)) << c.name;
      for (std::size_t i = 0; i < specs.size(); ++i) {
        const TimeToCollision a = here.scene.relations.min_ttc(here.slot(i), 3.0);
        const TimeToCollision b = there.scene.relations.min_ttc(there.slot(i), 3.0);
        EXPECT_TRUE((std::isnan(a.seconds) && std::isnan(b.seconds)) || a.seconds == b.seconds ||
                    std::abs(a.seconds - b.seconds) < 1e-6)
            << c.name << ": " << a.seconds << ", " << b.seconds;
      }
    }
  }
}

// ---- rules ----------------------------------------------------------------------------------------------------------

TEST(Overlaps, LeaveOutWhatIsNoCollision) {
  const ActorSpec car{};
  ActorSpec wall{.x = 1.0, .type = trace::ActorType::plain_object, .category = Category::object, .is_static = true};
  const auto kind = [&](Category category) {
    ActorSpec spec = wall;
    spec.category = category;
    return spec;
  };
  struct Case {
    const char* name;
    Specs specs;
    Pairs expected;
  };
  const Case cases[] = {
      {"two cars", {car, {.x = 3.9}}, {{0, 1}}},
      {"bumper to bumper", {car, {.x = 4.0}}, {}},
      {"a wall", {car, wall}, {{0, 1}}},
      {"two walls", {wall, wall}, {}},
      {"a bridge", {car, kind(Category::bridge)}, {}},
      {"an overhead structure", {car, kind(Category::overhead_structure)}, {}},
      {"a speed bump", {car, kind(Category::speed_bump)}, {}},
      {"vegetation", {car, kind(Category::vegetation)}, {}},
      {"a curbstone", {car, kind(Category::curbstone)}, {}},
      {"above", {car, {.z = 1.5}}, {}},
      {"as high as it is", {car, {.z = 1.49}}, {{0, 1}}},
      {"no heights", {{.has_z = false}, {.has_z = false}}, {{0, 1}}},
      {"one without heights", {car, {.z = 50.0, .has_z = false}}, {{0, 1}}},
      {"no height of its own", {car, {.z = 0.5, .height = 0.0}}, {{0, 1}}},
      {"its own trailer", {car, {.x = -3.0, .parent = 0}}, {}},
      {"two trailers of one truck", {car, {.x = -4.0, .parent = 0}, {.x = -5.0, .parent = 0}}, {}},
      {"the trailer of another", {{.x = 10.0}, {.x = 7.0, .parent = 0}, {.x = 4.0}}, {{0, 2}}},
      {"ordered by uid", {car, {.x = 20.0}, {.x = 19.0}, {.x = 1.0}, {.x = -1.0}}, {{0, 3}, {0, 4}, {1, 2}, {3, 4}}},
      {"a polygon smaller than its box", {car, {.x = 3.0, .polygon = {{0, 0}, {1, -1}, {1, 1}}}}, {}},
      {"a polygon beyond its box", {car, {.x = 8.0, .polygon = {{-7, 0}, {1, -1}, {1, 1}}}}, {{0, 1}}},
      {"not a number", {car, {.x = NAN}}, {}},
  };
  for (const Case& c : cases) {
    ActorScene world(c.specs);
    EXPECT_EQ(overlaps_of(world), c.expected) << c.name;
  }
}

TEST(Overlaps, NameThePartsThatOverlapMost) {
  // A car beside a truck: two metres into the second trailer, a little into the first.
  ActorScene world({{.x = 0.0}, {.x = -4.0, .parent = 0}, {.x = -8.0, .parent = 0}, {.x = -7.8, .y = 1.5}});
  const auto overlaps = world.scene.relations.overlaps();
  ASSERT_EQ(overlaps.size(), 1U);
  EXPECT_EQ(overlaps[0].a, world.slot(0));
  EXPECT_EQ(overlaps[0].b, world.slot(3));
  EXPECT_EQ(overlaps[0].part_a, world.slot(2));
  EXPECT_EQ(overlaps[0].part_b, world.slot(3));
}

TEST(Overlaps, FollowTheFrames) {
  ActorScene world({{.x = 0.0}, {.x = 10.0}});
  for (const double x : {6.1, 5.0, 3.0, 14.0, 14.1}) {
    world.advance({{.x = x}, {.x = 10.0}});
    EXPECT_EQ(world.scene.relations.overlaps().size(), x > 6.0 && x < 14.0 ? 1U : 0U) << x;
  }
}

TEST(MinTtc, NamesTheFirstAndOfSeveralTheEldest) {
  const ActorSpec ours{.vx = 10.0};
  struct Case {
    const char* name;
    Specs specs;
    double seconds;
    int other;
  };
  const Case cases[] = {
      {"alone", {ours}, kNever, -1},
      {"nobody in the way", {ours, {.x = 24.0, .y = 2.0}}, kNever, -1},
      {"two one behind the other", {ours, {.x = 24.0}, {.x = 14.0}}, 1.0, 2},
      {"two side by side", {ours, {.x = 24.0, .y = 1.0}, {.x = 24.0, .y = -1.0}}, 2.0, 1},
      {"the trailer of another comes first", {ours, {.x = 24.0}, {.x = 19.0, .parent = 1}}, 1.5, 1},
      {"our trailer is hit first", {{.vx = 0.0}, {.x = -5.0, .parent = 0}, {.x = -20.0, .vx = 11.0}}, 1.0, 2},
      {"overlapping", {ours, {.x = 1.0}}, 0.0, 1},
      {"someone whose velocity is not known", {ours, {.x = 24.0, .has_velocity = false}, {.x = 34.0}}, 3.0, 2},
      {"what is static stands", {ours, {.x = 24.0, .is_static = true, .has_velocity = false}}, 2.0, 1},
      {"a bridge", {ours, {.x = 24.0, .category = Category::bridge}}, kNever, -1},
      {"below something", {ours, {.x = 24.0, .z = 4.0}}, kNever, -1},
  };
  for (const Case& c : cases) {
    ActorScene world(c.specs);
    const TimeToCollision found = world.scene.relations.min_ttc(world.slot(0), 3.0);
    EXPECT_DOUBLE_EQ(found.seconds, c.seconds) << c.name;
    EXPECT_EQ(found.other, c.other < 0 ? Slot() : world.slot(static_cast<std::size_t>(c.other))) << c.name;
  }
}

// 38 m ahead on a slope of 6 % a car stands 2.5 m higher, or lower: when the ego comes to it, it is as high.
TEST(MinTtc, ClimbsWithTheRoad) {
  struct Case {
    const char* name;
    double slope, height_of_other;
    double seconds;
  };
  const Case cases[] = {
      {"level", 0.0, 0.0, 1.9},
      {"uphill", 0.06, 0.06 * 44.0, 1.9},
      {"downhill", -0.06, -0.06 * 44.0, 1.9},
      {"level, and the other on a bridge", 0.0, 4.0, kNever},
      {"uphill, and the other on a bridge", 0.06, 0.06 * 44.0 + 4.0, kNever},
  };
  for (const Case& c : cases) {
    const auto at = [&](double x) {
      return Specs{{.x = x, .z = c.slope * x, .vx = 20.0}, {.x = 44.0, .z = c.height_of_other}};
    };
    ActorScene world(at(0.0));
    world.advance(at(2.0));
    EXPECT_DOUBLE_EQ(world.scene.relations.min_ttc(world.slot(0), 3.0).seconds, c.seconds) << c.name;
    EXPECT_DOUBLE_EQ(world.scene.relations.ttc(world.slot(1), world.slot(0), 3.0), c.seconds) << c.name;
  }
}

TEST(MinTtc, ClimbsWithTheRoadWithoutHeights) {
  const auto map = map::build_network(
      kit::MapBuilder("slope").road(kit::RoadBuilder("1").line(200.0).elevation(0.0, {0.0, 0.06, 0.0, 0.0})).build());
  ActorScene world({{.x = 20.0, .y = -1.75, .vx = 20.0, .has_z = false}, {.x = 62.0, .y = -1.75, .has_z = false}},
                   map.get());
  EXPECT_NEAR(world.scene.relations.min_ttc(world.slot(0), 3.0).seconds, 1.9, 1e-9);
}

TEST(MinTtc, IsNotThereWithoutAVelocity) {
  ActorScene world({{.has_velocity = false}, {.x = 20.0, .has_velocity = false}});
  EXPECT_TRUE(std::isnan(world.scene.relations.min_ttc(world.slot(0), 3.0).seconds));
  EXPECT_TRUE(std::isnan(world.scene.relations.ttc(world.slot(0), world.slot(1), 3.0)));
  // From the second frame on it is the difference of positions: 1 m in 0.1 s.
  world.advance({{.x = 1.0, .has_velocity = false}, {.x = 20.0, .has_velocity = false}});
  EXPECT_NEAR(world.scene.relations.min_ttc(world.slot(0), 3.0).seconds, 1.5, 1e-9);
  EXPECT_EQ(world.scene.relations.min_ttc(world.slot(0), 1.4).seconds, kNever);
  EXPECT_NEAR(world.scene.relations.ttc(world.slot(0), world.slot(1), 3.0), 1.5, 1e-9);
}

}  // namespace
}  // namespace scrutineer::scene
