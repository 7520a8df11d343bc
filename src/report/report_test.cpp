#include "report/report.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

namespace scrutineer::report {
namespace {

using testing::HasSubstr;
using testing::Not;

TEST(ReportPage, HoldsItsDataAndNothingThatANameCouldBreak) {
  if (page_template().empty()) GTEST_SKIP() << "built without npm";
  Found found;
  found.title = "</title><script>alert(1)</script> @DATA@";
  const std::string page = report_page({.result = "{\"issues\": \"</script>\"}", .found = found, .checks = {}});
  EXPECT_THAT(page, HasSubstr("data-part=\"result\""));
  EXPECT_THAT(page, HasSubstr("data-part=\"about\""));
  EXPECT_THAT(page, Not(HasSubstr("data-part=\"poses\"")));
  EXPECT_THAT(page, Not(HasSubstr("<script>alert")));
  EXPECT_THAT(page, HasSubstr("<title>&lt;/title&gt;&lt;script&gt;alert(1)&lt;/script&gt; @DATA@</title>"));
}

TEST(ReportPage, AsksNobodyForAnything) {
  if (page_template().empty()) GTEST_SKIP() << "built without npm";
  const std::string page(page_template());
  EXPECT_THAT(page, HasSubstr("default-src 'none'"));
  for (const char* asking : {"src=\"http", "href=\"http", "@import", "url(http", "fetch(", "XMLHttpRequest"})
    EXPECT_THAT(page, Not(HasSubstr(asking))) << asking;
}

TEST(ReportPage, IsTheSameEveryTime) {
  Found found;
  found.title = "run";
  const auto page = [&] { return report_page({.result = "{}", .found = found, .checks = {}}); };
  EXPECT_EQ(page(), page());
}

}  // namespace
}  // namespace scrutineer::report
