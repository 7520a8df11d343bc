#include "lang/vm/builtins.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

#include "lang/builtin_docs.h"
#include "lang/library.h"
#include "lang/vm/intrinsics.h"

namespace scrutineer::lang {
namespace {

using testing::HasSubstr;
using testing::Not;

std::string of_builtin(const Builtin& builtin) {
  return std::string(builtin.owner) + ": " + std::string(builtin.declaration);
}

TEST(Builtins, AreDeclaredAndExplainedOnce) {
  std::set<std::string> declared;
  for (const Builtin& builtin : builtins()) {
    const Signature signature = signature_of(builtin.declaration);
    EXPECT_TRUE(declared.insert(of_builtin(builtin)).second) << of_builtin(builtin);
    EXPECT_NE(builtin.function == nullptr, builtin.gives == nullptr) << of_builtin(builtin);
    EXPECT_TRUE(builtin.gives == nullptr || builtin.gives->value != nullptr) << of_builtin(builtin);
    if (!signature.is_field && !signature.is_method && !builtin.rule) continue;  // no user calls it
    EXPECT_TRUE(builtin.meaning.ends_with('.') || builtin.meaning.ends_with('?')) << of_builtin(builtin);
    if (builtin.rule) continue;
    // A type that the library does not have, or that has no place for builtins, would lose them.
    EXPECT_THAT(domain_library(), HasSubstr("    " + std::string(builtin.declaration))) << of_builtin(builtin);
  }
}

TEST(Builtins, DeclarationsComeApart) {
  struct Case {
    std::string_view declaration, name, parameters, type;
    bool is_field, is_method;
  };
  const Case cases[] = {
      {"var age: time", "age", "", "time", true, false},
      {"var vehicles: list of vehicle", "vehicles", "", "list of vehicle", true, false},
      {"def trim() -> string", "trim", "", "string", false, true},
      {"def ticks(period: time) -> bool", "ticks", "period: time", "bool", false, true},
      {"def log_info(text: string)", "log_info", "text: string", "", false, true},
      {"contains(list, x) -> bool", "contains", "list, x", "bool", false, false},
      {"abs(x)", "abs", "x", "", false, false},
  };
  for (const Case& c : cases) {
    const Signature parts = signature_of(c.declaration);
    EXPECT_EQ(parts.name, c.name) << c.declaration;
    EXPECT_EQ(parts.parameters, c.parameters) << c.declaration;
    EXPECT_EQ(parts.type, c.type) << c.declaration;
    EXPECT_EQ(parts.is_field, c.is_field) << c.declaration;
    EXPECT_EQ(parts.is_method, c.is_method) << c.declaration;
  }
}

// What is known of a function beside what it does follows from its row.
TEST(Intrinsics, FollowFromTheirDeclarations) {
  struct Case {
    const char* name;
    std::uint32_t arguments;
    AskedOf asked_of;
    bool is_truth;  // answered with no for somebody who is not there
    const char* fact;
  };
  const Case cases[] = {
      {"builtin.is_defined", 1, AskedOf::nobody, true, ""},
      {"instance.actor", 1, AskedOf::nobody, false, ""},
      {"issue.modify", 3, AskedOf::nobody, false, ""},
      {"issue.modify_any", 2, AskedOf::nobody, false, ""},
      {"list.contains", 2, AskedOf::list, true, ""},
      {"list.set", 3, AskedOf::list, false, ""},
      {"local_speed.lon", 1, AskedOf::actor, false, "local_speed.lon"},
      {"map.exists", 0, AskedOf::nobody, true, ""},
      {"map.is_divided", 1, AskedOf::actor, true, "road_position"},
      {"map.light_colour", 1, AskedOf::nobody, false, "lights"},
      {"map.marking", 2, AskedOf::actor, false, "road_position"},
      {"math.min", 2, AskedOf::nobody, false, ""},
      {"object_state.lane_count", 1, AskedOf::actor, false, "lane_count"},
      {"object_state.speed", 1, AskedOf::actor, false, "speed"},
      {"object_state.touches_junction", 1, AskedOf::actor, true, "touches_junction"},
      {"physical_object.as_a", 2, AskedOf::actor, false, ""},
      {"physical_object.get_min_ttc_to_objects", 3, AskedOf::actor, false, "ttc"},
      {"physical_object.get_ttc", 3, AskedOf::two_actors, false, "ttc"},
      {"physical_object.is_present", 1, AskedOf::nobody, true, ""},
      {"physical_object.mdrac", 2, AskedOf::two_actors, false, "ttc"},
      {"physical_object.overlaps", 2, AskedOf::two_actors, true, ""},
      {"physical_object.road_distance", 6, AskedOf::two_actors, false, "road_distance.lon"},
      {"physical_object.road_distance_by_mode", 5, AskedOf::two_actors, false, "road_distance.lon"},
      {"string.split", 2, AskedOf::text, false, ""},
      {"top.ticks", 1, AskedOf::nobody, true, ""},
      {"top.time", 0, AskedOf::nobody, false, ""},
      {"vehicle.av_state", 1, AskedOf::actor, false, ""},
  };
  for (const Case& c : cases) {
    const auto place = find_intrinsic(c.name);
    ASSERT_TRUE(place) << c.name;
    const Intrinsic& intrinsic = intrinsics()[*place];
    EXPECT_EQ(intrinsic.arguments, c.arguments) << c.name;
    EXPECT_EQ(intrinsic.asked_of, c.asked_of) << c.name;
    EXPECT_EQ(intrinsic.otherwise == 0.0, c.is_truth) << c.name;
    EXPECT_EQ(intrinsic.fact == nullptr ? "" : intrinsic.fact->name, c.fact) << c.name;
  }
  EXPECT_FALSE(find_intrinsic("object_state.crosswalk_ahead"));  // map.distance_to_crosswalk() gives it
}

TEST(Library, DeclaresFactsAndBuiltins) {
  for (const char* lines :
       {"    # Over ground, in the plane; below 0 when a vehicle moves backwards.\n    var speed: speed\n",
        "struct local_jerk inherits view:\n    # Change of acceleration along its own heading.\n    var lon: jerk\n",
        "    var local_jerk: local_jerk\n", "    var lane_count: int\n", "    var touches_junction: bool\n",
        "    def ticks(period: time) -> bool is external builtin()\n",
        "    def modify(severity: issue_severity, reason: string = \"\") is external builtin(\"issue.modify_any\")\n",
        "extend string:\n    # In characters.\n    def length() -> int is external builtin()\n"})
    EXPECT_THAT(domain_library(), HasSubstr(lines));
  EXPECT_THAT(domain_library(), Not(HasSubstr("pass  # builtins")));
  EXPECT_THAT(domain_library(), Not(HasSubstr("# views of facts")));
}

TEST(Page, HasARowForWhatAUserMayAsk) {
  const std::string page = builtins_markdown();
  for (const char* row :
       {"| `actor.state.speed` | speed | velocity, otherwise 1 difference | Over ground,",
        "| `actor.state.local_jerk.lat` | jerk |",
        "| `actor.distance(other: physical_object)` | length |  | From centre",
        "| `map.lane_width(of: physical_object)` | length | a map |", "| `top.time` | time |",
        "| `abs(x)` | as its arguments |", "| `sut_error(kind: issue_kind, details: string = \"\")` |  |",
        "| `issues.curr.severity` | issue_severity |"})
    EXPECT_THAT(page, HasSubstr(row));
  EXPECT_THAT(page, Not(HasSubstr("contains_all_texts")));  // what only operators call
}

}  // namespace
}  // namespace scrutineer::lang
