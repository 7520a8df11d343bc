#include "watch/settings.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "watch/parameter_text.h"

namespace scrutineer::watch {
namespace {

using namespace literals;
using namespace std::chrono_literals;

namespace physical {
constexpr Parameter<Speed> kMaxSpeed{"physical.max_speed", 200.0_kmh, "A speed."};
}  // namespace physical
namespace policy {
constexpr Parameter<Speed> kMaxSpeed{"policy.max_speed", 150.0_kmh, "A speed."};
constexpr Parameter<Jerk> kMaxJerk{"policy.max_jerk", 15.0_mps3, "A jerk.", kNotNegative};
constexpr Parameter<double> kTolerancePercent{"policy.checks_tolerance_percent", 0.0, "A share.",
                                              Range{.least = 0.0, .most = 100.0}};
}  // namespace policy

double quarter_width(const trace::ActorInfo& actor) { return actor.width / 4.0; }

// A small catalogue with one of each kind of declaration.
class SettingsTest : public testing::Test {
 protected:
  SettingsTest() {
    checks_.push_back({{.name = "speed_policy",
                        .kinds = {{.name = "speed_policy", .sut = Severity::warning, .other = Severity::ignore}},
                        .parameters = {&policy::kMaxSpeed, &policy::kTolerancePercent}},
                       {}});
    checks_.push_back({{.name = "speed_physical",
                        .kinds = {{.name = "speed_physical"}},
                        .parameters = {&physical::kMaxSpeed, &policy::kTolerancePercent}},
                       {}});
    checks_.push_back({{.name = "jerk_policy",
                        .enabled = false,
                        .kinds = {{.name = "jerk_policy"}},
                        .parameters = {&policy::kMaxJerk}},
                       {}});
    checks_.push_back({{.name = "teleportation",
                        .subject = Subject::physical_object,
                        .for_npc = false,
                        .kinds = {{.name = "teleportation", .severity = &severity_parameter_}},
                        .parameters = {&kTeleportationEnabled, &kSmoothingTime, &severity_parameter_}},
                       {}});
    checks_.push_back({{.name = "road_departure",
                        .kinds = {{.name = "road_departure"}},
                        .parameters = {&kWarningThreshold, &kErrorThreshold}},
                       {}});
    car_.id = "7";
    car_.category = trace::Category::car;
    car_.width = 2.0;
    truck_.id = "t.1";
    truck_.category = trace::Category::truck;
    person_.id = "p";
    person_.type = trace::ActorType::person;
    person_.category = trace::Category::person;
  }

  Settings settings() const { return Settings(checks_); }
  // Applies all; the first problem.
  static std::string apply(Settings& settings, std::span<const std::string_view> assignments) {
    for (const std::string_view assignment : assignments)
      if (const auto problem = settings.set(assignment)) return problem->message;
    return "";
  }
  const CheckInfo& check(std::string_view name) const {
    return std::ranges::find(checks_, name, [](const Check& known) { return known.info.name; })->info;
  }

