// Every reader through every wrapper: whatever stands between a reader and a consumer, the consumer sees the same steps
// and the same tables after each of them, to the last field. Only a placement changes values, and just those that it
// should.
#include <gmock/gmock.h>

#include <functional>
#include <string>
#include <vector>

#include "kit/data.h"
#include "kit/mcap_records.h"
#include "kit/wire_message.h"
#include "trace/kept_steps.h"
#include "trace/placement.h"
#include "trace/read_ahead.h"
#include "trace/trace.h"

namespace scrutineer::trace {
namespace {

using kit::WireMessage;

// ---- all that a consumer can see ------------------------------------------------------------------------------------

struct Seen {
  std::vector<Step> steps;     // the last one is the end's
  std::vector<Tables> tables;  // after each
  std::string problem;         // empty: a good end
};

Seen see(Trace& trace) {
  Seen seen;
  Step step;
  Tables tables;
  for (bool goes_on = true; goes_on;) {
    const auto more = advance(trace, step, tables);
    if (!more) seen.problem = to_string(more.problem());
    goes_on = more && *more;
    seen.steps.push_back(step);
    seen.tables.push_back(tables);
  }
  // It stays at its end, with nothing more to tell.
  const auto again = trace.next(step);
  EXPECT_EQ(again ? "" : to_string(again.problem()), seen.problem);
  EXPECT_EQ(step, Step());
  return seen;
}

void expect_same(const Seen& expected, const Seen& found) {
  EXPECT_EQ(expected.problem, found.problem);
  ASSERT_EQ(expected.steps.size(), found.steps.size());
  for (std::size_t i = 0; i < expected.steps.size(); ++i) {
    ASSERT_EQ(expected.steps[i].frame, found.steps[i].frame) << "step " << i;
    ASSERT_EQ(expected.steps[i].changes, found.steps[i].changes) << "step " << i;
    ASSERT_EQ(expected.tables[i], found.tables[i]) << "step " << i;
  }
}

// ---- the runs: in each of them, all happens that its format can tell ------------------------------------------------

struct RunCase {
  const char* name;
  const char* format;
  std::string content;
  std::map<std::string, ActorOverride> overrides = {};
};

// Frames 0 to 4 of a car that is away in between and comes back as a truck, and of a trailer whose truck comes later.
std::string csv() {
  const std::string columns =
      "time,id,type,x,y,z,yaw,length,width,height,pitch,roll,vx,vy,vz,ax,ay,az,yaw_rate,role,parent\n";
  const auto row = [](int time, const char* id, const char* type, const char* size, const char* role = "",
                      const char* parent = "") {
    return std::to_string(time) + "," + id + "," + type + ",1,2,3,0.5," + size + ",0.1,0.2,3,4,0,1,2,0,0.25," + role +
           "," + parent + "\n";
  };
  std::string text = columns;
  text += row(0, "car", "car", "4.5,1.8,1.5") + row(0, "trailer", "trailer", "9,2.5,3", "", "tractor");
  text += row(1, "trailer", "trailer", "9,2.5,3", "", "tractor");
  text += row(2, "trailer", "trailer", "9,2.5,3", "", "tractor") + row(2, "tractor", "truck", "6,2.5,3", "ego");
  text += row(3, "car", "truck", "8,2.5,3") + row(3, "tractor", "truck", "6,2.5,3", "ego");
  text += "4,car,truck,what,2,3,0.5,8,2.5,3,,,,,,,,,,,\n";
  text += row(5, "walker", "person", ",,");
  return text;
}

std::string fcd() {
  const auto frame = [](int time, const std::string& content) {
    return "<timestep time=\"" + std::to_string(time) + "\">" + content + "</timestep>\n";
  };
  const auto vehicle = [](const char* id, const char* more = "") {
    return std::string("<vehicle id=\"") + id + "\" x=\"10\" y=\"20\" angle=\"45\" speed=\"3\" " + more + "/>";
  };
  return "<fcd-export>\n" + frame(7, vehicle("a") + vehicle("b", "slope=\"2\" acceleration=\"1\"")) +
         frame(8, vehicle("b")) + frame(9, vehicle("a") + "<person id=\"p\" x=\"1\" y=\"2\" angle=\"0\"/>") +
         frame(10, "<vehicle id=\"a\" x=\"?\" y=\"20\" angle=\"45\"/>") + frame(11, vehicle("c", "signals=\"9\"")) +
         "</fcd-export>\n";
}

std::string esmini() {
  std::string text = "Scenario File Name: x.xosc\nIndex [-], TimeStamp [s]";
  for (const char* column : {"Entity_Name [-]", "Current_Speed [m/s]", "bb_x [m]", "bb_y [m]", "bb_z [m]",
                             "bb_length [m]", "bb_width [m]", "bb_height [m]", "World_Position_X [m]",
                             "World_Position_Y [m]", "World_Heading_Angle [rad]", "Heading_Angle_Rate [rad/s]"})
    text += std::string(", #1 ") + column;
  const auto entity = [](const char* name, const char* length) {
    return std::string(", ") + name + ", 5, 1.4, 0.1, 0.75, " + length + ", 2, 1.5, 10, 20, 0.5, 0.25";
  };
  text += "\n0, 0.0" + entity("ego", "5") + entity("other", "4");
  text += "\n1, 0.1" + entity("ego", "5");
  text += "\n2, 0.2" + entity("ego", "5") + entity("other", "12");  // back as something longer
  text += "\n3, 0.3, ego, what" + entity("other", "12").substr(2);
  return text + "\n4, 0.4" + entity("third", "0") + "\n";
}

std::vector<WireMessage> osi_messages() {
  const auto id = [](std::uint64_t value) { return WireMessage().varint(1, value); };
  const auto base = [](double x, bool is_described) {
    WireMessage message;
    if (is_described) message.triple(1, 4.0, 2.0, 1.5);
    message.triple(2, x, 20.0, 0.75).triple(3, 0.1, 0.2, 0.3).triple(4, 1.0, 2.0, 0.0).triple(6, 0.0, 0.0, 0.25);
    if (is_described) message.triple(7, -2.0, 1.0, 0.0).triple(7, 2.0, 1.0, 0.0).triple(7, 2.0, -0.5, 0.0);
    return message;
  };
  const auto moving = [&](std::uint64_t number, std::uint64_t kind, bool is_described = true) {
    return WireMessage()
        .inner(1, id(number))
        .inner(2, base(static_cast<double>(number), is_described))
        .varint(3, 2)
        .inner(6, WireMessage().varint(1, kind));
  };
  const auto truth = [](std::uint64_t seconds) { return WireMessage().inner(2, WireMessage().varint(1, seconds)); };
  const auto light = [&](std::uint64_t number, std::uint64_t colour) {
    return WireMessage()
        .inner(1, id(number))
        .inner(2, WireMessage().triple(2, 5.0, 6.0, 4.0))
        .inner(3, WireMessage().varint(1, colour).varint(3, 3))
        .inner(5, WireMessage().text(3, "41"));
  };
  const WireMessage pole =
      WireMessage().inner(1, id(50)).inner(2, base(7.0, true)).inner(3, WireMessage().varint(1, 4));
  constexpr std::uint64_t kCar = 4, kTruck = 6, kTrailer = 8;
  const WireMessage tractor = WireMessage()
                                  .inner(1, id(3))
                                  .inner(2, base(30.0, true))
                                  .varint(3, 2)
                                  .inner(6, WireMessage().varint(1, 16).varint(3, 1).inner(4, id(2)));
  return {
      truth(5).inner(4, pole).inner(5, moving(1, kCar)).inner(5, moving(2, kTrailer)).inner(7, light(60, 2)),
      truth(6).inner(5, moving(2, kTrailer, false)),
      truth(7).inner(3, id(3)).inner(5, moving(2, kTrailer, false)).inner(5, tractor).inner(7, light(61, 3)),
      truth(8).inner(3, id(3)).inner(5, moving(1, kTruck)).inner(5, tractor),
      truth(8).inner(5, moving(1, kTruck)),  // a time that repeats
      truth(9).inner(3, id(4)).inner(5, moving(1, kTruck, false)).inner(5, moving(9, kCar, false)),
  };
}

std::string osi() {
  std::string file;
  for (const WireMessage& message : osi_messages()) file += kit::framed(message);
  return file;
}

std::string mcap() {
  std::string records = kit::mcap::schema(1, "osi3.GroundTruth") + kit::mcap::channel(1, 1, "truth");
  for (std::uint64_t time = 0; const WireMessage& message : osi_messages())
    records += kit::mcap::message(1, time++, message.bytes());
  return kit::mcap::file(kit::mcap::chunk("zstd", records));
}

std::vector<RunCase> runs() {
  const ActorOverride renamed{
      .name = "renamed", .driver = Driver::ftx_driver, .category = Category::bus, .length = 11.0, .vru = true};
  std::vector<RunCase> all = {{"OSI", "osi", osi()},
                              {"MCAP", "mcap", mcap()},
                              {"SUMO FCD", "sumo", fcd()},
                              {"esmini CSV", "esmini-csv", esmini()},
                              {"Scrutineer CSV", "csv", csv()}};
  const std::map<std::string, const char*> known = {
      {"osi", "1"}, {"mcap", "1"}, {"sumo", "a"}, {"esmini-csv", "other"}, {"csv", "car"}};
  for (std::size_t i = 0, plain = all.size(); i < plain; ++i) {
    RunCase overridden = all[i];
    overridden.overrides = {{known.at(overridden.format), renamed}, {"nobody", {.vru = true}}};
    all.push_back(std::move(overridden));
  }
  return all;
}

std::unique_ptr<Trace> opened(const RunCase& run, bool skip_bad_frames) {
  auto trace = open_trace(run.content, {.file = "run", .actors = run.overrides, .skip_bad_frames = skip_bad_frames});
  if (!trace) throw std::runtime_error(to_string(trace.problem()));
  return *std::move(trace);
}

// ---- a placement, by hand -------------------------------------------------------------------------------------------

constexpr Placement kMirrored{.flip_y = true, .x = 100.0, .y = -7.0};

Seen placed_by_hand(Seen seen) {
  Tables tables;
  for (std::size_t i = 0; i < seen.steps.size(); ++i) {
    auto& [frame, changes] = seen.steps[i];
    for (ActorState& state : frame.actors) {
      state.x = state.x + 100.0;
      state.y = -7.0 - state.y;
      state.yaw = -state.yaw;
      state.roll = -state.roll;
      state.vy = -state.vy;
      state.ay = -state.ay;
      state.yaw_rate = -state.yaw_rate;
    }
    for (Changes::Actor& actor : changes.actors)
      for (Corner& corner : actor.info.base_polygon) corner.y = -corner.y;
    for (LightInfo& light : changes.lights) {
      if (light.x) light.x = *light.x + 100.0;
      if (light.y) light.y = -7.0 - *light.y;
    }
    tables.apply(changes);
    seen.tables[i] = tables;
  }
  return seen;
}

std::unique_ptr<Trace> read_twice(std::unique_ptr<Trace> trace) {
  const auto kept = std::make_shared<KeptSteps>();
  see(*keeping(std::move(trace), kept));
  return read_again(kept);
}

void expect_same_through_all_wrappers(const std::function<std::unique_ptr<Trace>()>& open) {
  const Seen direct = see(*open());
  const Seen placed_direct = placed_by_hand(direct);
  struct Case {
    const char* name;
    std::unique_ptr<Trace> trace;
    const Seen& expected;
  };
  const Case cases[] = {
      {"read ahead", read_ahead(open()), direct},
      {"placed nowhere else", placed(open(), {}), direct},
      {"placed", placed(open(), kMirrored), placed_direct},
      {"placed, read ahead", read_ahead(placed(open(), kMirrored)), placed_direct},
      {"read ahead, placed", placed(read_ahead(open()), kMirrored), placed_direct},
      {"read ahead twice", read_ahead(read_ahead(open())), direct},
      {"kept", keeping(open(), std::make_shared<KeptSteps>()), direct},
      {"kept and read again", read_twice(open()), direct},
      {"placed, read ahead, kept and read again", read_twice(read_ahead(placed(open(), kMirrored))), placed_direct},
  };
  for (const auto& [name, trace, expected] : cases) {
    SCOPED_TRACE(name);
    expect_same(expected, see(*trace));
  }
}

TEST(Wrappers, ChangeNothingButWhatAPlacementMoves) {
  for (const RunCase& run : runs())
    for (const bool skip_bad_frames : {false, true}) {
      SCOPED_TRACE(std::string(run.name) + (run.overrides.empty() ? "" : ", overridden") +
                   (skip_bad_frames ? ", bad frames skipped" : ""));
      EXPECT_EQ(opened(run, skip_bad_frames)->format(), run.format);
      expect_same_through_all_wrappers([&] { return opened(run, skip_bad_frames); });
    }
}

TEST(Wrappers, ChangeNothingOnRealRuns) {
  std::size_t read = 0;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(kit::data_dir() / "runs")) {
    const std::string file = entry.path().string();
    if (!file.ends_with(".osi") && !file.ends_with(".mcap")) continue;
    if (entry.file_size() > 20'000'000 || !open_trace({.file = file})) continue;
    SCOPED_TRACE(file);
    ++read;
    expect_same_through_all_wrappers([&] { return *open_trace({.file = file}); });
  }
  EXPECT_GT(read, 3U);
}

// What the runs above are about: without these, nothing would be compared.
TEST(Wrappers, TheRunsTellAllThatAReaderCan) {
  for (const RunCase& run : runs()) {
    SCOPED_TRACE(run.name);
    const Seen seen = see(*opened(run, true));
    EXPECT_EQ(seen.problem, "");
    const auto told_again = [](const Step& step) {
      return std::ranges::any_of(step.changes.actors, [&](const Changes::Actor&) { return step.frame.number > 1; });
    };
    EXPECT_TRUE(std::ranges::any_of(seen.steps, told_again));
    EXPECT_TRUE(std::ranges::any_of(seen.steps, [](const Step& step) { return step.changes.actors.empty(); }));
    const Tables& end = seen.tables.back();
    EXPECT_EQ(end.counts().bad_frames, 1U);
    EXPECT_TRUE(end.counts().first_bad);
    EXPECT_FALSE(end.notes().empty());
    EXPECT_NE(see(*opened(run, false)).problem, "") << "a fault, if bad frames are not skipped";
  }
}

// ---- what they lost before ------------------------------------------------------------------------------------------

std::unique_ptr<Trace> csv_trace() { return opened({.name = "", .format = "csv", .content = csv()}, true); }

const ActorInfo& described(const Seen& seen, std::size_t step, std::string_view id) {
  for (const ActorInfo& info : seen.tables[step].actors())
    if (info.id == id) return info;
  throw std::runtime_error("no actor");
}

TEST(ReadAhead, TellsAParentThatComesLater) {
  const Seen seen = see(*read_ahead(csv_trace()));
  EXPECT_FALSE(described(seen, 1, "trailer").parent.valid());
  const ActorId tractor = described(seen, 2, "trailer").parent;
  ASSERT_TRUE(tractor.valid());
  EXPECT_EQ(seen.tables[2].actors()[tractor.index()].id, "tractor");
}

TEST(Placement, KnowsAnActorThatComesBackAsSomethingElse) {
  const Seen seen = see(*placed(csv_trace(), {.flip_y = true}));
  EXPECT_EQ(described(seen, 0, "car").category, Category::car);
  EXPECT_EQ(described(seen, 3, "car").category, Category::truck);
  EXPECT_EQ(described(seen, 3, "car").length, 8.0);
}

}  // namespace
}  // namespace scrutineer::trace
