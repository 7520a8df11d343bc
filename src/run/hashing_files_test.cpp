#include "run/hashing_files.h"

#include <gmock/gmock.h>

#include "base/sha256.h"
#include "kit/fake_outside.h"

namespace scrutineer::run {
namespace {

using testing::Pair;
using testing::UnorderedElementsAre;

TEST(HashingFiles, KnowTheHashOfAllThatWasReadThroughThem) {
  FakeFiles files;
  files.content["town.xodr"] = "a map";
  files.content["run.csv"] =
      "time,id,type,x,y,z,yaw,length,width,height\n0,a,car,0,0,0,0,4,2,1\n1,a,car,0,0,0,0,4,2,1\n";
  files.content["never.osc"] = "not read";
  HashingFiles hashing(files);
  ASSERT_TRUE(hashing.read("town.xodr"));
  EXPECT_FALSE(hashing.read("none"));
  auto trace = hashing.open_trace({.file = "run.csv"});
  ASSERT_TRUE(trace) << to_string(trace.problem());
  files.content["town.xodr"] = "another map by the same name";
  trace->reset();
  EXPECT_THAT(hashing.hashes(),
              UnorderedElementsAre(Pair("town.xodr", "sha256:" + sha256_hex("a map")),
                                   Pair("run.csv", "sha256:" + sha256_hex(files.content["run.csv"]))));
}

}  // namespace
}  // namespace scrutineer::run
