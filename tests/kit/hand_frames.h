// Frames written down by hand, for tests that need a few states and no more.
//
//   HandFrames frames;
//   const ActorId car = frames.add({.id = "7", .length = 4.5, .width = 1.8});
//   frames.frame(0ms, {frames.at(car, 1.0, 2.0)});
//   scene.advance(frames.frame(100ms, {...}), frames.actors());
#pragma once

#include <initializer_list>
#include <span>
#include <utility>
#include <vector>

#include "base/time.h"
#include "trace/frame.h"

namespace scrutineer::kit {

class HandFrames {
 public:
  trace::ActorId add(trace::ActorInfo info) {
    actors_.push_back(std::move(info));
    return trace::ActorId(actors_.size() - 1);
  }
  trace::ActorInfo& info(trace::ActorId actor) { return actors_[actor.index()]; }
  std::span<const trace::ActorInfo> actors() const { return actors_; }

  static trace::ActorState at(trace::ActorId actor, double x, double y, double yaw = 0.0) {
    trace::ActorState state;
    state.actor = actor;
    state.x = x;
    state.y = y;
    state.yaw = yaw;
    return state;
  }

  // Times only grow.
  const trace::Frame& frame(Duration time, std::initializer_list<trace::ActorState> states) {
    frame_.time = Time(time);
    frame_.actors.assign(states);
    return frame_;
  }

 private:
  std::vector<trace::ActorInfo> actors_;
  trace::Frame frame_;
};

}  // namespace scrutineer::kit
