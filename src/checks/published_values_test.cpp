// Values that others have published for scenarios that are at hand.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <limits>
#include <map>
#include <pugixml.hpp>
#include <string>

#include "checks/catalogue.h"
#include "kit/data.h"
#include "kit/paths.h"
#include "scene/scene.h"
#include "trace/trace.h"
#include "watch/evaluate.h"

namespace scrutineer::checks {
namespace {

// The obstacles of a CommonRoad scenario as a run of ours; one of them is the ego.
std::string run_of_scenario(const std::filesystem::path& file, std::string_view ego) {
  pugi::xml_document document;
  if (!document.load_file(file.c_str())) throw std::runtime_error("cannot read " + file.string());
  const pugi::xml_node root = document.document_element();
  const double step = root.attribute("timeStepSize").as_double();
  const auto exact = [](pugi::xml_node state, const char* name) {
    return state.child(name).child("exact").text().as_double();
  };
  std::map<int, std::string> rows;
  int frames = 0;
  const auto add = [&](pugi::xml_node obstacle, pugi::xml_node state, int frame) {
    const pugi::xml_node shape = obstacle.child("shape").child("rectangle"),
                         at = state.child("position").child("point");
    const double yaw = exact(state, "orientation"), speed = exact(state, "velocity");
    const std::string_view id = obstacle.attribute("id").value();
    rows[frame] += fmt::format("{},{},car,{},{},{},{},{},1.5,{},{},{}\n", frame * step, id,
                               at.child("x").text().as_double(), at.child("y").text().as_double(), yaw,
                               shape.child("length").text().as_double(), shape.child("width").text().as_double(),
                               speed * std::cos(yaw), speed * std::sin(yaw), id == ego ? "ego" : "");
  };
  for (const pugi::xml_node obstacle : root.children("dynamicObstacle"))
    for (const pugi::xml_node state : obstacle.child("trajectory").children("state")) {
      const int frame = static_cast<int>(exact(state, "time"));
      frames = std::max(frames, frame + 1);
      add(obstacle, state, frame);
    }
  for (const pugi::xml_node obstacle : root.children("staticObstacle"))
    for (int frame = 0; frame < frames; ++frame) add(obstacle, obstacle.child("initialState"), frame);
  std::string csv = "time,id,type,x,y,yaw,length,width,height,vx,vy,role\n";
  for (const auto& [frame, text] : rows) csv += text;
  return csv;
}

// ZAM_Urban-3_3_Repair of CommonRoad: vehicle 8 drives into 6, which is parked, past 7. CriMe's tests have these values.
TEST(PublishedValues, OfCommonRoadsUrbanScenario) {
  SCRUTINEER_NEEDS_DATA();
  const std::string csv = run_of_scenario(kit::data_dir() / "inputs" / "commonroad" / "ZAM_Urban-3_3_Repair.xml", "8");
  const auto open = [&] { return trace::open_trace(csv, {.file = "urban.csv"}); };
  auto trace = open();
  ASSERT_TRUE(trace);
  const std::vector<watch::Check> checks = catalogue();
  const watch::RunOutcome outcome =
      watch::evaluate(checks, watch::Settings(checks), {.trace = **trace, .map = nullptr});
  ASSERT_FALSE(outcome.fault);
  double collides_at = -1.0;
  for (const watch::IntervalRecord& record : outcome.evaluation.intervals)
    if (outcome.evaluation.infos.at(record.check)->name == "collision" && record.other->id == "6")
      collides_at = to_seconds(record.start);
  EXPECT_NEAR(collides_at, 2.4, 1e-9) << "TTC*";

  trace = open();
  scene::Scene scene;
  trace::Step step;
  trace::Tables tables;
  double least = std::numeric_limits<double>::infinity();
  while (*advance(**trace, step, tables)) {
    scene.advance(step.frame, tables.actors());
    const auto slot_of = [&](std::string_view id) {
      return *std::ranges::find_if(scene.actors.present(),
                                   [&](scene::Slot slot) { return scene.actors.info(slot).id == id; });
    };
    const scene::Slot ego = slot_of("8");
    scene.encounters.follow(ego);
    if (const scene::Encounter* met = scene.encounters.between(ego, slot_of("7")))
      least = std::fmin(least, scene.encounters.measures(*met).distance);
  }
  EXPECT_NEAR(least, 0.977, 0.001) << "DCE, which is of what was driven: 0.98";
}

}  // namespace
}  // namespace scrutineer::checks
