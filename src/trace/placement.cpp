#include "trace/placement.h"

#include <utility>
#include <vector>

namespace scrutineer::trace {
namespace {

class Placed final : public Trace {
 public:
  Placed(std::unique_ptr<Trace> inner, const Placement& placement) : inner_(std::move(inner)), placement_(placement) {}

  Result<bool> next(Frame& frame) override {
    auto more = inner_->next(frame);
    if (!more || !*more) return more;
    for (ActorState& state : frame.actors) place(state);
    take_tables(frame);
    return more;
  }

  Format format() const override { return inner_->format(); }
  const std::string& file() const override { return inner_->file(); }
  std::span<const ActorInfo> actors() const override {
    return placement_.flip_y ? std::span<const ActorInfo>(actors_) : inner_->actors();
  }
  std::span<const LightInfo> lights() const override { return lights_; }
  const std::optional<std::string>& host_id() const override { return inner_->host_id(); }
  const TraceCounts& counts() const override { return inner_->counts(); }
  std::span<const std::string> notes() const override { return inner_->notes(); }
  double start_seconds() const override { return inner_->start_seconds(); }

 private:
  void place(ActorState& state) const {
    if (placement_.flip_y) {
      for (double* across : {&state.y, &state.yaw, &state.roll, &state.vy, &state.ay, &state.yaw_rate})
        *across = -*across;
    }
    state.x += placement_.x;
    state.y += placement_.y;
  }

  void take_tables(const Frame& frame) {
    if (placement_.flip_y) {
      // Anew in every frame, as an actor may come back as something else; most have no outline to mirror.
      const auto known = inner_->actors();
      actors_.resize(known.size());
      for (const ActorState& state : frame.actors) {
        const std::size_t index = state.actor.index();
        if (actors_[index].id == known[index].id && known[index].base_polygon.empty()) continue;
        actors_[index] = known[index];
        for (Corner& corner : actors_[index].base_polygon) corner.y = -corner.y;
      }
    }
    if (lights_.size() == inner_->lights().size()) return;
    lights_.assign(inner_->lights().begin(), inner_->lights().end());
    for (LightInfo& light : lights_) {
      if (light.x) *light.x += placement_.x;
      if (light.y) *light.y = (placement_.flip_y ? -*light.y : *light.y) + placement_.y;
    }
  }

  std::unique_ptr<Trace> inner_;
  Placement placement_;
  std::vector<ActorInfo> actors_;  // with mirrored outlines
  std::vector<LightInfo> lights_;
};

}  // namespace

std::unique_ptr<Trace> placed(std::unique_ptr<Trace> trace, const Placement& placement) {
  if (placement.is_none()) return trace;
  return std::make_unique<Placed>(std::move(trace), placement);
}

}  // namespace scrutineer::trace
