#include "report/columns.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <vector>

#include "kit/random.h"
#include "report/detail/packed.h"

namespace scrutineer::report {
namespace {

std::string bytes(std::initializer_list<int> values) {
  std::string text;
  for (const int value : values) text.push_back(static_cast<char>(value));
  return text;
}

TEST(Columns, TakeTheShortestOrder) {
  struct Case {
    const char* name;
    std::vector<std::int64_t> values;
    std::string expected;
  };
  const Case cases[] = {
      {"nothing", {}, bytes({0, 0})},
      {"one", {5}, bytes({1, 0, 10})},
      {"below 0", {-1, -64}, bytes({2, 0, 1, 127})},
      {"values as they are, where they jump to and fro", {1, -1, 1}, bytes({3, 0, 2, 1, 2})},
      {"differences", {1000, 1001, 1003}, bytes({3, 1, 0xD0, 0x0F, 2, 4})},
      {"differences of differences", {0, 1000, 2000, 3000}, bytes({4, 2, 0, 0xD0, 0x0F, 0, 0})},
      {"large", {std::int64_t{1} << 40}, bytes({1, 0, 128, 128, 128, 128, 128, 64})},
  };
  for (const auto& [name, values, expected] : cases) {
    ColumnWriter columns;
    columns.add(values);
    EXPECT_EQ(columns.bytes(), expected) << name;
  }
}

TEST(Columns, KeepGaps) {
  constexpr double kNone = std::numeric_limits<double>::quiet_NaN();
  struct Case {
    const char* name;
    std::vector<double> values;
    std::string expected;
  };
  const Case cases[] = {
      {"none", {0.1, 0.2}, bytes({1, 0, 4, 2, 0, 2, 4})},
      {"at the begin", {kNone, 0.2}, bytes({3, 0, 0, 2, 2, 1, 0, 4})},
      {"in the middle", {0.1, kNone, 0.1}, bytes({3, 0, 2, 2, 2, 2, 0, 2, 2})},
      {"infinite", {0.1, std::numeric_limits<double>::infinity()}, bytes({2, 0, 2, 2, 1, 0, 2})},
      {"nothing else", {kNone}, bytes({2, 0, 0, 2, 0, 0})},
      {"empty", {}, bytes({1, 0, 0, 0, 0})},
  };
  for (const auto& [name, values, expected] : cases) {
    ColumnWriter columns;
    columns.add_sparse(values, 0.1);
    EXPECT_EQ(columns.bytes(), expected) << name;
  }
}

// Numbers that need few bits are written by faster code: it must write what the other would, and round as llround() does.
TEST(Columns, AreTheSameInFewBitsAndInMany) {
  kit::Random random(3);
  for (int i = 0; i < 20'000; ++i) {
    const double quantum = random.index(2) == 0 ? 1.0 : 0.001;
    const double range = std::pow(10.0, static_cast<double>(random.index(10))) * quantum;
    std::vector<float> values(random.index(40));
    float last = 0.0F;
    for (float& value : values) {
      const std::size_t kind = random.index(8);
      const double drawn = (random.uniform() - 0.5) * range;
      if (kind == 1)
        last += static_cast<float>(drawn / 1000.0);
      else if (kind == 2)
        last = static_cast<float>((std::round(drawn / quantum) + 0.5) * quantum);  // half-way
      else if (kind > 2)
        last = static_cast<float>(drawn);
      value = last;
    }
    std::vector<std::int64_t> whole;
    for (const float value : values) whole.push_back(std::llround(static_cast<double>(value) / quantum));
    ColumnWriter expected, columns;
    expected.add(whole);
    columns.add(std::vector<double>(values.begin(), values.end()), quantum);
    ASSERT_EQ(columns.bytes(), expected.bytes()) << "column " << i;
    ColumnWriter sparse, with_gap;
    sparse.add_sparse(values, quantum);
    ASSERT_TRUE(sparse.bytes().ends_with(expected.bytes())) << "column " << i;
    values.insert(values.begin() + static_cast<std::ptrdiff_t>(random.index(values.size() + 1)), std::nanf(""));
    with_gap.add_sparse(values, quantum);
    ASSERT_TRUE(with_gap.bytes().ends_with(expected.bytes())) << "column " << i;
  }
}

TEST(Packed, IsBase64) {
  struct Case {
    const char *bytes, *text;
  };
  const Case cases[] = {{"", ""}, {"f", "Zg=="}, {"fo", "Zm8="}, {"foo", "Zm9v"}, {"foobar", "Zm9vYmFy"}};
  for (const auto& [from, text] : cases) EXPECT_EQ(base64(from), text) << from;
}

}  // namespace
}  // namespace scrutineer::report
