#include "watch/per_actor.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "base/text.h"
#include "kit/hand_frames.h"
#include "watch/engine.h"

namespace scrutineer::watch {
namespace {

using namespace std::chrono_literals;
using testing::ElementsAre;

// An interval from x above 10 until x is not above 9 any more, excused while y is above 0. x must be above 10 for 0.2 s.
struct FarAway {
  struct Metrics {
    double furthest;
    std::string justified_by;
    int asked_for_excuses;

    void fields(auto& field) {
      field("furthest", furthest, "m", "How far.");
      field("justified_by", justified_by, "", "What excused it.");
      field("asked_for_excuses", asked_for_excuses, "", "How often it was asked for an excuse.");
    }
  };

  struct Instance {
    double furthest = 0.0;
    int asked_for_excuses = 0;
  };
  static Instance create(const Setup&) { return {}; }
  static Duration debounce_start_time(const Setup&) { return 200ms; }
  static bool violated(const Instance&, const View& at) { return at.state().x > 10.0; }
  static bool still_violated(const Instance&, const View& at) { return at.state().x > 9.0; }
  static std::string_view justified_by(Instance& self, const View& at) {
    ++self.asked_for_excuses;
    return at.state().y > 0.0 ? "a detour" : "";
  }
  static void measure(Instance& self, const View& at, bool starts) {
    self.furthest = starts ? at.state().x : std::max(self.furthest, at.state().x);
  }
  static Finding<FarAway> finding(const Instance& self, const Closing& closing) {
    Finding<FarAway> finding;
    finding.message = "far away";
    finding.data = Metrics{.furthest = self.furthest,
                           .justified_by = std::string(closing.justified_by),
                           .asked_for_excuses = self.asked_for_excuses};
    return finding;
  }
};

struct Spot {
  double x, y = 0.0;
};

std::vector<std::string> intervals(const std::vector<Spot>& places, const std::string& setting = "") {
  const std::vector<Check> checks{make_violation_check<FarAway>(
      {.name = "far_away", .kinds = {{"far_away", Severity::error, Severity::error, "Far away."}}})};
  Settings settings(checks);
  if (!setting.empty()) {
    EXPECT_EQ(settings.set(setting), std::nullopt);
  }
  Engine engine(checks, settings, {});
  kit::HandFrames frames;
  const trace::ActorId car = frames.add({.id = "7"});
  for (std::size_t i = 0; i < places.size(); ++i)
    engine.step(frames.frame(100ms * i, {frames.at(car, places[i].x, places[i].y)}), frames.actors());
  const Evaluation evaluation = engine.finish();
  EXPECT_EQ(evaluation.issues.size(), evaluation.intervals.size());
  std::vector<std::string> lines;
  for (const IntervalRecord& record : evaluation.intervals)
    lines.push_back(rounded(to_seconds(record.start), 3) + " to " + rounded(to_seconds(record.end), 3) + " " +
                    std::string(to_word(record.ended_by)) + ", at most " +
                    rounded(std::get<double>(record.data[0]), 3) + " " + std::get<std::string>(record.data[1]) +
                    ", asked " + rounded(std::get<double>(record.data[2]), 3));
  return lines;
}

TEST(ViolationCheck, DebouncesKeepsAndExcuses) {
  struct Case {
    const char* name;
    std::vector<Spot> places;
    std::vector<std::string> intervals;
    std::string setting;
  };
  const Case cases[] = {
      {"not far", {{9.5}, {9.5}, {9.5}, {9.5}}, {}, ""},
      {"not for long enough", {{0}, {11}, {11}, {0}, {11}, {11}}, {}, ""},
      {"measures from where it began",
       {{0}, {15}, {11}, {11}, {0}},
       {"0.1 to 0.4 condition, at most 15 , asked 3"},
       ""},
      {"but not what was not for long enough",
       {{99}, {0}, {15}, {11}, {11}, {0}},
       {"0.2 to 0.5 condition, at most 15 , asked 4"},
       ""},
      {"hovers at its limit",
       {{11}, {11}, {11}, {9.5}, {10.5}, {9.5}, {8.5}},
       {"0 to 0.6 condition, at most 11 , asked 6"},
       ""},
      {"is excused in the middle",
       {{11}, {11}, {11}, {12, 1}, {13, 1}, {0}},
       {"0 to 0.3 condition, at most 11 a detour, asked 4"},
       ""},
      {"is excused at first",
       {{11, 1}, {14, 1}, {12}, {12}, {12}, {0}},
       {"0.2 to 0.5 condition, at most 12 , asked 5"},
       ""},
      {"is excused all the time", {{11, 1}, {11, 1}, {11, 1}, {11, 1}}, {}, ""},
      {"goes on after a gap",
       {{11}, {11}, {11}, {0}, {11}, {0}, {0}, {0}},
       {"0 to 0.5 condition, at most 11 , asked 4"},
       "far_away.merge_gap=0.2s"},
  };
  for (const Case& c : cases) EXPECT_EQ(intervals(c.places, c.setting), c.intervals) << c.name;
}

// However far apart the frames are: none need be at the gap's end.
TEST(ViolationCheck, DoesNotJoinWhatIsFurtherApartThanMergeGap) {
  const std::vector<Spot> places{{11}, {11}, {11}, {0}, {0}, {0}, {11}, {11}, {11}};
  EXPECT_THAT(intervals(places, "far_away.merge_gap=0.31s"), ElementsAre("0 to 0.8 run_end, at most 11 , asked 6"));
  for (const char* const gap : {"far_away.merge_gap=0.3s", "far_away.merge_gap=0.25s"})
    EXPECT_THAT(intervals(places, gap),
                ElementsAre("0 to 0.3 condition, at most 11 , asked 4", "0.6 to 0.8 run_end, at most 11 , asked 6"))
        << gap;
}

// An interval while x is above 10, which can begin only while the actor "gate" is there.
struct BehindGate {
  struct Metrics {
    int asked;
    void fields(auto& field) { field("asked", asked, "", "How often it was asked."); }
  };
  struct Instance {
    int asked = 0;
  };
  static Instance create(const Setup&) { return {}; }
  static bool nothing_can_begin(const Context& context) { return context.scene.actors.present().size() < 2; }
  static bool violated(Instance& self, const View& at) {
    ++self.asked;
    return at.state().x > 10.0;
  }
  static void measure(Instance&, const View&, bool) {}
  static Finding<BehindGate> finding(const Instance& self, const Closing&) {
    Finding<BehindGate> finding;
    finding.message = "behind the gate";
    finding.data = Metrics{.asked = self.asked};
    return finding;
  }
};

TEST(ViolationCheck, LooksAtNobodyWhileNothingCanBegin) {
  struct Step {
    double x;
    bool has_gate;
  };
  struct Case {
    const char* name;
    std::vector<Step> steps;
    std::vector<std::string> intervals;
  };
  // The first frame is always judged: what the instance lacks is looked for.
  const Case cases[] = {
      {"never open", {{0, false}, {0, false}, {0, false}}, {}},
      {"begins with the gate", {{0, true}, {11, true}, {0, true}}, {"0.1 to 0.2, asked 3"}},
      {"goes on and ends without it", {{0, true}, {11, true}, {11, false}, {0, false}}, {"0.1 to 0.3, asked 4"}},
      {"is not asked before it comes",
       {{0, true}, {0, false}, {0, false}, {11, true}, {0, true}},
       {"0.3 to 0.4, asked 3"}},
      {"rests again once it has ended",
       {{0, true}, {11, true}, {0, true}, {0, false}, {0, false}, {11, true}, {0, true}},
       {"0.1 to 0.2, asked 3", "0.5 to 0.6, asked 5"}},
      {"until the run ends", {{0, true}, {11, true}, {11, false}}, {"0.1 to 0.2, asked 3"}},
  };
  const std::vector<Check> checks{make_violation_check<BehindGate>(
      {.name = "behind_gate", .kinds = {{"behind_gate", Severity::error, Severity::error, "Behind the gate."}}})};
  for (const Case& c : cases) {
    const Settings settings(checks);
    Engine engine(checks, settings, {});
    kit::HandFrames frames;
    const trace::ActorId car = frames.add({.id = "7"}), gate = frames.add({.id = "gate", .is_static = true});
    for (std::size_t i = 0; i < c.steps.size(); ++i) {
      const trace::ActorState here = frames.at(car, c.steps[i].x, 0.0);
      if (c.steps[i].has_gate)
        engine.step(frames.frame(100ms * i, {here, frames.at(gate, 0.0, 50.0)}), frames.actors());
      else
        engine.step(frames.frame(100ms * i, {here}), frames.actors());
    }
    std::vector<std::string> lines;
    for (const IntervalRecord& record : engine.finish().intervals)
      if (record.actor.id == "7")
        lines.push_back(rounded(to_seconds(record.start), 3) + " to " + rounded(to_seconds(record.end), 3) +
                        ", asked " + rounded(std::get<double>(record.data[0]), 3));
    EXPECT_EQ(lines, c.intervals) << c.name;
  }
}

}  // namespace
}  // namespace scrutineer::watch
