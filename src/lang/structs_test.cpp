// Structs are made once and referred to, each with its own type: programs, and what they say when they run.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "kit/marked_errors.h"
#include "kit/run_program.h"

namespace scrutineer::lang {
namespace {

using namespace std::chrono_literals;
using kit::said;
using testing::ElementsAre;

const char* const kAnimals = R"osc(
struct animal:
    name: string = "animal"
    var age: int = 1
    def sound() -> string is expression "..."
    def speak() -> string is expression "$(name) says $(self.sound())"
struct dog inherits animal:
    set name = "dog"
    def sound() -> string is only expression "woof"
struct puppy inherits dog:
    set name = "puppy"
    var toys: int = 2
    def sound() -> string is only expression "yip"
struct cat inherits animal:
    set name = "cat"
    var lives: int = 9
    def sound() -> string is only expression "meow"
)osc";

std::string body(std::initializer_list<const char*> lines) {
  std::string source = kAnimals;
  source +=
      "global modifier sut_vehicle.m:\n    d: dog\n    c: cat\n    p: puppy\n    var held: animal\n    on @start:\n";
  for (const char* line : lines) source += "        " + std::string(line) + "\n";
  return source;
}

TEST(Structs, AreReferredToWithTheirOwnType) {
  struct Case {
    const char* name;
    std::string source;
    std::vector<std::string> expected;
  };
  const Case cases[] = {
      {"a variable of a base is the same struct",
       body({"var a: animal = d", "a.age = 7", R"o(logger.log_info("$(d.age) $(a == d) $(a == c) $(a != c)"))o"}),
       {"7 true false true"}},
      {"and knows its own type",
       body({"var a: animal = p",
             R"o(logger.log_info("$(a.is(puppy)) $(a.is(dog)) $(a.is(animal)) $(a.is(cat)) $(d.is(puppy)) $(a)"))o"}),
       {"true true true false false puppy"}},
      {"a field takes a reference",
       body({"held = c", "held.age = 5", R"o(logger.log_info("$(c.age) $(held.name) $(held.is(cat))"))o"}),
       {"5 cat true"}},
      {"a field without a value is a struct of its own",
       body({"held.age = 5", R"o(logger.log_info("$(held.name) $(held.age) $(c.age) $(held == c)"))o"}),
       {"animal 5 1 false"}},
      {"methods are those of its own type",
       body({"var a: animal = d", R"o(logger.log_info("$(a.sound()) $(a.speak())"))o", "a = c",
             R"o(logger.log_info("$(a.sound()) $(a.speak())"))o"}),
       {"woof dog says woof", "meow cat says meow"}},
      {"in a list",
       body({"var l: list of animal = [d, c, p]",
             "for x in l:", R"o(    logger.log_info("$(x.sound()) $(x.is(dog))"))o", "l[0].age = 8",
             R"o(logger.log_info("$(d.age) $(l.filter(it.is(dog)).size()) $(l) $(l.contains(c))"))o"}),
       {"woof true", "meow false", "yip true", "8 2 [dog, cat, puppy] true"}},
      {"a list without a type is of their base",
       body({R"o(logger.log_info("$([d, c].map(it.sound()).join(" "))"))o"}),
       {"woof meow"}},
      {"sorted and appended",
       body({"var l: list of animal", "c.age = 3", "l.append(c)", "l.append(d)", "l.sort(it.age)",
             R"o(logger.log_info("$(l[0].name) $(l.size())"))o"}),
       {"dog 2"}},
      {"as what it is, or null",
       body({"var a: animal = c", R"o(logger.log_info("$(a.as(cat).lives) $(a.as(dog) == null) $(a.as(dog))"))o"}),
       {"9 true null"}},
      {"one or the other", body({"var a: animal = d.age > 3 ? d : c", R"o(logger.log_info(a.name))o"}), {"cat"}},
      {"null until it is given one",
       body({"var a: animal = null", R"o(logger.log_info("$(a == null) $(a.is(dog))"))o", "a = d",
             R"o(logger.log_info("$(a == null)"))o"}),
       {"true false", "false"}},
      {"what is null has no fields",
       body({"var a: animal = null", R"o(logger.log_info("$(a.age)"))o"}),
       {"my.osc:25:28: null access: there is no struct"}},
      {"a new one at every turn",
       body({"var l: list of animal", "for i in [1, 2, 3]:", "    var a: cat", "    a.age = i", "    l.append(a)",
             R"o(logger.log_info("$(l.map(it.age)) $(l[0] == l[1])"))o"}),
       {"[1, 2, 3] false"}},
  };
  for (const auto& [name, source, expected] : cases) EXPECT_EQ(said(source), expected) << name;
}

TEST(Structs, AreHandedOverAndReturned) {
  EXPECT_THAT(said(std::string(kAnimals) + R"osc(
extend sut_vehicle:
    def grow(a: animal, by: int) is:
        a.age = a.age + by
    def older(a: animal, b: animal) -> animal is expression a.age > b.age ? a : b
    def fresh() -> cat is:
        var made: cat
        made.lives = 3
        return made
global modifier sut_vehicle.m:
    d: dog
    c: cat
    on @start:
        actor.grow(c, 4)
        logger.log_info("$(c.age) $(actor.older(d, c).sound()) $(actor.fresh().lives) $(c.lives)")
)osc"),
              ElementsAre("5 meow 3 9"));
}

TEST(Structs, MayReferToEachOther) {
  EXPECT_THAT(said(R"osc(
struct node:
    var value: int = 0
    var next: node = null
    var own: node = self
    def length() -> int is expression next == null ? 1 : 1 + next.length()
global first: node
global second: node
on @start:
    first.next = second
    second.value = 4
    logger.log_info("$(first.length()) $(first.next.value) $(first.next.next == null)")
    second.next = first
    logger.log_info("$(first.next.next == first) $(first.own == first) $(second.own == first)")
)osc"),
              ElementsAre("2 4 true", "true true false"));
}

TEST(Structs, InTheDataOfAWatcherBeginAnewWithEveryInterval) {
  kit::Scenario scenario({.map = nullptr, .step = 100ms, .duration = 1s});
  scenario.add({.id = "ego", .is_ego = true}).start_free({0.0, 0.0, 0.0}).speed(12.0);
  const kit::Ran ran = kit::run(R"osc(
struct counter:
    var n: int = 0
struct counted inherits any_watcher_data:
    var inner: counter
    record(count, expression: inner.n)
watcher modifier turns(counted):
    var frame: int = 0
    var last: counted
    on @top.w_clk:
        frame = frame + 1
        if frame % 3 == 1:
            start_interval()
        if data != null:
            data.inner.n = data.inner.n + 1
            last = data
        if frame % 3 == 0:
            end_interval()
    on @i_end:
        logger.log_info("$(last.inner.n) $(last.inner == data.inner)")
global modifier sut_vehicle.m:
    watcher w is turns()
)osc",
                                scenario.run());
  EXPECT_THAT(ran.messages(), ElementsAre("3 true", "3 true", "3 true", "2 true"));
  EXPECT_THAT(ran.intervals("sut_vehicle.m.w"), ElementsAre("0 to 0.2 of ego: count=3", "0.3 to 0.5 of ego: count=3",
                                                            "0.6 to 0.8 of ego: count=3", "0.9 to 1 of ego: count=2"));
}

