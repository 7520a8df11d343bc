#include "app/detail/table.h"

#include <gtest/gtest.h>

namespace scrutineer::app {
namespace {

TEST(Table, AlignsColumnsByCharacters) {
  Table table({Align::left, Align::right, Align::left});
  table.row({"Södra vägen", "5", "a"});
  table.row({"x", "1234", ""});
  table.row({"only"});
  EXPECT_EQ(table.text("  "), "  Södra vägen     5  a\n  x            1234\n  only\n");
}

TEST(Table, AlignsWhatIsWideOrTakesNoRoom) {
  Table table({Align::left, Align::right});
  table.row({"车辆", "1"});
  table.row({"e\u0301", "22"});
  table.row({"longer", "右"});
  EXPECT_EQ(table.text(), "车辆     1\ne\u0301       22\nlonger  右\n");
}

TEST(Table, KeepsEachRowOnOneLine) {
  Table table({Align::left, Align::left});
  table.row({"a\nb", "\033[2J"});
  table.row({"longer than it", "x"});
  EXPECT_EQ(table.text(), "a\\nb            \\u001b[2J\nlonger than it  x\n");
}

TEST(Kilometres, ReadsAsAPersonWouldSayIt) {
  EXPECT_EQ(kilometres(12.345), "12.3 m");
  EXPECT_EQ(kilometres(12'345.6), "12.346 km");
}

}  // namespace
}  // namespace scrutineer::app