  static constexpr Parameter<bool> kTeleportationEnabled{
      "ftlx_global_eval_config.ego_teleportation_checker_config.enabled", true, "Whether it is on."};
  static constexpr Parameter<Seconds> kSmoothingTime{
      "ftlx_global_eval_config.ego_teleportation_checker_config.smoothing_time", 0.4_s, "How smooth.", kNotNegative};
  static constexpr Parameter<Distance> kWarningThreshold{"road_departure.warning_threshold", 10.0_cm, "A warning.",
                                                         kNotNegative};
  static constexpr Parameter<Distance> kErrorThreshold{"road_departure.error_threshold", &quarter_width,
                                                       "bbox.width / 4", "An error.", kNotNegative};
  const Parameter<Severity> severity_parameter_{
      "ftlx_global_eval_config.ego_teleportation_checker_config.issue_severity", Severity::warning, severity_words(),
      "How bad."};
  std::vector<Check> checks_;
  trace::ActorInfo car_, truck_, person_;
};

TEST_F(SettingsTest, ResolvesFromBroadToNarrow) {
  struct Case {
    const char* name;
    std::vector<std::string_view> set;
    double npc_car, npc_truck, ego_car;  // kph
  };
  const Case cases[] = {
      {"nothing set", {}, 150, 150, 150},
      {"every vehicle", {"policy.max_speed=100kph"}, 100, 100, 100},
      {"a root type", {"physical_object.policy.max_speed=100kph"}, 100, 100, 100},
      {"a type", {"car.policy.max_speed=100kph"}, 100, 150, 100},
      {"another type", {"person.policy.max_speed=100kph"}, 150, 150, 150},
      {"the ego", {"sut.policy.max_speed=100kph"}, 150, 150, 100},
      {"the ego as a car", {"sut.car.policy.max_speed=100kph"}, 150, 150, 100},
      {"the ego as its type", {"sut_vehicle.policy.max_speed=100kph"}, 150, 150, 100},
      {"others", {"npc.policy.max_speed=100kph"}, 100, 100, 150},
      {"other vehicles", {"npc_vehicle.policy.max_speed=100kph"}, 100, 100, 150},
      {"one actor", {"actors.t.1.policy.max_speed=100kph"}, 150, 100, 150},
      {"the last of the same", {"policy.max_speed=100kph", "policy.max_speed=90kph"}, 90, 90, 90},
      {"physical_object yields to vehicle",
       {"vehicle.policy.max_speed=100kph", "physical_object.policy.max_speed=90kph"},
       100,
       100,
       100},
      {"vehicle, then nobody named", {"vehicle.policy.max_speed=100kph", "policy.max_speed=90kph"}, 90, 90, 90},
      {"nobody named, then vehicle", {"policy.max_speed=100kph", "vehicle.policy.max_speed=90kph"}, 90, 90, 90},
      {"vehicle yields to car", {"car.policy.max_speed=100kph", "vehicle.policy.max_speed=90kph"}, 100, 90, 100},
      {"car yields to the ego", {"sut.policy.max_speed=100kph", "car.policy.max_speed=90kph"}, 90, 150, 100},
      {"a role yields to the actor",
       {"actors.7.policy.max_speed=100kph", "npc.policy.max_speed=90kph", "sut.policy.max_speed=80kph"},
       100,
       90,
       100},
      {"another parameter", {"physical.max_speed=100kph"}, 150, 150, 150},
  };
  for (const auto& [name, set, npc_car, npc_truck, ego_car] : cases) {
    Settings settings = this->settings();
    ASSERT_EQ(apply(settings, set), "") << name;
    const auto kph = [&](const trace::ActorInfo& actor, bool is_ego) {
      return value_text(policy::kMaxSpeed, settings.value(policy::kMaxSpeed, actor, is_ego));
    };
    EXPECT_EQ(kph(car_, false), std::to_string(static_cast<int>(npc_car)) + "kph") << name;
    EXPECT_EQ(kph(truck_, false), std::to_string(static_cast<int>(npc_truck)) + "kph") << name;
    EXPECT_EQ(kph(car_, true), std::to_string(static_cast<int>(ego_car)) + "kph") << name;
  }
}

TEST_F(SettingsTest, NamesActorsById) {
  struct Case {
    const char *name, *assignment, *id;
  };
  const Case cases[] = {
      {"plain", "actors.7.policy.max_speed=100kph", "7"},
      {"with dots", "actors.flow.1.0.policy.max_speed=100kph", "flow.1.0"},
      {"between bars", "actors.|7|.policy.max_speed=100kph", "7"},
      {"between bars, with dots", "actors.|a.b|.policy.max_speed=100kph", "a.b"},
      {"between bars, like a path", "actors.|a.policy.max_speed|.policy.max_speed=100kph", "a.policy.max_speed"},
      {"with an equals sign", "actors.a=b.policy.max_speed=100kph", "a=b"},
      {"with bars of its own", "actors.|a|.b|.policy.max_speed=100kph", "a|.b"},
      {"with blanks", "actors.the red car.policy.max_speed = 100kph", "the red car"},
  };
  for (const auto& [name, assignment, id] : cases) {
    Settings settings = this->settings();
    const auto problem = settings.set(assignment);
    ASSERT_FALSE(problem) << name << ": " << problem->message;
    EXPECT_EQ(settings.actors_named(), std::vector<std::string>{id}) << name;
    trace::ActorInfo actor = car_;
    actor.id = id;
    EXPECT_EQ(settings.value(policy::kMaxSpeed, actor, false), (100.0_kmh).si()) << name;
  }
}

TEST_F(SettingsTest, DefaultsMayDependOnTheActor) {
  Settings settings = this->settings();
  EXPECT_EQ(settings.value(kErrorThreshold, car_, false), 0.5);
  ASSERT_EQ(settings.set("road_departure.error_threshold=30cm"), std::nullopt);
  EXPECT_EQ(settings.value(kErrorThreshold, car_, false), 0.3);
}

TEST_F(SettingsTest, SaysWhatIsWrongWithAnAssignment) {
  struct Case {
    const char *name, *assignment, *problem;
  };
  const Case cases[] = {
      {"no value", "policy.max_speed", "policy.max_speed: expected PATH=VALUE, such as policy.max_speed=130kph"},
      {"nothing", "", ": expected PATH=VALUE, such as policy.max_speed=130kph"},
      {"no unit", "policy.max_speed=130", "policy.max_speed=130: expected a speed with its unit, such as 130kph"},
      {"out of range", "car.policy.max_jerk=-1mpspsps", "car.policy.max_jerk=-1mpspsps: must be at least 0mpspsps"},
      {"a slip in the path", "policy.max_sped=1kph",
       "policy.max_sped=1kph: there is no such setting; did you mean \"policy.max_speed\"?"},
      {"a slip in the group", "polcy.max_speed=1kph",
       "polcy.max_speed=1kph: there is no such setting; did you mean \"policy.max_speed\"?"},
      {"a slip after the scope", "sut.car.policy.max_sped=1kph",
       "sut.car.policy.max_sped=1kph: there is no such setting; did you mean \"sut.car.policy.max_speed\"?"},
      {"a slip after an actor", "actors.7.policy.max_sped=1kph",
       "actors.7.policy.max_sped=1kph: there is no such setting; did you mean \"actors.7.policy.max_speed\"?"},
      {"no group", "max_speed=1kph",
       "max_speed=1kph: there is no such setting; did you mean \"physical.max_speed\" or \"policy.max_speed\"?"},
      {"no group after a scope", "car.max_speed=1kph",
       "car.max_speed=1kph: there is no such setting; did you mean \"car.physical.max_speed\" or "
       "\"car.policy.max_speed\"?"},
      {"by the checker's name", "teleportation.smoothing_time=1s",
       "teleportation.smoothing_time=1s: there is no such setting; did you mean "
       "\"ftlx_global_eval_config.ego_teleportation_checker_config.smoothing_time\"?"},
      {"its own enabled governs", "sut.teleportation.enabled=false",
       "sut.teleportation.enabled=false: there is no such setting; did you mean "
       "\"ftlx_global_eval_config.ego_teleportation_checker_config.enabled\"?"},
      {"like nothing", "weather.rain=1",
       "weather.rain=1: there is no such setting; scrutineer list settings shows what there is"},
      {"a slip in the scope", "carr.policy.max_speed=1kph",
       "carr.policy.max_speed=1kph: \"carr\" is no type of actor, sut, npc_vehicle or actors.ID; did you mean "
       "\"car.policy.max_speed\"?"},
      {"a scope like nothing", "everybody.policy.max_speed=1kph",
       "everybody.policy.max_speed=1kph: \"everybody\" is no type of actor, sut, npc_vehicle or actors.ID"},
      {"no id", "actors.policy.max_speed=1kph",
       "actors.policy.max_speed=1kph: the actor's id is missing: actors.ID.policy.max_speed"},
      {"a scope before a path from the root",
       "car.ftlx_global_eval_config.ego_teleportation_checker_config.smoothing_time=1s",
       "car.ftlx_global_eval_config.ego_teleportation_checker_config.smoothing_time=1s: is the same for everybody: "
       "leave out \"car.\""},
      {"two signs", "policy.max_speed==1kph",
       "policy.max_speed==1kph: there is no such setting; did you mean \"policy.max_speed\"?"},
      {"an empty id", "actors..policy.max_speed=1kph",
       "actors..policy.max_speed=1kph: the actor's id is missing: actors.ID.policy.max_speed"},
  };
  for (const auto& [name, assignment, problem] : cases) {
    Settings settings = this->settings();
    const auto found = settings.set(assignment);
    EXPECT_EQ(found ? found->message : "", problem) << name;
    EXPECT_EQ(settings.value(policy::kMaxSpeed, car_, false), policy::kMaxSpeed.fallback) << name;
  }
}

TEST_F(SettingsTest, TakesScopesAndValuesOfTheLanguage) {
  using Kind = Scope::Kind;
  struct Case {
    const char *name, *path;
    Scope scope;
    double value;
    const char* problem;
  };
  const char* from_root = kSmoothingTime.path.data();
  const Case cases[] = {
      {"every", "policy.max_speed", {}, 10.0, ""},
      {"a type", "policy.max_speed", {Kind::type, "car"}, 10.0, ""},
      {"the ego by any of its names", "policy.max_speed", {Kind::role, "sut_vehicle"}, 10.0, ""},
      {"an actor", "policy.max_speed", {Kind::actor, "7"}, 10.0, ""},
      {"from the root", from_root, {}, 10.0, ""},
      {"no path", "policy.max", {}, 10.0, "policy.max: there is no such setting"},
      {"no type", "policy.max_speed", {Kind::type, "cow"}, 10.0, "policy.max_speed: \"cow\" names no actors"},
      {"no role", "policy.max_speed", {Kind::role, "cow"}, 10.0, "policy.max_speed: \"cow\" names no actors"},
      {"no id", "policy.max_speed", {Kind::actor, ""}, 10.0, "policy.max_speed: \"\" names no actors"},
      {"out of range", "policy.max_jerk", {}, -1.0, "policy.max_jerk: must be at least 0mpspsps"},
      {"from the root for some",
       "ftlx_global_eval_config.ego_teleportation_checker_config.smoothing_time",
       {Kind::type, "car"},
       1.0,
       "ftlx_global_eval_config.ego_teleportation_checker_config.smoothing_time: is the same for everybody"},
  };
  for (const auto& [name, path, scope, value, problem] : cases) {
    Settings settings = this->settings();
    const auto found = settings.set(path, scope, value);
    EXPECT_EQ(found ? found->message : "", problem) << name;
    if (path == std::string_view("policy.max_speed") && !found) {
      EXPECT_EQ(settings.value(policy::kMaxSpeed, car_, true), value) << name;
    }
  }
}

TEST_F(SettingsTest, EnablesChecks) {
  struct Case {
    const char* name;
    std::string_view check;
    std::vector<std::string_view> steps;  // "+NAME" enables, "-NAME" disables, others set
    bool ego, npc, person;
  };
  constexpr std::string_view kOwnOff = "ftlx_global_eval_config.ego_teleportation_checker_config.enabled=false";
  const Case cases[] = {
      {"on by default", "speed_policy", {}, true, true, true},
      {"off by default", "jerk_policy", {}, false, false, false},
      {"for the ego by default", "teleportation", {}, true, false, false},
      {"enable what is off", "jerk_policy", {"+jerk_policy"}, true, true, true},
      {"enable what is for the ego", "teleportation", {"+teleportation"}, true, false, false},
      {"enable for all", "teleportation", {"+teleportation@all"}, true, true, true},
      {"enable for others", "jerk_policy", {"+jerk_policy@npc"}, false, true, true},
      {"enable for the ego", "jerk_policy", {"+jerk_policy@sut"}, true, false, false},
      {"disable", "speed_policy", {"-speed_policy"}, false, false, false},
      {"disable for the ego", "speed_policy", {"-speed_policy@sut"}, false, true, true},
      {"disable for others", "speed_policy", {"-speed_policy@npc"}, true, false, false},
      {"the last counts", "speed_policy", {"-speed_policy@sut", "+speed_policy@all"}, true, true, true},
      {"another check", "speed_policy", {"-speed_physical"}, true, true, true},
      {"by path", "jerk_policy", {"jerk_policy.enabled=true"}, true, true, true},
      {"by path for vehicles", "jerk_policy", {"vehicle.jerk_policy.enabled=true"}, true, true, false},
      {"by path for other vehicles", "jerk_policy", {"npc_vehicle.jerk_policy.enabled=true"}, false, true, false},
      {"by path for one", "speed_policy", {"actors.7.speed_policy.enabled=false"}, false, false, true},
      {"later, by path", "speed_policy", {"+speed_policy", "speed_policy.enabled=false"}, false, false, false},
      {"later, by path, on again", "speed_policy", {"-speed_policy", "speed_policy.enabled=true"}, true, true, true},
      {"later, for a type", "speed_policy", {"+speed_policy", "car.speed_policy.enabled=false"}, false, false, true},
      {"earlier, by path", "speed_policy", {"sut.speed_policy.enabled=true", "-speed_policy"}, false, false, false},
      {"a switch for the ego outweighs a later path",
       "speed_policy",
       {"+speed_policy@sut", "speed_policy.enabled=false"},
       true,
       false,
       false},
      {"a switch outweighs a type",
       "speed_policy",
       {"+speed_policy@all", "car.speed_policy.enabled=false"},
       true,
       true,
       true},
      {"an actor outweighs a switch",
       "jerk_policy",
       {"actors.p.jerk_policy.enabled=false", "+jerk_policy@all"},
       true,
       true,
       false},
      {"its own parameter", "teleportation", {kOwnOff}, false, false, false},
      {"a switch outweighs its own parameter", "teleportation", {kOwnOff, "+teleportation@npc"}, false, true, true},
      {"its own parameter keeps to whom it is for",
       "teleportation",
       {"ftlx_global_eval_config.ego_teleportation_checker_config.enabled=true"},
       true,
       false,
       false},
  };
  for (const auto& [name, checked, steps, ego, npc, person] : cases) {
    Settings settings = this->settings();
    for (const std::string_view step : steps) {
      const auto problem = step.starts_with('+')   ? settings.enable(step.substr(1))
                           : step.starts_with('-') ? settings.disable(step.substr(1))
                                                   : settings.set(step);
      ASSERT_FALSE(problem) << name << ": " << problem->message;
    }
    EXPECT_EQ(settings.is_enabled(check(checked), car_, true), ego) << name;
    EXPECT_EQ(settings.is_enabled(check(checked), car_, false), npc) << name;
    EXPECT_EQ(settings.is_enabled(check(checked), person_, false), person) << name;
  }
}

// What stands in a modifier of a program has a name that begins with the modifier's.
TEST(ModifierSettings, AreSwitchedWithWhatTheyNeed) {
  struct Case {
    const char* name;
    std::vector<std::string_view> steps;
    std::vector<std::string_view> on;  // for vehicles that are not the ego
  };
  const std::vector<std::string_view> all{"m", "m.c", "m.d", "m.in", "m.in.e", "mm"};
  const Case cases[] = {
      {"as declared", {}, all},
      {"a modifier is off with all in it", {"-m"}, {"mm"}},
      {"one in it is on again", {"-m", "+m.c"}, {"m", "m.c", "mm"}},
      {"by path", {"-m", "m.c.enabled=true"}, {"m", "m.c", "mm"}},
      {"for others", {"-m", "+m.c@npc"}, {"m", "m.c", "mm"}},
      {"for the ego only", {"-m", "+m.c@sut"}, {"mm"}},
      {"deeper", {"-m", "+m.in.e"}, {"m", "m.in", "m.in.e", "mm"}},
      {"a modifier in another", {"-m", "+m.in"}, {"m", "m.in", "m.in.e", "mm"}},
      {"the last counts", {"+m.c", "-m"}, {"mm"}},
      {"one in it is off", {"-m.c"}, {"m", "m.d", "m.in", "m.in.e", "mm"}},
      {"and on with all", {"-m.c", "+m"}, all},
  };
  std::vector<Check> checks;
  for (const std::string_view name : all) checks.push_back({{.name = name}, {}});
  for (const auto& [name, steps, on] : cases) {
    Settings settings(checks);
    for (const std::string_view step : steps) {
      const auto problem = step.starts_with('+')   ? settings.enable(step.substr(1))
                           : step.starts_with('-') ? settings.disable(step.substr(1))
                                                   : settings.set(step);
      ASSERT_FALSE(problem) << name << ": " << problem->message;
    }
    std::vector<std::string_view> found;
    for (const Check& check : checks)
      if (settings.is_enabled(check.info, {}, false)) found.push_back(check.info.name);
    EXPECT_EQ(found, on) << name;
  }
}

TEST_F(SettingsTest, SaysWhatIsWrongWithASwitch) {
  struct Case {
    const char *name, *text, *problem;
  };
  const Case cases[] = {
      {"a slip", "telportation", "telportation: there is no checker \"telportation\"; did you mean \"teleportation\"?"},
      {"a slip, for some", "jerk_polcy@sut",
       "jerk_polcy@sut: there is no checker \"jerk_polcy\"; did you mean \"jerk_policy\"?"},
      {"like nothing", "weather",
       "weather: there is no checker \"weather\"; scrutineer list checkers shows what there is"},
      {"nothing", "", ": there is no checker \"\"; scrutineer list checkers shows what there is"},
      {"no whom", "teleportation@", "teleportation@: expected @sut, @npc or @all after the checker's name"},
      {"an unknown whom", "teleportation@cars",
       "teleportation@cars: expected @sut, @npc or @all after the checker's name"},
  };
  for (const auto& [name, text, problem] : cases) {
    Settings settings = this->settings();
    const auto enabling = settings.enable(text), disabling = settings.disable(text);
    EXPECT_EQ(enabling ? enabling->message : "", problem) << name;
    EXPECT_EQ(disabling ? disabling->message : "", problem) << name;
  }
}

TEST_F(SettingsTest, SetsSeverities) {
  struct Case {
    const char* name;
    std::string_view check;
    std::vector<std::string_view> levels;
    std::vector<std::string_view> set;
    Severity sut, other;
    bool is_named;
  };
  constexpr std::string_view kOwn = "ftlx_global_eval_config.ego_teleportation_checker_config.issue_severity=error";
  using enum Severity;
  const Case cases[] = {
      {"by default", "speed_policy", {}, {}, warning, ignore, false},
      {"for all", "speed_policy", {"speed_policy=info"}, {}, info, info, true},
      {"for the ego", "speed_policy", {"speed_policy=error@sut"}, {}, error, ignore, true},
      {"for others", "speed_policy", {"speed_policy=error_continue@other"}, {}, warning, error_continue, true},
      {"the last counts", "speed_policy", {"speed_policy=info@sut", "speed_policy=ignore"}, {}, ignore, ignore, true},
      {"another kind", "speed_policy", {"speed_physical=info"}, {}, warning, ignore, false},
      {"by its parameter's default", "teleportation", {}, {}, warning, warning, false},
      {"by its parameter", "teleportation", {}, {kOwn}, error, error, false},
      {"outweighs its parameter", "teleportation", {"teleportation=info@sut"}, {kOwn}, info, error, true},
  };
  for (const auto& [name, checked, levels, set, sut, other, is_named] : cases) {
    Settings settings = this->settings();
    for (const std::string_view level : levels) {
      const auto problem = settings.severity(level);
      ASSERT_FALSE(problem) << name << ": " << problem->message;
    }
    ASSERT_EQ(apply(settings, set), "") << name;
    const KindInfo& kind = check(checked).kinds.front();
    EXPECT_EQ(settings.severity(kind, car_, true), sut) << name;
    EXPECT_EQ(settings.severity(kind, car_, false), other) << name;
    EXPECT_EQ(settings.names_kind(kind.name), is_named) << name;
  }
}

TEST_F(SettingsTest, SaysWhatIsWrongWithASeverity) {
  struct Case {
    const char *name, *text, *problem;
  };
  const Case cases[] = {
      {"no level", "speed_policy",
       "speed_policy: expected KIND=LEVEL, such as speed_limit=warning or speed_limit=warning@sut"},
      {"a slip in the kind", "sped_policy=info",
       "sped_policy=info: there is no kind of issue \"sped_policy\"; did you mean \"speed_policy\"?"},
      {"a kind like nothing", "rain=info",
       "rain=info: there is no kind of issue \"rain\"; scrutineer list checkers shows what there is"},
      {"a slip in the level", "speed_policy=warnin",
       "speed_policy=warnin: expected one of ignore, info, warning, error_continue, error; did you mean \"warning\"?"},
      {"a level like nothing", "speed_policy=bad@sut",
       "speed_policy=bad@sut: expected one of ignore, info, warning, error_continue, error"},
      {"an empty level",
       "speed_policy=", "speed_policy=: expected one of ignore, info, warning, error_continue, error"},
      {"an unknown whom", "speed_policy=info@npc", "speed_policy=info@npc: expected @sut or @other after the level"},
      {"no whom", "speed_policy=info@", "speed_policy=info@: expected @sut or @other after the level"},
  };
  for (const auto& [name, text, problem] : cases) {
    Settings settings = this->settings();
    const auto found = settings.severity(text);
    EXPECT_EQ(found ? found->message : "", problem) << name;
    EXPECT_FALSE(settings.names_kind("speed_policy")) << name;
  }
}

TEST_F(SettingsTest, JoinsViolationsByMergeGap) {
  Settings settings = this->settings();
  EXPECT_EQ(settings.merge_gap(check("speed_policy"), car_, false), 0s);
  const std::string_view steps[] = {"speed_policy.merge_gap=2s", "sut.speed_policy.merge_gap=500ms"};
  ASSERT_EQ(apply(settings, steps), "");
  EXPECT_EQ(settings.merge_gap(check("speed_policy"), car_, false), 2s);
  EXPECT_EQ(settings.merge_gap(check("speed_policy"), car_, true), 500ms);
  EXPECT_EQ(settings.merge_gap(check("speed_physical"), car_, true), 0s);
  CheckInfo hovering = check("speed_policy");
  hovering.name = "hovering";
  hovering.merge_gap = 300ms;
  EXPECT_EQ(settings.merge_gap(hovering, car_, true), 300ms) << "its own";
  hovering.merge_gap.reset();
  EXPECT_EQ(settings.merge_gap(hovering, car_, true), 0s) << "it has none";
  EXPECT_EQ(settings.set("speed_policy.merge_gap=-1s")->message, "speed_policy.merge_gap=-1s: must be at least 0s");
}

TEST_F(SettingsTest, ListsAllByPathWithThoseWhoReadThem) {
  const Settings settings = this->settings();
  std::vector<std::string> listed;
  for (const auto& [parameter, checks] : settings.all()) {
    std::string line(parameter->path);
    for (const std::string_view name : checks) line += " " + std::string(name);
    listed.push_back(line);
  }
  const std::vector<std::string> expected = {
      "ftlx_global_eval_config.ego_teleportation_checker_config.enabled teleportation",
      "ftlx_global_eval_config.ego_teleportation_checker_config.issue_severity teleportation",
      "ftlx_global_eval_config.ego_teleportation_checker_config.smoothing_time teleportation",
      "jerk_policy.enabled jerk_policy",
      "jerk_policy.merge_gap jerk_policy",
      "physical.max_speed speed_physical",
      "policy.checks_tolerance_percent speed_physical speed_policy",
      "policy.max_jerk jerk_policy",
      "policy.max_speed speed_policy",
      "profile",
      "road_departure.enabled road_departure",
      "road_departure.error_threshold road_departure",
      "road_departure.merge_gap road_departure",
      "road_departure.warning_threshold road_departure",
      "speed_physical.enabled speed_physical",
      "speed_physical.merge_gap speed_physical",
      "speed_policy.enabled speed_policy",
      "speed_policy.merge_gap speed_policy",
      "teleportation.merge_gap teleportation",
  };
  EXPECT_EQ(listed, expected);
}

TEST_F(SettingsTest, EveryDefaultCanBeSetAsItIsListed) {
  Settings settings = this->settings();
  for (const auto& [parameter, checks] : settings.all()) {
    if (parameter->fallback_for != nullptr) continue;
    const auto problem = settings.set(std::string(parameter->path) + "=" + default_text(*parameter));
    EXPECT_FALSE(problem) << problem->message;
    EXPECT_EQ(settings.value(*parameter, car_, false), parameter->fallback) << parameter->path;
  }
}

TEST_F(SettingsTest, CopiesAreIndependent) {
  Settings first = this->settings();
  Settings second = first;
  ASSERT_EQ(second.set("policy.max_speed=10mps"), std::nullopt);
  EXPECT_EQ(first.value(policy::kMaxSpeed, car_, false), policy::kMaxSpeed.fallback);
  const Settings moved = std::move(second);
  EXPECT_EQ(moved.value(policy::kMaxSpeed, car_, false), 10.0);
  EXPECT_EQ(moved.all().size(), first.all().size());
}

}  // namespace
}  // namespace scrutineer::watch