TEST(Structs, TakeWhatIsKeptOfThemWhereverTheyLie) {
  EXPECT_THAT(said(R"osc(
struct inner:
    x: int = 1
    y: int = x + 1
struct outer_one:
    a: inner
    b: inner with:
        keep(it.x == 5)
    keep(a.x == 3)
global g: outer_one with:
    keep(it.b.y == 9)
global modifier sut_vehicle.m:
    o: outer_one
    keep(o.a.y == 4)
    on @start:
        logger.log_info("$(g.a.x) $(g.b.x) $(g.b.y) $(o.a.x) $(o.a.y) $(o.b.x)")
)osc"),
              ElementsAre("3 5 9 3 4 5"));
}

TEST(Structs, OfWhoIsAbsentAnswerNothing) {
  kit::Scenario scenario({.map = nullptr, .step = 100ms, .duration = 500ms});
  scenario.add({.id = "7"}).start_free({0.0, 20.0, 0.0}).speed(15.0);
  const kit::Ran ran = kit::run(R"osc(
struct point:
    var x: length = 3m
    var name: string = "p"
    def twice() -> length is expression 2 * x
extend sut_vehicle:
    var spot: point
global modifier npc_vehicle.m:
    on @start:
        var p: point = sut.car.spot
        sut.car.spot.x = 4m
        logger.log_info("$(sut.car.spot.x) $(sut.car.spot.name) $(p == null) $(p.x) $(p.twice()) $(p.is(point))")
)osc",
                                scenario.run());
  EXPECT_THAT(ran.messages(), ElementsAre("nan null true nan nan false"));
  EXPECT_THAT(ran.evaluation.issues, testing::IsEmpty());
}

