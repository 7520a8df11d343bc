#include "odd/condition_truths.h"

#include <gtest/gtest.h>

#include <array>
#include <memory>
#include <optional>

#include "kit/odd_files.h"
#include "kit/random.h"

namespace scrutineer::odd {
namespace {

constexpr Truth kNo = Truth::no, kMaybe = Truth::unknown, kYes = Truth::yes;

TEST(Logic, IsKleenes) {
  struct Case {
    Truth a, b, both, either;
  };
  const Case table[] = {
      {kNo, kNo, kNo, kNo},       {kNo, kMaybe, kNo, kMaybe},       {kNo, kYes, kNo, kYes},
      {kMaybe, kNo, kNo, kMaybe}, {kMaybe, kMaybe, kMaybe, kMaybe}, {kMaybe, kYes, kMaybe, kYes},
      {kYes, kNo, kNo, kYes},     {kYes, kMaybe, kMaybe, kYes},     {kYes, kYes, kYes, kYes},
  };
  for (const Case& row : table) {
    EXPECT_EQ(both(row.a, row.b), row.both) << static_cast<int>(row.a) << static_cast<int>(row.b);
    EXPECT_EQ(either(row.a, row.b), row.either) << static_cast<int>(row.a) << static_cast<int>(row.b);
  }
  EXPECT_EQ(!kNo, kYes);
  EXPECT_EQ(!kMaybe, kMaybe);
  EXPECT_EQ(!kYes, kNo);
}

const std::string kTwoBooleans = "TAXONOMY: {x: boolean, y: boolean}\n";

Value boolean(Truth value) { return value == kMaybe ? Value{} : Value::boolean(value == kYes); }

Truth root_for(const Odd& odd, Truth x, Truth y) {
  ConditionTruths truths(odd);
  truths.set(odd.taxonomy.find("x").id, boolean(x));
  truths.set(odd.taxonomy.find("y").id, boolean(y));
  truths.update();
  return truths.root();
}

TEST(ConditionTruths, SectionsAndModulesFollowTheTruthTable) {
  struct Case {
    const char* name;
    const char* module;
    // x is no, unknown, yes; in each, y is no, unknown, yes.
    std::array<Truth, 9> expected;
  };
  const Case cases[] = {
      {"INCLUDE_AND", "INCLUDE_AND: {x: true, y: true}", {kNo, kNo, kNo, kNo, kMaybe, kMaybe, kNo, kMaybe, kYes}},
      {"INCLUDE_OR", "INCLUDE_OR: {x: true, y: true}", {kNo, kMaybe, kYes, kMaybe, kMaybe, kYes, kYes, kYes, kYes}},
      {"EXCLUDE_AND", "EXCLUDE_AND: {x: true, y: true}", {kYes, kYes, kYes, kYes, kMaybe, kMaybe, kYes, kMaybe, kNo}},
      {"EXCLUDE_OR", "EXCLUDE_OR: {x: true, y: true}", {kYes, kMaybe, kNo, kMaybe, kMaybe, kNo, kNo, kNo, kNo}},
      {"include and not exclude",
       "{INCLUDE_AND: {x: true}, EXCLUDE_OR: {y: true}}",
       {kNo, kNo, kNo, kMaybe, kMaybe, kNo, kYes, kMaybe, kNo}},
      {"nested OR",
       "INCLUDE_AND: {OR: {x: true, y: true}}",
       {kNo, kMaybe, kYes, kMaybe, kMaybe, kYes, kYes, kYes, kYes}},
      {"two nested ORs",
       "INCLUDE_AND:\n      - OR: {x: true}\n      - OR: {y: true}",
       {kNo, kNo, kNo, kNo, kMaybe, kMaybe, kNo, kMaybe, kYes}},
      {"nested AND",
       "EXCLUDE_OR: {AND: {x: true, y: true}}",
       {kYes, kYes, kYes, kYes, kMaybe, kMaybe, kYes, kMaybe, kNo}},
      {"false", "INCLUDE_AND: {x: false, y: true}", {kNo, kMaybe, kYes, kNo, kMaybe, kMaybe, kNo, kNo, kNo}},
      {"either value", "INCLUDE_AND: {x: [true, false]}", {kYes, kYes, kYes, kMaybe, kMaybe, kMaybe, kYes, kYes, kYes}},
      {"unknown asked for", "INCLUDE_AND: {x: unknown}", {kNo, kNo, kNo, kYes, kYes, kYes, kNo, kNo, kNo}},
      {"unknown allowed", "INCLUDE_AND: {x: [unknown, true]}", {kNo, kNo, kNo, kYes, kYes, kYes, kYes, kYes, kYes}},
  };
  for (const Case& row : cases) {
    const std::string module =
        row.module[0] == '{' ? ' ' + std::string(row.module) : "\n    " + std::string(row.module);
    const ReadOdd read = kit::read_odd_text(kTwoBooleans + "ODD:\n  m:" + module + "\n");
    ASSERT_TRUE(read.errors.empty()) << row.name << ": " << to_string(read.errors.front());
    for (std::size_t i = 0; i < 9; ++i)
      EXPECT_EQ(root_for(read.odd, static_cast<Truth>(i / 3), static_cast<Truth>(i % 3)), row.expected[i])
          << row.name << " x " << i / 3 << " y " << i % 3;
  }
}

TEST(ConditionTruths, ModulesAndLabelsAreConditions) {
  struct Case {
    const char* name;
    const char* odd;
    Truth x, y, expected;
  };
  const Case cases[] = {
      {"module", "ODD: {m: {INCLUDE_AND: {a: true}}}\nMODULES: {a: {INCLUDE_AND: {x: true}}}", kYes, kMaybe, kYes},
      {"module that must not hold", "ODD: {m: {INCLUDE_AND: {a: false}}}\nMODULES: {a: {INCLUDE_AND: {x: true}}}", kYes,
       kMaybe, kNo},
      {"label: one of its modules holds",
       "ODD: {m: {EXCLUDE_OR: {h: true}}}\n"
       "MODULES: {a: {LABELS: [h], INCLUDE_OR: {x: true}}, b: {LABEL: h, INCLUDE_OR: {y: true}}}",
       kNo, kYes, kNo},
      {"label: one does not, one is unknown",
       "ODD: {m: {EXCLUDE_OR: {h: true}}}\n"
       "MODULES: {a: {LABELS: [h], INCLUDE_OR: {x: true}}, b: {LABELS: h, INCLUDE_OR: {y: true}}}",
       kNo, kMaybe, kMaybe},
      {"label: none does",
       "ODD: {m: {EXCLUDE_OR: {h: true}}}\n"
       "MODULES: {a: {LABELS: [h], INCLUDE_OR: {x: true}}, b: {LABELS: [h], INCLUDE_OR: {y: true}}}",
       kNo, kNo, kYes},
      {"not active: left out of AND",
       "ODD: {m: {INCLUDE_AND: {a: true, y: true}}}\nMODULES: {a: {ACTIVE: false, INCLUDE_AND: {x: true}}}", kNo, kYes,
       kYes},
      {"not active, and must not hold: left out, too",
       "ODD: {m: {INCLUDE_AND: {a: false, y: true}}}\nMODULES: {a: {ACTIVE: false, INCLUDE_AND: {x: true}}}", kYes,
       kYes, kYes},
      {"not active: left out of EXCLUDE_OR",
       "ODD: {m: {INCLUDE_AND: {y: true}, EXCLUDE_OR: {a: true}}}\n"
       "MODULES: {a: {ACTIVE: false, INCLUDE_AND: {x: true}}}",
       kYes, kYes, kYes},
      {"not active: its label goes without it",
       "ODD: {m: {EXCLUDE_OR: {h: true}}}\n"
       "MODULES: {a: {ACTIVE: false, LABELS: [h], INCLUDE_OR: {x: true}}, b: {LABELS: [h], INCLUDE_OR: {y: true}}}",
       kYes, kNo, kYes},
  };
  for (const Case& row : cases) {
    const ReadOdd read = kit::read_odd_text(kTwoBooleans + row.odd + "\n");
    ASSERT_TRUE(read.errors.empty()) << row.name << ": " << to_string(read.errors.front());
    EXPECT_EQ(root_for(read.odd, row.x, row.y), row.expected) << row.name;
  }
}

TEST(ConditionTruths, NumbersAndLiterals) {
  struct Case {
    const char* name;
    const char* condition;
    const char* about;
    Value value;
    Truth expected;
  };
  const double kmh = 1.0 / 3.6;
  const Case cases[] = {
      {"less", "speed: \"< 60 km/h\"", "speed", Value::number(59.9 * kmh), kYes},
      {"not less at the bound", "speed: \"< 60 km/h\"", "speed", Value::number(60 * kmh), kNo},
      {"at most", "speed: \"<= 60 km/h\"", "speed", Value::number(60 * kmh), kYes},
      {"more", "speed: \"> 10 m/s\"", "speed", Value::number(36.1 * kmh), kYes},
      {"at least", "speed: \">= 10 m/s\"", "speed", Value::number(10.0), kYes},
      {"range holds its ends", "speed: \"[10 .. 20] m/s\"", "speed", Value::number(20.0), kYes},
      {"beyond a range", "speed: \"[10 .. 20] m/s\"", "speed", Value::number(20.1), kNo},
      {"range with a comma", "speed: \"[10, 20] m/s\"", "speed", Value::number(15.0), kYes},
      {"range without quotes", "number_of_lanes: [2 .. 4]", "number_of_lanes", Value::number(3.0), kYes},
      {"two numbers are a range", "number_of_lanes: [2, 4]", "number_of_lanes", Value::number(3.0), kYes},
      {"three are a list", "number_of_lanes: [1, 2, 4]", "number_of_lanes", Value::number(3.0), kNo},
      {"two ranges are a list", "speed: [\"[0 .. 2] m/s\", \"[8 .. 9] m/s\"]", "speed", Value::number(8.5), kYes},
      {"between two ranges", "speed: [\"[0 .. 2] m/s\", \"[8 .. 9] m/s\"]", "speed", Value::number(5.0), kNo},
      {"two comparisons are a list", "speed: [\"< 2 m/s\", \"> 9 m/s\"]", "speed", Value::number(10.0), kYes},
      {"equal", "number_of_lanes: 3", "number_of_lanes", Value::number(3.0), kYes},
      {"equal with a sign", "number_of_lanes: \"= 3\"", "number_of_lanes", Value::number(2.0), kNo},
      {"within for certain", "speed: \"< 60 km/h\"", "speed", Value::between(0.0, 15.0), kYes},
      {"perhaps within", "speed: \"< 60 km/h\"", "speed", Value::between(10.0, 20.0), kMaybe},
      {"beyond for certain", "speed: \"< 60 km/h\"", "speed", Value::between(17.0, 20.0), kNo},
      {"another unit", "ambient_air_temperature: \"[5 .. 25] C\"", "ambient_air_temperature", Value::number(280.0),
       kYes},
      {"below zero", "ambient_air_temperature: \"< -5 C\"", "ambient_air_temperature", Value::number(267.0), kYes},
      {"literal", "lane_type: traffic_lane", "lane_type", Value::literal(1), kYes},
      {"another literal", "lane_type: traffic_lane", "lane_type", Value::literal(0), kNo},
      {"no literal fits", "lane_type: [traffic_lane, bus_lane]", "lane_type", Value{Value::Kind::literals}, kNo},
      {"level below", "rainfall_intensity: \"< heavy_rain\"", "rainfall_rate", Value::number(1e-6), kYes},
      {"level at the bound", "rainfall_intensity: \"<= heavy_rain\"", "rainfall_intensity", Value::literal(3), kYes},
      {"level above", "rainfall_intensity: \"> light_rain\"", "rainfall_intensity", Value::literal(1), kNo},
      {"range of levels", "rainfall_intensity: \"[light_rain .. heavy_rain]\"", "rainfall_intensity", Value::literal(2),
       kYes},
      {"range of levels without quotes", "rainfall_intensity: [light_rain .. heavy_rain]", "rainfall_intensity",
       Value::literal(4), kNo},
      {"number from a level", "rainfall_rate: \"< 8 mm/h\"", "rainfall_intensity", Value::literal(2), kYes},
      {"number from a level, perhaps", "rainfall_rate: \"< 5 mm/h\"", "rainfall_intensity", Value::literal(2), kMaybe},
      {"day is brightest, and comes first", "natural_illuminance: \"< night\"", "illuminance", Value::number(3000.0),
       kYes},
      {"text", "geofenced_areas: town.shp", "geofenced_areas", Value::literal(0), kYes},
  };
  for (const Case& row : cases) {
    const ReadOdd read = kit::read_odd_text("ODD: {m: {INCLUDE_AND: {" + std::string(row.condition) + "}}}\n");
    ASSERT_TRUE(read.errors.empty()) << row.name << ": " << to_string(read.errors.front());
    ConditionTruths truths(read.odd);
    EXPECT_EQ(truths.root(), kMaybe) << row.name << ": nothing is known yet";
    truths.set(read.odd.taxonomy.find(row.about).id, row.value);
    truths.update();
    EXPECT_EQ(truths.root(), row.expected) << row.name;
  }
}

TEST(ConditionTruths, BoundsMayBeConcepts) {
  const ReadOdd read = kit::read_odd_text(
      "TAXONOMY: {$ego_width: float length}\n"
      "ODD: {m: {INCLUDE_AND: {lane_width: \"> 1.75*$ego_width\"}}}\n");
  ASSERT_TRUE(read.errors.empty()) << to_string(read.errors.front());
  ConditionTruths truths(read.odd);
  const auto set = [&](const char* name, double value) {
    truths.set(read.odd.taxonomy.find(name).id, Value::number(value));
    truths.update();
  };
  set("lane_width", 3.5);
  EXPECT_EQ(truths.root(), kMaybe) << "the width of the ego is not known";
  set("ego_width", 1.9);
  EXPECT_EQ(truths.root(), kYes);
  set("ego_width", 2.0);
  EXPECT_EQ(truths.root(), kNo);
}

TEST(ConditionTruths, NameTheConditionsThatDecided) {
  const ReadOdd read = kit::read_odd_text(
      "TAXONOMY: {x: boolean, y: boolean, z: boolean}\n"
      "ODD: {m: {INCLUDE_AND: {x: true, OR: {y: true, z: true}}, EXCLUDE_OR: {bad: true}}}\n"
      "MODULES: {bad: {INCLUDE_AND: {speed: \"> 10 m/s\"}}}\n");
  ASSERT_TRUE(read.errors.empty()) << to_string(read.errors.front());
  ConditionTruths truths(read.odd);
  const auto set = [&](const char* name, const Value& value) { truths.set(read.odd.taxonomy.find(name).id, value); };
  const auto reasons = [&] {
    truths.update();
    std::string names;
    for (const ConditionId id : truths.reasons())
      names += read.odd.taxonomy.at(read.odd.conditions[id.index()].about).name + ' ';
    return names;
  };
  set("x", Value::boolean(true));
  set("y", Value::boolean(true));
  EXPECT_EQ(reasons(), "speed ") << "only that is not known";
  set("speed", Value::number(20.0));
  EXPECT_EQ(reasons(), "speed ");
  set("x", Value::boolean(false));
  EXPECT_EQ(reasons(), "x speed ");
  set("speed", Value::number(5.0));
  set("x", Value::boolean(true));
  set("y", Value::boolean(false));
  set("z", Value::boolean(false));
  EXPECT_EQ(reasons(), "y z ") << "either would have been enough";
}

TEST(ConditionTruths, LookOnlyAtWhatRestsOnAChange) {
  const ReadOdd read = kit::read_odd_text("ODD: {m: {INCLUDE_AND: {speed: \"< 10 m/s\", lane_width: \"> 3 m\"}}}\n");
  ConditionTruths truths(read.odd);
  const ConceptId speed = read.odd.taxonomy.find("speed").id;
  truths.set(speed, Value::number(5.0));
  EXPECT_TRUE(truths.update());
  EXPECT_EQ(truths.evaluations(), 1U);
  truths.set(speed, Value::number(5.0));
  EXPECT_FALSE(truths.update());
  truths.set(speed, Value::number(6.0));
  EXPECT_FALSE(truths.update()) << "it still holds";
  EXPECT_EQ(truths.evaluations(), 2U);
}

// ---- random modules against a second evaluator ----------------------------------------------------------------------

// A tree of sections, with the text that means it. `optional<bool>` is nothing where it is not known.
struct Section {
  bool is_any = false;
  struct Item {
    int concept_number = -1;  // of a boolean
    bool wanted = true;
    int module_number = -1;
    std::unique_ptr<Section> section;
  };
  std::vector<Item> items;
};
struct RandomModule {
  std::optional<Section> include, exclude;
};
constexpr int kConcepts = 8;
using Facts = std::array<std::optional<bool>, kConcepts>;

Section random_section(kit::Random& random, int modules_before, int depth) {
  Section section{.is_any = random.index(2) == 0};
  std::array<bool, kConcepts> taken{};
  const std::size_t count = 1 + random.index(4);
  for (std::size_t i = 0; i < count; ++i) {
    Section::Item item;
    item.wanted = random.index(2) == 0;
    const std::size_t kind = random.index(4);
    if (kind == 0 && depth < 3) {
      item.section = std::make_unique<Section>(random_section(random, modules_before, depth + 1));
    } else if (kind == 1 && modules_before > 0 && i == 0) {
      item.module_number = static_cast<int>(random.index(static_cast<std::size_t>(modules_before)));
    } else {
      item.concept_number = static_cast<int>(random.index(kConcepts));
      if (std::exchange(taken[static_cast<std::size_t>(item.concept_number)], true)) continue;
    }
    section.items.push_back(std::move(item));
  }
  return section;
}

void write(const Section& section, const std::string& indent, std::string& text) {
  for (const Section::Item& item : section.items) {
    if (item.section) {
      text += indent + "- " + (item.section->is_any ? "OR" : "AND") + ":\n";
      write(*item.section, indent + "    ", text);
    } else {
      const std::string name = item.module_number >= 0 ? "m" + std::to_string(item.module_number)
                                                       : "c" + std::to_string(item.concept_number);
      text += indent + "- " + name + ": " + (item.wanted ? "true" : "false") + '\n';
    }
  }
}

std::optional<bool> value_of(const RandomModule& module, const std::vector<RandomModule>& all, const Facts& facts);

std::optional<bool> value_of(const Section& section, const std::vector<RandomModule>& all, const Facts& facts) {
  bool any_unknown = false;
  for (const Section::Item& item : section.items) {
    std::optional<bool> one;
    if (item.section)
      one = value_of(*item.section, all, facts);
    else if (item.module_number >= 0)
      one = value_of(all[static_cast<std::size_t>(item.module_number)], all, facts);
    else
      one = facts[static_cast<std::size_t>(item.concept_number)];
    if (!item.section && one) one = *one == item.wanted;
    if (!one)
      any_unknown = true;
    else if (*one == section.is_any)
      return section.is_any;
  }
  if (any_unknown) return std::nullopt;
  return !section.is_any;
}

std::optional<bool> value_of(const RandomModule& module, const std::vector<RandomModule>& all, const Facts& facts) {
  const std::optional<bool> include = module.include ? value_of(*module.include, all, facts) : true;
  std::optional<bool> exclude = module.exclude ? value_of(*module.exclude, all, facts) : false;
  if ((include && !*include) || (exclude && *exclude)) return false;
  if (!include || !exclude) return std::nullopt;
  return true;
}

TEST(ConditionTruths, TenThousandRandomModuleTreesAgreeWithASecondEvaluator) {
  kit::Random random(23);
  std::array<int, 3> seen{};
  for (int tree = 0; tree < 10'000; ++tree) {
    std::vector<RandomModule> modules;
    const std::size_t count = 1 + random.index(4);
    std::string text = "TAXONOMY:\n";
    for (int i = 0; i < kConcepts; ++i) text += "  c" + std::to_string(i) + ": boolean\n";
    text += "MODULES:\n";
    for (std::size_t i = 0; i < count; ++i) {
      RandomModule module;
      const std::size_t which = random.index(3);
      if (which != 1) module.include = random_section(random, static_cast<int>(i), 0);
      if (which != 0) module.exclude = random_section(random, static_cast<int>(i), 0);
      text += "  m" + std::to_string(i) + ":\n";
      for (const auto& [section, word] :
           {std::pair(&module.include, "INCLUDE_"), std::pair(&module.exclude, "EXCLUDE_")})
        if (*section) {
          text += std::string("    ") + word + ((*section)->is_any ? "OR:\n" : "AND:\n");
          write(**section, "      ", text);
        }
      modules.push_back(std::move(module));
    }
    const ReadOdd read = kit::read_odd_text(text);
    ASSERT_TRUE(read.errors.empty()) << to_string(read.errors.front()) << '\n' << text;
    ConditionTruths truths(read.odd);
    Facts facts{};
    for (int step = 0; step < 6; ++step) {
      for (int change = 0; change < 3; ++change) {
        const std::size_t about = random.index(kConcepts);
        const std::size_t value = random.index(3);
        facts[about] = value == 0 ? std::optional<bool>() : value == 1;
        truths.set(read.odd.taxonomy.find("c" + std::to_string(about)).id,
                   facts[about] ? Value::boolean(*facts[about]) : Value{});
      }
      truths.update();
      for (std::size_t i = 0; i < count; ++i) {
        const std::optional<bool> expected = value_of(modules[i], modules, facts);
        const Truth found = truths.of(ModuleId(i));
        ++seen[static_cast<std::size_t>(found)];
        ASSERT_EQ(found, expected ? truth(*expected) : kMaybe) << "tree " << tree << ", module m" << i << '\n' << text;
      }
    }
  }
  for (const int times : seen) EXPECT_GT(times, 10'000) << "each verdict comes often enough to mean something";
}

}  // namespace
}  // namespace scrutineer::odd
