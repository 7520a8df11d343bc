#include "base/unit.h"

#include <gtest/gtest.h>

#include <cmath>
#include <set>

#include "base/quantity.h"
#include "base/text.h"

namespace scrutineer {
namespace {

double si_of(std::string_view text) {
  const Result<Amount> amount = parse_amount(text);
  if (!amount) ADD_FAILURE() << text << ": " << amount.problem().message;
  return amount ? amount->si() : NAN;
}

std::string problem_of(std::string_view text) {
  const Result<Amount> amount = parse_amount(text);
  return amount ? "" : amount.problem().message;
}

// 8.14.1 of OpenSCENARIO DSL 2.2, as printed there.
TEST(Unit, KnowsAllOfTheStandard) {
  struct Case {
    const char *unit, *type;
    double factor, offset;
  };
  const Case cases[] = {
      {"nanometer", "length", 0.000000001, 0},
      {"nm", "length", 0.000000001, 0},
      {"micrometer", "length", 0.000001, 0},
      {"millimeter", "length", 0.001, 0},
      {"mm", "length", 0.001, 0},
      {"centimeter", "length", 0.01, 0},
      {"cm", "length", 0.01, 0},
      {"meter", "length", 1, 0},
      {"m", "length", 1, 0},
      {"kilometer", "length", 1000, 0},
      {"km", "length", 1000, 0},
      {"inch", "length", 0.0254, 0},
      {"feet", "length", 0.3048, 0},
      {"mile", "length", 1609.344, 0},
      {"mi", "length", 1609.344, 0},
      {"millisecond", "time", 0.001, 0},
      {"ms", "time", 0.001, 0},
      {"second", "time", 1, 0},
      {"sec", "time", 1, 0},
      {"s", "time", 1, 0},
      {"minute", "time", 60, 0},
      {"min", "time", 60, 0},
      {"hour", "time", 3600, 0},
      {"h", "time", 3600, 0},
      {"meter_per_second", "speed", 1, 0},
      {"mps", "speed", 1, 0},
      {"kilometer_per_hour", "speed", 0.277777778, 0},
      {"kmph", "speed", 0.277777778, 0},
      {"kph", "speed", 0.277777778, 0},
      {"mile_per_hour", "speed", 0.447038889, 0},
      {"mph", "speed", 0.447038889, 0},
      {"miph", "speed", 0.447038889, 0},
      {"mmph", "speed", 0.000000278, 0},
      {"millimeter_per_hour", "speed", 0.000000278, 0},
      {"meter_per_sec_sqr", "acceleration", 1, 0},
      {"mpsps", "acceleration", 1, 0},
      {"mpss", "acceleration", 1, 0},
      {"kilometer_per_hour_per_sec", "acceleration", 0.277777778, 0},
      {"kmphps", "acceleration", 0.277777778, 0},
      {"mile_per_hour_per_sec", "acceleration", 0.447038889, 0},
      {"miphps", "acceleration", 0.447038889, 0},
      {"meter_per_sec_cubed", "jerk", 1, 0},
      {"mpspsps", "jerk", 1, 0},
      {"mile_per_sec_cubed", "jerk", 1609.344, 0},
      {"mipspsps", "jerk", 1609.344, 0},
      {"degree", "angle", 0.01745329252, 0},
      {"deg", "angle", 0.01745329252, 0},
      {"radian", "angle", 1, 0},
      {"rad", "angle", 1, 0},
      {"degree_per_sec", "angular_rate", 0.01745329252, 0},
      {"degps", "angular_rate", 0.01745329252, 0},
      {"radian_per_sec", "angular_rate", 1, 0},
      {"radps", "angular_rate", 1, 0},
      {"degree_per_sec_sqr", "angular_acceleration", 0.01745329252, 0},
      {"degpsps", "angular_acceleration", 0.01745329252, 0},
      {"radian_per_sec_sqr", "angular_acceleration", 1, 0},
      {"radpsps", "angular_acceleration", 1, 0},
      {"gram", "mass", 0.001, 0},
      {"kilogram", "mass", 1, 0},
      {"kg", "mass", 1, 0},
      {"ton", "mass", 1000, 0},
      {"pound", "mass", 0.45359237, 0},
      {"lb", "mass", 0.45359237, 0},
      {"K", "temperature", 1, 0},
      {"kelvin", "temperature", 1, 0},
      {"celsius", "temperature", 1, 273.15},
      {"C", "temperature", 1, 273.15},
      {"fahrenheit", "temperature", 0.555555556, 255.372222222},
      {"F", "temperature", 0.555555556, 255.372222222},
      {"newton_per_meter_sqr", "pressure", 1, 0},
      {"Pa", "pressure", 1, 0},
      {"pascal", "pressure", 1, 0},
      {"hPa", "pressure", 100, 0},
      {"atm", "pressure", 101325, 0},
      {"cd", "luminous_intensity", 1, 0},
      {"candela", "luminous_intensity", 1, 0},
      {"lm", "luminous_flux", 1, 0},
      {"lumen", "luminous_flux", 1, 0},
      {"lx", "illuminance", 1, 0},
      {"lux", "illuminance", 1, 0},
      {"ampere", "electrical_current", 1, 0},
      {"A", "electrical_current", 1, 0},
      {"mole", "amount_of_substance", 1, 0},
      {"mol", "amount_of_substance", 1, 0},
  };
  for (const auto& [name, type, factor, offset] : cases) {
    const Unit* unit = find_unit(name);
    ASSERT_NE(unit, nullptr) << name;
    EXPECT_EQ(to_string(unit->dimension), type) << name;
    // The standard rounds, mile per hour to five digits and mmph to three.
    EXPECT_NEAR(unit->to_si(1.0) - unit->to_si(0.0), factor, 1e-3 * factor) << name;
    EXPECT_NEAR(unit->to_si(0.0), offset, 1e-9) << name;
  }
}

TEST(Unit, KnowsNamesInUseBesideTheStandard) {
  struct Case {
    const char* text;
    double si;
  };
  const Case cases[] = {
      {"180degree_per_second", kPi},
      {"2radian_per_second", 2.0},
      {"180e6nano_degree_per_millisecond", kPi},
  };
  for (const auto& [text, si] : cases) EXPECT_EQ(si_of(text), si) << text;
}

TEST(Unit, IsExact) {
  using namespace literals;
  struct Case {
    const char* name;
    double a, b;
  };
  const Case cases[] = {
      {"kph and mps", si_of("36kph"), si_of("10mps")},
      {"cm and m", si_of("7cm"), si_of("0.07m")},
      {"ms and s", si_of("100ms"), si_of("0.1s")},
      {"mph and mps", si_of("100mph"), si_of("44.704mps")},
      {"freezing", si_of("0C"), 273.15},
      {"the literal of kph", si_of("150kph"), (150.0_kmh).si()},
      {"the literal of cm", si_of("10cm"), (10.0_cm).si()},
      {"the literal of degrees", si_of("30degree"), (30.0_deg).si()},
  };
  for (const auto& [name, a, b] : cases) EXPECT_EQ(a, b) << name;
  for (int n = -1000; n <= 1000; ++n)
    EXPECT_EQ(find_unit("kph")->to_si(18.0 * n), find_unit("mps")->to_si(5.0 * n)) << n;
  EXPECT_NEAR(si_of("212F"), 373.15, 1e-12);
}

TEST(Unit, NamesAreUniqueAndOfANamedDimension) {
  std::set<std::string_view> names;
  for (const Unit& unit : all_units()) {
    EXPECT_TRUE(names.insert(unit.name).second) << unit.name;
    EXPECT_EQ(find_unit(unit.name), &unit);
    EXPECT_EQ(to_string(unit.dimension).find('^'), std::string::npos) << unit.name;
  }
}

TEST(Unit, ParsesAmounts) {
  struct Case {
    const char* text;
    double number;
    const char* unit;  // empty: none
  };
  const Case cases[] = {
      {"130kph", 130.0, "kph"}, {"-4mpsps", -4.0, "mpsps"}, {"+1.5m", 1.5, "m"},
      {".4s", 0.4, "s"},        {"-.5m", -0.5, "m"},        {"1e3m", 1000.0, "m"},
      {"2E-1s", 0.2, "s"},      {"1.m", 1.0, "m"},          {"5nanometer", 5.0, "nanometer"},
      {"0", 0.0, ""},           {"1.25", 1.25, ""},         {"-3", -3.0, ""},
      {"1e-400m", 0.0, "m"},
  };
  for (const auto& [text, number, unit] : cases) {
    const Result<Amount> amount = parse_amount(text);
    ASSERT_TRUE(amount) << text << ": " << amount.problem().message;
    EXPECT_EQ(amount->number, number) << text;
    EXPECT_EQ(amount->unit == nullptr ? "" : amount->unit->name, unit) << text;
  }
}

TEST(Unit, SaysWhatIsWrongWithAnAmount) {
  struct Case {
    const char *name, *text, *problem;
  };
  const Case cases[] = {
      {"nothing", "", "the number is missing"},
      {"no number", "kph", "the number before \"kph\" is missing"},
      {"no number before what begins like one", "nanometer", "the number before \"nanometer\" is missing"},
      {"a word", "fast", "\"fast\" is no number"},
      {"only a sign", "-", "\"-\" is no number"},
      {"two signs", "--3m", "\"--3m\" is no number"},
      {"infinity", "inf", "\"inf\" is no number"},
      {"not a number", "nan", "\"nan\" is no number"},
      {"too large", "1e999m", "the number is too large"},
      {"a slip", "130kmhh", "unknown unit \"kmhh\" (did you mean \"kmph\"?)"},
      {"the wrong case", "130KPH", "unknown unit \"KPH\" (did you mean \"kph\"?)"},
      {"the wrong case of one letter", "3M", "unknown unit \"M\" (did you mean \"m\"?)"},
      {"a habit", "130km/h", "unknown unit \"km/h\" (did you mean \"kph\"?)"},
      {"another", "2m/s^2", "unknown unit \"m/s^2\" (did you mean \"mpsps\"?)"},
      {"like nothing", "3parsec", "unknown unit \"parsec\""},
      {"one letter like nothing", "3x", "unknown unit \"x\""},
      {"a blank", "130 kph", "a number and its unit stand together: 130kph"},
      {"a blank after it", "-1.5m ", "a number and its unit stand together: -1.5m"},
      {"a comma", "1,5m", "unknown unit \",5m\""},
      {"percent", "5%", "unknown unit \"%\""},
  };
  for (const auto& [name, text, problem] : cases) EXPECT_EQ(problem_of(text), problem) << name;
}

TEST(Unit, TextReadsBackForEveryUnit) {
  constexpr double kNumbers[] = {0.0, 1.0, -3.0, 0.1, 0.7, 36.0, 130.0, 1e-3, 12345.678, 1e9, -273.15, 1.0 / 3.0};
  for (const Unit& unit : all_units()) {
    for (const double number : kNumbers) {
      const std::string text = shortest(number) + std::string(unit.name);
      const double si = si_of(text);
      const std::string again = amount_text(si, unit);
      EXPECT_EQ(si_of(again), si) << text << " as " << again;
      EXPECT_LE(again.size(), text.size()) << text << " as " << again;
      if (unit.offset == 0.0 && number != 1.0 / 3.0) {
        EXPECT_EQ(again, text);
      }
    }
  }
}

TEST(Unit, TextHasNoSignedZero) {
  EXPECT_EQ(amount_text(-0.0, *find_unit("kph")), "0kph");
  EXPECT_EQ(amount_text(0.1, *find_unit("cm")), "10cm");
}

TEST(Unit, ListsUnitsOfADimensionTheCustomaryFirst) {
  EXPECT_EQ(units_of(kAngle), (std::vector<std::string_view>{"degree", "deg", "rad", "radian"}));
  EXPECT_EQ(units_of(kPlainNumber), std::vector<std::string_view>{});
  EXPECT_EQ(customary_unit(kPlainNumber), nullptr);
  struct Case {
    Dimension dimension;
    const char* unit;
  };
  const Case cases[] = {{kLength, "m"},
                        {kTime, "s"},
                        {kSpeed, "kph"},
                        {kAcceleration, "mpsps"},
                        {kJerk, "mpspsps"},
                        {kAngle, "degree"},
                        {kAngularRate, "degree_per_second"}};
  for (const auto& [dimension, unit] : cases) {
    ASSERT_NE(customary_unit(dimension), nullptr) << unit;
    EXPECT_EQ(customary_unit(dimension)->name, unit);
  }
}

TEST(Unit, NamesDimensions) {
  struct Case {
    Dimension dimension;
    const char* text;
  };
  const Case cases[] = {
      {{}, "plain number"},
      {{.length = 1, .time = -1}, "speed"},
      {{.time = -1, .angle = 1}, "angular_rate"},
      {{.length = 2, .time = -2}, "m^2 s^-2"},
      {{.length = 1, .mass = 1}, "kg m"},
      {{.current = -1, .amount = 3}, "A^-1 mol^3"},
  };
  for (const auto& [dimension, text] : cases) EXPECT_EQ(to_string(dimension), text);
}

}  // namespace
}  // namespace scrutineer
