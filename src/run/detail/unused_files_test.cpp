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
      {"a plan that is a drive, a row for each time",
       nullptr,
       "time,id,x,y,speed\n0,a,0,0,5\n1,a,5,0,5\n2,a,10,0,5\n",
       false,
       {},
       ElementsAre("every path of plan.csv is a single point, which leads nowhere: all points of a path have the time "
                   "from which it holds")},
      {"a plan that ends with a point",
       nullptr,
       "time,id,x,y,speed\n0,a,0,0,5\n0,a,10,0,5\n2,a,10,0,0\n",
       false,
       {},
       IsEmpty()},
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
      {"relocations before the first frame",
       nullptr,
       nullptr,
       false,
       {{"a", Time(-4s), Time(-3s)}},
       ElementsAre("relocations.csv relocates nobody up to 15 s, where the run ends: its times count from the run's "
                   "first frame")},
      {"a relocation of a second", nullptr, nullptr, false, {{"a", Time(3s), Time(4s)}}, IsEmpty()},
      {"relocations that take long, one within another and one beyond the end",
       nullptr,
       nullptr,
       false,
       {{"a", Time(-1s), Time(4s)}, {"a", Time(1s), Time(2s)}, {"a", Time(13s), Time(99s)}},
       ElementsAre(
           "relocations.csv relocates actor a for 6 s of the run's 15 s: nothing is judged of it in that time")},
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
    if (!row.relocations.empty()) manifest.relocations = "relocations.csv";
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

TEST(UnusedFiles, AreToldOfWhatIsNoMovement) {
  trace::Tables tables;
  trace::Changes changes;
  changes.actors.push_back({trace::ActorId(0), {.id = "a"}});
  tables.apply(changes);
  struct Row {
    const char* name;
    trace::Manifest manifest;
    std::vector<trace::EnvironmentValue> environment;
    const char* format;
    testing::Matcher<std::vector<std::string>> notes;
  };
  const auto with = [](std::string trace::Manifest::* file, const char* name) {
    trace::Manifest manifest;
    manifest.*file = name;
    return manifest;
  };
  trace::Manifest with_odd = with(&trace::Manifest::cod, "c.csv"), with_values;
  with_odd.odd = "odd.yaml";
  with_values.cod_values.push_back({});
  const Row rows[] = {
      {"no relocation",
       with(&trace::Manifest::relocations, "r.csv"),
       {},
       "csv",
       ElementsAre("r.csv relocates nobody: it has no rows")},
      {"weather", with(&trace::Manifest::environment, "w.csv"), {{Time(15s), "visibility", "80"}}, "csv", IsEmpty()},
      {"weather after the run",
       with(&trace::Manifest::environment, "w.csv"),
       {{Time(16s), "visibility", "80"}},
       "csv",
       ElementsAre(
           "w.csv says nothing of weather and light up to 15 s, where the run ends: its times count from the run's "
           "first frame")},
      {"vehicle types of SUMO", with(&trace::Manifest::vehicle_types, "t.xml"), {}, "sumo", IsEmpty()},
      {"vehicle types of another run",
       with(&trace::Manifest::vehicle_types, "t.xml"),
       {},
       "osi",
       ElementsAre("t.xml is not used: only runs of SUMO name vehicle types")},
      {"values of concepts with an ODD", with_odd, {}, "csv", IsEmpty()},
      {"a file of them without one",
       with(&trace::Manifest::cod, "c.csv"),
       {},
       "csv",
       ElementsAre("c.csv is not used: the run has no operational design domain that asks for it (--odd)")},
      {"values of the manifest without one",
       with_values,
       {},
       "csv",
       ElementsAre("cod is not used: the run has no operational design domain that asks for it (--odd)")},
  };
  for (const Row& row : rows)
    EXPECT_THAT(unused_files({row.manifest, nullptr, {}, row.environment, row.format}, tables, Time(15s)), row.notes)
        << row.name;
}

}  // namespace
}  // namespace scrutineer::run::detail
