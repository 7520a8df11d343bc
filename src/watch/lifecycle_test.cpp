#include "watch/lifecycle.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

namespace scrutineer::watch {
namespace {

using namespace std::chrono_literals;

constexpr Duration kStep = 100ms;

struct Followed {
  std::vector<std::string> intervals;  // "1..3 condition", in frames
  std::string progress;                // a letter per frame
};

std::string in_words(Time start, const Ending& ending) {
  std::string words = std::to_string(start.time_since_epoch() / kStep) + ".." +
                      std::to_string(ending.at.time_since_epoch() / kStep) + " " + std::string(to_word(ending.by));
  if (!ending.justified_by.empty()) words += ", justified by " + std::string(ending.justified_by);
  return words;
}

// What becomes of frames 100 ms apart, a letter for each: s: the start condition holds, k: only what keeps an open
// interval, -: neither; S and K: likewise, but justified.
Followed follow(std::string_view frames, const Lifecycle::Settings& settings, EndedBy at_the_end = EndedBy::run_end) {
  Lifecycle lifecycle(settings);
  Followed followed;
  const auto close = [&](const Ending& ending) {
    followed.intervals.push_back(in_words(lifecycle.start(), ending));
    lifecycle.interval = {};
  };
  Time now{};
  for (const char frame : frames) {
    const bool starts = frame == 's' || frame == 'S', keeps = starts || frame == 'k' || frame == 'K';
    const Conditions seen{
        .starts = starts, .keeps = keeps, .justified_by = frame == 'S' || frame == 'K' ? "a queue" : ""};
    if (const auto ending = lifecycle.ends(now, seen)) close(*ending);
    const Progress progress = lifecycle.advance(now, seen);
    if (progress == Progress::begins) lifecycle.interval.subject = std::make_unique<SubjectRef>();
    followed.progress += ".?bgw"[static_cast<std::size_t>(progress)];
    EXPECT_EQ(lifecycle.is_waiting(), progress == Progress::waits) << frames;
    EXPECT_EQ(lifecycle.is_idle(), progress == Progress::nothing) << frames;
    now += kStep;
  }
  if (lifecycle.is_open()) close(lifecycle.end(at_the_end, now - kStep));
  return followed;
}

TEST(Lifecycle, FollowsConditions) {
  struct Case {
    const char* name;
    Lifecycle::Settings settings;
    const char* frames;
    std::vector<std::string> intervals;
    const char* progress;
  };
  const Duration none{};
  const Case cases[] = {
      // ---- plain ----
      {"never", {}, "----", {}, "...."},
      {"once", {}, "-ss--", {"1..3 condition"}, ".bg.."},
      {"one frame", {}, "-s-", {"1..2 condition"}, ".b."},
      {"twice", {}, "s-s-", {"0..1 condition", "2..3 condition"}, "b.b."},
      {"to the end", {}, "-ss", {"1..2 run_end"}, ".bg"},
      {"only in the last frame", {}, "--s", {"2..2 run_end"}, "..b"},

      // ---- merge_gap ----
      {"a gap below merge_gap", {200ms}, "ss-ss-", {"0..5 condition"}, "bgwggw"},
      {"a gap of merge_gap", {200ms}, "ss--ss", {"0..2 condition", "4..5 run_end"}, "bgwwbg"},
      {"a gap just below merge_gap", {201ms}, "ss--ss", {"0..5 run_end"}, "bgwwgg"},
      {"a gap above merge_gap", {200ms}, "ss---s", {"0..2 condition", "5..5 run_end"}, "bgww.b"},
      {"a gap above merge_gap, and no frame at its end",
       {250ms},
       "ss---s",
       {"0..2 condition", "5..5 run_end"},
       "bgwwwb"},
      {"several gaps", {150ms}, "s-s-s--s", {"0..5 condition", "7..7 run_end"}, "bwgwgwwb"},
      {"the run ends while it waits", {500ms}, "ss--", {"0..2 condition"}, "bgww"},

      // ---- debounce_start_time ----
      {"too short", {none, 200ms}, "-ss--", {}, ".??.."},
      {"just long enough", {none, 200ms}, "-sss--", {"1..4 condition"}, ".??b.."},
      {"long enough between two frames", {none, 150ms}, "-sss--", {"1..4 condition"}, ".??b.."},
      {"with a break", {none, 200ms}, "ss-ss", {}, "??.??"},
      {"after a break", {none, 200ms}, "ss-sss-", {"3..6 condition"}, "??.??b."},
      {"the run ends before", {none, 200ms}, "---ss", {}, "...??"},
      {"the run ends just then", {none, 200ms}, "--sss", {"2..4 run_end"}, "..??b"},
      {"every interval anew", {none, 100ms}, "ss-s-ss", {"0..2 condition", "5..6 run_end"}, "?b.?.?b"},
      {"what waits goes on at once", {150ms, 200ms}, "sss-s--", {"0..5 condition"}, "??bwgww"},
      {"what waited for too long does not", {100ms, 100ms}, "ss--s", {"0..2 condition"}, "?bw.?"},
      {"the gap is too long, and no frame at its end",
       {150ms, 100ms},
       "ss--ss",
       {"0..2 condition", "4..5 run_end"},
       "?bww?b"},

      // ---- hysteresis ----
      {"hovers at its limit", {}, "-skskk-", {"1..6 condition"}, ".bgggg."},
      {"never starts", {}, "kkk", {}, "..."},
      {"does not start again", {}, "s-kk", {"0..1 condition"}, "b..."},
      {"does not go on by what only keeps it", {200ms}, "s-kk", {"0..1 condition"}, "bww."},
      {"goes on by its start condition", {250ms}, "s-ks", {"0..3 run_end"}, "bwwg"},
      {"does not last for debounce_start_time", {none, 200ms}, "skss", {}, "?.??"},

      // ---- justification ----
      {"justified all the time", {}, "SSS", {}, "..."},
      {"justified at first", {}, "SSss-", {"2..4 condition"}, "..bg."},
      {"becomes justified", {}, "ssS-", {"0..2 condition, justified by a queue"}, "bg.."},
      {"becomes justified while only kept", {}, "skK-", {"0..2 condition, justified by a queue"}, "bg.."},
      {"is not joined with what comes after",
       {900ms},
       "ssSss",
       {"0..2 condition, justified by a queue", "3..4 run_end"},
       "bg.bg"},
      {"becomes justified while it waits", {900ms}, "ss-Ks", {"0..2 condition", "4..4 run_end"}, "bgw.b"},
      {"a break of debounce_start_time", {none, 200ms}, "ssSsss", {"3..5 run_end"}, "??.??b"},
  };
  for (const Case& c : cases) {
    const Followed followed = follow(c.frames, c.settings);
    EXPECT_EQ(followed.intervals, c.intervals) << c.name;
    EXPECT_EQ(followed.progress, c.progress) << c.name;
  }
}

// However it ends: what only waits to go on was over before.
TEST(Lifecycle, EndsWhereItBeganToWait) {
  for (const EndedBy by : {EndedBy::run_end, EndedBy::actor_gone, EndedBy::relocation, EndedBy::frozen}) {
    EXPECT_THAT(follow("ss-", {500ms}, by).intervals, testing::ElementsAre("0..2 condition"));
    EXPECT_THAT(follow("sss", {500ms}, by).intervals, testing::ElementsAre("0..2 " + std::string(to_word(by))));
  }
}

TEST(Lifecycle, IsAsNewAfterAReset) {
  Lifecycle lifecycle({.merge_gap = 1s, .debounce_start_time = 100ms});
  const Conditions starts{.starts = true, .keeps = true};
  EXPECT_EQ(lifecycle.advance(Time(0s), starts), Progress::may_begin);
  lifecycle.reset();
  EXPECT_TRUE(lifecycle.is_idle());
  EXPECT_EQ(lifecycle.advance(Time(1s), starts), Progress::may_begin);
  EXPECT_EQ(lifecycle.start(), Time(1s));
  EXPECT_EQ(lifecycle.advance(Time(1100ms), starts), Progress::begins);
}

// Frames come a nanosecond early or late: what lasts just as long as it should, or is just as far apart, stays that.
TEST(Lifecycle, RoundedClocksChangeNothing) {
  struct Case {
    const char* name;
    Lifecycle::Settings settings;
    const char* frames;
    std::vector<Duration> roundings;
    const char* progress;
  };
  const Case cases[] = {
      {"the last frame of the debounce is early", {{}, 200ms}, "sss", {0ns, 0ns, -1ns}, "??b"},
      {"the first frame of the debounce is late", {{}, 200ms}, "sss", {1ns, 0ns, 0ns}, "??b"},
      {"the gap is a nanosecond short", {200ms, {}}, "s--s", {0ns, 0ns, 0ns, -1ns}, "bwwb"},
      {"the gap is a nanosecond longer", {200ms, {}}, "s--s", {0ns, 0ns, 0ns, 1ns}, "bwwb"},
      {"a debounce that lacks more", {{}, 200ms}, "sss", {0ns, 0ns, -1ms}, "???"},
  };
  for (const Case& c : cases) {
    Lifecycle lifecycle(c.settings);
    std::string progress;
    for (std::size_t frame = 0; frame < c.roundings.size(); ++frame) {
      const Time now(static_cast<Duration::rep>(frame) * kStep + c.roundings[frame]);
      const bool starts = c.frames[frame] == 's';
      const Conditions seen{.starts = starts, .keeps = starts};
      if (lifecycle.ends(now, seen)) lifecycle.interval = {};
      const Progress what = lifecycle.advance(now, seen);
      if (what == Progress::begins) lifecycle.interval.subject = std::make_unique<SubjectRef>();
      progress += ".?bgw"[static_cast<std::size_t>(what)];
    }
    EXPECT_EQ(progress, c.progress) << c.name;
  }
}

}  // namespace
}  // namespace scrutineer::watch