// What nothing refers to is forgotten: a run of any length makes as many as it likes.
TEST(Structs, AreForgottenWhenNothingRefersToThem) {
  kit::Scenario scenario({.map = nullptr, .step = 10ms, .duration = 3s});
  scenario.add({.id = "ego", .is_ego = true}).start_free({0.0, 0.0, 0.0}).speed(12.0);
  const kit::Ran ran = kit::run(R"osc(
struct thing:
    var n: int = 0
    var before: thing = null
global modifier sut_vehicle.m:
    var kept: thing = null
    var frame: int = 0
    on @top.w_clk:
        frame = frame + 1
        var i: int = 0
        while i < 10000:
            var made: thing
            made.n = i
            if i == 7:
                made.before = kept
                kept = made
                if kept.before != null:
                    kept.before.before = null
            i = i + 1
        if frame == 250:
            logger.log_info("$(kept.n) $(kept.before.n) $(kept.before.before == null)")
)osc",
                                scenario.run());
  EXPECT_THAT(ran.messages(), ElementsAre("7 7 true"));
  EXPECT_THAT(ran.evaluation.issues, testing::IsEmpty());
}

TEST(Structs, SlipsAreTold) {
  const MarkedCase cases[] = {
      {"types that do not fit", R"osc(
struct animal:
    var age: int
struct dog inherits animal:
    pass
struct cat inherits animal:
    pass
watcher modifier m(any_watcher_data):
    var d: dog
    var c: cat
    var a: animal
    def f(x: dog) -> int is expression x.age
    on @top.w_clk:
        d = a  # expect error: expected a dog for the value, found an animal (`.as(dog)` is null where it is none)
        d = c  # expect error: expected a dog for the value, found a cat
        a = d
        d.age = f(a)  # expect error: expected a dog for `x`, found an animal (`.as(dog)` is null where it is none)
        d.age = c.as(dog).age  # expect error: a cat cannot become a dog
        if d == 3:  # expect error: cannot compare a dog and an int
            pass
        if d < c:  # expect error: cannot compare a dog and a cat
            pass
)osc"},
      {"too many at once", R"osc(
struct s0:
    x: int
struct s1:
    a, b, c, d, e, f, g, h, i, j: s0
struct s2:
    a, b, c, d, e, f, g, h, i, j: s1
struct s3:
    a, b, c, d, e, f, g, h, i, j: s2
struct s4:
    a, b, c, d, e, f, g, h, i, j: s3
struct s5:
    a: s4
    b, c, d, e, f, g, h, i: s4
    j: s4  # expect error: more than 100,000 structs would be made with one `s5`
)osc"},
  };
  expect_errors(cases);
}

}  // namespace
}  // namespace scrutineer::lang
