#include "odd/units.h"

#include <gtest/gtest.h>

#include <cmath>

#include "base/text.h"

namespace scrutineer::odd {
namespace {

TEST(OddUnits, ConvertExactly) {
  struct Case {
    const char* unit;
    double value, base;
  };
  const Case cases[] = {{"km/h", 36.0, 10.0},    {"kph", 36.0, 10.0},  {"mm/h", 3.6, 1e-6},  {"mm/hr", 3.6, 1e-6},
                        {"C", 20.0, 293.15},     {"F", 212.0, 373.15}, {"km", 0.5, 500.0},   {"%", 95.0, 0.95},
                        {"Oktas", 4.0, 4.0},     {"Mbps", 1.0, 1e6},   {"msec", 10.0, 0.01}, {"lux", 2000.0, 2000.0},
                        {"occ/hr", 3600.0, 1.0}, {"mph", 10.0, 4.4704}};
  for (const Case& row : cases) {
    const Unit* const unit = find_unit(row.unit);
    ASSERT_NE(unit, nullptr) << row.unit;
    EXPECT_NEAR(unit->to_base(row.value), row.base, 1e-12 * std::abs(row.base)) << row.unit;
    EXPECT_NEAR(unit->from_base(row.base), row.value, 1e-9 * row.value) << row.unit;
  }
  EXPECT_EQ(find_unit("furlong"), nullptr);
  EXPECT_EQ(find_unit("c"), nullptr) << "one letter is not read in another case";
}

TEST(OddUnits, EveryUnitTypeHasItsUnits) {
  for (const UnitType& type : unit_types()) EXPECT_FALSE(units_of(type.quantity).empty()) << type.name;
  EXPECT_EQ(customary_unit("velocity")->name, "km/h");
  EXPECT_EQ(customary_unit("precipitation_rate")->name, "mm/h");
  EXPECT_EQ(customary_unit("length")->name, "m");
  EXPECT_EQ(customary_unit("count"), nullptr);
}

TEST(OddUnits, AmountsAreWrittenAsTheyWere) {
  for (const double value : {60.0, 0.1, 50.0, 130.0, 7.6}) {
    const Unit* const unit = find_unit("km/h");
    EXPECT_EQ(amount_text(unit->to_base(value), unit), shortest(value) + " km/h");
  }
  EXPECT_EQ(amount_text(2.0, nullptr), "2");
}

}  // namespace
}  // namespace scrutineer::odd
