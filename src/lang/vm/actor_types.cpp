#include "lang/vm/actor_types.h"

#include <algorithm>
#include <string_view>

#include "trace/words.h"

namespace scrutineer::lang {

std::vector<std::uint32_t> types_of(const Program& program, const trace::ActorInfo& actor, bool is_ego) {
  std::vector<std::uint32_t> types;
  const auto add = [&](std::string_view name) {
    const auto found = std::ranges::find(program.actors, name, &ActorType::name);
    if (found == program.actors.end()) return;
    std::vector<std::uint32_t> chain;
    auto type = static_cast<std::uint32_t>(found - program.actors.begin());
    while (type != kNone && chain.size() <= program.actors.size()) {
      chain.push_back(type);
      type = program.actors[type].base;
    }
    for (auto next = chain.rbegin(); next != chain.rend(); ++next)
      if (std::ranges::find(types, *next) == types.end()) types.push_back(*next);
  };
  add(trace::to_word(actor.type));
  add(trace::to_word(actor.category));
  if (actor.type == trace::ActorType::plain_object) add(actor.is_static ? "stationary_object" : "movable_object");
  if (actor.type == trace::ActorType::vehicle) add(is_ego ? "sut_vehicle" : "npc_vehicle");
  return types;
}

}  // namespace scrutineer::lang
