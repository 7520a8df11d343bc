#include "trace/formats.h"

#include <gmock/gmock.h>

#include <fstream>
#include <iterator>
#include <set>

#include "kit/paths.h"

namespace scrutineer::trace {
namespace {

using testing::HasSubstr;

TEST(Formats, HaveNamesOfTheirOwn) {
  for (const auto& formats : {trace_formats(), light_formats()}) {
    std::set<std::string_view> names, titles;
    for (const Format& format : formats) {
      EXPECT_TRUE(names.insert(format.name).second) << format.name;
      EXPECT_TRUE(titles.insert(format.title).second) << format.title;
      EXPECT_NE(format.looked_for, "") << format.name;
    }
    EXPECT_GE(names.size(), 2U);
  }
}

TEST(Formats, AreListedForPeople) {
  EXPECT_EQ(list_of({}), "");
  EXPECT_EQ(list_of({{.name = "a", .title = "A", .looked_for = ""}}), "A");
  EXPECT_EQ(list_of({{.name = "a", .title = "A", .looked_for = "", .extension = ".a"},
                     {.name = "b", .title = "B", .looked_for = ""},
                     {.name = "c", .title = "C", .looked_for = ""}}),
            "A (.a), B or C");
  EXPECT_EQ(title_of("sumo"), "SUMO FCD");
  EXPECT_EQ(title_of("something new"), "something new");
}

TEST(Formats, AreInTheManual) {
  std::ifstream file(kit::source_dir() / "docs" / "traces.md");
  const std::string manual{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
  for (const Format& format : trace_formats()) {
    const std::string row =
        "| " + list_of({format}) + " | `" + std::string(format.name) + "` | " + std::string(format.looked_for) + " |\n";
    EXPECT_NE(manual.find(row), std::string::npos) << "docs/traces.md lacks this row: " << row;
  }
}

}  // namespace
}  // namespace scrutineer::trace
