#include "run/detail/unused_files.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace scrutineer::run::detail {
namespace {

using namespace std::chrono_literals;
using testing::ElementsAre;
using testing::IsEmpty;

TEST(UnusedFiles, AreTold) {
  struct Row {
    const char* name;
    const char *lights, *plans;  // a file's name, and a file's content; null: there is none
    bool has_light;
    std::vector<trace::Relocation> relocations;
    testing::Matcher<std::vector<std::string>> notes;
  };
  const char* own = "time,id,x,y,speed\n0,a,0,0,5\n0,a,10,0,5\n";
  const char* of_another = "time,id,x,y,speed\n0,other,0,0,5\n0,other,10,0,5\n";
  const Row rows[] = {
      {"there are none", nullptr, nullptr, false, {}, IsEmpty()},
      {"lights that were used", "lights.csv", nullptr, true, {}, IsEmpty()},
      {"lights on another clock",
       "lights.csv",
       nullptr,
       false,
       {},
       ElementsAre("lights.csv has no light state up to 1015 s, where the run ends on its own clock")},
      {"a plan of an actor", nullptr, own, false, {}, IsEmpty()},
      {"a plan of another run",
       nullptr,
       of_another,
       false,
       {},
       ElementsAre("plan.csv has no path of an actor of the run up to 15 s, where that ends")},
      {"relocations of an actor and of the ego", nullptr, nullptr, false, {{"a", {}, {}}, {"", {}, {}}}, IsEmpty()},
      {"relocations of another run",
       nullptr,
       nullptr,
       false,
       {{"a", {}, {}}, {"b", {}, {}}, {"c", {}, {}}},
       ElementsAre("relocations.csv relocates actor b, which the run does not have")},
      {"a relocation before the end and one after it",
       nullptr,
       nullptr,
       false,
       {{"a", Time(15s), Time(16s)}, {"a", Time(20s), Time(20s)}},
       IsEmpty()},
      {"relocations on the run's own clock",
       nullptr,
       nullptr,
       false,
       {{"a", Time(1003s), Time(1004s)}, {"", Time(1010s), Time(1010s)}},
       ElementsAre("relocations.csv relocates nobody up to 15 s, where the run ends: its times count from the run's "
                   "first frame")},
  };
  for (const Row& row : rows) {
    trace::Changes changes;
    changes.actors.push_back({trace::ActorId(0), {.id = "a"}});
    changes.start_seconds = 1000;
    if (row.has_light) changes.lights.emplace_back();
    trace::Tables tables;
    tables.apply(changes);
    trace::Manifest manifest;
    if (row.lights != nullptr) manifest.lights = row.lights;
    manifest.planned_path = "plan.csv";
    manifest.relocations = "relocations.csv";
    std::optional<trace::PlannedPaths> plans;
    if (row.plans != nullptr) {
      auto read = trace::PlannedPaths::open(std::string(row.plans), "plan.csv");
      ASSERT_TRUE(read) << row.name << ": " << read.problem().message;
      plans.emplace(*std::move(read));
      ASSERT_FALSE(plans->advance(Time(15s))) << row.name;
    }
    const FilesBeside beside{manifest, plans ? &*plans : nullptr, row.relocations};
    EXPECT_THAT(unused_files(beside, tables, Time(15s)), row.notes) << row.name;
  }
}

}  // namespace
}  // namespace scrutineer::run::detail
