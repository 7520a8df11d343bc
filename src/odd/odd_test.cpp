#include "odd/odd.h"

#include <gtest/gtest.h>

#include "kit/odd_files.h"

namespace scrutineer::odd {
namespace {

std::string all_of(const std::vector<Problem>& problems) {
  std::string text;
  for (const Problem& problem : problems) text += to_string(problem) + '\n';
  return text;
}

TEST(ReadOdd, SaysWhatIsWrongAndWhere) {
  struct Case {
    const char* name;
    std::string text;
    const char* expected;
  };
  const Case cases[] = {
      {"unknown concept", "ODD:\n  m:\n    INCLUDE_AND:\n      wind_sped: \"< 5 m/s\"\n",
       "odd.yaml:4:7: \"wind_sped\" is no concept of the taxonomy, no module and no label (did you mean "
       "\"wind_speed\"?)\n"},
      {"unit that does not fit", "ODD:\n  m:\n    INCLUDE_AND:\n      wind_speed: \"< 5 m\"\n",
       "odd.yaml:4:19: unit \"m\" does not fit \"wind_speed\", which is a velocity; it may be m/s, km/h, kph, kmh, "
       "mph, "
       "mm/h, mm/hr, mm/s, in/h\n"},
      {"unknown unit", "ODD:\n  m:\n    INCLUDE_AND:\n      lane_width: \"< 5 metres\"\n",
       "odd.yaml:4:19: unit \"metres\" of \"lane_width\" is unknown; it may be m, cm, mm, km, in, ft, mi\n"},
      {"no unit", "ODD:\n  m:\n    INCLUDE_AND:\n      speed: \"< 50\"\n",
       "odd.yaml:4:14: \"speed\" needs a unit, such as \"< 50 km/h\"\n"},
      {"0 without the scale that it is on", "ODD:\n  m:\n    INCLUDE_AND:\n      ambient_air_temperature: \"> 0\"\n",
       "odd.yaml:4:32: \"ambient_air_temperature\" needs a unit, such as \"> 0 C\"\n"},
      {"a bound of another quantity", "ODD:\n  m:\n    INCLUDE_AND:\n      speed: \"< 2*lane_width\"\n",
       "odd.yaml:4:14: \"speed\" is a velocity and cannot be compared with \"lane_width\", which is a length\n"},
      {"value outside the taxonomy", "ODD:\n  m:\n    INCLUDE_AND:\n      lane_type:\n        - trafic_lane\n",
       "odd.yaml:5:11: \"lane_type\" has no literal \"trafic_lane\" (did you mean \"traffic_lane\"?); it has bus_lane, "
       "traffic_lane, cycle_lane, tram_lane, emergency_lane, shared_lane, other_special_purpose_lanes\n"},
      {"no boolean", "ODD:\n  m:\n    INCLUDE_AND:\n      no_snow: perhaps\n",
       "odd.yaml:4:16: \"no_snow\" is boolean: it can be true or false, found \"perhaps\"\n"},
      {"no number", "ODD:\n  m:\n    INCLUDE_AND:\n      speed: fast\n",
       "odd.yaml:4:14: \"speed\" is compared with \"fast\", which is neither a number nor a concept that is one\n"},
      {"order without ranges", "ODD:\n  m:\n    INCLUDE_AND:\n      lane_type: \"< bus_lane\"\n",
       "odd.yaml:4:18: the literals of \"lane_type\" have no order, because they stand for no ranges of a number; list "
       "those that are meant\n"},
      {"empty range", "ODD:\n  m:\n    INCLUDE_AND:\n      speed: \"[20 .. 10] m/s\"\n",
       "odd.yaml:4:14: the range [20 .. 10] m/s of \"speed\" holds nothing: its first number is the larger one\n"},
      {"a record", "ODD:\n  m:\n    INCLUDE_AND:\n      weather: true\n",
       "odd.yaml:4:16: \"weather\" is a record: it has parts, but no value that a condition could be about\n"},
      {"label that is also a module",
       "ODD:\n  m:\n    INCLUDE_AND: {a: true}\nMODULES:\n  a:\n    INCLUDE_AND: {no_snow: true}\n  b:\n    LABELS: "
       "[a]\n"
       "    INCLUDE_AND: {no_snow: true}\n",
       "odd.yaml:7:3: label \"a\" of module \"b\" is also the name of a module, at odd.yaml:5:3; a condition could "
       "mean "
       "either\n"},
      {"label that is also a concept",
       "TAXONOMY: {icy: boolean}\nODD:\n  m:\n    INCLUDE_AND: {icy: true}\nMODULES:\n  b:\n    LABELS: [icy]\n"
       "    INCLUDE_AND: {no_snow: true}\n",
       "odd.yaml:6:3: label \"icy\" is also a concept, at odd.yaml:1:12; a condition could mean either\n"},
      {"cyclic modules",
       "ODD:\n  m:\n    INCLUDE_AND: {a: true}\nMODULES:\n  a:\n    INCLUDE_AND: {b: true}\n  b:\n    INCLUDE_AND: {a: "
       "true}\n",
       "odd.yaml:8:19: modules refer to each other in a circle: a -> b -> a\n"},
      {"cyclic by a label",
       "ODD:\n  m:\n    INCLUDE_AND: {h: true}\nMODULES:\n  a:\n    LABELS: [h]\n    EXCLUDE_OR: {h: true}\n",
       "odd.yaml:7:18: modules refer to each other in a circle: a -> a\n"},
      {"missing import", "IMPORT:\n  - there.yaml\nODD:\n  m:\n    INCLUDE_AND: {anything: true}\n",
       "odd.yaml:2:5: cannot import there.yaml: no such file\n"},
      {"import with an error", "IMPORT: [broken.yaml]\nODD:\n  m:\n    INCLUDE_AND: {no_snow: true}\n",
       "odd.yaml:1:10: cannot import broken.yaml: broken.yaml:2:1: this is no YAML"},
      {"two roots", "ODD:\n  m:\n    INCLUDE_AND: {no_snow: true}\n  n:\n    INCLUDE_AND: {no_snow: false}\n",
       "odd.yaml:4:3: \"n\" is a second root: \"m\" at odd.yaml:2:3 is one, too, as no module refers to it; move what "
       "is "
       "not the root to MODULES, or refer to it\n"},
      {"YAML that is none", "ODD:\n  m:\n    INCLUDE_AND:\n      speed: > 5 m\n", "odd.yaml:4:"},
      {"no map", "just a text\n", "odd.yaml:1:1: an OpenODD file is a map with IMPORT, TAXONOMY,"},
      {"unknown part", "TAXONOMIE: {a: boolean}\n",
       "odd.yaml:1:1: \"TAXONOMIE\" is no part of an OpenODD file (did you mean \"TAXONOMY\"?)"},
      {"part twice", "ODD: {m: {INCLUDE_AND: {no_snow: true}}}\nODD: {n: {INCLUDE_AND: {no_snow: true}}}\n",
       "odd.yaml:2:1: ODD comes twice\n"},
      {"unknown key of a module", "ODD:\n  m:\n    INCLUDE_ALL: {no_snow: true}\n",
       "odd.yaml:3:5: module \"m\" has no \"INCLUDE_ALL\" (did you mean \"INCLUDE_AND\"?)"},
      {"two include sections", "ODD:\n  m:\n    INCLUDE_AND: {no_snow: true}\n    INCLUDE_OR: {double: true}\n",
       "odd.yaml:4:5: module \"m\" has a second INCLUDE section"},
      {"no section", "ODD:\n  m:\n    TITLE: nothing\n",
       "odd.yaml:2:3: module \"m\" has neither an INCLUDE nor an EXCLUDE section\n"},
      {"empty section", "ODD:\n  m:\n    INCLUDE_AND: {}\n", "odd.yaml:3:5: INCLUDE_AND has no conditions\n"},
      {"concept twice", "ODD:\n  m:\n    INCLUDE_AND:\n      speed: \"> 1 m/s\"\n      speed: \"< 2 m/s\"\n",
       "odd.yaml:5:7: \"speed\" comes twice in one section; write a range, or a list of sections with \"- AND:\"\n"},
      {"module with another value",
       "ODD:\n  m:\n    INCLUDE_AND: {a: 3}\nMODULES:\n  a:\n    INCLUDE_AND: {no_snow: true}\n",
       "odd.yaml:3:22: module \"a\" must be true or false, found \"3\"\n"},
      {"several concepts of one name",
       "TAXONOMY: {a: {width: float length}, b: {width: float length}}\nODD:\n  m:\n    INCLUDE_AND: {width: \"> 1 "
       "m\"}\n",
       "odd.yaml:4:19: \"width\" may mean several concepts: write more of the path of a.width or b.width\n"},
      {"unknown unit type", "TAXONOMY:\n  a: float lenght\n",
       "odd.yaml:2:6: unit type \"lenght\" of \"a\" is unknown (did you mean \"length\"?)"},
      {"unknown type", "TAXONOMY:\n  a: bolean\n",
       "odd.yaml:2:6: type \"bolean\" is unknown (did you mean \"boolean\"?)"},
      {"type of itself", "TAXONOMY:\n  a: {x: b}\n  b: {y: a}\n", "is defined by itself"},
      {"literals of two concepts",
       "TAXONOMY:\n  a: float length\n  b: float length\n  c:\n    low: {a: \"< 1 m\"}\n    high: {b: \">= 1 m\"}\n",
       "odd.yaml:6:15: all literals of \"c\" must stand for values of one concept, found \"a\" and \"b\"\n"},
      {"literal twice", "TAXONOMY:\n  a: [x, y, X]\n", "odd.yaml:2:13: literal \"X\" of \"a\" comes twice\n"},
      {"no type", "TAXONOMY:\n  a:\n", "odd.yaml:2:3: concept \"a\" has neither a type"},
      {"a file of another kind", "<OpenDRIVE>" + std::string(5000, 'x') + "</OpenDRIVE>",
       "odd.yaml:1:1: an OpenODD file is a map with IMPORT, TAXONOMY, root, ODD, MODULES, MODULE, COD, OD, METADATA; "
       "found \"<OpenDRIVE>xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx...\"\n"},
      {"root not active", "ODD:\n  m:\n    ACTIVE: false\n    INCLUDE_AND: {no_snow: true}\n",
       "odd.yaml:2:3: the root \"m\" is not active\n"},
  };
  for (const Case& row : cases) {
    const ReadOdd read = kit::read_odd_text(row.text, {{"broken.yaml", "a: [\n"}});
    EXPECT_NE(all_of(read.errors).find(row.expected), std::string::npos) << row.name << ":\n" << all_of(read.errors);
    EXPECT_EQ(read.errors.size(), 1U) << row.name << ":\n" << all_of(read.errors);
  }
}

TEST(ReadOdd, WarnsOfModulesThatAlwaysHold) {
  struct Case {
    const char *name, *text, *expected;
  };
  const Case cases[] = {
      {"all is switched off",
       "ODD: {m: {INCLUDE_AND: {a: true}}}\nMODULES: {a: {ACTIVE: false, INCLUDE_AND: {no_snow: true}}}",
       "odd.yaml:1:7: nothing is left of \"m\", because all that it refers to is not active: it always holds\n"},
      {"something is left",
       "ODD: {m: {INCLUDE_AND: {a: true}, EXCLUDE_OR: {no_snow: false}}}\nMODULES: {a: {ACTIVE: false, INCLUDE_AND: "
       "{no_snow: true}}}",
       ""},
      {"what is not active itself",
       "ODD: {m: {INCLUDE_AND: {no_snow: true, b: true}}}\nMODULES:\n  a: {ACTIVE: false, INCLUDE_AND: {no_snow: "
       "true}}\n  b: {ACTIVE: false, INCLUDE_AND: {a: true}}",
       ""},
  };
  for (const auto& [name, text, expected] : cases) {
    const ReadOdd read = kit::read_odd_text(text);
    EXPECT_EQ(all_of(read.errors), "") << name;
    EXPECT_EQ(all_of(read.warnings), expected) << name;
  }
}

TEST(ReadOdd, NamesAllThatIsWrongAtOnce) {
  const ReadOdd read = kit::read_odd_text(
      "ODD:\n  m:\n    INCLUDE_AND: {sped: \"< 5 m/s\", lane_width: \"> 3 s\"}\nMODULES:\n  m2:\n    EXCLUDE_AND: {x: "
      "true}\n");
  EXPECT_EQ(read.errors.size(), 3U) << all_of(read.errors);
  EXPECT_EQ(read.errors.back().place.line, 6U);
}

TEST(ReadOdd, ImportsEachFileOnceFromWhereItIsNamed) {
  std::map<std::string, std::string> files = {
      {"sets/odd.yaml", "IMPORT: [parts/a.yaml, parts/b.yaml]\nODD: {m: {INCLUDE_AND: {x: true, from_b: true}}}\n"},
      {"sets/parts/a.yaml", "IMPORT: [b.yaml, ../odd.yaml]\nTAXONOMY: {x: boolean}\n"},
      {"sets/parts/b.yaml", "MODULES: {from_b: {EXCLUDE_OR: {no_snow: false}}}\n"}};
  const ReadOdd read = read_odd("sets/odd.yaml", [&](const std::string& path) -> Result<std::string> {
    if (!files.contains(path)) return Problem{{.file = path}, "no such file"};
    return files.at(path);
  });
  EXPECT_EQ(all_of(read.errors), "");
  EXPECT_EQ(read.odd.files, (std::vector<std::string>{"sets/odd.yaml", "sets/parts/a.yaml", "sets/parts/b.yaml"}));
  ASSERT_TRUE(read.odd.root.valid());
  EXPECT_EQ(read.odd.modules[read.odd.root.index()].name, "m");
}

TEST(ReadOdd, FindsTheRoot) {
  struct Case {
    const char* name;
    const char* text;
    const char* root;  // empty: none
  };
  const Case cases[] = {
      {"below ODD", "ODD: {m: {INCLUDE_AND: {a: true}}}\nMODULES: {a: {INCLUDE_AND: {no_snow: true}}}", "m"},
      {"below ODD, beside labelled ones",
       "ODD: {m: {EXCLUDE_OR: {bad: true}}, a: {LABEL: bad, INCLUDE_AND: {no_snow: false}}}", "m"},
      {"the only one to which nobody refers",
       "MODULE: {m: {INCLUDE_AND: {a: true}}, a: {INCLUDE_AND: {no_snow: true}}}", "m"},
      {"a library", "MODULES: {a: {INCLUDE_AND: {no_snow: true}}, b: {INCLUDE_AND: {no_snow: true}}}", ""},
      {"a taxonomy alone", "TAXONOMY: {x: boolean}", ""},
  };
  for (const Case& row : cases) {
    const ReadOdd read = kit::read_odd_text(std::string(row.text) + '\n');
    EXPECT_EQ(all_of(read.errors), "") << row.name;
    EXPECT_EQ(read.odd.root.valid() ? read.odd.modules[read.odd.root.index()].name : "", row.root) << row.name;
    EXPECT_EQ(root_problem(read.odd).has_value(), !read.odd.root.valid()) << row.name;
  }
}

TEST(ReadOdd, WarnsOfWhatItReadsInItsOwnWay) {
  const ReadOdd read = kit::read_odd_text(
      "IMPORT: [area.shp]\nTAXONOMY: {marking: boolean}\nODD: {m: {INCLUDE_AND: {marking: visible}}}\n");
  EXPECT_EQ(all_of(read.errors), "");
  EXPECT_EQ(all_of(read.warnings),
            "odd.yaml:1:10: shapefiles are not read: area.shp is left out\n"
            "odd.yaml:3:34: \"marking\" is boolean; \"visible\" is read as true\n");
}

TEST(InWords, ConditionsReadAsSentences) {
  struct Case {
    const char* condition;
    const char* expected;
  };
  const Case cases[] = {
      {"speed: \"< 60 km/h\"", "speed is less than 60 km/h"},
      {"speed: \">= 3 m/s\"", "speed is at least 3 m/s"},
      {"speed: \"[10 .. 20] km/h\"", "speed is between 10 km/h and 20 km/h"},
      {"number_of_lanes: 2", "number_of_lanes is 2"},
      {"lane_type: [bus_lane, traffic_lane]", "lane_type is bus_lane or traffic_lane"},
      {"rainfall_intensity: \"< moderate_rain\"", "rainfall_intensity is no_rain or light_rain"},
      {"no_snow: true", "no_snow is true"},
      {"no_snow: unknown", "no_snow is unknown"},
      {"lane_width: \"> 1.5*special_structures_width\"", "lane_width is more than 1.5 times special_structures_width"},
  };
  for (const Case& row : cases) {
    const ReadOdd read = kit::read_odd_text("ODD: {m: {INCLUDE_AND: {" + std::string(row.condition) + "}}}\n");
    ASSERT_TRUE(read.errors.empty()) << all_of(read.errors);
    EXPECT_EQ(in_words(read.odd, read.odd.conditions[0]), row.expected);
  }
}

}  // namespace
}  // namespace scrutineer::odd
