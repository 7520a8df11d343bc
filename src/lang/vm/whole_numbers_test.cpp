#include "lang/vm/whole_numbers.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "kit/run_program.h"

namespace scrutineer::lang {
namespace {

using namespace std::chrono_literals;
using kit::said;

// 2^53 and 2^63, and what lies next to them.
TEST(WholeNumbers, AreExactUpTo64Bits) {
  struct Case {
    const char* name;
    const char* expression;
    const char* expected;
  };
  const Case cases[] = {
      {"below 2^53", "9007199254740991", "9007199254740991"},
      {"at 2^53", "9007199254740992", "9007199254740992"},
      {"above 2^53", "9007199254740993", "9007199254740993"},
      {"the largest int", "9223372036854775807", "9223372036854775807"},
      {"the least int", "-9223372036854775808", "-9223372036854775808"},
      {"the largest uint", "18446744073709551615", "18446744073709551615"},
      {"a sum of constants", "9007199254740991 + 2", "9007199254740993"},
      {"a sum", "a + two", "9007199254740993"},
      {"a sum of large ones", "big + big", "18446744073709551614"},
      {"a difference that is small again", "big - (big - two)", "2"},
      {"a product", "a * (two + 1)", "27021597764222973"},
      {"a quotient", "big / two", "4611686018427387903"},
      {"a negative quotient", "(-big) / two", "-4611686018427387903"},
      {"a remainder", "big % 10", "7"},
      {"of small ones as before", "-7 / two", "-3"},
      {"its negative", "-big", "-9223372036854775807"},
      {"less", "big < big - 1", "false"},
      {"greater", "big > big - 1", "true"},
      {"equal", "big == 9223372036854775807", "true"},
      {"equal to its neighbour", "big == big - 1", "false"},
      {"not equal", "big != big - 1", "true"},
      {"a large and a small one", "two < big and big > two and not (big <= two)", "true"},
      {"in a choice", "big > 9223372036854775806 ? 1 : 0", "1"},
      {"as a fraction, the nearest", "big.as(float)", "9.223372036854776e+18"},
      {"with fractions", "big * 0.5", "4.611686018427388e+18"},
      {"compared with a fraction", "big > 1.5", "true"},
      {"from a text", "\"9223372036854775807\".as(int) == big", "true"},
      {"to a text", "big.as(string)", "9223372036854775807"},
      {"the larger", "max(big - 1, big)", "9223372036854775807"},
      {"the lesser", "min(big - 1, big, two)", "2"},
      {"without its sign", "abs(-big)", "9223372036854775807"},
      {"its sign", "sign(-big)", "-1"},
      {"there", "is_defined(big)", "true"},
      {"in lists", "[big, big - 1, two].sort()", "[2, 9223372036854775806, 9223372036854775807]"},
      {"found in lists", "[big, two].contains(big) and not [big, two].contains(big - 1)", "true"},
      {"the sum of a list", "[big, two].sum()", "9223372036854775809"},
      {"the most of a list", "[two, big, big - 1].max()", "9223372036854775807"},
  };
  for (const auto& [name, expression, expected] : cases)
    EXPECT_EQ(said("global modifier sut_vehicle.m:\n"
                   "    var a: int = 9007199254740991\n"
                   "    var big: int = 9223372036854775807\n"
                   "    var two: int = 2\n"
                   "    on @start:\n"
                   "        var x: string = \"$(" +
                   std::string(expression) +
                   ")\"\n"
                   "        logger.log_info(x)\n"),
              std::vector<std::string>{expected})
        << name;
}

TEST(WholeNumbers, BeyondAreErrorsOfTheWatcher) {
  EXPECT_EQ(said("global modifier sut_vehicle.m:\n"
                 "    var big: int = 9223372036854775807\n"
                 "    on @start:\n"
                 "        big = big * 3\n"),
            std::vector<std::string>{"my.osc:4:15: a whole number beyond 64 bits"});
}

TEST(WholeNumbers, ThatNothingRefersToAreForgotten) {
  kit::Scenario scenario({.map = nullptr, .step = 10ms, .duration = 3s});
  scenario.add({.id = "ego", .is_ego = true}).start_free({0.0, 0.0, 0.0}).speed(12.0);
  const kit::Ran ran = kit::run(R"osc(
global modifier sut_vehicle.m:
    var n: int = 9007199254740993
    var frame: int = 0
    on @top.w_clk:
        frame = frame + 1
        var i: int = 0
        while i < 10000:
            n = n + 1
            i = i + 1
        if frame == 250:
            logger.log_info("$(n)")
)osc",
                                scenario.run());
  EXPECT_EQ(ran.messages(), std::vector<std::string>{"9007199257240993"});
  EXPECT_THAT(ran.evaluation.issues, testing::IsEmpty());
}

TEST(WholeNumbers, AreReadFromTexts) {
  struct Case {
    const char* name;
    std::string_view text;
    const char* expected;
  };
  const Case cases[] = {
      {"small", "12", "12"},
      {"negative", "-3", "-3"},
      {"signed", "+3", "3"},
      {"a fraction", "1.5", "nan"},
      {"words", "three", "nan"},
      {"nothing", "", "nan"},
      {"a sign alone", "-", "nan"},
      {"too much", "1 2", "nan"},
      {"the largest", "18446744073709551615", "18446744073709551615"},
      {"one more", "18446744073709551616", "nan"},
      {"the least", "-9223372036854775808", "-9223372036854775808"},
      {"one less", "-9223372036854775809", "nan"},
  };
  Pools pools({});
  for (const auto& [name, text, expected] : cases)
    EXPECT_EQ(text_of_whole(pools, whole_of(pools, text)), expected) << name;
}

}  // namespace
}  // namespace scrutineer::lang
