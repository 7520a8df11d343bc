// Sessions: the same result as of the file, whatever happens to them, and from many threads.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <atomic>
#include <cmath>
#include <filesystem>
#include <functional>
#include <limits>
#include <memory>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "capi/scrutineer.h"
#include "kit/c_frames.h"
#include "kit/data.h"
#include "kit/paths.h"
#include "kit/run_writers.h"
#include "kit/scratch_folder.h"

namespace scrutineer::capi {
namespace {

using Json = nlohmann::ordered_json;
using testing::HasSubstr;

constexpr double kNone = std::numeric_limits<double>::quiet_NaN();

struct CloseSession {
  void operator()(scr_session* session) const { scr_session_close(session); }
};
using SessionPointer = std::unique_ptr<scr_session, CloseSession>;

// The message, and frees it.
std::string take(scr_error* error) {
  std::string text = scr_error_message(error);
  scr_error_free(error);
  return text;
}
std::string take(char* text) {
  std::string copy = text == nullptr ? "" : text;
  scr_free(text);
  return copy;
}

std::string folder_of(const std::string& name) { return (kit::source_dir() / "examples/runs" / name).string(); }

scr_run_options options_for(const std::string& folder) {
  scr_run_options options;
  scr_run_options_init(&options);
  options.folder = folder.c_str();
  return options;
}

SessionPointer open_session(const std::string& manifest, const std::string& folder = "") {
  scr_run_options options = options_for(folder);
  scr_error* error = nullptr;
  SessionPointer session(scr_session_open(manifest.c_str(), &options, &error));
  EXPECT_NE(session, nullptr) << take(error);
  return session;
}

std::string push_all(scr_session* session, const std::vector<kit::CFrame>& frames) {
  for (const kit::CFrame& frame : frames) {
    scr_error* error = nullptr;
    scr_session_step(session, frame.time_ns, frame.actors.data(), static_cast<std::int64_t>(frame.actors.size()),
                     frame.lights.data(), static_cast<std::int64_t>(frame.lights.size()), &error);
    if (error != nullptr) return take(error);
  }
  return {};
}

// The result without what only names the input.
std::string without_names(const std::string& result) {
  Json json = Json::parse(result);
  json["trace"]["file"] = json["trace"]["format"] = "";
  return json.dump(1);
}

scr_actor car(const char* id, double x, double y = 0.0) {
  scr_actor actor;
  scr_actor_init(&actor);
  actor.id = id;
  actor.x = x;
  actor.y = y;
  actor.yaw = 0.0;
  return actor;
}

TEST(Session, FindsWhatTheCheckOfTheFileFinds) {
  for (const char* name : {"clean", "crosswalk", "departure", "motorway", "overtaking", "red_light", "teleport"}) {
    const std::string folder = folder_of(name);
    const scr_run_options options = options_for(folder);
    scr_error* error = nullptr;
    const std::string manifest = kit::read_text(folder + "/run.json");
    const std::string of_file = take(scr_check(manifest.c_str(), &options, &error));
    ASSERT_EQ(error, nullptr) << name << ": " << take(error);

    Json live = Json::parse(manifest);
    trace::TraceSource source{.file = folder + "/run.csv"};
    if (live.erase("lights") > 0) source.lights = folder + "/lights.csv";
    auto trace = trace::open_trace(source);
    ASSERT_TRUE(trace) << name;
    const kit::CRun run(**trace);
    const SessionPointer session = open_session(live.dump(), folder);
    ASSERT_NE(session, nullptr);
    EXPECT_EQ(push_all(session.get(), run.frames()), "") << name;
    EXPECT_EQ(without_names(take(scr_session_finish(session.get(), nullptr))), without_names(of_file)) << name;
  }
}

TEST(Session, TellsWhatHappensWhenItHappens) {
  const SessionPointer session = open_session(R"({"ego": "ego"})");
  std::vector<std::string> kinds;
  std::string lines;
  for (int frame = 0; frame < 60; ++frame) {
    scr_actor ego = car("ego", frame < 30 ? frame : 200.0 + frame);  // it jumps
    ASSERT_EQ(scr_session_step(session.get(), frame * 100'000'000LL, &ego, 1, nullptr, 0, nullptr), SCR_OK);
    const scr_event* events = nullptr;
    std::int64_t count = 0;
    ASSERT_EQ(scr_session_events(session.get(), &events, &count, nullptr), SCR_OK);
    for (std::int64_t i = 0; i < count; ++i) {
      EXPECT_EQ(events[i].size, sizeof(scr_event));
      EXPECT_STREQ(events[i].actor, "ego");
      if (events[i].kind != SCR_EVENT_ISSUE || std::string(events[i].issue_kind) != "teleportation") continue;
      kinds.emplace_back(events[i].issue_kind);
      EXPECT_GE(frame, 30);
      EXPECT_LT(frame, 59);
      EXPECT_EQ(events[i].start_ns, 3'000'000'000);
      EXPECT_THAT(events[i].message, HasSubstr("201 m"));
      EXPECT_GE(events[i].severity, SCR_WARNING);
      EXPECT_EQ(events[i].category, SCR_CATEGORY_SUT);
    }
    lines += scr_session_event_lines(session.get(), nullptr);
  }
  EXPECT_EQ(kinds, std::vector<std::string>{"teleportation"});
  EXPECT_THAT(lines, HasSubstr(R"("event":"issue","check":"teleportation")"));
}

TEST(Session, TellsWhatAConfigurationSays) {
  const kit::ScratchFolder folder;
  kit::write_file(folder.file("mine.osc"), R"osc(
global modifier sut_vehicle.mine:
    on @start:
        logger.log_info("$(actor.id) is here")
        logger.log_warning("beware")
        logger.log_debug("hm")
)osc");
  const SessionPointer session = open_session(R"({"ego": "ego", "config": ["mine.osc"]})", folder.path().string());
  std::vector<std::pair<std::string, std::int32_t>> said;
  for (int frame = 0; frame < 3; ++frame) {
    const scr_actor ego = car("ego", frame);
    ASSERT_EQ(scr_session_step(session.get(), frame * 100'000'000LL, &ego, 1, nullptr, 0, nullptr), SCR_OK);
    const scr_event* events = nullptr;
    std::int64_t count = 0;
    ASSERT_EQ(scr_session_events(session.get(), &events, &count, nullptr), SCR_OK);
    for (std::int64_t i = 0; i < count; ++i) {
      if (events[i].kind != SCR_EVENT_MESSAGE) continue;
      EXPECT_EQ(frame, 0);
      EXPECT_STREQ(events[i].check, "sut_vehicle.mine");
      EXPECT_STREQ(events[i].actor, "ego");
      said.emplace_back(events[i].message, events[i].severity);
    }
    if (frame == 0) {
      EXPECT_THAT(scr_session_event_lines(session.get(), nullptr), HasSubstr(R"("event":"message","level":"info")"));
    }
  }
  using testing::Pair;
  EXPECT_THAT(said, testing::ElementsAre(Pair("ego is here", SCR_INFO), Pair("beware", SCR_WARNING), Pair("hm", 0)));
  const Json result = Json::parse(take(scr_session_finish(session.get(), nullptr)));
  EXPECT_EQ(result["messages"].size(), 3U);
}

TEST(Session, AnAnnouncedRelocationIsNoTeleportation) {
  struct Case {
    const char* name;
    const char* actor;  // "": nobody is announced
    bool is_judged;
  };
  const Case cases[] = {
      {"not announced", "", true},
      {"the ego", nullptr, false},
      {"by its id", "ego", false},
      {"somebody else", "7", true},
  };
  for (const Case& c : cases) {
    const SessionPointer session = open_session(R"({"ego": "ego"})");
    for (int frame = 0; frame < 20; ++frame) {
      scr_actor ego = car("ego", frame < 10 ? frame : 300.0 + frame);
      if (frame == 10 && (c.actor == nullptr || *c.actor != '\0')) {
        ASSERT_EQ(scr_session_relocate(session.get(), c.actor, 0, nullptr), SCR_OK);
      }
      ASSERT_EQ(scr_session_step(session.get(), frame * 100'000'000LL, &ego, 1, nullptr, 0, nullptr), SCR_OK);
    }
    const Json result = Json::parse(take(scr_session_finish(session.get(), nullptr)));
    bool is_found = false;
    for (const Json& issue : result["issues"]) is_found = is_found || issue["kind"] == "teleportation";
    EXPECT_EQ(is_found, c.is_judged) << c.name;
  }
}

TEST(Session, RefusesFramesThatCannotBeAndGoesOn) {
  struct Case {
    const char* name;
    std::int32_t code;
    const char* message;
    std::int64_t time_ns = 200'000'000;
    void (*spoil)(std::vector<scr_actor>&) = [](std::vector<scr_actor>&) {};
    std::int64_t count = -100;  // how many there are
  };
  const Case cases[] = {
      {"the same time", SCR_ERROR_INPUT, "time 0.1 s is that of the frame before", 100'000'000},
      {"time goes back", SCR_ERROR_INPUT, "is earlier than that of the frame before", 1},
      {"an absurd time", SCR_ERROR_ARGUMENT, "is absurd", std::numeric_limits<std::int64_t>::max()},
      {"an absurd time before", SCR_ERROR_ARGUMENT, "is absurd", std::numeric_limits<std::int64_t>::min()},
      {"no x", SCR_ERROR_INPUT, "actor ego: x must be a number", 200'000'000, [](auto& a) { a[0].x = kNone; }},
      {"an infinite y", SCR_ERROR_INPUT, "actor ego: y must be", 200'000'000, [](auto& a) { a[0].y = INFINITY; }},
      {"a far x", SCR_ERROR_INPUT, "within +-1e7", 200'000'000, [](auto& a) { a[0].x = 1e9; }},
      {"half a velocity", SCR_ERROR_INPUT, "vy is not given, but vx is", 200'000'000, [](auto& a) { a[0].vx = 1; }},
      {"its other half", SCR_ERROR_INPUT, "vx is not given, but vy is", 200'000'000, [](auto& a) { a[0].vy = 1; }},
      {"half an acceleration", SCR_ERROR_INPUT, "ax is not given, but ay is", 200'000'000,
       [](auto& a) { a[0].ay = 1; }},
      {"no id", SCR_ERROR_ARGUMENT, "an actor's id is NULL", 200'000'000, [](auto& a) { a[0].id = nullptr; }},
      {"an empty id", SCR_ERROR_INPUT, "id is empty", 200'000'000, [](auto& a) { a[0].id = ""; }},
      {"an id that is no UTF-8", SCR_ERROR_ARGUMENT, "is no UTF-8", 200'000'000, [](auto& a) { a[0].id = "a\xFF"; }},
      {"a parent that is no UTF-8", SCR_ERROR_ARGUMENT, "is no UTF-8", 200'000'000,
       [](auto& a) { a[0].parent = "\xC3"; }},
      {"its own part", SCR_ERROR_INPUT, "would be a part of itself", 200'000'000,
       [](auto& a) { a[1].id = a[1].parent = "new"; }},
      {"twice in a frame", SCR_ERROR_INPUT, "actor ego comes twice", 200'000'000, [](auto& a) { a[1].id = "ego"; }},
      {"a wrong size", SCR_ERROR_ARGUMENT, "size of scr_actor is 8", 200'000'000, [](auto& a) { a[1].size = 8; }},
      {"an unknown type", SCR_ERROR_ARGUMENT, "type cannot be 99", 200'000'000, [](auto& a) { a[0].type = 99; }},
      {"a negative role", SCR_ERROR_ARGUMENT, "role cannot be -1", 200'000'000, [](auto& a) { a[0].role = -1; }},
      {"an unknown driver", SCR_ERROR_ARGUMENT, "driver cannot be 5", 200'000'000, [](auto& a) { a[0].driver = 5; }},
      {"an unknown indicator", SCR_ERROR_ARGUMENT, "indicator cannot be 9", 200'000'000,
       [](auto& a) { a[0].indicator = 9; }},
      {"a negative size", SCR_ERROR_INPUT, "length must be 0 to 1e7 m", 200'000'000,
       [](auto& a) { a[1].id = "new", a[1].length = -1; }},
      {"a second ego", SCR_ERROR_INPUT, "actor 7 has the role ego", 200'000'000, [](auto& a) { a[1].role = 1; }},
      {"a negative count", SCR_ERROR_ARGUMENT, "the count of actors cannot be -1", 200'000'000, [](auto&) {}, -1},
      {"an absurd count", SCR_ERROR_ARGUMENT, "the count of actors", 200'000'000, [](auto&) {},
       std::numeric_limits<std::int64_t>::max()},
  };
  for (const Case& c : cases) {
    const SessionPointer session = open_session("{}");
    std::vector<scr_actor> actors{car("ego", 0.0), car("7", 10.0)};
    actors[0].role = SCR_ROLE_EGO;
    ASSERT_EQ(scr_session_step(session.get(), 100'000'000, actors.data(), 2, nullptr, 0, nullptr), SCR_OK);
    std::vector<scr_actor> spoilt = actors;
    c.spoil(spoilt);
    scr_error* error = nullptr;
    const std::int64_t count = c.count == -100 ? 2 : c.count;
    EXPECT_EQ(scr_session_step(session.get(), c.time_ns, spoilt.data(), count, nullptr, 0, &error), c.code) << c.name;
    EXPECT_EQ(scr_error_code(error), c.code) << c.name;
    EXPECT_THAT(take(error), HasSubstr(c.message)) << c.name;
    EXPECT_EQ(scr_session_step(session.get(), 300'000'000, actors.data(), 2, nullptr, 0, nullptr), SCR_OK) << c.name;
    const Json result = Json::parse(take(scr_session_finish(session.get(), nullptr)));
    EXPECT_EQ(result["trace"]["frames"], 2) << c.name;
    EXPECT_THAT(result["notes"].dump(), HasSubstr("1 frame was not evaluated")) << c.name;
  }
}

TEST(Session, KnowsActorsByAnyUtf8) {
  const char* const ids[] = {"ego", "\xC3\xA9go", "car \xE8\xBB\x8A", "one with a long name, \xF0\x9F\x9A\x97"};
  const SessionPointer session = open_session(R"({"settings": [{"enable": "teleportation@all"}]})");
  std::set<std::string> found;
  for (int frame = 0; frame < 20; ++frame) {
    std::vector<scr_actor> actors;
    for (const char* id : ids) actors.push_back(car(id, frame < 10 ? frame : 300.0 + frame));
    actors[0].role = SCR_ROLE_EGO;
    ASSERT_EQ(
        scr_session_step(session.get(), frame * 100'000'000LL, actors.data(), std::ssize(actors), nullptr, 0, nullptr),
        SCR_OK);
    const scr_event* events = nullptr;
    std::int64_t count = 0;
    ASSERT_EQ(scr_session_events(session.get(), &events, &count, nullptr), SCR_OK);
    for (std::int64_t i = 0; i < count; ++i)
      if (std::string_view(events[i].check) == "teleportation") found.insert(events[i].actor);
  }
  EXPECT_THAT(found, testing::UnorderedElementsAreArray(ids));
}

TEST(Session, RefusesLightsThatCannotBe) {
  struct Case {
    const char* name;
    scr_light light;
    const char* message;
  };
  const Case cases[] = {
      {"no signal", {sizeof(scr_light), 0, 0, 0, nullptr, nullptr}, "a light's signal is NULL"},
      {"an empty signal", {sizeof(scr_light), 0, 0, 0, nullptr, ""}, "a light's signal is empty"},
      {"an unknown colour", {sizeof(scr_light), 6, 0, 0, nullptr, "S"}, "colour cannot be 6"},
      {"an unknown mode", {sizeof(scr_light), 0, -1, 0, nullptr, "S"}, "mode cannot be -1"},
      {"no UTF-8", {sizeof(scr_light), 0, 0, 0, "\xFF", "S"}, "a light's road is no UTF-8"},
      {"a wrong size", {1, 0, 0, 0, nullptr, "S"}, "size of scr_light is 1"},
  };
  for (const Case& c : cases) {
    const SessionPointer session = open_session("{}");
    scr_error* error = nullptr;
    EXPECT_NE(scr_session_step(session.get(), 0, nullptr, 0, &c.light, 1, &error), SCR_OK) << c.name;
    EXPECT_THAT(take(error), HasSubstr(c.message)) << c.name;
  }
}

TEST(Session, RefusesWhatItCannotBeOpenedWith) {
  struct Case {
    const char* name;
    const char* manifest;
    std::int32_t code;
    const char* message;
  };
  const Case cases[] = {
      {"nothing", nullptr, SCR_ERROR_ARGUMENT, "manifest_json is NULL"},
      {"no UTF-8", "{\"ego\": \"\xFF\"}", SCR_ERROR_ARGUMENT, "manifest_json is no UTF-8"},
      {"no JSON", "{", SCR_ERROR_INPUT, ""},
      {"an unknown key", "{\n\"mapp\": \"x\"}", SCR_ERROR_INPUT, "did you mean map"},
      {"a map that is not there", R"({"map": "nowhere.xodr"})", SCR_ERROR_INPUT, ""},
      {"an unknown setting", R"({"settings": [{"set": "policy.max_sped=1"}]})", SCR_ERROR_INPUT, "did you mean"},
      {"lights of a file", R"({"lights": "lights.csv"})", SCR_ERROR_INPUT, "lights is for recorded runs"},
  };
  for (const Case& c : cases) {
    scr_error* error = nullptr;
    EXPECT_EQ(scr_session_open(c.manifest, nullptr, &error), nullptr) << c.name;
    ASSERT_NE(error, nullptr) << c.name;
    EXPECT_EQ(scr_error_code(error), c.code) << c.name;
    if (std::string(c.name) == "an unknown key") {
      EXPECT_EQ(scr_error_line(error), 2);
    }
    const std::string message = take(error);
    EXPECT_THAT(message, HasSubstr(c.message)) << c.name;
    EXPECT_NE(message, "") << c.name;
    EXPECT_EQ(scr_session_open(c.manifest, nullptr, nullptr), nullptr) << c.name;  // nobody asks why
  }
  scr_run_options options;
  scr_run_options_init(&options);
  options.size = 3;
  scr_error* error = nullptr;
  EXPECT_EQ(scr_session_open("{}", &options, &error), nullptr);
  EXPECT_THAT(take(error), HasSubstr("size of scr_run_options is 3"));
}

TEST(Session, IsDoneAfterItsEnd) {
  const SessionPointer session = open_session("{}");
  scr_actor ego = car("ego", 0.0);
  ASSERT_EQ(scr_session_step(session.get(), 0, &ego, 1, nullptr, 0, nullptr), SCR_OK);
  EXPECT_EQ(scr_session_is_over(session.get()), 0);
  EXPECT_NE(take(scr_session_finish(session.get(), nullptr)), "");
  EXPECT_EQ(scr_session_is_over(session.get()), 1);
  scr_error* error = nullptr;
  EXPECT_EQ(scr_session_step(session.get(), 1, &ego, 1, nullptr, 0, &error), SCR_ERROR_STATE);
  EXPECT_EQ(take(error), "the session is finished");
  EXPECT_EQ(scr_session_relocate(session.get(), nullptr, 0, nullptr), SCR_ERROR_STATE);
  EXPECT_EQ(scr_session_finish(session.get(), &error), nullptr);
  EXPECT_EQ(take(error), "the session is finished already");
  const scr_event* events = nullptr;
  std::int64_t count = 1;
  EXPECT_EQ(scr_session_events(session.get(), &events, &count, nullptr), SCR_OK);
  EXPECT_EQ(count, 0);
  EXPECT_STREQ(scr_session_event_lines(session.get(), nullptr), "");
}

TEST(Session, WithoutFramesIsAResultThatIsNotComplete) {
  const SessionPointer session = open_session("{}");
  scr_error* error = nullptr;
  const std::string result = take(scr_session_finish(session.get(), &error));
  ASSERT_EQ(error, nullptr) << take(error);
  EXPECT_EQ(Json::parse(result)["complete"], false);
}

TEST(Session, StopsAtTheFirstErrorIfAskedTo) {
  const SessionPointer session =
      open_session(R"({"stop_on_error": true, "settings": [{"severity": "teleportation=error"}]})");
  std::int32_t code = SCR_OK;
  int frame = 0;
  for (; frame < 20 && scr_session_is_over(session.get()) == 0; ++frame) {
    scr_actor ego = car("ego", frame < 10 ? frame : 300.0 + frame);
    code = scr_session_step(session.get(), frame * 100'000'000LL, &ego, 1, nullptr, 0, nullptr);
    EXPECT_EQ(code, SCR_OK);
  }
  EXPECT_GT(frame, 10);
  EXPECT_LT(frame, 20);
  scr_actor ego = car("ego", 400.0);
  EXPECT_EQ(scr_session_step(session.get(), 5'000'000'000, &ego, 1, nullptr, 0, nullptr), SCR_ERROR_STATE);
  EXPECT_EQ(Json::parse(take(scr_session_finish(session.get(), nullptr)))["complete"], false);
}

TEST(Session, NullsAreErrors) {
  scr_error* error = nullptr;
  EXPECT_EQ(scr_session_step(nullptr, 0, nullptr, 0, nullptr, 0, &error), SCR_ERROR_ARGUMENT);
  EXPECT_EQ(take(error), "session is NULL");
  EXPECT_EQ(scr_session_relocate(nullptr, nullptr, 0, nullptr), SCR_ERROR_ARGUMENT);
  EXPECT_EQ(scr_session_events(nullptr, nullptr, nullptr, nullptr), SCR_ERROR_ARGUMENT);
  EXPECT_EQ(scr_session_event_lines(nullptr, nullptr), nullptr);
  EXPECT_EQ(scr_session_finish(nullptr, nullptr), nullptr);
  EXPECT_EQ(scr_session_is_over(nullptr), 1);
  scr_session_close(nullptr);
  const SessionPointer session = open_session("{}");
  EXPECT_EQ(scr_session_events(session.get(), nullptr, nullptr, nullptr), SCR_ERROR_ARGUMENT);
  EXPECT_EQ(scr_session_step(session.get(), 0, nullptr, 1, nullptr, 0, &error), SCR_ERROR_ARGUMENT);
  EXPECT_EQ(take(error), "actors is NULL");
  EXPECT_EQ(scr_session_step(session.get(), 0, nullptr, 0, nullptr, 1, nullptr), SCR_ERROR_ARGUMENT);
}

TEST(Session, ItsFilesAreCheckedAgainToTheSame) {
  const kit::ScratchFolder scratch;
  const std::string out = scratch.file("result"), folder = folder_of("red_light");
  auto trace = trace::open_trace({.file = folder + "/run.csv", .lights = folder + "/lights.csv"});
  ASSERT_TRUE(trace);
  const kit::CRun run(**trace);
  scr_run_options options = options_for(folder);
  options.out = out.c_str();
  scr_error* error = nullptr;
  const SessionPointer session(scr_session_open(R"({"map": "../../maps/town.xodr"})", &options, &error));
  ASSERT_NE(session, nullptr) << take(error);
  ASSERT_EQ(push_all(session.get(), run.frames()), "");
  const std::string result = take(scr_session_finish(session.get(), &error));
  ASSERT_EQ(error, nullptr) << take(error);
  EXPECT_EQ(kit::read_text(out + "/coverage/runtime_data.json"), result);
  EXPECT_FALSE(Json::parse(result)["issues"].empty());

  options = options_for(out);
  const std::string again = take(scr_check(kit::read_text(out + "/run.json").c_str(), &options, &error));
  ASSERT_EQ(error, nullptr) << take(error);
  Json first = Json::parse(result), second = Json::parse(again);
  first["trace"] = second["trace"] = first["map"] = second["map"] = nullptr;  // how the files are named from there
  EXPECT_EQ(second.dump(1), first.dump(1));
}

// What was driven cannot be driven again.
TEST(Session, GivesItsResultAlsoIfItsFilesCannotBeWritten) {
  const auto remove_recording = [](const std::string& out) { std::filesystem::remove_all(out + ".recording"); };
  const auto block_result = [](const std::string& out) {  // by a file
    std::filesystem::remove_all(out);
    kit::write_file(out, "mine");
  };
  struct Case {
    const char* name;
    std::function<void(const std::string& out)> spoil;
    const char* file;  // that cannot be written
    bool is_written;
  };
  const Case cases[] = {
      {"no recording", remove_recording, "/result.recording/run.csv", true},
      {"no result", block_result, "/result/", false},
      {"neither", [&](const std::string& out) { remove_recording(out), block_result(out); },
       "/result.recording/run.csv", false},
  };
  for (const auto& [name, spoil, file, is_written] : cases) {
    const kit::ScratchFolder scratch;
    const std::string out = scratch.file("runs/result");
    std::filesystem::create_directories(scratch.file("runs"));
    scr_run_options options = options_for("");
    options.out = out.c_str();
    scr_error* error = nullptr;
    const SessionPointer session(scr_session_open("{}", &options, &error));
    ASSERT_NE(session, nullptr) << name << take(error);
    const scr_actor ego = car("ego", 0.0);
    ASSERT_EQ(scr_session_step(session.get(), 0, &ego, 1, nullptr, 0, nullptr), SCR_OK);
    spoil(out);
    EXPECT_EQ(scr_session_finish(session.get(), &error), nullptr) << name;
    ASSERT_NE(error, nullptr) << name;
    EXPECT_THAT(scr_error_file(error), HasSubstr(file)) << name;
    scr_error_free(error);
    const std::string result = take(scr_session_finish(session.get(), &error));
    ASSERT_EQ(error, nullptr) << name << take(error);
    EXPECT_EQ(Json::parse(result)["trace"]["frames"], 1) << name;
    EXPECT_EQ(std::filesystem::exists(out + "/coverage/runtime_data.json"), is_written) << name;
    if (is_written) {
      EXPECT_EQ(kit::read_text(out + "/coverage/runtime_data.json"), result);
      EXPECT_FALSE(Json::parse(kit::read_text(out + "/run.json")).contains("trace"));
    }
    EXPECT_EQ(scr_session_finish(session.get(), &error), nullptr) << name;
    EXPECT_EQ(take(error), "the session is finished already") << name;
  }
}

TEST(Session, ItsFilesHoldWhatWasTold) {
  const kit::ScratchFolder scratch;
  const std::string out = scratch.file("result");
  scr_run_options options = options_for("");
  options.out = out.c_str();
  scr_error* error = nullptr;
  const SessionPointer session(scr_session_open("{}", &options, &error));
  ASSERT_NE(session, nullptr) << take(error);
  scr_actor braking = car("ego", 0.0);
  braking.brake_light = SCR_BRAKE_LIGHT_ON;
  ASSERT_EQ(scr_session_step(session.get(), 0, &braking, 1, nullptr, 0, &error), SCR_OK) << take(error);
  braking.length = 7.0;  // which is known only now
  braking.width = 2.0;
  braking.height = 3.0;
  ASSERT_EQ(scr_session_step(session.get(), 100'000'000, &braking, 1, nullptr, 0, &error), SCR_OK) << take(error);
  take(scr_session_finish(session.get(), &error));
  ASSERT_EQ(error, nullptr) << take(error);

  const Json manifest = Json::parse(kit::read_text(out + "/run.json"));
  auto trace = trace::open_trace({.file = out + "/" + manifest["trace"].get<std::string>()});
  ASSERT_TRUE(trace) << to_string(trace.problem());
  trace::Step step;
  trace::Tables tables;
  std::vector<double> lengths;
  while (*advance(**trace, step, tables)) {
    EXPECT_EQ(step.frame.actors[0].brake_light, trace::BrakeLight::on);
    lengths.push_back(tables.actors()[0].length);
  }
  EXPECT_EQ(lengths, (std::vector<double>{5.0, 7.0}));
}

TEST(Session, RecordsWhateverAnActorMayReport) {
  const kit::ScratchFolder scratch;
  const std::string out = scratch.file("result");
  scr_run_options options;
  scr_run_options_init(&options);
  options.out = out.c_str();
  const SessionPointer session(scr_session_open("{}", &options, nullptr));
  ASSERT_NE(session, nullptr);
  scr_actor ego = car("ego", 0.0);
  ego.role = SCR_ROLE_EGO;
  ego.driver = SCR_DRIVER_SUT;
  ego.av_state = SCR_AV_ACTIVE;
  ego.indicator = SCR_INDICATOR_LEFT;
  ego.brake_light = SCR_BRAKE_LIGHT_ON;
  ASSERT_EQ(scr_session_step(session.get(), 0, &ego, 1, nullptr, 0, nullptr), SCR_OK);
  ASSERT_NE(take(scr_session_finish(session.get(), nullptr)), "");
  auto trace = trace::open_trace({.file = out + ".recording/run.csv"});
  ASSERT_TRUE(trace);
  trace::Step step;
  ASSERT_TRUE(*(*trace)->next(step));
  const trace::ActorState& state = step.frame.actors.front();
  EXPECT_EQ(state.av_state, trace::AvState::active);
  EXPECT_EQ(state.indicator, trace::Indicator::left);
  EXPECT_EQ(state.brake_light, trace::BrakeLight::on);
}

// The new result takes the place of all that belongs to the one before.
TEST(Session, WritesNoResultOverWhatItReads) {
  const kit::ScratchFolder scratch;
  const std::string folder = scratch.path().string(), out = scratch.file("result"),
                    map = (kit::source_dir() / "examples/maps/town.xodr").string();
  std::filesystem::create_directories(out);
  std::filesystem::copy_file(map, out + "/map.xodr");
  kit::write_file(scratch.path() / "run.csv", "time,id,type,x,y\n0,a,car,0,0\n");
  scr_run_options options = options_for(folder);
  options.out = out.c_str();
  const std::string wanted =
      "is read from, and belongs to the result in " + out + ", which would be replaced; name another folder";
  const auto expect_refused = [&](const char* name, const auto& call) {
    scr_error* error = nullptr;
    EXPECT_FALSE(call(&error)) << name;
    EXPECT_THAT(take(error), HasSubstr(wanted)) << name;
    EXPECT_TRUE(std::filesystem::exists(out + "/map.xodr")) << name;
  };
  constexpr const char* kManifest = R"({"map": "result/map.xodr", "trace": "run.csv"})";
  constexpr const char* kOfSession = R"({"map": "result/map.xodr"})";
  expect_refused("a check", [&](scr_error** error) { return scr_check(kManifest, &options, error) != nullptr; });
  expect_refused("a session",
                 [&](scr_error** error) { return scr_session_open(kOfSession, &options, error) != nullptr; });
  options.map = scr_map_open((out + "/map.xodr").c_str(), nullptr);
  expect_refused("with a map that is open already",
                 [&](scr_error** error) { return scr_session_open("{}", &options, error) != nullptr; });
  scr_map_close(options.map);
}

TEST(Session, LivesOnWhenItsMapIsClosed) {
  const std::string file = (kit::source_dir() / "examples/maps/town.xodr").string();
  scr_map* map = scr_map_open(file.c_str(), nullptr);
  ASSERT_NE(map, nullptr);
  scr_run_options options;
  scr_run_options_init(&options);
  options.map = map;
  const SessionPointer session(scr_session_open("{}", &options, nullptr));
  ASSERT_NE(session, nullptr);
  scr_map_close(map);
  scr_actor ego = car("ego", -90.0, -1.75);
  for (int frame = 0; frame < 5; ++frame, ego.x += 1.0)
    EXPECT_EQ(scr_session_step(session.get(), frame * 100'000'000LL, &ego, 1, nullptr, 0, nullptr), SCR_OK);
  const Json result = Json::parse(take(scr_session_finish(session.get(), nullptr)));
  EXPECT_EQ(result["map"]["file"], file);
}

TEST(Session, AbandonedInTheMiddleIsGone) {  // the address sanitizer tells what is left
  for (int frames = 0; frames < 5; ++frames) {
    const SessionPointer session = open_session(R"({"ego": "ego"})");
    for (int frame = 0; frame < frames; ++frame) {
      scr_actor ego = car("ego", 100.0 * frame);
      scr_session_step(session.get(), frame * 100'000'000LL, &ego, 1, nullptr, 0, nullptr);
    }
  }
}

TEST(Session, FourInFourThreadsFindTheSame) {
  const std::string folder = folder_of("departure");
  auto trace = trace::open_trace({.file = folder + "/run.csv"});
  ASSERT_TRUE(trace);
  const kit::CRun run(**trace);
  scr_map* map = scr_map_open((kit::source_dir() / "examples/maps/town.xodr").c_str(), nullptr);
  ASSERT_NE(map, nullptr);
  std::array<std::string, 4> results;
  {
    std::vector<std::jthread> threads;
    for (std::string& result : results)
      threads.emplace_back([&run, &result, map] {
        scr_run_options options;
        scr_run_options_init(&options);
        options.map = map;
        const SessionPointer session(scr_session_open("{}", &options, nullptr));
        if (session == nullptr || !push_all(session.get(), run.frames()).empty()) return;
        result = take(scr_session_finish(session.get(), nullptr));
      });
  }
  scr_map_close(map);
  EXPECT_NE(results[0], "");
  for (const std::string& result : results) EXPECT_EQ(result, results[0]);
}

TEST(Session, TwoThreadsInOneAreToldSo) {
  const SessionPointer session = open_session(R"({"ego": "ego"})");
  std::atomic<std::int64_t> time = 0;
  std::atomic<int> busy = 0, good = 0, other = 0;
  {
    std::vector<std::jthread> threads;
    for (int i = 0; i < 4; ++i)
      threads.emplace_back([&] {
        for (int frame = 0; frame < 200; ++frame) {
          scr_actor ego = car("ego", 0.0);
          scr_error* error = nullptr;
          const std::int64_t now = time += 1'000'000;
          const std::int32_t code = scr_session_step(session.get(), now, &ego, 1, nullptr, 0, &error);
          (code == SCR_OK ? good : code == SCR_ERROR_BUSY ? busy : other) += 1;
          // A frame may have been overtaken by a later one; nothing else may go wrong.
          if (code == SCR_ERROR_INPUT) {
            EXPECT_THAT(scr_error_message(error), HasSubstr("earlier"));
          }
          scr_error_free(error);
        }
      });
  }
  EXPECT_EQ(good + busy + other, 800);
  EXPECT_GT(good, 0);
  const Json result = Json::parse(take(scr_session_finish(session.get(), nullptr)));
  EXPECT_EQ(result["trace"]["frames"], good.load());
}

}  // namespace
}  // namespace scrutineer::capi
