// .osi files written by hand: what is read from them, and how their faults are told.
#include <gmock/gmock.h>

#include <algorithm>
#include <limits>

#include "kit/read_run.h"
#include "kit/run_writers.h"
#include "kit/wire_message.h"

namespace scrutineer::trace {
namespace {

using kit::framed;
using kit::read_run;
using kit::ReadRun;
using kit::WireMessage;
using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

WireMessage id(std::uint64_t value) { return WireMessage().varint(1, value); }
WireMessage stamp(std::uint64_t seconds, std::uint64_t nanoseconds = 0) {
  return WireMessage().varint(1, seconds).varint(2, nanoseconds);
}
WireMessage truth(std::uint64_t seconds) { return WireMessage().inner(2, stamp(seconds)); }

// BaseMoving and BaseStationary.
WireMessage base(double x, double y, double z = 0.75) {
  return WireMessage().triple(1, 4.0, 2.0, 1.5).triple(2, x, y, z).triple(3, 0.0, 0.0, 0.5);
}
WireMessage moving(std::uint64_t number, const WireMessage& its_base) {
  return WireMessage().inner(1, id(number)).inner(2, its_base).varint(3, 2);
}
WireMessage car(std::uint64_t number, double x = 0.0) {
  return moving(number, base(x, 0.0)).inner(6, WireMessage().varint(1, 4));
}
WireMessage stationary(std::uint64_t number, double x, std::uint64_t type = 8) {
  return WireMessage().inner(1, id(number)).inner(2, base(x, 0.0)).inner(3, WireMessage().varint(1, type));
}
WireMessage bulb(std::uint64_t number, std::uint64_t colour, std::uint64_t mode, std::uint64_t icon = 2) {
  return WireMessage()
      .inner(1, id(number))
      .inner(2, base(30.0, 4.0, 5.0))
      .inner(3, WireMessage().varint(1, colour).varint(2, icon).varint(3, mode));
}

TEST(OsiReader, ReadsAnObject) {
  const WireMessage lights = WireMessage().varint(1, 3).varint(7, 4);
  const WireMessage body = WireMessage()
                               .triple(1, 4.0, 2.0, 1.5)
                               .triple(2, 10.0, 20.0, 5.75)
                               .triple(3, 0.1, 0.2, 0.3)
                               .triple(4, 1.0, 2.0, 3.0)
                               .triple(5, 4.0, 5.0, 6.0)
                               .triple(6, 0.0, 0.0, 0.7);
  const WireMessage object = moving(7, body).inner(6, WireMessage().varint(1, 12).inner(2, lights));
  const ReadRun run = read_run(framed({WireMessage().inner(2, stamp(3, 250'000'000)).inner(5, object)}));
  ASSERT_EQ(run.problem, "");
  EXPECT_EQ(run.trace->format(), "osi");
  EXPECT_EQ(run.tables.start_seconds(), 3.25);
  const ActorInfo& info = run.info("7");
  EXPECT_EQ(info.type, ActorType::vehicle);
  EXPECT_EQ(info.category, Category::bus);
  EXPECT_EQ(info.length, 4.0);
  EXPECT_EQ(info.width, 2.0);
  EXPECT_EQ(info.height, 1.5);
  EXPECT_FALSE(info.size_is_default || info.is_static || info.is_vru || info.is_host || info.parent.valid());
  const ActorState& state = *run.state(0, "7");
  EXPECT_EQ(state.x, 10.0);
  EXPECT_EQ(state.y, 20.0);
  EXPECT_EQ(state.z, 5.0) << "the lowest point, not the centre";
  EXPECT_EQ(state.roll, 0.1);
  EXPECT_EQ(state.pitch, 0.2);
  EXPECT_EQ(state.yaw, 0.3);
  EXPECT_EQ(state.vx, 1.0);
  EXPECT_EQ(state.vy, 2.0);
  EXPECT_EQ(state.vz, 3.0);
  EXPECT_EQ(state.ax, 4.0);
  EXPECT_EQ(state.ay, 5.0);
  EXPECT_EQ(state.az, 6.0);
  EXPECT_EQ(state.yaw_rate, 0.7);
  EXPECT_EQ(state.indicator, Indicator::left);
  EXPECT_EQ(state.brake_light, BrakeLight::on);
  for (const Field field : {Field::velocity, Field::acceleration, Field::yaw_rate, Field::pitch_roll, Field::z,
                            Field::indicator, Field::brake_light})
    EXPECT_TRUE(state.fields.has(field)) << static_cast<int>(field);
  for (const Field field : {Field::driver, Field::av_state, Field::speed})
    EXPECT_FALSE(state.fields.has(field)) << static_cast<int>(field);
}

TEST(OsiReader, ReportsOnlyFieldsThatAreThere) {
  struct Case {
    const char* name;
    WireMessage base;
    std::vector<Field> expected;
  };
  const WireMessage flat = WireMessage().number(1, 5.0).number(2, 6.0);
  const Case cases[] = {
      {"position in the plane", WireMessage().inner(2, flat), {}},
      {"position in space", WireMessage().triple(2, 5.0, 6.0, 7.0), {Field::z}},
      {"velocity", WireMessage().inner(2, flat).triple(4, 1.0, 0.0, 0.0), {Field::velocity}},
      {"velocity of zeros that were left out", WireMessage().inner(2, flat).inner(4, {}), {Field::velocity}},
      {"acceleration", WireMessage().inner(2, flat).inner(5, {}), {Field::acceleration}},
      {"rates", WireMessage().inner(2, flat).inner(6, {}), {Field::yaw_rate}},
      {"heading only", WireMessage().inner(2, flat).inner(3, WireMessage().number(3, 0.5)), {}},
      {"heading and pitch",
       WireMessage().inner(2, flat).inner(3, WireMessage().number(2, 0.1).number(3, 0.5)),
       {Field::pitch_roll}},
  };
  for (const auto& [name, its_base, expected] : cases) {
    const ReadRun run = read_run(framed({truth(0).inner(5, moving(1, its_base))}));
    ASSERT_EQ(run.problem, "") << name;
    Fields fields;
    for (const Field field : expected) fields.set(field);
    EXPECT_EQ(run.state(0, "1")->fields, fields) << name;
    EXPECT_EQ(run.state(0, "1")->x, 5.0) << name;
    EXPECT_EQ(run.state(0, "1")->y, 6.0) << name;
  }
}

TEST(OsiReader, IdZeroMayBeEmpty) {
  const WireMessage object = WireMessage().inner(1, {}).inner(2, base(1.0, 0.0)).varint(3, 2);
  const ReadRun run = read_run(framed({truth(0).inner(3, {}).inner(5, object).inner(5, car(1))}));
  ASSERT_EQ(run.problem, "");
  EXPECT_THAT(run.ids(0), ElementsAre("0", "1"));
  EXPECT_EQ(run.tables.host_id(), "0");
  EXPECT_TRUE(run.info("0").is_host);
  EXPECT_FALSE(run.info("1").is_host);
}

TEST(OsiReader, TypesOfMovingObjects) {
  const auto typed = [](std::uint64_t type, std::optional<std::uint64_t> vehicle) {
    WireMessage object = WireMessage().inner(1, id(1)).inner(2, base(0.0, 0.0));
    if (type != 99) object.varint(3, type);
    if (vehicle) object.inner(6, WireMessage().varint(1, *vehicle));
    return object;
  };
  struct Case {
    const char* name;
    WireMessage object;
    ActorType type;
    Category category;
    bool is_vru;
  };
  const Case cases[] = {
      {"car", typed(2, 4), ActorType::vehicle, Category::car, false},
      {"bicycle", typed(2, 11), ActorType::vehicle, Category::bicycle, true},
      {"wheelchair", typed(2, 15), ActorType::vehicle, Category::wheelchair, true},
      {"vehicle of no kind", typed(2, std::nullopt), ActorType::vehicle, Category::other_vehicle, false},
      {"pedestrian", typed(3, std::nullopt), ActorType::person, Category::person, true},
      {"animal", typed(4, std::nullopt), ActorType::animal, Category::animal, true},
      {"something else", typed(1, std::nullopt), ActorType::plain_object, Category::object, false},
      {"only the kind of vehicle", typed(99, 4), ActorType::vehicle, Category::car, false},
      {"nothing", typed(99, std::nullopt), ActorType::vehicle, Category::other_vehicle, false},
  };
  for (const auto& [name, object, type, category, is_vru] : cases) {
    const ReadRun run = read_run(framed({truth(0).inner(5, object)}));
    ASSERT_EQ(run.problem, "") << name;
    EXPECT_EQ(run.info("1").type, type) << name;
    EXPECT_EQ(run.info("1").category, category) << name;
    EXPECT_EQ(run.info("1").is_vru, is_vru) << name;
  }
}

TEST(OsiReader, TrailersArePartsOfWhatPullsThem) {
  const auto truck = [](std::uint64_t number, std::uint64_t trailer) {
    return moving(number, base(0.0, 0.0)).inner(6, WireMessage().varint(1, 16).varint(3, 1).inner(4, id(trailer)));
  };
  const WireMessage trailer = moving(2, base(-8.0, 0.0)).inner(6, WireMessage().varint(1, 8));
  struct Case {
    const char* name;
    WireMessage message;
    bool is_part;
  };
  const Case cases[] = {
      {"truck first", truth(0).inner(5, truck(1, 2)).inner(5, trailer), true},
      {"trailer first", truth(0).inner(5, trailer).inner(5, truck(1, 2)), true},
      {"another trailer", truth(0).inner(5, truck(1, 9)).inner(5, trailer), false},
      {"no trailer after all",
       truth(0)
           .inner(5, moving(1, base(0.0, 0.0)).inner(6, WireMessage().varint(3, 0).inner(4, id(2))))
           .inner(5, trailer),
       false},
      {"the truck itself", truth(0).inner(5, truck(1, 1)).inner(5, trailer), false},
  };
  for (const auto& [name, message, is_part] : cases) {
    const ReadRun run = read_run(framed({message}));
    ASSERT_EQ(run.problem, "") << name;
    EXPECT_EQ(run.info("2").parent.valid(), is_part) << name;
    if (is_part) {
      EXPECT_EQ(run.tables.actors()[run.info("2").parent.index()].id, "1") << name;
    }
    EXPECT_FALSE(run.info("1").parent.valid()) << name;
  }
}

TEST(OsiReader, SizesMayBeInTheFirstFrameOnly) {
  const WireMessage later = moving(1, WireMessage().triple(2, 1.0, 0.0, 0.75));
  const ReadRun run = read_run(framed({truth(0).inner(5, car(1)), truth(1).inner(5, later)}));
  ASSERT_EQ(run.problem, "");
  EXPECT_EQ(run.info("1").length, 4.0);
  EXPECT_FALSE(run.info("1").size_is_default);
  EXPECT_EQ(run.state(1, "1")->z, 0.0);
}

TEST(OsiReader, MissingSizesAreTheCategorysAndNoted) {
  const WireMessage object = moving(1, WireMessage().triple(2, 1.0, 0.0, 0.75)).inner(6, WireMessage().varint(1, 4));
  const ReadRun run = read_run(framed({truth(0).inner(5, object)}));
  ASSERT_EQ(run.problem, "");
  EXPECT_TRUE(run.info("1").size_is_default);
  EXPECT_EQ(run.info("1").length, 5.0);
  EXPECT_EQ(run.state(0, "1")->z, 0.0) << "lowered by half of the default height";
  EXPECT_THAT(run.tables.notes(), Contains(HasSubstr("car 1 has no (complete) size: 5 x 1.8 x 1.5 m")));
}

TEST(OsiReader, SizesThatComeLaterCountFromThenOn) {
  const auto bus = [](const WireMessage& size) {
    const WireMessage its_base = WireMessage().inner(1, size).triple(2, 0.0, 0.0, 2.0).triple(3, 0.0, 0.0, 0.0);
    return moving(1, its_base).inner(6, WireMessage().varint(1, 12));
  };
  const auto sized = [](double length, double width, double height) {
    return WireMessage().number(1, length).number(2, width).number(3, height);
  };
  const std::string late =
      "some moving objects have their size only after their first frame: until then the usual one counts";
  const std::string changed = "actor 1 and perhaps others change their size: the first is taken";
  struct Case {
    const char* name;
    std::vector<WireMessage> sizes;
    double length, height;
    std::vector<std::string> notes;
  };
  const Case cases[] = {
      {"in the second frame", {WireMessage(), sized(15, 2.5, 4), WireMessage()}, 15.0, 4.0, {late}},
      {"zeros first", {sized(0, 0, 0), sized(0, 0, 0), sized(15, 2.5, 4)}, 15.0, 4.0, {late}},
      {"the height later", {sized(15, 2.5, 0), sized(15, 2.5, 4), sized(15, 2.5, 4)}, 15.0, 4.0, {late}},
      {"written otherwise", {sized(15, 2.5, 4), sized(15, 2.5, 4.001), sized(15, 2.5, 4)}, 15.0, 4.0, {}},
      {"another", {sized(15, 2.5, 4), sized(9, 2.5, 4), sized(9, 2.5, 4)}, 15.0, 4.0, {changed}},
  };
  for (const Case& c : cases) {
    std::string file;
    for (std::size_t i = 0; i < c.sizes.size(); ++i) file += framed(truth(i).inner(5, bus(c.sizes[i])));
    const ReadRun run = read_run(file);
    ASSERT_EQ(run.problem, "") << c.name;
    EXPECT_EQ(run.info("1").length, c.length) << c.name;
    EXPECT_EQ(run.info("1").height, c.height) << c.name;
    EXPECT_EQ(run.state(2, "1")->z, 2.0 - c.height / 2) << c.name;
    std::vector<std::string> found(run.tables.notes().begin(), run.tables.notes().end());
    std::erase_if(found, [](const std::string& note) { return note.starts_with("bus 1 has no"); });
    EXPECT_EQ(found, c.notes) << c.name;
  }
}

TEST(OsiReader, TypesThatChangeAreTold) {
  const auto object = [](std::uint64_t type, std::uint64_t vehicle_type) {
    WireMessage message = WireMessage().inner(1, id(1)).inner(2, base(0.0, 0.0));
    if (type != 0) message.varint(3, type);
    if (vehicle_type != 0) message.inner(6, WireMessage().varint(1, vehicle_type));
    return message;
  };
  struct Case {
    const char* name;
    WireMessage first, second;
    const char* note;  // empty: none
  };
  const Case cases[] = {
      {"the same", object(2, 4), object(2, 4), ""},
      {"not repeated", object(2, 4), object(0, 0), ""},
      {"another car", object(2, 4), object(2, 3), ""},
      {"a bus instead of a car", object(2, 4), object(2, 12), "change their type: the first is taken, here car"},
      {"a person instead of a car", object(2, 4), object(3, 0), "change their type: the first is taken, here car"},
      {"known later", object(1, 0), object(3, 0), "change their type: the first is taken, here object"},
      {"known later, with the size", WireMessage().inner(1, id(1)).inner(2, WireMessage().triple(2, 0.0, 0.0, 0.75)),
       object(2, 12), "change their type: the first is taken, here other_vehicle"},
  };
  for (const auto& [name, first, second, note] : cases) {
    const ReadRun run = read_run(framed({truth(0).inner(5, first), truth(1).inner(5, second)}));
    ASSERT_EQ(run.problem, "") << name;
    const std::vector<std::string> notes(run.tables.notes().begin(), run.tables.notes().end());
    if (*note == '\0')
      EXPECT_THAT(notes, IsEmpty()) << name;
    else
      EXPECT_THAT(notes, Contains(HasSubstr(note))) << name;
  }
}

TEST(OsiReader, TheManifestsHeightCounts) {
  const ReadRun run =
      read_run(framed({truth(0).inner(5, car(1))}), {.file = "run.osi", .actors = {{"1", {.height = 2.5}}}});
  ASSERT_EQ(run.problem, "");
  EXPECT_EQ(run.state(0, "1")->z, 0.75 - 1.25);
}

TEST(OsiReader, BasePolygons) {
  WireMessage body = base(0.0, 0.0);
  for (const double x : {2.0, -2.0, 0.0}) body.inner(7, WireMessage().number(1, x).number(2, x / 2));
  const ReadRun run = read_run(framed({truth(0).inner(5, moving(1, body))}));
  ASSERT_EQ(run.problem, "");
  ASSERT_EQ(run.info("1").base_polygon.size(), 3U);
  EXPECT_EQ(run.info("1").base_polygon[1].x, -2.0);
  EXPECT_EQ(run.info("1").base_polygon[1].y, -1.0);
}

TEST(OsiReader, StationaryObjectsStay) {
  const ReadRun run =
      read_run(framed({truth(0).inner(4, stationary(8, 50.0)).inner(4, stationary(9, 60.0, 2)).inner(5, car(1)),
                       truth(1).inner(5, car(1)), truth(2).inner(4, stationary(9, 60.0, 2)).inner(5, car(1)),
                       truth(3).inner(4, stationary(9, 61.0, 2)).inner(4, stationary(10, 70.0)).inner(5, car(1))}));
  ASSERT_EQ(run.problem, "");
  for (std::size_t frame = 0; frame < 3; ++frame) EXPECT_THAT(run.ids(frame), ElementsAre("1", "8", "9")) << frame;
  EXPECT_EQ(run.state(2, "9")->x, 60.0);
  EXPECT_EQ(run.state(3, "9")->x, 61.0) << "what a later message says holds";
  EXPECT_EQ(run.state(3, "8")->x, 50.0);
  EXPECT_EQ(run.state(3, "10")->x, 70.0);
  EXPECT_TRUE(run.info("8").is_static);
  EXPECT_EQ(run.info("8").type, ActorType::plain_object);
  EXPECT_EQ(run.info("9").category, Category::bridge);
  EXPECT_EQ(run.state(0, "8")->z, 0.0);
  EXPECT_TRUE(run.state(1, "8")->fields.has(Field::velocity));
}

TEST(OsiReader, WhatStoodMayMove) {
  const ReadRun run = read_run(
      framed({truth(0).inner(4, stationary(8, 50.0)).inner(4, stationary(9, 60.0)), truth(1).inner(5, car(8, 51.0)),
              truth(2).inner(5, car(8, 52.0)), truth(3).inner(4, stationary(8, 53.0)), truth(4)}));
  ASSERT_EQ(run.problem, "");
  EXPECT_THAT(run.ids(1), ElementsAre("8", "9"));
  EXPECT_EQ(run.state(1, "8")->x, 51.0);
  EXPECT_EQ(run.state(2, "8")->x, 52.0);
  EXPECT_THAT(run.ids(4), ElementsAre("9", "8"));
  EXPECT_EQ(run.state(4, "8")->x, 53.0);
  EXPECT_TRUE(run.info("8").is_static);
}

TEST(OsiReader, ActorsComeAndGo) {
  const ReadRun run = read_run(
      framed({truth(0).inner(5, car(1)).inner(5, car(2)).inner(5, car(3)), truth(1).inner(5, car(3)).inner(5, car(1)),
              truth(2), truth(3).inner(5, car(2)).inner(5, car(4))}));
  ASSERT_EQ(run.problem, "");
  EXPECT_THAT(run.ids(0), ElementsAre("1", "2", "3"));
  EXPECT_THAT(run.ids(1), ElementsAre("3", "1"));
  EXPECT_THAT(run.ids(2), IsEmpty());
  EXPECT_THAT(run.ids(3), ElementsAre("2", "4"));
  EXPECT_EQ(run.tables.actors().size(), 4U);
}

TEST(OsiReader, AnIdThatComesBackMayBeSomethingElse) {
  const WireMessage pedestrian = WireMessage()
                                     .inner(1, id(1))
                                     .inner(2, WireMessage().triple(1, 0.5, 0.5, 1.8).triple(2, 0.0, 0.0, 0.9))
                                     .varint(3, 3);
  const ReadRun run = read_run(framed({truth(0).inner(5, car(1)), truth(1), truth(2).inner(5, pedestrian)}));
  ASSERT_EQ(run.problem, "");
  EXPECT_EQ(run.info("1").category, Category::person);
  EXPECT_EQ(run.state(2, "1")->z, 0.0);
}

TEST(OsiReader, WhoComesBackNeedNotBeDescribedAgain) {
  const WireMessage bare = WireMessage().triple(2, 1.0, 0.0, 0.75);
  struct Case {
    const char* name;
    WireMessage back;
    Category category;
    double length;
  };
  const Case cases[] = {
      {"position only", WireMessage().inner(1, id(1)).inner(2, bare), Category::car, 4.0},
      {"a vehicle", moving(1, bare), Category::car, 4.0},
      {"a car", moving(1, bare).inner(6, WireMessage().varint(1, 4)), Category::car, 4.0},
      {"a car of another size", moving(1, WireMessage().triple(1, 3.0, 1.5, 1.5).triple(2, 1.0, 0.0, 0.75)),
       Category::car, 3.0},
      {"a bus", moving(1, bare).inner(6, WireMessage().varint(1, 12)), Category::bus, 12.0},
  };
  for (const auto& [name, back, category, length] : cases) {
    const ReadRun run = read_run(framed({truth(0).inner(5, car(1)), truth(1), truth(2).inner(5, back)}));
    ASSERT_EQ(run.problem, "") << name;
    EXPECT_EQ(run.info("1").category, category) << name;
    EXPECT_EQ(run.info("1").length, length) << name;
  }
}

TEST(OsiReader, ManyActorsAreFoundAgain) {
  WireMessage forward = truth(0);
  WireMessage backward = truth(1);
  for (std::uint64_t i = 0; i < 5'000; ++i) {
    forward.inner(5, car(i << 40, static_cast<double>(i)));
    backward.inner(5, car((4'999 - i) << 40, static_cast<double>(4'999 - i)));
  }
  const ReadRun run = read_run(framed({forward, backward}));
  ASSERT_EQ(run.problem, "");
  ASSERT_EQ(run.tables.actors().size(), 5'000U);
  for (const Frame& frame : run.frames)
    for (const ActorState& state : frame.actors) ASSERT_EQ(state.x, static_cast<double>(state.actor.index()));
}

TEST(OsiReader, SensorViews) {
  const WireMessage function = WireMessage().varint(1, 23).varint(3, 6);
  const WireMessage host_data = WireMessage().inner(12, function);
  const auto view = [](const WireMessage& its_truth) { return WireMessage().inner(7, its_truth); };
  struct Case {
    const char* name;
    WireMessage message;
    std::optional<std::string> host;
    double start;
    AvState av_state;
  };
  const Case cases[] = {
      {"only a ground truth", view(truth(5).inner(5, car(1)).inner(5, car(2))), std::nullopt, 5.0, AvState::unknown},
      {"the truth's host", view(truth(5).inner(3, id(1)).inner(5, car(1))), "1", 5.0, AvState::unknown},
      {"the view's host", view(truth(5).inner(5, car(1))).inner(8, id(1)), "1", 5.0, AvState::unknown},
      {"both: the view's", view(truth(5).inner(3, id(9)).inner(5, car(1))).inner(8, id(1)), "1", 5.0, AvState::unknown},
      {"the host data's host",
       WireMessage().inner(6, WireMessage().inner(11, id(1))).inner(7, truth(5).inner(5, car(1))), "1", 5.0,
       AvState::unknown},
      {"a host that is not there", view(truth(5).inner(5, car(1))).inner(8, id(77)), "77", 5.0, AvState::unknown},
      {"the view's time", WireMessage().inner(2, stamp(6)).inner(7, WireMessage().inner(5, car(1))), std::nullopt, 6.0,
       AvState::unknown},
      {"both: the truth's", WireMessage().inner(2, stamp(6)).inner(7, truth(5).inner(5, car(1))), std::nullopt, 5.0,
       AvState::unknown},
      {"the host drives itself", WireMessage().inner(6, host_data).inner(7, truth(5).inner(5, car(1))).inner(8, id(1)),
       "1", 5.0, AvState::active},
      {"nobody is the host", WireMessage().inner(6, host_data).inner(7, truth(5).inner(5, car(1))), std::nullopt, 5.0,
       AvState::unknown},
  };
  for (const auto& [name, message, host, start, av_state] : cases) {
    const ReadRun run = read_run(framed({message}));
    ASSERT_EQ(run.problem, "") << name;
    EXPECT_EQ(run.tables.host_id(), host) << name;
    EXPECT_EQ(run.info("1").is_host, host == "1") << name;
    EXPECT_EQ(run.tables.start_seconds(), start) << name;
    EXPECT_EQ(run.state(0, "1")->av_state, av_state) << name;
    EXPECT_EQ(run.state(0, "1")->fields.has(Field::av_state), av_state != AvState::unknown) << name;
  }
}

TEST(OsiReader, TheHostMayAppearLaterAndIsKept) {
  const ReadRun run =
      read_run(framed({truth(0).inner(3, id(2)).inner(5, car(1)), truth(1).inner(3, id(2)).inner(5, car(2)),
                       truth(2).inner(3, id(1)).inner(5, car(1))}));
  ASSERT_EQ(run.problem, "");
  EXPECT_TRUE(run.info("2").is_host);
  EXPECT_FALSE(run.info("1").is_host);
  EXPECT_THAT(run.tables.notes(), ElementsAre("the host changes from 2 to 1: the first one is kept"));
}

TEST(OsiReader, AnEmptyWorldDoesNotDecideWhatTheMessagesAre) {
  const ReadRun run = read_run(framed({truth(0), truth(1), WireMessage().inner(7, truth(2).inner(5, car(1)))}));
  ASSERT_EQ(run.problem, "");
  EXPECT_THAT(run.ids(2), ElementsAre("1"));
}

TEST(OsiReader, TrafficLights) {
  const WireMessage reference = WireMessage().text(2, "net.asam.opendrive").text(3, "17").text(3, "north");
  const WireMessage red = bulb(20, 2, 3).inner(5, reference);
  const ReadRun run = read_run(framed({truth(0).inner(5, car(1)).inner(7, red).inner(7, bulb(21, 4, 2, 15)), truth(1),
                                       truth(2).inner(7, bulb(20, 2, 4)).inner(7, bulb(21, 4, 2, 15))}));
  ASSERT_EQ(run.problem, "");
  ASSERT_EQ(run.tables.lights().size(), 2U);
  const LightInfo& info = run.tables.lights()[0];
  EXPECT_EQ(info.id, "20");
  EXPECT_THAT(info.references, ElementsAre("17", "north"));
  EXPECT_EQ(info.x, 30.0);
  EXPECT_EQ(info.y, 4.0);
  EXPECT_EQ(info.z, 5.0);
  EXPECT_TRUE(info.for_vehicles);
  EXPECT_EQ(info.icon, 2);
  EXPECT_FALSE(run.tables.lights()[1].for_vehicles);

  ASSERT_EQ(run.frames[0].lights.size(), 2U);
  EXPECT_EQ(run.frames[0].lights[0].light, LightId(0));
  EXPECT_EQ(run.frames[0].lights[0].colour, LightColour::red);
  EXPECT_EQ(run.frames[0].lights[0].mode, LightMode::regular);
  EXPECT_EQ(run.frames[0].lights[1].colour, LightColour::off);
  EXPECT_THAT(run.frames[1].lights, IsEmpty());
  ASSERT_EQ(run.frames[2].lights.size(), 2U);
  EXPECT_EQ(run.frames[2].lights[0].mode, LightMode::flashing_red);
  EXPECT_EQ(run.frames[2].lights[1].light, LightId(1));
}

TEST(OsiReader, FaultsNameFrameAndByte) {
  const WireMessage good = truth(0).inner(5, car(1));
  const std::string first = framed({good});
  const std::string second = framed({truth(1).inner(5, car(1))});
  const auto at_second = [&first](const char* text) {
    return "run.osi: frame 1, byte " + std::to_string(first.size()) + ": " + text;
  };
  const auto bad = [&first](const WireMessage& message) { return first + framed({message}) + framed({truth(9)}); };
  const WireMessage broken = truth(1).text(5, "\x0a\x7f");
  struct Case {
    const char* name;
    std::string file;
    std::string problem;
  };
  const Case cases[] = {
      {"cut in the length", first + second.substr(0, 3),
       at_second("a message's length takes 4 bytes, but the file ends after 3")},
      {"cut in the message", first + second.substr(0, 30),
       at_second(("the message should have " + std::to_string(second.size() - 4) +
                  " bytes, but the file ends after 26 of them")
                     .c_str())},
      {"length beyond the file", first + std::string("\xff\xff\x00\x00", 4) + second.substr(4),
       at_second("the message should have 65535 bytes, but the file ends after")},
      {"length beyond reason", first + std::string("\xff\xff\xff\xff", 4) + second.substr(4),
       at_second("the length in front of the message is 4294967295 bytes, beyond any message")},
      {"length just beyond the limit", first + std::string("\x01\x00\x00\x20", 4) + second.substr(4),
       at_second("the length in front of the message is 536870913 bytes, beyond any message")},
      {"length just within it", first + std::string("\x00\x00\x00\x20", 4) + second.substr(4),
       at_second("the message should have 536870912 bytes, but the file ends after")},
      {"a field beyond the end", bad(WireMessage(broken)),
       at_second("the message is no valid protobuf: a field goes on behind the end of what it is in")},
      {"a number without end", bad(truth(1).text(5, std::string("\x08") + std::string(11, '\xff'))),
       at_second("the message is no valid protobuf: a number has more than 10 bytes")},
      {"a field of no type", bad(truth(1).text(5, "\x0f")),
       at_second("the message is no valid protobuf: a field is of a type that there is not")},
      {"a field without a number", bad(truth(1).text(5, std::string(1, '\0'))),
       at_second("the message is no valid protobuf: a field has a number that no field may have")},
      {"no timestamp", bad(WireMessage().inner(5, car(1))), at_second("the message has no timestamp")},
      {"absurd timestamp", bad(WireMessage().inner(2, stamp(1'000'000'000'000)).inner(5, car(1))),
       at_second("the timestamp is absurd")},
      {"time goes back", framed({truth(2).inner(5, car(1)), truth(1).inner(5, car(1))}), "run.osi: frame 1, byte "},
      {"no id", bad(truth(1).inner(5, car(1)).inner(5, WireMessage().inner(2, base(0.0, 0.0)))),
       at_second("moving object 2 of the message has no id")},
      {"no position", bad(truth(1).inner(5, moving(4, WireMessage().triple(1, 1.0, 1.0, 1.0)))),
       at_second("actor 4 has no position")},
      {"NaN", bad(truth(1).inner(5, car(4, kNan))), at_second("actor 4: x must be a number within +-1e7, found nan")},
      {"absurd", bad(truth(1).inner(5, car(4, 2e7))),
       at_second("actor 4: x must be a number within +-1e7, found 20000000")},
      {"NaN of a stationary object", bad(truth(1).inner(4, stationary(4, kNan))),
       at_second("actor 4: x must be a number")},
      {"NaN in a size",
       bad(truth(1).inner(5, moving(4, WireMessage().triple(1, 4.0, kNan, 1.0).triple(2, 1.0, 2.0, 3.0)))),
       at_second("actor 4: width must be 0 to 1e7 m, found nan")},
      {"NaN in a polygon", bad(truth(1).inner(5, moving(4, base(0.0, 0.0).inner(7, WireMessage().number(1, kNan))))),
       at_second("actor 4: its base_polygon")},
      {"twice", bad(truth(1).inner(5, car(1)).inner(5, car(1))), at_second("actor 1 comes twice in this frame")},
      {"moving and stationary", bad(truth(1).inner(4, stationary(1, 5.0)).inner(5, car(1))),
       at_second("actor 1 comes twice in this frame")},
      {"moving, then stationary", bad(truth(1).inner(5, car(1)).inner(4, stationary(1, 5.0))),
       at_second("actor 1 comes twice in this frame")},
      {"stationary twice", bad(truth(1).inner(4, stationary(3, 5.0)).inner(4, stationary(3, 5.0))),
       at_second("actor 3 comes twice in this frame")},
  };
  for (const auto& [name, file, problem] : cases) {
    const ReadRun run = read_run(file);
    EXPECT_THAT(run.problem, HasSubstr(problem)) << name;
    EXPECT_EQ(run.frames.size(), 1U) << name;
  }
}

TEST(OsiReader, BadFramesCanBeSkipped) {
  const ReadRun run =
      read_run(framed({truth(0).inner(5, car(1)), truth(1).text(5, "\x0a\x7f"), truth(2).inner(4, stationary(4, kNan)),
                       truth(3).inner(5, car(4, kNan)), truth(4).inner(5, car(4)), truth(3).inner(5, car(1)),
                       truth(5).inner(5, car(1))}),
               {.file = "run.osi", .skip_bad_frames = true});
  ASSERT_EQ(run.problem, "");
  ASSERT_EQ(run.frames.size(), 3U);
  EXPECT_EQ(run.frames[1].number, 4U);
  EXPECT_EQ(run.frames[2].number, 6U);
  EXPECT_EQ(run.tables.counts().bad_frames, 4U);
  EXPECT_FALSE(run.info("4").is_static) << "it is a car now";
}

TEST(OsiReader, RefusesOtherMessages) {
  const WireMessage version = WireMessage().varint(1, 3).varint(2, 7);
  struct Case {
    const char* name;
    WireMessage message;
    const char* problem;
  };
  const Case cases[] = {
      {"SensorData",
       truth(0)
           .inner(1, version)
           .inner(3, base(0.0, 0.0))
           .inner(7, WireMessage().inner(2, stamp(0)).inner(7, truth(0))),
       "the message is an OSI SensorData"},
      {"another message", truth(0).inner(1, version).varint(3, 1),
       "looks like OSI, but is neither a GroundTruth nor a SensorView"},
  };
  for (const auto& [name, message, problem] : cases)
    EXPECT_THAT(read_run(framed({message})).problem, HasSubstr(problem)) << name;
}

TEST(OsiReader, NewerVersionsAreReadAndTold) {
  struct Case {
    const char* name;
    WireMessage version;
    const char* note;  // empty: none
  };
  const Case cases[] = {
      {"known", WireMessage().varint(1, 3).varint(2, 7), ""},
      {"a newer minor version", WireMessage().varint(1, 3).varint(2, 99), ""},
      {"a newer major version", WireMessage().varint(1, 4).varint(2, 1),
       "the messages are of OSI 4.1, which is newer than 3.x: what changed in it is not known here"},
  };
  for (const auto& [name, version, note] : cases) {
    const ReadRun run = read_run(framed({truth(0).inner(1, version).inner(5, car(1)).text(50, "news")}));
    EXPECT_EQ(run.problem, "") << name;
    EXPECT_EQ(run.frames.size(), 1U) << name;
    const auto noted = std::ranges::find_if(
        run.tables.notes(), [](const std::string& text) { return text.find("newer") != std::string::npos; });
    EXPECT_EQ(noted == run.tables.notes().end() ? "" : *noted, note) << name;
  }
}

TEST(OsiReader, LongFilesCrossManyBlocks) {
  std::string file;
  for (std::uint64_t i = 0; i < 3'000; ++i) file += framed({truth(i).inner(5, car(1, static_cast<double>(i)))});
  const ReadRun run = read_run(file);
  ASSERT_EQ(run.problem, "");
  ASSERT_EQ(run.frames.size(), 3'000U);
  for (std::size_t i = 0; i < 3'000; ++i) ASSERT_EQ(run.frames[i].actors.at(0).x, static_cast<double>(i));
}

TEST(OsiReader, SaysThatARunIsStillBeingWritten) {
  const std::string first = framed({truth(0).inner(5, car(1))}), second = framed({truth(1).inner(5, car(1))});
  struct Case {
    const char* name;
    std::string there, added;
    std::size_t frames;
  };
  const Case cases[] = {
      {"between messages", first + second, first, 2},
      {"in a length", first + second.substr(0, 2), second.substr(2), 1},
      {"in a message", first + second.substr(0, 30), second.substr(30), 1},
  };
  for (const auto& [name, there, added, frames] : cases) {
    const kit::TemporaryFolder folder;
    const std::string file = folder.file("run.osi");
    kit::write_file(file, there);
    auto trace = open_trace({.file = file});
    ASSERT_TRUE(trace) << name << to_string(trace.problem());
    kit::write_file(file, there + added);
    Step step;
    std::size_t read = 0;
    auto more = (*trace)->next(step);
    for (; more && *more; more = (*trace)->next(step)) ++read;
    ASSERT_FALSE(more) << name;
    EXPECT_EQ(read, frames) << name;
    EXPECT_THAT(to_string(more.problem()), HasSubstr("it is being written; read it again when it is complete")) << name;
  }
}

}  // namespace
}  // namespace scrutineer::trace
