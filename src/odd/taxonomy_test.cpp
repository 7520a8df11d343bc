#include "odd/taxonomy.h"

#include <gtest/gtest.h>

#include "kit/odd_files.h"
#include "odd/odd.h"
#include "odd/units.h"

namespace scrutineer::odd {
namespace {

const Concept& concept_named(const Taxonomy& taxonomy, const std::string& name) {
  const auto found = taxonomy.find(name);
  EXPECT_TRUE(found.id.valid()) << name;
  return taxonomy.at(found.id);
}

std::string described(const Concept& about) {
  std::string text =
      about.path + ' ' + std::string(to_word(about.kind)) + ' ' + about.unit_type + (about.is_integer ? " whole" : "");
  for (const Literal& literal : about.literals) {
    text += " | " + literal.name;
    if (literal.range)
      text += ' ' + std::to_string(literal.range->low) + ".." + std::to_string(literal.range->high) +
              (literal.range->low_open || literal.range->high_open ? " open" : "");
  }
  return text;
}

TEST(Taxonomy, HasWhatTheStandardsAnnexHas) {
  SCRUTINEER_NEEDS_DATA();
  std::string text = kit::standard_odd_blocks().at(216);
  // As printed it is no YAML: one concept stands a column away from those beside it.
  for (const auto& [printed, meant] :
       {std::pair("     geofenced_areas", "      geofenced_areas"), std::pair("     zone_type:", "      zone_type:")})
    text.replace(text.find(printed), std::string(printed).size(), meant);
  const ReadOdd read = kit::read_odd_text(text);
  ASSERT_TRUE(read.errors.empty()) << to_string(read.errors.front());
  std::map<std::string, std::string> ours, theirs;
  for (const Concept& about : read.odd.taxonomy.concepts())
    (about.layer == 0 ? ours : theirs)[about.path] = described(about);
  std::erase_if(ours, [](const auto& one) { return one.first.starts_with("additional"); });
  EXPECT_GT(theirs.size(), 80U);
  EXPECT_EQ(ours, theirs);
}

TEST(Taxonomy, FindsConceptsByNameAndByTheEndOfTheirPath) {
  const Taxonomy& taxonomy = built_in_taxonomy();
  for (const char* name : {"wind_speed", "wind.wind_speed", "weather.wind.wind_speed", "WIND_SPEED", "Wind Speed"})
    EXPECT_EQ(concept_named(taxonomy, name).path, "environmental_conditions.weather.wind.wind_speed") << name;
  EXPECT_FALSE(taxonomy.find("nd_speed").id.valid());
  EXPECT_FALSE(taxonomy.find("rain.wind_speed").id.valid());
  EXPECT_EQ(concept_named(taxonomy, "speed").path, "additional.subject_vehicle.speed");
  EXPECT_EQ(concept_named(taxonomy, "agent_type").find_literal("non_motor vehicle"), 1U);
}

TEST(Taxonomy, AFilesConceptHidesTheBuiltInOne) {
  const ReadOdd read = kit::read_odd_text("TAXONOMY:\n  road:\n    lane_marking: boolean\n");
  ASSERT_TRUE(read.errors.empty());
  EXPECT_EQ(concept_named(read.odd.taxonomy, "lane_marking").kind, Concept::Kind::boolean);
}

TEST(Taxonomy, LiteralsAreOrderedByTheirRangesInTheFilesDirection) {
  const ReadOdd read = kit::read_odd_text(R"(TAXONOMY:
  visible: float length
  fog:
    clear: {visible: "> 1609 m"}
    mist: {visible: "[450 .. 1609] m"}
    thick: {visible: "< 450 m"}
  rate: float velocity
  speed_level:
    fast: {rate: "> 80 km/h"}
    slow: {rate: "< 20 km/h"}
    moderate: {rate: "[20 .. 80] km/h"}
  plain: [a, b]
)");
  ASSERT_TRUE(read.errors.empty()) << to_string(read.errors.front());
  const Taxonomy& taxonomy = read.odd.taxonomy;
  EXPECT_EQ(order_of(concept_named(taxonomy, "fog")), (std::vector<std::size_t>{0, 1, 2}));
  EXPECT_EQ(order_of(concept_named(taxonomy, "speed_level")), (std::vector<std::size_t>{0, 2, 1}))
      << "the file lists fast before slow";
  EXPECT_TRUE(order_of(concept_named(taxonomy, "plain")).empty());
}

TEST(Taxonomy, LevelsFollowNumbersAndNumbersLevels) {
  const Concept& rain = concept_named(built_in_taxonomy(), "rainfall_intensity");
  const double mm = find_unit("mm/h")->to_base(1.0);
  struct Case {
    const char* name;
    Value rate;
    std::vector<const char*> levels;
  };
  const Case cases[] = {{"dry", Value::number(0.0), {"no_rain"}},
                        {"on a bound, the first has it", Value::number(2.5 * mm), {"light_rain"}},
                        {"inside", Value::number(60.0 * mm), {"violent_rain"}},
                        {"a range within one level", Value::between(3.0 * mm, 4.0 * mm), {"moderate_rain"}},
                        {"a range over two", Value::between(1.0 * mm, 4.0 * mm), {"light_rain", "moderate_rain"}},
                        {"up to a bound", Value::between(1.0 * mm, 2.5 * mm), {"light_rain"}},
                        {"nothing known", Value{}, {}}};
  for (const Case& row : cases) {
    const Value level = level_for(rain, row.rate);
    EXPECT_EQ(level.is_known(), row.rate.is_known()) << row.name;
    LiteralSet expected;
    for (const char* name : row.levels) expected.add(*rain.find_literal(name));
    EXPECT_EQ(level.literals, expected) << row.name;
    EXPECT_EQ(level.kind == Value::Kind::one_of, row.levels.size() > 1) << row.name;
  }
  const Value rate = range_for(rain, Value::literal(*rain.find_literal("heavy_rain")));
  EXPECT_NEAR(rate.low, 7.6 * mm, 1e-12);
  EXPECT_NEAR(rate.high, 50.0 * mm, 1e-12);
}

TEST(Taxonomy, TypesAreConcepts) {
  const ReadOdd read = kit::read_odd_text(R"(TAXONOMY:
  vectors:
    flat: {x: float length, y: float length}
    pose: {where: flat, yaw: float angle}
  traffic:
    rate: float velocity
    level:
      slow: {rate: "< 20 km/h"}
      fast: {rate: ">= 20 km/h"}
  ego:
    ego_pose: pose
    ego_rate: rate
    ego_level: level
  paved: [A, B, C]
  road:
    motorway: {paved: [A, B]}
    local: {paved: C}
  same_as_paved: [paved]
)");
  ASSERT_TRUE(read.errors.empty()) << to_string(read.errors.front());
  const Taxonomy& taxonomy = read.odd.taxonomy;
  EXPECT_EQ(concept_named(taxonomy, "ego_pose.where.y").unit_type, "length");
  EXPECT_EQ(concept_named(taxonomy, "ego_pose.yaw").unit_type, "angle");
  EXPECT_EQ(taxonomy.at(concept_named(taxonomy, "ego_level").level_of).name, "ego_rate");
  const Concept& road = concept_named(taxonomy, "road");
  EXPECT_EQ(taxonomy.at(road.level_of).name, "paved");
  EXPECT_EQ(level_for(road, Value::literal(1)), Value::literal(0)) << "B is a motorway";
  EXPECT_EQ(concept_named(taxonomy, "same_as_paved").literals.size(), 3U);
}

}  // namespace
}  // namespace scrutineer::odd
