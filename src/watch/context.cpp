#include "watch/context.h"

#include <algorithm>
#include <stdexcept>

namespace scrutineer::watch {

double Setup::number(const AnyParameter& parameter) const {
  const bool declared =
      std::ranges::any_of(check_.parameters, [&](const AnyParameter* known) { return known->path == parameter.path; });
  if (!declared)
    throw std::logic_error("reads " + std::string(parameter.path) + ", which its declaration does not name");
  return context_.settings.value(parameter, info(), is_ego());
}

ActorRef actor_ref(const scene::Scene& scene, scene::Slot slot) {
  const trace::ActorInfo& info = scene.actors.info(slot);
  return {.id = info.id, .uid = scene.actors.uid(slot), .type = info.category, .is_ego = scene.actors.is_ego(slot)};
}

trace::Driver driver_of(const scene::Scene& scene, scene::Slot slot) {
  const trace::ActorState& state = scene.actors.state(slot);
  if (state.fields.has(trace::Field::driver)) return state.driver;
  return scene.actors.is_ego(slot) ? trace::Driver::sut_driver : trace::Driver::external_driver;
}

}  // namespace scrutineer::watch
