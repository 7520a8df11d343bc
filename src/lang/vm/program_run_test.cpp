#include "lang/vm/program_run.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "kit/program_runs.h"

namespace scrutineer::lang {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using Op = BinaryOperator;
using Ids = ProgramBuilder::Ids;

// ---- intervals ------------------------------------------------------------------------------------------------------

TEST(ProgramRun, KeepsIntervalsWhileAConditionHolds) {
  struct Case {
    const char* name;
    std::vector<std::vector<double>> rows;
    std::vector<watch::Scope> whom;
    std::vector<std::string> expected;
    Between between;
    std::vector<std::string> settings;
  };
  const auto relocate = [](watch::Engine& engine, std::size_t frame) {
    if (frame == 2) engine.announce(watch::Relocation{trace::ActorId(0), false});
  };
  const auto freeze = [](watch::Engine& engine, std::size_t frame) {
    if (frame == 2) engine.announce(watch::Freeze{"far", trace::ActorId(), true});
    if (frame == 3) engine.announce(watch::Freeze{"far", trace::ActorId(0), false});
  };
  const Case cases[] = {
      {"never", {{1, 2, 3}}, {kVehicles}, {}, {}, {}},
      {"from its first frame to where it no longer holds",
       {{1, 11, 13, 12, 2}},
       {kVehicles},
       {"far of 0, 0.1 to 0.4 by condition, 13"},
       {},
       {}},
      {"anew each time",
       {{11, 1, 12, 1}},
       {kVehicles},
       {"far of 0, 0 to 0.1 by condition, 11", "far of 0, 0.2 to 0.3 by condition, 12"},
       {},
       {}},
      {"to the run's end", {{1, 11, 14}}, {kVehicles}, {"far of 0, 0.1 to 0.2 by run_end, 14"}, {}, {}},
      {"to the actor's end",
       {{0, 0, 0, 0}, {11, 12, kGone, kGone}},
       {kVehicles},
       {"far of 1, 0 to 0.1 by actor_gone, 12"},
       {},
       {}},
      {"to a relocation, and anew after it",
       {{11, 12, 13, 14}},
       {kVehicles},
       {"far of 0, 0 to 0.1 by relocation, 12", "far of 0, 0.2 to 0.3 by run_end, 14"},
       relocate,
       {}},
      {"unless it is frozen",
       {{11, 12, 13, 14, 15}, {11, 12, 13, 14, 15}},
       {kVehicles},
       {"far of 0, 0 to 0.1 by frozen, 12", "far of 1, 0 to 0.1 by frozen, 12", "far of 0, 0.3 to 0.4 by run_end, 15"},
       freeze,
       {}},
      {"of others only", {{11, 11}, {12, 12}}, {kNpcs}, {"far of 1, 0 to 0.1 by run_end, 12"}, {}, {}},
      {"of the ego only", {{11, 11}, {12, 12}}, {kSut}, {"far of 0, 0 to 0.1 by run_end, 11"}, {}, {}},
      {"over gaps that are short enough",
       {{11, 1, 12, 1, 1, 1}},
       {kVehicles},
       {"far of 0, 0 to 0.3 by condition, 12"},
       {},
       {"far.merge_gap=0.2s"}},
      {"not where it is turned off", {{11, 11}}, {kVehicles}, {}, {}, {"far.enabled=false"}},
  };
  for (const auto& [name, rows, whom, expected, between, settings] : cases) {
    ProgramBuilder make;
    make.declaration(watcher("far", make.object(far_object(make)), whom));
    EXPECT_EQ(run(make.program(), rows, between, {}, settings).intervals(), expected) << name;
  }
}

TEST(ProgramRun, OpensAndClosesIntervalsByStatements) {
  // on @top.w_clk: if far and data == null: start_interval() elif not far and data != null: end_interval()
  ProgramBuilder make;
  ObjectType object = far_object(make);
  object.condition = kNone;
  object.handlers.push_back(
      {.event = EventKind::clock,
       .body = make.function(
           "far.on_clock",
           {make.branch(make.binary(Op::logical_and, far(make), make.logical_not(make.is_open())),
                        {make.start_interval()},
                        {make.branch(make.binary(Op::logical_and, make.logical_not(far(make)), make.is_open()),
                                     {make.end_interval()})})})});
  make.declaration(watcher("far", make.object(std::move(object)), {kVehicles}));
  EXPECT_THAT(run(make.program(), {{1, 11, 13, 12, 2, 20}}).intervals(),
              ElementsAre("far of 0, 0.1 to 0.4 by condition, 13", "far of 0, 0.5 to 0.5 by run_end, 20"));
}

TEST(ProgramRun, EndsAnIntervalInTheFrameThatBeganIt) {
  ProgramBuilder make;
  ObjectType object = far_object(make);
  object.condition = kNone;
  object.handlers.push_back({.event = EventKind::clock,
                             .condition = make.returning("if", far(make)),
                             .body = make.function("upon", {make.start_interval(), make.end_interval()})});
  make.declaration(watcher("upon", make.object(std::move(object)), {kVehicles}));
  EXPECT_THAT(run(make.program(), {{1, 11, 1}}).intervals(), ElementsAre("upon of 0, 0.1 to 0.1 by condition, nan"));
}

// ---- issues ---------------------------------------------------------------------------------------------------------

TEST(ProgramRun, RaisesIssuesWhenIntervalsEnd) {
  ProgramBuilder make;
  Declaration checker = watcher("far", make.object(far_object(make)), {kVehicles});
  checker.is_checker = true;
  const auto is_ego = make.intrinsic("physical_object.is_ego", {make.own_actor()}, TypeKind::truth);
  checker.issues.push_back(
      {.kind = "too_far",
       .kind_meaning = "Too far away.",
       .severity = make.returning("severity", make.conditional(is_ego, make.number(4.0), make.number(2.0))),
       .details = make.returning(
           "details",
           make.texts({{make.text("reached "), ""}, {make.data_cell(kFurthest), "m"}, {make.text("!"), ""}})),
       .sut = watch::Severity::error,
       .other = watch::Severity::error});
  make.declaration(std::move(checker));
  const Outcome outcome = run(make.program(), {{11, 12.5, 1}, {1, 11, 11}});
  EXPECT_THAT(outcome.issues(),
              ElementsAre("too_far of 0 at 0.2, error (sut)", "too_far of 1 at 0.2, warning (other)"));
  EXPECT_EQ(outcome.evaluation.issues[0].message, "Ego 0: Too far away: reached 12.5m!");
  EXPECT_EQ(outcome.evaluation.issues[0].details, "reached 12.5m!");
  EXPECT_EQ(outcome.evaluation.issues[0].start, Time(0ms));
  EXPECT_EQ(Outcome::text(outcome.evaluation.issues[0].data.at(0)), "12.5");
}

TEST(ProgramRun, LetsRulesChangeIssues) {
  ProgramBuilder make;
  make.enumeration({.name = "issue_kind", .words = {"evaluation_error", "too_far", "other"}});
  Declaration checker = watcher("far", make.object(far_object(make)), {kVehicles});
  checker.is_checker = true;
  checker.issues.push_back({.kind = "too_far"});
  make.declaration(std::move(checker));
  // on @top.new_issue if issues.curr.category == sut: issues.curr.modify(too_far, warning, "it may")
  ObjectType rules;
  rules.name = "rules";
  const auto category = make.intrinsic("issue.category", {}, TypeKind::word);
  rules.handlers.push_back(
      {.event = EventKind::new_issue,
       .condition = make.returning("if", make.binary(Op::equal, category, make.number(0.0, TypeKind::word))),
       .body = make.function(
           "modify",
           {make.evaluate(make.intrinsic("issue.modify", {make.number(1.0), make.number(2.0), make.text("it may")})),
            make.evaluate(make.intrinsic("issue.modify", {make.number(2.0), make.number(1.0), make.text("no")}))})});
  make.declaration(watcher("rules", make.object(std::move(rules)), {}));
  const Outcome outcome = run(make.program(), {{11, 1}, {11, 1}});
  EXPECT_THAT(outcome.issues(),
              ElementsAre("too_far of 0 at 0.1, warning (sut)", "too_far of 1 at 0.1, error (other)"));
  EXPECT_EQ(outcome.evaluation.issues[0].original_severity, watch::Severity::error);
  EXPECT_EQ(outcome.evaluation.issues[0].reason, "it may");
}

// ---- errors ---------------------------------------------------------------------------------------------------------

TEST(ProgramRun, StopsOneInstanceAfterAnError) {
  struct Case {
    const char* name;
    std::function<Ids(ProgramBuilder&)> body;
    const char* message;
  };
  const Case cases[] = {
      {"data outside an interval", [](ProgramBuilder& make) { return Ids{make.evaluate(make.data_cell(kFurthest))}; },
       "my.osc:2:8: null access: data outside an interval"},
      {"bad index",
       [](ProgramBuilder& make) {
         return Ids{make.evaluate(make.element(make.list({make.number(1.0)}), make.number(1.0)))};
       },
       "my.osc:2:8: bad index: 1 in a list of 1 element"},
      {"endless loop", [](ProgramBuilder& make) { return Ids{make.repeat_while(make.truth(true), {})}; },
       "my.osc:2:8: endless loop: more than 1000000 steps in one frame"},
      {"deep recursion", [](ProgramBuilder& make) { return Ids{make.evaluate(make.call(0, {}))}; },
       "my.osc:2:8: deep recursion: more than 200 calls within each other"},
      {"an event that sets itself off", [](ProgramBuilder& make) { return Ids{make.emit(0)}; },
       "my.osc:2:8: deep recursion: more than 200 calls within each other"},
  };
  for (const auto& [name, body, message] : cases) {
    ProgramBuilder make;
    make.at(18);
    // At 0.1 s, of actor 1 only.
    const auto is_time = make.binary(Op::greater, make.intrinsic("top.time", {}), make.number(0.05));
    const auto is_one =
        make.binary(Op::equal, make.intrinsic("physical_object.uid", {make.own_actor()}), make.number(2.0));
    const auto bad = make.function("bad", body(make));
    ObjectType object = far_object(make);
    object.events = {"again"};
    object.handlers.push_back({.event = EventKind::user, .index = 0, .body = bad});
    object.handlers.push_back(
        {.event = EventKind::clock,
         .body = make.function("on_clock", {make.branch(make.binary(Op::logical_and, is_time, is_one),
                                                        {make.evaluate(make.call(bad, {}))})})});
    if (std::string_view(name) == "data outside an interval") object.condition = kNone;
    make.declaration(watcher("far", make.object(std::move(object)), {kVehicles}));
    const Outcome outcome = run(make.program(), {{11, 12, 13}, {11, 12, 13}});
    ASSERT_THAT(outcome.issues(), ElementsAre("evaluation_error of 1 at 0.1, error_continue (tool)")) << name;
    EXPECT_EQ(outcome.evaluation.issues[0].message, std::string(message) + ". 1 - car - external_driver") << name;
    if (std::string_view(name) == "data outside an interval") continue;
    EXPECT_THAT(outcome.intervals(),
                ElementsAre("far of 0, 0 to 0.2 by run_end, 13", "far of 1, 0 to 0.1 by frozen, nan"))
        << name;
  }
}

// ---- events ---------------------------------------------------------------------------------------------------------

TEST(ProgramRun, TellsEventsInOrder) {
  ProgramBuilder make;
  ObjectType object = far_object(make);
  for (const auto& [event, word] :
       {std::pair(EventKind::end, "end"), std::pair(EventKind::start, "start"),
        std::pair(EventKind::interval_end, "i_end"), std::pair(EventKind::clock, "clock"),
        std::pair(EventKind::interval_start, "i_start"), std::pair(EventKind::interval_clock, "i_clock")})
    object.handlers.push_back(saying(make, event, word));
  make.declaration(watcher("far", make.object(std::move(object)), {kVehicles}));
  // Hears the other's events, of the same actor, and of all actors.
  ObjectType listener;
  listener.name = "listener";
  for (const bool of_own_actor : {true, false}) {
    Handler handler = saying(make, EventKind::interval_end, of_own_actor ? "heard own" : "heard any");
    handler.declaration = 0;
    handler.of_own_actor = of_own_actor;
    listener.handlers.push_back(handler);
  }
  make.declaration(watcher("listener", make.object(std::move(listener)), {kVehicles}));
  EXPECT_THAT(run(make.program(), {{1, 11, 11, 1}, {1, 1, 1, 1}}).messages(),
              ElementsAre("0 0 start", "0 1 start", "0 0 clock", "0 1 clock",                      //
                          "0.1 0 i_start", "0.1 0 clock", "0.1 0 i_clock", "0.1 1 clock",          //
                          "0.2 0 clock", "0.2 0 i_clock", "0.2 1 clock",                           //
                          "0.3 0 i_end", "0.3 0 heard own", "0.3 0 heard any", "0.3 1 heard any",  //
                          "0.3 0 clock", "0.3 1 clock", "0.3 0 end", "0.3 1 end"));
}

TEST(ProgramRun, KnowsEventsOfTimeAndChange) {
  struct Case {
    const char* name;
    EventKind event;
    double period, offset;
    std::vector<double> row;
    std::vector<std::string> expected;
  };
  const Case cases[] = {
      {"rise", EventKind::rise, 0, kGone, {11, 1, 11, 11, 1, 12}, {"0.2 0 now", "0.5 0 now"}},
      {"fall", EventKind::fall, 0, kGone, {11, 1, 11, 11, 1, 12}, {"0.1 0 now", "0.4 0 now"}},
      {"elapsed, once", EventKind::elapsed, 0.25, kGone, {1, 1, 1, 1, 1, 1}, {"0.3 0 now"}},
      {"elapsed, from its appearance", EventKind::elapsed, 0.2, kGone, {kGone, 1, 1, 1, 1, 1}, {"0.3 0 now"}},
      {"every", EventKind::every, 0.2, kGone, {1, 1, 1, 1, 1, 1}, {"0 0 now", "0.2 0 now", "0.4 0 now"}},
      {"every, late frames shift nothing",
       EventKind::every,
       0.15,
       kGone,
       {1, 1, 1, 1, 1, 1},
       {"0 0 now", "0.2 0 now", "0.3 0 now", "0.5 0 now"}},
      {"every, with an offset",
       EventKind::every,
       0.2,
       0.1,
       {1, 1, 1, 1, 1, 1},
       {"0.1 0 now", "0.3 0 now", "0.5 0 now"}},
  };
  for (const auto& [name, event, period, offset, row, expected] : cases) {
    ProgramBuilder make;
    ObjectType object;
    object.name = "timer";
    object.cells = 1;
    Handler handler = saying(make, event, "now");
    handler.memory = 0;
    handler.condition = event == EventKind::rise || event == EventKind::fall ? make.returning("far", far(make)) : kNone;
    handler.period = make.returning("period", make.number(period));
    if (!std::isnan(offset)) handler.offset = make.returning("offset", make.number(offset));
    object.handlers.push_back(handler);
    make.declaration(watcher("timer", make.object(std::move(object)), {kVehicles}));
    EXPECT_EQ(run(make.program(), {row}).messages(), expected) << name;
  }
}

TEST(ProgramRun, EmitsEventsOfUsers) {
  // The modifier of the run hears an event of every car's; the car's hears its own first.
  ProgramBuilder make;
  ObjectType car;
  car.name = "car";
  car.cells = 1;
  car.events = {"passed"};
  car.initial = make.function("car.initial", {make.assign(make.own_cell(0), make.number(5.0))});
  car.handlers.push_back({.event = EventKind::clock,
                          .condition = make.returning("if", far(make)),
                          .body = make.function("clock", {make.emit(0), say(make, "emitted")})});
  Handler own = saying(make, EventKind::user, "own");
  car.handlers.push_back(own);
  make.declaration(watcher("car", make.object(std::move(car)), {kVehicles}));
  ObjectType total;
  total.name = "total";
  total.cells = 1;
  total.initial = make.function("total.initial", {make.assign(make.own_cell(0), make.number(0.0))});
  total.handlers.push_back(
      {.event = EventKind::user,
       .index = 0,
       .declaration = 0,
       .of_own_actor = false,
       .body = make.function(
           "add",
           {make.assign(make.own_cell(0), make.binary(Op::add, make.own_cell(0),
                                                      make.instance_cell(make.local(0, TypeKind::instance), 0))),
            make.evaluate(make.intrinsic("logger.log_info", {make.texts({{make.own_cell(0), ""}})}))},
           1, 1)});
  make.declaration(watcher("total", make.object(std::move(total)), {}));
  EXPECT_THAT(run(make.program(), {{1, 11}, {11, 11}}).messages(),
              ElementsAre("0 1 own", "0  5", "0 1 emitted",  //
                          "0.1 0 own", "0.1  10", "0.1 0 emitted", "0.1 1 own", "0.1  15", "0.1 1 emitted"));
}

TEST(ProgramRun, DrivesAnotherWatcher) {
  // A modifier opens and closes the intervals of a passive watcher in it, whichever of the two is declared first.
  for (const bool driver_is_first : {true, false}) {
    ProgramBuilder make;
    ObjectType passive = far_object(make);
    passive.condition = kNone;
    const auto passive_type = make.object(std::move(passive));
    const std::uint32_t passive_place = driver_is_first ? 1 : 0;
    const auto instance = [&] { return make.instance_of(passive_place, {make.own_actor()}); };
    ObjectType driver;
    driver.name = "driver";
    driver.handlers.push_back({.event = EventKind::clock,
                               .body = make.function("drive", {make.branch(far(make), {make.start_interval(instance())},
                                                                           {make.end_interval(instance())})})});
    const auto driver_type = make.object(std::move(driver));
    if (driver_is_first) make.declaration(watcher("driver", driver_type, {kVehicles}));
    Declaration inner = watcher("passive", passive_type, {kVehicles});
    if (driver_is_first) inner.outer = 0;
    make.declaration(std::move(inner));
    if (!driver_is_first) make.declaration(watcher("driver", driver_type, {kVehicles}));
    EXPECT_THAT(run(make.program(), {{1, 11, 12, 1, 13}}).intervals(),
                ElementsAre("passive of 0, 0.1 to 0.3 by condition, 12", "passive of 0, 0.4 to 0.4 by run_end, 13"))
        << driver_is_first;
  }
}

TEST(ProgramRun, LeavesOutWhatStandsInSomethingDisabled) {
  ProgramBuilder make;
  ObjectType modifier;
  modifier.name = "modifier";
  Declaration outer = watcher("outer", make.object(std::move(modifier)), {kVehicles});
  outer.enabled = false;
  make.declaration(std::move(outer));
  Declaration inner = watcher("outer.far", make.object(far_object(make)), {kVehicles});
  inner.outer = 0;
  make.declaration(std::move(inner));
  const Outcome outcome = run(make.program(), {{11, 11}});
  EXPECT_THAT(outcome.intervals(), IsEmpty());
  EXPECT_THAT(outcome.evaluation.checks, IsEmpty());
}

TEST(ProgramRun, FreezesFromCode) {
  struct Case {
    const char* name;
    double freeze_at, thaw_at;
    bool of_all;
    std::vector<std::string> expected;
  };
  const Case cases[] = {
      {"at the start", 0.0, 9.0, false, {"far of 1, 0 to 0.4 by run_end, 15"}},
      {"of all", 0.0, 9.0, true, {}},
      {"and thaws", 0.0, 0.2, true, {"far of 0, 0.3 to 0.4 by run_end, 15", "far of 1, 0.3 to 0.4 by run_end, 15"}},
      {"later", 0.2, 9.0, false, {"far of 0, 0 to 0.2 by frozen, 13", "far of 1, 0 to 0.4 by run_end, 15"}},
  };
  for (const auto& [name, freeze_at, thaw_at, of_all, expected] : cases) {
    ProgramBuilder make;
    make.declaration(watcher("far", make.object(far_object(make)), {kVehicles}));
    ObjectType switcher;
    switcher.name = "switcher";
    for (const auto& [at, frozen] : {std::pair(freeze_at, true), std::pair(thaw_at, false)}) {
      const auto whose = of_all ? kNone : make.intrinsic("sut.car", {}, TypeKind::actor);
      switcher.handlers.push_back(
          {.event = at == 0.0 ? EventKind::start : EventKind::clock,
           .condition = make.returning("if", make.binary(Op::equal, make.intrinsic("top.time", {}), make.number(at))),
           .body = make.function("switch", {make.set_run_mode(0, whose, frozen)})});
    }
    make.declaration(watcher("switcher", make.object(std::move(switcher)), {}));
    EXPECT_EQ(run(make.program(), {{11, 12, 13, 14, 15}, {11, 12, 13, 14, 15}}).intervals(), expected) << name;
  }
}

// ---- fields of actors and of the program, top.info ------------------------------------------------------------------

TEST(ProgramRun, GivesActorsAndTheProgramTheirFields) {
  ProgramBuilder make;
  Program& program = make.program();
  const auto set_own = [&](double value) {
    return make.function("initial",
                         {make.assign(make.actor_cell(make.local(0, TypeKind::actor), 0), make.number(value))}, 1, 1);
  };
  program.actors = {{"physical_object", kNone, {}, 1, set_own(1.0)},
                    {"vehicle", 0, {}, 1, kNone},
                    {"car", 1, {}, 1, kNone},
                    {"sut_vehicle", 1, {}, 1, set_own(2.0)}};
  program.cells = 2;
  program.initial = make.function("program.initial", {make.assign(make.program_cell(0), make.number(100.0)),
                                                      make.assign(make.program_cell(1), make.text("XYZ"))});
  ObjectType counter;
  counter.name = "counter";
  counter.handlers.push_back(
      {.event = EventKind::clock,
       .body = make.function(
           "count", {make.assign(make.program_cell(0),
                                 make.binary(Op::add, make.program_cell(0), make.actor_cell(make.own_actor(), 0)))})});
  make.declaration(watcher("counter", make.object(std::move(counter)), {kVehicles}));
  program.info = {
      {"my.count", "", "", {TypeKind::integer}, make.returning("count", make.program_cell(0))},
      {"model.dut_name", "", "", {TypeKind::text}, make.returning("name", make.program_cell(1, TypeKind::text))},
      {"model.nothing", "", "", {TypeKind::text}, make.returning("nothing", make.null())}};
  std::vector<std::string> lines;
  for (const watch::InfoValue& value : run(program, {{1, 1}, {1, 1}}).evaluation.info)
    lines.push_back(value.path + " = " + Outcome::text(value.value));
  EXPECT_THAT(lines, ElementsAre("my.count = 106", "model.dut_name = XYZ"));
}

TEST(ProgramRun, RaisesIssuesAtOnce) {
  ProgramBuilder make;
  make.enumeration({.name = "issue_kind", .words = {"evaluation_error", "mine"}});
  ObjectType object;
  object.name = "modifier";
  object.handlers.push_back(
      {.event = EventKind::clock,
       .condition = make.returning("if", far(make)),
       .body = make.function("raise", {make.evaluate(make.intrinsic("builtin.sut_warning",
                                                                    {make.number(1.0), make.text("it is far")}))})});
  make.declaration(watcher("modifier", make.object(std::move(object)), {kVehicles}));
  const Outcome outcome = run(make.program(), {{1, 11, 1}});
  EXPECT_THAT(outcome.issues(), ElementsAre("mine of 0 at 0.1, warning (sut)"));
  EXPECT_EQ(outcome.evaluation.issues[0].details, "it is far");
}

TEST(ProgramRun, KeepsAsManyMessagesAsAPersonCouldRead) {
  ProgramBuilder make;
  ObjectType object;
  object.name = "talker";
  Handler handler;
  handler.body = make.function(
      "talk",
      {make.assign(make.local(0), make.number(0.0)),
       make.repeat_while(
           make.binary(Op::less, make.local(0), make.number(600.0)),
           {say(make, "x"), make.assign(make.local(0), make.binary(Op::add, make.local(0), make.number(1.0)))})},
      1);
  object.handlers.push_back(handler);
  make.declaration(watcher("talker", make.object(std::move(object)), {kVehicles}));
  const Outcome outcome = run(make.program(), {{1, 1}});
  EXPECT_EQ(outcome.evaluation.messages.size(), 1000U);
  EXPECT_EQ(outcome.evaluation.messages_left_out, 200U);
}

// ---- facts that are not there ---------------------------------------------------------------------------------------

TEST(ProgramRun, IsSkippedWithoutItsFacts) {
  ProgramBuilder make;
  ObjectType object = far_object(make);
  object.condition = make.returning(
      "off", make.binary(Op::greater, make.intrinsic("object_state.deviation", {make.own_actor()}), make.number(1.0)));
  make.declaration(watcher("off", make.object(std::move(object)), {kVehicles}));
  const Outcome outcome = run(make.program(), {{1, 11}});
  ASSERT_EQ(outcome.evaluation.checks.size(), 1U);
  EXPECT_EQ(outcome.evaluation.checks[0].state, watch::CheckOutcome::State::skipped);
  EXPECT_EQ(outcome.evaluation.checks[0].reason, "there is no map");
  EXPECT_EQ(outcome.evaluation.checks[0].instances, 1U);
}

}  // namespace
}  // namespace scrutineer::lang
