// What checks of one value against two limits (checks/detail/range_check.h) measured, issue by issue.
//
//   kit::expect_range_findings(found, {{"too fast", 25.0, 22.0, 3.0, "Max. physical speed limit"}});
#pragma once

#include <gmock/gmock.h>

#include <string>
#include <vector>

#include "kit/check_tester.h"

namespace scrutineer::kit {

struct RangeFinding {
  const char* name;
  double value, limit, excess;
  std::string sentence;  // a part of it
};

inline void expect_range_findings(const Found& found, const std::vector<RangeFinding>& expected) {
  ASSERT_EQ(found.issues().size(), expected.size());
  for (std::size_t i = 0; i < expected.size(); ++i) {
    const RangeFinding& wanted = expected[i];
    EXPECT_NEAR(found.number(i, "extreme_value"), wanted.value, 1e-9) << wanted.name;
    EXPECT_NEAR(found.number(i, "limit"), wanted.limit, 1e-9) << wanted.name;
    EXPECT_NEAR(found.number(i, "excess"), wanted.excess, 1e-9) << wanted.name;
    EXPECT_THAT(found.sentences()[i], testing::HasSubstr(wanted.sentence)) << wanted.name;
  }
}

}  // namespace scrutineer::kit
