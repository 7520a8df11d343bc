// That the steps are the same the second time is tested in wrappers_test.cpp.
#include "trace/kept_steps.h"

#include <gtest/gtest.h>

namespace scrutineer::trace {
namespace {

constexpr const char* kThreeFrames =
    "time,id,type,x,y,z,yaw,length,width,height\n"
    "0,a,car,1,2,0,0,4.5,1.8,1.5\n"
    "1,a,car,2,2,0,0,4.5,1.8,1.5\n"
    "2,a,car,3,2,0,0,4.5,1.8,1.5\n";

TEST(KeptSteps, AreThoseOfRunsThatWereReadToTheirEndAndAreNotTooLong) {
  struct Case {
    const char* name;
    std::size_t most_states;
    int steps_read;
    bool is_kept;
  };
  const Case cases[] = {
      {"to its end", 100, 4, true},      {"asked once more after its end", 100, 5, true},
      {"just short enough", 3, 4, true}, {"too long", 2, 4, false},
      {"not to its end", 100, 3, false},
  };
  for (const auto& [name, most_states, steps_read, is_kept] : cases) {
    const auto kept = std::make_shared<KeptSteps>();
    kept->most_bytes = most_states * sizeof(ActorState);
    const auto trace = keeping(*open_trace(kThreeFrames, {.file = "run.csv"}), kept);
    Step step;
    for (int i = 0; i < steps_read; ++i) EXPECT_TRUE(trace->next(step)) << name;
    EXPECT_EQ(kept->end.has_value(), is_kept) << name;
    if (is_kept) {
      EXPECT_EQ(kept->steps.size(), 4U) << name;
    }
  }
}

}  // namespace
}  // namespace scrutineer::trace
