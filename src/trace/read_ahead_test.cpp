#include "trace/read_ahead.h"

#include <gtest/gtest.h>

#include <memory>
#include <new>
#include <stdexcept>
#include <string>
#include <system_error>
#include <thread>
#include <vector>

#include "kit/data.h"
#include "kit/no_threads.h"
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

void expect_same(const std::string& name, Result<std::unique_ptr<Trace>> direct, Result<std::unique_ptr<Trace>> other) {
  SCOPED_TRACE(name);
  ASSERT_TRUE(direct) << to_string(direct.problem());
  const std::unique_ptr<Trace> ahead = read_ahead(*std::move(other));
  Step expected, found;
  for (bool goes_on = true; goes_on;) {
    const auto expected_more = (*direct)->next(expected);
    const auto more = ahead->next(found);
    ASSERT_EQ(expected, found);
    ASSERT_EQ(static_cast<bool>(expected_more), static_cast<bool>(more));
    if (more)
      ASSERT_EQ(*expected_more, *more);
    else
      ASSERT_EQ(expected_more.problem(), more.problem());
    goes_on = more && *more;
  }
  const auto again = ahead->next(found), expected_again = (*direct)->next(expected);
  EXPECT_EQ(static_cast<bool>(again), static_cast<bool>(expected_again)) << "a trace that ended stays so";
  EXPECT_EQ(found, Step()) << "and has nothing more to tell";
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
  for (const auto& entry : std::filesystem::recursive_directory_iterator(kit::data_dir() / "runs")) {
    const std::string file = entry.path().string();
    if (!file.ends_with(".osi") && !file.ends_with(".mcap")) continue;
    auto direct = open_trace({.file = file});
    if (!direct) continue;  // not a run: there is nothing to read ahead
    expect_same(file, std::move(direct), open_trace({.file = file}));
  }
}

// Gives two frames, then throws.
class Throwing final : public Trace {
 public:
  explicit Throwing(bool is_out_of_memory) : is_out_of_memory_(is_out_of_memory) {}
  Result<bool> next(Step& step) override {
    step.clear();
    if (frames_++ < 2) return true;
    if (is_out_of_memory_) throw std::bad_alloc();
    throw std::runtime_error("a mistake of ours");
  }
  std::string_view format() const override { return "csv"; }
  const std::string& file() const override { return file_; }

 private:
  bool is_out_of_memory_;
  int frames_ = 0;
  std::string file_ = "run.csv";
};

TEST(ReadAhead, MakesWhatIsThrownInItsThreadTheRunsFault) {
  struct Case {
    const char* name;
    bool is_out_of_memory;
    const char* problem;
  };
  const Case cases[] = {{"no memory", true, "run.csv: there is not enough memory to read it"},
                        {"a mistake", false, "run.csv: a mistake of ours"}};
  for (const auto& [name, is_out_of_memory, problem] : cases) {
    const auto ahead = read_ahead(std::make_unique<Throwing>(is_out_of_memory));
    Step step;
    EXPECT_TRUE(ahead->next(step)) << name;
    EXPECT_TRUE(ahead->next(step)) << name;
    const auto fault = ahead->next(step);
    ASSERT_FALSE(fault) << name;
    EXPECT_EQ(to_string(fault.problem()), problem) << name;
    EXPECT_FALSE(ahead->next(step)) << name << ": it stays so";
  }
}

TEST(ReadAhead, ReadsWithoutAThreadWhereThereIsNone) {
  const kit::NoThreads none;
  EXPECT_THROW(std::thread([] {}).join(), std::system_error);
  expect_same("no thread", open_trace(csv_run(100, 3, false), {.file = "run.csv"}),
              open_trace(csv_run(100, 3, false), {.file = "run.csv"}));
}

TEST(ReadAhead, StopsWhenNobodyReadsOn) {
  auto trace = open_trace(csv_run(5000, 3, false), {.file = "run.csv"});
  ASSERT_TRUE(trace);
  auto ahead = read_ahead(*std::move(trace));
  Step step;
  ASSERT_TRUE(ahead->next(step));
  ahead.reset();  // joins its thread, which has frames left
}

}  // namespace
}  // namespace scrutineer::trace
