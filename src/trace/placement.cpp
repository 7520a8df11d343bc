#include "trace/placement.h"

#include <utility>

namespace scrutineer::trace {
namespace {

void place(ActorState& state, const Placement& placement) {
  if (placement.flip_y) {
    for (double* across : {&state.y, &state.yaw, &state.roll, &state.vy, &state.ay, &state.yaw_rate})
      *across = -*across;
  }
  state.x += placement.x;
  state.y += placement.y;
  if (placement.ignore_height) {
    state.z = 0.0;
    state.fields.clear(Field::z);
  }
}

void place(ActorInfo& info, const Placement& placement) {
  if (!placement.flip_y) return;
  for (Corner& corner : info.base_polygon) corner.y = -corner.y;
}

void place(LightInfo& light, const Placement& placement) {
  if (placement.ignore_height) light.z.reset();
  if (light.x) *light.x += placement.x;
  if (light.y) *light.y = (placement.flip_y ? -*light.y : *light.y) + placement.y;
}

void place(Step& step, const Placement& placement) {
  for (ActorState& state : step.frame.actors) place(state, placement);
  for (Changes::Actor& actor : step.changes.actors) place(actor.info, placement);
  for (LightInfo& light : step.changes.lights) place(light, placement);
}

class Placed final : public Trace {
 public:
  Placed(std::unique_ptr<Trace> inner, const Placement& placement) : inner_(std::move(inner)), placement_(placement) {}

  Result<bool> next(Step& step) override {
    auto more = inner_->next(step);
    place(step, placement_);
    return more;
  }

  std::string_view format() const override { return inner_->format(); }
  const std::string& file() const override { return inner_->file(); }

 private:
  std::unique_ptr<Trace> inner_;
  Placement placement_;
};

}  // namespace

std::unique_ptr<Trace> placed(std::unique_ptr<Trace> trace, const Placement& placement) {
  if (placement.is_none()) return trace;
  return std::make_unique<Placed>(std::move(trace), placement);
}

}  // namespace scrutineer::trace
