#include "lang/vm/detail/untold.h"

#include <algorithm>

namespace scrutineer::lang::detail {
namespace {

bool is_told(const scene::Scene& scene, const scene::Fact& fact) {
  if (fact.scope == scene::FactScope::world) return fact.is_told(scene, {});
  return std::ranges::any_of(scene.actors.present(), [&](scene::Slot slot) { return fact.is_told(scene, slot); });
}

}  // namespace

Untold::Untold(const Image& image) : image_(image) {
  const auto add = [this](const ToldFacts::Facts& facts) {
    for (const scene::Fact* fact : facts)
      if (!is_untold(fact)) facts_.push_back(fact);
  };
  for (const Declaration& declaration : image.program.declarations) {
    if (declaration.object == kNone) continue;
    add(image.told[declaration.object].needed_of_anybody);
    add(image.told[declaration.object].asked);
  }
}

void Untold::look(const scene::Scene& scene) {
  if (!facts_.empty()) std::erase_if(facts_, [&](const scene::Fact* fact) { return is_told(scene, *fact); });
}

bool Untold::is_untold(const scene::Fact* fact) const { return std::ranges::find(facts_, fact) != facts_.end(); }

std::string Untold::lacked_by(std::uint32_t declaration) const {
  for (const scene::Fact* fact : image_.told[image_.program.declarations[declaration].object].needed_of_anybody)
    if (is_untold(fact)) return "the run does not tell " + std::string(fact->name);
  return {};
}

std::vector<std::string> Untold::notes_of(std::uint32_t declaration) const {
  std::vector<std::string> notes;
  const std::uint32_t object = image_.program.declarations[declaration].object;
  if (object == kNone) return notes;
  for (const scene::Fact* fact : image_.told[object].asked)
    if (is_untold(fact))
      notes.push_back("Its code asks for " + std::string(fact->name) + ", which the run does not tell.");
  return notes;
}

}  // namespace scrutineer::lang::detail
