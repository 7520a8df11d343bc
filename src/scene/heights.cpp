#include "scene/heights.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/text.h"
#include "map/lookup.h"
#include "map/surface.h"

namespace scrutineer::scene {
namespace {

using trace::ActorState;
using trace::Field;

bool has_height(const ActorState& state) { return state.fields.has(Field::z); }

// 0 as it was written: in OSI it is the height of the box's middle.
bool is_zero(const ActorState& state, const trace::ActorInfo& info) {
  return state.z == 0.0 || state.z == -info.height / 2.0;
}

// The surface nearest to its height, of the roads above and below each other where it is; nothing beside the roads.
std::optional<double> surface_at(const map::RoadNetwork& map, const ActorState& state) {
  std::optional<double> nearest;
  for (const map::RoadPosition& at : map::locate(map, {state.x, state.y})) {
    if (!nearest || std::abs(at.height - state.z) < std::abs(*nearest - state.z)) nearest = at.height;
  }
  return nearest;
}

}  // namespace

Heights::Heights(const map::RoadNetwork* map) : map_(map) {
  if (map == nullptr) return;
  const map::SurfaceHeights surface = map::surface_heights(*map);
  lowest_surface_ = surface.low;
  const bool is_near_zero = surface.low >= -map::kLevelHeight && surface.high <= map::kLevelHeight;
  if (is_near_zero) zeros_ = Zeros::are_meant;
}

void Heights::advance(trace::Frame& frame, std::span<const trace::ActorInfo> actors) {
  leave_out_hidden(frame, actors);
  if (map_ == nullptr || zeros_ == Zeros::are_meant) return;
  const bool all_are_zero = std::ranges::all_of(frame.actors, [&](const ActorState& state) {
    return !has_height(state) || is_zero(state, actors[state.actor.index()]);
  });
  if (!all_are_zero) {
    if (zeros_ == Zeros::are_none) other_heights_from_ = frame.time;
    zeros_ = Zeros::are_meant;
    return;
  }
  if (zeros_ == Zeros::may_be_meant) compare_with_map(frame, actors);
  if (zeros_ != Zeros::are_none) return;
  for (ActorState& state : frame.actors) {
    state.z = 0.0;
    state.fields.clear(Field::z);
  }
}

void Heights::leave_out_hidden(trace::Frame& frame, std::span<const trace::ActorInfo> actors) {
  double reference = lowest_surface_;
  if (map_ == nullptr) {
    reference = -std::numeric_limits<double>::infinity();
    for (const ActorState& state : frame.actors) {
      if (has_height(state)) reference = std::max(reference, state.z);
    }
  }
  std::erase_if(frame.actors, [&](const ActorState& state) {
    if (!has_height(state) || state.z >= reference - kHiddenDepth) return false;
    if (hidden_.empty())
      first_hidden_ = fmt::format("{} (z {} m)", actors[state.actor.index()].id, rounded(state.z, 1));
    hidden_.insert(state.actor);
    return true;
  });
}

// Only vehicles, which must be on a road; what hangs or stands above it may well be elsewhere.
void Heights::compare_with_map(const trace::Frame& frame, std::span<const trace::ActorInfo> actors) {
  for (const ActorState& state : frame.actors) {
    const trace::ActorInfo& info = actors[state.actor.index()];
    if (!has_height(state) || info.type != trace::ActorType::vehicle || info.is_static) continue;
    const auto surface = surface_at(*map_, state);
    if (!surface || std::abs(*surface - state.z) <= map::kLevelHeight) continue;
    surface_ = *surface;
    are_none_since_ = frame.time;
    zeros_ = Zeros::are_none;
    return;
  }
}

std::vector<std::string> Heights::notes() const {
  std::vector<std::string> notes;
  if (!hidden_.empty()) {
    const std::size_t others = hidden_.size() - 1;
    const std::string also = others == 0 ? "" : fmt::format(" and {} other{}", others, others == 1 ? "" : "s");
    notes.push_back(
        fmt::format("actor {}{}: hidden far below all roads, and left out while there", first_hidden_, also));
  }
  if (are_none_since_) {
    const auto seconds = [](Time time) { return rounded(to_seconds(time), 3); };
    notes.push_back(fmt::format(
        "z of all actors is 0{}, but at {} s a vehicle is on a road that lies at {} m: from there on the run's heights "
        "are left out, and everything lies on the surface (--ignore-height does so from the start)",
        other_heights_from_ ? fmt::format(" before {} s", seconds(*other_heights_from_)) : "",
        seconds(*are_none_since_), rounded(surface_, 1)));
  }
  return notes;
}

}  // namespace scrutineer::scene
