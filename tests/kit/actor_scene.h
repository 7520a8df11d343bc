// A scene of a few actors said in place, for tests of facts.
//
//   ActorScene town({{.x = 10.0, .vx = 8.0}, {.x = 30.0}}, map.get());
//   EXPECT_EQ(town.scene.relations.object_in_front(town.slot(0)).other, town.slot(1));
//   town.advance({{.x = 11.0, .vx = 8.0}, {.x = 30.0}});             // the next frame, a tenth of a second later
#pragma once

#include <chrono>
#include <string>
#include <vector>

#include "scene/scene.h"
#include "trace/frame.h"

namespace scrutineer::kit {

struct ActorSpec {
  double x = 0.0, y = 0.0, yaw = 0.0, z = 0.0;
  double vx = 0.0, vy = 0.0;
  double length = 4.0, width = 2.0, height = 1.5;
  int parent = -1;  // the position in the list of the actor that this is a part of
  trace::ActorType type = trace::ActorType::vehicle;
  trace::Category category = trace::Category::car;
  bool is_static = false;
  bool has_velocity = true, has_z = true;
  std::vector<trace::Corner> polygon = {};
  bool is_vru = false;
  double mass = 0.0;             // 0: nobody says
  bool size_is_default = false;  // nobody gave its size
};

class ActorScene {
 public:
  // The first one is the ego.
  explicit ActorScene(const std::vector<ActorSpec>& actors, const map::RoadNetwork* map = nullptr)
      : scene({.map = map}) {
    scene.actors.set_ego(trace::ActorId(0));
    advance(actors);
  }

  void advance(const std::vector<ActorSpec>& actors) {
    for (std::size_t i = infos_.size(); i < actors.size(); ++i) infos_.push_back(info_of(i, actors[i]));
    frame_.actors.clear();
    for (std::size_t i = 0; i < actors.size(); ++i) frame_.actors.push_back(state_of(i, actors[i]));
    advance_again();
  }
  // One more frame with everybody as they are.
  void advance_again() {
    scene.advance(frame_, infos_);
    frame_.time += std::chrono::milliseconds(100);
    ++frame_.number;
  }

  scene::Slot slot(std::size_t actor) const { return scene.actors.slot_of(trace::ActorId(actor)); }

  scene::Scene scene;

 private:
  static trace::ActorInfo info_of(std::size_t i, const ActorSpec& spec) {
    trace::ActorInfo info;
    info.id = std::to_string(i);
    info.type = spec.type;
    info.category = spec.category;
    info.length = spec.length;
    info.width = spec.width;
    info.height = spec.height;
    info.is_static = spec.is_static;
    info.is_vru = spec.is_vru;
    info.mass = spec.mass;
    info.size_is_default = spec.size_is_default;
    if (spec.parent >= 0) info.parent = trace::ActorId(static_cast<std::size_t>(spec.parent));
    info.base_polygon = spec.polygon;
    return info;
  }
  static trace::ActorState state_of(std::size_t i, const ActorSpec& spec) {
    trace::ActorState state;
    state.actor = trace::ActorId(i);
    state.x = spec.x;
    state.y = spec.y;
    state.yaw = spec.yaw;
    if (spec.has_z) {
      state.fields.set(trace::Field::z);
      state.z = spec.z;
    }
    if (spec.has_velocity) {
      state.fields.set(trace::Field::velocity);
      state.vx = spec.vx;
      state.vy = spec.vy;
    }
    return state;
  }

  std::vector<trace::ActorInfo> infos_;
  trace::Frame frame_;
};

}  // namespace scrutineer::kit
