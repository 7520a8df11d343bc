#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <vector>

#include "kit/hand_frames.h"
#include "scene/suspicion.h"
#include "trace/categories.h"

namespace scrutineer::scene {
namespace {

using namespace std::chrono_literals;
using testing::HasSubstr;

// Of two that drive along x beside each other, the first one being the ego.
std::vector<Doubt> doubts_of(trace::Category category, const std::vector<trace::Size>& sizes) {
  kit::HandFrames frames;
  std::vector<trace::ActorId> actors;
  for (const trace::Size& size : sizes)
    actors.push_back(frames.add({.id = actors.empty() ? "ego" : "7",
                                 .type = trace::type_of(category),
                                 .category = category,
                                 .length = size.length,
                                 .width = size.width,
                                 .height = size.height}));
  Suspicion suspicion(nullptr);
  for (int i = 0; i < 50; ++i) {
    const trace::Frame frame =
        frames.frame(i * 100ms, {kit::HandFrames::at(actors[0], i, 0.0), kit::HandFrames::at(actors[1], i, 20.0)});
    suspicion.advance(frame, frames.actors());
  }
  return suspicion.doubts(actors[0]);
}

// Who is called a part by mistake is out of all judgement.
TEST(SuspicionOfParts, TellsOfPartsThatAreFarFromTheirWhole) {
  struct Case {
    const char* name;
    double x, change;  // of the part against its whole, and by how much that changes in each frame
    int frames;
    const char* says;  // empty: nothing
  };
  const Case cases[] = {
      {"a trailer", -7.6, 0.0, 50, ""},
      {"with a long drawbar", -11.0, 0.0, 50, ""},
      {"somebody who drives ahead", 30.0, 0.0, 50, "7 is said to be part of another actor, but up to 22 m from it,"},
      {"somebody who drives past", -80.0, 1.0, 80, "7 is said to be part of another actor, but"},
      {"a trailer that is lost", -7.6, -0.15, 50, "but up to 7 m from it"},
      {"a trailer that jumps for a moment", -12.0, -0.0145, 40, ""},
      {"for a moment only", 30.0, 0.0, 5, ""},
  };
  for (const auto& [name, x, change, count, says] : cases) {
    kit::HandFrames frames;
    const trace::ActorId whole = frames.add({.id = "ego", .length = 6.2, .width = 2.5});
    const trace::ActorId part = frames.add({.id = "7", .length = 8.0, .width = 2.5, .parent = whole});
    Suspicion suspicion(nullptr);
    for (int i = 0; i < count; ++i)
      suspicion.advance(frames.frame(i * 100ms, {kit::HandFrames::at(whole, i, 0.0),
                                                 kit::HandFrames::at(part, i + x + i * change, 0.0)}),
                        frames.actors());
    const std::vector<Doubt> doubts = suspicion.doubts();
    ASSERT_EQ(doubts.size(), *says == '\0' ? 0U : 1U) << name;
    for (const Doubt& doubt : doubts) EXPECT_THAT(doubt.text, HasSubstr(says)) << name;
  }
}

// Bodies that lie across half the map, or are in nobody's way.
TEST(SuspicionOfSizes, TellsOfSizesThatNoVehicleHas) {
  struct Case {
    const char* name;
    trace::Category category;
    std::vector<trace::Size> sizes;  // of the two
    const char* says;                // empty: nothing
    const char* option = "";
  };
  using enum trace::Category;
  const Case cases[] = {
      {"cars", car, {{4.5, 1.8, 1.5}, {3.6, 1.6, 1.5}}, ""},
      {"road trains", truck, {{53.5, 2.6, 4.0}, {36.5, 2.5, 4.0}}, ""},
      {"models in a laboratory", car, {{0.25, 0.12, 0.1}, {0.25, 0.12, 0.1}}, ""},
      {"centimetres",
       car,
       {{450, 180, 150}, {4.5, 1.8, 1.5}},
       "sizes of ego are those of no vehicle: ego is 450 m long and 180 m wide, as if that were centimetres",
       "--columns 'length=LENGTH:cm,width=WIDTH:cm,height=HEIGHT:cm'"},
      {"buses in centimetres",
       bus,
       {{1800, 255, 300}, {1200, 250, 300}},
       "as if that were centimetres",
       "--columns 'length=LENGTH:cm,width=WIDTH:cm,height=HEIGHT:cm'"},
      {"millimetres",
       car,
       {{4500, 1800, 1500}, {3600, 1600, 1500}},
       "sizes of ego and 7 are those of no vehicle: ego is 4500 m long and 1800 m wide, as if that were millimetres",
       "--columns 'length=LENGTH:mm,width=WIDTH:mm,height=HEIGHT:mm'"},
      {"kilometres",
       car,
       {{0.0045, 0.0018, 0.0015}, {4.5, 1.8, 1.5}},
       "as if that were kilometres",
       "--columns 'length=LENGTH:km,width=WIDTH:km,height=HEIGHT:km'"},
      {"of different units", car, {{4500, 1800, 1500}, {450, 180, 150}}, "ego is 4500 m long and 1800 m wide; --trust"},
      {"of no unit", car, {{200, 2, 2}, {4.5, 1.8, 1.5}}, "ego is 200 m long and 2 m wide; --trust"},
      {"trains", train, {{400, 3, 4}, {200, 3, 4}}, ""},
      {"other things", object, {{450, 180, 20}, {0.001, 0.001, 1}}, ""},
  };
  for (const auto& [name, category, sizes, says, option] : cases) {
    const std::vector<Doubt> doubts = doubts_of(category, sizes);
    ASSERT_EQ(doubts.size(), *says == '\0' ? 0U : 1U) << name;
    if (doubts.empty()) continue;
    EXPECT_THAT(doubts[0].text, HasSubstr(says)) << name;
    EXPECT_EQ(doubts[0].option, option) << name;
    EXPECT_THAT(doubts[0].text, HasSubstr(option)) << name;
  }
}

// The order of rows is how a run is written; nothing that is said of it may depend on that.
TEST(SuspicionOfSizes, NamesActorsInTheOrderOfTheirIds) {
  struct Case {
    const char* name;
    std::vector<const char*> rows;
    const char* ego;  // empty: nobody
    const char* says;
  };
  const Case cases[] = {
      {"as they are numbered", {"9", "10", "b"}, "", "sizes of 9, b and 1 other are those of no vehicle: 9 is 900 m"},
      {"in another order", {"b", "10", "9"}, "", "sizes of 9, b and 1 other are those of no vehicle: 9 is 900 m"},
      {"the ego first", {"9", "10", "b"}, "b", "sizes of b, 9 and 1 other are those of no vehicle: b is 450 m"},
      {"and in another order", {"10", "b", "9"}, "b", "sizes of b, 9 and 1 other are those of no vehicle: b is 450 m"},
  };
  for (const auto& [name, rows, ego_id, says] : cases) {
    kit::HandFrames frames;
    std::vector<trace::ActorId> actors;
    trace::ActorId ego;
    for (const std::string id : rows) {
      actors.push_back(frames.add({.id = id, .length = id == "b" ? 450.0 : id == "9" ? 900.0 : 1000.0, .width = 180}));
      if (id == ego_id) ego = actors.back();
    }
    Suspicion suspicion(nullptr);
    for (int i = 0; i < 50; ++i) {
      const trace::Frame& frame = frames.frame(
          i * 100ms, {frames.at(actors[0], i, 0.0), frames.at(actors[1], i, 2e3), frames.at(actors[2], i, 4e3)});
      suspicion.advance(frame, frames.actors());
    }
    const std::vector<Doubt> doubts = suspicion.doubts(ego);
    ASSERT_EQ(doubts.size(), 1U) << name;
    EXPECT_THAT(doubts[0].text, HasSubstr(says)) << name;
  }
}

}  // namespace
}  // namespace scrutineer::scene
