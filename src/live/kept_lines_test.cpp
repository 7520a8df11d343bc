#include "live/kept_lines.h"

#include <gtest/gtest.h>

#include <vector>

namespace scrutineer::live {
namespace {

TEST(KeptLines, AreTheFirstAndACountOfTheOthers) {
  struct Case {
    const char* name;
    std::vector<const char*> added;
    const char* kept;
  };
  const Case cases[] = {
      {"nothing", {}, ""},
      {"exactly as much as there is room for", {"12345\n", "789\n"}, "12345\n789\n"},
      {"one byte too many", {"12345\n", "7890\n"}, "12345\n{\"event\":\"left_out\",\"lines\":1}\n"},
      {"all lines of what has no room", {"12345\n", "7\n8\n9\n"}, "12345\n{\"event\":\"left_out\",\"lines\":3}\n"},
      {"none after it, though it would fit",
       {"12345\n", "7890\n", "1\n"},
       "12345\n{\"event\":\"left_out\",\"lines\":2}\n"},
      {"nothing added is nothing left out", {"1234567890", ""}, "1234567890"},
  };
  for (const Case& c : cases) {
    KeptLines lines(10);
    for (const char* added : c.added) lines.add(added);
    EXPECT_EQ(lines.text(), c.kept) << c.name;
  }
}

}  // namespace
}  // namespace scrutineer::live
