#include "trace/read_ahead.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "kit/data.h"
#include "kit/read_run.h"

namespace scrutineer::trace {
namespace {

std::string csv_run(int frames, int actors, bool with_gap) {
  std::string text = "time,id,type,x,y,z,yaw,length,width,height\n";
  for (int frame = 0; frame < frames; ++frame)
    for (int actor = 0; actor < actors; ++actor) {
      if (with_gap && actor == 1 && frame % 7 == 3) continue;
      text += std::to_string(frame) + "," + std::to_string(actor) + ",car," + std::to_string(frame * 2) + "," +
              std::to_string(actor * 5) + ",0,0,4.5,1.8,1.5\n";
    }
  return text;
}

// Both ways, frame by frame: everything that a consumer can see must be the same after each frame.
void expect_same(const std::string& name, Result<std::unique_ptr<Trace>> direct, Result<std::unique_ptr<Trace>> other) {
  SCOPED_TRACE(name);
  ASSERT_TRUE(direct) << to_string(direct.problem());
  const std::unique_ptr<Trace> ahead = read_ahead(*std::move(other));
  Frame expected, found;
  for (;;) {
    const auto expected_more = (*direct)->next(expected);
    const auto more = ahead->next(found);
    ASSERT_EQ(static_cast<bool>(expected_more), static_cast<bool>(more));
    EXPECT_EQ(ahead->counts().frames, (*direct)->counts().frames);
    EXPECT_EQ(ahead->host_id(), (*direct)->host_id());
    EXPECT_EQ(ahead->start_seconds(), (*direct)->start_seconds());
    ASSERT_EQ(ahead->actors().size(), (*direct)->actors().size());
    ASSERT_EQ(ahead->lights().size(), (*direct)->lights().size());
    ASSERT_EQ(std::vector(ahead->notes().begin(), ahead->notes().end()),
              std::vector((*direct)->notes().begin(), (*direct)->notes().end()));
    if (!more) {
      EXPECT_EQ(to_string(more.problem()), to_string(expected_more.problem()));
      const auto again = ahead->next(found);
      ASSERT_FALSE(again);
      EXPECT_EQ(again.problem(), more.problem());
      return;
    }
    ASSERT_EQ(*expected_more, *more);
    if (!*more) return;
    ASSERT_EQ(expected.time, found.time);
    ASSERT_EQ(expected.number, found.number);
    ASSERT_EQ(expected.actors.size(), found.actors.size());
    for (std::size_t i = 0; i < expected.actors.size(); ++i) {
      ASSERT_EQ(expected.actors[i].actor, found.actors[i].actor);
      ASSERT_EQ(expected.actors[i].x, found.actors[i].x);
      ASSERT_EQ(ahead->actors()[found.actors[i].actor.index()].id,
                (*direct)->actors()[found.actors[i].actor.index()].id);
      ASSERT_EQ(ahead->actors()[found.actors[i].actor.index()].length,
                (*direct)->actors()[found.actors[i].actor.index()].length);
    }
  }
}

TEST(ReadAhead, GivesTheSameAsReadingDirectly) {
  struct Case {
    const char* name;
    std::string content;
  };
  const std::string broken = csv_run(100, 3, false) + "100,0,car,x,0,0,0,4.5,1.8,1.5\n";
  const Case cases[] = {
      {"one frame", csv_run(1, 1, false)},
      {"exactly one batch", csv_run(32, 2, false)},
      {"one frame more than a batch", csv_run(33, 2, false)},
      {"many batches", csv_run(1000, 3, false)},
      {"an actor that comes and goes", csv_run(300, 3, true)},
      {"frames so large that each is a batch", csv_run(9, 5000, false)},
      {"a fault after three batches", broken},
  };
  for (const Case& c : cases)
    expect_same(c.name, open_trace(c.content, {.file = "run.csv"}), open_trace(c.content, {.file = "run.csv"}));
}

TEST(ReadAhead, GivesTheSameOnRealRuns) {
  SCRUTINEER_NEEDS_DATA();
  for (const auto& entry : std::filesystem::recursive_directory_iterator(kit::data_dir() / "runs")) {
    const std::string file = entry.path().string();
    if (!file.ends_with(".osi") && !file.ends_with(".mcap")) continue;
    auto direct = open_trace({.file = file});
    if (!direct) continue;  // not a run: there is nothing to read ahead
    expect_same(file, std::move(direct), open_trace({.file = file}));
  }
}

TEST(ReadAhead, StopsWhenNobodyReadsOn) {
  auto trace = open_trace(csv_run(5000, 3, false), {.file = "run.csv"});
  ASSERT_TRUE(trace);
  auto ahead = read_ahead(*std::move(trace));
  Frame frame;
  ASSERT_TRUE(ahead->next(frame));
  ahead.reset();  // joins its thread, which has frames left
}

}  // namespace
}  // namespace scrutineer::trace
