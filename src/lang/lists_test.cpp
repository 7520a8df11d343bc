// Lists, texts and numbers as programs change and print them.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "kit/marked_errors.h"
#include "kit/run_program.h"

namespace scrutineer::lang {
namespace {

using testing::ElementsAre;

// What a modifier of the ego logs when it begins.
std::vector<std::string> said(const std::string& declarations, const std::string& statements) {
  return kit::run(declarations + "global modifier sut_vehicle.m:\n" + statements, kit::two_cars()).messages();
}

TEST(Lists, AreChangedByStatements) {
  struct Case {
    const char* name;
    const char* statements;
    const char* expected;
  };
  const Case cases[] = {
      {"append", "l.append(4)", "[3, 1, 2, 4]"},
      {"remove", "l.remove(1)", "[3, 2]"},
      {"remove what is not there", "l.remove(7)", "[3, 1, 2]"},
      {"set", "l.set(0, 7)", "[7, 1, 2]"},
      {"an element", "l[2] = 9", "[3, 1, 9]"},
      {"an element, by what it was", "l[2] += 9", "[3, 1, 11]"},
      {"sort", "l.sort()", "[1, 2, 3]"},
      {"sort by something", "l.sort(-it)", "[3, 2, 1]"},
      {"sort as a value", "l = l.sort().map(it * 10)", "[10, 20, 30]"},
      {"a list among elements", "l = [0, l, [5, 6], 7]", "[0, 3, 1, 2, 5, 6, 7]"},
      {"lists only", "l = [l, l]", "[3, 1, 2, 3, 1, 2]"},
  };
  for (const auto& [name, statements, expected] : cases)
    EXPECT_THAT(said("", std::string("    var l: list of int = [3, 1, 2]\n    on @start:\n        ") + statements +
                             "\n        logger.log_info(\"$(l)\")\n"),
                ElementsAre(expected))
        << name;
}

// One that was another's before it grew stays as it was.
TEST(Lists, AreValuesThoughTheyGrow) {
  EXPECT_THAT(said("", R"osc(    var l: list of int = [1]
    on @start:
        var before: list of int = l
        l.append(2)
        var between: list of int = l
        l.append(3)
        before.append(7)
        between.append(8)
        between.append(9)
        l[0] = 5
        l.append(l.size())
        logger.log_info("$(before) $(between) $(l) $(l.append(6)) $(l)")
)osc"),
              ElementsAre("[1, 7] [1, 2, 8, 9] [5, 2, 3, 3] [5, 2, 3, 3, 6] [5, 2, 3, 3]"));
}

TEST(Lists, OfTextsAreSortedJoinedAndSplit) {
  EXPECT_THAT(said("", R"osc(    var l: list of string = ["b", "a", "c"]
    on @start:
        l.remove("c")
        logger.log_info("$(l.sort().join("-")) $("".split(",").size()) $("a,,b".split(",").size()) $(["x", l].join(""))")
)osc"),
              ElementsAre("a-b 1 3 xba"));
}

TEST(Lists, OfActorsAreSortedBySomething) {
  EXPECT_THAT(said("", R"osc(    on @start:
        logger.log_info("$(traffic.vehicles.sort(-it.state.position.x).map(it.id).join(" "))")
)osc"),
              ElementsAre("7 ego"));
}

TEST(Assignments, TakeAnOperatorWithThem) {
  EXPECT_THAT(said("", R"osc(    var n: int = 7
    var d: length = 4m
    var t: string = "a"
    on @start:
        n += 3
        n -= 1
        n *= 2
        n /= 4
        n %= 3
        d += 1m
        d *= 2
        t += "b"
        logger.log_info("$(n) $(d) $(t)")
)osc"),
              ElementsAre("1 10m ab"));
}

TEST(Units, OfUsersArePrintedAsDeclared) {
  EXPECT_THAT(said("unit smoot of length is SI(m: 1, factor: 1.7018)\n", R"osc(    on @start:
        logger.log_info("$((3smoot).as(smoot)) $(actor.bbox.length.as(smoot)) $(3smoot)")
)osc"),
              ElementsAre("3smoot 2.938smoot 5.105m"));
}

TEST(Lists, SayWhatTheyCannotDo) {
  const MarkedCase cases[] = {
      {"arguments", R"osc(
global modifier vehicle.m:
    fixed: list of int = [1]
    var l: list of int
    var s: list of string
    on @start:
        l.set(1)  # expect error: `set` of a list takes a place and an element
        l[0] = "a"  # expect error: expected an int for the element, found a string
        l.remove("a")  # expect error: expected an int for the element, found a string
        logger.log_info(l.join(","))  # expect error: `join` takes texts, found an int (`.map(it.as(string))` makes texts of them)
        logger.log_info("$(traffic.vehicles.sort())")  # expect error: a vehicle has no order (say by what: sort(it.state.speed))
        fixed[0] = 3  # expect error: `fixed` cannot be changed while the run goes on (declare it with `var`)
        l = [1, s]  # expect error: expected a list of int for the list, found a list of string
)osc"},
  };
  expect_errors(cases);
}

}  // namespace
}  // namespace scrutineer::lang
