#include "scene/time_covered.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "kit/hand_frames.h"

namespace scrutineer::scene {
namespace {

using namespace std::chrono_literals;
using testing::ElementsAre;
using testing::IsEmpty;

// A stretch of frames, with the ego or without.
struct Stretch {
  Duration from, to, step;
  bool has_ego = true, has_other = true;
};

std::vector<std::string> notes_of(const std::vector<Stretch>& stretches, bool is_whole = true) {
  kit::HandFrames frames;
  const trace::ActorId other = frames.add({.id = "other"}), ego = frames.add({.id = "ego"});
  TimeCovered covered;
  bool is_known = false;
  for (const Stretch& stretch : stretches)
    for (Duration time = stretch.from; time <= stretch.to; time += stretch.step) {
      is_known = is_known || stretch.has_ego;
      const auto there = kit::HandFrames::at(other, 0.0, 0.0), here = kit::HandFrames::at(ego, 5.0, 0.0);
      const trace::Frame frame = !stretch.has_ego     ? frames.frame(time, {there})
                                 : !stretch.has_other ? frames.frame(time, {here})
                                                      : frames.frame(time, {there, here});
      covered.advance(frame, is_known ? ego : trace::ActorId());
    }
  return covered.notes(frames.actors(), is_whole);
}

TEST(TimeCovered, TellsWhatIsNotJudged) {
  const std::string gone = "the ego, actor ego, is ";
  struct Row {
    const char* name;
    std::vector<Stretch> run;
    testing::Matcher<std::vector<std::string>> notes;
  };
  const Row rows[] = {
      {"all there", {{0s, 10s, 100ms}}, IsEmpty()},
      {"no frame", {}, IsEmpty()},
      {"one frame",
       {{0s, 0s, 1s}},
       ElementsAre("the run is a single frame: what shows only over time cannot be judged")},
      {"a gap",
       {{0s, 8900ms, 100ms}, {12100ms, 20s, 100ms}},
       ElementsAre("frames are missing: there are none for the 3.2 s between 8.9 s and 12.1 s, which are not judged")},
      {"a gap between odd times",
       {{0s, 1s, 333333333ns}, {5s, 6s, 333333333ns}},
       ElementsAre("frames are missing: there are none for the 4 s between 1 s and 5 s, which are not judged")},
      {"three gaps",
       {{0s, 2s, 100ms}, {3s, 5s, 100ms}, {9s, 12s, 100ms}, {13s, 14s, 100ms}},
       ElementsAre(
           "frames are missing: there are 3 gaps, which are not judged, the longest of 4 s between 5 s and 9 s; "
           "trace info lists them")},
      {"a frame is lost", {{0s, 2s, 100ms}, {2200ms, 4s, 100ms}}, IsEmpty()},
      {"just below what is told", {{0s, 2s, 10ms}, {2490ms, 4s, 10ms}}, IsEmpty()},
      {"as long as what is told",
       {{0s, 2s, 10ms}, {2500ms, 4s, 10ms}},
       ElementsAre("frames are missing: there are none for the 0.5 s between 2 s and 2.5 s, which are not judged")},
      {"by a clock that is rounded",
       {{0s, 2s, 10ms}, {2499999999ns, 4s, 10ms}},
       ElementsAre("frames are missing: there are none for the 0.5 s between 2 s and 2.5 s, which are not judged")},
      {"long steps are no gaps", {{0s, 100s, 1s}}, IsEmpty()},
      {"but one of two of them is",
       {{0s, 10s, 1s}, {12s, 20s, 1s}},
       ElementsAre("frames are missing: there are none for the 2 s between 10 s and 12 s, which are not judged")},
      {"the ego comes later, which is told elsewhere", {{0s, 5s, 100ms, false}, {5100ms, 10s, 100ms}}, IsEmpty()},
      {"the ego leaves",
       {{0s, 900ms, 100ms}, {1s, 9900ms, 100ms, false}},
       ElementsAre(gone + "there until 0.9 s, and the run until 9.9 s: nothing of it is judged after it has gone")},
      {"the ego is not in the last frame",
       {{0s, 9800ms, 100ms}, {9900ms, 9900ms, 100ms, false}},
       ElementsAre(gone + "there until 9.8 s, and the run until 9.9 s: nothing of it is judged after it has gone")},
      {"the ego is away once",
       {{0s, 1s, 100ms}, {1100ms, 2s, 100ms, false}, {2100ms, 3s, 100ms}},
       ElementsAre(gone + "not there between 1 s and 2.1 s")},
      {"the ego is away twice, and leaves",
       {{0s, 1s, 100ms},
        {1100ms, 1900ms, 100ms, false},
        {2s, 3s, 100ms},
        {3100ms, 3900ms, 100ms, false},
        {4s, 5s, 100ms},
        {5100ms, 6s, 100ms, false}},
       ElementsAre("the ego, actor ego, vanishes and comes back 2 times, and is not there for 2 s in all",
                   gone + "there until 5 s, and the run until 6 s: nothing of it is judged after it has gone")},
      {"there never was an ego", {{0s, 5s, 100ms, false}}, IsEmpty()},
  };
  for (const Row& row : rows) EXPECT_THAT(notes_of(row.run), row.notes) << row.name;
}

// What was broken off may have more frames.
TEST(TimeCovered, DoesNotCallARunASingleFrameOfWhichThereIsMore) {
  EXPECT_THAT(notes_of({{0s, 0s, 1s}}, false), IsEmpty());
}

// Nobody is followed for long, nor is a conflict one, where the other comes and goes.
TEST(TimeCovered, TellsOfOthersThatFlicker) {
  // So many frames of each: with the other, and without.
  struct Row {
    const char* name;
    int there, away, times;
    Duration step;
    testing::Matcher<std::vector<std::string>> notes;
  };
  const std::string what =
      ": what lasts is judged anew, or not at all, whenever an actor is back; everybody who is "
      "there must be in every frame";
  const Row rows[] = {
      {"every second frame", 1, 1, 20, 100ms,
       ElementsAre("actor other vanishes 19 times for less than 0.5 s, and is in 20 of 39 frames" + what)},
      {"one of four", 1, 3, 6, 100ms,
       ElementsAre("actor other vanishes 5 times for less than 0.5 s, and is in 6 of 21 frames" + what)},
      {"lost now and then", 12, 1, 20, 100ms, IsEmpty()},
      {"lost a few times", 1, 1, 5, 100ms, IsEmpty()},
  };
  for (const auto& [name, there, away, times, step, notes] : rows) {
    std::vector<Stretch> run;
    Duration time{};
    const auto stretch = [&](int frames, bool has_other) {
      run.push_back({time, time + (frames - 1) * step, step, true, has_other});
      time += frames * step;
    };
    for (int i = 0; i < times; ++i) stretch(there, true), stretch(away, false);
    EXPECT_THAT(notes_of(run), notes) << name;
  }
}

TEST(TimeCovered, NamesTheSameActorInWhicheverOrderRowsAre) {
  for (const auto& ids : {std::vector<const char*>{"9", "10", "b"}, {"b", "10", "9"}, {"10", "9", "b"}})
    for (const bool flicker : {true, false}) {
      kit::HandFrames frames;
      const trace::ActorId ego = frames.add({.id = "ego"});
      std::vector<trace::ActorId> others;
      for (const char* id : ids) others.push_back(frames.add({.id = id}));
      if (!flicker)
        for (int i = 0; i < 9; ++i) others.push_back(frames.add({.id = "more" + std::to_string(i)}));
      TimeCovered covered;
      for (int i = 0; i < 40; ++i) {
        trace::Frame frame{.time = Time(i * 100ms), .actors = {kit::HandFrames::at(ego, i, 0.0)}};
        if (flicker ? i % 2 == 0 : i == 5)
          for (std::size_t k = 0; k < others.size(); ++k)
            frame.actors.push_back(kit::HandFrames::at(others[k], 9.0, 9.0 * static_cast<double>(k)));
        covered.advance(frame, ego);
      }
      EXPECT_THAT(covered.notes(frames.actors(), true),
                  testing::Contains(testing::HasSubstr(flicker ? "actor 9 vanishes 19 times" : "the first is 9:")))
          << ids.front();
    }
}

// Ids that are those of detections, not of who is detected.
TEST(TimeCovered, TellsOfOthersThatAreInASingleFrame) {
  struct Row {
    const char* name;
    int frames, each;  // how many frames an id lasts
    testing::Matcher<std::vector<std::string>> notes;
  };
  const Row rows[] = {
      {"an id for each frame", 30, 1,
       ElementsAre("30 of 30 other actors are in a single frame only, the first is 0: nothing that lasts is judged of "
                   "them; somebody must have the same id in all frames")},
      {"an id for two of them", 30, 2, IsEmpty()},
      {"a few frames", 9, 1, IsEmpty()},
  };
  for (const auto& [name, count, each, notes] : rows) {
    kit::HandFrames frames;
    const trace::ActorId ego = frames.add({.id = "ego"});
    TimeCovered covered;
    trace::ActorId other;
    for (int i = 0; i < count; ++i) {
      if (i % each == 0) other = frames.add({.id = std::to_string(i)});
      covered.advance(
          frames.frame(i * 100ms, {kit::HandFrames::at(ego, 0.0, 0.0), kit::HandFrames::at(other, 9.0, 0.0)}), ego);
    }
    EXPECT_THAT(covered.notes(frames.actors()), notes) << name;
  }
}

TEST(TimeCovered, TellsOfOthersThatAreNotThere) {
  struct Row {
    const char* name;
    std::vector<Stretch> run;
    testing::Matcher<std::vector<std::string>> notes;
  };
  const std::string alone =
      "the ego, actor ego, is in no frame together with another actor, so nothing is judged between them; what is true "
      "of one moment must have one time";
  const Row rows[] = {
      {"away and back",
       {{0s, 1s, 100ms}, {1100ms, 2s, 100ms, true, false}, {2100ms, 3s, 100ms}},
       ElementsAre("actor other is not there between 1 s and 2.1 s: nothing is judged of it in that time")},
      {"away for less than is told",
       {{0s, 1s, 100ms}, {1100ms, 1300ms, 100ms, true, false}, {1400ms, 3s, 100ms}},
       IsEmpty()},
      {"comes late", {{0s, 1s, 100ms, true, false}, {1100ms, 3s, 100ms}}, IsEmpty()},
      {"leaves", {{0s, 1s, 100ms}, {1100ms, 3s, 100ms, true, false}}, IsEmpty()},
      {"everybody in frames of their own",
       {{0s, 0s, 1s, true, false}, {20ms, 20ms, 1s, false, true}, {100ms, 100ms, 1s, true, false}},
       ElementsAre("the ego, actor ego, is not there between 0 s and 0.1 s", alone)},
      {"the other comes after the ego has gone",
       {{0s, 1s, 100ms, true, false}, {1100ms, 2s, 100ms, false, true}},
       ElementsAre(
           "the ego, actor ego, is there until 1 s, and the run until 2 s: nothing of it is judged after it has "
           "gone",
           alone)},
  };
  for (const Row& row : rows) EXPECT_THAT(notes_of(row.run), row.notes) << row.name;
}

}  // namespace
}  // namespace scrutineer::scene
