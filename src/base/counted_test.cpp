#include "base/counted.h"

#include <gtest/gtest.h>

namespace scrutineer {
namespace {

TEST(Counted, SaysANumberWithItsNoun) {
  struct Row {
    const char* name;
    std::size_t count;
    const char* one;
    const char* many;
    const char* expected;
  };
  const Row rows[] = {
      {"none is plural", 0, "run", "", "0 runs"},         {"one is singular", 1, "run", "", "1 run"},
      {"two are plural", 2, "run", "", "2 runs"},         {"a plural of its own", 2, "entry", "entries", "2 entries"},
      {"one of those", 1, "entry", "entries", "1 entry"},
  };
  for (const Row& row : rows) EXPECT_EQ(counted(row.count, row.one, row.many), row.expected) << row.name;
}

}  // namespace
}  // namespace scrutineer
