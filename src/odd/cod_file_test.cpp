#include "odd/cod_file.h"

#include <gtest/gtest.h>

#include "kit/odd_files.h"
#include "odd/condition_truths.h"

namespace scrutineer::odd {
namespace {

TEST(CodFile, ReadsTheStandardsExamples) {
  SCRUTINEER_NEEDS_DATA();
  const auto blocks = kit::standard_odd_blocks();
  const ReadOdd alks = kit::read_odd_text(blocks.at(227));
  struct Case {
    int code;
    std::size_t rows, known_values, warnings;
  };
  // Warnings are about concepts that the taxonomy does not have, each once.
  const Case cases[] = {{179, 8, 3, 3}, {229, 1, 14, 1}};
  for (const Case& row : cases) {
    const auto cod =
        read_cod(blocks.at(row.code), "cod.yaml", row.code == 229 ? alks.odd.taxonomy : built_in_taxonomy());
    ASSERT_TRUE(cod) << row.code << ": " << to_string(cod.problem());
    EXPECT_EQ(cod->rows.size(), row.rows) << row.code;
    std::size_t values = 0;
    for (const CodRow& one : cod->rows) values += one.values.size();
    EXPECT_GE(values, row.known_values) << row.code;
    EXPECT_EQ(cod->warnings.size(), row.warnings) << row.code;
  }
}

// C.3: the COD names maximum_operational_speed, which the ODD does not ask for; all it does ask for is fine.
TEST(CodFile, TheCaseStudyOfAlksIsUnknownForWantOfASpeed) {
  SCRUTINEER_NEEDS_DATA();
  const auto blocks = kit::standard_odd_blocks();
  const ReadOdd read = kit::read_odd_text(blocks.at(228), {{"ALKS_taxonomy.yaml", blocks.at(227)}});
  ASSERT_TRUE(read.errors.empty());
  const auto judge = [&](const std::string& text) {
    const auto cod = read_cod(text, "cod.yaml", read.odd.taxonomy);
    EXPECT_TRUE(cod);
    ConditionTruths truths(read.odd);
    for (const CodRow::Entry& entry : cod->rows[0].values) truths.set(entry.about, entry.value);
    truths.update();
    return truths.root();
  };
  std::string text = blocks.at(229);
  EXPECT_EQ(judge(text), Truth::unknown);
  const std::string line = "maximum_operational_speed;km/h:         90.5";
  text.replace(text.find(line), line.size(), "operational_speed;km/h: 50");
  EXPECT_EQ(judge(text), Truth::yes);
  text.replace(text.find("km/h: 50"), 8, "km/h: 60");
  EXPECT_EQ(judge(text), Truth::no) << "less than 60 km/h is asked for";
}

TEST(CodFile, SaysWhatIsWrong) {
  struct Case {
    const char* name;
    const char* text;
    const char* expected;
  };
  const Case cases[] = {
      {"no COD", "ODD: {}\n", "cod.yaml:1:1: the file has no COD"},
      {"no list", "COD: 3\n", "cod.yaml:1:1: COD must be a list of rows"},
      {"no row", "COD: [3]\n", "cod.yaml:1:7: a row of a COD must be a map"},
      {"no time", "COD:\n  - TEMPORAL_EXTENT: soon\n", "cod.yaml:2:22: TEMPORAL_EXTENT must be seconds"},
      {"no literal", "COD:\n  - lane_type;categorical_literal: sky\n", "\"lane_type\" has no literal \"sky\""},
      {"no fitting unit", "COD:\n  - speed;m: 3\n", "unit \"m\" does not fit \"speed\""},
      {"no unit", "COD:\n  - speed: 3\n", "\"speed\" needs a unit, such as \"3 km/h\""},
      {"no boolean", "COD:\n  - no_snow;boolean: 3\n", "\"no_snow\" is boolean"},
      {"no number", "COD:\n  - speed;km/h: fast\n", "\"speed\" is a number, found \"fast\""},
      {"a range without a unit that begins at 0", "COD:\n  - speed: \"[0 .. 60]\"\n",
       "\"speed\" needs a unit, such as \"[0 .. 60] km/h\""},
      {"a range that holds nothing", "COD:\n  - speed: \"[60 .. 0] km/h\"\n",
       "the range [60 .. 0] km/h of \"speed\" holds nothing"},
      {"no degrees of what", "COD:\n  - ambient_air_temperature: 0\n",
       "\"ambient_air_temperature\" needs a unit, such as \"0 C\""},
      {"a concept twice", "COD:\n  - speed;km/h: 3\n    speed;m/s: 3\n",
       "cod.yaml:3:5: \"speed\" comes twice in one row"},
      {"a time that is no number", "COD:\n  - TEMPORAL_EXTENT: nan s\n", "TEMPORAL_EXTENT must be seconds"},
      {"a time beyond all times", "COD:\n  - TEMPORAL_EXTENT: 1e30 s\n", "TEMPORAL_EXTENT must be seconds"},
  };
  for (const Case& row : cases) {
    const auto cod = read_cod(row.text, "cod.yaml", built_in_taxonomy());
    ASSERT_FALSE(cod) << row.name;
    EXPECT_NE(to_string(cod.problem()).find(row.expected), std::string::npos) << row.name << to_string(cod.problem());
  }
}

TEST(CodFile, RowsHoldFromTheirTimesInWhateverOrderTheyCome) {
  struct Case {
    const char* name;
    const char* text;
    std::vector<double> seconds, speeds;
  };
  const Case cases[] = {
      {"the later first",
       "COD:\n  - TEMPORAL_EXTENT: 3 s\n    speed;m/s: 20\n  - TEMPORAL_EXTENT: 0.3 s\n    speed;m/s: 1\n",
       {0.3, 3.0},
       {1.0, 20.0}},
      {"of one time the last holds",
       "COD:\n  - TEMPORAL_EXTENT: 1 s\n    speed;m/s: 1\n  - TEMPORAL_EXTENT: 1 s\n    speed;m/s: 20\n",
       {1.0, 1.0},
       {1.0, 20.0}},
      {"dates count from the first, to the nanosecond",
       "COD:\n  - TEMPORAL_EXTENT: 2024-06-01 08:12:53.884\n    speed;m/s: 20\n"
       "  - TEMPORAL_EXTENT: 2024-06-01 08:12:53.784\n    speed;m/s: 1\n",
       {0.0, 0.1},
       {1.0, 20.0}},
      {"dates as ISO 8601 has them",
       "COD:\n  - TEMPORAL_EXTENT: 2024-06-01T23:59:59\n    speed;m/s: 1\n"
       "  - TEMPORAL_EXTENT: 2024-06-02T00:00:01Z\n    speed;m/s: 20\n",
       {0.0, 2.0},
       {1.0, 20.0}},
  };
  for (const Case& row : cases) {
    const auto cod = read_cod(row.text, "cod.yaml", built_in_taxonomy());
    ASSERT_TRUE(cod) << row.name << ": " << to_string(cod.problem());
    ASSERT_EQ(cod->rows.size(), row.seconds.size()) << row.name;
    for (std::size_t i = 0; i < cod->rows.size(); ++i) {
      EXPECT_EQ(cod->rows[i].time, Time(*from_seconds(row.seconds[i]))) << row.name;
      EXPECT_EQ(cod->rows[i].values.at(0).value.low, row.speeds[i]) << row.name;
    }
  }
}

TEST(CodFile, ValuesReadBackAsTheyWereWritten) {
  const Taxonomy& taxonomy = built_in_taxonomy();
  const auto id = [&](const char* name) { return taxonomy.find(name).id; };
  Value two_agents = Value::literal(0);
  two_agents.literals.add(2);
  const CodRow row{.time = Time(std::chrono::milliseconds(1500)),
                   .x = 1.5,
                   .y = -2.0,
                   .values = {{id("speed"), Value::number(13.7)},
                              {id("rainfall_rate"), Value::between(1e-7, 5e-7)},
                              {id("visibility"), Value::between(200.0, kUnbounded)},
                              {id("agent_type"), two_agents},
                              {id("special_structures_type"), Value{Value::Kind::literals}},
                              {id("no_snow"), Value::boolean(true)},
                              {id("number_of_lanes"), Value::number(3.0)}}};
  const std::vector<CodRow> rows{row};
  const auto again = read_cod(cod_yaml(taxonomy, rows), "cod.yaml", taxonomy);
  ASSERT_TRUE(again) << to_string(again.problem());
  ASSERT_EQ(again->rows.size(), 1U);
  EXPECT_EQ(again->rows[0].time, row.time);
  EXPECT_EQ(again->rows[0].values, row.values);
  EXPECT_EQ(cod_csv(taxonomy, rows).substr(0, 9), "time,x,y,");
}

}  // namespace
}  // namespace scrutineer::odd
