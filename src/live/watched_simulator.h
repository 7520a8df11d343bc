// A simulator that only sends frames and takes no orders: relocating, removing and sending vehicles are problems.
#pragma once

#include <string>

#include "live/simulator.h"

namespace scrutineer::live {

class WatchedSimulator : public Simulator {
 public:
  std::optional<Problem> relocate(trace::ActorId, const teleport::Destination&, const std::string&) override {
    return cannot();
  }
  bool is_relocating() const override { return false; }
  Result<bool> has_way(std::span<const map::Point>) override { return cannot(); }
  Result<std::size_t> remove_vehicles(double, double, double, double, trace::ActorId) override { return cannot(); }
  std::optional<Problem> send(trace::ActorId, const std::string&) override { return cannot(); }
  std::string goal_at(double, double) override { return {}; }
  double step_seconds() const override { return 0.0; }
  std::string version() const override { return {}; }

 private:
  Problem cannot() const { return {{.file = file()}, "the sender of these frames takes no orders"}; }
};

}  // namespace scrutineer::live
