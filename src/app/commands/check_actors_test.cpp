// What `check` makes of actors of which the run says more after their first frame.
#include <fmt/format.h>
#include <gmock/gmock.h>

#include "kit/fake_world.h"

namespace scrutineer::app {
namespace {

using testing::HasSubstr;

FakeWorld world_of(std::string run) {
  FakeWorld world;
  world.files.content["run.csv"] = std::move(run);
  world.folders.files = world.files.content;
  return world;
}

TEST(CheckActors, ATrailerThatIsThereBeforeItsTruckDoesNotCollideWithIt) {
  std::string run = "time,id,type,x,y,z,yaw,length,width,height,parent\n";
  for (int frame = 0; frame < 20; ++frame) {
    const double time = 0.1 * frame, x = 0.5 * frame;
    run += fmt::format("{:.1f},trailer,trailer,{},0,0,0,10,2.5,3,tractor\n", time, x);
    if (frame >= 5) run += fmt::format("{:.1f},tractor,truck,{},0,0,0,6,2.5,3,\n", time, x + 6.0);
  }
  const Ran ran = world_of(run).run(words("check --trace run.csv --ego tractor"));
  EXPECT_THAT(ran.out, HasSubstr("run.csv: no issues")) << ran.err;
}

TEST(CheckActors, AnActorThatComesBackAsATruckIsOneWhereverTheRunIsPlaced) {
  std::string run = "time,id,type,x,y,z,yaw,length,width,height,role\n";
  for (int frame = 0; frame < 20; ++frame) {
    const double time = 0.1 * frame, x = 0.5 * frame;
    run += fmt::format("{:.1f},ego,car,{},0,0,0,4.5,1.8,1.5,ego\n", time, x);
    if (frame < 5) run += fmt::format("{:.1f},other,car,{},0,0,0,4.5,1.8,1.5,\n", time, x + 12.0);
    // So long that the ego is in it.
    if (frame >= 10) run += fmt::format("{:.1f},other,truck,{},0,0,0,20,2.5,3,\n", time, x + 12.0);
  }
  for (const char* placement : {"", " --flip-y", " --offset 5 5"}) {
    const Ran ran = world_of(run).run(words("check --trace run.csv" + std::string(placement)));
    EXPECT_THAT(ran.out, HasSubstr("ego SUT car, other truck  collision_in_sut_control")) << placement << ran.err;
  }
}

}  // namespace
}  // namespace scrutineer::app
