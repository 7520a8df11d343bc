// Of the ways from a lane, what is told is that of the way taken; where several are left, of none of them in particular,
// and in no case does it depend on which one the file has first.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "kit/approach_drives.h"
#include "kit/map_builder.h"

namespace scrutineer::checks {
namespace {

using namespace kit::approach;
using kit::CheckTester;
using kit::Crossing;
using kit::Found;
using testing::HasSubstr;
using testing::Not;

map::Document lit_document() {
  return kit::four_way_crossing({.arm_length = kArm, .lights = Crossing::Lights::on_arms});
}

// The same map, in another order: roads and connections last to first.
map::Document backwards(map::Document document) {
  std::ranges::reverse(document.roads);
  for (map::JunctionRecord& junction : document.junctions) std::ranges::reverse(junction.connections);
  return document;
}

// Of the first issue.
std::string issue_text(const Found& found, std::string_view name) {
  const auto& metrics = found.evaluation.infos.at(0)->metrics;
  for (std::size_t i = 0; i < metrics.size(); ++i)
    if (metrics[i].name == name) return std::get<std::string>(found.evaluation.issues.at(0).data.at(i));
  return "no such metric";
}

TEST(ApproachWays, OfAnIssueAreNamedOnlyIfTheWayIsKnown) {
  struct Case {
    const char *name, *via;
    bool turn_on_red;
    const char *manoeuvre, *over;
  };
  const Case cases[] = {
      {"known once it has left", "west_south", true, "right", "over lane -1 of road west_south (right)"},
      {"known once it has left, straight on", "west_east", true, "straight",
       "over lane -1 of road west_east (straight)"},
      {"the same on all ways, goes right", "west_south", false, "", ""},
      {"the same on all ways, goes left", "west_north", false, "", ""},
      {"the same on all ways, goes straight on", "west_east", false, "", ""},
  };
  const map::Document document = lit_document();
  for (const Case& c : cases) {
    for (const map::Document& telling : {document, backwards(document)}) {
      const auto map = map::build_network(telling);
      const CheckTester one = tester().with(kPath + (c.turn_on_red ? "turn_on_red=true" : "turn_on_red=false"));
      const Found found = one.on(*map).run(driving(*map, {.via = c.via, .light = kRed}));
      ASSERT_EQ(found.evaluation.issues.size(), 1U) << c.name;
      EXPECT_EQ(issue_text(found, "manoeuvre"), c.manoeuvre) << c.name;
      const std::string& details = found.evaluation.issues.front().details;
      if (*c.over != '\0')
        EXPECT_THAT(details, HasSubstr(c.over)) << c.name;
      else
        EXPECT_THAT(details, Not(HasSubstr(" over lane "))) << c.name;
    }
  }
}

TEST(ApproachWays, AreToldAlikeInWhicheverOrderTheFileHasThem) {
  const map::Document document = lit_document();
  const auto map = map::build_network(document), other = map::build_network(backwards(document));
  for (const char* via : {"west_east", "west_north", "west_south"}) {
    for (const auto& light : {kRed, kGreen, yellow_at(5.0), green_at(5.0)}) {
      const kit::RunData run = driving(*map, {.via = via, .light = light}).run();
      const Found first = tester().on(*map).run(run), second = tester().on(*other).run(run);
      EXPECT_EQ(first.issues(), second.issues()) << via;
      EXPECT_EQ(first.sentences(), second.sentences()) << via;
      EXPECT_EQ(first.intervals(), second.intervals()) << via;
      for (const char* name : {"verdict", "manoeuvre", "reference_line", "colour"})
        EXPECT_EQ(text(first, 0, name), text(second, 0, name)) << via << ", " << name;
    }
  }
}

// Two lights stand at the line, and the run tells of one.
TEST(ApproachWays, AreJudgedByTheLightThatIsKnown) {
  for (const bool known_first : {true, false}) {
    map::Document document = lit_document();
    std::vector<map::SignalRecord>& signals = kit::find_road(document, "west").signals;
    const auto light = std::ranges::find(signals, "light_west", &map::SignalRecord::id);
    ASSERT_NE(light, signals.end());
    map::SignalRecord second = *light;
    second.id = "dark";
    signals.insert(known_first ? light + 1 : light, second);
    const auto map = map::build_network(document);
    const Found found = tester().on(*map).run(driving(*map, {.light = kGreen}));
    EXPECT_EQ(text(found, 0, "verdict"), "passed") << known_first;
    EXPECT_EQ(text(found, 0, "signal"), "light_west") << known_first;
    EXPECT_THAT(found.notes(), testing::IsEmpty()) << known_first;
  }
}

}  // namespace
}  // namespace scrutineer::checks
